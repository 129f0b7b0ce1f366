"""Lexical and dense search with the time filter before the cut."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tenure.passages.migrations import migrate
from tenure.search.lexical import LexicalIndex
from tenure.search.schema import MIGRATIONS
from tenure.search.search import Search, VectorCache
from tenure.search.types import Hit, SpanState


def prepare(connection: sqlite3.Connection, path: str | Path | None) -> None:
    """Bring the tables of search up to date; index what a file held before it had them.

    Args:
        connection: in autocommit mode, not inside a transaction.
        path: of the file, or None for a database in memory.

    Raises:
        ProjectError: if the file is not a Tenure project or was made by a newer version.
        BusyError: if another process holds the write lock.
    """
    if 1 in migrate(connection, path, "search", MIGRATIONS):
        connection.execute("BEGIN IMMEDIATE")
        try:
            LexicalIndex().rebuild(connection)
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")


__all__ = [
    "Hit",
    "LexicalIndex",
    "Search",
    "SpanState",
    "VectorCache",
    "prepare",
]
