"""SQL that runs is stopped when a person cancels, and leaves nothing."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tenure.errors import Cancelled
from tenure.keys import Key
from tenure.ledger import open_ledger
from tenure.ledger.interrupt import interruptible
from tenure.ledger.types import Assert

LONG = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000) SELECT max(i) FROM n"


def test_a_long_statement_is_stopped_and_its_transaction_rolled_back(tmp_path: Path) -> None:
    looks = 0

    def cancelled() -> bool:
        nonlocal looks
        looks += 1
        return looks > 3

    with open_ledger(tmp_path / "project.db") as ledger:
        with pytest.raises(Cancelled), interruptible(ledger.connection, cancelled), ledger.writing():
            ledger.apply([Assert(Key("billing", "port"), "8443", 0)])
            ledger.connection.execute(LONG).fetchall()
        assert ledger.find_keys() == ()
        assert ledger.check().ok
        ledger.apply([Assert(Key("billing", "port"), "8443", 0)])
        assert ledger.slot(Key("billing", "port")).value == "8443"


def test_what_cleans_up_after_it_runs_to_its_end(tmp_path: Path) -> None:
    with (
        open_ledger(tmp_path / "project.db") as ledger,
        pytest.raises(Cancelled),
        interruptible(ledger.connection, lambda: True),
    ):
        try:
            ledger.connection.execute(LONG).fetchall()
        except sqlite3.OperationalError:
            shorter = LONG.replace("100000000", "100000")
            assert ledger.connection.execute(shorter).fetchone() == (100_000,)
            raise


def test_other_faults_stay_what_they_are(tmp_path: Path) -> None:
    with (
        open_ledger(tmp_path / "project.db") as ledger,
        pytest.raises(sqlite3.OperationalError, match="no such table"),
        interruptible(ledger.connection, lambda: False),
    ):
        ledger.connection.execute("SELECT * FROM absent")
