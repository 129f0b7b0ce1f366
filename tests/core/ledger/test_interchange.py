from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from helpers import ledger_conformance as c
from helpers.ledger_dump import dump
from tenure.errors import InputError
from tenure.ledger import open_ledger
from tenure.ledger.interchange import export_lines, import_lines, import_text

CASES = c.cases("ledger_cases.jsonl") + c.cases("ledger_random.jsonl")
FIELDS = {"from": "valid_from", "to": "valid_to", "ref": "target"}


def as_lines(case: c.Case) -> list[str]:
    lines: list[dict[str, Any]] = []
    for index, entry in enumerate(case["ops"]):
        inner = entry["ops"] if entry["op"] == "transaction" else [entry]
        for number, op in enumerate(inner):
            line = {FIELDS.get(name, name): value for name, value in op.items()}
            if "target" in line:
                line["target"] = f"s{line['target']}"
            elif op["op"] in ("assert", "end"):
                line["id"] = f"s{index}" if entry is op else f"s{index}.{number}"
            lines.append({"tx": index + 1, **line})
    return [json.dumps(line) for line in lines]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_conformance_through_the_format_and_back(case: c.Case, tmp_path: Path) -> None:
    path = tmp_path / "case.jsonl"
    path.write_text("\n".join(as_lines(case)), encoding="utf-8")
    with open_ledger(tmp_path / "l.tenure", seed=c.relations_of(case)) as ledger:
        import_lines(ledger, path)
        assert ledger.last_tx() == len(case["ops"])
        for check in case["checks"]:
            assert c.answer(ledger, case, check, check["known_after_op"]) == check["expect"], check
        with open_ledger(tmp_path / "copy.tenure") as copy:
            import_text(copy, export_lines(ledger))
            assert dump(copy) == dump(ledger)
            assert ledger.check().problems == () == copy.check().problems
            assert sorted(export_lines(copy)) == sorted(export_lines(ledger)) or has_surrogates(ledger)


def has_surrogates(ledger: Any) -> bool:
    return any('"surrogate": "-' in line for line in export_lines(ledger))


def test_a_malformed_line_is_named_and_refuses_the_whole(tmp_path: Path) -> None:
    good = '{"subject": "a", "relation": "port", "object": "1", "valid_from": "2024"}'
    with open_ledger(tmp_path / "l.tenure") as ledger:
        for bad in (
            "{",
            "[]",
            '{"subject": "a"}',
            '{"op": "fly"}',
            '{"subject": "a", "relation": "port", "object": "1", "valid_from": "2024", "valid_to": "2023"}',
            '{"subject": "a", "relation": "port", "object": "1", "valid_from": 1714521600}',
            '{"subject": "a", "relation": "port", "object": "1", "valid_from": 1.5}',
            '{"subject": "a", "relation": "port", "object": "1", "valid_from": "2024", "recorded_at": "9999"}',
            '{"op": "withdraw", "target": "nobody"}',
            '{"subject": "a", "relation": "port", "object": "1", "valid_from": "2024", "temporary": "yes"}',
        ):
            with pytest.raises(InputError, match="line 2"):
                import_text(ledger, [good, bad, good])
            assert ledger.last_tx() == 0
            summary = import_text(ledger, [good, bad, good], skip_bad=True, dry_run=True)
            assert summary.statement_count == 2
            assert len(summary.refused) == 1
            assert ledger.last_tx() == 0
