"""Paraphrases, with the real embedder: which key is meant is told by meaning, or it abstains."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helpers.answer_world import NOW, World
from tenure.answer import Answers, Verdict
from tenure.clock import fixed_clock
from tenure.models.builtin import builtin_embedder, builtin_text_model
from tenure.models.client import ChildEmbedder
from tenure.search import Search

pytestmark = pytest.mark.models


@pytest.fixture(scope="module")
def embedder() -> Iterator[ChildEmbedder]:
    model = builtin_embedder()
    yield model
    model.close()


@pytest.fixture
def answers(billing: World, embedder: ChildEmbedder) -> Answers:
    billing.say("billing", "rounding mode", "half even", "2025-06-01")
    billing.say("billing", "invoice schedule", "every 6 hours", "2025-06-01")
    billing.say("warehouse", "backup time", "03:15 UTC", "2025-06-01")
    billing.say("warehouse", "planning horizon", "72 hours", "2025-06-01")
    return Answers(billing.ledger, Search(billing.ledger, embedder), None, fixed_clock(NOW))


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("How long will billing keep waiting before it gives up on a request?", "30 s"),
        ("Which way does billing round amounts?", "half even"),
        ("How often are invoices made by billing?", "every 6 hours"),
        ("Who is in charge of billing?", "Ledger team"),
        ("When is warehouse backed up?", "03:15 UTC"),
        ("How far ahead does warehouse plan?", "72 hours"),
    ],
)
def test_a_paraphrase_finds_its_key(answers: Answers, question: str, value: str) -> None:
    assert answers.ask(question).value == value


@pytest.mark.parametrize(
    "question",
    [
        "When is billing backed up?",
        "What planning horizon does billing have?",
        "What colour is billing?",
        "How many shards does billing have?",
        "What is the weather like?",
        "Which port does the moon base use?",
    ],
)
def test_what_was_never_stated_is_not_answered_by_the_nearest_thing(answers: Answers, question: str) -> None:
    answer = answers.ask(question)
    assert (answer.verdict, answer.value) == (Verdict.ABSTAINED, None)


def test_the_small_model_never_gets_a_retired_value_past_the_guard(billing: World, embedder: ChildEmbedder) -> None:
    model = builtin_text_model()
    try:
        answers = Answers(billing.ledger, Search(billing.ledger, embedder), model, fixed_clock(NOW))
        for question, value in (("What port is billing on?", "8443"), ("Who owns billing?", "Ledger team")):
            answer = answers.ask(question)
            assert (answer.value, answer.verdict) == (value, Verdict.CURRENT)
            assert not any(mark.stale for mark in answer.marks)
            assert answer.model_calls >= 1
    finally:
        model.close()
