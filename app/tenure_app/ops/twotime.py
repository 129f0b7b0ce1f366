"""What the two-time map asks: every belief about one key, and how each stands to the two times in force."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tenure.keys import Key
from tenure.ledger.rectangles import Beliefs, Rectangle
from tenure.ledger.types import Fact, Statement
from tenure.project import Project
from tenure_app.ops.queries import two_times
from tenure_app.times import TwoTimes

LIMIT = 3_000
"""Most rectangles asked for; beyond it the latest are shown and the map says so."""


class Standing(StrEnum):
    """How a belief stands to the two times in force."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    ENDED = "ended"
    FUTURE = "future"
    GIVEN_UP = "given up"
    """No longer believed at the known time."""
    NOT_YET = "not yet"
    """Not yet believed at the known time."""

    @property
    def believed(self) -> bool:
        """Whether it is believed at the known time."""
        return self not in (Standing.GIVEN_UP, Standing.NOT_YET)


@dataclass(frozen=True, slots=True)
class Level:
    """A transaction at which what is believed of the key changed, and its time (microseconds UTC)."""

    tx: int
    at: int


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle of the map.

    Attributes:
        id: unique in the map.
        rectangle: what the ledger says.
        standing: to the two times in force.
        bottom, top: levels it reaches from and to, by index; the top of what is still believed is above the last.
        statement: the one that rules it.
    """

    id: str
    rectangle: Rectangle
    standing: Standing
    bottom: int
    top: int
    statement: Statement


@dataclass(frozen=True, slots=True)
class TwoTimeMap:
    """All that the map of one key shows.

    Attributes:
        key: in display form.
        blocks: by system time, then valid time.
        levels: rising.
        valid: the valid time in force, microseconds UTC.
        known: the transaction of the known time in force.
        known_at: its time, microseconds UTC.
        now: microseconds UTC.
        more: whether there are more rectangles than shown.
    """

    key: Key
    blocks: Sequence[Block]
    levels: Sequence[Level]
    valid: int
    known: int
    known_at: int
    now: int
    more: bool

    @property
    def band(self) -> int:
        """The level at or below the known time, -1 before the first."""
        return sum(level.tx <= self.known for level in self.levels) - 1


def two_time_map(project: Project, *, key: Key, times: TwoTimes) -> TwoTimeMap:
    """Return every belief about a key and how it stands to the two times."""
    ledger = project.ledger
    now, last = ledger.clock(), ledger.last_tx()
    valid = now if times.valid is None else times.valid.at
    known = last if times.known is None else ledger.tx_at(times.known)
    beliefs = ledger.beliefs(key, limit=LIMIT)
    edges = {edge for one in beliefs.rectangles for edge in (one.system_from, one.system_to) if edge is not None}
    levels = [Level(tx, ledger.transaction(tx).recorded_at) for tx in sorted(edges)]
    known_at = now if times.known is None else times.known.end
    blocks = _blocks(beliefs, levels, valid, known)
    return TwoTimeMap(beliefs.key, blocks, levels, valid, known, known_at, now, beliefs.more)


def fact_of(project: Project, *, fact: str, times: TwoTimes) -> Fact | None:
    """Return the fact of a rectangle as seen at the two times, None if it is gone meanwhile."""
    found = project.ledger.facts_by_id([fact], **two_times(project, times))
    return found[0] if found else None


def _blocks(beliefs: Beliefs, levels: Sequence[Level], valid: int, known: int) -> list[Block]:
    index = {level.tx: place for place, level in enumerate(levels)}
    takes_over = {one.valid_from for one in beliefs.rectangles if believed(one, known)}
    return [
        Block(
            str(place),
            one,
            standing(one, takes_over, valid, known),
            index[one.system_from],
            len(levels) if one.system_to is None else index[one.system_to],
            beliefs.statements[one.statement],
        )
        for place, one in enumerate(beliefs.rectangles)
    ]


def believed(one: Rectangle, known: int) -> bool:
    """Whether a rectangle is believed at a transaction."""
    return one.system_from <= known and (one.system_to is None or known < one.system_to)


def standing(one: Rectangle, takes_over: Iterable[int], valid: int, known: int) -> Standing:
    """Say how a rectangle stands to the two times; ``takes_over`` are the instants at which believed values begin."""
    if not believed(one, known):
        return Standing.NOT_YET if one.system_from > known else Standing.GIVEN_UP
    if valid < one.valid_from:
        return Standing.FUTURE
    if one.valid_to is None or valid < one.valid_to or one.valid_to == one.valid_from:
        return Standing.CURRENT
    return Standing.SUPERSEDED if one.valid_to in takes_over else Standing.ENDED
