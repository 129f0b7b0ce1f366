"""Relative dates and named periods: "last week", "three weeks ago", "Q2 2025", "last spring"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta

from tenure.instants import HOUR, MINUTE, SECOND, Dated, Precision
from tenure.timewords.calendar import Reference, Span, add_months, days, months, of_day, of_month, of_year
from tenure.timewords.points import Found, choose
from tenure.timewords.types import Lean
from tenure.timewords.words import (
    MONTH,
    MONTHS,
    NUMBER,
    NUMBERS,
    ORDINALS,
    SEASON,
    SEASONS,
    UNIT,
    WEEKDAY,
    WEEKDAYS,
    YEAR,
    pattern,
)

_DAYS = {"today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0, "yesterday": -1,
         "last night": -1, "yesterday morning": -1, "yesterday evening": -1, "yesterday afternoon": -1,
         "tomorrow": 1, "tomorrow morning": 1, "tomorrow evening": 1, "tomorrow afternoon": 1,
         "the day before yesterday": -2, "the day after tomorrow": 2}  # fmt: skip
_SHIFTS = {"last": -1, "past": -1, "previous": -1, "this": 0, "current": 0, "next": 1, "coming": 1, "following": 1}
_WHICH = r"(?:the )?(?P<which>last|past|previous|this|current|next|coming|following)"

_Reader = Callable[[re.Match[str], Reference, Lean | None], "Found | None"]


def _found(
    match: re.Match[str], *spans: Span, vague: bool = False, needs: bool = False, relative: bool = True
) -> Found:
    return Found(match.start(), match.end(), spans=spans, vague=vague, needs=needs, relative=relative)


def _named_day(match: re.Match[str], ref: Reference, _lean: Lean | None) -> Found:
    shift = _DAYS[" ".join(match[0].lower().split())]
    return _found(match, (of_day(ref.day + timedelta(days=shift), ref.zone), None), vague=ref.coarse)


def _which_unit(match: re.Match[str], ref: Reference, _lean: Lean | None) -> Found:
    shift, unit = _SHIFTS[match["which"].lower()], match["unit2"].lower()
    return _found(match, _unit_span(unit, shift, ref), vague=ref.coarse and unit in {"week", "weekend"})


def _unit_span(unit: str, shift: int, ref: Reference) -> Span:
    day, zone = ref.day, ref.zone
    if unit == "year":
        return of_year(day.year + shift, zone), None
    if unit == "month":
        return of_month(day.year, day.month + shift, zone), None
    if unit == "quarter":
        return months(day.year, (day.month - 1) // 3 * 3 + 1 + 3 * shift, 3, zone)
    monday = day - timedelta(days=day.weekday()) + timedelta(weeks=shift)
    return days(monday + timedelta(days=5), 2, zone) if unit == "weekend" else days(monday, 7, zone)


def _which_weekday(match: re.Match[str], ref: Reference, _lean: Lean | None) -> Found:
    """Read "last Monday" as the one before, "next Monday" as the one after.

    If that lies in the reference's own week, the one a week further is another reading.
    """
    which, wanted = _SHIFTS[match["which"].lower()], WEEKDAYS[match["wd"].lower()]
    day, gap = ref.day, WEEKDAYS[match["wd"].lower()] - ref.day.weekday()
    if which == 0:
        chosen = [day + timedelta(days=gap)]
    elif which < 0:
        chosen = [day - timedelta(days=(day.weekday() - wanted) % 7 or 7)]
        chosen += [chosen[0] - timedelta(weeks=1)] if gap < 0 else []
    else:
        chosen = [day + timedelta(days=gap % 7 or 7)]
        chosen += [chosen[0] + timedelta(weeks=1)] if gap > 0 else []
    return _found(match, *((of_day(d, ref.zone), None) for d in chosen), vague=ref.coarse)


def _weekday(match: re.Match[str], ref: Reference, lean: Lean | None) -> Found:
    gap = (ref.day.weekday() - WEEKDAYS[match["wd"].lower()]) % 7
    last = of_day(ref.day - timedelta(days=gap), ref.zone)
    coming = of_day(ref.day + timedelta(days=7 - gap), ref.zone)
    chosen = [last] if gap == 0 else choose([last], [coming], ref, lean or "past")
    needs = len(match["wd"]) < 6 and not match["wd"][0].isupper()
    return _found(match, *((d, None) for d in chosen), vague=ref.coarse, needs=needs)


def _which_month(match: re.Match[str], ref: Reference, _lean: Lean | None) -> Found:
    which, month = _SHIFTS[match["which"].lower()], MONTHS[match["mon"].lower()]
    if which == 0:
        return _found(match, (of_month(ref.day.year, month, ref.zone), None))
    year = ref.day.year + (0 if (which < 0) == (month < ref.day.month) and month != ref.day.month else which)
    chosen: list[Span] = [(of_month(year, month, ref.zone), None)]
    if year == ref.day.year and which > 0:
        chosen.append((of_month(year + 1, month, ref.zone), None))
    return _found(match, *chosen)


def _which_season(match: re.Match[str], ref: Reference, _lean: Lean | None) -> Found:
    which, first = _SHIFTS[match["which"].lower()], SEASONS[match["season"].lower()]
    spans = [months(ref.day.year + shift, first, 3, ref.zone) for shift in (-2, -1, 0, 1, 2)]
    if which < 0:
        return _found(match, [s for s in spans if _ends(s) <= ref.at][-1])
    if which > 0:
        return _found(match, next(s for s in spans if s[0].at > ref.at))
    return _found(match, next(s for s in spans if _ends(s) > ref.at))


def _season(match: re.Match[str], ref: Reference, lean: Lean | None) -> Found:
    first = SEASONS[match["season"].lower()]
    if match["y"]:
        return _found(match, months(int(match["y"]), first, 3, ref.zone), relative=False)
    spans = [months(ref.day.year + shift, first, 3, ref.zone) for shift in (-2, -1, 0, 1)]
    return _chosen(match, spans, ref, lean)


def _chosen(match: re.Match[str], spans: list[Span], ref: Reference, lean: Lean | None) -> Found:
    past = [s for s in spans if s[0].at <= ref.at]
    future = [s for s in spans if s[0].at > ref.at]
    starts = choose([past[-1][0]] if past else [], [future[0][0]] if future else [], ref, lean)
    by_start = {s[0].at: s for s in spans}
    return _found(match, *(by_start[d.at] for d in starts), needs=True)


def _ends(span: Span) -> int:
    return (span[1] or span[0]).end


def _part_of_year(match: re.Match[str], ref: Reference, lean: Lean | None) -> Found | None:
    groups = match.groupdict()
    number = ORDINALS[groups["ord"].lower()] if groups.get("ord") else int(groups.get("q") or 0)
    size = 6 if (groups.get("half") or "").lower() in {"half", "h"} else 3
    if size == 6 and number == 4:  # "the last half"
        number = 2
    if not 1 <= number <= 12 // size:
        return None
    year = groups.get("y") or groups.get("ya")
    if year:
        return _found(match, months(int(year), (number - 1) * size + 1, size, ref.zone), relative=False)
    first = (number - 1) * size + 1
    spans = [months(ref.day.year + shift, first, size, ref.zone) for shift in (-2, -1, 0, 1)]
    return _chosen(match, spans, ref, lean)


def _week(match: re.Match[str], ref: Reference, _lean: Lean | None) -> Found | None:
    try:
        monday = date.fromisocalendar(int(match["y"]), int(match["w"]), 1)
    except ValueError:
        return None
    return _found(match, days(monday, 7, ref.zone), relative=False)


def _shifted(match: re.Match[str], ref: Reference, _lean: Lean | None) -> Found | None:
    word = match["n"].lower()
    count = int(word) if word.isdigit() else 2 if word == "a couple of" else NUMBERS[word]
    shift = -count if match.groupdict().get("ago") else count
    try:
        return _found(
            match, (_moved(match["unit"].lower(), shift, ref), None), vague=ref.coarse or word == "a couple of"
        )
    except (ValueError, OverflowError):
        return None


def _moved(unit: str, shift: int, ref: Reference) -> Dated:
    exact = {"second": SECOND, "sec": SECOND, "minute": MINUTE, "min": MINUTE, "hour": HOUR, "hr": HOUR}.get(unit)
    if exact:
        return Dated(ref.at + shift * exact, Precision.INSTANT, ref.zone)
    if unit == "year":
        return of_year(ref.day.year + shift, ref.zone)
    if unit in {"month", "quarter"}:
        moved = add_months(ref.day, shift * (3 if unit == "quarter" else 1))
        return of_month(moved.year, moved.month, ref.zone)
    return of_day(ref.day + timedelta(days=shift * {"week": 7, "fortnight": 14}.get(unit, 1)), ref.zone)


def _stretch(match: re.Match[str], ref: Reference, _lean: Lean | None) -> Found | None:
    """ "the last three weeks": from then up to the reference's day."""
    word = match["n"].lower()
    count = int(word) if word.isdigit() else 2 if word == "a couple of" else NUMBERS[word]
    start = _moved(match["unit"].lower(), -count, ref)
    return _found(match, (start, of_day(ref.day, ref.zone)), vague=True)


