"""Noun phrases of a tokenized sentence: what they name, and which relation of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tenure.ingest.extract.entities import Entities, Entity
from tenure.ingest.extract.lexicon import VERBS
from tenure.ingest.extract.tokens import WORD
from tenure.ingest.extract.words import Words, once
from tenure.relations import Relation

_DETERMINERS = frozenset(("the", "our", "a", "an"))
_OF = frozenset(("of", "for", "on", "in", "at", "behind"))
_IS = frozenset(("is", "was", "are", "has", "will"))
_NOT_OPEN = frozenset(
    ("whose", "which", "what", "this", "these", "those", "any", "no", "each", "every", "another", "old")
)
_MOVES = frozenset(("went", "came", "goes", "comes", "whose", "rose", "fell", "grew", "stayed"))
_IDENTIFYING = re.compile(r"[-_.\d]")
_OPEN_JOINTS = frozenset(("of", "for", "in", "on", "'s"))


@dataclass(frozen=True, slots=True)
class Keyed:
    """A noun phrase that names a relation of something.

    Attributes:
        subjects: of what; empty if the sentence leaves that to what was said before.
        relation: which relation.
        end: the token behind it.
        env: an environment named inside it.
        definite: whether it says "the" or names an owner ("the lead of X", not "a lead").
        open: whether it is a relation no list has, of a thing that is known or looks like an identifier.
    """

    subjects: tuple[str, ...]
    relation: Relation
    end: int
    env: str | None = None
    definite: bool = True
    open: bool = False


class Phrases(Entities):
    """Reads noun phrases."""

    def _within(self, words: Words, i: int, relation: Relation) -> int:
        """Skip what a measure is taken of: "the retention of deleted files in Drawerbox"."""
        if self.lexis.kinds.get(relation.name) not in ("count", "quantity"):
            return i
        at = i
        while (
            at - i < 3 and words.kind(at) == WORD and not words.tokens[at].capital and words.low(at) not in self.closed
        ):
            at += 1
        plural = at > i and words.low(at - 1).endswith("s") and words.low(at) in ("in", "on", "for", "to")
        return at + 1 if plural else i

    def whole(self, words: Words, i: int) -> int:
        """Skip "everything around" and "all jobs of" before a name: what holds of all of a thing holds of it."""
        low, at = words.low(i), i + 1
        if (low in ("all", "every") and words.low(at).removesuffix("s") in self._parts) or (
            low == "this" and words.low(at) in ("release", "version", "update") and words.low(at + 1) == "of"
        ):
            at += 1
        elif low not in ("everything", "anything"):
            return i
        return at + 1 if words.low(at) in ("of", "around", "about", "in", "for", "on") else i

    @once
    def keyed(self, words: Words, i: int, limit: int | None = None) -> Keyed | None:
        """Read "the R of S", "S's R", "its R", "the S R" or a bare "the R" at a token."""
        stop = len(words) if limit is None else limit
        start = i + (words.low(i) in _DETERMINERS)
        named = self._owner_first(words, i, stop) if self.known(words, start) is not None else None
        found = named or self._relation_first(words, i, stop) or self._owner_first(words, i, stop)
        if found is not None and (limit is None or found.end == limit):
            sure = not found.relation.known and all(self._sure(name) for name in found.subjects) and found.subjects
            return replace(found, open=True) if sure else found
        return None if limit is None else self._open(words, i, limit)

    def _open(self, words: Words, i: int, limit: int) -> Keyed | None:
        """Read "the wind limit of dome-control": any noun of a thing that is known or looks like an identifier."""
        if words.low(i) in _NOT_OPEN or not any(words.low(k) in _OPEN_JOINTS for k in range(i + 1, limit - 1)):
            return None
        if not self.may_be_open(words):
            return None
        named = self.names.attribute(words.raw(i, limit))
        if named is None or any(
            w in _MOVES or (w in VERBS and not w.endswith("ed")) for w in named.relation.name.lower().split()
        ):
            return None
        if not self._sure(named.subject):
            return None
        return Keyed((named.subject,), named.relation, limit, named.env, open=not named.relation.known)

    @once
    def may_be_open(self, words: Words) -> bool:
        """Whether a sentence may hold a noun that no list has of a name that is sure."""
        return not words.present.isdisjoint(_OPEN_JOINTS) and (
            bool(self.names.begins) or _IDENTIFYING.search(words.text.rstrip(" .!?")) is not None
        )

    def _sure(self, name: str) -> bool:
        """Whether a name is known or looks like an identifier."""
        return self.names.knows(name) or _IDENTIFYING.search(name) is not None

    def _relation_first(self, words: Words, i: int, stop: int) -> Keyed | None:
        low = words.low(i)
        if low in ("one",) and words.low(i + 1) == "of" and words.low(i + 2) == "the":
            i, low = i + 2, "a"
        lead = low in _DETERMINERS or low in ("its", "their", "his", "her")
        found = self.nouns.at(words, i + lead)
        if found is None or found[1] > stop:
            return None
        relation, at, env = found
        definite = low not in ("a", "an")
        if low not in ("its", "their", "his", "her") and (
            words.low(at) in _OF
            or (words.low(at) == "to" and relation.name in ("replaced by", "successor", "predecessor", "upload limit"))
        ):
            if (
                words.low(at) in ("in", "at", "on", "behind")
                and self.lexis.kinds.get(relation.name) in ("place", "name")
                and relation.name not in ("lead", "on-call", "owner", "partners")
            ):
                return Keyed((), relation, at, env, definite)
            start = self._within(words, self.whole(words, at + 1), relation)
            entity = self.entity(words, start, stop if stop < len(words) else None)
            if entity is None and stop < len(words):
                entity = self.entity(words, start)
            if entity is None and stop < len(words) and (plain := self.plain(words, start, stop)) is not None:
                entity = Entity((plain,), stop)
            if (
                entity is None
                and words.low(start) in self.classes
                and (words.low(start + 1) in _IS or start + 1 == stop)
            ):
                entity = Entity((words.raw(start, start + 1),), start + 1)  # "the port of crate is"
            if entity is not None and entity.end <= stop:
                return Keyed(entity.names, relation, entity.end, env, definite)
            if words.low(at) == "of":
                return None
        return Keyed((), relation, at, env, definite)

    def _owner_first(self, words: Words, i: int, stop: int) -> Keyed | None:
        entity = self.entity(words, i)
        if entity is None:
            return None
        at = entity.end
        if at < stop and words.tokens[at].text == "'s":
            found = self.nouns.at(words, at + 1)
            return Keyed(entity.names, found[0], found[1], found[2]) if found and found[1] <= stop else None
        # "the billing port": of known names only
        start = i + (words.low(i) in _DETERMINERS)
        known = self.known(words, start)
        found = self.nouns.at(words, known) if known is not None else None
        if known is None or found is None or found[1] > stop:
            return None
        return Keyed((self._subject(words, start, known),), found[0], found[1], found[2])
