"""The nouns of relations."""

from __future__ import annotations

import re

from tenure.ingest.extract.lexis import Lexis
from tenure.ingest.extract.names import ENVIRONMENT_WORDS, environment
from tenure.ingest.extract.tokens import WORD
from tenure.ingest.extract.words import Words, once
from tenure.keys import fold
from tenure.relations import Cardinality, Relation, RelationRegistry

_NOUN_ALIAS = re.compile(
    r"^(?:is|was|in|runs|lives|uses|works|keeps|stores|persists|belongs)\b|\b(?:by|in|on|at|of|with|to|from|for|is)$"
)
SMALL = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "in",
        "on",
        "at",
        "by",
        "for",
        "from",
        "to",
        "with",
        "and",
        "or",
        "but",
        "is",
        "are",
        "was",
        "were",
        "its",
        "their",
        "our",
        "his",
        "her",
        "this",
        "that",
        "as",
        "no",
    ]
)
"""Words that are no part of a noun and may be part of a title."""

_BOUND = frozenset(("default", "maximum", "minimum", "max", "min", "total", "full", "annual", "monthly"))
"""Adjectives that make another relation of it: a default timeout is not the timeout."""


class Nouns:
    """The nouns of relations: names and aliases of the registry, and those of the tables."""

    def __init__(self, registry: RelationRegistry, lexis: Lexis) -> None:
        self._by_noun: dict[str, Relation] = {}
        for relation in registry:
            if relation.cardinality is Cardinality.EVENT:
                continue
            for name in (relation.name, *relation.aliases):
                folded = fold(name)
                if not _NOUN_ALIAS.search(folded) and folded not in lexis.words("no nouns"):
                    self._by_noun.setdefault(folded, relation)
        for noun, name in lexis.nouns.items():
            found = registry.find(name)
            if found is not None:
                self._by_noun[noun] = found
        self._registry = registry
        self._none = lexis.words("no nouns")
        self._firsts = {w for noun in self._by_noun for w in (noun.split()[0], noun.split()[0] + "s")}
        self._closed = lexis.words("closed") | SMALL
        self.heads = lexis.words("relation heads")
        self.adjectives = lexis.words("adjectives")
        self._begins = self._firsts | self.adjectives | frozenset(ENVIRONMENT_WORDS)
        self.counted = {noun: found for noun, name in lexis.counted.items() if (found := registry.find(name))}

    def named(self, name: str) -> Relation | None:
        """Return a relation by its name."""
        return self._registry.find(name)

    def at(self, words: Words, i: int) -> tuple[Relation, int, str | None] | None:
        """Return the relation whose noun stands at a token, the token behind it and its environment."""
        if words.low(i) not in self._begins and words.present.isdisjoint(self.heads):
            return None
        return self._at(words, i)

    @once
    def _at(self, words: Words, i: int) -> tuple[Relation, int, str | None] | None:
        found = self._listed(words, i)
        if words.low(i) in self.adjectives and words.kind(i) == WORD and (found is None or found[1] == i + 1):
            if words.low(i) in ("old", "previous", "former"):
                return None
            further = self.at(words, i + 1)
            if further is not None and further[0].known and words.low(i) not in _BOUND:
                return further
            if further is not None and found is None and further[2] is None:
                return _coined(words, i, further[1]), further[1], None
        if found is not None:
            return (*found, None)
        env = environment(words.low(i))
        if env is not None:
            listed = self._listed(words, i + 1)
            return (*listed, env) if listed else None
        for count in (3, 2):
            lows = words.phrase(i, count).split(" ")
            if len(lows) == count and lows[-1] in self.heads and all(re.fullmatch(r"[a-z][a-z-]+", w) for w in lows):
                if any(w in self._closed for w in lows) or lows[0].endswith("ing"):
                    continue
                return _coined(words, i, i + count), i + count, None
        return None

    def _listed(self, words: Words, i: int) -> tuple[Relation, int] | None:
        if words.low(i) not in self._firsts:
            return None
        for count in (4, 3, 2, 1):
            if i + count > len(words) or any(t.kind != WORD for t in words.tokens[i : i + count]):
                continue
            phrase = words.phrase(i, count)
            if phrase in self._none:
                continue
            found = self._by_noun.get(phrase)
            if found is None and phrase.endswith("s") and len(phrase) > 4:
                found = self._by_noun.get(phrase[:-1])
            if found is not None:
                return found, i + count
        return None


def _coined(words: Words, i: int, j: int) -> Relation:
    """Return the relation that no list has and these words name; the case of "Python" is kept, that of "The" is not."""
    name = words.raw(i, j)
    return Relation(name[0].lower() + name[1:] if name[1:2].islower() else name, known=False)
