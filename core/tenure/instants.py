"""Instants and their precision.

An instant is an integer: microseconds since 1970-01-01T00:00:00Z. A written date keeps how precise
it was, because "2024" and "2024-01-01T00:00:00Z" begin at the same instant but say different
things. Written forms are the ISO 8601 calendar forms; a form without a zone is in the zone given.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from enum import StrEnum
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tenure.errors import InputError

MICROSECOND = 1
SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

FOREVER = 2**63 - 1
"""Stands for an open end inside the store; never leaves the ledger (there it is ``None``)."""

BEGINNING = -(2**63)
"""Stands for "from the first day on" inside the store; never leaves the ledger."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LAST = (datetime.max.replace(tzinfo=UTC) - _EPOCH) // timedelta(microseconds=1)
_ISO = re.compile(
    r"(?P<y>\d{4})(?:-(?P<m>\d{2})(?:-(?P<d>\d{2})"
    r"(?:[T ](?P<H>\d{2}):(?P<M>\d{2})(?::(?P<S>\d{2})(?:[.,](?P<f>\d{1,9}))?)?"
    r"\s?(?P<z>Z|z|[+-]\d{2}(?::?\d{2})?)?)?)?)?"
)


class Precision(StrEnum):
    """How precise a written date was."""

    YEAR = "year"
    MONTH = "month"
    DAY = "day"
    INSTANT = "instant"


class DateOrigin(StrEnum):
    """Where a statement's valid time came from."""

    WRITTEN = "written"
    """Written in the text."""
    DOCUMENT = "document"
    """The date of the document, heading or message."""
    ASSUMED = "assumed"
    """Assumed from the time of recording."""


@dataclass(frozen=True, slots=True)
class Dated:
    """A written date: its first instant (microseconds UTC), its precision and its zone."""

    at: int
    precision: Precision
    zone: tzinfo = UTC

    @property
    def end(self) -> int:
        """Return the first instant after the period the date names (microseconds UTC).

        For precision ``instant`` that is ``at`` itself; for a period that lasts to the end of the
        calendar (``9999-12-31``, as tables write an open end) its last instant.
        """
        if self.precision is Precision.INSTANT:
            return self.at
        try:
            return self._following()
        except (OverflowError, ValueError):
            return _LAST

    def _following(self) -> int:
        moment = to_datetime(self.at, self.zone)
        if self.precision is Precision.YEAR:
            return from_datetime(moment.replace(year=moment.year + 1))
        if self.precision is Precision.MONTH:
            year, month = divmod(moment.year * 12 + moment.month, 12)
            return from_datetime(moment.replace(year=year, month=month + 1))
        following = (moment.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=self.zone)
        return from_datetime(following)

    def __str__(self) -> str:
        return format_instant(self.at, self.precision, self.zone)


def zone_named(name: str) -> tzinfo:
    """Return the time zone with this IANA name.

    Raises:
        InputError: if there is no such zone.
    """
    if name.upper() == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InputError(f"'{name}' is not a known time zone") from error


def from_datetime(moment: datetime) -> int:
    """Return an aware datetime as microseconds since the epoch, UTC, exactly."""
    return (moment - _EPOCH) // timedelta(microseconds=1)


def to_datetime(at: int, zone: tzinfo = UTC) -> datetime:
    """Return the instant ``at`` (microseconds UTC) as an aware datetime in ``zone``.

    Within a day of the calendar's ends, where a zone's offset leads out of it, the end itself.
    """
    moment = _EPOCH + timedelta(microseconds=at)
    try:
        return moment.astimezone(zone)
    except OverflowError:
        return (datetime.max if at > 0 else datetime.min).replace(tzinfo=zone)


def parse_date(text: str, zone: tzinfo = UTC) -> Dated:
    """Read an ISO 8601 year, month, day or instant.

    A form without a zone is in ``zone``. A bare number is a year, never an epoch value.

    Raises:
        InputError: if the text has none of these forms or names no real date.
    """
    stripped = text.strip()
    found = _ISO.fullmatch(stripped)
    if found is None:
        raise InputError(f"'{text}' is not a date: expected YYYY, YYYY-MM, YYYY-MM-DD or an ISO 8601 instant")
    precision = (
        Precision.INSTANT
        if found["H"]
        else Precision.DAY
        if found["d"]
        else Precision.MONTH
        if found["m"]
        else Precision.YEAR
    )
    own_zone: tzinfo = zone
    if found["z"]:
        own_zone = _offset(found["z"])
    try:
        moment = datetime(
            int(found["y"]),
            int(found["m"] or 1),
            int(found["d"] or 1),
            int(found["H"] or 0),
            int(found["M"] or 0),
            int(found["S"] or 0),
            int((found["f"] or "0")[:6].ljust(6, "0")),
            tzinfo=own_zone,
        )
        return Dated(from_datetime(moment), precision, own_zone)
    except (ValueError, OverflowError) as error:
        raise InputError(f"'{text}' is not a real date: {error}") from error


def _offset(text: str) -> tzinfo:
    if text in "Zz":
        return UTC
    moment = datetime.strptime(text if len(text) > 3 else text + ":00", "%z")
    return moment.tzinfo or UTC


def format_instant(at: int, precision: Precision = Precision.INSTANT, zone: tzinfo = UTC) -> str:
    """Write an instant in ISO 8601 at a precision: year, month and day bare, instants with ``Z``.

    A day is written in ``zone``; an instant always in UTC, with as many decimals as it needs.
    """
    if precision is Precision.INSTANT:
        moment = to_datetime(at)
        form = "seconds" if moment.microsecond == 0 else "microseconds"
        return moment.replace(tzinfo=None).isoformat(timespec=form) + "Z"
    day = to_datetime(at, zone).date().isoformat()
    return {Precision.YEAR: day[:4], Precision.MONTH: day[:7], Precision.DAY: day}[precision]
