"""Reads that something is over: "support for X was dropped", "the R of S is gone", "X left the S team"."""

from __future__ import annotations

from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.entities import Entity
from tenure.ingest.extract.filling import Filling, Told
from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.tokens import MARKED, NUMBER
from tenure.ingest.extract.verbs import PASSIVE, number_of
from tenure.ingest.extract.words import Words
from tenure.relations import Relation

_SUPPORT = {"support": ("supports", "supported versions"), "integration": ("integrates with",)}
_DROPS = frozenset(
    ("dropped", "drops", "drop", "removed", "removes", "ended", "ends", "discontinued", "lost", "loses", "ending",
     "dropping")
)  # fmt: skip
_OVER = frozenset(("shut", "switched", "turned", "archived", "expired", "lapsed"))
_ENDS = _DROPS | _OVER | {"left", "leaves"}


class Ending:
    """Reads ends in one sentence."""

    def __init__(self, rules: Rules, words: Words, filling: Filling) -> None:
        self._rules = rules
        self._words = words
        self._filling = filling
        self._ends = not (words.present.isdisjoint(_ENDS) and words.present.isdisjoint(rules.ended))

    def read(self, i: int, topic: tuple[str, ...]) -> Told | None:
        """Return the end that the clause at a token tells, or None."""
        if not self._ends:
            return None
        return self._support(i, topic) or self._left(i) or self._gone(i) or self._retired(i)

    def _told(self, subjects: tuple[str, ...], relation: Relation, value: str | None, end: int) -> Told | None:
        stop = self._rules.ends_at(self._words, end, narrow=False)
        if stop is None:
            return None
        claims = [Claim(s, relation, value, Tense.EVENT, 0, 0, True) for s in subjects]
        return Told(claims, stop, subjects, self._marks(end))

    def _marks(self, end: int) -> list[int]:
        return [number_of(t.text) for t in self._words.tokens[end : end + 1] if t.kind == MARKED]

    def _relation(self, kind: str, subject: str, value: str) -> Relation | None:
        rules = self._rules
        held = rules.names.relation_with(subject, value)
        if held is not None:
            return held
        names = ("supported versions",) if kind == "support" and value[:1].isdigit() else _SUPPORT[kind]
        return next((found for name in names if (found := rules.registry.find(name)) is not None), None)

    def _support(self, i: int, topic: tuple[str, ...]) -> Told | None:
        """Read "support for X was dropped", "integration with X has been removed from S", "S drops support for X"."""
        words = self._words
        at = i + (words.low(i) in ("the", "our"))
        kind = words.low(at)
        if kind in _SUPPORT:
            return self._support_first(at, kind, topic)
        if kind in _DROPS and words.low(at + 1) in _SUPPORT:
            return self._support_first(at + 1, words.low(at + 1), topic, dropped=True)
        for k in range(i + 1, min(i + 8, len(words) - 3)):
            if words.low(k) in _DROPS:
                noun = k + 1 + (words.low(k + 1) in ("its", "the"))
                subject = self._rules.phrases.entity(words, i, self._start(i, k))
                if words.low(noun) in _SUPPORT and subject is not None and words.low(noun + 1) in ("for", "with"):
                    return self._of(subject.names, words.low(noun), noun + 2)
        return None

    def _start(self, i: int, k: int) -> int:
        while k > i + 1 and (
            self._words.low(k - 1) in ("has", "have", "had", "now", "finally", "also")
            or self._words.kind(k - 1) == MARKED
        ):
            k -= 1
        return k

    def _of(self, subjects: tuple[str, ...], kind: str, at: int) -> Told | None:
        value = self._rules.kinds.thing(self._words, at) or self._rules.kinds.version(self._words, at)
        if value is None:
            return None
        relation = self._relation(kind, subjects[0], value[0])
        return self._told(subjects, relation, value[0], value[1]) if relation is not None else None

    def _support_first(self, at: int, kind: str, topic: tuple[str, ...], *, dropped: bool = False) -> Told | None:
        words, rules = self._words, self._rules
        subjects: tuple[str, ...] = topic
        start = at + 1
        if words.low(start) == "of":
            entity = rules.phrases.entity(words, start + 1)
            if entity is None:
                return None
            subjects, start = entity.names, entity.end
        if words.low(start) not in ("for", "with"):
            return None
        value = rules.kinds.thing(words, start + 1) or rules.kinds.version(words, start + 1)
        if value is None:
            return None
        text, end = value
        versioned = rules.phrases.entity(words, start + 1) if kind == "support" else None
        if versioned is not None and self._is_versioned(versioned, start, end):
            subjects, text, end = versioned.names, words.tokens[versioned.end - 1].text, versioned.end
        if words.low(end) in ("in", "by", "from"):
            entity = rules.phrases.entity(words, end + 1)
            if entity is None:
                return None
            subjects, end = entity.names, entity.end
        while words.low(end) in PASSIVE or words.kind(end) == MARKED or words.low(end) in ("now", "finally"):
            end += 1
        if not dropped and words.low(end) not in self._rules.ended:
            return None
        end += not dropped
        if words.low(end) in ("from", "in"):
            entity = rules.phrases.entity(words, end + 1)
            if entity is not None:
                subjects, end = entity.names, entity.end
        if not subjects:
            return None
        relation = self._relation(kind, subjects[0], text)
        return self._told(subjects, relation, text, end) if relation is not None else None

    def _is_versioned(self, named: Entity, start: int, end: int) -> bool:
        """Whether what support is for is a version of the thing itself ("support for Falcata 6 was dropped")."""
        words = self._words
        numbered = words.kind(named.end - 1) == NUMBER and named.end - 1 > start + 1
        if named.names[0].lower() in self._rules.lexis.tools:
            return False
        return numbered and words.low(end) not in ("in", "from")

    def _left(self, i: int) -> Told | None:
        """Read "X left the S team": of a team whose members are known, or that is called one."""
        words, rules = self._words, self._rules
        name = rules.kinds.name(words, i)
        if name is None:
            return None
        at = self._rules.verbs.adverbs(words, name[1])
        at += words.low(at) in ("has", "have")
        at = self._rules.verbs.adverbs(words, at)
        if words.low(at) not in ("left", "leaves"):
            return None
        entity = rules.phrases.entity(words, at + 1)
        if entity is None or len(entity.names) != 1:
            return None
        group = rules.names.relation_with(entity.names[0], name[0])
        team = words.low(entity.end - 1) in ("team", "squad", "crew", "guild")
        relation = group or (rules.registry.find("members") if team else None)
        return self._told(entity.names, relation, name[0], entity.end) if relation is not None else None

    def _retired(self, i: int) -> Told | None:
        """Read "X was decommissioned": the thing itself is over."""
        words, rules = self._words, self._rules
        entity = rules.phrases.entity(words, i)
        if entity is None or words.low(entity.end) not in ("was", "were", "has", "have"):
            return None
        at = entity.end
        while words.low(at) in PASSIVE or words.low(at) in ("now", "finally", "since") or words.kind(at) == MARKED:
            at += 1
        count = words.starts(at, rules.retired)
        status = rules.registry.find("status")
        stop = rules.ends_at(words, at + count, narrow=True) if count else None
        if stop is None or status is None or words.low(at + count) == "as":
            return None
        mark = words.marks.get(number_of(words.tokens[stop].text)) if words.kind(stop) == MARKED else None
        if mark is not None and not mark.dated:
            return None  # "has been deprecated since 2.6"
        value = words.raw(at, at + count).lower()
        return Told(
            [Claim(s, status, value, Tense.EVENT, 0, 0) for s in entity.names],
            stop,
            entity.names,
            self._marks(at + count),
        )

    def _gone(self, i: int) -> Told | None:
        """Read "the R of S has been removed" and "S's feature flag `x` is gone"."""
        words, rules = self._words, self._rules
        stop = next(
            (k for k in range(i + 2, min(i + 10, len(words))) if words.low(k) in PASSIVE or words.low(k) in _OVER), None
        )
        keyed = rules.phrases.keyed(words, i) or (rules.phrases.keyed(words, i, stop) if stop is not None else None)
        if keyed is None or not keyed.subjects or keyed.relation.name in ("status", "maintenance status"):
            return None
        value = rules.kinds.read(words, keyed.end, keyed.relation)
        at = keyed.end
        text: str | None = None
        if value is not None and words.low(value[1]) in PASSIVE:
            text, at = value
        if text is None and words.low(at) in ("expired", "lapsed", "vanished"):
            return self._told(keyed.subjects, keyed.relation, None, at + 1)
        if words.low(at) not in PASSIVE:
            return None
        while words.low(at) in PASSIVE or words.low(at) in ("now", "finally") or words.kind(at) == MARKED:
            at += 1
        if words.low(at) not in rules.ended or words.low(at + 1) in ("to", "from", "by", "up", "down", "back", "over"):
            return None
        return self._told(keyed.subjects, keyed.relation, text, at + 1)
