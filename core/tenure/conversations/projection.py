"""Keeps the conversations in step with what is erased."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Sequence

from tenure.keys import fold
from tenure.ledger.projection import Erased, Written

_SHORTEST = 4
"""Characters; a shorter value, such as a number, says nothing outside of the turns that quote its statement."""


class ConversationsProjection:
    """Blanks the turns that quote what was erased; that they were asked, and when, stays."""

    def apply(self, connection: sqlite3.Connection, event: Written) -> None:
        """Take up nothing: conversations do not follow from statements."""

    def erase(self, connection: sqlite3.Connection, erased: Erased) -> None:
        """Blank the turns that quote erased statements, passages, sources, subjects or values."""
        turns = [(turn,) for turn in quoting(connection, erased)]
        connection.executemany(
            "UPDATE turn SET question = '', text = '', scope = '', details = '{}', erased = 1 WHERE id = ?", turns
        )
        connection.executemany("DELETE FROM turn_quote WHERE turn = ?", turns)
        words = _words(erased)
        for number, title in connection.execute("SELECT id, title FROM conversation WHERE title <> ''").fetchall():
            if _mentions(title, words):
                connection.execute("UPDATE conversation SET title = '' WHERE id = ?", (number,))

    def rebuild(self, connection: sqlite3.Connection) -> None:
        """Build nothing: what was asked is told nowhere else."""


def quoting(connection: sqlite3.Connection, erased: Erased) -> tuple[int, ...]:
    """Return the turns that quote what is erased, rising."""
    found: set[int] = set()
    for kind, quoted in (
        ("statement", erased.statements),
        ("passage", erased.passages),
        ("source", erased.sources),
        ("subject", erased.subjects),
    ):
        if quoted:
            found.update(_quoting(connection, kind, quoted))
    words = _words(erased)
    if words:
        rows = connection.execute("SELECT id, question, text FROM turn WHERE erased = 0").fetchall()
        found.update(turn for turn, question, text in rows if _mentions(f"{question}\n{text}", words))
    return tuple(sorted(found))


def _quoting(connection: sqlite3.Connection, kind: str, quoted: Iterable[int | str]) -> list[int]:
    rows = connection.execute(
        "SELECT turn FROM turn_quote WHERE kind = ? AND quoted IN (SELECT value FROM json_each(?))",
        (kind, json.dumps(list(quoted))),
    )
    return [row[0] for row in rows]


def _words(erased: Erased) -> Sequence[str]:
    values = (folded for value in erased.objects if len(folded := fold(value)) >= _SHORTEST)
    return [word for word in (*erased.subjects, *values) if word]


def _mentions(text: str, words: Sequence[str]) -> bool:
    folded = fold(text)
    return any(word in folded and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", folded) for word in words)
