from __future__ import annotations

from helpers.answer_world import NOW, day
from tenure.answer.times import read_times
from tenure.instants import UTC


def test_a_range_is_a_window_including_its_last_day() -> None:
    times = read_times("What changed between 1 March 2025 and 1 June 2025?", NOW, UTC)
    assert times.window == (day("2025-03-01"), day("2025-06-02") - 1)


def test_since_opens_a_window_and_asks_for_now() -> None:
    times = read_times("How has it changed since March 2025?", NOW, UTC)
    assert times.window == (day("2025-03-01"), None)
    assert times.when[0].at(NOW) == NOW


def test_belief_without_a_date_asks_nothing_about_time() -> None:
    times = read_times("How many connections did we believe ledger-db allowed?", NOW, UTC)
    assert times.asks_belief
    assert times.when[0].known_date is None


def test_neutral_words_are_no_time() -> None:
    assert read_times("What is it at the end of the day?", NOW, UTC).unresolved == ()
