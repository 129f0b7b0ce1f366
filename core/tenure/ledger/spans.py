"""The facts of a ledger at two times as arrays: chosen, ordered and counted without reading a row."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tenure.errors import InputError
from tenure.instants import FOREVER
from tenure.keys import fold
from tenure.ledger.browse import Browse
from tenure.ledger.columns import Columns, Flags, Instants, Ints
from tenure.ledger.listing import FactQuery
from tenure.ledger.types import State

ORDERS = ("subject", "relation", "scope", "object", "state", "valid_from", "valid_to", "known_since", "source")
"""What facts can be ordered by; those that are equal in it stand by subject, relation, scope and start."""
STATES = (State.CURRENT, State.SUPERSEDED, State.ENDED, State.FUTURE)
"""States by their code."""


@dataclass(frozen=True, eq=False)
class Spans:
    """The facts believed at one transaction, in the order of subject, relation, scope and start.

    Attributes:
        columns: what they were chosen from.
        known: the transaction.
        points: where each begins in ``columns``.
        end: in microseconds UTC, ``FOREVER`` while open; of an event where it starts.
        taken: whether another value took over at the end.
    """

    columns: Columns
    known: int
    points: Ints
    end: Instants
    taken: Flags
    _states: tuple[int, NDArray[np.int8]] | None = field(default=None, init=False)

    def __len__(self) -> int:
        return len(self.points)

    @cached_property
    def start(self) -> Instants:
        """Where each begins."""
        return self.columns.start[self.points]

    @cached_property
    def slot(self) -> Ints:
        """The place of each one's key."""
        return self.columns.slot[self.points]

    def pick(self, which: NDArray[np.intp] | Flags | slice) -> Spans:
        """Return some of them, in the order given."""
        return Spans(self.columns, self.known, self.points[which], self.end[which], self.taken[which])

    def states(self, valid: int) -> NDArray[np.int8]:
        """Return the state of each at an instant, as codes of ``STATES``; asked for the same again, it is at hand."""
        if self._states is None or self._states[0] != valid:
            codes = np.zeros(len(self), dtype=np.int8)
            over = (valid >= self.end) & ~self.columns.event[self.points]
            codes[over] = 2
            codes[over & self.taken] = 1
            codes[self.start > valid] = 3
            object.__setattr__(self, "_states", (valid, codes))
            return codes
        return self._states[1]

    def in_states(self, states: Collection[State], valid: int) -> Spans:
        """Return those in one of these states."""
        wanted = np.array([state in states for state in STATES], dtype=np.bool_)
        return self.pick(wanted[self.states(valid)])

    def with_text(self, text: str, ledger: Browse) -> Spans:
        """Return those that have a text, case aside, in subject, relation, scope or value."""
        return self.pick(self.columns.holding(text, ledger)[self.points])

    def of_subject(self, subject: str) -> Spans:
        """Return those of one subject, in any spelling."""
        wanted, slots = fold(subject), self.columns.slots
        place = bisect_left(slots.subjects, wanted, key=fold)
        if place == len(slots.subjects) or fold(slots.subjects[place]) != wanted:
            return self.pick(slice(0))
        first, last = np.searchsorted(slots.subject, [place, place + 1])
        return self.pick(slice(*np.searchsorted(self.slot, [first, last])))

    def ids(self, first: int = 0, last: int | None = None) -> list[str]:
        """Return the ids of the facts from one place to before another."""
        return [self.columns.id_of(int(point)) for point in self.points[first:last]]

    def ordered(self, order: str, descending: bool, valid: int, ledger: Browse) -> Spans:
        """Return them in another order, one of ``ORDERS``.

        Raises:
            InputError: if there is no such order.
        """
        if order == "subject":
            return self.pick(np.arange(len(self))[::-1]) if descending else self
        places = np.argsort(self._ranks(order, valid, ledger), kind="stable")
        return self.pick(places[::-1] if descending else places)

    def _ranks(self, order: str, valid: int, ledger: Browse) -> NDArray[np.integer]:
        columns, slots = self.columns, self.columns.slots
        if order == "relation":
            return slots.relation[self.slot]
        if order == "scope":
            return slots.scope[self.slot]
        if order == "object":
            return columns.value_ranks(ledger)[self.points]
        if order == "state":
            return self.states(valid)
        if order == "valid_from":
            return self.start
        if order == "valid_to":
            return self.end
        if order == "known_since":
            return columns.since[self.points]
        if order == "source":
            return columns.source_ranks(self.points, ledger, self.known)
        raise InputError(f"facts cannot be ordered by '{order}'; by: {', '.join(ORDERS)}")


