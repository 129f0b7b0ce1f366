"""Imports as wholes: what each wrote, in which transactions, and from where."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tenure.errors import NotFoundError
from tenure.ledger import Ledger

FOLDER, FILES, GIT = "folder", "files", "git"
"""The kinds of import."""


@dataclass(frozen=True, slots=True)
class Run:
    """One import.

    Attributes:
        id: unique in the project.
        kind: ``folder``, ``files`` or ``git``.
        name: what was imported: paths, or the repository's folder.
        options: those it was made with.
        started: microseconds UTC.
        finished: microseconds UTC; None if it was cancelled or is still going on.
        batches: (first, last) transaction of what was written together.
        statements: how many statements it recorded.
        rolled_back: whether it is rolled back, and that was not undone.
    """

    id: int
    kind: str
    name: str
    options: Mapping[str, Any]
    started: int
    finished: int | None
    batches: tuple[tuple[int, int], ...]
    statements: int
    rolled_back: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A folder or repository that was imported and can be read again.

    Attributes:
        id: unique in the project.
        kind: ``folder`` or ``git``.
        path: absolute.
        options: those of its import.
    """

    id: int
    kind: str
    path: str
    options: Mapping[str, Any]


class Runs:
    """The imports of one project. Writes join the caller's transaction, or are one of their own."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._db = ledger.connection

    # --- runs ---------------------------------------------------------------------------------

    def begin(self, kind: str, name: str, options: Mapping[str, Any], *, started: int | None = None) -> int:
        """Note that an import begins (or began, at ``started``, microseconds UTC) and return its number."""
        with self._ledger.writing():
            row = self._db.execute(
                "INSERT INTO import_run (kind, name, options, started) VALUES (?, ?, ?, ?)",
                (kind, name, _written(options), self._ledger.clock() if started is None else started),
            )
        return int(row.lastrowid or 0)

    def wrote(self, run: int, first: int, last: int) -> None:
        """Note the transactions that an import wrote together; none at all is nothing to note."""
        if last < first:
            return
        with self._ledger.writing():
            goes_on = self._db.execute(
                "UPDATE import_batch SET last_tx = ? WHERE run = ? AND last_tx = ?", (last, run, first - 1)
            )
            if not goes_on.rowcount:
                self._db.execute("INSERT INTO import_batch VALUES (?, ?, ?)", (run, first, last))

    def read(self, run: int, sources: Iterable[str]) -> None:
        """Note the sources that an import read."""
        with self._ledger.writing():
            self._db.executemany(
                "INSERT OR IGNORE INTO import_source (run, source) SELECT ?, id FROM source WHERE name = ?",
                [(run, name) for name in sources],
            )

    def finish(self, run: int) -> None:
        """Note that an import came to its end."""
        with self._ledger.writing():
            self._db.execute("UPDATE import_run SET finished = ? WHERE id = ?", (self._ledger.clock(), run))

    def drop_if_empty(self, run: int) -> None:
        """Forget an import that wrote nothing."""
        with self._ledger.writing():
            self._db.execute(
                "DELETE FROM import_run WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM import_batch WHERE run = ?1)",
                (run,),
            )

    def all(self) -> tuple[Run, ...]:
        """Return all imports, the latest first."""
        return tuple(self._run(row) for row in self._db.execute(f"{_RUN} ORDER BY id DESC").fetchall())

    def get(self, run: int) -> Run:
        """Return one import.

        Raises:
            NotFoundError: if there is none of this number.
        """
        row = self._db.execute(f"{_RUN} WHERE id = ?", (run,)).fetchone()
        if row is None:
            raise NotFoundError(f"there is no import {run}")
        return self._run(row)

    def rolled_back(self) -> frozenset[int]:
        """Return the imports that are rolled back."""
        rows = self._db.execute("SELECT id, rolled_back FROM import_run WHERE rolled_back IS NOT NULL").fetchall()
        return frozenset(number for number, tx in rows if self._in_effect(tx))

    def note_rollback(self, run: int, tx: int) -> None:
        """Note the transaction that rolled an import back; its sources are read again when they come in anew."""
        with self._ledger.writing():
            self._db.execute("UPDATE import_run SET rolled_back = ? WHERE id = ?", (tx, run))
            self._db.execute(
                "UPDATE source SET digest = '' WHERE id IN (SELECT source FROM import_source WHERE run = ?)", (run,)
            )

    def _run(self, row: tuple[int, str, str, str, int, int | None, int | None]) -> Run:
        number, kind, name, options, started, finished, rolled_back = row
        batches = tuple(
            self._db.execute("SELECT first_tx, last_tx FROM import_batch WHERE run = ? ORDER BY first_tx", (number,))
        )
        gone = rolled_back is not None and self._in_effect(rolled_back)
        count = sum(self._statements(first, last) for first, last in batches)
        return Run(number, kind, name, json.loads(options), started, finished, batches, count, gone)

    def _statements(self, first: int, last: int) -> int:
        low, high = self._first_statement(first), self._first_statement(last + 1)
        row = self._db.execute("SELECT count(*) FROM statement WHERE id >= ? AND id < ?", (low, high)).fetchone()
        return int(row[0])

    def _first_statement(self, tx: int) -> int:
        """Return the lowest id that a transaction or a later one may have recorded: both grow together."""
        low, high = 1, int(self._db.execute("SELECT coalesce(max(id), 0) FROM statement").fetchone()[0]) + 1
        while low < high:
            middle = (low + high) // 2
            row = self._db.execute("SELECT tx FROM statement WHERE id >= ? ORDER BY id LIMIT 1", (middle,)).fetchone()
            if row is not None and row[0] < tx:
                low = middle + 1
            else:
                high = middle
        return low

    def _in_effect(self, tx: int) -> bool:
        """Return whether a transaction was not undone (or its undoing was)."""
        rows = self._db.execute("SELECT tx FROM tx WHERE undoes = ?", (tx,)).fetchall()
        return not any(self._in_effect(row[0]) for row in rows)

    # --- places -------------------------------------------------------------------------------

    def remember(self, kind: str, path: str, options: Mapping[str, Any]) -> int:
        """Note a folder or repository to be read again; return its number.

        A folder is read with the options of its last import; a repository once for each choice of its history.
        """
        written = _written(options)
        with self._ledger.writing():
            known = self._db.execute(
                "SELECT id FROM import_place WHERE kind = ? AND path = ? AND (kind = ? OR options = ?)",
                (kind, path, FOLDER, written),
            ).fetchone()
            if known is not None:
                self._db.execute("UPDATE import_place SET options = ? WHERE id = ?", (written, known[0]))
                return int(known[0])
            row = self._db.execute(
                "INSERT INTO import_place (kind, path, options) VALUES (?, ?, ?)", (kind, path, written)
            )
        return int(row.lastrowid or 0)

    def places(self) -> tuple[Place, ...]:
        """Return the folders and repositories that were imported, in that order."""
        rows = self._db.execute("SELECT id, kind, path, options FROM import_place ORDER BY id").fetchall()
        return tuple(Place(number, kind, path, json.loads(options)) for number, kind, path, options in rows)

    def holds(self, place: int, sources: Iterable[str]) -> None:
        """Note the sources that a folder has now."""
        with self._ledger.writing():
            self._db.execute("DELETE FROM place_source WHERE place = ?", (place,))
            self._db.executemany(
                "INSERT OR IGNORE INTO place_source (place, source) SELECT ?, id FROM source WHERE name = ?",
                [(place, name) for name in sources],
            )

    def held(self, place: int) -> frozenset[str]:
        """Return the sources that a folder had when it was read last."""
        rows = self._db.execute(
            "SELECT s.name FROM place_source p JOIN source s ON s.id = p.source WHERE p.place = ?", (place,)
        )
        return frozenset(row[0] for row in rows)

    def held_elsewhere(self, place: int) -> frozenset[str]:
        """Return the sources that other folders have."""
        rows = self._db.execute(
            "SELECT s.name FROM place_source p JOIN source s ON s.id = p.source WHERE p.place <> ?", (place,)
        )
        return frozenset(row[0] for row in rows)

    # --- statements of items ------------------------------------------------------------------

    def mark_items(self, statements: Iterable[int]) -> None:
        """Note that statements were made of the items of structured data."""
        self._db.executemany("INSERT OR IGNORE INTO item_statement VALUES (?)", [(number,) for number in statements])

    def items_among(self, statements: Iterable[int]) -> frozenset[int]:
        """Return those of some statements that were made of items."""
        rows = self._db.execute(
            "SELECT statement FROM item_statement WHERE statement IN (SELECT value FROM json_each(?))",
            (json.dumps(list(statements)),),
        )
        return frozenset(row[0] for row in rows)


_RUN = "SELECT id, kind, name, options, started, finished, rolled_back FROM import_run"


def _written(options: Mapping[str, Any]) -> str:
    return json.dumps(options, sort_keys=True, ensure_ascii=False)
