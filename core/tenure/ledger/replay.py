"""A line replayed through system time in memory: what every version of its change points must be.

Used where looking around one instant is not enough: after an erasure, by ``check``, and for lines a
bulk load cannot derive by SQL windows. Pure.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable
from typing import NamedTuple

from tenure.ledger.rule import ASSERT, GUARDED_END, HARD, Row
from tenure.ledger.window import limit_of, points_between


class Version(NamedTuple):
    """One version of a change point; ``system_to`` is None while it is believed."""

    valid_from: int
    system_from: int
    system_to: int | None
    object: int
    form: int


class Standing(NamedTuple):
    """A row and the transactions between which it is in force (``closed`` None: still)."""

    row: Row
    closed: int | None


class Replay:
    """One line, transaction by transaction."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.starts: list[int] = []
        self.points: dict[int, tuple[int, int, int]] = {}
        self.past: list[Version] = []

    def versions(self) -> list[Version]:
        """Return every version of every change point."""
        live = [Version(x, tx, None, number, form) for x, (form, number, tx) in self.points.items()]
        return sorted(self.past + live, key=lambda v: (v.valid_from, v.system_from))

    def start_from(self, rows: Iterable[Row], points: Iterable[tuple[int, int, int, int]]) -> None:
        """Take up a line as it stands: its rows in force, its points (valid_from, form, object, system_from)."""
        self.rows = sorted(rows, key=_rank)
        self.points = {x: (form, number, tx) for x, form, number, tx in points}
        self.starts = sorted(self.points)

    def step(self, tx: int, entering: Iterable[Row], leaving: Iterable[Row]) -> None:
        """Apply one transaction: rows that come and go, then derive at each instant in rising order."""
        marks: list[tuple[int, int | None]] = []
        for row in leaving:
            del self.rows[self._index(row)]
            marks.append((row[0], _lapse(row)))
        for row in entering:
            if not marks and self._append(tx, row):
                continue
            insort(self.rows, row, key=_rank)
            marks.append((row[0], _lapse(row)))
        if len(marks) > 1:
            marks = sorted(set(marks), key=lambda m: (m[0], m[1] is not None, m[1]))
        for v, to in marks:
            self._settle(tx, v, to)

    def _append(self, tx: int, row: Row) -> bool:
        """The common case: an open-ended value later than everything known."""
        x = row[0]
        if row[2] != ASSERT or row[5] is not None or (self.rows and self.rows[-1][0] >= x):
            return False
        if self.starts and self.starts[-1] >= x:
            return False
        self.rows.append(row)
        form = row[3] or 0
        if not self.starts or self.points[self.starts[-1]][0] != form:
            self.starts.append(x)
            self.points[x] = (form, row[4] or 0, tx)
        return True

    def _index(self, row: Row) -> int:
        return bisect_left(self.rows, (row[0], row[1]), key=_rank)

    def _settle(self, tx: int, v: int, to: int | None) -> None:
        rows = self._around(v, to)
        limit = limit_of(rows, v, to)
        first = bisect_left(self.starts, v)
        before = self.points[self.starts[first - 1]][0] if first else -1
        points = points_between(rows, v, limit, before)
        last = len(self.starts) if limit is None else bisect_right(self.starts, limit)
        wanted = {x: (form, number) for x, form, number in points}
        for x in self.starts[first:last]:
            form, number, since = self.points[x]
            if wanted.get(x) == (form, number):
                continue
            del self.points[x]
            if since < tx:
                self.past.append(Version(x, since, tx, number, form))
        for x, (form, number) in wanted.items():
            if x not in self.points:
                self.points[x] = (form, number, tx)
        self.starts[first:last] = list(wanted)

    def _around(self, v: int, to: int | None) -> list[Row]:
        rows = self.rows
        middle = bisect_left(rows, v, key=_start)
        low = middle
        while low > 0:
            low -= 1
            if HARD[rows[low][2]]:
                break
        high, count = middle, len(rows)
        stop: int | None = None
        guarded = to is None
        while high < count:
            row = rows[high]
            if (stop is not None and row[0] > stop) or (not guarded and to is not None and row[0] > to):
                break
            if row[2] == GUARDED_END:
                guarded = True
            if stop is None and row[0] > v and HARD[row[2]]:
                stop = row[0]
            high += 1
        return rows[low:high]


def replay(standings: Iterable[Standing], ends: Iterable[Standing] = ()) -> list[Version]:
    """Return every version of the change points of a line.

    Args:
        standings: the line's own rows.
        ends: for a member of a set, the ends without value of its slot; they count from the moment
            the line has a row of its own.
    """
    own = list(standings)
    if not own:
        return []
    born = min(standing.row.opened for standing in own)
    coming: dict[int, list[Row]] = {}
    going: dict[int, list[Row]] = {}
    for row, closed in own:
        _schedule(coming, going, row, row.opened, closed)
    for row, closed in ends:
        if closed is None or closed > born:
            _schedule(coming, going, row, max(row.opened, born), closed)
    line = Replay()
    for tx in sorted(coming.keys() | going.keys()):
        line.step(tx, coming.get(tx, ()), going.get(tx, ()))
    return line.versions()


def _schedule(
    coming: dict[int, list[Row]], going: dict[int, list[Row]], row: Row, opened: int, closed: int | None
) -> None:
    if closed is None or closed > opened:
        coming.setdefault(opened, []).append(row)
        if closed is not None:
            going.setdefault(closed, []).append(row)


def _rank(row: Row) -> tuple[int, int]:
    return row[0], row[1]


def _start(row: Row) -> int:
    return row[0]


def _lapse(row: Row) -> int | None:
    return row[5] if not HARD[row[2]] and row[2] != GUARDED_END else None
