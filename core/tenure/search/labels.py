"""Labels: the sentences a key is known by, with its values masked.

Similarity between a question and "billing listens on port ▢" tells which key is meant better than
similarity to the full sentence: the label carries the wording people use, and no value can pull it.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence

from tenure.ledger.projection import Erased

MASK = "▢"
_LABELS_PER_KEY = 4
_LONGEST = 300
_NAMES_AT_ONCE = 500
_IDS_AT_ONCE = 400


def plain_label(subject: str, relation: str) -> str:
    """Return the label every key has: its subject and relation."""
    return f"{subject} {relation}"


def masked(sentence: str, value: str) -> str | None:
    """Return ``sentence`` with every mention of ``value`` masked; None if it does not mention it.

    A value is masked where it stands as a value: ``8080`` not inside ``18080``.
    """
    if not value.strip():
        return None
    pattern = rf"(?<![\w.]){re.escape(value.strip())}(?!\w|\.\d)"
    found, times = re.subn(pattern, MASK, " ".join(sentence.split()), flags=re.IGNORECASE)
    return found[:_LONGEST] if times else None


def make_labels(connection: sqlite3.Connection, limit: int = 2000) -> bool:
    """Label the keys of the next ``limit`` statements, inside the caller's transaction.

    Return whether there may be more to do.
    """
    done = connection.execute("SELECT value FROM search_state WHERE name = 'labelled'").fetchone()[0]
    rows = connection.execute(
        "SELECT s.id, s.slot, u.name, k.relation_name, o.text, e.text FROM statement s JOIN slot k ON k.id = s.slot "
        "JOIN subject u ON u.id = k.subject LEFT JOIN object o ON o.id = s.object "
        "LEFT JOIN evidence e ON e.statement = s.id WHERE s.id > ? AND s.erased IS NULL ORDER BY s.id LIMIT ?",
        (done, limit),
    ).fetchall()
    for statement, slot, subject, relation, value, sentence in rows:
        present = [r[0] for r in connection.execute("SELECT text FROM key_label WHERE slot = ?", (slot,))]
        for label in _labels(subject, relation, value, sentence, len(present)):
            connection.execute(
                "INSERT OR IGNORE INTO key_label (slot, statement, text) VALUES (?, ?, ?)", (slot, statement, label)
            )
    if rows:
        connection.execute("UPDATE search_state SET value = ? WHERE name = 'labelled'", (rows[-1][0],))
    return len(rows) == limit


def _labels(subject: str, relation: str, value: str | None, sentence: str | None, present: int) -> Iterator[str]:
    if present == 0:
        yield plain_label(subject, relation)
    if present < _LABELS_PER_KEY and value and sentence:
        hidden = masked(sentence, value)
        if hidden is not None and _is_sentence(hidden):
            yield hidden


def _is_sentence(text: str) -> bool:
    """Return whether a text is worded by people: a row of a table or of JSON Lines tells no wording."""
    return not text.startswith(("{", "[")) and text.count(" ") >= 2 and text.count(",") < text.count(" ")


def labels_touched(connection: sqlite3.Connection, erased: Erased) -> set[int]:
    """Return the labels an erasure takes along.

    Those of every key that lost a statement (they are made again from what is left), those read from
    an erased passage, and any that mentions an erased value or subject.
    """
    found = set(
        _labels_where(
            connection, "slot IN (SELECT slot FROM statement WHERE id IN ({marks}))", tuple(erased.statements)
        )
    )
    found.update(
        _labels_where(
            connection,
            "statement IN (SELECT statement FROM evidence WHERE passage IN ({marks}))",
            tuple(erased.passages),
        )
    )
    names = [name for name in (*erased.objects, *erased.subjects) if name.strip()]
    for start in range(0, len(names), _NAMES_AT_ONCE):
        chunk = names[start : start + _NAMES_AT_ONCE]
        pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, chunk))})(?!\w)", re.IGNORECASE)
        found.update(n for n, text in connection.execute("SELECT id, text FROM key_label") if pattern.search(text))
    return found


def _labels_where(connection: sqlite3.Connection, condition: str, ids: Sequence[int]) -> Iterator[int]:
    for start in range(0, len(ids), _IDS_AT_ONCE):
        chunk = ids[start : start + _IDS_AT_ONCE]
        where = condition.format(marks=",".join("?" * len(chunk)))
        yield from (row[0] for row in connection.execute(f"SELECT id FROM key_label WHERE {where}", chunk))
