"""Reads who takes a role: "S named N chief executive", "N remains president", "N is now principal engineer"."""

from __future__ import annotations

from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.filling import Filling, Told
from tenure.ingest.extract.quantities import Read
from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.tokens import MARKED, WORD
from tenure.ingest.extract.verbs import number_of
from tenure.ingest.extract.words import Words

_NAMES = frozenset(
    ("names", "named", "appoints", "appointed", "elects", "elected", "hires", "hired", "picks", "picked", "confirms",
     "confirmed", "installs", "installed", "chooses", "chose", "promotes", "promoted", "reelected", "re-elected",
     "nominates", "made")
)  # fmt: skip
_DENIES = frozenset(
    ("not", "n't", "never", "no", "nobody", "none", "would", "could", "should", "may", "might", "must", "can", "will",
     "if", "whether", "who", "almost", "nearly", "be", "been", "was", "were", "is", "are", "being")
)  # fmt: skip
"""Words before "elected" with which the clause appoints nobody, or is told the other way round."""
_STAYS = frozenset(("remains", "stays", "continues"))
_JOINTS = frozenset(("as", "to", "be", "its", "their", "the", "our", "a", "new", "next", "first", "interim", "on"))


class Appointing:
    """Reads appointments in one sentence."""

    def __init__(self, rules: Rules, words: Words, filling: Filling) -> None:
        self._rules = rules
        self._words = words
        self._filling = filling
        self._names = not words.present.isdisjoint(_NAMES)
        self._stays = not words.present.isdisjoint(_STAYS)
        self._took = "over" in words.present
        self._now = "now" in words.present

    def read(self, i: int, topic: tuple[str, ...]) -> Told | None:
        """Return the appointment that the clause at a token tells, or None."""
        if self._names and (told := self._appointed(i)) is not None:
            return told
        if self._stays and (told := self._stayed(i, topic)) is not None:
            return told
        if self._took and (told := self._took_over(i)) is not None:
            return told
        return self._now_is(i) if self._now else None

    def _role(self, at: int, subjects: tuple[str, ...]) -> tuple[Claim, int] | None:
        """Read a role's noun, with "of S" behind it or for the subjects given; the claim lacks its value."""
        words, rules = self._words, self._rules
        while words.low(at) in _JOINTS:
            at += 1
        keyed = rules.phrases.keyed(words, at)
        if keyed is None or rules.kinds.kind(keyed.relation) != "name" or keyed.relation.name not in rules.roles:
            return None
        names = keyed.subjects or subjects
        if len(names) != 1:
            return None
        return Claim(names[0], keyed.relation, None, Tense.EVENT, 0, 0, env=keyed.env), keyed.end

    def _filled(self, claim: Claim, value: str, end: int, tense: Tense, subjects: tuple[str, ...]) -> Told | None:
        stop = self._rules.ends_at(self._words, end, narrow=False)
        if stop is None or value == claim.subject:
            return None
        marks = [number_of(t.text) for t in self._words.tokens[end:stop] if t.kind == MARKED]
        return Told([Claim(claim.subject, claim.relation, value, tense, 0, 0, env=claim.env)], stop, subjects, marks)

    def _appointed(self, i: int) -> Told | None:
        words, rules = self._words, self._rules
        for k in range(i + 1, min(i + 12, len(words) - 2)):
            if words.pauses(k) and words.low(k) != ",":
                return None
            if words.low(k) not in _NAMES:
                continue
            name = self._without_role(rules.kinds.name(words, k + 1))
            subject = self._appointer(i, k)
            role = self._role(name[1], subject) if name is not None else None
            if (
                name is None
                or role is None
                or words.low(k - 1) == "to"
                or not _DENIES.isdisjoint(words.low(j) for j in range(i, k))
            ):
                return None
            told = self._filled(role[0], name[0], role[1], Tense.EVENT, subject or (role[0].subject,))
            if told is not None:
                told.marks += [number_of(t.text) for t in words.tokens[i:k] if t.kind == MARKED]
            return told
        return None

    def _without_role(self, name: Read | None) -> Read | None:
        """Cut the role off a name: "Beatriz Falcão CEO"."""
        words = self._words
        if name is None or not words.tokens[name[1] - 1].text.isupper() or " " not in name[0]:
            return name
        noun = self._rules.nouns.at(words, name[1] - 1)
        return (name[0].rpartition(" ")[0], name[1] - 1) if noun is not None and noun[1] == name[1] else name

    def _appointer(self, i: int, k: int) -> tuple[str, ...]:
        """Return who appoints somebody, by name, if the clause begins with that; else the role has to tell of what."""
        words = self._words
        subject = self._rules.phrases.entity(words, i)
        if subject is None:
            return ()
        start = k - (words.low(k - 1) in ("has", "have"))
        while words.kind(start - 1) == MARKED:
            start -= 1
        return subject.names if subject.end == start or words.low(subject.end) in (",", "(") else ()

    def moved_on(self, i: int, subjects: tuple[str, ...], found: list[Claim]) -> Told | None:
        """Read "and is now with B" and "and is now a B player" behind "N has left A"."""
        words = self._words
        left = any(c.ends and c.relation.name == "employer" and c.subject in subjects for c in found)
        if not left or words.phrase(i, 2) != "is now":
            return None
        name = self._rules.kinds.name(words, i + 3)
        if name is None or not name[0][:1].isupper():
            return None
        role = words.low(name[1]) in self._rules.jobs or words.low(name[1]) in ("player", "employee", "man", "woman")
        if words.low(i + 2) not in (("a", "an") if role else ("with", "at")):
            return None
        claims = self._filling.some(*(self._filling.claim(s, "employer", name[0]) for s in subjects))
        return Told(claims, name[1] + role, subjects)

    def _took_over(self, i: int) -> Told | None:
        """Read "N takes over from M as manager of S"."""
        words = self._words
        name = self._rules.kinds.name(words, i)
        if name is None:
            return None
        at = name[1] + (words.low(name[1]) in ("has", "have"))
        if words.low(at) not in ("takes", "took", "taken") or words.phrase(at + 1, 2) != "over from":
            return None
        joint = next((k for k in range(at + 3, min(at + 10, len(words))) if words.low(k) == "as"), None)
        role = self._role(joint + 1, ()) if joint is not None else None
        return None if role is None else self._filled(role[0], name[0], role[1], Tense.EVENT, (name[0],))

    def _stayed(self, i: int, topic: tuple[str, ...]) -> Told | None:
        words = self._words
        name = self._rules.kinds.name(words, i)
        if name is None or words.low(name[1]) not in _STAYS:
            return None
        role = self._role(name[1] + 1, topic)
        return None if role is None else self._filled(role[0], name[0], role[1], Tense.STATE, topic)

    def _now_is(self, i: int) -> Told | None:
        """Read "N is now principal engineer": a position, in lower case."""
        words = self._words
        name = self._rules.kinds.name(words, i)
        if name is None or words.phrase(name[1], 2) != "is now":
            return None
        at = name[1] + 2
        at += words.low(at) in ("a", "an", "our", "the")
        end = at
        while end - at < 4 and words.kind(end) == WORD and not words.tokens[end].capital and not words.pauses(end):
            end += 1
        if end == at or words.low(end - 1) not in self._rules.jobs:
            return None
        claim = self._filling.claim(name[0], "position", words.raw(at, end))
        stop = self._rules.ends_at(words, end, narrow=False)
        return Told([claim], stop, (name[0],)) if claim is not None and stop is not None else None
