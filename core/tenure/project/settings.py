"""The settings of one project, kept in its file: a few texts by name."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import UTC, tzinfo
from typing import Final

from tenure.errors import InputError
from tenure.instants import zone_named
from tenure.passages.migrations import Migration


def _first(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID")


MIGRATIONS: Final = (
    Migration(1, "setting", "Settings such as the time zone belong to the project and travel with its file.", _first),
)

_CHECKS: Final[dict[str, Callable[[str], object]]] = {
    "zone": zone_named,
    "title": str,
    "about": str,
    "sample": str,
    "now": str,
}
"""The settings there are, each with what refuses a bad value."""


class Settings:
    """The settings of the project open on this connection.

    ``zone``: time zone of dates written without one. ``title`` and ``about``: for the screen. ``sample`` and ``now``:
    the sample a project was made from and the instant its story ends.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def get(self, name: str, default: str = "") -> str:
        """Return a setting, or ``default`` if it was never set."""
        row = self._connection.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
        return default if row is None else str(row[0])

    def set(self, name: str, value: str) -> None:
        """Set a setting; inside a ``writing()`` it commits with the rest.

        Raises:
            InputError: if there is no such setting or the value does not fit it.
        """
        check = _CHECKS.get(name)
        if check is None:
            raise InputError(f"there is no setting '{name}': there is {', '.join(_CHECKS)}")
        check(value)
        with_own = not self._connection.in_transaction
        if with_own:
            self._connection.execute("BEGIN IMMEDIATE")
        try:
            self._connection.execute(
                "INSERT INTO setting (name, value) VALUES (?, ?)"
                " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (name, value),
            )
        except BaseException:
            if with_own:
                self._connection.execute("ROLLBACK")
            raise
        if with_own:
            self._connection.execute("COMMIT")

    def as_dict(self) -> dict[str, str]:
        """Return all settings that were set, by name."""
        return dict(self._connection.execute("SELECT name, value FROM setting ORDER BY name").fetchall())

    @property
    def zone(self) -> tzinfo:
        """The time zone of dates written without one."""
        name = self.get("zone")
        return zone_named(name) if name else UTC
