from __future__ import annotations

import pytest

from helpers.answer_world import World
from tenure.answer import Reason


@pytest.mark.parametrize(
    ("question", "value", "text"),
    [
        (
            "Who owned billing before the Ledger team?",
            "Tide team",
            "The owner of billing was Tide team, from 2024-09-01 until 2025-06-01.",
        ),
        (
            "Who owned billing after the Tide team?",
            "Ledger team",
            "The owner of billing is Ledger team, since 2025-06-01.",
        ),
        (
            "What port was billing on before it moved to 9443?",
            "8443",
            "The port of billing was 8443, from 2025-01-10 until 2025-05-01.",
        ),
        (
            "What port did billing have after 9443?",
            "8443",
            "The port of billing is 8443, since 2025-09-01.",
        ),
        (
            "What was the timeout of billing prior to 30 seconds?",
            "20 s",
            "The timeout of billing was 20 s, from 2024-09-01 until 2025-03-03.",
        ),
    ],
)
def test_the_neighbour_of_a_value_is_read_from_the_chain(billing: World, question: str, value: str, text: str) -> None:
    answer = billing.answers().ask(question)
    assert (answer.value, answer.text) == (value, text)


def test_a_value_that_held_twice_has_two_neighbours(billing: World) -> None:
    answer = billing.answers().ask("What port was billing on before 8443?")
    assert (answer.value, answer.reason) == (None, Reason.AMBIGUOUS)
    assert answer.text == (
        "This can be read in several ways; for the time from 2024-09-01: 8080; for the time from 2025-05-01: 9443."
    )


def test_the_first_value_has_none_before_it(billing: World) -> None:
    answer = billing.answers().ask("Who owned billing before the Tide team?")
    assert (answer.value, answer.reason) == (None, Reason.NEVER_STATED)
    assert answer.text == "I have no fact about the owner of billing before Tide team."


@pytest.mark.parametrize("words", ["before the migration", "before 2.3"])
def test_what_is_no_value_stays_unplaced(billing: World, words: str) -> None:
    assert billing.answers().ask(f"Who owned billing {words}?").reason is Reason.UNPLACED_TIME


def test_a_date_is_no_value(billing: World) -> None:
    assert billing.answers().ask("What port was billing on before March 2025?").value == "8443"


def test_only_what_was_known_then_counts(world: World) -> None:
    world.say("app", "port", "1000", "2025-01-01", recorded="2025-01-02")
    world.say("app", "port", "3000", "2025-03-01", recorded="2025-03-02")
    world.say("app", "port", "2000", "2025-02-01", recorded="2025-06-01")
    asked = "As far as we knew on 1 April 2025, what was the port of app before 3000?"
    assert world.answers().ask(asked).value == "1000"
