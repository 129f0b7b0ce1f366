"""When a claim holds: the dates of its clause, with the tense, against the date of the text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from enum import StrEnum

from tenure.ingest.extract.signs import Signs
from tenure.ingest.extract.view import OPEN
from tenure.instants import Dated, DateOrigin, Precision
from tenure.timewords import DateMention, Lean, find_dates
from tenure.timewords.find import NUMERIC_SIGN
from tenure.timewords.words import MONTHS, SEASONS, WEEKDAYS

_FUTURE = re.compile(
    r"\b(?:will|going to|scheduled to|planned for|plan to|planning to|due to|shall|'ll)\b", re.IGNORECASE
)
_PAST = re.compile(
    r"\b(?:was|were|had|moved|changed|went|switched|migrated|raised|lowered|increased|decreased|bumped|upgraded"
    r"|reduced|became|took"
    r"|dropped|added|removed|renamed|stopped|handed|cut|extended|shortened|transferred|has been|have been|since)\b",
    re.IGNORECASE,
)
_EARLIER = re.compile(r",?\s1[0-8]\d\d\b")
_SPAN = re.compile(r"\s?[–-]\s?[A-Z]")
_CAPITAL = re.compile(r"\s[A-Z][a-z]")
_VALUE_BEFORE = re.compile(r"(?:^|\s)(?:is|are|was|were|to|be|:|=|now|every|each|daily|again|still)\s+$", re.IGNORECASE)
_UNITS = (
    "second",
    "sec",
    "minute",
    "min",
    "hour",
    "hr",
    "day",
    "week",
    "weekend",
    "fortnight",
    "month",
    "quarter",
    "year",
)
_DATING = frozenset(
    (
        *_UNITS, *(f"{unit}s" for unit in _UNITS), *MONTHS, *WEEKDAYS, *SEASONS, "today", "tonight", "tomorrow",
        "yesterday", "morning", "afternoon", "evening", "night", "half", "cw",
    )
)  # fmt: skip
"""Words of which a date without a digit has one."""
_CHANGES_FROM = re.compile(r"\b\w+(?:ed|nt|se|ll|ew|t|n)\b(?: (?:up|down|back|over))?\s*$")


class Tense(StrEnum):
    """How a clause speaks."""

    STATE = "state"
    PAST = "past"
    EVENT = "event"
    FUTURE = "future"


@dataclass(frozen=True, slots=True)
class Timing:
    """When a claim holds, and how precisely and whence that is known.

    Attributes:
        begins: its first instant; None for a past state of which only the end is known.
        stops: the instant from which it holds no more, or None.
    """

    begins: Dated | None
    stops: Dated | None
    origin: DateOrigin


def dates_of(text: str, signs: Signs, reference: Dated, zone: tzinfo) -> list[DateMention]:
    """Return the dates of a sentence that say when, leaving out those that are themselves values."""
    if not signs.any_of(_DATING) and not (signs.digit and NUMERIC_SIGN.search(text)):
        return []
    lean: Lean = "future" if _FUTURE.search(text) else "past" if _PAST.search(text) else "near"
    return [m for m in find_dates(text, reference, zone, lean=lean) if _says_when(m, text)]


def _says_when(mention: DateMention, text: str) -> bool:
    before = text[: mention.group_start]
    if before.count(OPEN) > before.count("\ue011") or before.count('"') % 2:
        return False
    if mention.role is None and _VALUE_BEFORE.search(before):
        return False
    written, after = text[mention.start : mention.end], text[mention.group_end :]
    if _EARLIER.match(after) and not re.search(r"\d{4}", written):
        return False  # "3 May 1878": of a year that no statement is dated by
    if written.isalpha() and (_SPAN.match(after) or before.endswith(("–", "-"))):
        return False  # "open Tue–Sun"
    if mention.preposition == "by" and written.isalpha() and _CAPITAL.match(after):
        return False  # "by Jun Pereira"
    if not re.search(r"\d", written):
        if mention.preposition == "from" and _CHANGES_FROM.search(before):
            return False  # "moved from Tuesday to Thursday": values, not dates
        if (
            mention.role is None
            and re.search(r"(?:day|\W)\s*(?:and|or|,)\s*$", before)
            and re.fullmatch(r"\w+day", written)
        ):
            return False
    if mention.kind == "time" and (
        mention.preposition != "at" or not re.search(r"\d\s*$|\b(?:port|version)\b", before)
    ):
        return False
    if mention.kind == "range" and mention.first.precision is Precision.YEAR and mention.preposition == "from":
        return not _CHANGES_FROM.search(before)
    if mention.role == "between" and not mention.preposition and _VALUE_BEFORE.search(before):
        return False
    clocked = text[mention.start : mention.end]
    return not (
        re.fullmatch(r"\d{4}", clocked) and mention.preposition in {"at", "over", "for", "by", "around", "on", "up to"}
    )


def resolve(
    mentions: Sequence[DateMention], tense: Tense, document: Dated, origin: DateOrigin, *, then: bool = False
) -> Timing | None:
    """Return when a claim holds, or None if its dates leave that uncertain.

    Args:
        mentions: the dates of its clause.
        tense: how the clause speaks.
        document: the date of the text.
        origin: where that date came from.
        then: whether it holds from when they say that something stops.
    """
    if any(m.vague or m.ambiguous for m in mentions):
        return None
    begins: Dated | None = None
    stops: Dated | None = None
    for mention in mentions:
        starts_here, stops_here = _bounds(mention)
        if then and starts_here is None:
            starts_here, stops_here = stops_here, None
        if starts_here is None and stops_here is None:
            return None
        if (starts_here and begins and starts_here != begins) or (stops_here and stops and stops_here != stops):
            return None
        begins, stops = starts_here or begins, stops_here or stops
    if begins is not None and stops is not None and begins.at >= stops.at:
        return None
    return _by_tense(Timing(begins, stops, DateOrigin.WRITTEN), mentions, tense, document, origin)


def _by_tense(
    timing: Timing, mentions: Sequence[DateMention], tense: Tense, document: Dated, origin: DateOrigin
) -> Timing | None:
    if tense is Tense.PAST:
        only_at = all(m.role in ("at", None, "as_of") and m.kind != "range" for m in mentions)
        return None if timing.stops is None or only_at else timing
    if tense is Tense.FUTURE:
        return timing if timing.begins is not None and timing.begins.at > document.at else None
    if timing.begins is None:
        if timing.stops is not None and timing.stops.at <= document.at:
            return None
        return replace(timing, begins=document, origin=origin)
    return timing


def _bounds(mention: DateMention) -> tuple[Dated | None, Dated | None]:
    if mention.kind == "range" and mention.last is not None:
        stop = mention.range_end
        if mention.last.precision in (Precision.MONTH, Precision.YEAR):
            stop = mention.last.end  # "from January to May" takes May in
        return mention.first, None if stop is None else replace(mention.last, at=stop)
    if mention.preposition in {"during", "throughout", "for"}:
        return mention.first, replace(mention.last or mention.first, at=mention.ends)
    if mention.role == "until":
        return None, replace(mention.last or mention.first, at=mention.boundary)
    if mention.role == "before":
        return None, None
    if mention.role == "after" or (mention.inclusive and mention.role in ("from", "since", "as_of")):
        return replace(mention.first, at=mention.ends), None
    return mention.first, None
