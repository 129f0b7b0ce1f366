"""Both scorers on the same cases, and where they rightly differ."""

from __future__ import annotations

import pytest

from tenure.lab.questions import Asks, Question
from tenure.lab.scoring import Said, Score, names_value, percentile, score_by_marks, score_by_tokens
from tenure.relations import Relation

PORT = Relation("port")
TIMEOUT = Relation("timeout", unit="s")


def asked(
    *gold: str, asks: Asks = Asks.CURRENT, stale: tuple[str, ...] = ("8080", "9443"), also: tuple[str, ...] = ()
) -> Question:
    return Question("q1", asks, "What port?", gold, also, stale, "billing", "port", "files/a.md")


def claims(*values: str, retired: tuple[str, ...] = ()) -> list[Said]:
    return [Said(value, True, value in retired) for value in values]


@pytest.mark.parametrize(
    ("said", "score"),
    [
        (claims("8443"), Score.CORRECT),
        (claims("8443", "8443"), Score.CORRECT),
        (claims("8080", retired=("8080",)), Score.STALE),
        (claims("8443", "8080", retired=("8080",)), Score.STALE),
        (claims("9443"), Score.STALE),
        (claims("1234"), Score.OTHER),
        (claims("8443", "1234"), Score.OTHER),
        ([], Score.OTHER),
        ([Said("8443", True, False), Said("8080", False, True)], Score.CORRECT),
        ([Said("8443", False, False)], Score.OTHER),
    ],
)
def test_by_marks(said: list[Said], score: Score) -> None:
    assert score_by_marks(asked("8443"), said, abstained=False, relation=PORT) is score


def test_by_marks_values_are_compared_as_the_ledger_does() -> None:
    question = asked("30 s", stale=("20 s",), also=("half a minute",))
    for value in ("30 seconds", "30s", "30", "Half a minute"):
        assert score_by_marks(question, claims(value), abstained=False, relation=TIMEOUT) is Score.CORRECT
    assert score_by_marks(question, claims("20 seconds"), abstained=False, relation=TIMEOUT) is Score.STALE


def test_abstaining_is_right_only_where_nothing_holds() -> None:
    assert score_by_marks(asked(), [], abstained=True, relation=PORT) is Score.CORRECT
    assert score_by_marks(asked(), [], abstained=False, relation=PORT) is Score.OTHER
    assert score_by_marks(asked(), claims("8080"), abstained=False, relation=PORT) is Score.STALE
    assert score_by_marks(asked("8443"), [], abstained=True, relation=PORT) is Score.ABSTAINED


def test_a_text_that_abstains_and_yet_claims_a_retired_value_is_stale() -> None:
    assert (
        score_by_marks(asked("8443"), claims("8080", retired=("8080",)), abstained=True, relation=PORT) is Score.STALE
    )


def test_an_abstention_may_name_what_will_hold() -> None:
    assert score_by_marks(asked(), claims("9443"), abstained=True, relation=PORT) is Score.CORRECT


@pytest.mark.parametrize(
    ("values", "score"),
    [
        (("a", "b"), Score.CORRECT),
        (("b", "a", "a"), Score.CORRECT),
        (("a",), Score.OTHER),
        (("a", "b", "c"), Score.OTHER),
    ],
)
def test_a_set_must_be_complete_and_no_more(values: tuple[str, ...], score: Score) -> None:
    assert score_by_marks(asked("a", "b", stale=()), claims(*values), abstained=False, relation=PORT) is score


@pytest.mark.parametrize(
    ("values", "score"),
    [
        (("8080", "8443", "8080"), Score.CORRECT),
        (("8080", "8080", "8443", "8080"), Score.CORRECT),
        (("8080", "8443"), Score.OTHER),
        (("8443", "8080", "8080"), Score.OTHER),
    ],
)
def test_a_history_must_be_in_order_with_what_returned(values: tuple[str, ...], score: Score) -> None:
    question = asked("8080", "8443", "8080", asks=Asks.HISTORY, stale=())
    said = [Said(value, False, True) for value in values]
    assert score_by_marks(question, said, abstained=False, relation=PORT) is score


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("The port of billing is 8443.", Score.CORRECT),
        ("8443", Score.CORRECT),
        ("It is 8080.", Score.STALE),
        ("It was 8080, now 8443.", Score.STALE),
        ("It is 18443 or 84431.", Score.OTHER),
        ("It is 8443.5 or 1,8443,222.", Score.OTHER),
        ("I do not know.", Score.ABSTAINED),
        ("", Score.OTHER),
    ],
)
def test_by_tokens(text: str, score: Score) -> None:
    assert score_by_tokens(asked("8443"), text) is score


def test_by_tokens_a_value_inside_the_gold_is_not_stale() -> None:
    question = asked("Ledger team", stale=("Ledger", "team Tide"))
    assert score_by_tokens(question, "Billing belongs to the ledger  team.") is Score.CORRECT
    assert score_by_tokens(question, "Billing belongs to Ledger.") is Score.STALE


def test_by_tokens_histories_sets_and_nothing() -> None:
    history = asked("8080", "8443", "8080", asks=Asks.HISTORY, stale=())
    assert score_by_tokens(history, "8080, then 8443, then 8080 again") is Score.CORRECT
    assert score_by_tokens(history, "8443, then 8080") is Score.OTHER
    assert score_by_tokens(asked("eu", "us", stale=()), "us and eu") is Score.CORRECT
    assert score_by_tokens(asked("eu", "us", stale=()), "us") is Score.OTHER
    assert score_by_tokens(asked(), "I have no fact about it.") is Score.CORRECT
    assert score_by_tokens(asked(), "It is 8080.") is Score.STALE


@pytest.mark.parametrize("text", ["25 seconds", "25s", "25 sec", "25-second", "1,025 s"])
def test_by_tokens_units_may_be_spelled_otherwise(text: str) -> None:
    expected = Score.OTHER if text.startswith("1,") else Score.CORRECT
    assert score_by_tokens(asked("25 s", stale=()), f"It waits {text}.") is expected
    assert score_by_tokens(asked("1,200 MB", stale=()), "It has 1200MB.") is Score.CORRECT


def test_names_value_is_whole_tokens() -> None:
    assert names_value("listens on 8443 now", ["8443"])
    assert not names_value("listens on 18443", ["8443"])
    assert not names_value("release 1.2.30", ["1.2.3"])
    assert not names_value("30 s", [])


def test_percentiles_are_nearest_rank() -> None:
    assert percentile([], 0.5) == 0.0
    assert percentile([3.0], 0.95) == 3.0
    assert percentile([4.0, 1.0, 3.0, 2.0], 0.5) == 2.0
    assert percentile(list(map(float, range(1, 101))), 0.95) == 95.0
