"""The commonest rows of a bulk load in order: values later than all of their line, derived as they come.

A history comes oldest first, so nearly every value is the newest of its line: it opens an interval where it differs
from the last one, and nothing else has to be looked at. What is not so simple is left to the general way.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from tenure.instants import BEGINNING
from tenure.ledger.core import LIVE, Slot, Tail
from tenure.ledger.derive import ENDED, TAILS, Derive
from tenure.ledger.rule import ASSERT, NOBODY, NOTHING
from tenure.ledger.types import Assert, End
from tenure.relations import Cardinality

POSITION = (
    "INSERT INTO position (line, closed, valid_from, statement, opened, kind, form, object, valid_to, precision) "
    f"VALUES (?, {LIVE}, ?, ?, ?, ?, ?, ?, NULL, 0)"
)
POINT = "INSERT INTO interval (line, valid_from, system_from, object, form) VALUES (?, ?, ?, ?, ?)"
_EMPTY = Tail(BEGINNING, 0, BEGINNING, NOBODY, NOBODY)
_REMEMBERED = 20_000
"""Values kept in memory from one call of ``intern_ahead`` to the next."""


class Appended:
    """The rows of a load that were derived as they came.

    Attributes:
        positions: rows of ``position``.
        points: rows of ``interval``.
        slots: the ids of the slots they belong to.
        left: lines that took the general way once, and go on doing so.
        tails: the latest of each line that rows were derived for and not written yet.
        endless: the ids of sets that are known to have no ends without a value.
        newest: the highest id of a slot that may have rows in the file; later ones are empty.
        lowest: the lowest id of a member's line that may have; lower ones are empty.
    """

    __slots__ = ("endless", "left", "lowest", "newest", "points", "positions", "slots", "tails")

    def __init__(self) -> None:
        self.positions: list[tuple[object, ...]] = []
        self.points: list[tuple[int, int, int, int, int]] = []
        self.slots: set[int] = set()
        self.left: set[int] = set()
        self.tails: dict[int, Tail] = {}
        self.endless: set[int] = set()
        self.newest = self.lowest = 0


class BulkAppend(Derive):
    """Derivation of values that come in order."""

    def _begin_appending(self, rows: Appended) -> None:
        """Look which lines are empty, after something else wrote or rows were written."""
        rows.endless.clear()
        rows.newest = int(self._execute("SELECT coalesce(max(id), 0) FROM slot").fetchone()[0])
        rows.lowest = int(self._execute("SELECT coalesce(min(id), 0) FROM line").fetchone()[0])

    def intern_ahead(self, operations: Iterable[Assert | End]) -> None:
        """Find or create the values and the names of sources of many statements, each kind in two steps.

        Before ``load``, inside the same ``writing()``; one by one it takes a step a value.
        """
        texts: set[str] = set()
        sources: set[str] = set()
        if len(self._objects) >= _REMEMBERED:
            # What this call does not look up is hardly asked for: memory must not grow with a history.
            for known in (self._objects, self._texts, self._forms):
                known.clear()
        for op in operations:
            if op.object is not None and op.object.strip() not in self._objects:
                texts.add(op.object.strip())
            if op.evidence.source is not None:
                sources.add(op.evidence.source)
        for number, text in self._interned("object", "text", texts):
            self._objects[text] = number
            self._texts[number] = text
        self._origins.clear()
        self._origins.update((name, number) for number, name in self._interned("origin", "name", sources))

    def _interned(self, table: str, column: str, names: set[str]) -> list[tuple[int, str]]:
        if not names:
            return []
        written = sorted(names)
        self.connection.executemany(
            f"INSERT OR IGNORE INTO {table} ({column}) VALUES (?)", [(name,) for name in written]
        )
        return self._execute(
            f"SELECT id, {column} FROM {table} WHERE {column} IN (SELECT value FROM json_each(?))",
            (json.dumps(written, ensure_ascii=False),),
        ).fetchall()

    def _append_row(self, rows: Appended, slot: Slot, at: int, row: tuple[int, int, int, int, int, int]) -> bool:
        """Derive an open, precise value, or the end of one, if it is later than all of its line.

        Args:
            rows: of the load.
            slot: of the line.
            at: since when (microseconds UTC).
            row: (line, statement, transaction, kind, form, object).

        Returns:
            Whether it was taken; otherwise nothing was done and the general way is needed.
        """
        line, statement, tx, kind, form, number = row
        if line in rows.left:
            return False
        tail = rows.tails.get(line)
        if tail is None:
            tail = _EMPTY if line > rows.newest or line < rows.lowest else self._tail(line)
        if slot.cardinality is Cardinality.SET and slot.id not in rows.endless:
            if self._companion(line, slot.id) is not None:
                rows.left.add(line)
                return False
            rows.endless.add(slot.id)
        if tail.loose not in {0, ENDED} or tail.valid_from >= at or tail.point >= at:
            rows.left.add(line)
            return False
        rows.positions.append((line, at, statement, tx, kind, form, number))
        rows.slots.add(slot.id)
        if kind == ASSERT:
            point = (at, form, number) if form != tail.form else tail[2:]
            rows.tails[line] = Tail(at, 0, *point)
        else:
            point = (at, NOTHING, NOTHING) if form == tail.form else tail[2:]
            rows.tails[line] = Tail(at, ENDED, *point)
        if point[0] == at:
            rows.points.append((line, at, tx, point[2], point[1]))
        return True

    def _write_appended(self, rows: Appended) -> int:
        """Write the rows and return how many change points they are."""
        self.connection.executemany(POSITION, rows.positions)
        self.connection.executemany(POINT, rows.points)
        if len(self._tails) + len(rows.tails) > TAILS:
            self._tails.clear()
        self._tails.update(rows.tails)
        count = len(rows.points)
        rows.positions.clear()
        rows.points.clear()
        rows.tails.clear()
        self._begin_appending(rows)
        return count
