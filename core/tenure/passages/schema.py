"""Tables of the passages: sources, their versions, and raw text that is never changed."""

from __future__ import annotations

import sqlite3

from tenure.passages.migrations import Migration

_FIRST = (
    "CREATE TABLE permit (id INTEGER PRIMARY KEY CHECK (id = 1), erasing INTEGER NOT NULL)",
    "INSERT INTO permit VALUES (1, 0)",
    """CREATE TABLE source (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, title TEXT NOT NULL,
        digest TEXT NOT NULL, version INTEGER NOT NULL)""",
    """CREATE TABLE passage_text (
        id INTEGER PRIMARY KEY, hash BLOB UNIQUE, text TEXT NOT NULL, erased INTEGER NOT NULL DEFAULT 0)""",
    """CREATE TABLE passage (
        id INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES source,
        text INTEGER NOT NULL REFERENCES passage_text,
        at INTEGER NOT NULL, precision TEXT NOT NULL, origin TEXT NOT NULL, line INTEGER NOT NULL,
        heading TEXT NOT NULL, speaker TEXT, tx INTEGER NOT NULL)""",
    "CREATE INDEX passage_source ON passage (source, id)",
    "CREATE INDEX passage_by_text ON passage (text)",
    """CREATE TABLE source_passage (
        source INTEGER NOT NULL, version INTEGER NOT NULL, place INTEGER NOT NULL, passage INTEGER NOT NULL,
        PRIMARY KEY (source, version, place)) WITHOUT ROWID""",
    "CREATE INDEX source_passage_of ON source_passage (passage)",
)


def _guard(table: str) -> tuple[str, str]:
    return (
        f"""CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table}
        WHEN (SELECT erasing FROM permit) = 0 BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END""",
        f"""CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table}
        WHEN (SELECT erasing FROM permit) = 0 BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END""",
    )


def _create(connection: sqlite3.Connection) -> None:
    for statement in (*_FIRST, *_guard("passage"), *_guard("passage_text")):
        connection.execute(statement)


MIGRATIONS = (
    Migration(
        1,
        "passages",
        "Raw text is stored once per normalised text and never changed outside an erasure.",
        _create,
    ),
)
