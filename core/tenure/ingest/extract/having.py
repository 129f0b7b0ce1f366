"""Reads "has": "has 12 workers and a timeout of 30 s", "has a new owner, the Tide team", "has etcd as its database"."""

from __future__ import annotations

from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.filling import Filling, Told
from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.tokens import MARKED, WORD
from tenure.ingest.extract.verbs import Verb, number_of
from tenure.ingest.extract.words import Words
from tenure.relations import Relation

_POSSESSIVES = frozenset(("its", "their", "his", "her", "the", "a", "an"))
_INTRODUCES = frozenset((",", ":", "—", "–"))
_NEW = frozenset(("new", "next", "permanent"))
_ASIDE = 6
"""Words that "who cycles" between a role and who has it may have."""


class Having:
    """Reads what subjects have in one sentence."""

    def __init__(self, rules: Rules, words: Words, filling: Filling) -> None:
        self._rules = rules
        self._words = words
        self._filling = filling

    def read(self, names: tuple[str, ...], verb: Verb, *, ends: bool) -> Told | None:
        """Return what a form of "have" says of things, or None if it is not understood whole."""
        words, rules = self._words, self._rules
        at, marks = rules.verbs.skip(words, verb.end)
        lacks = words.low(at) == "no"
        if lacks or ends:
            gone = self._lacked(names, verb, at, marks, lacks=lacks)
            if gone is not None:
                return gone
        if verb.tense is Tense.PAST or lacks:
            return None
        if not ends and (told := self._introduced(names, at, marks) or self._as_its(names, at)) is not None:
            return told
        found = rules.attributes.all_at(words, at)
        while found:
            end = rules.ends_at(words, found[-1].end, narrow=True)
            if end is not None:
                tense = Tense.EVENT if ends else verb.tense
                return Told(self._filling.attributes(names, found, tense, ends=ends), end, names, list(marks))
            found.pop()
        return None

    def _lacked(
        self, names: tuple[str, ...], verb: Verb, at: int, marks: tuple[int, ...], *, lacks: bool
    ) -> Told | None:
        words, rules = self._words, self._rules
        noun = rules.nouns.at(words, at + (lacks or words.low(at) in ("a", "an")))
        end = rules.ends_at(words, noun[1], narrow=True) if noun is not None and noun[0].known else None
        if noun is None or end is None or verb.tense is Tense.PAST:
            return None
        gone = [Claim(n, noun[0], None, Tense.EVENT, 0, 0, True, noun[2]) for n in names]
        return Told(gone, end, names, list(marks))

    def _introduced(self, names: tuple[str, ...], at: int, marks: tuple[int, ...]) -> Told | None:
        """Read "a new owner since May: the Tide team" and "a mayor who cycles: Petra Holub"."""
        words = self._words
        at += words.low(at) == "had"
        role = self._role(at + 1) if words.low(at) in ("a", "an") else None
        if role is None:
            return None
        relation, end = role
        end, more = self._rules.verbs.skip(words, end)
        if words.low(end) in ("who", "that", "which"):
            colon = next((k for k in range(end, min(end + _ASIDE, len(words))) if words.low(k) == ":"), None)
            if colon is None:
                return None
            end = colon
        if words.low(end) not in _INTRODUCES:
            return None
        kinds = self._rules.kinds
        read = kinds.read(words, end + 1, relation) if relation.known else kinds.name(words, end + 1)
        if read is None or not (words.pauses(read[1]) or words.kind(read[1]) == MARKED):
            return None
        if not self._rules.looks_named(read[0]) or not self._rules.may_be(relation, read[0]):
            return None
        behind = [number_of(words.tokens[read[1]].text)] if words.kind(read[1]) == MARKED else []
        claims = [Claim(n, relation, read[0], Tense.STATE, 0, 0) for n in names if n != read[0]]
        return Told(claims, read[1], names, [*marks, *more, *behind])

    def _role(self, i: int) -> tuple[Relation, int] | None:
        """Read what somebody or something may be to another: "new owner", "database", "new operator"."""
        words, rules = self._words, self._rules
        noun = rules.nouns.at(words, i)
        if noun is not None:
            return (noun[0], noun[1]) if noun[2] is None and rules.kinds.kind(noun[0]) in ("name", "thing") else None
        if words.low(i) not in _NEW or words.kind(i + 1) != WORD or words.low(i + 1) not in rules.people:
            return None
        return rules.people[words.low(i + 1)], i + 2

    def _as_its(self, names: tuple[str, ...], at: int) -> Told | None:
        """Read "has etcd as its storage backend"."""
        words, rules = self._words, self._rules
        joint = next((k for k in range(at + 1, min(at + 8, len(words))) if words.low(k) == "as"), None)
        if joint is None or any(words.pauses(k) for k in range(at, joint)):
            return None
        noun = rules.nouns.at(words, joint + 1 + (words.low(joint + 1) in _POSSESSIVES))
        read = rules.kinds.read_all(words, at, noun[0]) if noun is not None else None
        end = rules.ends_at(words, noun[1], narrow=True) if noun is not None else None
        if noun is None or read is None or end is None or read[1] != joint or rules.kinds.kind(noun[0]) == "word":
            return None
        if words.low(joint + 1) not in ("its", "their") and not all(map(rules.looks_named, read[0])):
            return None
        claims = [Claim(n, noun[0], v, Tense.STATE, 0, 0, env=noun[2]) for n in names for v in read[0] if v != n]
        return Told(claims, end, names)
