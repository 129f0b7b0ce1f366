from __future__ import annotations

import pytest

from tenure.answer import EvidenceItem
from tenure.answer.abstain import abstentions
from tenure.answer.prompts import prompt_named
from tenure.instants import Precision, parse_date


@pytest.mark.parametrize("name", ["answer", "must_answer"])
def test_a_prompt_has_question_and_evidence_and_dates_only_if_asked(name: str) -> None:
    prompt = prompt_named(name)
    item = EvidenceItem("It is {odd} on\n8443.", "a.md", parse_date("2025-09-01").at, Precision.DAY)
    plain = prompt.messages("Which {port}?", [item], dated=False)[-1].content
    dated = prompt.messages("Which {port}?", [item], dated=True)[-1].content
    assert "It is {odd} on 8443." in plain
    assert "Which {port}?" in plain
    assert "2025-09-01" not in plain
    assert "2025-09-01: It is {odd} on 8443." in dated


@pytest.mark.parametrize(
    "text", ["", "I don't know.", "I don’t know", "Sorry, I DO NOT KNOW that.", "I have no fact about x."]
)
def test_not_knowing_is_recognised(text: str) -> None:
    assert abstentions().in_text(text)


def test_knowing_is_not_taken_for_not_knowing() -> None:
    assert not abstentions().in_text("The port of billing is 8443.")
