"""The lexical index: SQLite FTS5 with BM25, kept in step with every write.

BM25: Robertson, Zaragoza 2009, as built into FTS5.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing

from tenure.ledger.projection import Erased, Written
from tenure.search.terms import index_form, match_expression

_CHUNK = 400


class LexicalIndex:
    """Projection of the passages into the word index; nothing is kept in memory.

    It also takes vectors along when something is erased, so that one SQL transaction
    removes every trace.
    """

    def apply(self, connection: sqlite3.Connection, event: Written) -> None:
        """Index the passages a transaction stored."""
        if event.passages:
            index_passages(connection, event.passages)

    def erase(self, connection: sqlite3.Connection, erased: Erased) -> None:
        """Remove the documents of erased texts with their words and vectors."""
        docs = list(_docs_of_texts(connection, erased.texts))
        docs += _docs_of_passages(connection, erased.passages)
        connection.execute("UPDATE search_state SET value = value + 1 WHERE name = 'erasures'")
        if not docs:
            return
        for doc in set(docs):
            connection.execute("DELETE FROM search_words WHERE rowid = ?", (doc,))
            connection.execute("DELETE FROM doc_vector WHERE owner = ?", (doc,))
            connection.execute("DELETE FROM search_doc WHERE id = ?", (doc,))
        # A deletion alone leaves the words in older segments of the index; merging all drops them.
        connection.execute("INSERT INTO search_words (search_words) VALUES ('optimize')")

    def rebuild(self, connection: sqlite3.Connection) -> None:
        """Build documents and word index anew from the passages; vectors of kept documents stay."""
        connection.execute("DELETE FROM search_words")
        connection.execute(
            "DELETE FROM search_doc WHERE NOT EXISTS (SELECT 1 FROM passage p JOIN passage_text t ON t.id = p.text "
            "WHERE p.text = search_doc.text AND p.heading = search_doc.heading AND t.erased = 0)"
        )
        connection.execute("DELETE FROM doc_vector WHERE owner NOT IN (SELECT id FROM search_doc)")
        connection.execute(
            "INSERT OR IGNORE INTO search_doc (text, heading) SELECT DISTINCT p.text, p.heading FROM passage p "
            "JOIN passage_text t ON t.id = p.text WHERE t.erased = 0 ORDER BY p.id"
        )
        rows = connection.execute(
            "SELECT d.id, d.heading, t.text FROM search_doc d JOIN passage_text t ON t.id = d.text"
        )
        connection.executemany(
            "INSERT INTO search_words (rowid, heading, body) VALUES (?, ?, ?)",
            ((doc, index_form(heading), index_form(text)) for doc, heading, text in rows),
        )
        connection.execute("UPDATE search_state SET value = value + 1 WHERE name = 'erasures'")


def index_passages(connection: sqlite3.Connection, passages: Sequence[int]) -> None:
    """Index passages by id, inside the caller's transaction; those indexed already are skipped."""
    last = int(connection.execute("SELECT coalesce(max(id), 0) FROM search_doc").fetchone()[0])
    connection.execute(
        "INSERT OR IGNORE INTO search_doc (text, heading) SELECT p.text, p.heading FROM json_each(?) j "
        "JOIN passage p ON p.id = j.value JOIN passage_text t ON t.id = p.text WHERE t.erased = 0",
        (json.dumps(list(passages)),),
    )
    rows = connection.execute(
        "SELECT d.id, d.heading, t.text FROM search_doc d JOIN passage_text t ON t.id = d.text WHERE d.id > ?", (last,)
    ).fetchall()
    connection.executemany(
        "INSERT INTO search_words (rowid, heading, body) VALUES (?, ?, ?)",
        [(doc, index_form(heading), index_form(text)) for doc, heading, text in rows],
    )


def lexical_order(connection: sqlite3.Connection, query: str) -> Iterator[int]:
    """Yield documents with any word of ``query``, best first, fetched as far as they are asked for."""
    expression = match_expression(query)
    if not expression:
        return
    # Among equals the newer one: it is likelier to hold, so fewer have to be looked at.
    cursor = connection.execute(
        "SELECT rowid FROM search_words WHERE search_words MATCH ? ORDER BY rank, rowid DESC", (expression,)
    )
    with closing(cursor):
        while rows := cursor.fetchmany(256):
            yield from (row[0] for row in rows)


def _docs_of_texts(connection: sqlite3.Connection, texts: Sequence[int]) -> Iterator[int]:
    for chunk in _chunks(texts):
        marks = ",".join("?" * len(chunk))
        yield from (r[0] for r in connection.execute(f"SELECT id FROM search_doc WHERE text IN ({marks})", chunk))


def _docs_of_passages(connection: sqlite3.Connection, passages: Sequence[int]) -> list[int]:
    """Return documents all of whose passages are erased."""
    found: list[int] = []
    for chunk in _chunks(passages):
        marks = ",".join("?" * len(chunk))
        rows = connection.execute(
            f"SELECT DISTINCT d.id FROM passage p JOIN passage_text t ON t.id = p.text "
            f"JOIN search_doc d ON d.text = p.text WHERE p.id IN ({marks}) AND t.erased = 1",
            chunk,
        )
        found.extend(row[0] for row in rows)
    return found


def _chunks(ids: Sequence[int]) -> Iterator[list[int]]:
    for start in range(0, len(ids), _CHUNK):
        yield list(ids[start : start + _CHUNK])
