"""One key over both times: every belief as a rectangle, valid time across, system time up."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from tenure.instants import FOREVER
from tenure.keys import Key
from tenure.ledger.core import EVENTS, LIVE, Slot
from tenure.ledger.points import Points
from tenure.ledger.rule import HARD, Row, Rule
from tenure.ledger.types import Statement
from tenure.relations import Cardinality

_EVERY_ROW = (
    "SELECT valid_from, statement, kind, form, object, valid_to, precision, opened, closed FROM position "
    "WHERE line IN (?, ?) ORDER BY valid_from, statement, opened"
)
_EVERY_POINT = (
    f"SELECT valid_from, form, object, system_from, {LIVE} FROM interval WHERE line = ?1 UNION ALL "
    "SELECT valid_from, form, object, system_from, system_to FROM interval_past WHERE line = ?1"
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
        more: whether there are more rectangles than were asked for; the latest are given.
    """

    key: Key
    rectangles: tuple[Rectangle, ...]
    statements: dict[int, Statement]
    more: bool = False


class Point(NamedTuple):
    """A change point and the transactions between which it stands (``LIVE``: still)."""

    valid_from: int
    form: int
    object: int
    system_from: int
    system_to: int


class Piece(NamedTuple):
    """A rectangle on its way: ``LIVE`` and ``FOREVER`` where it is open, the value by number."""

    system_from: int
    valid_from: int
    valid_to: int
    system_to: int
    line: int
    born: int
    object: int
    statement: int


class Rectangles(Points):
    """Reads of one key over all of both times."""

    def beliefs(self, key: Key, *, limit: int = 5_000) -> Beliefs:
        """Return every belief about exactly this key as rectangles.

        At every pair of times the rectangles that contain it have the values that :meth:`slot` finds
        there (an event counts from its instant on).

        Args:
            key: names may be written in any case, the relation by any alias.
            limit: of more rectangles the latest are given.
        """
        self._refresh()
        found: list[Piece] = []
        slot: Slot | None = None
        for slot, first, until in self._epochs(key):  # the last gives the display form
            found += _clipped(self._pieces(slot), first, until)
        found.sort()
        kept = found[-limit:]
        statements = {number: self._statement(number, None) for number in {piece.statement for piece in kept}}
        rectangles = tuple(self._rectangle(piece, statements[piece.statement]) for piece in kept)
        return Beliefs(key if slot is None else slot.key, rectangles, statements, len(found) > limit)

    def _rectangle(self, piece: Piece, statement: Statement) -> Rectangle:
        event = piece.valid_to == piece.valid_from
        return Rectangle(
            fact=f"{piece.line}:{piece.valid_from}:{piece.born}" + (f":{piece.statement}" if event else ""),
            object=statement.object or self._text(piece.object),
            valid_from=piece.valid_from,
            valid_to=None if piece.valid_to == FOREVER else piece.valid_to,
            system_from=piece.system_from,
            system_to=None if piece.system_to >= LIVE else piece.system_to,
            statement=piece.statement,
        )

    def _epochs(self, key: Key) -> list[tuple[Slot, int, int]]:
        """Return the slots a key meant under each registry, with from and up to which transaction."""
        starts = [row[0] for row in self._execute("SELECT DISTINCT tx FROM relation_edit ORDER BY tx")] or [0]
        found: list[tuple[Slot, int, int]] = []
        for first, until in zip([0, *starts[1:]], [*starts[1:], LIVE], strict=True):
            slot = self._find_slot(key, self._registries.at(first))
            if slot is None:
                continue
            last = found[-1] if found else None
            if last is not None and (last[0].id, last[0].cardinality, last[2]) == (slot.id, slot.cardinality, first):
                found[-1] = (slot, last[1], until)
            else:
                found.append((slot, first, until))
        return found

    def _pieces(self, slot: Slot) -> Iterator[Piece]:
        if slot.cardinality is Cardinality.EVENT:
            line = self._execute("SELECT id FROM line WHERE slot = ? AND form = ?", (slot.id, EVENTS)).fetchone()
            if line is not None:
                yield from _events(line[0], self._history_of(line[0], slot))
            return
        for line in self._lines_at(slot):
            history = self._history_of(line, slot)
            points = [Point(*row) for row in self._execute(_EVERY_POINT, (line,))]
            for point, first, until, valid_to in spans(points):
                for start, end, statement in history.rulers(point.valid_from, first, until):
                    at, born = point.valid_from, point.system_from
                    yield Piece(start, at, valid_to, end, line, born, point.object, statement)

    def _history_of(self, line: int, slot: Slot) -> History:
        ends = self._companion(line, slot.id)
        return History(self._execute(_EVERY_ROW, (line, line if ends is None else ends)))


