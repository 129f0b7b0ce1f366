"""Tables of the passages: sources, their versions, raw text that is never changed, and how it came in."""

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


_IMPORTS = (
    """CREATE TABLE import_run (
        id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, options TEXT NOT NULL,
        started INTEGER NOT NULL, finished INTEGER, rolled_back INTEGER)""",
    """CREATE TABLE import_batch (
        run INTEGER NOT NULL REFERENCES import_run, first_tx INTEGER NOT NULL, last_tx INTEGER NOT NULL,
        PRIMARY KEY (run, first_tx)) WITHOUT ROWID""",
    """CREATE TABLE import_source (
        run INTEGER NOT NULL REFERENCES import_run, source INTEGER NOT NULL REFERENCES source,
        PRIMARY KEY (run, source)) WITHOUT ROWID""",
    # A folder or repository that was imported, to be read again.
    """CREATE TABLE import_place (
        id INTEGER PRIMARY KEY, kind TEXT NOT NULL, path TEXT NOT NULL, options TEXT NOT NULL,
        UNIQUE (kind, path, options))""",
    """CREATE TABLE place_source (
        place INTEGER NOT NULL REFERENCES import_place, source INTEGER NOT NULL REFERENCES source,
        PRIMARY KEY (place, source)) WITHOUT ROWID""",
    # Statements made of the items of structured data, whose next version is compared with them.
    "CREATE TABLE item_statement (statement INTEGER PRIMARY KEY)",
    "CREATE TABLE mapping (id INTEGER PRIMARY KEY CHECK (id = 1), text TEXT NOT NULL)",
)


_PROPOSALS = (
    # Statements read from a sentence that wait in the review queue; none of them is in the ledger.
    """CREATE TABLE proposal (
        review INTEGER PRIMARY KEY, by TEXT NOT NULL, model TEXT NOT NULL, source TEXT NOT NULL,
        passage INTEGER NOT NULL, run INTEGER, op TEXT NOT NULL, subject TEXT NOT NULL, folded TEXT NOT NULL,
        relation TEXT NOT NULL, scope TEXT NOT NULL, object TEXT, valid_from INTEGER, valid_to INTEGER,
        precision TEXT, to_precision TEXT, origin TEXT, temporary INTEGER NOT NULL, span_from INTEGER,
        span_to INTEGER)""",
    "CREATE INDEX proposal_passage ON proposal (passage)",
    "CREATE INDEX proposal_source ON proposal (source)",
    "CREATE INDEX proposal_folded ON proposal (folded)",
)


def _keep_proposals(connection: sqlite3.Connection) -> None:
    for statement in _PROPOSALS:
        connection.execute(statement)


def _keep_decisions(connection: sqlite3.Connection) -> None:
    connection.execute(
        "CREATE TABLE review_decision (review INTEGER PRIMARY KEY, verdict TEXT NOT NULL, at INTEGER NOT NULL, "
        "tx INTEGER NOT NULL)"
    )


def _keep_bodies(connection: sqlite3.Connection) -> None:
    connection.execute(
        "CREATE TABLE source_body (source INTEGER NOT NULL REFERENCES source, subject BLOB NOT NULL, "
        "body BLOB NOT NULL, PRIMARY KEY (source, subject)) WITHOUT ROWID"
    )


def _keep_imports(connection: sqlite3.Connection) -> None:
    for statement in _IMPORTS:
        connection.execute(statement)


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
    Migration(
        2,
        "imports",
        "An import can be rolled back as one, and what was imported can be read again; so it is kept what each "
        "import wrote, from where, and how its files are mapped.",
        _keep_imports,
    ),
    Migration(
        3,
        "proposals",
        "What rules and model do not both read from a sentence waits, whole, for a person to accept it.",
        _keep_proposals,
    ),
    Migration(
        4,
        "decisions",
        "What a person accepted or rejected stays known, so that it is decided once.",
        _keep_decisions,
    ),
    Migration(
        5,
        "bodies",
        "A function renamed between two readings of a folder is told by its body, so a digest of each is kept.",
        _keep_bodies,
    ),
)
