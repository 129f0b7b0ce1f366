"""Finds the dates of a text: single ones joined to ranges, with the words in front of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, timedelta, tzinfo

from tenure.instants import Dated, to_datetime
from tenure.timewords.calendar import Reference, Span, days, last_day, of_day, of_month, of_parts
from tenure.timewords.periods import periods
from tenure.timewords.points import POINTS, Found, clock_of, resolve, with_clock
from tenure.timewords.types import DateMention, Lean, Role
from tenure.timewords.words import CLOCK, MONTHS, SEASONS, WEEKDAY, WEEKDAYS

_ROLES: tuple[tuple[str, Role, bool], ...] = (
    (r"with effect (?:from|on)|with effect as of", "from", False),
    (
        r"(?:effective|starting|beginning|commencing|valid|live|active|applies)(?: from| on| as of| in| at| with)?",
        "from",
        False,
    ),
    (r"as (?:from|of and from)", "from", False),
    (r"(?:in force|in effect) (?:from|since)", "from", False),
    (r"from", "from", False),
    (r"(?:up )?(?:until|till|'til|til)(?: and including)?", "until", False),
    (r"up to and including|through|thru", "until", True),
    (r"up to", "until", False),
    (r"(?:ever )?since", "since", False),
    (r"as (?:of|at)", "as_of", False),
    (r"(?:any time )?(?:before|prior to|ahead of)|no later than|by|earlier than", "before", False),
    (r"after|following|later than", "after", False),
    (r"dated|on|in|at|during|throughout|over|around|for", "at", False),
)
_LEADS = tuple(
    (re.compile(rf"(?<![\w-])(?:{words})(?:: | (?:the |the date |about |roughly )?)$", re.IGNORECASE), role, incl)
    for words, role, incl in _ROLES
)  # fmt: skip
_ONWARDS = re.compile(r",? (?:on ?wards?|and (?:later|after)|on(?= ?[,.;:)]|$)|forward)(?!\w)", re.IGNORECASE)
_FROM_ON = re.compile(r" on(?=\s+(?:the|we|it|our|they)\b)", re.IGNORECASE)
_INCLUSIVE = re.compile(r" \(?inclusive(?:ly)?\)?", re.IGNORECASE)
_EDGE = re.compile(
    r"(?<!\w)(?:the )?(?P<edge>(?:very )?(?:start|beginning)|end|close|middle) of (?:the )?$"
    r"|(?<!\w)(?P<part>early|mid|late)(?: in)?[ -]$|(?<!\w)(?:the )?(?P<week>week) (?:of|starting|from) $",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s?(?:[-–—]|\.\.+|/)\s?|,? (?:to|until|till|through|thru|up to)(?: the)? ", re.IGNORECASE)
_CLOSED = re.compile(r"through|thru", re.IGNORECASE)
_AT = re.compile(rf"(?:,)?(?: at| around|,)? (?P<clock>{CLOCK})(?!\w)", re.IGNORECASE)
_ON = re.compile(r",? (?:on )?(?:the )?", re.IGNORECASE)
_WEEKDAY_BEFORE = re.compile(rf"(?<!\w){WEEKDAY}\.?,? (?:the )?$", re.IGNORECASE)
_WEEKDAY_THEN = re.compile(rf"{WEEKDAY}\.?,? (?:the )?", re.IGNORECASE)
_WEEKDAY_AFTER = re.compile(rf" \({WEEKDAY}\)", re.IGNORECASE)
_DAY_RANGE = re.compile(r"(?<![\w.:/-])(?P<d>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?(?: of)?$", re.IGNORECASE)
_DAY_AFTER = re.compile(
    r"(?P<dash>\s?[-–]\s?|\s(?:to|until|till|through)\s)(?P<d>[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
    r"(?P<y>,? (?:19|20)\d{2})?(?![\w%]|[.:/-]\w)",
    re.IGNORECASE,
)

_NUMERIC = r"(?:19|20)\d\d|\d{4}-\d|/\d\d?/\d\d|:[0-5]\d|\d(?:\s?[ap]\.?m|st|nd|rd|th)\b"
_POINT_SIGN = re.compile(rf"{_NUMERIC}|\b(?:{'|'.join(MONTHS)})\b", re.IGNORECASE)
NUMERIC_SIGN = re.compile(rf"{_NUMERIC}|[QHW]\d", re.IGNORECASE)
"""What a date has of which no word of a date stands in the text."""
_RELATIVE_SIGN = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|morning|afternoon|evening|night|the day"
    r"|(?:second|sec|minute|min|hour|hr|day|week"
    rf"|weekend|fortnight|month|quarter|year)s?|half|cw|{'|'.join((*WEEKDAYS, *SEASONS))}"
    rf"|(?:last|past|previous|this|current|next|coming|following) (?:{'|'.join(MONTHS)}))\b|(?:\b|\d|-)[QHW]\d",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Lead:
    start: int
    words: str = ""
    role: Role | None = None
    inclusive: bool = False


def find_dates(text: str, reference: Dated | int, zone: tzinfo = UTC, *, lean: Lean | None = None) -> list[DateMention]:
    """Find the dates of an English text.

    Nothing is read from the machine's clock: relative dates ("yesterday", "in March") count from
    ``reference``. Of two readings the first is the likelier and the other is listed as ambiguous.

    Args:
        text: a question or a sentence.
        reference: what relative dates count from: a date, or an instant in microseconds UTC.
        zone: the zone of dates written without one.
        lean: where a date without a year or a bare week day lies. None takes the last one and lists
            the coming one as ambiguous if it is nearer.

    Returns:
        The dates in the order of the text; their spans do not overlap.
    """
    ref = Reference.of(reference, zone)
    found = _absorb_clocks(text, _apart(_all(text, ref, lean)))
    mentions: list[DateMention] = []
    index = 0
    while index < len(found):
        following = found[index + 1] if index + 1 < len(found) else None
        made = _range(text, found[index], following, ref, lean) if following else None
        made = made or _day_range(text, found[index], ref)
        if made:
            mentions.append(made)
            index += 2 if following and made.end == _end_with(text, following) else 1
            continue
        alone = _single(text, found[index], ref, lean)
        if alone and (not mentions or alone.group_start >= mentions[-1].group_end):
            mentions.append(alone)
        index += 1
    return mentions


def _end_with(text: str, found: Found) -> int:
    named = _WEEKDAY_AFTER.match(text, found.end)
    return named.end() if named else found.end


def _all(text: str, ref: Reference, lean: Lean | None) -> list[Found]:
    # Most sentences name no date at all: look for a first sign of one before trying every form.
    found = list(periods(text, ref, lean)) if _RELATIVE_SIGN.search(text) else []
    for form, read in POINTS if _POINT_SIGN.search(text) else ():
        for match in form.finditer(text):
            point = read(match)
            if point is not None:
                found.append(point)
    return found


def _apart(found: list[Found]) -> list[Found]:
    """Keep the longest of overlapping finds; of equal ones the first pattern's."""
    kept: list[Found] = []
    for candidate in sorted(found, key=lambda f: f.start - f.end):
        if all(candidate.end <= k.start or candidate.start >= k.end for k in kept):
            kept.append(candidate)
    return sorted(kept, key=lambda f: f.start)