class History:
    """Every row a line ever had, in rising rank, with the transactions between which it was in force."""

    def __init__(self, rows: Iterable[tuple[int, int, int, int | None, int | None, int | None, int, int, int]]) -> None:
        self.rows = [(Row(*row[:8]), row[8]) for row in rows]
        self._starts = [row.valid_from for row, _closed in self.rows]

    def rulers(self, x: int, first: int, until: int) -> Iterator[tuple[int, int, int]]:
        """Yield (first transaction, transaction after the last, statement) of those that rule at instant ``x``."""
        at = first
        ruler, since = -1, first
        while at < until:
            now, following = self._ruler(x, at, until)
            if now != ruler and at > since:
                yield since, at, ruler
                since = at
            ruler, at = now, following
        if ruler >= 0:
            yield since, until, ruler

    def _ruler(self, x: int, at: int, until: int) -> tuple[int, int]:
        """Return the statement that rules at ``x`` after transaction ``at``, and when that may change next."""
        window: list[Row] = []
        following = until
        for index in range(bisect_right(self._starts, x) - 1, -1, -1):
            row, closed = self.rows[index]
            edge = next((tx for tx in (row.opened, closed) if tx > at), until)
            following = min(following, edge)
            if row.opened <= at < closed:
                window.append(row)
                if HARD[row.kind]:
                    break
        window.reverse()
        _form, index = Rule(window).at(x, len(window))
        return (window[index].statement if index >= 0 else -1), following


def spans(points: Sequence[Point]) -> Iterator[tuple[Point, int, int, int]]:
    """Yield (change point with a value, transaction from, up to, instant it ends) as the points come and go.

    A point's value ends at the next point that stands at the same transaction.
    """
    edges = sorted(
        [(point.system_from, 1, point) for point in points] + [(point.system_to, 0, point) for point in points],
        key=itemgetter(0, 1),
    )
    standing: list[Point] = []
    seen: dict[Point, tuple[int, int]] = {}
    for tx, changes in groupby(edges, key=itemgetter(0)):
        touched: set[Point] = set()
        for _tx, comes, point in changes:
            place = bisect_left(standing, point.valid_from, key=itemgetter(0))
            touched.update(standing[max(place - 1, 0) : place])
            touched.add(point)
            if comes:
                insort(standing, point)
            else:
                standing.remove(point)
        for point in sorted(touched):
            place = bisect_left(standing, point)
            stands = place < len(standing) and standing[place] == point
            end = standing[place + 1].valid_from if place + 1 < len(standing) else FOREVER
            since = seen.get(point)
            if since is not None and (not stands or since[1] != end):
                yield point, since[0], tx, since[1]
                del seen[point]
            if stands and point.form > 0 and point not in seen:
                seen[point] = (tx, end)


def _events(line: int, history: History) -> Iterator[Piece]:
    for row, closed in history.rows:
        if row.kind <= 1 and row.object is not None:
            at = row.valid_from
            yield Piece(row.opened, at, at, closed, line, row.opened, row.object, row.statement)


def _clipped(pieces: Iterable[Piece], first: int, until: int) -> Iterator[Piece]:
    for piece in pieces:
        start, end = max(piece.system_from, first), min(piece.system_to, until)
        if start < end:
            yield piece._replace(system_from=start, system_to=end)
