"""What sort of value a question wants, and of what sort a value is."""

from __future__ import annotations

import re
from enum import StrEnum

_TIME_UNIT = (
    r"(?:ms|s|secs?|seconds?|min(?:ute)?s?|h|hrs?|hours?|d|(?:(?:working|business) )?days?|weeks?|months?|years?)"
)
_SIZE_UNIT = r"(?:bytes?|[kmgtp]i?b|[KMGTP]i?B|(?:kilo|mega|giga|tera)bytes?)"


class Sort(StrEnum):
    """Sorts of value that wording and form can tell apart."""

    DURATION = "duration"
    FREQUENCY = "frequency"
    COUNT = "count"
    SIZE = "size"
    TIME = "time"
    DAY = "day"
    VERSION = "version"
    TEAM = "team"
    NUMBER = "number"
    TEXT = "text"


_VALUES = [
    (Sort.DURATION, re.compile(rf"\d+(?:\.\d+)?\s*{_TIME_UNIT}\b.*", re.IGNORECASE)),
    (Sort.SIZE, re.compile(rf"\d+(?:\.\d+)?\s*{_SIZE_UNIT}\b.*")),
    (
        Sort.FREQUENCY,
        re.compile(
            r"(?:every|each|once|twice|hourly|daily|nightly|weekly|fortnightly|monthly|quarterly|yearly)\b.*", re.I
        ),
    ),
    (Sort.TIME, re.compile(r".*\b\d{1,2}:\d{2}\b.*|\d{4}-\d{2}(?:-\d{2})?\b.*")),
    (Sort.DAY, re.compile(r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?:\b.*)?", re.IGNORECASE)),
    (Sort.NUMBER, re.compile(r"[+-]?\d+(?:,\d{3})*")),
    (Sort.VERSION, re.compile(r"(?:[\w+#.-]+\s+)?v?\d+(?:\.\d+)+[\w.+-]*|[A-Z][\w+#]*\s+\d+(?:\.\d+)*")),
    (Sort.COUNT, re.compile(r"[+-]?\d+(?:,\d{3})*(?:\.\d+)?\s*%?.*")),
    (Sort.TEAM, re.compile(r".*\b(?:team|squad|group|guild|crew)", re.IGNORECASE)),
]

_QUESTIONS = [
    (
        re.compile(
            r"\b(?:how long|how soon|how far ahead|how many (?:days|hours|weeks|seconds|minutes|months|years))\b",
            re.I,
        ),
        {Sort.DURATION},
    ),
    (
        re.compile(r"\bhow (?:often|frequently|regularly)\b", re.I),
        {Sort.FREQUENCY, Sort.DURATION, Sort.COUNT, Sort.TIME},
    ),
    (re.compile(r"\bhow many\b", re.I), {Sort.COUNT, Sort.NUMBER}),
    (re.compile(r"\bhow much\b", re.I), {Sort.COUNT, Sort.NUMBER, Sort.SIZE}),
    (
        re.compile(r"\bhow (?:large|big|small|heavy)\b|\b(?:biggest|largest|maximum size)\b", re.I),
        {Sort.SIZE, Sort.COUNT, Sort.NUMBER},
    ),
    (re.compile(r"\b(?:who|whose|whom|which teams?|what teams?)\b", re.I), {Sort.TEAM, Sort.TEXT}),
    (re.compile(r"\b(?:which|what) (?:week)?day\b", re.I), {Sort.DAY}),
    (
        re.compile(
            r"\b(?:at|during|between) (?:what|which) (?:times?|hours?)\b|\b(?:what|which) (?:times?|hours)\b", re.I
        ),
        {Sort.TIME, Sort.FREQUENCY},
    ),
    (re.compile(r"^\W*when\b", re.I), {Sort.TIME, Sort.FREQUENCY, Sort.DAY}),
    (re.compile(r"\b(?:which|what) (?:\w+ )?ports?\b", re.I), {Sort.NUMBER}),
    (re.compile(r"\b(?:which|what) (?:\w+ )?versions?\b", re.I), {Sort.VERSION, Sort.NUMBER, Sort.COUNT}),
    (re.compile(r"^\W*where\b", re.I), {Sort.TEXT}),
]


def expected(question: str) -> frozenset[Sort]:
    """Return the sorts of value that would answer a question; empty if any might."""
    for pattern, sorts in _QUESTIONS:
        if pattern.search(question):
            return frozenset(sorts)
    return frozenset()


def sort_of(value: str) -> Sort:
    """Return the sort of a written value."""
    text = " ".join(value.split())
    for sort, pattern in _VALUES:
        if pattern.fullmatch(text):
            return sort
    return Sort.TEXT
