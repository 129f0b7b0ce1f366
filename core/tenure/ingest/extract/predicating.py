"""What a subject and its verb say: frames, "is", "has"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.describing import Describing
from tenure.ingest.extract.filling import Filling, Told
from tenure.ingest.extract.phrases import Keyed
from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.tokens import MARKED
from tenure.ingest.extract.verbs import Verb, number_of
from tenure.ingest.extract.words import Words

_ANY_MORE = re.compile(r"\b(?:any ?more|any longer)\b", re.IGNORECASE)
_RELATIVE = frozenset(("who", "which", "that"))


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
    """

    names: tuple[str, ...]
    keyed: Keyed | None = None
    said: tuple[Claim, ...] = ()
    marks: tuple[int, ...] = ()
    plural: bool = False
    raw: str | None = None


def _past(told: Told) -> bool:
    """Whether a clause only tells what was."""
    return any(c.tense is Tense.PAST for c in told.claims)


class Predicating:
    """Reads predicates in one sentence."""

    def __init__(self, rules: Rules, words: Words, filling: Filling) -> None:
        self._rules = rules
        self._words = words
        self._filling = filling
        self.describing = Describing(rules, words, filling)

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
            and not subject.names[0].endswith("s")
            and not self._rules.names.knows(subject.names[0])
        ):
            return None
        options = [self._framed(subject, verb, number, ends=ends) for number in range(len(verb.frames))]
        if subject.keyed is not None and self._rules.keeps(verb.word):
            options.append(self._value(subject, subject.keyed, verb, ends=ends))
        if subject.keyed is not None and verb.copula:
            options.append(self._value(subject, subject.keyed, verb, ends=ends))
        elif verb.copula:
            options += [self._is(subject, verb, ends=ends), self._described(subject, verb)]
        if verb.having and subject.keyed is None:
            options.append(self._has(subject, verb, ends=ends))
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
        keyed = self._rules.phrases.keyed(self._words, at)
        if keyed is None or not keyed.subjects or self._rules.kinds.kind(keyed.relation) not in ("name", "thing"):
            return None
        end = self._rules.ends_at(self._words, keyed.end, narrow=False)
        if end is None:
            return None
        tense = verb.tense if verb.tense in (Tense.FUTURE, Tense.STATE) and not ends else Tense.EVENT
        claims = [
            Claim(s, keyed.relation, n, tense, 0, 0, ends, keyed.env) for s in keyed.subjects for n in names if n != s
        ]
        return Told(claims, end, names, list(marks))

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
        if verb.tense is Tense.PAST and not lasting:
            return None
        at, marks = rules.verbs.skip(words, verb.end)
        at += words.starts(at, rules.settings)
        kind = rules.kinds.kind(keyed.relation)
        at += kind in ("address", "thing", "place") and words.low(at) in ("in", "on")
        if kind == "date" and words.kind(at) == MARKED:
            mark = words.marks.get(number_of(words.tokens[at].text))
            if mark is None or not mark.dated:
                return None
            values, end = [mark.text], at + 1
        else:
            plain = rules.kinds.read_all(words, verb.end, keyed.relation) if at > verb.end else None
            read = plain or rules.kinds.read_all(words, at, keyed.relation)
            if read is None or not rules.kinds.alone(words, read[1], keyed.relation):
                return None
            values, end = read
            if ends and words.low(end) == "but":
                newer = rules.kinds.read_all(words, end + 1, keyed.relation)
                if newer is None:
                    return None
                values, end, ends = *newer, False
        end, more = rules.verbs.skip(words, end)
        stop = rules.ends_at(words, end, narrow=True)
        if stop is None:
            return None
        tense = Tense.EVENT if ends or lasting else verb.tense
        claims = [Claim(n, keyed.relation, v, tense, 0, 0, ends, keyed.env) for n in subject.names for v in values]
        return Told(claims, stop, subject.names, [*marks, *more])

    def _is(self, subject: Subject, verb: Verb, *, ends: bool) -> Told | None:
        """Read "V is the R of S"."""
        words, rules = self._words, self._rules
        at, marks = rules.verbs.skip(words, verb.end)
        keyed = rules.phrases.keyed(words, at)
        if keyed is None:
            count = words.starts(at, rules.verbs_statuses)
            if count and not ends and verb.tense in (Tense.STATE, Tense.FUTURE):
                end = rules.ends_at(words, at + count, narrow=True)
                if end is not None:
                    status = [
                        self._filling.claim(n, "status", words.raw(at, at + count), verb.tense) for n in subject.names
                    ]
                    return Told(self._filling.some(*status), end, subject.names, list(marks))
            return None
        if not keyed.definite and keyed.relation.name in ("brand", "model", "plan", "branch", "series", "successor"):
            return None
        if not keyed.subjects or rules.kinds.kind(keyed.relation) not in ("name", "place", "thing"):
            return None
        end = rules.ends_at(words, keyed.end, narrow=False)
        if end is None:
            return None
        tense = Tense.EVENT if ends or keyed.relation.name in rules.lasting else verb.tense
        claims = [
            Claim(s, keyed.relation, n, tense, 0, 0, ends, keyed.env)
            for s in keyed.subjects
            for n in ((subject.raw,) if subject.raw else subject.names)
            if n != s
        ]
        return Told(claims, end, subject.names, list(marks))

    def _has(self, subject: Subject, verb: Verb, *, ends: bool) -> Told | None:
        words, rules = self._words, self._rules
        at, marks = rules.verbs.skip(words, verb.end)
        found = rules.attributes.all_at(words, at)
        if not found or words.low(at) == "no" or verb.tense is Tense.PAST:
            return None
        while found:
            end = rules.ends_at(words, found[-1].end, narrow=True)
            if end is not None:
                break
            found.pop()
        if not found or end is None:
            return None
        tense = Tense.EVENT if ends else verb.tense
        return Told(self._filling.attributes(subject.names, found, tense, ends=ends), end, subject.names, list(marks))

    def _described(self, subject: Subject, verb: Verb) -> Told | None:
        """Read "X is a small town in Portugal with …" and "X was a Welsh lexicographer"."""
        at, marks = self._rules.verbs.skip(self._words, verb.end)
        if self._words.low(at) not in ("a", "an", "the") or len(subject.names) != 1 or verb.ends or verb.negated:
            return None
        told = self.describing.read(subject.names[0], at + 1)
        return None if told is None else replace(told, marks=[*marks, *told.marks])