def _absorb_clocks(text: str, found: list[Found]) -> list[Found]:
    """Join a date and the time of day beside it ("3 May at 10:15", "10:15 on 3 May")."""
    joined: list[Found] = []
    for item in found:
        before = joined[-1] if joined else None
        if before is not None and item.parts[2] and _WEEKDAY_THEN.fullmatch(text, before.start, item.start):
            joined[-1] = item
            continue
        if before is not None and item.kind == "time" and before.kind == "point" and before.clock is None:
            match = _AT.match(text, before.end)
            if match and match.end() >= item.end:
                joined[-1] = _clocked(before, before.start, item.end, item)
                continue
        if (
            before is not None
            and before.kind == "time"
            and item.kind == "point"
            and item.clock is None
            and _ON.fullmatch(text, before.end, item.start)
        ):
            joined[-1] = _clocked(item, before.start, item.end, before)
            continue
        joined.append(item)
    return joined


def _clocked(day: Found, start: int, end: int, time: Found) -> Found:
    return replace(day, start=start, end=end, clock=time.clock)


def _lead(text: str, start: int) -> _Lead:
    before = text[max(0, start - 40) : start]
    for form, role, inclusive in _LEADS:
        match = form.search(before)
        if match:
            words = " ".join(match[0].lower().rstrip(": ").split())
            return _Lead(start - len(before) + match.start(), words, role, inclusive or "including" in words)
    return _Lead(start)


