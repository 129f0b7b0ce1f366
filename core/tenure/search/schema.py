"""Tables of search: documents, their lexical index and vectors.

A document is a text under a heading: passages that share both (the same sentence imported twice, in
two versions of a source) are one document and cost one index entry and one vector. All of it can be
built again from the passages and the ledger.
"""

from __future__ import annotations

import sqlite3

from tenure.passages.migrations import Migration

_TABLES = (
    "CREATE TABLE search_doc (id INTEGER PRIMARY KEY AUTOINCREMENT, text INTEGER NOT NULL, heading TEXT NOT NULL)",
    "CREATE UNIQUE INDEX search_doc_of ON search_doc (text, heading)",
    """CREATE VIRTUAL TABLE search_words USING fts5 (
        heading, body, tokenize = 'porter unicode61 remove_diacritics 2')""",
    # The rank function's weights: a word in the heading says a little more than one in the body.
    "INSERT INTO search_words (search_words, rank) VALUES ('rank', 'bm25(1.5, 1.0)')",
    "CREATE TABLE search_model (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, dimension INTEGER NOT NULL)",
    """CREATE TABLE doc_vector (
        id INTEGER PRIMARY KEY AUTOINCREMENT, model INTEGER NOT NULL, owner INTEGER NOT NULL, data BLOB NOT NULL)""",
    "CREATE UNIQUE INDEX doc_vector_of ON doc_vector (model, owner)",
    """CREATE TABLE key_label (
        id INTEGER PRIMARY KEY AUTOINCREMENT, slot INTEGER NOT NULL, statement INTEGER NOT NULL, text TEXT NOT NULL)""",
    "CREATE UNIQUE INDEX key_label_of ON key_label (slot, text)",
    """CREATE TABLE label_vector (
        id INTEGER PRIMARY KEY AUTOINCREMENT, model INTEGER NOT NULL, owner INTEGER NOT NULL, data BLOB NOT NULL)""",
    "CREATE UNIQUE INDEX label_vector_of ON label_vector (model, owner)",
    # 'erasures' counts them, so that vectors held in memory by others are dropped; 'labelled' is the
    # last statement whose key has its label.
    "CREATE TABLE search_state (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
    "INSERT INTO search_state VALUES ('erasures', 0), ('labelled', 0)",
)


_LABELS_GONE = (
    "DROP TABLE label_vector",
    "DROP TABLE key_label",
    "DELETE FROM search_state WHERE name = 'labelled'",
)


def _drop_labels(connection: sqlite3.Connection) -> None:
    for statement in _LABELS_GONE:
        connection.execute(statement)


def _create(connection: sqlite3.Connection) -> None:
    for statement in _TABLES:
        connection.execute(statement)


MIGRATIONS = (
    Migration(
        1,
        "search",
        "Words are indexed with the write that brings them; vectors follow behind and are keyed by document.",
        _create,
    ),
    Migration(
        2,
        "no labels of keys",
        "Which key a question means is told from the words of the ledger itself; stored labels were a second way.",
        _drop_labels,
    ),
)
