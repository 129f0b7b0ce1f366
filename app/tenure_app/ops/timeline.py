"""The timeline's reads: only what is in view, as bars where they are few and as counts where they are many."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tenure.instants import DAY, HOUR
from tenure.keys import Key
from tenure.ledger.spans import Spans
from tenure.ledger.types import Fact, Flag
from tenure.project import Project
from tenure_app.ops.drawing import LIMIT, Bar, Cells, Drawing, View
from tenure_app.ops.in_view import InView, by_state
from tenure_app.ops.layout import Level, lay_out
from tenure_app.ops.queries import two_times
from tenure_app.ops.survey import Asked, Survey, drawn_span
from tenure_app.times import TwoTimes

_UNGROUPED = 60
"""Most subjects that are not put into groups by themselves."""
_MARGIN = 10
"""Rows read above and below those in view, so that a small scroll shows no gap."""
_HOURS, _DAYS = (1, 2, 3, 6, 12), (1, 2, 4, 7, 14, 30, 61, 91, 182, 365, 730, 1826, 3652)
_WIDTHS = (*(HOUR * n for n in _HOURS), *(DAY * n for n in _DAYS))


def draw(survey: Survey, *, asked: Asked, view: View) -> Drawing:
    """Return what is in view."""
    spans, now = survey.selected(asked), survey.now(asked.times)
    subjects, keys = survey.kept("sizes", spans, lambda: _sizes(spans))
    first, last = survey.kept("span", spans, lambda: drawn_span(spans, now))
    span = (min(first, now), max(last, now))
    level = _level(asked, view.level, subjects, len(spans))
    size = max(1, -(-subjects // max(8, view.rows - 1))) if level is Level.GROUPS else 1
    headed = asked.subject is None
    layout = survey.kept("layout", (spans, level, size), lambda: lay_out(spans, level, headed=headed, size=size))
    whole = level is Level.GROUPS or len(spans) <= LIMIT
    rows = (0, layout.count)
    if not whole:
        rows = (max(0, view.first - _MARGIN), min(layout.count, view.first + view.rows + _MARGIN))
    window = None if view.window is None else _widened(view.window)
    part = InView(survey.project.ledger, spans, layout, *layout.between(*rows), now, window, view.hidden)
    cells = _grid(window or span, view.window or span, view.cells)
    bars: list[Bar] = []
    dense = np.ones(part.last - part.first, dtype=np.bool_)
    if level is Level.RELATIONS:
        dense = part.dense(2 * view.cells)
        if whole and not dense.any():
            window = None
            part = replace(part, window=None)
        bars = part.bars(~dense)
    part.count(cells, dense)
    counts = dict(survey.kept("counts", (spans, now), lambda: by_state(spans, now)))
    counts |= {flag.value: sum(flag in bar.flags for bar in bars) for flag in Flag}
    return Drawing(
        level=level,
        size=size,
        rows=layout.count,
        first=rows[0],
        last=rows[1],
        window=window,
        lanes=part.lanes(),
        bars=bars,
        cells=cells,
        span=span,
        now=now,
        counts=counts,
        subjects=subjects,
        keys=keys,
        facts=len(spans),
    )


def key_at(survey: Survey, *, place: int, asked: Asked) -> Key:
    """Return the key at a place, as a lane names it."""
    spans = survey.selected(asked)
    number = int(spans.columns.slots.ids[place])
    return survey.project.ledger.keys_by_id([number], spans.known)[number]


def fact_of(project: Project, *, fact: str, times: TwoTimes) -> Fact | None:
    """Return one fact with all that is known of it, None if it is gone."""
    return next(iter(project.ledger.facts_by_id([fact], **two_times(project, times))), None)


def _sizes(spans: Spans) -> tuple[int, int]:
    """Return how many subjects and keys there are."""
    slot = spans.slot
    subject = spans.columns.slots.subject[slot]
    return tuple(int(np.count_nonzero(np.diff(places, prepend=-1))) for places in (subject, slot))  # type: ignore[return-value]


def _level(asked: Asked, wanted: Level | None, subjects: int, facts: int) -> Level:
    if asked.subject is not None:
        return Level.RELATIONS
    if wanted is not None:
        return wanted
    if facts <= LIMIT:
        return Level.RELATIONS
    return Level.SUBJECTS if subjects <= _UNGROUPED else Level.GROUPS


def _widened(window: tuple[int, int]) -> tuple[int, int]:
    """Return a window with half of it more on each side, so that a small move shows no gap."""
    half = (window[1] - window[0]) // 2
    return window[0] - half, window[1] + half


def _grid(covered: tuple[int, int], seen: tuple[int, int], cells: int) -> Cells:
    """Return cells of a round length, as many as have room, over the time covered."""
    least = (seen[1] - seen[0]) / max(1, cells)
    width = next((width for width in _WIDTHS if width >= least), _WIDTHS[-1])
    first = covered[0] // width * width
    return Cells(first, width, (covered[1] - first) // width + 1)
