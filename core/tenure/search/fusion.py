"""Joining ranked lists: reciprocal rank fusion (Cormack, Clarke, Büttcher 2009)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

K = 60
"""The constant of the paper; it makes the first few ranks count nearly alike."""


def fuse(lists: Mapping[str, Sequence[int]], weights: Mapping[str, float] | None = None) -> list[tuple[int, float]]:
    """Return the items of all lists with their fused score, best first.

    An item's score is the sum over the lists that hold it of ``weight / (60 + rank)``, ranks from 1.
    Equal scores are ordered by item, so that the result is always the same.

    Args:
        lists: ranked items by the list's name; an item at most once in a list.
        weights: by name; 1 if not given.
    """
    scores: dict[int, float] = {}
    for name, items in lists.items():
        weight = 1.0 if weights is None else weights.get(name, 1.0)
        for rank, item in enumerate(items, start=1):
            scores[item] = scores.get(item, 0.0) + weight / (K + rank)
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))


def ranks(lists: Mapping[str, Sequence[int]], item: int) -> dict[str, int]:
    """Return at which rank (from 1) each list holds ``item``."""
    return {name: items.index(item) + 1 for name, items in lists.items() if item in items}
