"""What a timeline asks for and is given. Values only."""

from __future__ import annotations

from dataclasses import dataclass, field

from tenure.ledger.types import Flag, State
from tenure_app.ops.layout import Level

LIMIT = 2000
"""Most bars drawn at once; where more are in view, the fullest lanes are drawn as counts."""


@dataclass(frozen=True, slots=True)
class View:
    """What is in view of a timeline.

    Attributes:
        level: what a row stands for; None: whichever suits the number of facts.
        window: the time in view (microseconds UTC), or None for all.
        first, rows: the first row in view and how many there are.
        cells: how many cells have room side by side.
        hidden: states left out.
    """

    level: Level | None = None
    window: tuple[int, int] | None = None
    first: int = 0
    rows: int = 24
    cells: int = 90
    hidden: frozenset[State] = frozenset()


@dataclass(frozen=True, slots=True)
class Lane:
    """A lane, or the name of a subject above its lanes (``header``).

    Attributes:
        kind: what it stands for.
        index: place of its key or subject; of a group its first subject's.
        row, rows: where it stands.
        label, small, title: the name, what stands small behind it, and all of it.
    """

    kind: Level
    index: int
    row: int
    rows: int
    label: str
    small: str
    title: str
    header: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    """A fact as a bar; ``end`` is None while open, times in microseconds UTC."""

    id: str
    row: int
    lane: int
    subject: str
    relation: str
    value: str
    start: int
    end: int | None
    state: State
    flags: frozenset[Flag]


@dataclass(frozen=True, slots=True)
class Cells:
    """How many facts begin in each cell of time.

    Attributes:
        first, width, number: where the first cell begins, how long each is (microseconds), how many there are.
        counts: (row, lane, cell, current, superseded or ended, future) of each that is not empty.
    """

    first: int
    width: int
    number: int
    counts: list[tuple[int, ...]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a timeline shows of a view.

    Attributes:
        level: what a row stands for.
        size: how many subjects a group has.
        rows: how many rows there are in all.
        first, last: the rows that are here, from one to before the other.
        window: the time that is here, None for all of it.
        lanes, bars, cells: what stands in them.
        span: the first and last instant of all facts, now among them.
        now: the instant states are judged at.
        counts: facts by state, and bars by flag.
        subjects, keys, facts: how many there are in all.
    """

    level: Level
    size: int
    rows: int
    first: int
    last: int
    window: tuple[int, int] | None
    lanes: list[Lane]
    bars: list[Bar]
    cells: Cells
    span: tuple[int, int]
    now: int
    counts: dict[str, int]
    subjects: int
    keys: int
    facts: int
