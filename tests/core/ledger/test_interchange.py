from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from helpers import ledger_conformance as c
from helpers.ledger_dump import dump
from tenure.errors import Cancelled, InputError
from tenure.instants import DateOrigin, Precision, parse_date, zone_named
from tenure.keys import Key
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
        with open_ledger(tmp_path / "copy.tenure", seed=[]) as copy:
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
            '{"subject": "a", "relation": "port", "object": "1", "span": [0, 9223372036854775808]}',
            '{"subject": "a", "relation": "port", "object": "1", "valid_from": "2024", "span": [5, 2]}',
            '{"subject": "a", "relation": "port", "object": "\\ud800", "valid_from": "2024"}',
            '{"subject": "a\\u0000", "relation": "port", "object": "1", "valid_from": "2024"}',
        ):
            with pytest.raises(InputError, match="line 2"):
                import_text(ledger, [good, bad, good])
            assert ledger.last_tx() == 0
            summary = import_text(ledger, [good, bad, good], skip_bad=True, dry_run=True)
            assert summary.statement_count == 2
            assert len(summary.refused) == 1
            assert ledger.last_tx() == 0


def test_every_field_survives(tmp_path: Path) -> None:
    lines = [
        (
            '{"op": "relation", "relation": "port", "cardinality": "functional", "unit": "s", "aliases": ["p"], '
            '"recorded_at": "2024-05-01"}'
        ),
        '{"op": "alias", "subject": "Orders", "alias": "order service", "recorded_at": "2024-05-02"}',
        (
            '{"id": "a", "tx": 1, "subject": "Orders", "relation": "p", "object": 8080, "scope": {"env": "prod"}, '
            '"valid_from": "2024-05", "valid_to": "2024-06-02", "date_origin": "document", "temporary": true, '
            '"recorded_at": "2024-05-03T10:00:00Z", "source": "a.md", "text": "the port", "span": [3, 9], '
            '"confidence": 0.5}'
        ),
        '{"op": "end", "tx": 1, "subject": "Orders", "relation": "port", "valid_from": "2024"}',
        '{"subject": "Orders", "relation": "port", "object": "1"}',
        '{"op": "correct", "id": "b", "target": "a", "object": "9090", "valid_to": null}',
        '{"op": "correct", "target": "a", "valid_from": "2024-05-02T00:00:00.5Z"}',
    ]
    with open_ledger(tmp_path / "l.tenure", zone=zone_named("Europe/Berlin")) as ledger:
        summary = import_text(ledger, lines)
        assert summary.statement_count == 5
        first = ledger.statement("a")
        assert (first.object, first.precision, first.to_precision) == ("8080", Precision.MONTH, Precision.DAY)
        assert first.valid_from == parse_date("2024-04-30T22:00Z").at
        assert (first.origin, first.temporary, str(first.key.scope)) == (DateOrigin.DOCUMENT, True, "env=prod")
        assert (first.evidence.source, first.evidence.span, first.evidence.confidence) == ("a.md", (3, 9), 0.5)
        assert first.recorded_at == parse_date("2024-05-03T10:00:00Z").at
        assert ledger.statement(3).origin is DateOrigin.ASSUMED
        head = ledger.statement(ledger.resolve("a"))
        assert (head.object, head.valid_to, head.precision) == ("9090", None, Precision.INSTANT)
        for zone in ("Europe/Berlin", "UTC"):
            with open_ledger(tmp_path / f"{zone[-3:]}.tenure", seed=[], zone=zone_named(zone)) as copy:
                ledger.zone = zone_named("Asia/Tokyo") if zone == "UTC" else ledger.zone
                exported = list(export_lines(ledger))
                import_text(copy, exported)
                if zone != "UTC":
                    assert dump(copy) == dump(ledger)
                    assert list(export_lines(copy)) == exported


def test_transactions_are_lines_unless_they_say_otherwise(tmp_path: Path) -> None:
    line = '{"subject": "a", "relation": "port", "object": "%d", "valid_from": "2024", "tx": %s}'
    with open_ledger(tmp_path / "l.tenure") as ledger:
        import_text(ledger, [line % (1, "null"), line % (2, "null"), line % (3, "7"), line % (4, "7"), line % (5, "8")])
        assert [s.tx for s in ledger.statements(Key("a", "port"))] == [1, 2, 3, 3, 4]


def test_replay_records_at_the_valid_time(tmp_path: Path) -> None:
    line = '{"subject": "a", "relation": "port", "object": "%d", "valid_from": "%s"}'
    with open_ledger(tmp_path / "l.tenure", clock=lambda: parse_date("2024-06-01").at) as ledger:
        import_text(ledger, [line % (1, "2024-01-01"), line % (2, "2030-01-01")], replay=True)
        times = [t.recorded_at for t in ledger.transactions()]
        assert times == [parse_date("2024-01-01").at, parse_date("2024-06-01").at]


def test_a_name_is_given_once(tmp_path: Path) -> None:
    line = '{"id": "x", "subject": "a", "relation": "port", "object": "1", "valid_from": "2024"}'
    with open_ledger(tmp_path / "l.tenure") as ledger:
        with pytest.raises(InputError, match="line 2"):
            import_text(ledger, [line, line])
        import_text(ledger, [line])
        with pytest.raises(InputError, match="line 1"):
            import_text(ledger, [line])
        assert import_text(ledger, [line], skip_bad=True).refused


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin.jsonl").write_bytes(b'{"subject": "\xe4"}\n')
    (tmp_path / "bom.jsonl").write_bytes(
        b'\xef\xbb\xbf{"subject": "a", "relation": "port", "object": "1", "valid_from": "2024"}\n\n'
    )
    with open_ledger(tmp_path / "l.tenure") as ledger:
        for name in ("latin.jsonl", "missing.jsonl", "."):
            with pytest.raises(InputError):
                import_lines(ledger, tmp_path / name)
        assert import_lines(ledger, tmp_path / "bom.jsonl", dry_run=True).statement_count == 1
        assert ledger.last_tx() == 0
        assert import_lines(ledger, tmp_path / "bom.jsonl").tx == 1


def test_cancelling_leaves_no_trace(tmp_path: Path) -> None:
    def stop(message: str, fraction: float) -> None:
        if fraction > 0:
            raise Cancelled

    line = '{"subject": "a", "relation": "port", "object": "%d", "valid_from": "2024"}'
    with open_ledger(tmp_path / "l.tenure") as ledger:
        with pytest.raises(Cancelled):
            import_text(ledger, (line % n for n in range(5000)), progress=stop)
        assert ledger.info()["statements"] == ledger.info()["keys"] == 0


def test_the_instant_of_an_end_may_stand_in_valid_to(tmp_path: Path) -> None:
    key = {"subject": "s", "relation": "port"}
    lines = [
        {**key, "object": "1", "valid_from": "2024"},
        {**key, "op": "end", "valid_to": "2024-03"},
        {**key, "object": "2", "valid_from": "2024-05"},
        {**key, "op": "end", "valid_from": "2024-06", "valid_to": "2024-07"},
    ]
    with open_ledger(tmp_path / "l.tenure") as ledger:
        import_text(ledger, [json.dumps(line) for line in lines])
        spans = [(f.object, f.valid_to) for f in ledger.history(Key("s", "port"))]
        assert spans == [("1", parse_date("2024-03").at), ("2", parse_date("2024-06").at)]
        said = ledger.statement(2)
        assert (said.precision, said.origin) == (Precision.MONTH, DateOrigin.WRITTEN)
