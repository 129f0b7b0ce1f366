from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers import ledger_conformance as c
from tenure.errors import InputError
from tenure.instants import parse_date
from tenure.keys import Key
from tenure.ledger import Assert, Axis, DefineRelation, End, Ledger, open_ledger
from tenure.ledger.differing import DifferenceKind, DifferingFact, TwoPoint
from tenure.relations import Cardinality, Relation

CASES = c.cases("ledger_cases.jsonl") + c.cases("ledger_random.jsonl")
DAY = 86_400_000_000
PORT, OWNER, TEAM = Key("orders", "port"), Key("orders", "owner"), Key("orders", "members")
Row = tuple[tuple[str, str, str], str | None, str | None]
Kinds = DifferenceKind


def at(text: str) -> int:
    return parse_date(text).at


def rows(ledger: Ledger, found: list[DifferingFact], first: TwoPoint, second: TwoPoint) -> tuple[set[Row], set[Row]]:
    """The differences in belief and in the world, with the values of their facts fetched by id."""
    middle = TwoPoint(first.valid, second.known)

    def value(fact: str | None, point: TwoPoint) -> str | None:
        if fact is None:
            return None
        (got,) = ledger.facts_by_id([fact], valid=point.valid, known=point.known)
        return got.object

    belief: set[Row] = set()
    world: set[Row] = set()
    for one in found:
        into, before, after = (belief, first, middle) if one.kind.belief else (world, middle, second)
        into.add((one.key.normal, value(one.before, before), value(one.after, after)))
    assert len(belief) + len(world) == len(found)
    return belief, world


def by_diff(ledger: Ledger, axis: Axis, start: int, end: int, fixed: int) -> set[Row]:
    found = ledger.diff(axis, start, end, at=fixed)
    return (
        {(fact.key.normal, None, fact.object) for fact in found.opened}
        | {(fact.key.normal, fact.object, None) for fact in found.closed}
        | {(old.key.normal, old.object, new.object) for old, new in found.changed}
    )


def agrees(ledger: Ledger, first: TwoPoint, second: TwoPoint) -> None:
    belief, world = rows(ledger, ledger.differences(first, second), first, second)
    assert belief == by_diff(ledger, Axis.SYSTEM, first.known, second.known, first.valid)
    assert world == by_diff(ledger, Axis.VALID, first.valid, second.valid, second.known)


@pytest.mark.parametrize("case", CASES[::3], ids=lambda case: case["name"])
def test_both_steps_are_the_differences_along_one_time(case: c.Case, tmp_path: Path) -> None:
    rng = random.Random(case["name"])
    with open_ledger(tmp_path / "l.tenure", seed=c.relations_of(case)) as ledger:
        c.apply(ledger, case)
        edges = {s.valid_from for number in range(1, 200) for s in _statement(ledger, number)}
        instants = sorted({edge + off for edge in edges for off in (-DAY, 0, DAY)})
        for _ in range(12):
            valid = sorted(rng.choices(instants, k=2))
            known = sorted(rng.choices(range(ledger.last_tx() + 1), k=2))
            agrees(ledger, TwoPoint(valid[0], known[0]), TwoPoint(valid[1], known[1]))


def _statement(ledger: Ledger, number: int) -> Iterator[c.Any]:
    row = ledger.connection.execute("SELECT 1 FROM statement WHERE id = ?", (number,)).fetchone()
    if row is not None:
        yield ledger.statement(number)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    seed = [Relation("port"), Relation("owner"), Relation("members", Cardinality.SET)]
    seed += [Relation("released", Cardinality.EVENT)]
    with open_ledger(tmp_path / "l.tenure", seed=seed, clock=lambda: at("2025-01-01")) as opened:
        yield opened


def kinds(ledger: Ledger, first: TwoPoint, second: TwoPoint) -> dict[str, DifferenceKind]:
    return {one.key.relation: one.kind for one in ledger.differences(first, second)}


