"""ask and compare, with a scripted text model that knows only the old port."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.cli import done, fits, refused, tenure

QUESTION = "What is the port of billing?"


@pytest.fixture
def noted(project: Path, tmp_path: Path) -> Path:
    """The project with two notes in it, so that there is something to retrieve."""
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "2024-09-01-start.md").write_text("# Start\n\nThe port of billing is 8080.\n")
    (notes / "2024-11-05-move.md").write_text("# Move\n\nThe port of billing is 8443.\n")
    done("import", project, notes, "--replay")
    return project


def test_temporal_gives_the_ledgers_value_however_stale_the_model(noted: Path) -> None:
    answer = fits("ask", done("ask", noted, QUESTION, "--json").json)
    assert answer["value"] == "8443"
    assert answer["verdict"] == "current"
    assert answer["worded_by"] == "ledger"
    assert "8443" in answer["text"]
    assert answer["rejections"]
    assert answer["model_calls"] >= 1
    assert answer["seconds"]["total"] >= 0


def test_rag_repeats_the_stale_value_and_is_marked(noted: Path) -> None:
    answer = fits("ask", done("ask", noted, QUESTION, "--strategy", "rag", "--json").json)
    assert answer["verdict"] == "stale"
    (mark,) = answer["marks"]
    assert (mark["value"], mark["state"], mark["superseded_by"]) == ("8080", "superseded", "8443")
    assert answer["text"][mark["start"] : mark["end"]] == "8080"
    printed = done("ask", noted, QUESTION, "--strategy", "rag").out
    assert "8080 [superseded since 2024-11-05, then 8443]" in printed


def test_without_a_model_the_ledger_words_the_answer(noted: Path) -> None:
    answer = fits("ask", done("ask", noted, QUESTION, "--model", "none", "--json").json)
    assert (answer["value"], answer["worded_by"], answer["model_calls"]) == ("8443", "ledger", 0)
    assert "needs a text model" in refused("ask", noted, QUESTION, "--strategy", "rag", "--model", "none")


def test_the_two_times_reach_the_answer(noted: Path) -> None:
    past = done("ask", noted, QUESTION, "--valid", "2024-10-01", "--json").json
    assert (past["value"], past["valid"]) == ("8080", "2024-10-01T00:00:00Z")
    known = done("ask", noted, QUESTION, "--known", "tx:1", "--json").json
    assert (known["value"], known["known"]["tx"]) == ("8080", 1)


def test_abstaining_is_exit_3(noted: Path) -> None:
    result = tenure("ask", noted, "What is the port of zeppelin?", "--json")
    assert result.code == 3
    answer = fits("ask", result.json)
    assert (answer["verdict"], answer["value"]) == ("abstained", None)
    assert "no fact about" in answer["text"]


def test_compare_lists_all_strategies(noted: Path) -> None:
    compared = fits("compare", done("compare", noted, QUESTION, "--json").json)
    assert [answer["strategy"] for answer in compared["answers"]] == ["rag", "rag-dated", "temporal"]
    assert [answer["verdict"] for answer in compared["answers"]] == ["stale", "stale", "current"]
    two = done("compare", noted, QUESTION, "--strategy", "temporal", "--strategy", "rag", "--json").json
    assert [answer["strategy"] for answer in two["answers"]] == ["temporal", "rag"]
    printed = done("compare", noted, QUESTION).out
    assert "rag-dated\n" in printed
    assert "then 8443" in printed


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "either QUESTION or --batch"),
        (("x", "--batch", "y"), "either QUESTION or --batch"),
        (("  ",), "question is empty"),
        ((QUESTION, "--model", "missing.gguf"), "missing.gguf cannot be read"),
        ((QUESTION, "-k", "0"), "-k"),
    ],
)
@pytest.mark.parametrize("command", ["ask", "compare"])
def test_bad_input(noted: Path, command: str, arguments: tuple[str, ...], says: str) -> None:
    assert says in refused(command, noted, *arguments)
    assert "frob" in refused(command, noted, QUESTION, "--strategy", "frob")
