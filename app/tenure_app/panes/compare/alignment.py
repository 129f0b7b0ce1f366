"""Which evidence stands in which row, so that the same passage is in the same row of every column. Knows no Qt."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from tenure.answer.answer import EvidenceItem

Row = tuple[int | None, ...]
"""For each column the index of its piece of evidence, or None where it did not get this one."""


def align(columns: Sequence[Sequence[EvidenceItem]]) -> list[Row]:
    """Return the rows.

    The same passage takes one row; a passage that a column got several times takes as many. Each
    column keeps its own order as far as the others allow.
    """
    names = [_names(items) for items in columns]
    places = [{name: index for index, name in enumerate(column)} for column in names]
    return [tuple(place.get(name) for place in places) for name in _merged(names)]


def _names(items: Sequence[EvidenceItem]) -> list[Hashable]:
    """Name each piece by its passage, or by its words where it has none, and by how often that came before."""
    seen: dict[Hashable, int] = {}
    found: list[Hashable] = []
    for item in items:
        same: Hashable = item.passage if item.passage is not None else (item.source, item.text.strip())
        seen[same] = seen.get(same, 0) + 1
        found.append((same, seen[same]))
    return found


def _merged(columns: Sequence[Sequence[Hashable]]) -> list[Hashable]:
    """Merge the orders: next comes what no column wants something else before, the highest of them first."""
    waiting = [list(column) for column in columns]
    rank = {name: min(column.index(name) for column in columns if name in column) for c in columns for name in c}
    merged: list[Hashable] = []
    while any(waiting):
        heads = [column[0] for column in waiting if column]
        free = [name for name in heads if not any(name in column[1:] for column in waiting)]
        # Where the orders contradict each other none is free: the highest goes first.
        chosen = min(free or heads, key=lambda name: rank[name])
        merged.append(chosen)
        waiting = [[name for name in column if name != chosen] for column in waiting]
    return merged
