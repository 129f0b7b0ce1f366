"""Dates in text, against a fixed Wednesday, 18 June 2025."""

from __future__ import annotations

from datetime import UTC
from zoneinfo import ZoneInfo

import pytest

from tenure.instants import Dated, Precision, parse_date
from tenure.timewords import DateMention, Lean, find_dates

WEDNESDAY = parse_date("2025-06-18")


def only(text: str, reference: Dated | int = WEDNESDAY, lean: Lean | None = None) -> DateMention:
    found = find_dates(text, reference, lean=lean)
    assert len(found) == 1, [text[m.start : m.end] for m in found]
    return found[0]


def written(mention: DateMention) -> str:
    return str(mention.first) + (f"/{mention.last}" if mention.last else "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on 2025-05-01", "2025-05-01"),
        ("in 2025-05", "2025-05"),
        ("on 2025/5/1", "2025-05-01"),
        ("on 1 May 2025", "2025-05-01"),
        ("on 1 may 2025", "2025-05-01"),
        ("on 1st May 2025", "2025-05-01"),
        ("on the 1st of May 2025", "2025-05-01"),
        ("on the 1st of May, 2025", "2025-05-01"),
        ("on May 1, 2025", "2025-05-01"),
        ("on May 1st, 2025", "2025-05-01"),
        ("on May 1 2025", "2025-05-01"),
        ("on Sept. 3, 2025", "2025-09-03"),
        ("on 01-May-2025", "2025-05-01"),
        ("in March 2025", "2025-03"),
        ("in March, 2025", "2025-03"),
        ("in march of 2025", "2025-03"),
        ("in 2025", "2025"),
        ("in the year 2025", "2025"),
        ("on 29 February 2024", "2024-02-29"),
        ("on 31.12.2024", "2024-12-31"),
        ("on 25/12/2024", "2024-12-25"),
        ("on 12/25/2024", "2024-12-25"),
        ("on 25/12/24", "2024-12-25"),
        ("at 2025-03-01T10:12:00Z", "2025-03-01T10:12:00Z"),
        ("at 2025-03-01 10:12", "2025-03-01T10:12:00Z"),
        ("at 2025-03-01T10:12+02:00", "2025-03-01T08:12:00Z"),
        ("on 3 May 2025 at 10:15 CET", "2025-05-03T09:15:00Z"),
        ("on 3 May 2025 at 10:15 UTC+2", "2025-05-03T08:15:00Z"),
        ("on 3 May 2025, 10:15 Europe/Berlin", "2025-05-03T08:15:00Z"),
        ("at 14:30 on 3 May 2025", "2025-05-03T14:30:00Z"),
        ("on 3 May 2025 at 2pm", "2025-05-03T14:00:00Z"),
        ("on 3 May 2025 at 12 am", "2025-05-03T00:00:00Z"),
        ("in Q2 2025", "2025-04/2025-06"),
        ("in 2025 Q2", "2025-04/2025-06"),
        ("in the second quarter of 2025", "2025-04/2025-06"),
        ("in the first half of 2023", "2023-01/2023-06"),
        ("in H2 2024", "2024-07/2024-12"),
        ("in spring 2024", "2024-03/2024-05"),
        ("in winter 2024", "2024-12/2025-02"),
        ("in week 23 of 2025", "2025-06-02/2025-06-08"),
        ("in 2025-W23", "2025-06-02/2025-06-08"),
        ("in the week of 4 June 2025", "2025-06-02/2025-06-08"),
        ("Monday, 3 March 2025", "2025-03-03"),
        ("at the end of February 2024", "2024-02-29"),
        ("at the start of 2025", "2025-01-01"),
        ("at the end of Q1 2025", "2025-03-31"),
    ],
)
def test_explicit_dates(text: str, expected: str) -> None:
    mention = only(text)
    assert written(mention) == expected
    assert not mention.ambiguous
    assert not mention.relative


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("today", "2025-06-18"),
        ("as of this morning", "2025-06-18"),
        ("yesterday", "2025-06-17"),
        ("the day before yesterday", "2025-06-16"),
        ("tomorrow", "2025-06-19"),
        ("yesterday at 10:15", "2025-06-17T10:15:00Z"),
        ("10:15 yesterday", "2025-06-17T10:15:00Z"),
        ("last week", "2025-06-09/2025-06-15"),
        ("this week", "2025-06-16/2025-06-22"),
        ("next week", "2025-06-23/2025-06-29"),
        ("last weekend", "2025-06-14/2025-06-15"),
        ("last month", "2025-05"),
        ("this month", "2025-06"),
        ("last quarter", "2025-01/2025-03"),
        ("last year", "2024"),
        ("next year", "2026"),
        ("last spring", "2025-03/2025-05"),
        ("last summer", "2024-06/2024-08"),
        ("last winter", "2024-12/2025-02"),
        ("this summer", "2025-06/2025-08"),
        ("last March", "2025-03"),
        ("last June", "2024-06"),
        ("next March", "2026-03"),
        ("three weeks ago", "2025-05-28"),
        ("2 days ago", "2025-06-16"),
        ("a month ago", "2025-05"),
        ("two years ago", "2023"),
        ("an hour ago", "2025-06-17T23:00:00Z"),
        ("in two weeks", "2025-07-02"),
        ("two weeks from now", "2025-07-02"),
        ("in March", "2025-03"),
        ("in june", "2025-06"),
        ("on 3 May", "2025-05-03"),
        ("on the 14th", "2025-06-14"),
        ("on Friday", "2025-06-13"),
        ("on Wednesday", "2025-06-18"),
        ("on Tuesday 17 June", "2025-06-17"),
        ("last Friday", "2025-06-13"),
        ("next Monday", "2025-06-23"),
        ("this Friday", "2025-06-20"),
        ("in Q1", "2025-01/2025-03"),
    ],
)
def test_relative_dates(text: str, expected: str) -> None:
    mention = only(text)
    assert written(mention) == expected
    assert mention.relative
    assert not mention.ambiguous


