"""Single dates and named periods, found by pattern and resolved against a reference."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, timedelta, timezone, tzinfo

from tenure.errors import InputError
from tenure.instants import Dated, Precision, from_datetime, to_datetime, zone_named
from tenure.timewords.calendar import Reference, Span, of_parts
from tenure.timewords.types import DateKind, Lean
from tenure.timewords.words import CLOCK, DAY, MONTH, MONTHS, OFFSETS, YEAR, pattern


@dataclass(frozen=True, slots=True)
class Found:
    """A date expression before it is resolved.

    Attributes:
        start, end: its span.
        parts: (year, month, day) as far as written; all None for a named period.
        clock: (microseconds into the day, zones meant) if a time of day is written.
        spans: the readings of a named period or relative date, best first.
        other: a second reading of ``parts`` ("04/05/2025").
        needs: what must stand before it to be a date: nothing, or some preposition.
    """

    start: int
    end: int
    parts: tuple[int | None, int | None, int | None] = (None, None, None)
    clock: tuple[int, tuple[tzinfo, ...]] | None = None
    spans: tuple[Span, ...] = ()
    other: tuple[int | None, int | None, int | None] | None = None
    needs: bool = False
    relative: bool = False
    vague: bool = False
    closing: bool = False

    @property
    def kind(self) -> DateKind:
        """The kind of mention it makes alone."""
        if self.spans:
            return "period" if self.spans[0][1] is not None else "point"
        return "time" if self.parts == (None, None, None) else "point"


@dataclass(frozen=True, slots=True)
class Resolved:
    """The readings of a date, best first, and whether it hung on the reference."""

    readings: tuple[Span, ...]
    relative: bool = False
    vague: bool = False
    extra: tuple[Span, ...] = field(default=())


def month_number(match: re.Match[str]) -> int:
    """Return the month a pattern's ``mon`` group names."""
    return MONTHS[match["mon"].lower()]


def _point(match: re.Match[str], year: str | None, month: int | None, day: str | None, *, needs: bool = False) -> Found:
    parts = (int(year) if year else None, month, int(day) if day else None)
    return Found(match.start(), match.end(), parts, needs=needs)


def _iso(match: re.Match[str]) -> Found | None:
    found = _point(match, match["y"], int(match["m"]), match["d"])
    written = match.groupdict().get("clock")
    if written:
        clock = clock_of(written)
        return replace(found, clock=clock) if clock else None
    return found


def _slashed(match: re.Match[str]) -> Found | None:
    first, second, year = int(match["a"]), int(match["b"]), int(match["y2"])
    year = year + 2000 if year < 100 else year
    readings = [(year, second, first), (year, first, second)] if match["sep"] == "/" else [(year, second, first)]
    real = [r for r in readings if of_parts(*r, UTC)]
    if not real:
        return None
    other = real[1] if len(real) > 1 and real[1] != real[0] else None
    return Found(match.start(), match.end(), real[0], other=other)


def _written_month(match: re.Match[str]) -> Found | None:
    groups = match.groupdict()
    word = match["mon"]
    needs = not groups.get("d") and not groups.get("y")
    # "may" and "march" are verbs too, and "sec", "mar", "jan" names: alone they need a capital and a preposition.
    if needs and (not word[0].isupper() and word.lower() in {"may", "march", "mar", "jan", "sep", "dec", "jun"}):
        return None
    return _point(match, groups.get("y"), month_number(match), groups.get("d"), needs=needs)


def _bare_year(match: re.Match[str]) -> Found | None:
    return _point(match, match["y"], None, None, needs=True)


def _day_of_month(match: re.Match[str]) -> Found | None:
    return _point(match, None, None, re.sub(r"\D", "", match["d"]), needs=True)


def _bare_time(match: re.Match[str]) -> Found | None:
    clock = clock_of(match[0])
    return Found(match.start(), match.end(), clock=clock, needs=True, relative=True) if clock else None


_THE_NTH = (
    r"the (?P<d>[12]?1st|2?2nd|2?3rd|(?:[4-9]|1\d|2[04-9]|30)th|31st)"
    r"(?=\s*(?:$|[.,;:)!?]|(?:is|was|we|and|on|to|at)\b))"
)
POINTS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Found | None]], ...] = (
    (
        pattern(
            r"(?P<y>\d{4})-(?P<m>0[1-9]|1[0-2])(?:-(?P<d>\d{2})(?:(?:T|\s)(?P<clock>\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?"
            r"(?:\s?(?:Z\b|[+-]\d{2}:?\d{2}\b|UTC\b|GMT\b))?))?)?"
        ),
        _iso,
    ),
    (pattern(r"(?P<y>(?:19|20)\d{2})/(?P<m>0?[1-9]|1[0-2])/(?P<d>\d{1,2})"), _iso),
    (pattern(r"(?P<a>\d{1,2})(?P<sep>[/.])(?P<b>\d{1,2})(?P=sep)(?P<y2>(?:19|20)\d{2}|\d{2}(?<=/\d{2}))"), _slashed),
    (pattern(rf"(?:the )?{DAY}(?: of)?[\s-]{MONTH}(?:,? of|,|-)?\s?-?{YEAR}"), _written_month),
    (pattern(rf"{MONTH}\s(?:the )?{DAY}(?:,|\sof)?\s{YEAR}"), _written_month),
    (pattern(rf"(?:the )?{DAY}(?: of)?[\s-]{MONTH}"), _written_month),
    (pattern(rf"{MONTH}(?: of|,)?\s{YEAR}"), _written_month),
    (pattern(rf"{MONTH}\s(?:the )?{DAY}(?!\s?(?:%|[kmg]i?b\b|ms\b|s\b))"), _written_month),
    (re.compile(rf"(?<![\w-]){MONTH}\s{DAY}(?=[-–]\d{{1,2}},? (?:19|20)\d{{2}}\b)", re.IGNORECASE), _written_month),
    (pattern(MONTH), _written_month),
    (pattern(rf"(?:the year )?{YEAR}"), _bare_year),
    (pattern(_THE_NTH), _day_of_month),
    (pattern(CLOCK), _bare_time),
)  # fmt: skip

