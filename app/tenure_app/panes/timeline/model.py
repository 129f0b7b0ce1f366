"""What the timeline's page is given: lanes and bars, made from facts. Knows nothing of Qt."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tenure.instants import Precision, format_instant
from tenure.keys import Key
from tenure.ledger.types import Fact, Flag, State
from tenure_app.theming.tokens import STATE_COLOURS, STATE_SIGNS

MILLISECOND = 1000
"""Microseconds in one of the page's units."""


@dataclass(frozen=True, slots=True)
class TimelineData:
    """Facts laid out in lanes.

    Attributes:
        lanes: one a key, and one heading a subject when grouped; as the page takes them.
        bars: one a fact.
        keys: the key of each lane by its index.
        rows: how many rows all lanes take.
        span: first and last instant drawn, in milliseconds.
    """

    lanes: list[dict[str, Any]]
    bars: list[dict[str, Any]]
    keys: list[Key]
    rows: int
    span: tuple[float, float]


Hover = Callable[[Fact], list[str]]


def lay_out(facts: Sequence[Fact], *, now: int, grouped: bool, hover: Hover) -> TimelineData:
    """Put facts into lanes: subjects by name, keys by relation and scope, overlapping bars below each other."""
    by_key: dict[tuple[str, str, str], list[Fact]] = {}
    for fact in facts:
        by_key.setdefault(fact.key.normal, []).append(fact)
    lanes: list[dict[str, Any]] = []
    bars: list[dict[str, Any]] = []
    keys: list[Key] = []
    row, subject = 0, None
    for normal in sorted(by_key):
        own = sorted(by_key[normal], key=lambda fact: (fact.valid_from, fact.id))
        key = own[0].key
        if grouped and normal[0] != subject:
            subject = normal[0]
            lanes.append({"header": True, "row": row, "rows": 1, "label": key.subject, "title": key.subject})
            row += 1
        index = len(keys)
        keys.append(key)
        rows = _rows_of(own)
        bars += [_bar(fact, row + below, index, hover(fact)) for fact, below in zip(own, rows, strict=True)]
        lanes.append(_lane(key, index, row, max(rows) + 1))
        row += max(rows) + 1
    return TimelineData(lanes, bars, keys, row, _span(facts, now))


def page_text(data: TimelineData) -> str:
    """Write lanes and bars as the page takes them: members of a JSON object, without its braces."""
    parts = {"lanes": data.lanes, "bars": data.bars, "rows": data.rows, "span": data.span}
    return json.dumps(parts, ensure_ascii=False)[1:-1]


def _lane(key: Key, index: int, row: int, rows: int) -> dict[str, Any]:
    return {
        "header": False,
        "index": index,
        "row": row,
        "rows": rows,
        "label": key.relation,
        "scope": str(key.scope),
        "title": str(key),
    }


def _bar(fact: Fact, row: int, lane: int, hover: list[str]) -> dict[str, Any]:
    return {
        "id": fact.id,
        "row": row,
        "lane": lane,
        "subject": fact.key.subject,
        "relation": fact.key.relation,
        "value": fact.object,
        "from": fact.valid_from / MILLISECOND,
        "to": None if fact.valid_to is None else fact.valid_to / MILLISECOND,
        "state": fact.state.value,
        "colour": bar_colour(fact),
        "sign": bar_sign(fact),
        "hover": hover,
    }


def bar_colour(fact: Fact) -> str:
    """Return the colour token of a fact's bar: a flag of what holds now outweighs its state."""
    if fact.state is State.CURRENT:
        for flag in (Flag.DISPUTED, Flag.EXPIRED):
            if flag in fact.flags:
                return STATE_COLOURS[flag.value]
    return STATE_COLOURS[fact.state.value]


def bar_sign(fact: Fact) -> str:
    """Return the sign before the value; a plain current value needs none."""
    if fact.state is State.CURRENT:
        return next((STATE_SIGNS[f.value] for f in (Flag.DISPUTED, Flag.EXPIRED) if f in fact.flags), "")
    return STATE_SIGNS[fact.state.value]


def _rows_of(facts: Sequence[Fact]) -> list[int]:
    """Give each fact the first row where it overlaps nothing (the members of a set run side by side)."""
    ends: list[float] = []
    rows: list[int] = []
    for fact in facts:
        end = float("inf") if fact.valid_to is None else float(max(fact.valid_to, fact.valid_from + 1))
        row = next((n for n, last in enumerate(ends) if last <= fact.valid_from), len(ends))
        ends[row : row + 1] = [end]
        rows.append(row)
    return rows


def _span(facts: Iterable[Fact], now: int) -> tuple[float, float]:
    edges = [now]
    for fact in facts:
        edges.append(fact.valid_from)
        if fact.valid_to is not None:
            edges.append(fact.valid_to)
    return min(edges) / MILLISECOND, max(edges) / MILLISECOND


def day(at: int | None) -> str:
    """Write an instant as a day, for places where a day is precise enough; an open end is an ellipsis."""
    return "…" if at is None else format_instant(at, Precision.DAY)