def spans_at(columns: Columns, ledger: Browse, known: int, *, once: bool = False) -> Spans:
    """Return all facts believed at a transaction.

    Args:
        columns: to choose from.
        ledger: the same ledger, for its registry at that time.
        known: the transaction.
        once: also what was believed before and no longer is.
    """
    valued = (columns.form > 0) & _own_keys(columns, ledger, known)[columns.slot]
    believed = valued & (columns.since <= known) & (columns.until > known)
    points = np.flatnonzero(believed)
    seen = np.full(len(points), known, dtype=np.int32)
    if once:
        gone = np.flatnonzero(valued & (columns.until <= known) & ~columns.event)
        points = np.concatenate([points, gone])
        seen = np.concatenate([seen, columns.until[gone] - 1])
    end, taken = _ends(columns, points, seen)
    spans = Spans(columns, known, points.astype(np.int32), end, taken)
    return spans.pick(_natural(spans, once))


def choose(spans: Spans, query: FactQuery, valid: int, ledger: Browse) -> Spans:
    """Return the facts a query names, in its order; ``all_system`` and ``relation`` are not looked at here."""
    found = spans
    if query.subject is not None:
        found = found.of_subject(query.subject)
    if query.text:
        found = found.with_text(query.text, ledger)
    if query.states is not None:
        found = found.in_states(query.states, valid)
    return found.ordered(query.order, query.descending, valid, ledger)


def density(spans: Spans, rows: Ints, valid: int, cells: tuple[int, int, int], count: int) -> NDArray[np.int64]:
    """Count the facts that begin in each cell, by row, cell and state (codes of ``STATES``).

    Args:
        spans: the facts.
        rows: the row of each.
        valid: the instant that decides the states.
        cells: where the first cell begins, how long each is (microseconds), how many there are.
        count: how many rows.
    """
    first, width, number = cells
    after = spans.start - first
    # Exact for whole numbers of microseconds as far as dates go, and several times as fast as a whole division.
    cell = np.floor(after / width)
    inside = (after >= 0) & (cell < number)
    place = (rows.astype(np.int64) * number + cell.astype(np.int64)) * len(STATES) + spans.states(valid)
    if not inside.all():
        place = place[inside]
    counted = np.bincount(place, minlength=count * number * len(STATES))
    return counted.reshape(count, number, len(STATES))


def _own_keys(columns: Columns, ledger: Browse, known: int) -> Flags:
    """Return which keys are keys of their own at a transaction: an alias may have moved some to another relation."""
    registry = ledger.registry_at(known)
    own = np.array([fold(registry.get(stored).name) == name for name, stored in columns.slots.names], dtype=np.bool_)
    shown: Flags = own[columns.slots.relation]
    return shown


def _natural(spans: Spans, mixed: bool) -> NDArray[np.intp]:
    """Return the order by key and start; columns have it but for the members of sets, which stand line by line."""
    columns, line = spans.columns, spans.columns.line[spans.points]
    places = np.arange(len(spans))
    sets = np.zeros(len(columns.slots.ids), dtype=np.bool_)
    sets[spans.slot[line < 0]] = True
    some = places if mixed else np.flatnonzero(sets[spans.slot])
    points = spans.points[some]
    places[some] = some[np.lexsort((-line[some], columns.since[points], columns.start[points], columns.slot[points]))]
    return places


def _ends(columns: Columns, points: NDArray[np.intp], seen: Ints) -> tuple[Instants, Flags]:
    """Return where the value that begins at each point ends, as believed at ``seen``, and whether another took over."""
    ends = np.full(len(points), FOREVER, dtype=np.int64)
    taken = np.zeros(len(points), dtype=np.bool_)
    left, following = np.arange(len(points)), points + 1
    while len(left):
        inside = following < len(columns)
        left, following = left[inside], following[inside]
        inside = columns.line[following] == columns.line[points[left]]
        left, following = left[inside], following[inside]
        later = columns.start[following] > columns.start[points[left]]
        found = later & (columns.since[following] <= seen[left]) & (columns.until[following] > seen[left])
        ends[left[found]] = columns.start[following[found]]
        taken[left[found]] = columns.form[following[found]] > 0
        left, following = left[~found], following[~found] + 1
    event = columns.event[points]
    ends[event] = columns.start[points[event]]
    taken[event] = False
    return ends, taken
