from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.ledger_dump import dump
from tenure.errors import Cancelled
from tenure.keys import Key
from tenure.ledger import Assert, End, Ledger, open_ledger
from tenure.relations import Cardinality, Relation

NOW = 10**15


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    seed = [Relation("port"), Relation("members", Cardinality.SET)]
    with open_ledger(tmp_path / "l.tenure", seed=seed, clock=lambda: NOW) as opened:
        key, members = Key("orders", "port"), Key("orders", "members")
        opened.apply([Assert(key, "1", 0), Assert(key, "2", 10), Assert(members, "Ann", 0)])
        opened.apply([Assert(key, "3", 5), End(members, 7)])
        opened.correct(2, object="4")
        opened.withdraw(3)
        yield opened


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE interval SET valid_from = valid_from + 1 WHERE line = 1 AND valid_from = 5",
        "UPDATE interval SET object = 1, form = 1",
        "DELETE FROM interval WHERE line = 1",
        "INSERT INTO interval VALUES (1, 3, 1, 1, 1)",
        "DELETE FROM interval_past",
        "UPDATE interval_past SET system_to = system_to + 1",
        "DELETE FROM position WHERE statement = 1",
        "UPDATE position SET valid_from = 99 WHERE statement = 4",
        "DELETE FROM head",
    ],
)
def test_harm_is_found_and_mended(ledger: Ledger, harm: str) -> None:
    before = dump(ledger)
    assert ledger.check().ok
    ledger.connection.execute(harm)
    found = ledger.check()
    assert not found.ok
    assert found.problems
    assert not ledger.check().ok
    repaired = ledger.check(repair=True)
    assert repaired.repaired >= 1
    assert ledger.check().ok
    assert dump(ledger) == before


def test_what_cannot_be_derived_is_reported(ledger: Ledger) -> None:
    ledger.connection.execute("UPDATE permit SET erasing = 1")
    ledger.connection.execute("UPDATE tx SET recorded_at = 5 WHERE tx = 2")
    ledger.connection.execute("UPDATE permit SET erasing = 0")
    assert "recording times fall somewhere in the log" in ledger.check().problems


def test_it_can_be_cancelled(ledger: Ledger) -> None:
    def stop(message: str, fraction: float) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        ledger.check(progress=stop)
    with pytest.raises(Cancelled):
        ledger.check(repair=True, progress=stop)
    assert ledger.check().ok
    ledger.assert_(Key("orders", "port"), "5", 50)


def test_info_counts(ledger: Ledger) -> None:
    info = ledger.info()
    assert (info["transactions"], info["statements"], info["keys"], info["relations"]) == (4, 6, 2, 2)


def test_a_file_open_for_reading_is_checked_and_told_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "l.tenure"
    seed = [Relation("port"), Relation("members", Cardinality.SET), Relation("released", Cardinality.EVENT)]
    with open_ledger(path, seed=seed, clock=lambda: NOW) as ledger:
        ledger.apply([Assert(Key("a", "members"), "Ann", 5), Assert(Key("a", "members"), "Bob", 5)])
        ledger.apply([End(Key("a", "members"), 9), Assert(Key("a", "released"), "1.0", 5)])
        ledger.erase(1)
    with open_ledger(path, read_only=True, clock=lambda: NOW) as ledger:
        assert ledger.check().problems == ()
    with open_ledger(path, clock=lambda: NOW) as ledger:
        ledger.connection.execute("DELETE FROM object WHERE text = '1.0'")
        ledger.connection.execute("DELETE FROM line WHERE form = 0")
    with open_ledger(path, read_only=True, clock=lambda: NOW) as ledger:
        assert "the value of statement 4 is missing" in ledger.check().problems
