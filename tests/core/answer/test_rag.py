from __future__ import annotations

import pytest

from helpers.answer_world import World, day
from tenure.answer import Verdict
from tenure.answer.strategies import STRATEGIES
from tenure.instants import DateOrigin, Precision
from tenure.ledger.types import State
from tenure.passages.store import NewPassage
from tenure.search import LexicalIndex

QUESTION = "What port is billing on?"


def keep(world: World, source: str, texts: list[tuple[str, str]]) -> None:
    """Keep dated passages, searchable by their words."""
    ledger = world.ledger
    with ledger.writing():
        new = [NewPassage(text, day(date), Precision.DAY, DateOrigin.DOCUMENT) for date, text in texts]
        ledger.passages.add(source, "text", new, digest=source, tx=ledger.last_tx())
        LexicalIndex().rebuild(ledger.connection)


@pytest.fixture
def notes(billing: World) -> World:
    """The same facts as passages, old and new."""
    texts = [
        ("2024-09-01", "The port of billing is 8080."),
        ("2025-05-01", "The port of billing is 9443."),
        ("2025-09-01", "The port of billing is 8443."),
        ("2025-02-01", "Lunch was good."),
    ]
    keep(billing, "notes.md", texts)
    return billing


def test_strategies_have_names() -> None:
    assert [s.name for s in STRATEGIES] == ["rag", "rag-dated", "temporal"]


def test_rag_gives_the_model_all_versions(notes: World) -> None:
    prompts: list[str] = []

    def script(messages: object) -> str:
        prompts.append(messages[-1].content)  # type: ignore[index]
        return "It is 8080."

    answer = notes.answers(script).ask(QUESTION, strategy="rag", k=3)
    assert answer.verdict is Verdict.STALE
    assert [(m.text, m.state, m.superseded_by) for m in answer.marks] == [("8080", State.SUPERSEDED, "8443")]
    assert all(port in prompts[0] for port in ("8080", "9443", "8443"))
    assert "2024-09-01" not in prompts[0]
    assert len(answer.evidence) == 3
    assert (answer.model_calls, answer.value, answer.text) == (1, "8080", "It is 8080.")


def test_rag_dated_shows_the_dates(notes: World) -> None:
    prompts: list[str] = []

    def script(messages: object) -> str:
        prompts.append(messages[-1].content)  # type: ignore[index]
        return "It is 8443."

    answer = notes.answers(script).ask(QUESTION, strategy="rag-dated", k=3)
    assert "2025-09-01: The port of billing is 8443." in prompts[0]
    assert answer.verdict is Verdict.CURRENT


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("I don't know.", Verdict.ABSTAINED),
        ("I do not know which port that is.", Verdict.ABSTAINED),
        ("It is 8443.", Verdict.CURRENT),
        ("It is 9443.", Verdict.STALE),
        ("It was 9443, but it is 8443 now.", Verdict.STALE),
        ("It moved from 9443 to 8443.", Verdict.CURRENT),
        ("It is 7777.", Verdict.WRONG),
        ("It is a nice port.", Verdict.WRONG),
        ("", Verdict.ABSTAINED),
    ],
)
def test_verdicts(notes: World, text: str, verdict: Verdict) -> None:
    answer = notes.answers(text or (lambda _: "")).ask(QUESTION, strategy="rag")
    assert answer.verdict is verdict


def test_an_answer_about_nothing_known_is_ungrounded_unless_its_evidence_says_it(notes: World) -> None:
    answers = notes.answers("The moon is made of cheese.")
    assert answers.ask("What is the moon made of?", strategy="rag").verdict is Verdict.UNGROUNDED
    assert notes.answers("Lunch was good.").ask("How was it?", strategy="rag").verdict is not Verdict.STALE


def test_the_text_streams_as_it_comes(notes: World) -> None:
    shown: list[str] = []
    answer = notes.answers("It is 8080.").ask(QUESTION, strategy="rag", on_text=shown.append)
    assert "".join(shown) == answer.raw_text
    assert len(shown) > 1


def test_evidence_is_trimmed_to_the_budget_and_said(notes: World) -> None:
    long = " ".join(["port billing"] * 400)
    keep(notes, "long.md", [("2025-01-01", f"{n} {long}") for n in range(5)])
    answer = notes.answers("8443").ask(QUESTION, strategy="rag", k=8)
    assert answer.trimmed > 0
    assert answer.tokens.prompt < 1400


def test_one_piece_of_evidence_that_is_too_long_is_cut(billing: World) -> None:
    keep(billing, "long.md", [("2025-01-01", "port of billing " * 2000)])
    answer = billing.answers("8443").ask(QUESTION, strategy="rag", k=1)
    assert (len(answer.evidence), answer.trimmed) == (1, 1)
    assert answer.tokens.prompt < 1400


def test_values_of_a_scope_are_marked(world: World) -> None:
    world.say("billing", "replicas", "5", "2025-01-01", scope={"env": "staging"})
    world.say("billing", "replicas", "2", "2025-06-01", scope={"env": "staging"})
    world.say("billing", "replicas", "9", "2025-01-01", scope={"env": "prod"})
    keep(world, "notes.md", [("2025-01-01", "billing has 5 replicas in staging.")])
    question = "How many replicas does billing have in staging?"
    stale = world.answers("It has 5.").ask(question, strategy="rag")
    assert [(m.text, m.state, m.superseded_by) for m in stale.marks] == [("5", State.SUPERSEDED, "2")]
    assert stale.verdict is Verdict.STALE
    assert world.answers("It has 2.").ask(question, strategy="rag").verdict is Verdict.CURRENT
    assert world.answers("Many.").ask(question, strategy="rag").verdict is Verdict.WRONG
