from __future__ import annotations

import pytest

from helpers.answer_world import World
from tenure.answer import Reason, Verdict


@pytest.fixture
def used(billing: World) -> World:
    """What depends on billing: gateway throughout, docs in production, importer until 2025."""
    billing.say("gateway", "depends on", "billing", "2024-09-01")
    billing.say("gateway", "depends on", "billing-worker", "2024-09-01")
    billing.say("docs", "depends on", "Billing", "2025-02-01", scope={"env": "prod"})
    billing.say("importer", "depends on", "billing", "2024-01-01", "2025-01-01")
    billing.say("billing", "used by", "reports", "2025-01-01")
    billing.say("mobile", "uses", "billing", "2025-01-01")
    billing.say("shop", "platform", "billing", "2025-01-01")
    return billing


@pytest.mark.parametrize(
    ("question", "value", "text"),
    [
        (
            "Which services depend on billing?",
            ("docs", "gateway", "reports"),
            "What depends on billing: docs (env=prod), gateway and reports.",
        ),
        (
            "Which services depended on billing in November 2024?",
            ("gateway", "importer"),
            "What depends on billing for 2024-11: gateway and importer.",
        ),
        (
            "What uses the billing service?",
            ("docs", "gateway", "mobile", "reports"),
            "What uses billing: docs (env=prod), gateway, mobile and reports.",
        ),
        ("What runs on billing?", ("shop",), "What has billing as its platform: shop."),
    ],
)
def test_lists_what_has_the_subject_as_a_value(used: World, question: str, value: object, text: str) -> None:
    answer = used.answers().ask(question)
    assert (answer.value, answer.text, answer.verdict) == (value, text, Verdict.CURRENT)
    assert answer.evidence


def test_only_in_the_scope_asked(used: World) -> None:
    assert used.answers().ask("What depends on billing?", scope={"env": "staging"}).value == ("gateway", "reports")


def test_nothing_depends_on_it(used: World) -> None:
    answer = used.answers().ask("What depends on gateway?")
    assert (answer.value, answer.reason) == (None, Reason.NEVER_STATED)
    assert answer.text == "I have no fact about anything that depends on gateway."


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What does billing depend on?", ("ledger-db", "event-bus")),
        ("Which port uses billing?", "8443"),
        ("Who owns billing?", "Ledger team"),
    ],
)
def test_what_asks_the_subject_itself_still_does(used: World, question: str, value: object) -> None:
    assert used.answers().ask(question).value == value


def test_a_time_that_is_not_placed_is_no_now(used: World) -> None:
    assert used.answers().ask("What depended on billing before the migration?").reason is Reason.UNPLACED_TIME


def test_a_difference_with_the_future_has_no_answer_yet(used: World) -> None:
    answer = used.answers().ask("What changed since 2030-01-01?")
    assert (answer.reason, answer.text) == (Reason.NOT_YET, "2030-01-01 has not come yet.")