def _single(text: str, found: Found, ref: Reference, lean: Lean | None) -> DateMention | None:
    resolved = resolve(found, ref, lean)
    if resolved is None or not resolved.readings:
        return None
    readings = (*resolved.readings, *resolved.extra)
    if found.spans and found.clock:
        readings = tuple((_at_clock(s, found, ref), None) for s in readings if s[1] is None) or readings
    start, end, inclusive, vague = found.start, found.end, False, resolved.vague
    named = _WEEKDAY_BEFORE.search(text, 0, start) if not found.needs and not found.spans else None
    if named:
        start = named.start()
        vague = vague or not all(_is_weekday(s, named["wd"]) for s in readings[:1])
    end = _end_with(text, found)
    edge = _EDGE.search(text, 0, start)
    if edge:
        start = edge.start()
        readings = tuple(_edge(edge, s, ref.zone) for s in readings)
        inclusive = (edge["edge"] or "").lower() in {"end", "close"}
        vague = vague or bool(edge["part"] or (edge["edge"] or "").lower() == "middle")
    lead = _lead(text, start)
    if found.needs and lead.role is None and not edge:
        return None
    return _mention(text, (start, end), readings, lead, inclusive=inclusive, vague=vague, relative=resolved.relative)


def _at_clock(span: Span, found: Found, ref: Reference) -> Dated:
    return with_clock(span[0], found.clock or (0, ()), ref.zone)[0]


def _is_weekday(span: Span, word: str) -> bool:
    return to_datetime(span[0].at, span[0].zone).weekday() == WEEKDAYS[word.lower()]


def _edge(match: re.Match[str], span: Span, zone: tzinfo) -> Span:
    """Narrow a month, year or period to its start, end, week or third."""
    first_day, final_day = to_datetime(span[0].at, span[0].zone).date(), last_day(span)
    if match["week"]:
        return days(first_day - timedelta(days=first_day.weekday()), 7, zone)
    word = (match["edge"] or match["part"]).lower()
    if word.endswith(("start", "beginning")):
        return of_day(first_day, zone), None
    if word in {"end", "close"}:
        return of_day(final_day, zone), None
    third = ((final_day - first_day).days + 1) // 3
    shift = {"early": 0, "late": 2}.get(word, 1) * third
    if third > 31:
        start = of_month(first_day.year, first_day.month + round(shift / 30.44), zone)
        stop = of_month(first_day.year, first_day.month + round((shift + third) / 30.44) - 1, zone)
        return start, stop
    return days(first_day + timedelta(days=shift), max(third, 1), zone)


