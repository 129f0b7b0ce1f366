"""Marked text for a terminal. What prints it drops the colours where they cannot be shown."""

from __future__ import annotations

from collections.abc import Sequence

from tenure.answer.marks import Mark
from tenure.instants import format_instant
from tenure.ledger.types import State

RESET = "\x1b[0m"
GREEN, RED, YELLOW, BLUE = "\x1b[32m", "\x1b[31m", "\x1b[33m", "\x1b[34m"
STRUCK = "\x1b[31;9m"

_STYLES = {
    State.CURRENT: GREEN,
    State.SUPERSEDED: STRUCK,
    State.ENDED: STRUCK,
    State.FUTURE: BLUE,
    State.UNKNOWN: YELLOW,
}


def coloured(text: str, style: str) -> str:
    """Return the text in a style."""
    return f"{style}{text}{RESET}"


def marked(text: str, marks: Sequence[Mark]) -> str:
    """Return a text with the values it claims coloured by state; stale ones are struck through and explained.

    The explanation stands in words too, for those who see no colours.
    """
    parts: list[str] = []
    place = 0
    for mark in marks:
        value = text[mark.start : mark.end]
        parts.append(text[place : mark.start])
        parts.append(coloured(value, _STYLES[mark.state]) if mark.claimed else value)
        if mark.stale:
            parts.append(coloured(explained(mark), RED))
        place = mark.end
    return "".join(parts) + text[place:]


def explained(mark: Mark) -> str:
    """Return since when a stale value holds no more and what took over, in brackets."""
    since = f" since {format_instant(mark.until, mark.until_precision)}" if mark.until is not None else ""
    successor = f", then {mark.superseded_by}" if mark.superseded_by else ""
    return f" [{mark.state.value}{since}{successor}]"
