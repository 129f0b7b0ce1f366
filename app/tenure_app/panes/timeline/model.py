"""What the timeline's page is given, made from what is in view. Knows nothing of Qt."""

from __future__ import annotations

import json
from typing import Any

from tenure.instants import Precision, format_instant
from tenure.ledger.types import Flag, State
from tenure_app.ops.drawing import Bar, Drawing, Lane
from tenure_app.theming.tokens import STATE_COLOURS, STATE_SIGNS

MILLISECOND = 1000
"""Microseconds in one of the page's units."""
_LONGEST = 300
"""Most letters of a value the page is given; a bar has room for fewer."""


def page_text(drawing: Drawing) -> str:
    """Write what is in view as the page takes it: members of a JSON object, without its braces."""
    cells = drawing.cells
    window = drawing.window
    parts = {
        "level": drawing.level.value,
        "rows": drawing.rows,
        "first": drawing.first,
        "last": drawing.last,
        "window": None if window is None else [edge / MILLISECOND for edge in window],
        "span": [edge / MILLISECOND for edge in drawing.span],
        "lanes": [_lane(lane) for lane in drawing.lanes],
        "bars": [_bar(bar) for bar in drawing.bars],
        "cells": {
            "first": cells.first / MILLISECOND,
            "width": cells.width / MILLISECOND,
            "counts": cells.counts,
        },
    }
    return json.dumps(parts, ensure_ascii=False)[1:-1]


def _lane(lane: Lane) -> dict[str, Any]:
    return {
        "header": lane.header,
        "kind": lane.kind.value,
        "index": lane.index,
        "row": lane.row,
        "rows": lane.rows,
        "label": lane.label,
        "scope": lane.small,
        "title": lane.title,
    }


def _bar(bar: Bar) -> dict[str, Any]:
    return {
        "id": bar.id,
        "row": bar.row,
        "lane": bar.lane,
        "subject": bar.subject,
        "relation": bar.relation,
        "value": bar.value[:_LONGEST],
        "from": bar.start / MILLISECOND,
        "to": None if bar.end is None else bar.end / MILLISECOND,
        "state": bar.state.value,
        "colour": bar_colour(bar),
        "sign": bar_sign(bar),
    }


def bar_colour(bar: Bar) -> str:
    """Return the colour token of a bar: a flag of what holds now outweighs its state."""
    if bar.state is State.CURRENT:
        for flag in (Flag.DISPUTED, Flag.EXPIRED):
            if flag in bar.flags:
                return STATE_COLOURS[flag.value]
    return STATE_COLOURS[bar.state.value]


def bar_sign(bar: Bar) -> str:
    """Return the sign before the value; a plain current value needs none."""
    if bar.state is State.CURRENT:
        return next((STATE_SIGNS[f.value] for f in (Flag.DISPUTED, Flag.EXPIRED) if f in bar.flags), "")
    return STATE_SIGNS[bar.state.value]


def day(at: int | None) -> str:
    """Write an instant as a day, for places where a day is precise enough; an open end is an ellipsis."""
    return "…" if at is None else format_instant(at, Precision.DAY)
