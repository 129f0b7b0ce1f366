"""Reading a file of questions; a malformed line is named by its number."""

from __future__ import annotations

import json
from datetime import UTC
from pathlib import Path

import pytest

from tenure.errors import InputError
from tenure.instants import Precision, parse_date
from tenure.keys import Scope
from tenure.lab.questions import Asks, read_questions
from tenure.project import samples

LINE = {"id": "q1", "kind": "current", "question": "What port?", "gold": "8443", "stale": ["8080"]}


def write(folder: Path, *lines: object) -> Path:
    path = folder / "questions.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    return path


def test_one_line_with_everything(tmp_path: Path) -> None:
    line = {
        **LINE,
        "kind": "known-at",
        "gold": ["a", "b"],
        "also": "c",
        "valid": "2025-03",
        "known": "2025-04-01",
        "scope": {"env": "prod"},
        "where": "files/a.md",
    }
    (question,) = read_questions(write(tmp_path, line, ""), UTC)
    assert question.asks is Asks.KNOWN_AT
    assert (question.gold, question.also, question.stale) == (("a", "b"), ("c",), ("8080",))
    assert question.valid is not None
    assert question.valid.precision is Precision.MONTH
    assert question.known == parse_date("2025-04-01")
    assert question.scope == Scope.of({"env": "prod"})


def test_nothing_holds_is_no_gold(tmp_path: Path) -> None:
    (question,) = read_questions(write(tmp_path, {**LINE, "kind": "unanswerable", "gold": None}), UTC)
    assert question.gold == ()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("not json", "line 2"),
        ("[]", "line 2"),
        ({"id": "q"}, "line 2"),
        ({**LINE, "kind": "riddle"}, "riddle"),
        ({**LINE, "valid": "soon"}, "'soon' is not a date"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: object, says: str) -> None:
    with pytest.raises(InputError, match=says):
        read_questions(write(tmp_path, LINE, line), UTC)


def test_no_questions_and_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no questions"):
        read_questions(write(tmp_path, ""), UTC)
    with pytest.raises(InputError, match="cannot be read"):
        read_questions(tmp_path / "missing.jsonl", UTC)


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_the_questions_that_ship(sample: object) -> None:
    from tenure.project import Sample

    assert isinstance(sample, Sample)
    questions = read_questions(sample.questions, UTC)
    assert len(questions) >= 100
    assert len({question.id for question in questions}) == len(questions)
    assert {question.asks for question in questions} == set(Asks)
    assert all(question.gold or question.asks is Asks.UNANSWERABLE for question in questions)
    assert all((sample.folder / question.where).is_file() for question in questions if question.gold)
