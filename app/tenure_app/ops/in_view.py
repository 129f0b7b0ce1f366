"""The lanes in view of a timeline and their facts, counted or fetched as bars."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tenure.instants import FOREVER
from tenure.keys import Key
from tenure.ledger.ledger import Ledger
from tenure.ledger.spans import STATES, Spans, density
from tenure.ledger.types import Flag, State
from tenure_app.ops.drawing import LIMIT, Bar, Cells, Lane
from tenure_app.ops.layout import Layout, Level, rows_beside

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class InView:
    """Some lanes of a layout.

    Attributes:
        ledger: where names and values are looked up.
        every: all facts of the layout.
        layout: the rows.
        first, last: the lanes in view, from one to before the other.
        now: the instant states are judged at.
        window: the time looked at, None for all.
        hidden: states left out.
    """

    ledger: Ledger
    every: Spans
    layout: Layout
    first: int
    last: int
    now: int
    window: tuple[int, int] | None
    hidden: frozenset[State]

    @cached_property
    def spans(self) -> Spans:
        """The facts of the lanes."""
        if self.last - self.first == len(self.layout.places):
            return self.every
        return self.every.pick(slice(int(self.layout.begins[self.first]), int(self.layout.begins[self.last])))

    @cached_property
    def lane_of(self) -> NDArray[np.int32]:
        """The lane of each fact, counted from the first in view."""
        sizes = np.diff(self.layout.begins[self.first : self.last + 1])
        return np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)

    @cached_property
    def shown(self) -> Flags:
        """Which facts are in a state that is not left out."""
        wanted = np.array([state not in self.hidden for state in STATES], dtype=np.bool_)
        shown: Flags = wanted[self.spans.states(self.now)]
        return shown

    @cached_property
    def inside(self) -> Flags:
        """Which facts are shown and have a part in the window."""
        if self.window is None:
            return self.shown
        start, end = self.window
        inside: Flags = self.shown & (self.spans.start < end) & (self.spans.end >= start)
        return inside

    def dense(self, most: int) -> Flags:
        """Return which lanes have too many facts for bars: over ``most`` each, and the fullest until few are left."""
        counts = np.bincount(self.lane_of[self.inside], minlength=self.last - self.first)
        left = np.where(counts > most, 0, counts)
        fullest = np.argsort(-left, kind="stable")
        before = np.cumsum(left[fullest]) - left[fullest]
        dense: Flags = counts > most
        dense[fullest[left.sum() - before > LIMIT]] = True
        return dense

    def count(self, cells: Cells, lanes: Flags) -> None:
        """Count the facts of some lanes that begin in each cell."""
        spans, lane_of, wanted = self.spans, self.lane_of, self.shown
        if not lanes.all():
            wanted = wanted & lanes[lane_of]
        if not wanted.all():
            spans, lane_of = spans.pick(wanted), lane_of[wanted]
        counted = density(spans, lane_of, self.now, (cells.first, cells.width, cells.number), len(lanes))
        lane, cell = np.nonzero(counted.any(axis=2))
        current, superseded, ended, future = counted[lane, cell].T
        rows = self.layout.rows[self.first + lane]
        table = np.stack([rows, self.first + lane, cell, current, superseded + ended, future], axis=1)
        cells.counts.extend(tuple(row) for row in table.tolist())

    def bars(self, lanes: Flags) -> list[Bar]:
        """Return the facts of some lanes that have a part in the window."""
        chosen = np.flatnonzero(lanes[self.lane_of] & self.inside)
        spans = self.spans.pick(chosen)
        numbers = spans.columns.value[spans.points].tolist()
        texts = self.ledger.values_by_id(numbers)
        ids, codes = spans.ids(), spans.states(self.now).tolist()
        flags = self._flags(ids, codes, self.lane_of[chosen].tolist())
        below = self._below
        return [
            Bar(
                id=fact,
                row=int(self.layout.rows[self.first + lane]) + below.get(at, 0),
                lane=self.first + lane,
                subject=self.keys[lane].subject,
                relation=self.keys[lane].relation,
                value=texts[number],
                start=start,
                end=None if end == FOREVER else end,
                state=STATES[code],
                flags=flags.get(fact, frozenset()),
            )
            for at, lane, fact, number, code, start, end in zip(
                chosen.tolist(),
                self.lane_of[chosen].tolist(),
                ids,
                numbers,
                codes,
                spans.start.tolist(),
                spans.end.tolist(),
                strict=True,
            )
        ]

    @cached_property
    def keys(self) -> list[Key]:
        """The keys of the lanes, where a lane is one."""
        if self.layout.level is not Level.RELATIONS:
            return []
        numbers = self.every.columns.slots.ids[self.layout.places[self.first : self.last]].tolist()
        found = self.ledger.keys_by_id(numbers, self.every.known)
        return [found[number] for number in numbers]

    def lanes(self) -> list[Lane]:
        """Return the lanes with their names, and the names of subjects above them."""
        if self.layout.level is Level.RELATIONS:
            return self._key_lanes()
        return [self._subject_lane(lane) for lane in range(self.first, self.last)]

    def _key_lanes(self) -> list[Lane]:
        layout, subjects = self.layout, self.every.columns.slots.subject
        found: list[Lane] = []
        for lane, key in enumerate(self.keys, self.first):
            place, row, name = int(layout.places[lane]), int(layout.rows[lane]), key.subject
            if layout.headed[lane]:
                found.append(Lane(Level.SUBJECTS, int(subjects[place]), row - 1, 1, name, "", name, header=True))
            height, scope = int(layout.heights[lane]), str(key.scope)
            found.append(Lane(Level.RELATIONS, place, row, height, key.relation, scope, str(key)))
        return found

    def _subject_lane(self, lane: int) -> Lane:
        slots, layout = self.every.columns.slots, self.layout
        place, last = int(layout.places[lane]), int(self.every.slot[layout.begins[lane + 1] - 1])
        first_name, last_name = slots.subjects[place], slots.subjects[int(slots.subject[last])]
        if first_name == last_name:
            return Lane(layout.level, place, int(layout.rows[lane]), 1, first_name, "", first_name)
        title = f"{first_name} … {last_name}"
        return Lane(layout.level, place, int(layout.rows[lane]), 1, first_name, "…", title)

    @cached_property
    def _below(self) -> dict[int, int]:
        """Rows below a lane's first, of facts that run side by side."""
        below: dict[int, int] = {}
        for lane in (np.flatnonzero(self.layout.heights[self.first : self.last] > 1)).tolist():
            own = np.flatnonzero(self.lane_of == lane)
            spans = zip(self.spans.start[own].tolist(), self.spans.end[own].tolist(), strict=True)
            below |= dict(zip(own.tolist(), rows_beside(list(spans)), strict=True))
        return below

    def _flags(self, ids: list[str], codes: list[int], lanes: list[int]) -> dict[str, frozenset[Flag]]:
        """Look up flags where there can be any: of what has a time to live, and where values are in conflict."""
        registry = self.ledger.registry_at(self.every.known)
        slots = self.every.columns.slots
        places = self.layout.places[self.first : self.last]
        disputed = self.ledger.disputed_keys()
        lives = [registry.get(key.relation).time_to_live is not None for key in self.keys]
        suspects = [int(slots.ids[place]) in disputed for place in places.tolist()]
        asked = [
            fact
            for fact, code, lane in zip(ids, codes, lanes, strict=True)
            if suspects[lane] or (lives[lane] and STATES[code] is State.CURRENT)
        ]
        facts = self.ledger.facts_by_id(asked, valid=self.now, known=self.every.known)
        return {fact.id: fact.flags for fact in facts}


def by_state(spans: Spans, now: int) -> dict[str, int]:
    """Count facts by state."""
    counts: dict[str, int] = defaultdict(int)
    for code, count in enumerate(np.bincount(spans.states(now), minlength=len(STATES)).tolist()):
        counts[STATES[code].value] = count
    return dict(counts)