def test_kinds_tell_change_correction_and_late_learning_apart(ledger: Ledger) -> None:
    ledger.assert_(PORT, "80", at("2023"))
    ledger.assert_(OWNER, "Team A", at("2023"))
    wrong = ledger.assert_(Key("orders", "database"), "14", at("2023")).statements[0]
    ledger.assert_(Key("orders", "sdk"), "4", at("2023"))
    before = ledger.last_tx()
    ledger.assert_(PORT, "81", at("2024"))
    ledger.end(OWNER, at("2024"))
    ledger.correct(wrong, object="15")
    ledger.assert_(Key("orders", "region"), "eu", at("2022"))
    ledger.assert_(Key("orders", "timeout"), "30 s", at("2024-02"))
    ledger.end(Key("orders", "sdk"), at("2023-03"))
    first, second = TwoPoint(at("2023-06"), before), TwoPoint(at("2024-06"), ledger.last_tx())
    assert kinds(ledger, first, second) == {
        "port": Kinds.CHANGED,
        "owner": Kinds.CLOSED,
        "database": Kinds.CORRECTED,
        "region": Kinds.LEARNED,
        "timeout": Kinds.OPENED,
        "sdk": Kinds.LEARNED,
    }
    agrees(ledger, first, second)


def test_a_withdrawn_end_and_an_earlier_start_are_corrections(ledger: Ledger) -> None:
    ledger.assert_(OWNER, "Team A", at("2023"))
    end = ledger.end(OWNER, at("2023-03")).statements[0]
    late = ledger.assert_(PORT, "80", at("2024")).statements[0]
    before = ledger.last_tx()
    ledger.withdraw(end)
    ledger.correct(late, valid_from=at("2023-02"))
    now = TwoPoint(at("2023-06"), ledger.last_tx())
    assert kinds(ledger, TwoPoint(now.valid, before), now) == {"owner": Kinds.CORRECTED, "port": Kinds.CORRECTED}


def test_members_and_events_differ_one_by_one(ledger: Ledger) -> None:
    ledger.assert_(TEAM, "Ann", at("2023"))
    ledger.assert_(TEAM, "Bob", at("2023"))
    gone = ledger.assert_(Key("orders", "released"), "1.0", at("2023-02")).statements[0]
    before = ledger.last_tx()
    ledger.end(TEAM, at("2024"), "Bob")
    ledger.assert_(TEAM, "Cid", at("2024"))
    ledger.assert_(Key("orders", "released"), "2.0", at("2024-02"))
    ledger.withdraw(gone)
    first, second = TwoPoint(at("2023-06"), before), TwoPoint(at("2024-06"), ledger.last_tx())
    found = ledger.differences(first, second)
    assert [(one.key.relation, one.kind) for one in found] == [
        ("members", Kinds.CLOSED), ("members", Kinds.OPENED), ("released", Kinds.CORRECTED), ("released", Kinds.OPENED),
    ]  # fmt: skip
    agrees(ledger, first, second)
    closed = next(one for one in found if one.kind is Kinds.CLOSED)
    assert closed.before is not None
    by = ledger.closing_statement(closed.before, valid=second.valid, known=second.known)
    assert by is not None and by.object == "Bob" and by.valid_from == at("2024")


def test_a_relation_made_a_set_and_aliases_agree_with_diff(ledger: Ledger) -> None:
    ledger.apply([Assert(PORT, "80", at("2023")), Assert(Key("orders", "door"), "9", at("2023"))])
    ledger.apply([Assert(PORT, "81", at("2023-03")), End(OWNER, at("2023"))])
    before = ledger.last_tx()
    ledger.apply([DefineRelation(Relation("port", Cardinality.SET))])
    ledger.assert_(PORT, "82", at("2023-04"))
    middle = ledger.last_tx()
    ledger.apply([DefineRelation(Relation("port", Cardinality.SET, aliases=("door",)))])
    last = ledger.last_tx()
    for start, end in ((before, middle), (before, last), (middle, last)):
        agrees(ledger, TwoPoint(at("2023-06"), start), TwoPoint(at("2023-06"), end))
        agrees(ledger, TwoPoint(at("2023-02"), start), TwoPoint(at("2023-06"), end))


def test_one_subject_and_points_in_order(ledger: Ledger) -> None:
    ledger.assert_(PORT, "80", at("2023"))
    ledger.assert_(Key("billing", "port"), "90", at("2023"))
    first, second = TwoPoint(at("2024"), 0), TwoPoint(at("2024"), 2)
    assert [one.key.subject for one in ledger.differences(first, second)] == ["billing", "orders"]
    assert [one.key.subject for one in ledger.differences(first, second, subject="ORDERS")] == ["orders"]
    assert ledger.differences(first, first) == []
    with pytest.raises(InputError):
        ledger.differences(second, first)
