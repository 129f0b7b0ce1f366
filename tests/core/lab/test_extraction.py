from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from helpers.cli import done, fits, refused
from tenure.instants import parse_date
from tenure.keys import Key, Scope
from tenure.lab.extraction import Said, compare, measure, wilson
from tenure.lab.labelled import Labelled, labelled
from tenure.ledger.registry_store import seed_relations
from tenure.ledger.types import AddAlias, Assert, End
from tenure.relations import RelationRegistry

REGISTRY = RelationRegistry(seed_relations())
DAY = parse_date("2025-06-10")


def write(folder: Path, *items: dict[str, Any]) -> Path:
    whole = {"lang": "en", "category": "plain", "style": "wiki", "date": "2025-06-10", "statements": []}
    lines = [json.dumps({"id": f"t-{n}", **whole, **item}) for n, item in enumerate(items)]
    (folder / "dev.en.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    return folder


def one(tmp_path: Path, **item: Any) -> Labelled:
    return labelled("dev", "en", write(tmp_path, item))[0]


def says(subject: str, relation: str, value: str, *, since: str = "2025-06-10", env: str | None = None) -> Assert:
    return Assert(Key(subject, relation, Scope.of({"env": env} if env else None)), value, parse_date(since).at)


PORT = {"op": "assert", "subject": "billing", "relation": "port", "object": "9090"}


@pytest.mark.parametrize(
    ("said", "right", "wrong", "missed"),
    [
        ([says("Billing", "listen port", "9,090")], 1, 0, 0),
        ([says("billing", "port", "9091")], 0, 1, 1),
        ([says("billing", "metrics port", "9090")], 0, 1, 1),
        ([says("billing", "port", "9090", env="production")], 0, 1, 1),
        ([says("billing", "port", "9090"), says("billing", "port", "9090")], 1, 1, 0),
        ([End(Key("billing", "port"), DAY.at, "9090")], 0, 1, 1),
        ([], 0, 0, 1),
    ],
)
def test_a_statement_is_right_when_all_of_it_is(
    tmp_path: Path, said: Sequence[Said], right: int, wrong: int, missed: int
) -> None:
    outcome = compare(one(tmp_path, text="…", statements=[PORT]), said, REGISTRY)
    assert (outcome.right, len(outcome.wrong), len(outcome.missed)) == (right, wrong, missed)


def test_dates_are_counted_beside(tmp_path: Path) -> None:
    item = one(tmp_path, text="…", statements=[{**PORT, "valid_from": "2025-05"}])
    assert compare(item, [says("billing", "port", "9090", since="2025-05")], REGISTRY).dates_right == 1
    late = compare(item, [says("billing", "port", "9090")], REGISTRY)
    assert (late.right, late.dates_right) == (1, 0)


@pytest.mark.parametrize(
    ("said", "labels", "retired"),
    [
        ([says("billing", "port", "9090")], [], 1),
        ([End(Key("billing", "port"), DAY.at)], [], 1),
        ([End(Key("billing", "port"), DAY.at, "9090")], [], 0),
        ([says("billing", "port", "8080")], [], 0),
        ([says("billing", "port", "9091")], [PORT], 0),
        ([says("billing", "port", "9090", env="staging")], [], 0),
        ([says("billing", "uses", "Kafka")], [], 0),
        ([AddAlias("billing", "invoicing")], [], 0),
    ],
)
def test_a_false_retirement_is_a_held_value_closed_without_cause(
    tmp_path: Path, said: Sequence[Said], labels: list[dict[str, Any]], retired: int
) -> None:
    held = [["billing", "port", "8080"], ["billing", "uses", "Redis"]]
    assert len(compare(one(tmp_path, text="…", held=held, statements=labels), said, REGISTRY).retired) == retired


def test_tallies_by_category(tmp_path: Path) -> None:
    folder = write(tmp_path, {"text": "a", "statements": [PORT]}, {"text": "b", "category": "question"})
    run = measure(labelled("dev", "en", folder), lambda _: [says("billing", "port", "9090")], REGISTRY)
    assert (run.whole.precision, run.whole.recall, run.whole.f1) == (0.5, 1.0, pytest.approx(2 / 3))
    assert (run.categories["question"].precision, run.categories["question"].recall) == (0.0, None)


def test_wilson_interval() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(9, 10) == (pytest.approx(0.5958, abs=1e-4), pytest.approx(0.9821, abs=1e-4))
    low, high = wilson(50, 50)
    assert (low, high) == (pytest.approx(0.9287, abs=1e-4), pytest.approx(1.0))


def test_the_command_reads_labelled_sentences(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        {"text": "The port of billing is 9090.", "held": [["billing", "port", "8080"]], "statements": [PORT]},
        {"text": "Is the port of billing 9090?", "category": "question"},
    )
    told = fits("lab-extraction", done("lab", "run", "extraction", "--part", "dev", "--lang", "en", "--data", folder,
                                       "--json").json)  # fmt: skip
    whole = told["languages"]["en"]["figures"]["all"]
    assert (whole["sentences"], whole["right"], whole["wrong"], whole["missed"]) == (2, 1, 0, 0)
    table = done("lab", "run", "extraction", "--part", "dev", "--lang", "en", "--data", folder).out
    assert "1/1 = 1.000" in table


@pytest.mark.parametrize("line", ["nonsense", "[]", '{"id": "x"}'])
def test_a_malformed_line_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "dev.en.jsonl").write_text(f"\n{line}\n", "utf-8")
    why = refused("lab", "run", "extraction", "--part", "dev", "--lang", "en", "--data", tmp_path)
    assert "line 2" in why


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    assert "cannot be read" in refused("lab", "run", "extraction", "--lang", "zh", "--data", tmp_path)
