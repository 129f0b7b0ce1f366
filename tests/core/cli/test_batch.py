"""--batch: one result a line, in order; a bad line is told and the rest goes on."""

from __future__ import annotations

import json
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from helpers.cli import done, fits, refused


def batch(folder: Path, *lines: object) -> Path:
    path = folder / "batch.jsonl"
    path.write_bytes(b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines))
    return path


def test_values_in_order(project: Path, tmp_path: Path) -> None:
    path = batch(
        tmp_path,
        {"subject": "billing", "relation": "port"},
        {"subject": "billing", "relation": "port", "valid": "2024-10-01"},
        {"subject": "billing", "relation": "port", "known": 1},
        {"subject": "billing", "relation": "port", "known": "tx:1"},
        b"",
        {"subject": "billing", "relation": "replicas", "scope": {"env": "staging"}},
        {"subject": "billing", "relation": "cache"},
        {"subject": "billing", "relation": "maintainers"},
    )
    results = [fits("value", line) for line in done("value", project, "--batch", path).lines]
    assert [line["value"] for line in results] == ["8443", "8080", "8080", "8080", "1", None, ["ada", "bob"]]


BAD = [
    (b"not json", "not JSON"),
    (b"\xff\xfe", "not UTF-8"),
    (b"[1]", "not a JSON object"),
    (b"{}", "neither a question nor a subject"),
    ({"subject": "billing"}, "neither a question nor a subject"),
    ({"subject": 1, "relation": "port"}, "'subject' is not a text"),
    ({"question": " "}, "'question' is not a text"),
    ({"question": "Who owns \ud800?"}, "'question' has a character that is not Unicode text"),
    ({"subject": "\ud800", "relation": "port"}, "'subject' has a character that is not Unicode text"),
    ({"subject": "a", "relation": "b", "valid": 2024}, "not a date"),
    ({"subject": "a", "relation": "b", "valid": "soon"}, "'soon' is not a date"),
    ({"subject": "a", "relation": "b", "known": 99}, "no transaction 99"),
    ({"subject": "a", "relation": "b", "known": True}, "neither a date nor a transaction"),
    ({"subject": "a", "relation": "b", "scope": ["env"]}, "scope is an object"),
    (b"[" * 100_000, "not JSON"),
]


@pytest.mark.parametrize("command", ["value", "ask", "compare"])
def test_bad_lines_are_told_by_number(project: Path, tmp_path: Path, command: str) -> None:
    good = {"subject": "billing", "relation": "port"}
    path = batch(tmp_path, good, *(line for line, _ in BAD), good)
    first, *bad, last = done(
        command, project, "--batch", path, *(["--model", "none"] if command == "ask" else [])
    ).lines
    assert fits(command, first).keys() == fits(command, last).keys()
    for number, (result, (_, says)) in enumerate(zip(bad, BAD, strict=True), start=2):
        fits("batch-error", result)
        assert result["line"] == number
        assert says in result["error"]


def test_questions_by_ask_and_compare(project: Path, tmp_path: Path) -> None:
    path = batch(
        tmp_path,
        {"question": "What is the port of billing?", "id": "q1", "gold": "8443"},
        {"question": "What is the port of billing?", "valid": "2024-10-01"},
        {"question": "What is the port of zeppelin?"},
        {"subject": "billing", "relation": "port"},
    )
    answers = [fits("ask", line) for line in done("ask", project, "--batch", path, "--model", "none").lines]
    assert [answer["value"] for answer in answers] == ["8443", "8080", None, "8443"]
    compared = [fits("compare", line) for line in done("compare", project, "--batch", path).lines]
    assert [line["answers"][-1]["value"] for line in compared] == ["8443", "8080", None, "8443"]


def test_a_question_to_value_finds_the_key(project: Path, tmp_path: Path) -> None:
    path = batch(tmp_path, {"question": "What is the port of billing?"}, {"question": "What is the port of zeppelin?"})
    known, unknown = (fits("value", line) for line in done("value", project, "--batch", path).lines)
    assert known["value"] == "8443"
    assert (unknown["subject"], unknown["value"], unknown["items"]) == ("zeppelin", None, [])


def test_a_question_to_value_keeps_its_times_and_scope(project: Path, tmp_path: Path) -> None:
    path = batch(
        tmp_path,
        {"question": "What was the port of billing in October 2024?"},
        {"question": "How many replicas does billing have?", "scope": {"env": "staging"}},
        {"question": "How many replicas does billing have in prod?"},
    )
    results = [fits("value", line) for line in done("value", project, "--batch", path).lines]
    assert [line["value"] for line in results] == ["8080", "1", "3"]


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("What was the port of billing before the migration?", "does not say when 'before the migration' was"),
        ("What was the port of billing originally?", "more than the value at one time"),
        ("What is the history of the port of billing?", "more than the value at one time"),
        ("What was the port of billing on 04/05/2025?", "may mean 2025-05-04 or 2025-04-05"),
    ],
)
def test_a_question_that_asks_for_more_than_a_value_is_no_guess(
    project: Path, tmp_path: Path, question: str, says: str
) -> None:
    (error,) = done("value", project, "--batch", batch(tmp_path, {"question": question})).lines
    assert says in fits("batch-error", error)["error"]


def test_a_byte_order_mark_does_not_spoil_the_first_line(project: Path, tmp_path: Path) -> None:
    path = batch(tmp_path, b'\xef\xbb\xbf{"subject": "billing", "relation": "port"}')
    assert [line["value"] for line in done("value", project, "--batch", path).lines] == ["8443"]


def test_standard_input(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b'{"subject": "billing", "relation": "port"}\n')))
    assert [line["value"] for line in done("value", project, "--batch", "-").lines] == ["8443"]


def test_a_missing_file(project: Path, tmp_path: Path) -> None:
    assert "cannot be read" in refused("value", project, "--batch", tmp_path / "missing.jsonl")
    assert "either SUBJECT and RELATION or --batch" in refused("value", project, "a", "b", "--batch", tmp_path)
