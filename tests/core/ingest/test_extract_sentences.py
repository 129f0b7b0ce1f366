"""What each sentence of two tables states: everything clear, nothing doubtful."""

from __future__ import annotations

import pytest

from helpers.extraction import SENTENCES, block, extractor, stated
from tenure.ingest.document import BlockKind
from tenure.ingest.extract import Extractor


def _stated() -> list[tuple[str, list[str]]]:
    cases: list[tuple[str, list[str]]] = []
    for line in (SENTENCES / "stated.txt").read_text("utf-8").splitlines():
        if line.startswith("    "):
            cases[-1][1].append(line.strip())
        elif line.strip():
            cases.append((line, []))
    return cases


STATED = _stated()
UNSTATED = [line for line in (SENTENCES / "unstated.txt").read_text("utf-8").splitlines() if line.strip()]


@pytest.fixture(scope="module", name="rules")
def _rules() -> Extractor:
    return extractor()


def test_the_tables_are_large() -> None:
    assert len(STATED) >= 250
    assert len(UNSTATED) >= 150


@pytest.mark.parametrize(("sentence", "expected"), STATED, ids=[s for s, _ in STATED])
def test_stated(rules: Extractor, sentence: str, expected: list[str]) -> None:
    assert stated(rules.extract(block(sentence))) == expected


@pytest.mark.parametrize("sentence", UNSTATED)
def test_unstated(rules: Extractor, sentence: str) -> None:
    assert stated(rules.extract(block(sentence))) == []


@pytest.mark.parametrize("sentence", UNSTATED)
def test_unstated_in_chat_too(rules: Extractor, sentence: str) -> None:
    assert stated(rules.extract(block(sentence.rstrip("."), kind=BlockKind.MESSAGE))) == []
