"""Which rows a timeline has: a lane a key, or a row a subject, or a row a group of subjects. No loop over all keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from tenure.ledger.spans import Spans

Places = NDArray[np.int64]


class Level(StrEnum):
    """What a row of the timeline stands for, from afar to near."""

    GROUPS = "groups"
    SUBJECTS = "subjects"
    RELATIONS = "relations"


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Rows over facts that stand in the order of their keys.

    Attributes:
        level: what a row stands for.
        places: of each lane: its key, its subject, or the first subject of its group.
        begins: of each lane, its first fact; and one more, the number of facts.
        rows: of each lane, its first row; and one more, the number of rows.
        heights: of each lane, how many rows it takes.
        headed: of each lane, whether a row with the subject's name stands above it.
        size: how many subjects a group has.
    """

    level: Level
    places: Places
    begins: Places
    rows: Places
    heights: Places
    headed: NDArray[np.bool_]
    size: int = 1

    @property
    def count(self) -> int:
        """How many rows there are."""
        return int(self.rows[-1])

    def between(self, first: int, last: int) -> tuple[int, int]:
        """Return the lanes that have a row from ``first`` to before ``last``, as a range."""
        tops = self.rows[:-1] - self.headed
        low = int(np.searchsorted(self.rows[1:], first, side="right"))
        return low, max(low, int(np.searchsorted(tops, last, side="left")))


def lay_out(spans: Spans, level: Level, *, headed: bool, size: int = 1) -> Layout:
    """Give each key, subject or group its rows."""
    slots = spans.columns.slots
    if level is Level.RELATIONS:
        owner = spans.slot.astype(np.int64)
    else:
        owner = slots.subject[spans.slot].astype(np.int64)
        if level is Level.GROUPS:
            _, owner = np.unique(owner, return_inverse=True)
            owner = owner // size
    changes = np.flatnonzero(np.diff(owner, prepend=-1))
    begins = np.append(changes, len(spans)).astype(np.int64)
    first = spans.slot[changes]
    subject = slots.subject[first].astype(np.int64)
    if level is not Level.RELATIONS:
        rows, ones = np.arange(len(changes) + 1, dtype=np.int64), np.ones(len(changes), dtype=np.int64)
        return Layout(level, subject, begins, rows, ones, np.zeros(len(changes), dtype=np.bool_), size)
    heads = np.diff(subject, prepend=-1) != 0 if headed else np.zeros(len(changes), dtype=np.bool_)
    heights = _heights(spans, begins)
    tops = np.cumsum(np.append(heads, False)) + np.append(0, np.cumsum(heights))
    return Layout(level, first.astype(np.int64), begins, tops.astype(np.int64), heights, heads)


def _heights(spans: Spans, begins: Places) -> Places:
    """Return how many rows each lane needs: as many as facts run side by side, which only members of sets do."""
    heights = np.ones(len(begins) - 1, dtype=np.int64)
    several = np.flatnonzero(spans.columns.line[spans.points] < 0)
    if not len(several):
        return heights
    lane = np.searchsorted(begins, several, side="right") - 1
    start = spans.start[several]
    stop = np.maximum(spans.end[several], start + 1)
    lanes, steps = np.tile(lane, 2), np.repeat((1, -1), len(several))
    order = np.lexsort((steps, np.concatenate([start, stop]), lanes))
    running, lanes = np.cumsum(steps[order]), lanes[order]
    firsts = np.flatnonzero(np.diff(lanes, prepend=-1))
    heights[lanes[firsts]] = np.maximum.reduceat(running, firsts)
    return heights


def rows_beside(spans: Sequence[tuple[int, int]]) -> list[int]:
    """Give each span (start, end), by start, the first row where it overlaps nothing."""
    ends: list[int] = []
    rows: list[int] = []
    for start, end in spans:
        row = next((n for n, last in enumerate(ends) if last <= start), len(ends))
        ends[row : row + 1] = [max(end, start + 1)]
        rows.append(row)
    return rows
