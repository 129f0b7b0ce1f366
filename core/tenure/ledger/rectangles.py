"""One key over both times: every belief as a rectangle, valid time across, system time up."""

from __future__ import annotations

import heapq
from bisect import bisect_right, insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tenure.instants import FOREVER
from tenure.keys import Key
from tenure.ledger.core import EVENTS, LIVE, Slot
from tenure.ledger.points import Points
from tenure.ledger.rule import HARD, Row, Rule
from tenure.ledger.types import Statement
from tenure.relations import Cardinality

_ROWS = (
    "SELECT valid_from, statement, kind, form, object, valid_to, precision, opened, closed FROM position "
    "WHERE line = ? OR line = ? ORDER BY valid_from, statement, opened"
)
_EVERY_POINT = (
    f"SELECT valid_from, system_from, {LIVE}, object, form FROM interval WHERE line = ?1 UNION ALL "
    "SELECT valid_from, system_from, system_to, object, form FROM interval_past WHERE line = ?1"
)


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A value believed of a span of valid time during a span of system time; both half-open.

    Attributes:
        fact: id of the interval, as :class:`~tenure.ledger.types.Fact` has it.
        object: the value as written by the ruling statement.
        valid_from, valid_to: microseconds UTC; None is open; of an event both are the instant it happened.
        system_from, system_to: transactions; None while it is still believed.
        statement: id of the ruling statement.
    """

    fact: str
    object: str
    valid_from: int
    valid_to: int | None
    system_from: int
    system_to: int | None
    statement: int


@dataclass(frozen=True, slots=True)
class Beliefs:
    """All that was ever believed of one key.

    Attributes:
        key: in display form.
        rectangles: by system time, then valid time.
        statements: those that rule them, by id.
        more: whether there are more rectangles than were asked for; the latest believed are given.
    """

    key: Key
    rectangles: tuple[Rectangle, ...]
    statements: dict[int, Statement]
    more: bool = False


@dataclass(frozen=True, slots=True)
class _Span:
    """A change point's value between two transactions, with where it ends then."""

    line: int
    valid_from: int
    valid_to: int
    born: int
    first: int
    until: int
    object: int


class Rectangles(Points):
    """Reads of one key over all of both times."""

    def beliefs(self, key: Key, *, limit: int = 5_000) -> Beliefs:
        """Return every belief about exactly this key as rectangles.

        At every pair of times the rectangles that contain it have the values that :meth:`slot` finds
        there; events hold from their instant on.

        Args:
            key: names may be written in any case, the relation by any alias.
            limit: of more rectangles the latest believed are given.
        """
        self._refresh()
        slot = self._find_slot(key)
        found = [(span, ruler) for span in self._spans(key) for ruler in self._ruled(span)]
        found.sort(key=lambda pair: (pair[1][0], pair[0].valid_from, -pair[0].line))
        kept = found[-limit:]
        statements = {number: self._statement(number, None) for number in {ruler[2] for _, ruler in kept}}
        rectangles = tuple(self._rectangle(span, ruler, statements[ruler[2]]) for span, ruler in kept)
        return Beliefs(key if slot is None else slot.key, rectangles, statements, len(found) > limit)

    def _rectangle(self, span: _Span, ruler: tuple[int, int, int], statement: Statement) -> Rectangle:
        first, until, number = ruler
        event = span.valid_to == span.valid_from
        return Rectangle(
            fact=f"{span.line}:{span.valid_from}:{span.born}" + (f":{number}" if event else ""),
            object=statement.object or self._text(span.object),
            valid_from=span.valid_from,
            valid_to=None if span.valid_to == FOREVER else span.valid_to,
            system_from=first,
            system_to=None if until >= LIVE else until,
            statement=number,
        )

    # --- spans --------------------------------------------------------------------------------

    def _spans(self, key: Key) -> Iterator[_Span]:
        """Yield what stands on the key's lines; each line only while the registry makes it one of the key's."""
        for slot, first, until in self._epochs(key):
            for span in self._spans_of(slot):
                if span.first < until and span.until > first:
                    yield _Span(
                        span.line,
                        span.valid_from,
                        span.valid_to,
                        span.born,
                        max(span.first, first),
                        min(span.until, until),
                        span.object,
                    )

    def _epochs(self, key: Key) -> list[tuple[Slot, int, int]]:
        """Return the slots a key meant, with the transactions from which and up to which it did."""
        edits = [row[0] for row in self._execute("SELECT DISTINCT tx FROM relation_edit ORDER BY tx")]
        starts = sorted({0, *edits})
        found: list[tuple[Slot, int, int]] = []
        for first, until in zip(starts, [*starts[1:], LIVE], strict=True):
            slot = self._find_slot(key, self._registries.at(first))
            if slot is None:
                continue
            before = found[-1] if found else None
            if before is not None and before[2] == first and _same_lines(before[0], slot):
                found[-1] = (slot, before[1], until)
            else:
                found.append((slot, first, until))
        return found

    def _spans_of(self, slot: Slot) -> Iterator[_Span]:
        if slot.cardinality is Cardinality.EVENT:
            yield from self._event_spans(slot)
            return
        for line in self._lines_at(slot):
            yield from sweep(line, self._execute(_EVERY_POINT, (line,)).fetchall())

    def _event_spans(self, slot: Slot) -> Iterator[_Span]:
        line = self._execute("SELECT id FROM line WHERE slot = ? AND form = ?", (slot.id, EVENTS)).fetchone()
        if line is None:
            return
        for row in self._execute(_ROWS, (line[0], line[0])).fetchall():
            at, kind, number, opened, closed = row[0], row[2], row[4], row[7], row[8]
            if kind <= 1 and number is not None:
                yield _Span(line[0], at, at, opened, opened, closed, number)

    # --- rulers -------------------------------------------------------------------------------

    def _ruled(self, span: _Span) -> list[tuple[int, int, int]]:
        """Return (first transaction, transaction after the last, statement) of those that rule a span."""
        if span.valid_to == span.valid_from:
            rows = self._execute(_ROWS, (span.line, span.line)).fetchall()
            own = next(r for r in rows if (r[0], r[4], r[7]) == (span.valid_from, span.object, span.born))
            return [(span.first, span.until, own[1])]
        rows = self._rows_around(span)
        found: list[tuple[int, int, int]] = []
        at = span.first
        while at < span.until:
            ruler, following = _ruler_at(rows, span.valid_from, at, span.until)
            if found and found[-1][2] == ruler:
                found[-1] = (found[-1][0], following, ruler)
            else:
                found.append((at, following, ruler))
            at = following
        return found
