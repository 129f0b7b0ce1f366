"""Scores: is an answer correct, stale, an abstention, or something else.

Two scorers that share no code. The first reads the answer as the product does, by its marks: what the text *claims* of
the key asked about. The second is independent: it looks for the gold and the stale values as whole tokens, whatever
the text says about them. Where they disagree the report lists the answer.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from math import ceil

from tenure.lab.questions import Asks, Question
from tenure.relations import Relation, same_value_form


class Score(StrEnum):
    """What an answer is worth."""

    CORRECT = "correct"
    """Claims the gold value and no other of its key; for a question nothing holds for: abstains."""
    STALE = "stale"
    """Claims a value that was superseded or ended."""
    ABSTAINED = "abstained"
    """Gives no value although one holds."""
    OTHER = "other"
    """Anything else: wrong, incomplete, beside the point."""


@dataclass(frozen=True, slots=True)
class Said:
    """A value of the key asked about that a text names.

    Attributes:
        value: as the ledger writes it.
        claimed: whether the text says that it holds.
        retired: whether it held once and does no more, at the times asked.
    """

    value: str
    claimed: bool
    retired: bool


def score_by_marks(question: Question, said: Sequence[Said], *, abstained: bool, relation: Relation) -> Score:
    """Score an answer by the values it was marked to name."""

    def form(value: str) -> str:
        return same_value_form(value, relation).casefold()

    gold = [form(value) for value in question.gold]
    right = {*gold, *(form(value) for value in question.also)}
    if question.asks is Asks.HISTORY:
        return _score_history([form(one.value) for one in said], gold, abstained=abstained)
    claimed = [one for one in said if one.claimed]
    wrong = [one for one in claimed if form(one.value) not in right]
    outdated = {form(value) for value in question.stale}
    # An abstention may say from when on a value will hold; that is no stale claim, a retired value still is one.
    if any(one.retired or (form(one.value) in outdated and not abstained) for one in wrong):
        return Score.STALE
    if not question.gold:
        return Score.CORRECT if abstained else Score.OTHER
    if abstained:
        return Score.ABSTAINED
    if wrong or not claimed:
        return Score.OTHER
    given = {form(one.value) for one in claimed}
    complete = bool(given) if len(gold) == 1 else given >= set(gold)
    return Score.CORRECT if complete else Score.OTHER


def _score_history(named: Sequence[str], gold: Sequence[str], *, abstained: bool) -> Score:
    """A history is right if it names the values in their order, the last one perhaps once more at the end."""
    if abstained:
        return Score.ABSTAINED
    order = [value for value, _ in groupby(named)]
    return Score.CORRECT if order == [value for value, _ in groupby(gold)] else Score.OTHER


ABSTENTIONS = (
    "i have no fact",
    "i do not know",
    "i don't know",
    "no information",
    "not mentioned",
    "does not mention",
    "not stated",
    "never stated",
    "nothing holds",
    "cannot answer",
    "cannot be determined",
    "not specified",
    "not provided",
    "does not provide",
    "no longer has",
    "unknown",
)
"""Phrases by which the independent scorer knows an abstention."""


def score_by_tokens(question: Question, text: str) -> Score:
    """Score an answer by the whole tokens in it; knows nothing of claims, keys and states."""
    plain = _plain(text)
    rest = plain
    found: list[tuple[int, str]] = []
    for value in sorted({*question.gold, *question.also}, key=len, reverse=True):
        found += [(place, value) for place in _places(value, rest)]
        rest = _without(value, rest)
    stale = any(_places(value, rest) for value in question.stale)
    abstains = any(phrase in plain for phrase in ABSTENTIONS)
    if question.asks is Asks.HISTORY:
        order = [value for value, _ in groupby(value for _, value in sorted(found))]
        if order == [value for value, _ in groupby(question.gold)]:
            return Score.CORRECT
        return Score.ABSTAINED if abstains and not found else Score.OTHER
    if not question.gold:
        return Score.CORRECT if abstains else Score.STALE if stale else Score.OTHER
    if stale:
        return Score.STALE
    named = {value for _, value in found}
    complete = bool(named) if len(question.gold) == 1 else named >= set(question.gold)
    if complete:
        return Score.CORRECT
    return Score.ABSTAINED if abstains else Score.OTHER


def names_value(text: str, values: Iterable[str]) -> bool:
    """Return whether the text has one of the values as whole tokens."""
    plain = _plain(text)
    return any(_places(value, plain) for value in values)


_UNITS = (("s", "secs?|seconds?"), ("min", "mins?|minutes?"), ("h", "hrs?|hours?"), ("d", "days?"), ("%", "percent"))
_SPELLINGS = tuple((re.compile(rf"(?<=\d)\s?-?(?:{written})\b"), f" {unit}") for unit, written in _UNITS)
_UNIT = re.compile(r"(?<=\d)(?=(?:ms|s|min|h|d|[kmgt]i?b)\b)")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")


def _plain(text: str) -> str:
    """Fold case, white space, and the spelling of numbers with units ("25 seconds", "25s", "1,200")."""
    plain = _THOUSANDS.sub("", " ".join(unicodedata.normalize("NFKC", text).casefold().split()))
    for pattern, unit in _SPELLINGS:
        plain = pattern.sub(unit, plain)
    return _UNIT.sub(" ", plain)


def _pattern(value: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.-])(?<!\d,){re.escape(_plain(value))}(?![\w-])(?!\.\d)(?!,\d)")


def _places(value: str, plain: str) -> list[int]:
    return [found.start() for found in _pattern(value).finditer(plain)]


def _without(value: str, plain: str) -> str:
    return _pattern(value).sub(lambda found: "\x00" * len(found[0]), plain)


def percentile(values: Iterable[float], share: float) -> float:
    """Return the nearest-rank percentile, 0.0 of nothing."""
    ordered = sorted(values)
    return ordered[max(0, ceil(share * len(ordered)) - 1)] if ordered else 0.0
