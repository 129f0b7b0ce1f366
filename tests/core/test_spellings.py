from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from tenure.instants import parse_date
from tenure.keys import Key, fold
from tenure.ledger import open_ledger
from tenure.ledger.types import AddAlias
from tenure.spellings import spellings_of

DAY = parse_date("2025-01-01").at


@pytest.mark.parametrize(
    ("one", "other"),
    [("Node.js", "nodejs"), ("node", "NODE.JS"), ("postgres", "PostgreSQL"), ("k8s", "Kubernetes"), ("C++", "cpp")],
)
def test_well_known_spellings_lead_to_each_other(one: str, other: str) -> None:
    assert fold(other) in spellings_of(one)
    assert fold(one) in spellings_of(other)


@pytest.mark.parametrize(
    ("one", "other"), [("C", "C++"), ("C", "C#"), (".NET", "Net"), ("HTTP", "HTTPS"), ("Java", "JavaScript")]
)
def test_names_that_only_look_alike_stay_apart(one: str, other: str) -> None:
    assert fold(other) not in spellings_of(one)
    assert fold(one) not in spellings_of(other)


def test_no_spelling_stands_in_two_groups() -> None:
    groups = json.loads((files("tenure_resources") / "spellings.json").read_text("utf-8"))["spellings"]
    assert [name for name, count in Counter(fold(n) for g in groups for n in g).items() if count > 1] == []
    assert all(len(group) > 1 for group in groups)


def test_a_ledger_looks_them_up_only_where_nothing_has_the_name(tmp_path: Path) -> None:
    with open_ledger(tmp_path / "p.tenure") as ledger:
        ledger.assert_(
            Key(
                "Node.js",
                "version",
            ),
            "20",
            DAY,
        )
        ledger.assert_(Key(".NET", "version"), "8", DAY)
        assert ledger.aliases("nodejs") == ("Node.js",)
        assert ledger.aliases("net") == ()
        assert {(i.name, i.subject) for i in ledger.all_names()} == {
            ("Node.js", "Node.js"), ("nodejs", "Node.js"), ("node", "Node.js"),
            (".NET", ".NET"), ("dotnet", ".NET"), ("dot net", ".NET"),
        }  # fmt: skip
        ledger.assert_(Key("node", "port"), "1", DAY)
        assert ledger.aliases("node") == ("node",)
        ledger.apply([AddAlias("node", "nodejs")])
        assert ledger.aliases("nodejs") == ("node",)
        assert len(ledger.find_keys(subject="Node.js")) == 1  # never merged
