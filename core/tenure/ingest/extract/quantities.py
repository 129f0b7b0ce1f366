"""Reads numbers with and without units at a token."""

from __future__ import annotations

import re

from tenure.ingest.extract.lexis import Lexis
from tenure.ingest.extract.tokens import CODE, NUMBER, WORD
from tenure.ingest.extract.words import Words

Read = tuple[str, int]
"""A value as written and the token behind it."""

_BOUND = re.compile(r"(?:https?://)?(?:\*|[\w-]+(?:\.[\w-]+)*):(\d{2,5})")
"""An address with its port."""
_RATE = re.compile(r"[a-zA-Zµ°]{1,6}/[a-zA-Z²³]{1,4}")
_PER = frozenset(("per", "a", "an", "each", "every"))
_AFTER_NUMBER = frozenset(["million", "billion", "thousand", "trillion", "bn", "mn"])
_DOLLARS = frozenset(("us", "a", "ca", "nz", "hk", "au", "s"))
_CURRENCIES = frozenset(["eur", "usd", "gbp", "chf", "us$", "sek", "nok", "dkk", "€", "$", "£"])


class Quantities:
    """Reads numbers and amounts."""

    def __init__(self, lexis: Lexis) -> None:
        self._units = lexis.words("units")
        self._numbers = lexis.words("number words")
        self._counted = frozenset(lexis.counted)
        self._closed = lexis.words("closed")
        self._nations = lexis.words("nationalities")
        self._currency_nouns = lexis.words("currency nouns")
        self._common = lexis.words("common")
        self._forms = lexis.forms

    def number(self, words: Words, i: int) -> int | None:
        """Return the token behind a bare number, or None."""
        dollars = words.low(i) in _DOLLARS and words.kind(i + 1) == NUMBER and words.low(i + 1).startswith("$")
        if dollars or (words.low(i) in _CURRENCIES and words.kind(i + 1) == NUMBER):
            return i + 2
        if words.kind(i) == NUMBER or (words.low(i) in self._numbers and words.kind(i) == WORD):
            return i + 1
        return None

    def _lead(self, words: Words, i: int) -> int:
        """Skip "some" and "up to" before a number."""
        if words.low(i) in ("some", "exactly", "just", "only"):
            return i + 1
        if words.low(i) == "every" and words.kind(i + 1) == NUMBER:
            return i + 1
        return i + 2 if words.phrase(i, 2) in ("a full", "a total") else i

    def _count(self, words: Words, i: int) -> Read | None:
        at = self._lead(words, i)
        if words.kind(at) == CODE and words.tokens[at].text.isdigit():
            return words.raw(at, at + 1), at + 1
        bound = _BOUND.fullmatch(words.tokens[at].text) if at < len(words) else None
        if bound is not None:
            return bound[1], at + 1
        end = self.number(words, at)
        if end is None:
            return None
        if words.low(end) in _AFTER_NUMBER:
            end += 1
        if words.kind(end) == NUMBER and words.text[words.tokens[at].start] == "+":
            end += 1  # "+61 8"
        return words.raw(at, end), end

    def quantity(self, words: Words, i: int) -> Read | None:
        """Read a number with its unit: "10,000 rows", "$12 per user per month", "9 hours and 12 minutes"."""
        at = self._lead(words, i)
        end = self._amount(words, at)
        if end is None:
            return None
        while True:
            joint = end + 1 if words.low(end) == "and" else end
            more = self._amount(words, joint) if words.kind(joint) == NUMBER else None
            other = more is not None and words.low(more - 1) in self._counted
            if more is None or other or more - joint < 2 or words.low(more - 1) not in self._units:
                break
            end = more
        return words.raw(at, end), end

    def _amount(self, words: Words, i: int) -> int | None:
        end = self.number(words, i)
        if end is None:
            return None
        while words.low(end) in ("×", "x", "by") and words.kind(end + 1) == NUMBER:
            end += 2
        if words.low(end) in _AFTER_NUMBER:
            end += 1
        if words.low(end) in _CURRENCIES and words.kind(i) == NUMBER:
            end += 1
        if words.low(end) in ("square", "cubic") or (
            words.low(end) in self._nations and words.low(end + 1) in self._currency_nouns
        ):
            end += 1
        if words.kind(end) == WORD and (
            words.low(end) in self._units or self._open_unit(words, end) or _RATE.fullmatch(words.tokens[end].text)
        ):
            end += 1
            if words.low(end) == "of" and words.low(end + 1) in ("memory", "ram", "disk", "storage"):
                return end
        elif words.tokens[end - 1].low in self._numbers and words.low(end) in ("dozen", "hundred"):
            end += 1
        while words.low(end) in _PER and words.kind(end + 1) == WORD and words.low(end + 1) not in self._closed:
            if words.low(end) in ("a", "an") and not _time(words.low(end + 1)):
                break
            end += 2
        return end

    def _open_unit(self, words: Words, i: int) -> bool:
        low = words.low(i)
        return (
            low.endswith("s") and len(low) > 3 and low.isalpha() and low not in self._closed
            and (low not in self._forms or low in self._common)
        )  # fmt: skip


def _time(word: str) -> bool:
    return word in {
        "second",
        "minute",
        "hour",
        "day",
        "week",
        "month",
        "year",
        "night",
        "head",
        "piece",
        "unit",
        "seat",
        "user",
        "person",
        "pupil",
        "copy",
        "litre",
        "kilo",
    }
