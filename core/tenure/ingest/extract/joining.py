"""Reads what joins and leaves a set: "added V to S's regions", "P left the maintainers of S", "P joined S as R"."""

from __future__ import annotations

from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.filling import Told
from tenure.ingest.extract.phrases import Keyed
from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.tokens import MARKED
from tenure.ingest.extract.verbs import PASSIVE, number_of
from tenure.ingest.extract.words import Words
from tenure.relations import Cardinality

_ADDS = frozenset(("added", "adds"))
_TAKES = frozenset(("removed", "removes", "dropped", "drops"))
_AGENTS = frozenset(("we", "i", "they"))
_JOINS = frozenset(("joined", "joins"))
_ANY = _ADDS | _TAKES | _JOINS


class Joining:
    """Reads joining and leaving in one sentence."""

    def __init__(self, rules: Rules, words: Words) -> None:
        self._rules = rules
        self._words = words
        self._any = not words.present.isdisjoint(_ANY)

    def read(self, i: int) -> Told | None:
        """Return what the clause at a token says of a set, or None."""
        return (self._acted(i) or self._passive(i) or self._joined(i)) if self._any else None

    def _acted(self, i: int) -> Told | None:
        """Read "(we) added V to S's Rs"."""
        words = self._words
        at = i + (words.low(i) in _AGENTS)
        at = self._rules.verbs.adverbs(words, at)
        at += words.low(at) in ("have", "has", "'ve")
        ends = words.low(at) in _TAKES
        if not ends and words.low(at) not in _ADDS:
            return None
        return self._moved(at + 1, ("from",) if ends else ("to",), ends=ends)

    def _moved(self, start: int, joints: tuple[str, ...], *, ends: bool) -> Told | None:
        words = self._words
        joint = next((k for k in range(start + 1, min(start + 9, len(words))) if words.low(k) in joints), None)
        keyed = self._rules.phrases.keyed(words, joint + 1) if joint is not None else None
        if joint is None or keyed is None:
            return None
        return self._of(keyed, start, joint, keyed.end, ends=ends)

    def _of(self, keyed: Keyed, start: int, stop: int, end: int, *, ends: bool) -> Told | None:
        if not keyed.subjects or keyed.relation.cardinality is not Cardinality.SET:
            return None
        read = self._rules.kinds.read_all(self._words, start, keyed.relation)
        after = self._rules.ends_at(self._words, end, narrow=False)
        if read is None or read[1] != stop or after is None:
            return None
        claims = [
            Claim(s, keyed.relation, v, Tense.EVENT, 0, 0, ends, keyed.env) for s in keyed.subjects for v in read[0]
        ]
        marks = [number_of(t.text) for t in self._words.tokens[end:after] if t.kind == MARKED]
        return Told(claims, after, keyed.subjects, marks)

    def _passive(self, i: int) -> Told | None:
        """Read "V was added to the Rs of S"."""
        words = self._words
        for k in range(i + 1, min(i + 8, len(words))):
            if words.low(k) not in PASSIVE:
                continue
            at = k + 1
            while words.low(at) in PASSIVE or words.kind(at) == MARKED:
                at += 1
            ends = words.low(at) in _TAKES
            if not ends and words.low(at) not in _ADDS:
                return None
            if words.low(at + 1) != ("from" if ends else "to"):
                return None
            keyed = self._rules.phrases.keyed(words, at + 2)
            return self._of(keyed, i, k, keyed.end, ends=ends) if keyed is not None else None
        return None

    def _joined(self, i: int) -> Told | None:
        """Read "Ada joined billing as a maintainer"."""
        words, rules = self._words, self._rules
        name = rules.kinds.name(words, i)
        if name is None or words.low(name[1]) not in _JOINS:
            return None
        entity = rules.phrases.entity(words, name[1] + 1)
        if entity is None or words.low(entity.end) != "as" or words.low(entity.end + 1) not in ("a", "an", "the"):
            return None
        noun = rules.nouns.at(words, entity.end + 2)
        if noun is None or rules.kinds.kind(noun[0]) != "name":
            return None
        stop = rules.ends_at(words, noun[1], narrow=False)
        if stop is None:
            return None
        return Told([Claim(s, noun[0], name[0], Tense.EVENT, 0, 0) for s in entity.names], stop, entity.names)
