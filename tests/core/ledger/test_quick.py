"""The quick way of a plain write, and the bulk way, give exactly what the general way gives."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from helpers.ledger_dump import dump
from tenure.instants import Precision
from tenure.keys import Key
from tenure.ledger import Assert, End, Ledger, open_ledger
from tenure.ledger.bulk import Batch
from tenure.relations import Relation

DAY = 86_400_000_000
NOW = 400 * DAY


def made(seed: int) -> list[Assert | End]:
    """Mostly plain values of one key, with some of everything else in between."""
    rng = random.Random(seed)
    operations: list[Assert | End] = []
    for _ in range(60):
        key, start = Key(rng.choice(["s", "t"]), "r"), rng.randrange(30) * DAY
        value, chance = rng.choice("ABC"), rng.random()
        if chance < 0.7:
            operations.append(Assert(key, value, start))
        elif chance < 0.76:
            operations.append(Assert(key, value, start, start + rng.randrange(1, 9) * DAY))
        elif chance < 0.84:
            operations.append(Assert(key, value, start, start + rng.randrange(1, 9) * DAY, temporary=True))
        elif chance < 0.9:
            operations.append(Assert(key, value, start, precision=Precision.MONTH))
        else:
            operations.append(End(key, start, rng.choice([None, "A"])))
    return operations


def queue(ledger: Ledger) -> list[Any]:
    return sorted((item.kind, item.tx, item.text, item.statements) for item in ledger.review(limit=10_000))


@pytest.mark.parametrize("seed", range(12))
def test_the_quick_way_gives_what_the_general_way_gives(seed: int, tmp_path: Path) -> None:
    def opened(name: str) -> Ledger:
        return open_ledger(tmp_path / name, seed=[Relation("r")], clock=lambda: NOW)

    with opened("quick") as quick, opened("general") as general:
        for number, operation in enumerate(made(seed)):
            dry = quick.apply((operation,), dry_run=True) if number % 5 == 0 else None
            first = quick.apply((operation,))
            with general.writing():
                second = general.apply((operation,))
            assert first == second
            assert dry is None or (dry.opened, dry.closed, dry.keys) == (first.opened, first.closed, first.keys)
        assert dump(quick) == dump(general)
        assert queue(quick) == queue(general)
        assert quick.check().problems == ()


@pytest.mark.parametrize("size", [1, 7, 60])
@pytest.mark.parametrize("seed", range(6))
def test_the_bulk_way_gives_what_single_writes_give(seed: int, size: int, tmp_path: Path) -> None:
    def opened(name: str) -> Ledger:
        return open_ledger(tmp_path / name, seed=[Relation("r")], clock=lambda: NOW)

    operations = made(100 + seed)
    groups = [operations[n : n + size] for n in range(0, len(operations), size)]
    with opened("bulk") as bulk, opened("single") as single:
        half = len(groups) // 2
        loads = [groups[:half], groups[half:]]
        bulk_conflicts = sum(bulk.load(Batch(group) for group in part).conflicts for part in loads if part)
        assert bulk_conflicts == sum(single.apply(group).conflicts for group in groups)
        assert queue(bulk) == queue(single)
        assert dump(bulk) == dump(single)
        assert bulk.check().problems == ()


def test_all_pairs_at_one_instant_are_queued(tmp_path: Path) -> None:
    values = [Assert(Key("s", "r"), value, DAY) for value in "ABC"]
    with open_ledger(tmp_path / "a", seed=[Relation("r")], clock=lambda: NOW) as ledger:
        assert ledger.load([Batch(values)]).conflicts == 3
        assert [item.statements for item in ledger.review()] == [(1, 2), (2, 3), (1, 3)]
