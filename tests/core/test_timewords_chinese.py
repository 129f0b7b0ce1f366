"""Chinese dates against a passage of Wednesday 18 June 2025."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.instants import parse_date
from tenure.timewords.chinese import find_chinese_dates, number

_DATE = parse_date("2025-06-18")


@pytest.mark.parametrize(
    ("text", "first", "role"),
    [
        ("2025年5月1日", "2025-05-01", None),
        ("二〇二四年十二月三日", "2024-12-03", None),
        ("2024-03-09", "2024-03-09", None),
        ("自2023年起", "2023", "from"),
        ("去年三月", "2024-03", None),
        ("上周五", "2025-06-13", None),
        ("下周一", "2025-06-23", None),
        ("昨天", "2025-06-17", None),
        ("前天", "2025-06-16", None),
        ("本月初", "2025-06", None),
        ("上个月", "2025-05", None),
        ("年底", "2025-12", None),
        ("三天前", "2025-06-15", None),
        ("截至2024年底", "2024-12", "as_of"),
        ("到2026年3月为止", "2026-03", "until"),
        ("2024年第三季度", "2024-07", None),
    ],
)
def test_a_date(text: str, first: str, role: str | None) -> None:
    (found,) = find_chinese_dates(text, _DATE)
    assert str(found.first) == first
    assert role in (None, found.role)


def test_a_range() -> None:
    (found,) = find_chinese_dates("2018年至2022年", _DATE)
    assert (found.kind, str(found.first), str(found.last)) == ("range", "2018", "2022")


@pytest.mark.parametrize("text", ["每周一", "二月饼", "版本 3.2.1", "后端", "没有日期"])
def test_no_date(text: str) -> None:
    assert find_chinese_dates(text, _DATE) == []


@pytest.mark.parametrize(("text", "value"), [("三十一", 31), ("十", 10), ("两", 2), ("07", 7), ("百", None)])
def test_numbers(text: str, value: int | None) -> None:
    assert number(text) == value


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="0123456789年月日号周上下本前后去今明十一二三〇至到自起-/.", max_size=30))
def test_any_text(text: str) -> None:
    for found in find_chinese_dates(text, _DATE):
        assert 0 <= found.group_start <= found.start < found.end <= found.group_end <= len(text)
