from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tenure.errors import ProjectError
from tenure.keys import Key
from tenure.ledger import open_ledger
from tenure.passages.migrations import APPLICATION_ID, Migration, migrate, pending_steps


def make(name: str) -> Migration:
    number = int(name[-1])
    return Migration(number, name, "a test", lambda db: db.execute(f"CREATE TABLE {name} (id)") and None)


STEPS = (make("t1"), make("t2"), make("t3"))


@pytest.fixture
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(tmp_path / "m.tenure", isolation_level=None)) as opened:
        yield opened


def test_steps_run_once_and_the_file_is_copied_first(db: sqlite3.Connection, tmp_path: Path) -> None:
    path = tmp_path / "m.tenure"
    assert migrate(db, path, "room", STEPS[:1]) == (1,)
    assert list(tmp_path.glob("*.before-*")) == []
    db.execute("INSERT INTO t1 VALUES (7)")
    assert pending_steps(db, "room", STEPS)
    assert migrate(db, path, "room", STEPS) == (2, 3)
    assert migrate(db, path, "room", STEPS) == ()
    copy = tmp_path / "m.tenure.before-room-2"
    with closing(sqlite3.connect(copy)) as old:
        assert old.execute("SELECT id FROM t1").fetchall() == [(7,)]
        assert old.execute("SELECT max(number) FROM migration").fetchone() == (1,)
    assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)


def test_a_failing_step_leaves_the_file_as_it_was(db: sqlite3.Connection) -> None:
    def fail(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE half (id)")
        raise ZeroDivisionError

    migrate(db, None, "room", STEPS[:1])
    with pytest.raises(ZeroDivisionError):
        migrate(db, None, "room", (STEPS[0], Migration(2, "bad", "a test", fail)))
    tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master")}
    assert "half" not in tables
    assert migrate(db, None, "room", STEPS[:2]) == (2,)


def test_a_newer_file_is_refused(db: sqlite3.Connection) -> None:
    migrate(db, None, "room", STEPS)
    with pytest.raises(ProjectError, match="newer version"):
        migrate(db, None, "room", STEPS[:2])


def test_rooms_do_not_disturb_each_other(db: sqlite3.Connection) -> None:
    migrate(db, None, "one", STEPS[:1])
    assert migrate(db, None, "two", STEPS[1:]) == (2, 3)
    assert migrate(db, None, "one", STEPS[:1]) == ()


def test_other_files_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE mine (id)")
        db.commit()
    (tmp_path / "text.txt").write_text("no database " * 100)
    for path in (other, tmp_path / "text.txt"):
        before = path.read_bytes()
        with pytest.raises(ProjectError):
            open_ledger(path)
        if path.suffix == ".txt":
            assert path.read_bytes() == before
    with pytest.raises(ProjectError, match="cannot open"):
        open_ledger(tmp_path / "no" / "such" / "folder" / "x.tenure")
    with pytest.raises(ProjectError):
        open_ledger(tmp_path / "missing.tenure", read_only=True)


def test_a_ledger_made_by_a_newer_version(tmp_path: Path) -> None:
    with open_ledger(tmp_path / "l.tenure") as ledger:
        ledger.assert_(Key("a", "port"), "1", 0)
        ledger.connection.execute("INSERT INTO migration VALUES ('ledger', 99, 'later', 'x')")
    for read_only in (True, False):
        with pytest.raises(ProjectError, match="newer version"):
            open_ledger(tmp_path / "l.tenure", read_only=read_only)
