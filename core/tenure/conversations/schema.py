"""Tables of the conversations."""

from __future__ import annotations

import sqlite3

from tenure.passages.migrations import Migration

_TABLES = (
    # The title is empty until somebody gives one: it then is the first question.
    """CREATE TABLE conversation (
        id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, created_at INTEGER NOT NULL,
        changed_at INTEGER NOT NULL)""",
    "CREATE INDEX conversation_changed ON conversation (changed_at)",
    # 'valid' and 'known' are the two times as set when it was asked, as written, or NULL for now.
    """CREATE TABLE turn (
        id INTEGER PRIMARY KEY AUTOINCREMENT, conversation INTEGER NOT NULL REFERENCES conversation ON DELETE CASCADE,
        question TEXT NOT NULL, asked_at INTEGER NOT NULL, valid TEXT, known TEXT, scope TEXT NOT NULL,
        strategy TEXT NOT NULL, text TEXT NOT NULL, verdict TEXT NOT NULL, reason TEXT, details TEXT NOT NULL,
        feedback TEXT, erased INTEGER NOT NULL DEFAULT 0)""",
    "CREATE INDEX turn_conversation ON turn (conversation, id)",
    # What a turn quotes: 'statement' and 'passage' by id, 'source' by name, 'subject' by folded name.
    """CREATE TABLE turn_quote (
        kind TEXT NOT NULL, quoted NOT NULL, turn INTEGER NOT NULL REFERENCES turn ON DELETE CASCADE,
        PRIMARY KEY (kind, quoted, turn)) WITHOUT ROWID""",
    "CREATE INDEX turn_quote_turn ON turn_quote (turn)",
)


def _create(connection: sqlite3.Connection) -> None:
    for statement in _TABLES:
        connection.execute(statement)


MIGRATIONS = (
    Migration(
        1,
        "conversations",
        "Answers stay readable with what they rested on, and an erasure finds every turn that quotes what goes.",
        _create,
    ),
)
