"""What a subject and its verb say: frames, "is", "has"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.describing import Describing
from tenure.ingest.extract.filling import Filling, Told
from tenure.ingest.extract.having import Having
from tenure.ingest.extract.phrases import Keyed
from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.tokens import CODE, MARKED, NUMBER
from tenure.ingest.extract.verbs import Verb, number_of
from tenure.ingest.extract.words import Words
from tenure.relations import Cardinality

_BECOMES = frozenset(("becomes", "became", "become", "remains"))
_ANY_MORE = re.compile(r"\b(?:any ?more|any longer)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Subject:
    """What stands before a verb.

    Attributes:
        names: the things it names.
        keyed: if it names a relation of them, that.
        said: what it says itself.
        marks: the numbers in it.
        plural: whether it names several things.
        raw: its words as they stand as a value, without article.
        agent: whether it is but "we" or "they", who did something to another thing.
    """

    names: tuple[str, ...]
    keyed: Keyed | None = None
    said: tuple[Claim, ...] = ()
    marks: tuple[int, ...] = ()
    plural: bool = False
    raw: str | None = None
    agent: bool = False


def _past(told: Told) -> bool:
    """Whether a clause only tells what was."""
    return any(c.tense is Tense.PAST for c in told.claims)


_KNOWN_FOR = frozenset(("occupation", "nationality"))
"""What the past tense of a description tells of a person for good ("X was a Welsh lexicographer")."""


class Predicating:
    """Reads predicates in one sentence.

    Args:
        rules: what is known of words, names and relations.
        words: the sentence.
        filling: fills the roles of frames.
        describing: reads descriptions.
        about: returns what the text was last about, for "its owner".
    """

    def __init__(
        self, rules: Rules, words: Words, filling: Filling, describing: Describing, about: Callable[[], tuple[str, ...]]
    ) -> None:
        self._rules = rules
        self._words = words
        self._filling = filling
        self._describing = describing
        self._having = Having(rules, words, filling)
        self._about = about

    def read(self, subject: Subject, verb: Verb) -> Told | None:
        """Return what a verb says of a subject, or None if it is not understood whole."""
        ends = verb.ends
        if verb.modal:
            return None
        if verb.negated:
            if not _ANY_MORE.search(self._words.text[self._words.tokens[verb.start].start :]):
                return None
            ends = True
        if (
            verb.plural
            and not subject.plural
            and len(subject.names) == 1
            and subject.keyed is None
            and "&" not in subject.names[0]
            and (not subject.names[0].endswith("s") or " " not in subject.names[0])
            and not self._rules.names.knows(subject.names[0])
        ):
            return None
        options = [self._framed(subject, verb, number, ends=ends) for number in range(len(verb.frames))]
        if subject.agent:
            return self._best(options, verb, subject)
        if subject.keyed is not None and self._rules.keeps(verb.word):
            options.append(self._value(subject, subject.keyed, verb, ends=ends))
        if subject.keyed is not None and verb.copula:
            options.append(self._value(subject, subject.keyed, verb, ends=ends))
        elif verb.copula:
            options += [self._is(subject, verb, ends=ends), self._described(subject, verb)]
        elif verb.word in _BECOMES:
            options.append(self._described(subject, verb))
        if verb.having and subject.keyed is None:
            options.append(self._having.read(subject.names, verb, ends=ends))
        return self._best(options, verb, subject)

    @staticmethod
    def _best(options: list[Told | None], verb: Verb, subject: Subject) -> Told | None:
        found = [o for o in options if o is not None]
        if not found:
            return None
        best = max(found, key=lambda told: (not _past(told), len(told.claims), told.end))
        best.marks = [*verb.marks, *best.marks]
        if not best.subjects:
            best.subjects = subject.names
        return best

    def _framed(self, subject: Subject, verb: Verb, number: int, *, ends: bool) -> Told | None:
        frame, at = verb.frames[number]
        if subject.keyed is not None:
            return None
        role = frame.roles["subject"][0]
        if subject.agent and role:
            return None
        names = subject.names if role == "S" or subject.raw is None else (subject.raw,)
        if role in ("+R", "-R"):
            return self._in_role(names, verb, at, ends=ends or role == "-R")
        tense = verb.tense
        if tense is Tense.PAST and (frame.lasting or frame.happens):
            tense = Tense.EVENT
        told = self._filling.fill(frame, at, names, Tense.EVENT if ends else tense, ends=ends)
        if told is not None and ends:
            told.claims = [self._held(c) for c in told.claims]
        return told

    def _in_role(self, names: tuple[str, ...], verb: Verb, i: int, *, ends: bool) -> Told | None:
        """Read "became the R of S" and "stepped down as R of S"."""
        at, marks = self._rules.verbs.skip(self._words, i)
        keyed = self._rules.phrases.keyed(self._words, at) or self._open(at)
        subjects = keyed.subjects or self._office(keyed, at) if keyed is not None else ()
        if keyed is None or not subjects:
            return None
        if self._rules.kinds.kind(keyed.relation) not in ("name", "thing") and not keyed.open:
            return None
        end = self._rules.ends_at(self._words, keyed.end, narrow=False)
        if end is None:
            return None
        tense = verb.tense if verb.tense in (Tense.FUTURE, Tense.STATE) and not ends else Tense.EVENT
        claims = self._joined(keyed, subjects, names, tense, ends=ends) or [
            Claim(s, keyed.relation, n, tense, 0, 0, ends, keyed.env) for s in subjects for n in names if n != s
        ]
        return Told(claims, end, names, list(marks))

    def _joined(
        self, keyed: Keyed, subjects: tuple[str, ...], names: tuple[str, ...], tense: Tense, *, ends: bool
    ) -> list[Claim]:
        """Return what "a member of the Farmers' League" says if that is a party: it is a fact of the person."""
        party = self._rules.registry.find("political party")
        if keyed.relation.name != "members" or party is None or not self._rules.fits(party, subjects[0]):
            return []
        return [Claim(n, party, s, tense, 0, 0, ends) for s in subjects for n in names]

    def _office(self, keyed: Keyed, at: int) -> tuple[str, ...]:
        """Return of what "retired as chair" says that somebody was: of what the text is about, if that has one."""
        about = self._about()
        named = self._words.low(at) in ("its", "their")
        held = keyed.relation.name in self._rules.roles and len(about) == 1
        return about if named or (held and self._rules.names.stated(about[0], keyed.relation.name)) else ()

    def _held(self, claim: Claim) -> Claim:
        """Return an end under the relation in which the subject is known to have the value."""
        relation = self._rules.names.relation_with(claim.subject, claim.object) if claim.object else None
        if relation is None:
            return claim
        return Claim(claim.subject, relation, claim.object, claim.tense, 0, 0, True)

    def _value(self, subject: Subject, keyed: Keyed, verb: Verb, *, ends: bool) -> Told | None:
        """Read "the R of S is V"."""
        words, rules = self._words, self._rules
        lasting = keyed.relation.name in rules.lasting and not ends
        became = verb.word in _BECOMES
        if verb.tense is Tense.PAST and not lasting and not became:
            return self._now(subject, keyed, verb)
        at, marks = rules.verbs.skip(words, verb.end)
        at = self._lowered(at)
        at += words.starts(at, rules.settings)
        kind = rules.kinds.kind(keyed.relation)
        at += kind in ("address", "thing", "place") and words.low(at) in ("in", "on")
        if kind == "date" and words.kind(at) == MARKED:
            mark = words.marks.get(number_of(words.tokens[at].text))
            if mark is None or not mark.dated:
                return None
            values, end = [mark.text], at + 1
        else:
            early = at > verb.end and not keyed.open
            read = rules.kinds.keyed(words, verb.end, keyed) if early else None
            read = read or rules.kinds.keyed(words, at, keyed)
            if read is not None and keyed.open and words.low(verb.start) == "are":
                read = rules.kinds.several(words, at, read, keyed.relation)
            if read is None or not (keyed.open or rules.kinds.alone(words, read[1], keyed.relation)):
                return None
            values, end = read
            if ends and words.low(end) == "but":
                newer = rules.kinds.keyed(words, end + 1, keyed)
                if newer is None:
                    return None
                values, end, ends = *newer, False
        end, more = rules.verbs.skip(words, end)
        stop = rules.ends_at(words, end, narrow=True)
        if stop is None or self._divided(stop):
            return None
        tense = Tense.EVENT if ends or lasting or became else verb.tense
        claims = [Claim(n, keyed.relation, v, tense, 0, 0, ends, keyed.env) for n in subject.names for v in values]
        if not ends and (added := self._filling.added(subject.names, keyed.relation, end, keyed.env))[0]:
            first = (*verb.marks, *marks, *more)
            return Told([*(replace(c, marks=first) for c in claims), *added[0]], added[1], subject.names)
        told = Told(claims, stop, subject.names, [*marks, *more])
        return told if ends else self._but_later(told, subject, keyed, verb)

    def _divided(self, at: int) -> bool:
        """Whether a value is but one of several: "30 s for reads and 60 s for writes"."""
        words = self._words
        if words.low(at) != "for":
            return False
        stop = next((k for k in range(at, len(words)) if words.low(k) in (".", ";")), len(words))
        return any(words.kind(k) == NUMBER for k in range(at, stop))

    def _but_later(self, told: Told, subject: Subject, keyed: Keyed, verb: Verb) -> Told:
        """Add what "… but will be 60 s from July" behind a value says."""
        words = self._words
        later = self._rules.verbs.at(words, told.end + 1) if words.low(told.end) == "but" else None
        if later is None or later.tense is not Tense.FUTURE or later.negated or later.modal:
            return told
        then = self._value(subject, keyed, later, ends=False)
        if then is None:
            return told
        dated = [number_of(words.tokens[then.end].text)] if words.kind(then.end) == MARKED else []
        first, second = (*verb.marks, *told.marks), (*then.marks, *dated)
        claims = [replace(c, marks=first) for c in told.claims] + [replace(c, marks=second) for c in then.claims]
        return Told(claims, then.end, subject.names)

    def _open(self, at: int) -> Keyed | None:
        """Read "the second index of search" up to where the clause pauses."""
        words = self._words
        stop = next((k for k in range(at, len(words)) if words.pauses(k) or words.kind(k) == MARKED), len(words))
        found = self._rules.phrases.keyed(words, at, stop) if words.low(at) == "the" and stop - at < 8 else None
        return found if found is not None and found.open else None

    def _named(self, name: str) -> bool:
        """Whether a word is surely a name: "the platform of choice" names nothing."""
        cited = any(t.kind == CODE and t.text == name for t in self._words.tokens)
        return cited or self._rules.looks_named(name) or self._words.low(0) == name

    def _lowered(self, at: int) -> int:
        """Skip "down from A to" before a value."""
        words = self._words
        if words.low(at) not in ("down", "up", "back") or words.low(at + 1) != "from":
            return at
        return next((k + 1 for k in range(at + 2, min(at + 8, len(words))) if words.low(k) == "to"), at)

    def _now(self, subject: Subject, keyed: Keyed, verb: Verb) -> Told | None:
        """Read the second half of "the R of S was A and is now B"."""
        words, rules = self._words, self._rules
        read = rules.kinds.keyed(words, verb.end, keyed)
        if read is None:
            return None
        at, marks = rules.verbs.skip(words, read[1])
        past = self._until(subject, keyed, read[0], at, marks)
        at += words.low(at) == ","
        if past is not None and words.low(at + (words.low(at) == "and")) == "then":
            return self._then(past, keyed, at + 1 + (words.low(at) == "and"))
        if words.low(at) not in ("and", "but"):
            return past
        later = rules.verbs.at(words, at + 1)
        now = later is not None and later.tense in (Tense.STATE, Tense.FUTURE) and not (later.negated or later.modal)
        told = self._value(subject, keyed, later, ends=False) if later is not None and now else None
        if told is not None and past is not None:
            told.claims = [*past.claims, *(replace(c, marks=tuple(told.marks)) for c in told.claims)]
        return told or past

    def _then(self, past: Told, keyed: Keyed, at: int) -> Told:
        """Add what "…, then B" says behind "the R of S was A until D"."""
        read = self._rules.kinds.keyed(self._words, at, keyed)
        end = self._rules.ends_at(self._words, read[1], narrow=True) if read is not None else None
        if read is None or end is None:
            return past
        until = past.claims[0].marks
        claims = [
            Claim(n, keyed.relation, v, Tense.STATE, 0, 0, env=keyed.env, marks=until, then=True)
            for n in past.subjects for v in read[0]
        ]  # fmt: skip
        return Told([*past.claims, *claims], end, past.subjects)

    def _until(self, subject: Subject, keyed: Keyed, values: list[str], at: int, marks: tuple[int, ...]) -> Told | None:
        """Return what the first half of it says: the value's end, if it is dated."""
        dated = [m for m in marks if self._words.marks[m].preposition in ("until", "till", "up to")]
        if len(dated) != 1:
            return None
        claims = [
            Claim(n, keyed.relation, v, Tense.PAST, 0, 0, env=keyed.env, marks=tuple(dated))
            for n in subject.names for v in values
        ]  # fmt: skip
        return Told(claims, at, subject.names)

    def _is(self, subject: Subject, verb: Verb, *, ends: bool) -> Told | None:
        """Read "V is the R of S"."""
        words, rules = self._words, self._rules
        at, marks = rules.verbs.skip(words, verb.end)
        keyed = rules.phrases.keyed(words, at) or self._open(at)
        if keyed is None:
            count = words.starts(at, rules.verbs_statuses)
            if count and not ends and verb.tense in (Tense.STATE, Tense.FUTURE):
                end = rules.ends_at(words, at + count, narrow=True)
                if end is not None and words.low(end) not in ("as", "by", "to", "with", "for", "from", "than", "via"):
                    status = [
                        self._filling.claim(n, "status", words.raw(at, at + count), verb.tense) for n in subject.names
                    ]
                    return Told(self._filling.some(*status), end, subject.names, list(marks))
            return None
        if not keyed.definite and keyed.relation.cardinality is not Cardinality.SET:
            return None
        named = rules.kinds.kind(keyed.relation) in ("name", "place", "thing") or (
            keyed.open and keyed.definite and subject.raw is not None
        )
        person = rules.kinds.kind(keyed.relation) == "name" and subject.raw is not None and subject.raw[:1].isupper()
        subjects = keyed.subjects or (self._about() if words.low(at) in ("its", "their") else ())
        if not subjects or not named or not (person or all(map(self._named, subjects))):
            return None
        end = rules.ends_at(words, keyed.end, narrow=False)
        if end is None:
            return None
        tense = Tense.EVENT if ends or keyed.relation.name in rules.lasting else verb.tense
        joined = self._joined(keyed, subjects, subject.names, tense, ends=ends)
        if joined:
            return Told(joined, end, subject.names, list(marks))
        claims = [
            Claim(s, keyed.relation, n, tense, 0, 0, ends, keyed.env)
            for s in subjects
            for n in ((subject.raw,) if subject.raw else subject.names)
            if n != s
        ]
        others, end = self._others(keyed, end, tense, ends=ends)
        return Told([*claims, *others], end, subject.names, list(marks))

    def _others(self, keyed: Keyed, end: int, tense: Tense, *, ends: bool) -> tuple[list[Claim], int]:
        """Read ", and M of T" behind "N is the R of S": the same of another."""
        words, rules = self._words, self._rules
        at = end + (words.low(end) == ",")
        name = rules.kinds.name(words, at + 1) if words.low(at) == "and" and keyed.subjects else None
        entity = rules.phrases.entity(words, name[1] + 1) if name is not None and words.low(name[1]) == "of" else None
        if name is None or entity is None or not words.pauses(entity.end) or not name[0][:1].isupper():
            return [], end
        claims = [Claim(s, keyed.relation, name[0], tense, 0, 0, ends) for s in entity.names]
        return claims, entity.end

    def _described(self, subject: Subject, verb: Verb) -> Told | None:
        """Read "X is a small town in Portugal with …" and "X was a Welsh lexicographer"."""
        at, marks = self._rules.verbs.skip(self._words, verb.end)
        if self._words.low(at) not in ("a", "an", "the") or len(subject.names) != 1 or verb.ends or verb.negated:
            return None
        told = self._describing.read(subject.names[0], at + 1)
        if told is None:
            return None
        claims = told.claims
        if verb.tense is Tense.PAST:  # what a person was known for stays; who owned a thing then need not own it now
            lasting = self._rules.lasting | _KNOWN_FOR
            claims = [c for c in claims if c.relation.name in lasting]
        return replace(told, claims=claims, marks=[*marks, *told.marks]) if claims else None