PERIODS: tuple[tuple[re.Pattern[str], _Reader], ...] = (
    (pattern("|".join(sorted((w.replace(" ", r"\s+") for w in _DAYS), key=len, reverse=True))), _named_day),
    (pattern(rf"{_WHICH} (?P<unit2>weekend|week|month|quarter|year)"), _which_unit),
    (pattern(rf"{_WHICH} {WEEKDAY}"), _which_weekday),
    (pattern(rf"{_WHICH} {MONTH}"), _which_month),
    (pattern(rf"{_WHICH} {SEASON}"), _which_season),
    (pattern(rf"(?<!every )(?<!each ){WEEKDAY}"), _weekday),
    (pattern(rf"{SEASON}(?:(?: of)? {YEAR})?"), _season),
    (pattern(rf"(?P<half>[qh])(?P<q>[1-4])(?:(?:,? of|,|/|-)?\s?{YEAR})?"), _part_of_year),
    (pattern(r"(?P<ya>(?:19|20)\d{2})[\s-]?(?P<half>[qh])(?P<q>[1-4])"), _part_of_year),
    (pattern(rf"(?:the )?(?P<ord>{'|'.join(ORDINALS)}) (?P<half>quarter|half)(?: of|,)? {YEAR}"), _part_of_year),
    (pattern(r"(?P<y>(?:19|20)\d{2})-?W(?P<w>[0-5]\d)"), _week),
    (pattern(rf"(?:calendar )?(?:week|cw) (?P<w>[0-5]?\d)(?: of|,|/)? ?{YEAR}"), _week),
    (pattern(rf"{NUMBER} {UNIT} (?P<ago>ago|back|earlier)"), _shifted),
    (pattern(rf"(?:in )?{NUMBER} {UNIT} from (?:now|today)(?! on)"), _shifted),
    (pattern(rf"in {NUMBER} {UNIT}(?! of\b)(?:'s? time)?"), _shifted),
    (pattern(rf"(?:over |within |in |during )?the (?:last|past) {NUMBER} {UNIT}"), _stretch),
)  # fmt: skip


def periods(text: str, reference: Reference, lean: Lean | None) -> Iterator[Found]:
    """Yield every relative date and named period of a text; spans may overlap."""
    for form, read in PERIODS:
        for match in form.finditer(text):
            found = read(match, reference, lean)
            if found is not None:
                yield found
