"""What the map's page is given, made from what the ledger believed; and its words, signs and colours."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication

from tenure.instants import DAY, Precision
from tenure_app.ops.twotime import Block, Level, Standing, TwoTimeMap
from tenure_app.theming.tokens import STATE_COLOURS, STATE_SIGNS
from tenure_app.widgets.format import date_text, state_word

translate = QCoreApplication.translate

MILLISECOND = 1000
"""Microseconds in one of the page's units."""

SIGNS: Mapping[Standing, str] = {
    **{one: STATE_SIGNS[one.value] for one in Standing if one.believed},
    Standing.GIVEN_UP: "↩",
    Standing.NOT_YET: "…",
}
"""The second sign beside colour."""

COLOURS: Mapping[Standing, str] = {
    **{one: STATE_COLOURS[one.value] for one in Standing if one.believed},
    Standing.GIVEN_UP: "unknown",
    Standing.NOT_YET: "unknown",
}
"""Standing to the name of its colour token; the fill is that name with ``Fill``."""


def standing_word(standing: Standing) -> str:
    """The word of a standing."""
    if standing is Standing.GIVEN_UP:
        return translate("TwoTimeMap", "no longer believed")
    if standing is Standing.NOT_YET:
        return translate("TwoTimeMap", "not yet known")
    return state_word(standing.value)


def page_text(found: TwoTimeMap) -> str:
    """Write blocks and levels as the page takes them: members of a JSON object, without its braces."""
    parts = {
        "blocks": [_block(block, found.levels) for block in found.blocks],
        "levels": [
            {"at": level.at / MILLISECOND, "label": label}
            for level, label in zip(found.levels, level_labels(found.levels), strict=True)
        ],
        "span": [edge / MILLISECOND for edge in span(found)],
    }
    return json.dumps(parts, ensure_ascii=False)[1:-1]


def _block(block: Block, levels: Sequence[Level]) -> dict[str, Any]:
    one = block.rectangle
    return {
        "id": block.id,
        "value": one.object,
        "from": one.valid_from / MILLISECOND,
        "to": None if one.valid_to is None else one.valid_to / MILLISECOND,
        "bottom": block.bottom,
        "top": block.top,
        "state": block.standing.value,
        "colour": COLOURS[block.standing],
        "sign": "" if block.standing is Standing.CURRENT else SIGNS[block.standing],
        "hover": hover_lines(block, levels),
    }


def hover_lines(block: Block, levels: Sequence[Level]) -> list[str]:
    """What a rectangle says: value, both spans, and the statement with its source."""
    return [block.rectangle.object[:200], valid_text(block), known_text(block, levels), source_text(block)]


def valid_text(block: Block) -> str:
    """The span of valid time and the standing, in words."""
    one, statement = block.rectangle, block.statement
    stated = statement.valid_from == one.valid_from
    start = date_text(one.valid_from, statement.precision if stated else _exact(one.valid_from))
    word = standing_word(block.standing)
    if one.valid_to is None:
        return translate("TwoTimeMap", "{0} · valid from {1} on").format(word, start)
    if one.valid_to == one.valid_from:
        return translate("TwoTimeMap", "{0} · happened on {1}").format(word, start)
    return translate("TwoTimeMap", "{0} · valid from {1} to {2}").format(
        word, start, date_text(one.valid_to, _exact(one.valid_to))
    )


def known_text(block: Block, levels: Sequence[Level]) -> str:
    """The span of system time in words."""
    start = date_text(levels[block.bottom].at)[:16]
    if block.top >= len(levels):
        return translate("TwoTimeMap", "believed since {0}").format(start)
    return translate("TwoTimeMap", "believed from {0} to {1}").format(start, date_text(levels[block.top].at)[:16])


def source_text(block: Block) -> str:
    """The ruling statement's source and words."""
    evidence = block.statement.evidence
    source = evidence.source or translate("TwoTimeMap", "manual")
    return f"{source}: “{' '.join(evidence.text.split())[:200]}”" if evidence.text else source


def _exact(at: int) -> Precision:
    return Precision.DAY if at % DAY == 0 else Precision.INSTANT


def level_labels(levels: Sequence[Level]) -> list[str]:
    """The dates of levels; with the time of day where several fall on one day, and then with their number."""
    days = Counter(date_text(level.at)[:10] for level in levels)
    minutes = Counter(date_text(level.at)[:16] for level in levels)
    labels: list[str] = []
    for level in levels:
        minute = date_text(level.at)[:16]
        if minutes[minute] > 1:
            labels.append(f"{minute} #{level.tx}")
        else:
            labels.append(minute if days[minute[:10]] > 1 else minute[:10])
    return labels


def span(found: TwoTimeMap) -> tuple[int, int]:
    """Return the first and last instant of valid time drawn, the one in force among them (microseconds UTC)."""
    edges = [found.valid, found.now]
    for block in found.blocks:
        edges.append(block.rectangle.valid_from)
        if block.rectangle.valid_to is not None:
            edges.append(block.rectangle.valid_to)
    return min(edges), max(edges)
