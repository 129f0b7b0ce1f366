"""The commonest write, one open-ended value of a functional key, in as few steps as it can be done.

It gives exactly what the general way gives: the rows just below and just above the new one decide
alone where both are hard, precise and of other instants, so nothing else is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable

from tenure.instants import DateOrigin, Precision
from tenure.ledger.consequences import has_consequences
from tenure.ledger.core import EARLIEST, LATEST, LIVE, Slot
from tenure.ledger.derive import (
    DELETE_POINT,
    INSERT_POINT,
    INSERT_ROW,
    RETIRE_POINT,
    Derive,
    Draft,
    Span,
    changes,
    spans_of,
)
from tenure.ledger.review_queue import ReviewQueue
from tenure.ledger.rule import ASSERT, END, TOMBSTONE
from tenure.ledger.types import NO_EVIDENCE, Assert, Operation, Summary
from tenure.ledger.window import Point
from tenure.relations import Cardinality

_STATEMENT = (
    "INSERT INTO statement (tx, slot, op, object, valid_from, temporary, precision, to_precision, origin) "
    "VALUES (?, ?, 0, ?, ?, 0, 0, 0, 0)"
)
_TX = "INSERT INTO tx (tx, recorded_at) VALUES (?, ?)"
_ROWS = f"FROM position WHERE line = ?1 AND closed = {LIVE} AND"
_POINTS = "FROM interval WHERE line = ?1 AND"
_AROUND = (
    f"SELECT * FROM (SELECT 0, valid_from, kind, form, object, valid_to, precision {_ROWS} valid_from < ?2 "
    "ORDER BY valid_from DESC, statement DESC LIMIT 1) "
    f"UNION ALL SELECT * FROM (SELECT 1, valid_from, kind, form, object, 0, 0 {_ROWS} valid_from >= ?2 "
    "ORDER BY valid_from, statement LIMIT 2) "
    f"UNION ALL SELECT * FROM (SELECT 2, valid_from, 0, form, object, 0, 0 {_POINTS} valid_from < ?2 "
    "ORDER BY valid_from DESC LIMIT 1) "
    f"UNION ALL SELECT * FROM (SELECT 3, valid_from, system_from, form, object, 0, 0 {_POINTS} valid_from >= ?2 "
    "ORDER BY valid_from LIMIT 2)"
)
_FIRM = (ASSERT, END, TOMBSTONE)


class Quick(ReviewQueue, Derive):
    """The quick way of a plain write."""

    def _write_plain(self, operations: Iterable[Operation]) -> Summary | None:
        """Write a transaction of one plain assert; None, with no statement written, where it is not
        one or where the general way is needed."""
        if not isinstance(operations, (tuple, list)) or len(operations) != 1:
            return None
        op = operations[0]
        if not isinstance(op, Assert) or not _is_plain(op):
            return None
        slot = self._slot(op.key)
        relation = slot.relation
        if relation.cardinality is not Cardinality.FUNCTIONAL:
            return None
        if has_consequences(self.consequences, slot, op.object, op.valid_from):
            return None
        number, form = self._object_and_form(op.object, relation)
        last, last_at = self._last_transaction()
        now = self.clock()
        draft = Draft(last + 1, now if now > last_at else last_at)
        line, v = slot.id, op.valid_from
        tail = self._tail(line)
        around: _Around | None = None
        if tail.valid_from >= v or tail.point >= v or tail.loose:
            around = self._around(line, v)
            if around is None:
                return None
        statement = self._execute(_STATEMENT, (draft.tx, line, number, v)).lastrowid or 0
        if not relation.known:
            self._note_unknown_relation(draft, slot)
        row = (statement, form, number, v)
        if around is None:
            self._append(draft, slot, row)
        else:
            self._insert_between(draft, slot, row, around)
        self._execute(_TX, (draft.tx, draft.recorded_at))
        self._last = (draft.tx, draft.recorded_at)
        return self._plain_summary(draft, slot, statement)

    def _plain_summary(self, draft: Draft, slot: Slot, statement: int) -> Summary:
        texts = {span[4]: self._text(span[4]) for span in (*draft.opened, *draft.closed)}
        opened, closed = changes(draft.opened, texts), changes(draft.closed, texts)
        return Summary(
            draft.tx, (statement,), 1, (slot.key,), opened, closed,
            opened_count=len(opened), closed_count=len(closed), key_count=1,
        )  # fmt: skip

    def _around(self, line: int, v: int) -> _Around | None:
        """Return what stands around an instant, or None unless the rows next to it decide alone."""
        below: tuple[int, ...] | None = None
        above: tuple[int, ...] | None = None
        before: Point | None = None
        points: list[tuple[int, int, int, int]] = []
        for what, start, kind, form, number, valid_to, precision in self._execute(_AROUND, (line, v)):
            if what == 0:
                if kind != ASSERT or valid_to is not None or precision:
                    return None
                below = (start, form)
            elif what == 1:
                if above is None:
                    if start == v or kind not in _FIRM:
                        return None
                    above = (start, form if kind == ASSERT else 0, number if kind == ASSERT else 0)
                elif start == above[0]:
                    return None
            elif what == 2:
                before = (start, form, number)
            else:
                points.append((start, form, number, kind))
        if above is None:
            return None
        return below[1] if below is not None else -1, (above[0], above[1], above[2]), before, points

    def _insert_between(self, draft: Draft, slot: Slot, row: tuple[int, int, int, int], around: _Around) -> None:
        """Put a row between two others and mend the change points at its start and at the next row."""
        statement, form, number, v = row
        earlier, above, previous, points = around
        line, tx = slot.id, draft.tx
        self._execute(INSERT_ROW, (line, v, statement, tx, form, number))
        draft.slots[line] = slot
        if form == earlier:
            return
        self._tails.pop(line, None)
        self._execute(INSERT_POINT, (line, v, tx, number, form))
        old: list[Point] = []
        following = points
        if points and points[0][0] == above[0]:
            old, following = [points[0][:3]], points[1:]
        new: list[Point] = [(v, form, number)]
        if above[1] != form:
            new += old or [above]
            if not old:
                self._execute(INSERT_POINT, (line, above[0], tx, above[2], above[1]))
        elif old:
            self._execute(DELETE_POINT, (line, above[0]))
            if points[0][3] < tx:
                self._execute(RETIRE_POINT, (line, above[0], points[0][3], tx, points[0][2], points[0][1]))
        end = following[0][0] if following else None
        before: list[Span] = spans_of(line, previous, old, end)
        draft.changed(slot.key, before, spans_of(line, previous, new, end))


_Around = tuple[int, Point, Point | None, list[tuple[int, int, int, int]]]
"""(form just before, what the next row says, the point before, the next points)."""


def _is_plain(op: Assert) -> bool:
    return (
        op.valid_to is None
        and not op.temporary
        and op.name is None
        and op.evidence is NO_EVIDENCE
        and op.precision is Precision.INSTANT
        and op.to_precision is Precision.INSTANT
        and op.origin is DateOrigin.WRITTEN
        and type(op.valid_from) is int
        and EARLIEST <= op.valid_from <= LATEST
    )