_CLOCK = re.compile(CLOCK, re.IGNORECASE)


def clock_of(text: str) -> tuple[int, tuple[tzinfo, ...]] | None:
    """Read a time of day: microseconds into the day and the zones it may mean (none written: empty)."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None:
        return None
    hour = int(match["H"])
    half = (match["ap"] or match["ap2"] or "").lower()[:1]
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "p" else 0)
    micro = int((match["f"] or "0").ljust(6, "0"))
    whole = timedelta(hours=hour, minutes=int(match["M"] or 0), seconds=int(match["S"] or 0), microseconds=micro)
    zones = _zones(match["tz"]) if match["tz"] else ()
    return None if zones is None else (whole // timedelta(microseconds=1), zones)


def _zones(text: str) -> tuple[tzinfo, ...] | None:
    if "/" in text:
        try:
            return (zone_named(text),)
        except InputError:
            return None
    offset = re.fullmatch(r"(?:utc|gmt)?([+-])(\d{1,2}):?(\d{2})?", text, re.IGNORECASE)
    if offset:
        minutes = int(offset[2]) * 60 + int(offset[3] or 0)
        return (timezone(timedelta(minutes=-minutes if offset[1] == "-" else minutes)),)
    known = OFFSETS.get(text.lower())
    return tuple(UTC if m == 0 else timezone(timedelta(minutes=m)) for m in known) if known else None


def with_clock(day: Dated, clock: tuple[int, tuple[tzinfo, ...]], zone: tzinfo) -> tuple[Dated, ...]:
    """Return the instants that a time of day on a date may mean."""
    local = to_datetime(day.at, day.zone).replace(tzinfo=None) + timedelta(microseconds=clock[0])
    return tuple(Dated(from_datetime(local.replace(tzinfo=z)), Precision.INSTANT, z) for z in clock[1] or (zone,))


def resolve(found: Found, reference: Reference, lean: Lean | None) -> Resolved | None:
    """Return the readings of a date expression, or None if it names no real date."""
    if found.spans:
        first, *rest = found.spans
        return Resolved((first,), found.relative, found.vague, tuple(rest))
    if found.parts == (None, None, None):
        day = of_parts(reference.day.year, reference.day.month, reference.day.day, reference.zone)
        moments = with_clock(day, found.clock, reference.zone) if day and found.clock else ()
        return Resolved(
            tuple((m, None) for m in moments[:1]), True, reference.coarse, tuple((m, None) for m in moments[1:])
        )
    chosen = _candidates(found.parts, reference, lean)
    if not chosen:
        return None
    if found.other:
        chosen += _candidates(found.other, reference, lean)[:1]
    if found.clock and found.parts[2]:
        chosen = [moment for day in chosen for moment in with_clock(day, found.clock, reference.zone)]
    relative = found.parts[0] is None
    return Resolved(((chosen[0], None),), relative, False, tuple((d, None) for d in chosen[1:]))


def _candidates(parts: tuple[int | None, int | None, int | None], ref: Reference, lean: Lean | None) -> list[Dated]:
    """The dates written parts may mean, best first."""
    year, month, day = parts
    if year is not None:
        exact = of_parts(year, month, day, ref.zone)
        return [exact] if exact else []
    near = [d for d in _around(month, day, ref) if d is not None]
    end_of_reference = Dated(ref.at, ref.precision, ref.zone).end if ref.coarse else ref.at + 1
    past = [d for d in near if d.at < end_of_reference]
    future = [d for d in near if d.at >= end_of_reference]
    return choose(past[-1:], future[:1], ref, lean)


def choose(past: list[Dated], future: list[Dated], ref: Reference, lean: Lean | None) -> list[Dated]:
    """Order the last and the coming date a name may mean; a second one in the list is a true alternative."""
    if not past or not future:
        return past or future
    holds_now = past[0].end > ref.at
    if lean == "past" or holds_now:
        return past
    if lean == "future":
        return future
    back, ahead = ref.at - past[0].end, future[0].at - ref.at
    if lean == "near":
        nearer, farther = (past, future) if back <= ahead else (future, past)
        return nearer if min(back, ahead) * 2 < max(back, ahead) else nearer + farther
    return past + (future if ahead < back else [])


def _around(month: int | None, day: int | None, ref: Reference) -> Iterator[Dated | None]:
    if month is None:
        for shift in (-2, -1, 0, 1, 2):
            carried, index = divmod(ref.day.year * 12 + ref.day.month - 1 + shift, 12)
            yield of_parts(carried, index + 1, day, ref.zone)
    else:
        for year in range(ref.day.year - 9, ref.day.year + 10):
            yield of_parts(year, month, day, ref.zone)
