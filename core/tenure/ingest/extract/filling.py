"""Fills the roles of a frame from the words behind its verb."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tenure.ingest.extract.attributes import Attribute
from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.lexis import ClauseFrame, S
from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.tokens import MARKED, PUNCTUATION, WORD
from tenure.ingest.extract.verbs import number_of
from tenure.ingest.extract.words import Words
from tenure.keys import fold
from tenure.relations import Cardinality, Relation


@dataclass(slots=True)
class Told:
    """What a clause says: statements, the token behind it, its subject, the numbers in it."""

    claims: list[Claim] = field(default_factory=list)
    end: int = 0
    subjects: tuple[str, ...] = ()
    marks: list[int] = field(default_factory=list)


@dataclass(slots=True)
class _Filled:
    """The roles filled so far, behind a verb."""

    verb: str = ""
    subjects: tuple[str, ...] = ()
    values: list[tuple[Relation, list[str]]] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    fits: bool = False


_RELEASE = re.compile(r"(since|in|as of|from|before|until)\s+(?:version\s+|release\s+)?(v?\d[\w.]*)", re.IGNORECASE)
_LATER = frozenset(("and later", "and then", "and subsequently"))
_ONE = frozenset(("a", "an", "the", "its", "their", "his", "her"))
_LOOSE = frozenset(("uses", "protocol", "lead", "owner", "employer", "manager"))
"""What "as its R" behind the value says more exactly."""


class Filling:
    """Fills roles in one sentence."""

    def __init__(self, rules: Rules, words: Words) -> None:
        self._rules = rules
        self._words = words

    def claim(
        self, subject: str, relation: str, value: str | None, tense: Tense = Tense.STATE, *, ends: bool = False
    ) -> Claim | None:
        """Return one statement, or None if the registry lacks the relation or the value is the subject."""
        found = self._rules.registry.find(relation)
        wrong = value is not None and found is not None and not self._rules.may_be(found, value)
        if found is None or wrong or (value is not None and value == subject):
            return None
        return Claim(subject, found, value, tense, 0, 0, ends)

    @staticmethod
    def some(*claims: Claim | None) -> list[Claim]:
        """Return the statements that there are."""
        return [c for c in claims if c is not None]

    def added(
        self, subjects: tuple[str, ...], relation: Relation, end: int, env: str | None = None
    ) -> tuple[list[Claim], int]:
        """Read the last member of a list that has its own date: "A, B and, since Tuesday, C"."""
        words = self._words
        at = end + (words.low(end) == ",")
        if relation.cardinality is not Cardinality.SET or words.phrase(at, 2) != "and ,":
            return [], end
        at, marks = self._rules.verbs.skip(words, at + 2)
        at += 3 * (words.phrase(at, 3) == "as of today")
        read = self._rules.kinds.read(words, at + 1, relation) if words.low(at) == "," else None
        if read is None or not words.pauses(read[1]):
            return [], end
        return [Claim(s, relation, read[0], Tense.STATE, 0, 0, env=env, marks=marks) for s in subjects], read[1]

    def attributes(
        self, names: tuple[str, ...], found: list[Attribute], tense: Tense = Tense.STATE, *, ends: bool = False
    ) -> list[Claim]:
        """Return attributes as statements of each of the names."""
        return [
            Claim(name, one.relation, value, tense, 0, 0, ends, env=one.env)
            for name in names for one in found for value in one.values
        ]  # fmt: skip

    def fill(
        self, frame: ClauseFrame, i: int, subjects: tuple[str, ...], tense: Tense = Tense.EVENT, *, ends: bool = False
    ) -> Told | None:
        """Read the roles of a frame from a token on.

        Args:
            frame: the frame.
            i: the token behind its verb.
            subjects: what stands before the verb.
            tense: how the verb speaks.
            ends: whether it says that something holds no more.
        """
        filled = _Filled(verb=self._words.low(i - 1), fits=frame.fits)
        role = frame.roles["subject"]
        if role[0] in ("replaced by", "successor") and "as" in self._words.present:
            return None  # "B succeeded A as the keeper of X" tells of X
        if role == (S,):
            filled.subjects = subjects
        elif role != ("",):
            relation = self._rules.registry.find(role[0])
            if relation is None:
                return None
            if frame.fits and not all(self._rules.fits(relation, s) for s in subjects):
                return None
            filled.values.append((relation, list(subjects)))
        at = self._roles(frame, i, filled)
        if not filled.subjects or not filled.values or (frame.needs and frame.needs not in filled.used):
            return None
        narrow = not frame.lasting and any(r.cardinality is Cardinality.FUNCTIONAL for r, _ in filled.values)
        end = self._rules.ends_at(self._words, at, narrow=narrow)
        if end is None:
            return None
        claims = [
            Claim(subject, relation, value, tense, 0, 0, ends)
            for subject in filled.subjects for relation, values in filled.values for value in values
            if value != subject
        ]  # fmt: skip
        return Told(claims, end, subjects if role == (S,) else filled.subjects, filled.marks)

    def _roles(self, frame: ClauseFrame, i: int, filled: _Filled) -> int:
        at = i
        done = i
        while at < len(self._words):
            step = self._dated(frame, at, filled)
            if step is None:
                at, marks = self._skip(frame, at)
                step = self._dated(frame, at, filled)
                filled.marks += marks
            if step is None:
                step = self._role(frame, at, filled, first=at == i or not filled.used)
            if step is None:
                break
            at = done = step
            if self._words.phrase(at, 2) in _LATER and (again := self._again(frame, at + 2, filled)) is not None:
                at = done = again
            if (self._words.low(at) == "and" and self._prep(frame, at + 1)[0]) or (
                self._words.low(at) == "," and (self._prep(frame, at + 1)[0] or self._words.kind(at + 1) == MARKED)
            ):
                at += 1
        return done

    def _skip(self, frame: ClauseFrame, at: int) -> tuple[int, list[int]]:
        marks: list[int] = []
        while at < len(self._words):
            if self._words.kind(at) == MARKED:
                if self._is_dated(frame, at):
                    break
                marks.append(number_of(self._words.tokens[at].text))
                at += 1
                continue
            end, more = self._rules.verbs.skip(self._words, at)
            if end == at or more:
                break
            at = end
        return at, marks

    def _is_dated(self, frame: ClauseFrame, at: int) -> bool:
        return self._dated(frame, at, _Filled()) is not None

    def _dated(self, frame: ClauseFrame, at: int, filled: _Filled) -> int | None:
        """Take a numbered date as the value of a role that wants a date."""
        if self._words.kind(at) != MARKED:
            return None
        mark = self._words.marks.get(number_of(self._words.tokens[at].text))
        if mark is None or not mark.dated:
            return None if mark is None else self._released(frame, at, mark.whole, filled)
        for preposition in (mark.preposition.split() or [""])[:1]:
            role = preposition if preposition in frame.roles else "object" if not preposition else ""
            for name in frame.roles.get(role, ()):
                relation = self._rules.registry.find(name)
                if relation is not None and self._rules.kinds.kind(relation) == "date" and name not in filled.used:
                    filled.values.append((relation, [mark.text]))
                    filled.used.add(name)
                    return at + 1
        return None

    def _released(self, frame: ClauseFrame, at: int, whole: str, filled: _Filled) -> int | None:
        """Take a numbered "since 2.6" as the value of a role that wants a version."""
        match = _RELEASE.fullmatch(whole)
        for name in frame.roles.get(match[1].lower(), ()) if match is not None else ():
            relation = self._rules.registry.find(name)
            if match is not None and relation is not None and self._rules.kinds.kind(relation) == "version":
                filled.values.append((relation, [match[2]]))
                filled.used.add(match[1].lower())
                return at + 1
        return None

    def _prep(self, frame: ClauseFrame, at: int) -> tuple[str, int]:
        words, low = self._words, self._words.low(at)
        for role in frame.prepositions:
            if role[0] == low and (len(role) == 1 or words.phrase(at, len(role)) == " ".join(role)):
                return " ".join(role), at + len(role)
        return "", at

    def _role(self, frame: ClauseFrame, at: int, filled: _Filled, *, first: bool) -> int | None:
        if first and "object" in frame.roles and "object" not in filled.used:
            end = self._value(frame.roles["object"], at, filled)
            if end is not None:
                filled.used.add("object")
                return self._as(end, filled)
        if "then" in frame.roles and "object" in filled.used and "then" not in filled.used:
            end = self._value(frame.roles["then"], at, filled)
            filled.used |= {"then"} if end is not None else set()
            return end
        role, start = self._prep(frame, at)
        if not role or role in filled.used:
            return None
        filled.used.add(role)
        end = self._value(self._named(f"{filled.verb} {role}") or frame.roles[role], start, filled)
        return None if end is None else self._as(end, filled)

    def _again(self, frame: ClauseFrame, at: int, filled: _Filled) -> int | None:
        """Read "… and later at B": the same role once more, of a relation that holds several."""
        role, start = self._prep(frame, at)
        several = bool(filled.values) and filled.values[-1][0].cardinality is Cardinality.SET
        return self._value(frame.roles[role], start, filled) if role in filled.used and role and several else None

    def _named(self, phrase: str) -> tuple[str, ...]:
        """Return the relation that a project has under a verb with its preposition ("deployed to"), if it has one."""
        relation = self._rules.registry.find(phrase)
        return (relation.name,) if relation is not None and fold(relation.name) == phrase else ()

    def _as(self, at: int, filled: _Filled) -> int:
        """Read "uses X as its cache" and "uses X for tests": the relation that the purpose names."""
        words = self._words
        if (
            words.low(at) not in ("as", "for")
            or not filled.values
            or filled.values[-1][0].name not in _LOOSE | self._rules.solo
        ):
            return at
        start = at + 1 + (words.low(at + 1) in ("its", "his", "her", "the", "a", "an", "their", "all"))
        noun = self._rules.nouns.at(words, start)
        values = filled.values[-1][1]
        named = self._rules.purposes.get(words.low(start))
        relation, end = self._rules.registry.find(named) if named else None, start + 1
        if words.low(at) == "as" and noun is not None:
            relation, end = noun[0], noun[1]
        elif (
            words.low(at) == "as" and words.low(at + 1) == "its" and all(map(self._rules.names.knows, filled.subjects))
        ):
            end = start
            while words.kind(end) == WORD and end - start < 3 and words.low(end) not in self._rules.phrases.closed:
                end += 1
            if end == start or not (words.pauses(end) or words.kind(end) == MARKED):
                return at
            relation = Relation(words.raw(start, end), known=False)
        elif words.low(at) == "for" and words.low(at + 1) in ("its", "their") and noun is not None:
            relation, end = noun[0], noun[1]
        elif words.low(at) != "for" or relation is None:
            return at
        filled.values[-1] = (relation, values)
        more = self._rules.kinds.thing(words, end + 1) if words.low(end) == "and" else None
        if more is None or words.low(more[1]) not in ("as", "for"):
            return end
        was = len(filled.values)
        filled.values.append((self._rules.registry.get("uses"), [more[0]]))
        further = self._as(more[1], filled)
        if filled.values[-1][0].name == "uses" and len(filled.values) == was + 1:
            filled.values.pop()
            return end
        return further

    def _value(self, names: tuple[str, ...], at: int, filled: _Filled) -> int | None:
        if names == (S,):
            return self._subjects(at, filled)
        if names == ("",):
            found = self._rules.kinds.name(self._words, at) or self._rules.kinds.quantity(self._words, at)
            return found[1] if found else None
        if names == ("+",):
            listed = self._rules.attributes.all_at(self._words, at)
            filled.values += [(one.relation, list(one.values)) for one in listed]
            return listed[-1].end if listed else None
        at += 3 * (self._words.phrase(at, 3) == "the terms of")
        classed = self._rules.attributes.classed(self._words, at)
        if classed is not None and self._rules.ends_at(self._words, classed[2], narrow=False) is not None:
            relation, value, end = classed
            if relation.name not in names and relation.name not in ("cluster", "namespace", "region"):
                return None
            filled.values.append((relation, [value]))
            return end
        noun = self._rules.nouns.at(self._words, at)
        if (
            noun is not None
            and (not self._words.tokens[at].capital or self._words.tokens[at].text.isupper())
            and noun[0].name in names
            and not self._words.pauses(noun[1])
        ):
            names, at = (noun[0].name,), noun[1]
        return self._first(names, at, filled)

    def _subjects(self, at: int, filled: _Filled) -> int | None:
        """Read the things that something is stated of; return the token behind them."""
        entity = self._rules.phrases.entity(self._words, at)
        if entity is None:
            return None
        if not all(map(self._rules.looks_named, entity.names)):
            return None
        names, end = list(entity.names), entity.end
        while self._words.low(end) in (",", "and"):
            more = self._rules.phrases.entity(self._words, end + 1 + (self._words.low(end + 1) == "and"))
            if more is None or not (self._words.pauses(more.end) or self._words.low(more.end) == "and"):
                break
            names += more.names
            end = more.end
        if self._may_go_on(names[-1], end):
            return None
        filled.subjects = tuple(names)
        return end

    def _may_go_on(self, title: str, end: int) -> bool:
        """Whether what follows a title may be the rest of it: "View of the Estuary from Gallows Hill"."""
        words = self._words
        capital = end + 1 < len(words) and words.tokens[end + 1].capital
        longer = any(w in ("of", "the", "in", "on", "for") for w in title.split()[1:])
        return capital and longer and words.low(end) in ("from", "at", "over", "near", "under", "beyond")

    def _first(self, names: tuple[str, ...], at: int, filled: _Filled) -> int | None:
        """Read the values of the first relation whose kind they are; return the token behind them."""
        for name in names:
            relation = self._rules.registry.find(name) or self._rules.unlisted.get(name)
            if relation is None:
                continue
            read = self._rules.kinds.read_all(self._words, at, relation)
            told = read is not None and (
                self._explained(read[1]) or self._rules.kinds.announced(self._words, at) > at + 1
            )
            if (
                read is None
                or not (told or all(self._rules.may_be(relation, v) for v in read[0]))
                or not (
                    told
                    or self._rules.named_among(relation, read[0], filled.subjects, alone=self._words.pauses(read[1]))
                )
                or ((len(names) > 1 or filled.fits) and not all(self._rules.fits(relation, v) for v in read[0]))
                or not self._beside(relation)
            ):
                continue
            if not self._rules.kinds.alone(self._words, read[1], relation):
                return None
            if self._words.kind(read[1]) == PUNCTUATION and self._words.low(read[1]) == "'s":
                continue
            if relation.name == "region" and "also" in self._words.text.split():
                relation = self._rules.registry.find("regions") or relation
            if relation.name == "uses":
                relation = self._tool(filled.subjects, read[0]) or relation
            values = [v.removesuffix(" times") for v in read[0]] if relation.name == "retry limit" else read[0]
            filled.values.append((relation, values))
            return self._only(relation, read[1])
        return None

    def _beside(self, relation: Relation) -> bool:
        """Whether the words of a sentence leave it that a value is one of a relation: of films none is a battery's."""
        without, needs = self._rules.beside.get(relation.name, (frozenset(), frozenset()))
        present = self._words.present
        return present.isdisjoint(without) and (not needs or not present.isdisjoint(needs))

    def _explained(self, at: int) -> bool:
        """Whether "as its cache" behind a value says what it is for."""
        words = self._words
        return words.low(at) == "as" and self._rules.nouns.at(words, at + 1 + (words.low(at + 1) in _ONE)) is not None

    def _tool(self, subjects: tuple[str, ...], values: list[str]) -> Relation | None:
        """Return the relation in which a well-known tool is used, if that is its only use or the subject has it."""
        name = self._rules.lexis.tools.get(values[0].lower()) if len(values) == 1 else None
        if name is None or not subjects:
            return None
        sure = name in self._rules.solo or all(self._rules.names.stated(s, name) for s in subjects)
        return self._rules.registry.find(name) if sure else None

    def _only(self, relation: Relation, at: int) -> int:
        """Skip the relation's own noun behind a value ("under the MIT license", "in the us cluster")."""
        if self._words.low(at) in ("people", "persons") and self._rules.kinds.kind(relation) == "count":
            return at + 1
        counted = self._rules.nouns.counted.get(self._words.low(at))
        noun = (counted, at + 1) if counted is not None else self._rules.nouns.at(self._words, at)
        if noun is None and self._words.low(at) == relation.name.split()[-1] and " " in relation.name:
            return at + 1
        return noun[1] if noun is not None and noun[0].name == relation.name else at
