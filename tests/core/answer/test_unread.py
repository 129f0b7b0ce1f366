"""A newer passage that names a value and a change, and could not be read."""

from __future__ import annotations

import pytest

from helpers.answer_world import World
from tenure.answer.answer import Reason, Verdict
from tenure.instants import DateOrigin, Precision, parse_date
from tenure.passages.store import NewPassage
from tenure.search.lexical import index_passages


def _tell(world: World, text: str, at: str) -> None:
    passage = NewPassage(text, parse_date(at).at, Precision.DAY, DateOrigin.DOCUMENT)
    added = world.ledger.passages.add(f"{at}.md", "markdown", [passage], digest=text, tx=world.ledger.last_tx())
    index_passages(world.ledger.connection, added.ids)


@pytest.fixture(name="link")
def _link(world: World) -> World:
    world.say("kiosk", "link", "Wi-Fi", "2024-01-08")
    return world


def test_a_newer_unread_change_is_shown_and_the_value_not_given_out(link: World) -> None:
    _tell(link, "Out with the old: kiosk threw its Wi-Fi hub away, which was replaced over lunch.", "2025-02-03")
    answer = link.answers().ask("What is the link of kiosk?")
    assert (answer.reason, answer.verdict, answer.value) == (Reason.UNREAD, Verdict.ABSTAINED, None)
    assert "Wi-Fi" not in answer.text
    assert [item.source for item in answer.evidence] == ["2025-02-03.md"]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("The Wi-Fi hub of kiosk was replaced.", "2023-05-01"),
        ("Should the Wi-Fi hub of kiosk be replaced?", "2025-02-03"),
        ("We might have replaced the Wi-Fi of kiosk.", "2025-02-03"),
        ("The Wi-Fi hub of printer was replaced.", "2025-02-03"),
        ("The Wi-Fi hub of kiosk-lab was replaced.", "2025-02-03"),
        ("The lamp of kiosk was replaced.", "2025-02-03"),
        ("The Wi-Fi of kiosk is blue.", "2025-02-03"),
    ],
)
def test_older_doubtful_and_other_passages_change_nothing(link: World, text: str, at: str) -> None:
    _tell(link, text, at)
    assert link.answers().ask("What is the link of kiosk?").value == "Wi-Fi"


def test_before_the_passage_the_value_is_given_out(link: World) -> None:
    _tell(link, "The Wi-Fi hub of kiosk was replaced.", "2025-02-03")
    assert link.answers().ask("What was the link of kiosk on 1 June 2024?").value == "Wi-Fi"
