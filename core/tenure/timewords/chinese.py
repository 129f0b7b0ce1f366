"""Dates in Chinese text: explicit, relative and ranges, resolved against a reference that is passed in.

The text must be in simplified characters with half-width digits and punctuation (see
``tenure.ingest.extract.chinese.normal``); spans are spans of that text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, timedelta, tzinfo

from tenure.instants import Dated, Precision
from tenure.timewords.calendar import Reference, Span, add_months, days, of_day, of_month, of_parts, of_year
from tenure.timewords.points import choose
from tenure.timewords.types import DateKind, DateMention, Lean, Role

_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_N = r"(?:\d{1,3}|[一二两三四五六七八九十]{1,3})"
_YEAR = r"(?P<y>(?:1[0-9]|20)\d\d|[一二][〇零一二三四五六七八九]{3})\s?年"
_NEAR_YEAR = r"(?P<ny>去年|今年|明年|前年|后年|本年|当年(?=\d))"
_MONTH = r"(?P<m>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])\s?月份?"
_DAY = r"(?P<d>3[01]|[12]\d|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])\s?[日号]"
_SPECIAL = r"(?P<edge>初|底|末|中旬|上旬|下旬|中)"
_WEEKDAY = r"(?P<wd>[一二三四五六日天1-6])"
_SHIFTS = {"上上": -2, "上": -1, "本": 0, "这": 0, "当": 0, "下": 1, "下下": 2}
_NEAR_DAYS = {
    "大前天": -3, "前天": -2, "前日": -2, "前晚": -2, "昨天": -1, "昨日": -1, "昨晚": -1, "昨夜": -1, "昨儿": -1,
    "今天": 0, "今日": 0, "今早": 0, "今晨": 0, "今晚": 0, "今儿": 0, "即日": 0, "当天": 0,
    "明天": 1, "明日": 1, "明早": 1, "明晚": 1, "明儿": 1, "后天": 2, "大后天": 3,
}  # fmt: skip
_NEAR_YEARS = {"前年": -2, "去年": -1, "今年": 0, "本年": 0, "明年": 1, "后年": 2}
_CLOCK = (
    r"(?:\s?(?:凌晨|早上|上午|中午|下午|晚上|傍晚|夜里)?\s?(?:\d{1,2}:\d{2}|\d{1,2}\s?[点时](?:整|半|\d{1,2}分?)?))?"
)

_BEFORE: tuple[tuple[str, Role], ...] = (
    ("截至|截止到?|截止于", "as_of"),
    ("自从|自|从|打", "from"),
    ("直到|直至|持续到|一直到", "until"),
    ("在|于|就在|早在|预定于?|定于|将于|已于|拟于|定在", "at"),
    ("到|至", "until"),
)
_AFTER: tuple[tuple[str, Role], ...] = (
    ("起算|起|开始|以来|至今|之后开始|伊始", "from"),
    ("之前|以前|前夕|前", "before"),
    ("之后|以后|过后|后", "after"),
    ("为止|止", "until"),
    ("期间|间|里|内", "at"),
    ("(?:这天|当天|当日|当晚)?", "at"),
)
_LEAD = tuple((re.compile(rf"(?:{words})\s?$"), role) for words, role in _BEFORE)
_TRAIL = tuple((re.compile(rf"\s?(?:{words})"), role) for words, role in _AFTER)
_JOINT = re.compile(r"\s?(?:-|–|—|~|至|到|直到|直至)\s?")
SIGN = re.compile(r"\d|[年月周日天]|星期|礼拜|季度")
"""What every date has one of; a text without needs no further look."""


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    span: Span
    relative: bool = False
    vague: bool = False


def number(text: str) -> int | None:
    """Read a whole number below 100 in digits or Chinese ("三十一"), or None."""
    if text.isdigit():
        return int(text)
    tens, ten, ones = text.partition("十")
    if not ten:
        return _DIGITS.get(text)
    if (tens and tens not in _DIGITS) or (ones and ones not in _DIGITS):
        return None
    return (_DIGITS[tens] if tens else 1) * 10 + (_DIGITS[ones] if ones else 0)


def _year(text: str) -> int:
    return int("".join(str(_DIGITS.get(c, c)) for c in text))


def _written(match: re.Match[str], ref: Reference, lean: Lean | None) -> _Found | None:
    groups = match.groupdict()
    relative = groups.get("y") is None
    year = _year(groups["y"]) if groups.get("y") else None
    if groups.get("ny"):
        year = ref.day.year + _NEAR_YEARS.get(groups["ny"], 0)
    month = number(groups["m"]) if groups.get("m") else None
    day = number(groups["d"]) if groups.get("d") else None
    dated = _nearest(month, day, ref, lean) if year is None else of_parts(year, month, day, ref.zone)
    if dated is None:
        return None
    edge = groups.get("edge")
    if edge:
        return _edged(match, dated, edge, relative=relative)
    return _Found(match.start(), match.end(), (dated, None), relative)


def _nearest(month: int | None, day: int | None, ref: Reference, lean: Lean | None) -> Dated | None:
    """The year of "5月1日": this one unless the words lean and it lies wrong, or another is much nearer."""
    if month is None:
        return None
    near = [of_parts(year, month, day, ref.zone) for year in range(ref.day.year - 1, ref.day.year + 2)]
    real = [d for d in near if d is not None]
    past, future = [d for d in real if d.at <= ref.at], [d for d in real if d.at > ref.at]
    chosen = choose(past[-1:], future[:1], ref, lean or "near")
    return chosen[0] if chosen else None


def _edged(match: re.Match[str], dated: Dated, edge: str, *, relative: bool) -> _Found:
    """ "2024年底" and "三月初": known to the month at the edges of a year, else approximately."""
    moment = date.fromisoformat(str(Dated(dated.at, Precision.DAY, dated.zone)))
    if dated.precision is Precision.YEAR and edge in "初底末":
        month = 1 if edge == "初" else 12
        return _Found(match.start(), match.end(), (of_month(moment.year, month, dated.zone), None), relative)
    return _Found(match.start(), match.end(), (dated, None), relative)


def _iso(match: re.Match[str], ref: Reference, _: Lean | None) -> _Found | None:
    day = int(match["d"]) if match["d"] else None
    dated = of_parts(int(match["y"]), int(match["m"]), day, ref.zone)
    return _Found(match.start(), match.end(), (dated, None)) if dated else None


def _near_day(match: re.Match[str], ref: Reference, _: Lean | None) -> _Found | None:
    if ref.coarse:
        return None
    day = ref.day + timedelta(days=_NEAR_DAYS[match["near"]])
    return _Found(match.start(), match.end(), (of_day(day, ref.zone), None), True)


def _near_month(match: re.Match[str], ref: Reference, _: Lean | None) -> _Found | None:
    month = ref.day.month + _SHIFTS[match["shift"]]
    dated = of_month(ref.day.year, month, ref.zone)
    day = number(match["d"]) if match["d"] else None
    if day is not None:
        first = date.fromisoformat(f"{dated}-01")
        exact = of_parts(first.year, first.month, day, ref.zone)
        return _Found(match.start(), match.end(), (exact, None), True) if exact else None
    return _Found(match.start(), match.end(), (dated, None), True)


def _near_week(match: re.Match[str], ref: Reference, lean: Lean | None) -> _Found | None:
    if ref.coarse:
        return None
    monday = ref.day - timedelta(days=ref.day.weekday())
    weekday = "一二三四五六日".find(match["wd"].replace("天", "日")) if match["wd"] else None
    if weekday is not None and weekday < 0:
        weekday = int(match["wd"]) - 1
    if not match["shift"]:
        if weekday is None:
            return None
        return _Found(match.start(), match.end(), (_bare_weekday(monday, weekday, ref, lean), None), True)
    first = monday + timedelta(weeks=_SHIFTS[match["shift"]])
    if weekday is None:
        return _Found(match.start(), match.end(), days(first, 7, ref.zone), True)
    return _Found(match.start(), match.end(), (of_day(first + timedelta(days=weekday), ref.zone), None), True)


def _bare_weekday(monday: date, weekday: int, ref: Reference, lean: Lean | None) -> Dated:
    """ "周五" alone: the one of this week, unless the words say that it is over or yet to come."""
    day = monday + timedelta(days=weekday)
    if lean == "past" and day > ref.day:
        day -= timedelta(weeks=1)
    if lean == "future" and day <= ref.day:
        day += timedelta(weeks=1)
    return of_day(day, ref.zone)


def _edge_of_now(match: re.Match[str], ref: Reference, _: Lean | None) -> _Found | None:
    year, month = ref.day.year, ref.day.month
    if match["of"] == "年":
        first = of_month(year, 1 if match["edge"] == "初" else 12, ref.zone)
        return _Found(match.start(), match.end(), (first, None), True)
    if match["of"] == "月":
        return _Found(match.start(), match.end(), (of_month(year, month, ref.zone), None), True)
    return None


def _quarter(match: re.Match[str], ref: Reference, _: Lean | None) -> _Found | None:
    quarter = number(match["q"]) or 0
    if not 1 <= quarter <= 4:
        return None
    year = _year(match["y"]) if match["y"] else ref.day.year + _NEAR_YEARS.get(match["ny"] or "今年", 0)
    first = of_month(year, quarter * 3 - 2, ref.zone)
    return _Found(match.start(), match.end(), (first, of_month(year, quarter * 3, ref.zone)), match["y"] is None)


def _ago(match: re.Match[str], ref: Reference, _: Lean | None) -> _Found | None:
    if ref.coarse:
        return None
    unit, sign = match["unit"], -1 if match["way"].endswith("前") else 1
    half = match["n"] == "半"
    count = 1 if half else number(match["n"])
    if count is None or (half and unit != "年"):
        return None
    if unit in ("天", "日"):
        return _Found(
            match.start(), match.end(), (of_day(ref.day + timedelta(days=sign * count), ref.zone), None), True
        )
    if unit in ("周", "个星期", "星期", "个礼拜"):
        day = ref.day + timedelta(weeks=sign * count)
        return _Found(match.start(), match.end(), (of_day(day, ref.zone), None), True)
    if unit == "年" and not half:
        return _Found(match.start(), match.end(), (of_year(ref.day.year + sign * count, ref.zone), None), True)
    months = 6 if half else count
    day = add_months(ref.day, sign * months)
    return _Found(match.start(), match.end(), (of_month(day.year, day.month, ref.zone), None), True)


_Maker = Callable[[re.Match[str], Reference, Lean | None], _Found | None]
_FORMS: tuple[tuple[re.Pattern[str], _Maker], ...] = (
    (re.compile(rf"(?:{_YEAR}|{_NEAR_YEAR}){_MONTH}{_DAY}{_CLOCK}"), _written),
    (re.compile(rf"(?:{_YEAR}|{_NEAR_YEAR}){_MONTH}{_SPECIAL}?"), _written),
    (re.compile(rf"(?:{_YEAR}|{_NEAR_YEAR})?(?:第)?(?P<q>[一二三四1-4])季度"), _quarter),
    (re.compile(rf"(?:{_YEAR}|{_NEAR_YEAR}){_SPECIAL}?(?!前(?!身)|来)"), _written),
    (re.compile(rf"(?<![\d.个]){_MONTH}{_DAY}{_CLOCK}"), _written),
    (re.compile(r"(?<![\d./\w-])(?P<y>(?:19|20)\d\d)[-/.](?P<m>0?[1-9]|1[0-2])[-/.](?P<d>\d{1,2})(?![\d./-])"), _iso),
    (re.compile(r"(?<![\d./\w-])(?P<y>(?:19|20)\d\d)-(?P<m>0[1-9]|1[0-2])(?P<d>)(?![\d./-])"), _iso),
    (
        re.compile(rf"(?P<shift>上上|下下|上|下|本|这)个?(?:周|星期|礼拜){_WEEKDAY}?(?!末|年|期|边|围|会|报){_CLOCK}"),
        _near_week,
    ),
    (
        re.compile(
            rf"(?<![每A-Za-z0-9_一二三四五六七八九十两])(?P<shift>)?(?:周|星期|礼拜){_WEEKDAY}(?![至到]|[一二三四五六日]){_CLOCK}"
        ),
        _near_week,
    ),
    (re.compile(rf"(?P<shift>上上|上|下|本|这|当)个?月(?!度|饼)(?:{_DAY})?{_SPECIAL}?"), _near_month),
    (re.compile(rf"(?<![\d.个每一]){_MONTH}{_SPECIAL}?(?!饼|球|光|亮)"), _written),
    (re.compile(rf"(?P<near>{'|'.join(sorted(_NEAR_DAYS, key=len, reverse=True))}){_CLOCK}"), _near_day),
    (re.compile(r"(?P<of>[年月])(?P<edge>初|底|末)"), _edge_of_now),
    (
        re.compile(
            rf"(?P<n>{_N}|半)\s?(?P<unit>天|日|周|个?星期|个礼拜|个月|年)(?P<way>之前|以前|前|之后|以后|后)(?!端|台|缀)"
        ),
        _ago,
    ),
)


def find_chinese_dates(
    text: str, reference: Dated | int, zone: tzinfo = UTC, *, lean: Lean | None = None
) -> list[DateMention]:
    """Find the dates of a Chinese text, as :func:`tenure.timewords.find_dates` does of an English one.

    Args:
        text: simplified characters, half-width digits.
        reference: what relative dates count from: a date, or an instant in microseconds UTC.
        zone: the zone of dates written without one.
        lean: where a date without a year lies.
    """
    if not SIGN.search(text):
        return []
    ref = Reference.of(reference, zone)
    found = _joined(text, _apart(text, ref, lean))
    return [_mention(text, one, last) for one, last in found]


def _apart(text: str, ref: Reference, lean: Lean | None) -> list[_Found]:
    """The dates of a text, longest forms first, none inside another."""
    found: list[_Found] = []
    for form, make in _FORMS:
        for match in form.finditer(text):
            if any(match.start() < f.end and f.start < match.end() for f in found):
                continue
            try:
                one = make(match, ref, lean)
            except (ValueError, OverflowError):  # beyond the calendar
                continue
            if one is not None:
                found.append(one)
    return sorted(found, key=lambda f: f.start)


def _joined(text: str, found: list[_Found]) -> list[tuple[_Found, _Found | None]]:
    """Join two dates with "至" between them to a range; "5年" after "至" takes no part."""
    joined: list[tuple[_Found, _Found | None]] = []
    for one in found:
        before = joined[-1] if joined else None
        if before and before[1] is None and _JOINT.fullmatch(text[before[0].end : one.start]):
            joined[-1] = (before[0], one)
        else:
            joined.append((one, None))
    return joined


def _mention(text: str, one: _Found, last: _Found | None) -> DateMention:
    end = last.end if last else one.end
    role, first, words = _role(text, one.start, end)
    stop = end + len(words[1])
    span = one.span
    kind: DateKind = "range" if last else "period" if span[1] else "point"
    mention = DateMention(
        one.start, end, "point", span[0], last.span[0] if last else span[1], role, (), first, stop,
        words[0], relative=one.relative, vague=one.vague,
    )  # fmt: skip
    return replace(mention, kind=kind)


def _role(text: str, start: int, end: int) -> tuple[Role | None, int, tuple[str, str]]:
    """The role of a date: the words behind decide before those in front ("自3月起", "在3月之前")."""
    lead, first, role = "", start, None
    for pattern, before in _LEAD:
        match = pattern.search(text, max(0, start - 4), start)
        if match:
            lead, first, role = match[0].strip(), match.start() if before != "at" else start, before
            break
    for pattern, after in _TRAIL:
        match = pattern.match(text, end)
        if match and match[0]:
            if match[0] in ("前", "后") and text[match.end() : match.end() + 1] in ("端", "台", "缀", "者", "任", "续"):
                continue
            final: Role = "until" if after == "before" and role == "until" else after
            final = "until" if final == "at" and role == "until" else final
            final = "from" if final == "at" and role == "from" else final
            begin = start - len(lead) if role == "at" and after == "before" else first
            return final, begin, (lead, match[0])
    return role, first, (lead, "")
