"""From the rows around an instant to the change points that should stand there. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from tenure.ledger.rule import GUARDED_END, HARD, Row, Rule

Point = tuple[int, int, int]
"""A change point: (valid_from, form, object)."""


def limit_of(rows: Sequence[Row], v: int, to: int | None) -> int | None:
    """Return the last instant that a change at ``v`` can affect, or None for open.

    ``rows`` reach from the first hard row below ``v`` to the first hard one above it, all of that
    instant. A change made only by temporary statements that lapse at ``to`` reaches no farther,
    unless a guarded end in between was judged by them.
    """
    hard = next((row[0] for row in rows if row[0] > v and HARD[row[2]]), None)
    if to is None or (hard is not None and hard <= to):
        return hard
    if any(row[2] == GUARDED_END and v <= row[0] < to for row in rows):
        return hard
    return to


def points_between(rows: Sequence[Row], v: int, limit: int | None, before: int) -> list[Point]:
    """Return the change points that stand in ``[v, limit]``.

    Args:
        rows: in rising rank, from the first hard row below ``v`` on.
        v: the first instant looked at.
        limit: the last instant looked at (microseconds UTC), or None for all that follow.
        before: the form that holds just before ``v``.
    """
    instants = {v}
    for row in rows:
        start, end = row[0], row[5]
        if start > v and (limit is None or start <= limit):
            instants.add(start)
        if end is not None and end > v and (limit is None or end <= limit):
            instants.add(end)
    if limit is not None:
        instants.add(limit)
    rule = Rule(rows)
    points: list[Point] = []
    top, count = 0, len(rows)
    for x in sorted(instants):
        while top < count and rows[top][0] <= x:
            top += 1
        form, ruler = rule.at(x, top)
        if form != before:
            points.append((x, form, (rows[ruler][4] or form) if form > 0 else form))
            before = form
    return points
