"""Reads the clauses of a sentence: who or what, the verb, and what stands in its roles."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.lexicon import words as _words
from tenure.ingest.extract.names import Names
from tenure.ingest.extract.reading import Reading
from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.tokens import tokenize
from tenure.ingest.extract.words import Mark, Words
from tenure.relations import Cardinality

_NUMBERED = re.compile(
    r"^(?:(?:ADR|RFC|INC|PM)[- ]?\d+\s*[:–—-]?\s+|\d{3,4}[.:]?\s+|\d+(?:\.\d+)*[.)]\s+)", re.IGNORECASE
)


_LONGEST = 600
"""Characters; a longer sentence states nothing for sure."""


_LOOSE = re.compile(r"^(?:current|new|old)\b|\brelease$")
_VAGUE = re.compile(r"(?:old|new|other|same|current)\s|\d+\s", re.IGNORECASE)
_SEVERAL = re.compile(r".*\bbeing\b|(?:two|three|four|five|six|several|many)\s+[a-z]+s$", re.IGNORECASE)
_STRICT = frozenset(("count", "quantity", "date", "address", "version", "place", "name"))
_LONG = 8
"""Words; what is longer is no name."""


_HEADINGS = (
    _words("generic nouns") | _words("labels") | frozenset(("changelog", "changed", "added", "fixed", "removed"))
)
"""Headings that name nothing."""


def is_heading(name: str) -> bool:
    """Whether a name is but a heading's: "Changed", "Changelog"."""
    return name.lower() in _HEADINGS


class Reader:
    """Reads sentences; one for a whole import."""

    def __init__(self, names: Names) -> None:
        self._rules = Rules(names)

    def topic(self, headings: Sequence[str]) -> tuple[str, ...]:
        """Return what the innermost heading is about: "Larix 0.5", "Meet the Compass team", "INC-1: billing down"."""
        if not headings:
            return ()
        title = _NUMBERED.sub("", re.sub(r"[*_`]|\s#+$", "", headings[-1])).strip()
        words = Words(title, tokenize(title))
        if not len(words):
            return ()
        phrases = self._rules.phrases
        sole = [t.text for t in words.tokens if re.fullmatch(r"[a-z][\w.]*(?:[-_/]\w+)+", t.text)]
        if len(sole) == 1:
            return (sole[0],)
        whole = phrases.entity(words, 0, len(words)) or phrases.entity(words, 1, len(words))
        if whole is not None and len(whole.names) == 1:
            return () if whole.names[0].lower() in _HEADINGS else whole.names
        for i in range(len(words) - 1):
            if words.low(i) in ("for", "of", "meet", "to", "about", ":", "on", "—", "–"):
                found = phrases.entity(words, i + 1, len(words))
                if found is not None and len(found.names) == 1:
                    return found.names
        first = phrases.entity(words, 0)
        told = first is not None and first.end < len(words) and words.low(first.end) in (":", "—", "–", "(")
        if first is not None and (told or re.search(r"[-_/.]", first.names[0])):
            return first.names
        return ()

    @staticmethod
    def _is_several(claim: Claim) -> bool:
        """Whether the value only counts what is listed behind it ("three things: …")."""
        return claim.relation.cardinality is Cardinality.SET and _SEVERAL.match(claim.object or "") is not None

    def sure(self, claim: Claim) -> bool:
        """Whether a statement is of a known thing and its value is whole, of the kind that its relation takes."""
        rules = self._rules
        if _LOOSE.search(claim.relation.name) or _VAGUE.match(claim.subject) or self._is_several(claim):
            return False
        if claim.object is None and not (claim.relation.known or rules.names.knows(claim.subject)):
            return False
        if claim.object is None or claim.alias:
            return True
        if not claim.relation.known:
            named = rules.names.knows(claim.subject) or re.search(r"[-_.\d]", claim.subject) is not None
            return named and not re.search(r"--| is ", claim.relation.name)
        words = Words(claim.object, tokenize(claim.object))
        kind = rules.kinds.kind(claim.relation)
        found = rules.kinds.read(words, 0, claim.relation)
        if kind == "count":
            return found is not None and len(words) <= found[1] + 1
        if kind == "thing":
            return found is not None and len(words) <= found[1] + 1
        if kind in _STRICT:
            return found is not None and found[1] == len(words)
        return kind == "text" or (len(words) <= _LONG and " is " not in claim.object)

    def claims(
        self, text: str, marks: dict[int, Mark], topic: tuple[str, ...] = ()
    ) -> tuple[list[Claim], tuple[str, ...]]:
        """Return what a sentence says, and what it was last about.

        Args:
            text: the sentence, its dates and scopes numbered.
            marks: what the numbers stand for.
            topic: what the sentences before, or the heading, are about.
        """
        if len(text) > _LONGEST:
            return [], topic
        return Reading(self._rules, Words(text, tokenize(text), marks), topic).run()
