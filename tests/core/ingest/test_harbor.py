"""The sample project through the rules: what its questions ask about is in the ledger, and nothing stale."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from tenure.clock import fixed_clock
from tenure.ingest import ImportSummary, import_paths
from tenure.instants import parse_date
from tenure.keys import Key
from tenure.ledger import Ledger, open_ledger

HARBOR = Path(str(resources.files("tenure_samples"))) / "harbor"
QUESTIONS = [
    json.loads(line)
    for name in ("questions.jsonl", "more_questions.jsonl")
    for line in (HARBOR / name).read_text("utf-8").splitlines()
]
DATED = ("as-of", "unanswerable")
"""Kinds whose question may say the date in words, which only understanding the question finds."""


@pytest.fixture(scope="module", name="harbor")
def _harbor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Ledger, ImportSummary]]:
    now = parse_date("2026-03-01").at
    with open_ledger(tmp_path_factory.mktemp("harbor") / "harbor.db", clock=fixed_clock(now)) as ledger:
        yield ledger, import_paths(ledger, [HARBOR / "files"], replay=True)


def _found(ledger: Ledger, question: dict[str, Any]) -> list[str]:
    known = ledger.tx_at(parse_date(question["known"])) if question.get("known") else None
    valid = parse_date(question["valid"]) if question.get("valid") else None
    subject, relation = question["subject"], question["relation"]
    if question["kind"] == "history":
        return [fact.object for fact in ledger.history(Key(subject, relation), known=known)]
    return list(ledger.value(subject, relation, question.get("scope"), valid=valid, known=known).values)


ASKED = [
    q for q in QUESTIONS if q.get("valid") or q["kind"] not in DATED or not any(c.isdigit() for c in q["question"])
]


def test_enough_is_asked() -> None:
    assert len(ASKED) >= 100


@pytest.mark.parametrize("question", ASKED, ids=[q["id"] for q in ASKED])
def test_what_is_asked_about(harbor: tuple[Ledger, ImportSummary], question: dict[str, Any]) -> None:
    if question["kind"] in DATED and not question.get("valid") and question["gold"] is not None:
        return  # the date stands in the question, in words
    found = _found(harbor[0], question)
    gold = question["gold"]
    if question["kind"] == "history":
        assert found == gold
    elif isinstance(gold, list):
        assert sorted(found) == sorted(gold)
    elif gold is None:
        assert found == []
    else:
        assert len(found) == 1
        assert found[0] in {gold, *question.get("also", [])}


def test_the_import_itself(harbor: tuple[Ledger, ImportSummary]) -> None:
    ledger, summary = harbor
    assert summary.statements >= 330
    assert (summary.skipped, summary.moved_up, summary.conflicts) == (0, 0, 0)
    assert ledger.check().ok
    again = import_paths(ledger, [HARBOR / "files"], replay=True)
    assert (again.unchanged, again.statements) == (len(summary.files), 0)
