from __future__ import annotations

from pathlib import Path

import pytest

from helpers import ledger_conformance as c
from tenure.ledger import open_ledger

NAMED = c.cases("ledger_cases.jsonl")
RANDOM = c.cases("ledger_random.jsonl")


@pytest.mark.parametrize("case", NAMED + RANDOM, ids=lambda case: case["name"])
def test_python_api(case: c.Case, tmp_path: Path) -> None:
    with open_ledger(tmp_path / "l.tenure", seed=c.relations_of(case)) as ledger:
        known = c.apply(ledger, case)
        for check in case["checks"]:
            assert c.answer(ledger, case, check, known[check["known_after_op"]]) == check["expect"], check
        assert ledger.check().problems == ()