def _mention(
    text: str,
    span: tuple[int, int],
    readings: tuple[Span, ...],
    lead: _Lead,
    *,
    inclusive: bool,
    vague: bool,
    relative: bool,
) -> DateMention:
    (first, last), *others = readings
    role, group_end = lead.role, span[1]
    onwards = _ONWARDS.match(text, group_end) if role in (None, "from", "at", "as_of", "since") else None
    onwards = onwards or (_FROM_ON.match(text, group_end) if lead.role == "from" else None)
    including = _INCLUSIVE.match(text, group_end)
    if onwards:
        role, group_end = "from", onwards.end()
    elif including:
        group_end = including.end()
    clock_only = span[1] - span[0] <= 24 and clock_of(text[span[0] : span[1]]) is not None
    return DateMention(
        start=span[0],
        end=span[1],
        kind="period" if last is not None else "time" if clock_only else "point",
        first=first,
        last=last,
        role=role,
        ambiguous=tuple(others),
        group_start=lead.start,
        group_end=group_end,
        preposition=lead.words,
        inclusive=inclusive or lead.inclusive or including is not None,
        relative=relative,
        vague=vague,
    )


def _range(text: str, left: Found, right: Found, ref: Reference, lean: Lean | None) -> DateMention | None:
    """Join two dates with a dash or words between them; what the first leaves out comes from the second."""
    lead = _lead(text, left.start)
    between_word = re.search(r"(?<!\w)between $", text[: left.start], re.IGNORECASE)
    gap = text[left.end : right.start]
    joined = re.fullmatch(r" and (?:the )?", gap, re.IGNORECASE) if between_word else _BETWEEN.fullmatch(gap)
    if joined is None or "time" in (left.kind, right.kind):
        return None
    bare = left.needs and right.needs and lead.role is None and not between_word
    if bare and not (left.parts[0] and right.parts[0]) and not (left.parts[1] and right.parts[1]):
        return None
    if right.parts[0] is not None and left.parts[0] is None and not left.spans and left.parts != (None, None, None):
        left = _inherit(left, right)
    one, two = resolve(left, ref, lean), resolve(right, ref, lean)
    if not one or not two or not one.readings or not two.readings:
        return None
    (first, _), (last, final) = one.readings[0], two.readings[0]
    if left.parts[0] is None and right.parts[0] is None and not right.spans and last.at < first.at:
        return None
    if first.at > last.at:
        return None
    start = between_word.start() if between_word else lead.start
    inclusive = bool(_CLOSED.search(gap)) or bool(_INCLUSIVE.match(text, right.end))
    words = "between" if between_word else lead.words
    return DateMention(
        start=left.start,
        end=right.end,
        kind="range",
        first=first,
        last=final or last,
        role="between",
        ambiguous=(*one.extra, *two.extra),
        group_start=start,
        group_end=right.end,
        preposition=words,
        inclusive=inclusive,
        relative=one.relative or two.relative,
        vague=one.vague or two.vague,
    )


def _inherit(left: Found, right: Found) -> Found:
    _, month, day = left.parts
    return replace(left, parts=(right.parts[0], month or right.parts[1], day), needs=False)


def _day_range(text: str, found: Found, ref: Reference) -> DateMention | None:
    """ "1–15 May 2025", "from 1 to 15 May 2025" and "May 1-15, 2025": days that share a month."""
    year, month, day = found.parts
    if month is None or day is None or found.clock:
        return None
    dash = re.search(r"(?:\s?[-–]\s?| (?:to|until|till|through) )(?:the )?$", text[: found.start], re.IGNORECASE)
    before = _DAY_RANGE.search(text, 0, dash.start()) if dash else None
    if dash and before and year is not None:
        ends, span, words = (int(before["d"]), day), (before.start(), found.end), dash[0]
    else:
        after = _DAY_AFTER.match(text, found.end)
        if not after or (year is None and not after["y"]):
            return None
        year = year or int(after["y"].strip(" ,"))
        ends, span, words = (day, int(after["d"])), (found.start, after.end()), after["dash"]
    first, last = of_parts(year, month, ends[0], ref.zone), of_parts(year, month, ends[1], ref.zone)
    if first is None or last is None or first.at >= last.at:
        return None
    lead = _lead(text, span[0])
    inclusive = bool(_CLOSED.search(words)) or bool(_INCLUSIVE.match(text, span[1]))
    return DateMention(*span, "range", first, last, "between", (), lead.start, span[1], lead.words, inclusive)
