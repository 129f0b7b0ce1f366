"""Reads releases: "S 2.4.0 was released today", "we released S 2.4.0", "rolled back S to version 3.9.2"."""

from __future__ import annotations

import re

from tenure.ingest.extract.filling import Filling, Told
from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.tokens import MARKED
from tenure.ingest.extract.verbs import PASSIVE, number_of
from tenure.ingest.extract.words import Words

_RELEASED = frozenset(("released", "published", "tagged", "shipped"))
_DEPLOYED = frozenset(("deployed", "released", "shipped", "tagged", "published", "installed"))
_OUT = frozenset(("rolled out", "rolled back", "pushed out"))
_AGENTS = frozenset(("we", "i", "they"))
_NUMBER = re.compile(r"v?\d+(?:\.\d+)+[\w.+-]*")
_DOTTED = re.compile(r"\d\.\d")


class Releasing:
    """Reads releases in one sentence."""

    def __init__(self, rules: Rules, words: Words, filling: Filling) -> None:
        self._rules = rules
        self._words = words
        self._filling = filling
        dotted = _DOTTED.search(words.text) is not None
        self._any = dotted and any(_NUMBER.fullmatch(t.text) for t in words.tokens)

    def read(self, i: int) -> Told | None:
        """Return the release that the clause at a token tells, or None."""
        return (self._acted(i) or self._passive(i)) if self._any else None

    def _named(self, i: int, *, back: bool = False) -> tuple[str, str, int] | None:
        """Read "S 2.4.0", or "S to version 2.4.0"."""
        words = self._words
        at = i + (words.low(i) in ("the", "our"))
        for k in range(at + 1, min(at + 6, len(words))):
            if not _NUMBER.fullmatch(words.tokens[k].text):
                continue
            start = k
            while words.low(start - 1) in ("version", "release"):
                start -= 1
            if words.low(start - 1) == "to":
                if not back:
                    return None
                start -= 1
            entity = self._rules.phrases.entity(words, at, start)
            if entity is None:
                entity = self._rules.phrases.entity(words, at)
                entity = entity if entity is not None and entity.end == k + 1 else None
            return (entity.names[0], words.raw(k, k + 1), k + 1) if entity and len(entity.names) == 1 else None
        return None

    def _acted(self, i: int) -> Told | None:
        words = self._words
        at = self._rules.verbs.adverbs(words, i + (words.low(i) in _AGENTS))
        at += words.low(at) in ("have", "'ve")
        at = self._rules.verbs.adverbs(words, at)
        back = words.phrase(at, 2) == "rolled back"
        if words.phrase(at, 2) in _OUT:
            at += 2
        elif words.low(at) in _DEPLOYED:
            at += 1
        else:
            return None
        named = self._named(at, back=back)
        return self._told(named, "version", named[2]) if named is not None else None

    def _passive(self, i: int) -> Told | None:
        words = self._words
        named = self._named(i)
        if named is None or words.low(named[2]) not in PASSIVE:
            return None
        at = named[2]
        while words.low(at) in PASSIVE or words.kind(at) == MARKED or words.low(at) in ("now", "finally", "just"):
            at += 1
        if words.low(at) == "out" or words.low(at) in _RELEASED:
            return self._told(named, "released", at + 1)
        return self._told(named, "version", at + 1) if words.low(at) == "deployed" else None

    def _told(self, named: tuple[str, str, int], relation: str, end: int) -> Told | None:
        claim = self._filling.claim(named[0], relation, named[1], Tense.EVENT)
        stop = self._rules.ends_at(self._words, end, narrow=False)
        if claim is None or stop is None:
            return None
        marks = [number_of(t.text) for t in self._words.tokens[end:stop] if t.kind == MARKED]
        return Told([claim], stop, (named[0],), marks)
