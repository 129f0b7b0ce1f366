"""Migrations: numbered steps of one room, each in a transaction, the file copied first.

A room lists its steps in its own ``schema.py``. A step never calls living code, so that an old
project goes through exactly the steps that were right at the time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tenure.errors import BusyError, ProjectError

APPLICATION_ID = 0x54454E55
"""Marks a SQLite file as a Tenure project (``TENU``)."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step.

    Attributes:
        number: 1, 2, 3 …; unique in its room.
        name: a few words.
        why: why the step was made.
        apply: makes the change on a connection inside a transaction.
    """

    number: int
    name: str
    why: str
    apply: Callable[[sqlite3.Connection], None]


def migrate(
    connection: sqlite3.Connection, path: str | Path | None, room: str, migrations: Sequence[Migration]
) -> tuple[int, ...]:
    """Bring one room of the file up to date; return the numbers of the steps applied.

    Args:
        connection: in autocommit mode (``isolation_level=None``), not inside a transaction.
        path: of the file, copied beside it before the first step if it already held data; None for
            a database in memory.
        room: name of the room, such as ``ledger``.
        migrations: the room's steps in rising order.

    Raises:
        ProjectError: if the file is not a Tenure project or was made by a newer version.
        BusyError: if another process holds the write lock.
    """
    done = _step_of(connection, room, migrations)
    pending = [m for m in migrations if m.number > done]
    if not pending:
        return ()
    if done and path is not None:
        copy_file(connection, Path(path).with_name(f"{Path(path).name}.before-{room}-{pending[0].number}"))
    for migration in pending:
        _apply(connection, room, migration)
    return tuple(m.number for m in pending)


def pending_steps(connection: sqlite3.Connection, room: str, migrations: Sequence[Migration]) -> bool:
    """Return whether the room of this file lacks a step (or, raising, is too new to be opened)."""
    done = _step_of(connection, room, migrations)
    return any(m.number > done for m in migrations)


def _step_of(connection: sqlite3.Connection, room: str, migrations: Sequence[Migration]) -> int:
    done = _versions(connection).get(room, 0)
    newest = migrations[-1].number if migrations else 0
    if done > newest:
        raise ProjectError(
            f"the project was made by a newer version of Tenure (its {room} is at step {done}, "
            f"this version knows {newest}); please update Tenure"
        )
    return done


def copy_file(connection: sqlite3.Connection, target: Path) -> None:
    """Copy the whole database, including what is still in its write-ahead log, to ``target``."""
    with closing(sqlite3.connect(target)) as copy:
        connection.backup(copy)


def _versions(connection: sqlite3.Connection) -> dict[str, int]:
    try:
        mark = connection.execute("PRAGMA application_id").fetchone()[0]
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.OperationalError as error:
        raise BusyError(f"the project file cannot be read now: {error}") from error
    except sqlite3.DatabaseError as error:
        raise ProjectError(f"the file is not a Tenure project: {error}") from error
    if mark != APPLICATION_ID:
        if tables:
            raise ProjectError("the file is a SQLite database but not a Tenure project")
        return {}
    if "migration" not in tables:
        return {}
    return dict(connection.execute("SELECT room, max(number) FROM migration GROUP BY room").fetchall())


def _apply(connection: sqlite3.Connection, room: str, migration: Migration) -> None:
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        raise BusyError(f"another process is writing to the project: {error}") from error
    try:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS migration (room TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, "
            "why TEXT NOT NULL, PRIMARY KEY (room, number)) WITHOUT ROWID"
        )
        taken = connection.execute(
            "SELECT 1 FROM migration WHERE room = ? AND number = ?", (room, migration.number)
        ).fetchone()
        if taken is None:
            migration.apply(connection)
            connection.execute(
                "INSERT INTO migration VALUES (?, ?, ?, ?)", (room, migration.number, migration.name, migration.why)
            )
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
