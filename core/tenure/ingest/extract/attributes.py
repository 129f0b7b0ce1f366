"""Reads "a port of 8080", "12 workers", "priority high": a relation and its value without a verb."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tenure.ingest.extract.kinds import Kinds
from tenure.ingest.extract.nouns import Nouns
from tenure.ingest.extract.tokens import CODE, NUMBER, QUOTE, WORD
from tenure.ingest.extract.words import Words
from tenure.relations import Relation

_ARTICLES = frozenset(("a", "an", "the", "its", "their", "his", "her", "our"))
_BY_UNIT = re.compile(
    r"(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty)-(?P<unit>[a-z]+)"
)
_LINKS = frozenset(("of", ":", "=", "at", "is", "are", "in"))
_PLAIN = frozenset(("count", "quantity", "version", "size", "date"))


@dataclass(frozen=True, slots=True)
class Attribute:
    """A relation with its values, the token behind them and an environment named with it."""

    relation: Relation
    values: tuple[str, ...]
    end: int
    env: str | None = None


class Attributes:
    """Reads attributes."""

    def __init__(self, nouns: Nouns, kinds: Kinds) -> None:
        self._nouns = nouns
        self._kinds = kinds

    def at(self, words: Words, i: int, *, bare: bool = False) -> Attribute | None:
        """Read one attribute at a token; ``bare``: in a list, where "owner Tide team" needs no joining word."""
        at = i + (words.low(i) in _ARTICLES and words.kind(i) == WORD)
        return self._noun_first(words, at, bare=bare) or self._value_first(words, at)

    def all_at(self, words: Words, i: int, *, bare: bool = False) -> list[Attribute]:
        """Read attributes joined by commas and "and"."""
        found: list[Attribute] = []
        at = i
        while True:
            one = self.at(words, at, bare=bare)
            if one is None:
                return found
            found.append(one)
            at = one.end
            if words.low(at) == ",":
                at += 1
            if words.low(at) in ("and", "with", "plus", "but"):
                at += 1
            if at == one.end:
                return found

    def classed(self, words: Words, i: int) -> tuple[Relation, str, int] | None:
        """Read "the cluster ember": a name, the relation that its own class tells, and the token behind it."""
        noun = self._nouns.at(words, i + 1) if words.low(i) in ("the", "our") else None
        if noun is None or self._kinds.kind(noun[0]) not in ("thing", "place") or noun[1] >= len(words):
            return None
        name = words.tokens[noun[1]]
        plain = name.kind == WORD and not self._kinds.plain(name.low)
        return (noun[0], name.text, noun[1] + 1) if plain or name.kind in (CODE, QUOTE) else None

    def _noun_first(self, words: Words, i: int, *, bare: bool) -> Attribute | None:
        noun = self._nouns.at(words, i)
        if noun is None:
            return None
        relation, at, env = noun
        kind = self._kinds.kind(relation)
        link = words.low(at) in _LINKS
        if words.low(at) == "at" and kind not in _PLAIN and kind != "address":
            return None
        if words.low(at) == "in" and kind != "place":
            return None
        if words.low(at) == "of" and kind in ("name", "place", "thing", "text", "date"):
            return None
        if link:
            start = at + 1
        elif (
            kind in _PLAIN
            or (kind == "address" and re.match(r"[/#]|\w+://", words.low(at)))
            or words.kind(at) in (CODE, NUMBER, QUOTE)
            or relation.name in _BARE
            or bare
        ):
            start = at
        else:
            return None
        found = self._kinds.read_all(words, start, relation)
        return Attribute(relation, tuple(found[0]), found[1], env) if found else None

    def _value_first(self, words: Words, i: int) -> Attribute | None:
        """Read "12 workers", "4 GB of memory", "a 30-second timeout", "30 hours of battery life"."""
        unit = _BY_UNIT.fullmatch(words.low(i))
        if unit is not None:
            noun = self._nouns.at(words, i + 1)
            fits = noun is not None and self._kinds.kind(noun[0]) in ("quantity", "size")
            return Attribute(noun[0], (words.raw(i, i + 1),), noun[1], noun[2]) if noun and fits else None
        skipped = i + 2 if words.phrase(i, 2) == "up to" else i + (words.low(i) in ("some", "exactly", "only", "just"))
        end = self._kinds.number(words, skipped)
        if end is None:
            return None
        after = end + (words.low(end) in ("million", "billion", "thousand"))
        counted = self._counted(words, after)
        if counted is not None:
            return Attribute(counted[0], (words.raw(skipped, after),), counted[1])
        amount = self._kinds.quantity(words, i)
        if amount is None:
            return None
        value, at = amount
        if words.phrase(at, 2) in ("above sea", "above the") and words.low(at + 2) in ("level", "sea"):
            found = self._nouns.named("elevation")
            return Attribute(found, (value,), at + 3 + (words.low(at + 3) == "level")) if found is not None else None
        at += words.low(at) == "of"
        noun = self._nouns.at(words, at)
        fits = noun is not None and self._kinds.kind(noun[0]) == "quantity"
        return Attribute(noun[0], (value,), noun[1], noun[2]) if noun and fits else None

    def _counted(self, words: Words, i: int) -> tuple[Relation, int] | None:
        for count in (2, 1):
            found = self._nouns.counted.get(words.phrase(i, count))
            if found is not None:
                return found, i + count
        return None


_BARE = frozenset(
    (
        "format",
        "plan",
        "log level",
        "priority",
        "severity",
        "status",
        "tier",
        "color",
        "region",
        "license",
        "channel",
        "url",
        "tags",
    )
)
