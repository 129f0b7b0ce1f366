"""Tables of the ledger.

What was said is append-only: ``statement``, ``closure`` (withdrawn, corrected or restored, by which
transaction), ``evidence``, ``tx``, ``relation_edit``. Triggers forbid changing them; an erasure
lifts the triggers inside its own transaction through the one row of ``permit``.

What is derived can be rebuilt from those at any time: ``head`` (which statement a corrected id means
now), ``position`` (which line each statement stands in, between which transactions), ``interval``
(change points believed now) and ``interval_past`` (change points believed once). Keeping the past
ones apart makes a look-up of the present independent of how often a key was corrected.
"""

from __future__ import annotations

import sqlite3

from tenure.passages.migrations import Migration

_TABLES = (
    "CREATE TABLE tx (tx INTEGER PRIMARY KEY, recorded_at INTEGER NOT NULL, stated_at INTEGER, undoes INTEGER)",
    "CREATE INDEX tx_undoes ON tx (undoes) WHERE undoes IS NOT NULL",
    "CREATE TABLE subject (id INTEGER PRIMARY KEY, folded TEXT NOT NULL UNIQUE, name TEXT NOT NULL)",
    """CREATE TABLE slot (
        id INTEGER PRIMARY KEY, subject INTEGER NOT NULL REFERENCES subject, relation TEXT NOT NULL,
        scope TEXT NOT NULL, relation_name TEXT NOT NULL, scope_name TEXT NOT NULL,
        UNIQUE (subject, relation, scope))""",
    "CREATE INDEX slot_relation ON slot (relation, id)",
    # A line of a set relation: one member of one slot. Its id is negative, the slot's own line has the slot's id.
    "CREATE TABLE line (id INTEGER PRIMARY KEY, slot INTEGER NOT NULL REFERENCES slot, form INTEGER)",
    "CREATE UNIQUE INDEX line_of ON line (slot, form) WHERE form IS NOT NULL",
    "CREATE INDEX line_slot ON line (slot)",
    "CREATE TABLE object (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)",
    """CREATE TABLE statement (
        id INTEGER PRIMARY KEY, tx INTEGER NOT NULL, slot INTEGER NOT NULL REFERENCES slot, op INTEGER NOT NULL,
        object INTEGER, valid_from INTEGER NOT NULL, valid_to INTEGER, temporary INTEGER NOT NULL,
        precision INTEGER NOT NULL, to_precision INTEGER NOT NULL, origin INTEGER NOT NULL,
        root INTEGER, corrects INTEGER, name TEXT, erased INTEGER)""",
    "CREATE UNIQUE INDEX statement_name ON statement (name) WHERE name IS NOT NULL",
    "CREATE INDEX statement_root ON statement (root) WHERE root IS NOT NULL",
    "CREATE INDEX statement_erased ON statement (slot, id) WHERE erased IS NOT NULL",
    "CREATE TABLE origin (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    """CREATE TABLE evidence (
        statement INTEGER PRIMARY KEY REFERENCES statement, origin INTEGER, text TEXT, passage INTEGER,
        span_from INTEGER, span_to INTEGER, confidence REAL NOT NULL)""",
    "CREATE INDEX evidence_origin ON evidence (origin, statement) WHERE origin IS NOT NULL",
    "CREATE INDEX evidence_passage ON evidence (passage) WHERE passage IS NOT NULL",
    """CREATE TABLE closure (
        id INTEGER PRIMARY KEY, statement INTEGER NOT NULL REFERENCES statement, tx INTEGER NOT NULL,
        kind INTEGER NOT NULL, replaced_by INTEGER)""",
    "CREATE INDEX closure_statement ON closure (statement)",
    "CREATE INDEX closure_tx ON closure (tx)",
    "CREATE TABLE erasure (id INTEGER PRIMARY KEY, tx INTEGER NOT NULL, statement INTEGER)",
    "CREATE INDEX erasure_tx ON erasure (tx)",
    """CREATE TABLE surrogate (
        id INTEGER PRIMARY KEY, slot INTEGER NOT NULL, form INTEGER NOT NULL, UNIQUE (slot, form))""",
    """CREATE TABLE relation_edit (
        id INTEGER PRIMARY KEY, tx INTEGER NOT NULL, relation TEXT NOT NULL, definition TEXT,
        after INTEGER NOT NULL)""",
    "CREATE INDEX relation_edit_tx ON relation_edit (tx)",
    """CREATE TABLE alias (
        id INTEGER PRIMARY KEY, tx INTEGER NOT NULL, subject TEXT NOT NULL, folded TEXT NOT NULL, alias TEXT NOT NULL,
        removed_tx INTEGER)""",
    "CREATE INDEX alias_folded ON alias (folded)",
    "CREATE INDEX alias_subject ON alias (subject)",
    """CREATE TABLE review (
        id INTEGER PRIMARY KEY, tx INTEGER NOT NULL, kind TEXT NOT NULL, slot INTEGER, first INTEGER, second INTEGER,
        text TEXT NOT NULL, decided_tx INTEGER)""",
    "CREATE UNIQUE INDEX review_pair ON review (first, second) WHERE first IS NOT NULL",
    "CREATE INDEX review_second ON review (second) WHERE second IS NOT NULL",
    "CREATE UNIQUE INDEX review_text ON review (kind, text) WHERE first IS NULL",
    "CREATE INDEX review_open ON review (id) WHERE decided_tx IS NULL",
    "CREATE TABLE head (root INTEGER PRIMARY KEY, statement INTEGER NOT NULL)",
    """CREATE TABLE position (
        line INTEGER NOT NULL, closed INTEGER NOT NULL, valid_from INTEGER NOT NULL, statement INTEGER NOT NULL,
        opened INTEGER NOT NULL, kind INTEGER NOT NULL, form INTEGER, object INTEGER, valid_to INTEGER,
        precision INTEGER NOT NULL, PRIMARY KEY (line, closed, valid_from, statement, opened)) WITHOUT ROWID""",
    """CREATE TABLE interval (
        line INTEGER NOT NULL, valid_from INTEGER NOT NULL, system_from INTEGER NOT NULL, object INTEGER NOT NULL,
        form INTEGER NOT NULL, PRIMARY KEY (line, valid_from)) WITHOUT ROWID""",
    """CREATE TABLE interval_past (
        line INTEGER NOT NULL, valid_from INTEGER NOT NULL, system_from INTEGER NOT NULL, system_to INTEGER NOT NULL,
        object INTEGER NOT NULL, form INTEGER NOT NULL, PRIMARY KEY (line, valid_from, system_from)) WITHOUT ROWID""",
)
APPEND_ONLY = ("tx", "statement", "evidence", "closure", "erasure", "relation_edit")


def _create(connection: sqlite3.Connection) -> None:
    for statement in _TABLES:
        connection.execute(statement)
    for table in APPEND_ONLY:
        for verb in ("UPDATE", "DELETE"):
            connection.execute(
                f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                f"WHEN (SELECT erasing FROM permit) = 0 BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )


def _reopen_decisions(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE review ADD COLUMN reopened_tx INTEGER")
    connection.execute("CREATE INDEX review_kind ON review (kind, id) WHERE decided_tx IS NULL")
    connection.execute("CREATE INDEX review_decided ON review (decided_tx) WHERE decided_tx IS NOT NULL")
    connection.execute("CREATE INDEX review_reopened ON review (reopened_tx) WHERE reopened_tx IS NOT NULL")
    connection.execute(
        "UPDATE review SET decided_tx = (SELECT min(last.tx) FROM closure last "
        "WHERE last.statement IN (review.first, review.second) AND last.kind <> 0 AND last.id = "
        "(SELECT max(c.id) FROM closure c WHERE c.statement = last.statement)) "
        "WHERE decided_tx IS NULL AND first IS NOT NULL"
    )


MIGRATIONS = (
    Migration(
        1,
        "ledger",
        "Statements are the only thing stored about facts; positions and intervals are derived and versioned.",
        _create,
    ),
    Migration(
        2,
        "decisions can be undone",
        "An entry of the review queue whose decision is undone waits again, and one is settled when a statement of "
        "its pair is withdrawn or corrected.",
        _reopen_decisions,
    ),
)
