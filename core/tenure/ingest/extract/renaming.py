"""Reads new names: "X is now called Y", "X (formerly Y)", "the package formerly known as X is called Y"."""

from __future__ import annotations

import re

from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.words import Words

_NOW = re.compile(
    r"(?:(?:is|are|was|were|has been|have been|had been|gets|got|will be)\s+(?:(?:now|officially|henceforth"
    r"|since|simply|just|recently|hereby)\s+)*)"
    r"(?:renamed|rebranded|called|named|known|rechristened)(?:\s+(?:to|as|into))?(?:\s+just)?$"
    r"|(?:now\s+)?(?:goes|trades|operates|has been trading|is trading|is now trading|carries on"
    r"|continues)\s+(?:now\s+)?(?:by|under|as)(?:\s+the\s+name(?:\s+of)?)?$"
    r"|(?:has|have) been known \ue000\d+\ue001 as$"
    r"|(?:now\s+)?carries\s+the\s+name$|(?:changed|changes|is changing)\s+its\s+name\s+to$|(?:became|becomes)$",
    re.IGNORECASE,
)
_NOW_ENDS = frozenset(
    ("renamed", "rebranded", "called", "named", "known", "rechristened", "to", "as", "into", "just", "by", "under",
     "name", "of", "became", "becomes")
)  # fmt: skip
"""Last words of what tells a new name."""
_SIGNS = (
    "name", "rebranded", "rechristened", "called", "known", "trades", "trading", "operates", "goes by", "carries",
    "formerly", "previously", "f/k/a", "once", "until recently",
)  # fmt: skip
"""A sentence that tells a new name holds one of these."""
_SURE = re.compile(
    r"\b(?:been known|renamed|rebranded|now|officially|henceforth|trad|carries|changed|rechristened|name)\w*",
    re.IGNORECASE,
)
_FORMER = re.compile(
    r"(?:,|\()\s*(?:formerly|previously|once|until recently|f/k/a|formerly known as|previously known as"
    r"|formerly called|previously called)\s+(?:known as\s+|called\s+)?$",
    re.IGNORECASE,
)
_FORMER_ENDS = frozenset(("formerly", "previously", "once", "recently", "f/k/a", "as", "called", "named"))
"""Last words of what tells an old name."""
_AGENTS = frozenset(("we", "i", "they", "just", "have", "has", "'ve"))
_KNOWN_AS = re.compile(r"\b(?:formerly|previously)\s+(?:known as|called|named)\s+$", re.IGNORECASE)


class Renaming:
    """Reads renames in one sentence."""

    def __init__(self, rules: Rules, words: Words) -> None:
        self._rules = rules
        self._words = words

    def read(self) -> list[Claim]:
        """Return the renames that a sentence tells."""
        if not any(map(self._words.lowered.__contains__, _SIGNS)):
            return []
        return self._formerly() or self._called() or self._by_somebody()

    def _claim(self, old: str, new: str, *, whole: bool = False) -> list[Claim]:
        """Return a rename; ``whole``: the old name is one with its article ("The Drowned Nave")."""
        relation = self._rules.registry.get("name")
        old = old if whole else self._rules.names.subject(old) or old
        return [] if old == new else [Claim(old, relation, new, Tense.EVENT, 0, 0, alias=new)]

    def _name(self, i: int, limit: int | None = None) -> tuple[str, int] | None:
        known = self._rules.phrases.known(self._words, i)
        if known is not None and limit in (None, known):
            return self._words.raw(i, known), known  # as written: a name may be known as another's
        entity = self._rules.phrases.entity(self._words, i, limit)
        return (entity.names[0], entity.end) if entity is not None and len(entity.names) == 1 else None

    def _called(self) -> list[Claim]:
        """Read "X is now called Y"."""
        words = self._words
        for k in range(2, len(words)):
            if words.low(k - 1) not in _NOW_ENDS:
                continue
            before = words.text[: words.tokens[k].start].rstrip()
            match = _NOW.search(before)
            if match is None or match.start() == 0 or not before[match.start() - 1].isspace():
                continue
            if match[0].lower() in ("became", "becomes") or not _SURE.search(before[match.start() :]):
                continue
            new = self._name(k)
            verb = next(j for j, token in enumerate(words.tokens) if token.start >= match.start())
            old = self._subject(verb)
            if new is None or old is None or self._rules.ends_at(words, new[1], narrow=False) is None:
                continue
            return self._claim(old, new[0])
        return []

    def _by_somebody(self) -> list[Claim]:
        """Read "we renamed X to Y"."""
        words = self._words
        for k in range(len(words) - 3):
            active = words.low(k) in ("renamed", "rebranded") and (k == 0 or words.low(k - 1) in _AGENTS)
            old = self._name(k + 1) if active else None
            new = self._name(old[1] + 1) if old is not None and words.low(old[1]) in ("to", "into", "as") else None
            if old is not None and new is not None and self._rules.ends_at(words, new[1], narrow=False) is not None:
                return self._claim(old[0], new[0])
        return []

    def _subject(self, verb: int) -> str | None:
        words = self._words
        for i in range(max(0, verb - 8), verb):
            if i == 0 or not words.tokens[i - 1].capital:
                found = self._name(i, verb)
                clean = (
                    i == 0
                    or words.pauses(i - 1)
                    or words.low(i - 1) in ("and", "that", "but")
                    or words.kind(i - 1) == "m"
                )
                if found is not None and clean:
                    return found[0]
        return None

    def _formerly(self) -> list[Claim]:
        """Read "X (formerly Y)" and "the package formerly known as X is called Y"."""
        words = self._words
        for k in range(2, len(words)):
            if words.low(k - 1) not in _FORMER_ENDS:
                continue
            before = words.text[: words.tokens[k].start]
            aside = _FORMER.search(before)
            known = None if aside else _KNOWN_AS.search(before)
            old = self._name(k) if aside or known else None
            if old is None:
                continue
            if aside:
                comma = next(j for j, token in enumerate(words.tokens) if token.start >= aside.start())
                found = next(
                    (n for i in range(max(0, comma - 6), comma) if (n := self._name(i, comma)) is not None), None
                )
                if found is not None and words.tokens[k].text == "The" and words.tokens[0].text == "The":
                    titles = (f"The {name.removeprefix('The ')}" for name in (old[0], found[0]))
                    return self._claim(*titles, whole=True)
                return self._claim(old[0], found[0]) if found is not None else []
            for j in range(old[1], min(old[1] + 6, len(words))):
                if words.low(j) in ("called", "named", "is", "as") and words.low(j + 1) not in (
                    "called",
                    "named",
                    "now",
                    "known",
                ):
                    new = self._name(j + 1)
                    if new is not None:
                        return self._claim(old[0], new[0])
        return []
