"""A million statements: reads equal the rule by brute force, and every read is an index search."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from tenure.keys import Key
from tenure.ledger import Assert, Axis, End, Ledger, open_ledger
from tenure.ledger.bulk import Batch

COUNT = 1_000_000
KEYS = 50_000
START = 1_500_000_000_000_000
STEP = 1_000_000


Plain = tuple[int, int | None, str, int, int | None, int]


def made() -> tuple[list[tuple[str, str, str, int, int | None]], dict[int, list[Plain]]]:
    """Rows to load, and the same by key: (tx, _, value, start, end, number)."""
    rng = random.Random(11)
    rows: list[tuple[str, str, str, int, int | None]] = []
    by_key: dict[int, list[Plain]] = {}
    for number in range(COUNT):
        key = rng.randrange(KEYS)
        start = START + rng.randrange(COUNT) * STEP
        end = start + rng.randrange(1, COUNT) * STEP if rng.random() < 0.1 else None
        value = f"value {rng.randrange(500)}"
        rows.append((f"service {key}", "setting", value, start, end))
        by_key.setdefault(key, []).append((number // 1000 + 1, None, value, start, end, number))
    return rows, by_key


def brute(said: list[Plain], x: int, known: int) -> str | None:
    below = [s for s in said if s[0] <= known and s[3] <= x]
    if not below:
        return None
    ruling = max(below, key=lambda s: (s[3], s[5]))
    return ruling[2] if ruling[4] is None or ruling[4] > x else None


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Ledger, dict[int, list[Plain]]]]:
    rows, by_key = made()
    with open_ledger(tmp_path_factory.mktemp("large") / "l.tenure", seed=[]) as ledger:
        summary = ledger.load(Batch(rows[n : n + 1000]) for n in range(0, COUNT, 1000))
        assert summary.statement_count == COUNT
        yield ledger, by_key


@pytest.mark.slow
def test_reads_equal_the_brute_force_rule(large: tuple[Ledger, dict[int, list[Plain]]]) -> None:
    ledger, by_key = large
    rng = random.Random(12)
    for _ in range(1000):
        key = rng.choice(list(by_key)) if rng.random() < 0.01 else rng.randrange(KEYS)
        said = by_key.get(key, [])
        x = rng.choice(said)[3] + rng.choice((-1, 0, 1)) if said and rng.random() < 0.5 else START + rng.randrange(
            COUNT
        ) * STEP  # fmt: skip
        known = rng.randrange(COUNT // 1000 + 1)
        name = Key(f"SERVICE {key}", "Setting")
        expected = brute(said, x, known)
        assert ledger.lookup(name, x, known) == expected
        assert ledger.slot(name, valid=x, known=known).value == expected
        assert ledger.lookup(name, x) == brute(said, x, 10**9)


@pytest.mark.slow
def test_every_read_is_an_index_search(large: tuple[Ledger, dict[int, list[Plain]]]) -> None:
    ledger, by_key = large
    seen: list[str] = []
    key = Key(f"service {next(iter(by_key))}", "setting")
    ledger.connection.set_trace_callback(seen.append)
    x = START + COUNT // 2 * STEP
    ledger.lookup(key, x)
    ledger.lookup(key, x, 500)
    ledger.slot(key, valid=x)
    ledger.slot(key, valid=x, known=500)
    ledger.value(key.subject, key.relation, {"env": "prod"}, valid=x, known=700)
    history = ledger.history(key, known=900)
    ledger.facts_by_id([fact.id for fact in history], valid=x)
    ledger.statements(key, known=500)
    ledger.statement(77)
    ledger.statements_of_passages([1, 2])
    ledger.why(key.subject, key.relation, valid=x, known=300)
    ledger.diff(Axis.VALID, START, x, subject=key.subject)
    ledger.diff(Axis.SYSTEM, 100, 900, at=x, subject=key.subject)
    ledger.subjects("service 12", limit=20)
    ledger.relations_of(key.subject)
    ledger.aliases(key.subject)
    ledger.tx_at(ledger.transaction(500).recorded_at)
    ledger.transactions(limit=50, after=700)
    ledger.lanes(valid=x, subjects=[key.subject])
    ledger.keys(limit=50, after=300)
    ledger.review(limit=10)
    ledger.connection.set_trace_callback(None)
    queries = {q for q in seen if q.lstrip().upper().startswith("SELECT")}
    assert len(queries) > 30
    for query in queries:
        plan = [row[3] for row in ledger.connection.execute(f"EXPLAIN QUERY PLAN {query}")]
        scans = [step for step in plan if re.match(r"SCAN (?!CONSTANT)(?!\()", step) and not _harmless(step)]
        assert not scans, (query, plan)


def _harmless(step: str) -> bool:
    """Scans of a subquery's few rows, of the small registry log, and the first rows of an index."""
    return re.match(r"SCAN (subquery|relation_edit|n$|\d)", step) is not None or "LIMIT" in step


@pytest.mark.slow
def test_single_writes_still_agree(large: tuple[Ledger, dict[int, list[Plain]]]) -> None:
    ledger, by_key = large
    key = next(iter(by_key))
    said = by_key[key][:]
    name = Key(f"service {key}", "setting")
    tx = ledger.last_tx()
    for number in range(20):
        start = START + (number * 77_777 % COUNT) * STEP
        ledger.apply((Assert(name, f"late {number}", start),))
        said.append((tx + number + 1, None, f"late {number}", start, None, COUNT + number))
    for _, _, _, start, _, _ in said:
        for known in (tx, tx + 10, tx + 20):
            assert ledger.lookup(name, start, known) == brute(said, start, known)
    ledger.apply((End(name, START + 2 * COUNT * STEP),))
    assert ledger.lookup(name, START + 3 * COUNT * STEP) is None