@pytest.mark.parametrize(
    ("text", "first", "others"),
    [
        ("on 04/05/2025", "2025-05-04", ["2025-04-05"]),
        ("next Friday", "2025-06-20", ["2025-06-27"]),
        ("last Monday", "2025-06-16", ["2025-06-09"]),
        ("in July", "2024-07", ["2025-07"]),
        ("on 3 July", "2024-07-03", ["2025-07-03"]),
        ("on 3 May 2025 at 10:15 IST", "2025-05-03T04:45:00Z", ["2025-05-03T09:15:00Z", "2025-05-03T08:15:00Z"]),
    ],
)
def test_two_readings_are_listed_not_guessed(text: str, first: str, others: list[str]) -> None:
    mention = only(text)
    assert str(mention.first) == first
    assert [str(reading[0]) for reading in mention.ambiguous] == others


@pytest.mark.parametrize(
    ("text", "lean", "expected", "ambiguous"),
    [
        ("on 3 July", "past", "2024-07-03", 0),
        ("on 3 July", "future", "2025-07-03", 0),
        ("on 3 July", "near", "2025-07-03", 0),
        ("on 3 May", "near", "2025-05-03", 0),
        ("in December", "near", "2025-12", 1),
        ("on Friday", "future", "2025-06-20", 0),
        ("on Friday", "past", "2025-06-13", 0),
        ("in June", "future", "2025-06", 0),
    ],
)
def test_leaning(text: str, lean: Lean, expected: str, ambiguous: int) -> None:
    mention = only(text, lean=lean)
    assert str(mention.first) == expected
    assert len(mention.ambiguous) == ambiguous


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("until 1 May 2025", "until"),
        ("up until 1 May 2025", "until"),
        ("till 1 May 2025", "until"),
        ("through 1 May 2025", "until"),
        ("since 1 May 2025", "since"),
        ("as of 1 May 2025", "as_of"),
        ("as from 1 May 2025", "from"),
        ("effective 1 May 2025", "from"),
        ("effective from 1 May 2025", "from"),
        ("with effect from 1 May 2025", "from"),
        ("starting 1 May 2025", "from"),
        ("starting on 1 May 2025", "from"),
        ("beginning 1 May 2025", "from"),
        ("from 1 May 2025", "from"),
        ("from 1 May 2025 onwards", "from"),
        ("1 May 2025 onwards", "from"),
        ("from 1 May 2025 on, it", "from"),
        ("before 1 May 2025", "before"),
        ("by 1 May 2025", "before"),
        ("after 1 May 2025", "after"),
        ("on 1 May 2025", "at"),
        ("in May 2025", "at"),
        ("during May 2025", "at"),
        ("from 1 May to 3 June 2025", "between"),
        ("1 May 2025", None),
    ],
)
def test_roles(text: str, role: str | None) -> None:
    mention = only(text)
    assert mention.role == role
    assert mention.group_start == 0


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("from 10 March 2025 to 24 March 2025", "2025-03-10", "2025-03-24"),
        ("from 2025-03-10 until 2025-03-24", "2025-03-10", "2025-03-24"),
        ("between March and June 2025", "2025-03", "2025-06"),
        ("from March to June 2025", "2025-03", "2025-06"),
        ("between 1 May and 3 June 2025", "2025-05-01", "2025-06-03"),
        ("1–15 May 2025", "2025-05-01", "2025-05-15"),
        ("from 1 to 15 May 2025", "2025-05-01", "2025-05-15"),
        ("May 1-15, 2025", "2025-05-01", "2025-05-15"),
        ("2024–2025", "2024", "2025"),
        ("2025-01-01..2025-03-01", "2025-01-01", "2025-03-01"),
        ("2025-01-01/2025-03-01", "2025-01-01", "2025-03-01"),
        ("1 May 2025 – 3 June 2025", "2025-05-01", "2025-06-03"),
        ("from Q1 2025 to Q2 2025", "2025-01", "2025-06"),
    ],
)
def test_ranges(text: str, first: str, last: str) -> None:
    mention = only(text)
    assert (mention.kind, str(mention.first), str(mention.last)) == ("range", first, last)
    assert (mention.start == 0) or mention.group_start == 0


