"""The date of a document: front matter, dated heading, file name, file time, in that order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from tenure.errors import InputError
from tenure.instants import Dated, DateOrigin, Precision, from_datetime, parse_date
from tenure.timewords import DateMention, find_dates

_IN_NAME = re.compile(r"(?<!\d)((?:19|20)\d{2})(?:[-_.]?(0[1-9]|1[0-2])(?:[-_.]?(0[1-9]|[12]\d|3[01]))?)?(?!\d)")
_DATE_KEYS = ("date", "updated", "last_updated", "last-updated", "modified", "decided", "decision-date", "created")


@dataclass(frozen=True, slots=True)
class Origin:
    """A date together with where it came from."""

    dated: Dated
    origin: DateOrigin


def from_value(value: object, zone: tzinfo) -> Dated | None:
    """Read a date given as front matter or a ``Date:`` line gives it; None if it is none."""
    if isinstance(value, datetime):
        moment = value if value.tzinfo else value.replace(tzinfo=zone)
        return Dated(from_datetime(moment), Precision.INSTANT, zone)
    if isinstance(value, date):
        return parse_date(value.isoformat(), zone)
    if isinstance(value, int) and not isinstance(value, bool):
        return parse_date(str(value), zone) if 1900 <= value <= 2100 else None
    if not isinstance(value, str) or not value.strip():
        return None
    try:
        return parse_date(value, zone)
    except InputError:
        return whole_date(value, zone)


def whole_date(text: str, zone: tzinfo) -> Dated | None:
    """Return the one unambiguous date, with a year, that a text names; None if there is none."""
    certain = _certain(text, zone)
    return certain[0].first if len(certain) == 1 else None


def _certain(text: str, zone: tzinfo) -> list[DateMention]:
    anchor = parse_date("2000", zone)
    found = find_dates(f"on {text.strip()}", anchor, zone)
    return [m for m in found if not (m.relative or m.ambiguous or m.vague or m.kind == "range")]


def from_front_matter(fields: dict[str, object], zone: tzinfo) -> Dated | None:
    """Return the document date that front matter gives, or None."""
    lowered = {str(name).casefold(): value for name, value in fields.items()}
    for name in _DATE_KEYS:
        found = from_value(lowered.get(name), zone)
        if found is not None:
            return found
    return None


def from_heading(heading: str, zone: tzinfo) -> Dated | None:
    """Return the date a heading carries ("2025-03-10 Weekly sync", "[2.3.0] - 2025-06-01"), or None.

    A bare year in a title is no date of what stands under it.
    """
    certain = [m for m in _certain(heading, zone) if m.first.precision is not Precision.YEAR]
    return certain[0].first if len(certain) == 1 and certain[0].kind == "point" else None


def from_name(name: str, zone: tzinfo) -> Dated | None:
    """Return the date in a file's name or folders ("2025-03-weekly.md", "2025/03/10.md"), or None."""
    parts = name.replace("\\", "/").split("/")
    for text in (parts[-1], "-".join(parts[-3:]), *reversed(parts[:-1])):
        for match in _IN_NAME.finditer(text):
            if match[2] is None and not re.fullmatch(r"\d{4}(\.\w+)?", text):
                continue
            try:
                return parse_date("-".join(p for p in match.groups() if p), zone)
            except InputError:
                continue
    return None


def of_document(name: str, stated: Dated | None, file_time: int | None, zone: tzinfo, now: int) -> Origin:
    """Choose the date of a document: what it states, its name's, its file's time, else the present."""
    chosen = stated or from_name(name, zone)
    if chosen is not None:
        return Origin(chosen, DateOrigin.DOCUMENT)
    if file_time is not None:
        return Origin(Dated(file_time, Precision.INSTANT, zone), DateOrigin.ASSUMED)
    return Origin(Dated(now, Precision.INSTANT, zone), DateOrigin.ASSUMED)
