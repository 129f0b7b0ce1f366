"""Calendar arithmetic that gives dates with a precision in a zone."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

from tenure.instants import Dated, Precision, from_datetime, to_datetime

Span = tuple[Dated, Dated | None]
"""A first date and, for a period, its last."""


def of_day(day: date, zone: tzinfo, precision: Precision = Precision.DAY) -> Dated:
    """Return the date ``day`` in ``zone`` at a precision (its first instant is that day's)."""
    return Dated(from_datetime(datetime.combine(day, time(), zone)), precision, zone)


def of_month(year: int, month: int, zone: tzinfo) -> Dated:
    """Return a month; ``month`` may lie outside 1 to 12 and then counts into other years."""
    carried, index = divmod(year * 12 + month - 1, 12)
    return of_day(date(carried, index + 1, 1), zone, Precision.MONTH)


def of_year(year: int, zone: tzinfo) -> Dated:
    """Return a year."""
    return of_day(date(year, 1, 1), zone, Precision.YEAR)


def of_parts(year: int, month: int | None, day: int | None, zone: tzinfo) -> Dated | None:
    """Return the year, month or day named, or None if there is no such date."""
    try:
        if month is None:
            return of_year(year, zone)
        return of_month(date(year, month, 1).year, month, zone) if day is None else of_day(date(year, month, day), zone)
    except ValueError:
        return None


def months(year: int, first: int, count: int, zone: tzinfo) -> Span:
    """Return the ``count`` months from month ``first`` of ``year`` on."""
    return of_month(year, first, zone), of_month(year, first + count - 1, zone)


def days(first: date, count: int, zone: tzinfo) -> Span:
    """Return ``count`` days from ``first`` on."""
    return of_day(first, zone), of_day(first + timedelta(days=count - 1), zone)


def add_months(day: date, count: int) -> date:
    """Return the day ``count`` months later; past a month's end, its last day."""
    year, index = divmod(day.year * 12 + day.month - 1 + count, 12)
    return date(year, index + 1, min(day.day, calendar.monthrange(year, index + 1)[1]))


def last_day(span: Span) -> date:
    """Return the last local day of a date or period."""
    whole = span[1] or span[0]
    return to_datetime(whole.end - 1, whole.zone).date()


@dataclass(frozen=True, slots=True)
class Reference:
    """What relative dates count from.

    Attributes:
        at: the instant (microseconds UTC).
        precision: how precise it is; a document dated "March 2025" has no yesterday.
        zone: the zone dates without one are in.
    """

    at: int
    precision: Precision
    zone: tzinfo

    @classmethod
    def of(cls, reference: Dated | int, zone: tzinfo) -> Reference:
        """Build a reference from a date or an instant (microseconds UTC)."""
        if isinstance(reference, Dated):
            return cls(reference.at, reference.precision, zone)
        return cls(reference, Precision.INSTANT, zone)

    @property
    def moment(self) -> datetime:
        """The instant in the zone."""
        return to_datetime(self.at, self.zone)

    @property
    def day(self) -> date:
        """The local day."""
        return self.moment.date()

    @property
    def last_day(self) -> date:
        """The last local day of the reference's own period."""
        return last_day((Dated(self.at, self.precision, self.zone), None)) if self.coarse else self.day

    @property
    def coarse(self) -> bool:
        """Whether it names no day."""
        return self.precision in (Precision.YEAR, Precision.MONTH)
