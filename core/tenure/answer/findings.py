"""Retired values in a text: where they stand, what holds now, and the text with them replaced."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from tenure.answer.mark import Marker
from tenure.answer.marks import Mark
from tenure.instants import format_instant
from tenure.keys import Key, fold
from tenure.ledger.types import Fact
from tenure.progress import Progress, no_progress
from tenure.relations import Cardinality
from tenure.timewords.find import find_dates


@dataclass(frozen=True, slots=True)
class Finding:
    """A retired value in a text.

    Attributes:
        mark: the value and its place.
        line, column, end_column: where it stands, from 1; the end is behind it.
        holds: what holds at the times asked; empty if nothing does.
        replacement: what may be put in its place without a doubt, or None: one value of a relation with one
            value at a time, written as the ledger writes it, on a line without a date of its own.
    """

    mark: Mark
    line: int
    column: int
    end_column: int
    holds: tuple[Fact, ...]
    replacement: str | None

    @property
    def message(self) -> str:
        """What is wrong, as one sentence."""
        mark = self.mark
        since = f" since {format_instant(mark.until)[:10]}" if mark.until is not None else ""
        instead = f"; what holds is {self.holds[0].object}" if len(self.holds) == 1 else ""
        return f"{mark.key}: {mark.value} holds no more{since}{instead}"


def findings(
    marker: Marker, text: str, *, valid: int, known: int | None = None, progress: Progress = no_progress
) -> tuple[Finding, ...]:
    """Return the retired values that a text claims, in its order.

    Args:
        marker: marks texts against the ledger.
        text: any text.
        valid: the instant in valid time (microseconds UTC).
        known: the transaction, or None for the latest.
        progress: called as the text is read; may cancel.
    """
    starts = [0, *(at + 1 for at, character in enumerate(text) if character == "\n")]
    held: dict[tuple[str, str, str], tuple[Fact, ...]] = {}
    found = []
    for mark in marker.mark(text, valid=valid, known=known, progress=progress):
        if not mark.stale:
            continue
        place = mark.key.normal
        if place not in held:
            held[place] = _holds(marker, mark.key, valid, known)
        line = bisect_right(starts, mark.start)
        begin = starts[line - 1]
        end = starts[line] - 1 if line < len(starts) else len(text)
        instead = _replacement(marker, mark, held[place], text[begin:end], valid)
        found.append(Finding(mark, line, mark.start - begin + 1, mark.end - begin + 1, held[place], instead))
    return tuple(found)


def corrected(text: str, found: Sequence[Finding]) -> tuple[str, int]:
    """Return the text with the values replaced that can be without a doubt, and how many were left."""
    parts, at, left = [], 0, 0
    for finding in found:
        if finding.replacement is None:
            left += 1
            continue
        parts += [text[at : finding.mark.start], finding.replacement]
        at = finding.mark.end
    return "".join([*parts, text[at:]]), left


def _holds(marker: Marker, key: Key, valid: int, known: int | None) -> tuple[Fact, ...]:
    return marker.ledger.slot(key, valid=valid, known=known).facts


def _replacement(marker: Marker, mark: Mark, holds: Sequence[Fact], line: str, valid: int) -> str | None:
    relation = marker.ledger.registry.get(mark.key.relation)
    if len(holds) != 1 or relation.cardinality is not Cardinality.FUNCTIONAL:
        return None
    if holds[0].key.normal != mark.key.normal or fold(mark.text) != fold(mark.value) or "\n" in holds[0].object:
        return None
    # "8080 since June" would become "8443 since June", which was never so.
    return None if find_dates(line, valid) else holds[0].object
