"""The one rule: which statement rules at an instant. Pure functions over rows in rising rank.

A row is what the ``position`` table holds of a statement in force. Rank is (valid_from, statement
id); statement ids grow with transaction and order in it. Only rows down to the first *hard* one are
ever needed: a hard statement decides, whatever stands below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

ASSERT, TEMPORARY, END, GUARDED_END, TOMBSTONE, TEMPORARY_TOMBSTONE = range(6)
"""Kinds of a row. Tombstones are what an erasure leaves of an assert."""

HARD = (True, False, True, False, True, False)
"""Whether a statement of a kind decides, whatever stands below it."""

NOTHING = 0
"""Form of a change point where nothing holds."""
NOBODY = -1
"""Form of a change point where nobody says anything any more."""


class Row(NamedTuple):
    """A statement in force on one line."""

    valid_from: int
    statement: int
    kind: int
    form: int | None
    object: int | None
    valid_to: int | None
    precision: int
    opened: int = 0


class Rule:
    """Judges one window of rows; remembers how guarded ends were judged."""

    __slots__ = ("_ends", "_judged", "rows")

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self._ends: dict[int, tuple[bool, int]] = {}
        self._judged = 0

    def at(self, x: int, top: int) -> tuple[int, int]:
        """Return (form, index of the ruling row) at instant ``x`` among ``rows[:top]``.

        ``rows[:top]`` are those with ``valid_from <= x``. The index is -1 when nobody says.
        """
        rows = self.rows
        skipped: set[int] | None = None
        index = top
        while index > 0:
            index -= 1
            row = rows[index]
            kind = row[2]
            if skipped is not None and index in skipped:
                continue
            if kind <= TEMPORARY:
                valid_to = row[5]
                if valid_to is None or valid_to > x:
                    return row[3] or NOTHING, index
                if kind == ASSERT:
                    return NOTHING, index
            elif kind in (END, TOMBSTONE):
                return NOTHING, index
            elif kind == TEMPORARY_TOMBSTONE:
                if row[5] is None or row[5] > x:
                    return NOTHING, index
            else:
                counts, taken = self._judge(index)
                if counts and taken < 0:
                    return NOTHING, index
                if counts:
                    skipped = skipped or set()
                    skipped.add(taken)
        return NOBODY, -1

    def _judge(self, index: int) -> tuple[bool, int]:
        """Return whether the guarded end at ``index`` counts, and the temporary row it takes away or -1."""
        while self._judged <= index:  # from the bottom up, so that recursion never goes deeper than one
            at = self._judged
            row = self.rows[at]
            if row[2] == GUARDED_END:
                form, ruler = self.at(row[0], at)
                counts = form > 0 and form == row[3]
                taken = ruler if counts and self.rows[ruler][2] == TEMPORARY else -1
                self._ends[at] = (counts, taken)
            self._judged = at + 1
        return self._ends[index]
