from __future__ import annotations

from datetime import UTC

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.errors import InputError
from tenure.instants import DAY, Dated, Precision, format_instant, parse_date, to_datetime, zone_named

BERLIN = zone_named("Europe/Berlin")


@pytest.mark.parametrize(
    ("text", "precision", "back"),
    [
        ("2024", Precision.YEAR, "2024-01-01T00:00:00Z"),
        ("2024-02", Precision.MONTH, "2024-02-01T00:00:00Z"),
        ("2024-02-29", Precision.DAY, "2024-02-29T00:00:00Z"),
        ("2024-02-29T12:30", Precision.INSTANT, "2024-02-29T12:30:00Z"),
        ("2024-02-29 12:30:15.25Z", Precision.INSTANT, "2024-02-29T12:30:15.250000Z"),
        ("2024-02-29T12:30:15+02:00", Precision.INSTANT, "2024-02-29T10:30:15Z"),
        ("2024-02-29T12:30:15-0530", Precision.INSTANT, "2024-02-29T18:00:15Z"),
        ("2024-02-29T12:30:15+02", Precision.INSTANT, "2024-02-29T10:30:15Z"),
    ],
)
def test_written_forms(text: str, precision: Precision, back: str) -> None:
    dated = parse_date(text)
    assert dated.precision is precision
    assert format_instant(dated.at) == back


@pytest.mark.parametrize(
    "text", ["", "24", "2024-13", "2023-02-29", "2024-1-1", "01/02/2024", "1714521600", "2024-02-29T25:00", "yesterday"]
)
def test_other_forms_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_date(text)


def test_a_zone_and_z_name_the_same_instant() -> None:
    assert parse_date("2024-05-01T00:00:00Z").at == parse_date("2024-05-01 02:00:00+02:00").at
    assert parse_date("2024-05-01", BERLIN).at == parse_date("2024-04-30T22:00Z").at


def test_periods_end_where_the_next_begins() -> None:
    for text, end in (("2024", "2025"), ("2024-12", "2025-01"), ("2024-02-28", "2024-02-29"), ("2024-12-31", "2025")):
        assert parse_date(text).end == parse_date(end).at
    spring = parse_date("2024-03-31", BERLIN)
    assert spring.end - spring.at == 23 * DAY // 24
    assert Dated(5, Precision.INSTANT).end == 5


@given(st.integers(-60_000_000_000_000_000, 250_000_000_000_000_000))
def test_instants_survive_writing(at: int) -> None:
    text = format_instant(at)
    assert parse_date(text) == Dated(at, Precision.INSTANT, UTC)


@given(st.dates(), st.sampled_from([Precision.YEAR, Precision.MONTH, Precision.DAY]))
def test_dates_survive_writing(day: object, precision: Precision) -> None:
    dated = parse_date(str(day)[: {Precision.YEAR: 4, Precision.MONTH: 7, Precision.DAY: 10}[precision]], BERLIN)
    assert parse_date(format_instant(dated.at, precision, BERLIN), BERLIN) == dated


def test_zones_have_names() -> None:
    assert to_datetime(0, zone_named("utc")).isoformat() == "1970-01-01T00:00:00+00:00"
    with pytest.raises(InputError):
        zone_named("Mars/Base")


@pytest.mark.parametrize("text", ["9999", "9999-12", "9999-12-31"])
@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Pacific/Honolulu"])
def test_the_last_day_of_the_calendar_has_an_end(text: str, zone: str) -> None:
    dated = parse_date(text, zone_named(zone))
    assert dated.at < dated.end
    assert format_instant(dated.end)[:4] == "9999"
    assert str(dated) == text


def test_the_first_day_of_the_calendar_can_be_shown_in_any_zone() -> None:
    assert format_instant(parse_date("0001-01-01").at, Precision.DAY, zone_named("Pacific/Honolulu")) == "0001-01-01"


@pytest.mark.parametrize("text", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_an_instant_beyond_the_calendar_ends_where_it_is(text: str) -> None:
    dated = parse_date(text)
    assert dated.end == dated.at