@pytest.mark.parametrize(
    ("text", "boundary"),
    [
        ("until 1 May 2025", "2025-05-01"),
        ("until May 2025", "2025-05-01"),
        ("through May 2025", "2025-06-01"),
        ("until the end of May 2025", "2025-06-01"),
        ("until 31 May 2025 inclusive", "2025-06-01"),
        ("after May 2025", "2025-06-01"),
        ("from May 2025", "2025-05-01"),
        ("until the end of 2024", "2025-01-01"),
        ("until the end of February 2024", "2024-03-01"),
    ],
)
def test_boundaries(text: str, boundary: str) -> None:
    assert only(text).boundary == parse_date(boundary).at


@pytest.mark.parametrize("text", ["mid-May 2025", "early 2025", "late March 2025", "over the last three weeks"])
def test_vague_dates_say_so(text: str) -> None:
    assert only(text).vague


@pytest.mark.parametrize(
    "text",
    [
        "we may do it and march on",
        "May we move it?",
        "version 2.3.0 on 10.0.0.1",
        "file-2025-05-01.md and notes/2025-05-01",
        "port 8080",
        "limit 2025",
        "30 February 2025",
        "31 April 2025",
        "every Monday",
        "on Mondays",
        "on the 14th floor",
        "29 February 2025",
        "2025-13-01",
        "the second quarter",
        "window 02:00",
        "Jan wrote it, and Mark and April agreed",
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert find_dates(text, WEDNESDAY) == []


def test_spans_are_exact() -> None:
    text = "As of 1 May 2025, billing ran on 8080 until the end of June 2025."
    first, second = find_dates(text, WEDNESDAY)
    assert text[first.start : first.end] == "1 May 2025"
    assert text[first.group_start : first.group_end] == "As of 1 May 2025"
    assert text[second.start : second.end] == "the end of June 2025"
    assert text[second.group_start : second.group_end] == "until the end of June 2025"


def test_zone_of_the_project_applies_to_bare_dates() -> None:
    zone = ZoneInfo("Europe/Berlin")
    (mention,) = find_dates("on 1 July 2025", WEDNESDAY, zone)
    assert mention.first == Dated(parse_date("2025-06-30T22:00:00Z").at, Precision.DAY, zone)
    (late,) = find_dates("today", parse_date("2025-06-18T23:30:00Z").at, zone)
    assert str(late.first) == "2025-06-19"


def test_month_ends_and_leap_years() -> None:
    assert str(only("a month ago", parse_date("2025-03-31")).first) == "2025-02"
    assert str(only("on 29 February", parse_date("2025-06-18")).first) == "2024-02-29"
    assert str(only("last month", parse_date("2025-01-31")).first) == "2024-12"
    assert str(only("yesterday", parse_date("2024-03-01")).first) == "2024-02-29"
    assert str(only("next month", parse_date("2025-12-15")).first) == "2026-01"


def test_a_coarse_reference_has_no_yesterday() -> None:
    month = parse_date("2025-03")
    assert only("yesterday", month).vague
    assert str(only("on the 14th", month).first) == "2025-03-14"
    year = parse_date("2025")
    assert str(only("in October", year).first) == "2025-10"


def test_last_week_across_a_year() -> None:
    assert written(only("last week", parse_date("2025-01-01"))) == "2024-12-23/2024-12-29"


def test_utc_is_the_default() -> None:
    assert only("on 1 May 2025").first.zone is UTC


def test_impossible_counts_are_no_dates() -> None:
    assert find_dates("9999 years ago", WEDNESDAY) == []
