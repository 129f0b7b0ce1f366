"""Keeps the derived intervals in step with the statements, looking only around what changed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from tenure.instants import BEGINNING, FOREVER
from tenure.keys import Key
from tenure.ledger.core import LIVE, Slot, Tail
from tenure.ledger.names import Names
from tenure.ledger.rule import ASSERT, END, GUARDED_END, HARD, NOTHING, TOMBSTONE, Row
from tenure.ledger.types import Change
from tenure.ledger.window import Point, limit_of, points_between
from tenure.relations import Cardinality

_ROW = "valid_from, statement, kind, form, object, valid_to, precision, opened"
_DOWN = (
    f"SELECT {_ROW} FROM position WHERE line = ? AND closed = {LIVE} AND valid_from < ? "
    "ORDER BY valid_from DESC, statement DESC"
)
_DOWN_STANDING = _DOWN.replace(
    "AND valid_from < ?", "AND valid_from < ? AND (kind NOT IN (1, 5) OR valid_to IS NULL OR valid_to > ?)"
)
_UP = (
    f"SELECT {_ROW} FROM position WHERE line = ? AND closed = {LIVE} AND valid_from >= ? ORDER BY valid_from, statement"
)
_PREVIOUS = (
    "SELECT valid_from, form, object FROM interval WHERE line = ? AND valid_from < ? ORDER BY valid_from DESC LIMIT 1"
)
_NEXT = "SELECT valid_from FROM interval WHERE line = ? AND valid_from > ? ORDER BY valid_from LIMIT 1"
_LIVE_POINTS = (
    "SELECT valid_from, form, object, system_from FROM interval WHERE line = ? AND valid_from BETWEEN ? AND ? "
    "ORDER BY valid_from"
)
_LAST_ROW = (
    f"SELECT valid_from, precision OR kind NOT IN ({ASSERT}, {END}, {TOMBSTONE}) FROM position "
    f"WHERE line = ? AND closed = {LIVE} ORDER BY valid_from DESC, statement DESC LIMIT 1"
)
_LAST_POINT = "SELECT valid_from, form, object FROM interval WHERE line = ? ORDER BY valid_from DESC LIMIT 1"
INSERT_ROW = (
    "INSERT INTO position (line, closed, valid_from, statement, opened, kind, form, object, valid_to, precision) "
    f"VALUES (?, {LIVE}, ?, ?, ?, 0, ?, ?, NULL, 0)"
)
INSERT_END = (
    "INSERT INTO position (line, closed, valid_from, statement, opened, kind, form, object, valid_to, precision) "
    f"VALUES (?, {LIVE}, ?, ?, ?, ?, ?, ?, NULL, 0)"
)
ENDED = 2
"""``Tail.loose`` after a guarded end that was put behind a hard, precise row: a value may follow as simply."""
TAILS = 200_000
INSERT_POINT = "INSERT INTO interval (line, valid_from, system_from, object, form) VALUES (?, ?, ?, ?, ?)"
DELETE_POINT = "DELETE FROM interval WHERE line = ? AND valid_from = ?"
RETIRE_POINT = (
    "INSERT INTO interval_past (line, valid_from, system_from, system_to, object, form) VALUES (?, ?, ?, ?, ?, ?)"
)

Span = tuple[int, int, int | None, int, int]
"""An interval as stored: (line, valid_from, valid_to, form, object)."""


@dataclass(slots=True)
class Draft:
    """One ledger transaction while it is being written."""

    tx: int
    recorded_at: int
    statements: list[int] = field(default_factory=list)
    slots: dict[int, Slot] = field(default_factory=dict)
    dirty: dict[int, tuple[int, list[tuple[int, int | None]]]] = field(default_factory=dict)
    opened: dict[Span, Key] = field(default_factory=dict)
    closed: dict[Span, Key] = field(default_factory=dict)
    closed_statements: list[int] = field(default_factory=list)
    corrected: int = 0
    erased: int = 0
    conflicts: int = 0
    edits: int = 0
    moved_up: int = 0
    heard: dict[int, Slot] = field(default_factory=dict)
    """Keys about which something was stated that may have consequences."""
    states_only: bool = True
    """Whether it did nothing but state values and ends."""
    lists_unknown: bool = True
    """Whether a relation the registry lacks goes to review."""
    again: bool = False
    """Whether intervals were derived already in this transaction, so that a point may come back."""

    def touch(self, line: int, slot: int, v: int, to: int | None) -> None:
        """Note that a line changed at ``v``; ``to`` is where a temporary change lapses."""
        known = self.dirty.get(line)
        if known is None:
            self.dirty[line] = (slot, [(v, to)])
        else:
            known[1].append((v, to))

    def changed(self, key: Key, before: Collection[Span], after: Collection[Span]) -> None:
        """Note intervals that went and came; what comes and goes within the transaction cancels out."""
        old, new = frozenset(before), frozenset(after)
        for span in before:
            if span not in new and self.opened.pop(span, None) is None:
                self.closed[span] = key
        for span in after:
            if span not in old and self.closed.pop(span, None) is None:
                self.opened[span] = key


class Derive(Names):
    """Local rederivation."""

    def _derive(self, draft: Draft) -> None:
        """Bring the intervals of every touched line up to date, at each instant in rising order."""
        for line, (slot, marks) in draft.dirty.items():
            ordered = marks
            if len(marks) > 1:
                ordered = sorted(set(marks), key=lambda m: (m[0], m[1] is not None, m[1]))
            for v, to in ordered:
                self._derive_at(draft, line, slot, v, to)
        draft.dirty.clear()
        draft.again = True

    def _tail(self, line: int) -> Tail:
        """Return the latest of a line, remembered until something else touches the line."""
        known = self._tails.get(line)
        if known is None:
            row = self._execute(_LAST_ROW, (line,)).fetchone() or (BEGINNING, 0)
            point = self._execute(_LAST_POINT, (line,)).fetchone() or (BEGINNING, -1, -1)
            known = Tail(*row, *point)
            if len(self._tails) >= TAILS:
                self._tails.clear()
            self._tails[line] = known
        return known

    def _append(self, draft: Draft, slot: Slot, row: tuple[int, int, int, int]) -> bool:
        """The common case, an open-ended value later than all of its line: derive without looking around.

        ``row`` is (statement, form, object, valid_from). Returns False, having done nothing, where
        the general way is needed.
        """
        statement, form, number, v = row
        line = slot.id
        tail = self._tail(line)
        if tail.valid_from >= v or tail.point >= v or tail.loose or draft.again or line in draft.dirty:
            return False
        self._execute(INSERT_ROW, (line, v, statement, draft.tx, form, number))
        point = (tail.point, tail.form, tail.object)
        if form != tail.form:
            self._execute(INSERT_POINT, (line, v, draft.tx, number, form))
            key = slot.key
            if tail.form > 0:
                before: Span = (line, tail.point, None, tail.form, tail.object)
                if draft.opened.pop(before, None) is None:
                    draft.closed[before] = key
                draft.opened[(line, tail.point, v, tail.form, tail.object)] = key
            draft.opened[(line, v, None, form, number)] = key
            point = (v, form, number)
        self._tails[line] = Tail(v, 0, *point)
        draft.slots[line] = slot
        return True

    def _append_end(self, draft: Draft, slot: Slot, line: int, row: tuple[int, int | None, int | None, int]) -> bool:
        """The common case of an end, later than all of its line; else as :meth:`_append`.

        ``row`` is (statement, form, object, at); the form is None for an end of whatever holds.
        """
        statement, form, number, v = row
        tail = self._tails.get(line)  # Where it is not known, asking for it costs more than it saves.
        if tail is None or tail.valid_from >= v or tail.point >= v or tail.loose or line in draft.dirty:
            return False
        if slot.cardinality is Cardinality.SET and (form is None or self._companion(line, slot.id) is not None):
            return False
        kind = END if form is None else GUARDED_END
        self._execute(INSERT_END, (line, v, statement, draft.tx, kind, form, number))
        point: Point = (tail.point, tail.form, tail.object)
        if tail.form != NOTHING and form in {None, tail.form}:
            point = (v, NOTHING, NOTHING)
            since = self._come_back(draft.tx, line, point) if draft.again else draft.tx
            self._execute(INSERT_POINT, (line, v, since, NOTHING, NOTHING))
            before, after = ([(line, tail.point, end, tail.form, tail.object)] for end in (None, v))
            if tail.form > 0:
                draft.changed(slot.key, before, after)
        self._tails[line] = Tail(v, 0 if form is None else ENDED, *point)
        draft.slots[slot.id] = slot
        return True

    def _derive_at(self, draft: Draft, line: int, slot: int, v: int, to: int | None) -> None:
        self._tails.pop(line, None)
        rows = self._rows_around(line, slot, v, to)
        limit = limit_of(rows, v, to)
        previous = self._execute(_PREVIOUS, (line, v)).fetchone()
        points = points_between(rows, v, limit, previous[1] if previous is not None else -1)
        live = self._execute(_LIVE_POINTS, (line, v, FOREVER if limit is None else limit)).fetchall()
        if [p[:3] for p in live] == points:
            return
        self._replace(draft, line, live, points)
        following = None
        if limit is not None:
            following = self._execute(_NEXT, (line, limit)).fetchone()
        end = following[0] if following is not None else None
        draft.changed(
            draft.slots[slot].key,
            spans_of(line, previous, [p[:3] for p in live], end),
            spans_of(line, previous, points, end),
        )

    def _replace(self, draft: Draft, line: int, live: list[tuple[int, int, int, int]], points: list[Point]) -> None:
        tx = draft.tx
        wanted = set(points)
        kept = set()
        for valid_from, form, number, system_from in live:
            if (valid_from, form, number) in wanted:
                kept.add((valid_from, form, number))
                continue
            self._execute(DELETE_POINT, (line, valid_from))
            if system_from < tx:
                self._execute(RETIRE_POINT, (line, valid_from, system_from, tx, number, form))
        for point in points:
            if point not in kept:
                since = self._come_back(tx, line, point) if draft.again else tx
                self._execute(INSERT_POINT, (line, point[0], since, point[2], point[1]))

    def _come_back(self, tx: int, line: int, point: Point) -> int:
        """Return since when a point is believed: what this very transaction closed was never closed."""
        where = "line = ? AND valid_from = ? AND system_to = ? AND form = ? AND object = ?"
        values = (line, point[0], tx, point[1], point[2])
        row = self._execute(f"SELECT system_from FROM interval_past WHERE {where}", values).fetchone()
        if row is None:
            return tx
        self._execute(f"DELETE FROM interval_past WHERE {where}", values)
        return int(row[0])

    def _rows_around(self, line: int, slot: int, v: int, to: int | None) -> list[Row]:
        """Return the rows in force from the first hard one below ``v`` to the first hard one above."""
        ends = self._companion(line, slot)
        if ends is None:
            return self._down(line, v)[::-1] + self._up(line, v, to)
        down = sorted(self._down(line, v) + self._down(ends, v))
        for index in range(len(down) - 1, 0, -1):
            if HARD[down[index][2]]:
                del down[:index]
                break
        return down + sorted(self._up(line, v, to) + self._up(ends, v, to))

    def _down(self, line: int, v: int) -> list[Row]:
        """Rows below ``v``, highest first, to the first hard one.

        Temporary ones that lapsed by ``v`` matter only where a guarded end was judged by them, so
        they are left out unless there is one.
        """
        rows: list[Row] = []
        for row in self._execute(_DOWN_STANDING, (line, v, v)):
            rows.append(row)
            if row[2] == GUARDED_END:
                return self._down_all(line, v)
            if HARD[row[2]]:
                break
        return rows

    def _down_all(self, line: int, v: int) -> list[Row]:
        rows: list[Row] = []
        for row in self._execute(_DOWN, (line, v)):
            rows.append(row)
            if HARD[row[2]]:
                break
        return rows

    def _up(self, line: int, v: int, to: int | None) -> list[Row]:
        """Rows from ``v`` to the first hard one above, with all of its instant; no farther than a
        temporary change reaches."""
        rows: list[Row] = []
        stop: int | None = None
        guarded = to is None
        for row in self._execute(_UP, (line, v)):
            start = row[0]
            if stop is not None and start > stop:
                break
            if not guarded and to is not None and start > to:
                break
            rows.append(row)
            if row[2] == GUARDED_END:
                guarded = True
            if stop is None and start > v and HARD[row[2]]:
                stop = start
        return rows


def spans_of(line: int, previous: Point | None, points: list[Point], end: int | None) -> list[Span]:
    """Return the intervals that a run of change points makes; the last one reaches to ``end``."""
    chain = [previous, *points] if previous is not None else points
    spans: list[Span] = []
    for index, (valid_from, form, number) in enumerate(chain):
        if form > 0:
            valid_to = chain[index + 1][0] if index + 1 < len(chain) else end
            spans.append((line, valid_from, valid_to, form, number))
    return spans


def changes(spans: dict[Span, Key], texts: dict[int, str]) -> tuple[Change, ...]:
    """Return stored intervals as the summary lists them."""
    return tuple(
        Change(key, texts.get(number, ""), valid_from, valid_to)
        for (_, valid_from, valid_to, _, number), key in spans.items()
    )
