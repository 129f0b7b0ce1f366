"""Where a statement stands: which row it puts into which line, and for which transactions."""

from __future__ import annotations

from dataclasses import dataclass

from tenure.errors import NotFoundError
from tenure.ledger.codes import OP_ASSERT
from tenure.ledger.core import ENDS, EVENTS, LIVE, Slot
from tenure.ledger.derive import Derive, Draft
from tenure.ledger.rule import ASSERT, END, GUARDED_END, TEMPORARY, TEMPORARY_TOMBSTONE, TOMBSTONE
from tenure.relations import Cardinality

_INSERT = (
    "INSERT INTO position (line, closed, valid_from, statement, opened, kind, form, object, valid_to, precision) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_SELECT = (
    "SELECT id, tx, slot, op, object, valid_from, valid_to, temporary, precision, to_precision, origin, root, "
    "corrects, erased FROM statement WHERE id = ?"
)


@dataclass(frozen=True, slots=True)
class Stored:
    """A row of the statement table; ``object`` is an object id, or a surrogate's of a tombstone."""

    id: int
    tx: int
    slot: int
    op: int
    object: int | None
    valid_from: int
    valid_to: int | None
    temporary: int
    precision: int
    to_precision: int
    origin: int
    root: int | None
    corrects: int | None
    erased: int | None

    @property
    def kind(self) -> int:
        """The kind of row it makes in the rule, on a line of its own value."""
        if self.op != OP_ASSERT:
            return END if self.object is None or self.erased is not None else GUARDED_END
        if self.erased is not None:
            return TEMPORARY_TOMBSTONE if self.temporary else TOMBSTONE
        return TEMPORARY if self.temporary else ASSERT


class Lay(Derive):
    """Puts statements into lines and takes them out, marking what must be derived again."""

    def _stored(self, statement: int) -> Stored:
        row = self._execute(_SELECT, (statement,)).fetchone()
        if row is None:
            raise NotFoundError(f"there is no statement {statement}")
        return Stored(*row)

    def _place(self, slot: Slot, stored: Stored) -> tuple[int, int, int | None, int | None] | None:
        """Return (line, kind, form, object) of where a statement stands under the slot's relation now.

        None where it says nothing: an erased assert of a set.
        """
        kind, form, number = stored.kind, None, None
        if stored.object is not None and stored.erased is None:
            number, form = self._object_and_form(self._text(stored.object), slot.relation)
        if slot.cardinality is Cardinality.FUNCTIONAL:
            return slot.id, kind, form, number
        if slot.cardinality is Cardinality.EVENT:
            return self._line(slot.id, EVENTS), kind, form, number
        if kind in (TOMBSTONE, TEMPORARY_TOMBSTONE):
            return None
        if stored.erased is not None and stored.object is not None:
            row = self._execute("SELECT form FROM surrogate WHERE id = ?", (stored.object,)).fetchone()
            return None if row is None else (self._line(slot.id, row[0]), END, None, None)
        return self._line(slot.id, ENDS if form is None else form), kind, form, number

    def _enter(self, draft: Draft, slot: Slot, stored: Stored) -> None:
        """Put a statement in force from this transaction on."""
        place = self._place(slot, stored)
        if place is not None:
            self._put(draft, slot, place, stored.id, (stored.valid_from, stored.valid_to, stored.precision))

    def _put(
        self,
        draft: Draft,
        slot: Slot,
        place: tuple[int, int, int | None, int | None],
        statement: int,
        when: tuple[int, int | None, int],
    ) -> None:
        """Put a statement's row into a line; ``when`` is (valid_from, valid_to, precision)."""
        line, kind, form, number = place
        valid_from, valid_to, precision = when
        self._tails.pop(line, None)
        ends = self._companion(line, slot.id) if slot.cardinality is Cardinality.SET else None
        if ends is not None and not self._has_rows(line):
            first = self._execute(
                f"SELECT valid_from FROM position WHERE line = ? AND closed = {LIVE} ORDER BY valid_from LIMIT 1",
                (ends,),
            ).fetchone()
            if first is not None:
                draft.touch(line, slot.id, first[0], None)
        self._execute(_INSERT, (line, LIVE, valid_from, statement, draft.tx, kind, form, number, valid_to, precision))
        self._touch(draft, slot, (line, kind), valid_from, valid_to)

    def _has_rows(self, line: int) -> bool:
        return self._execute("SELECT 1 FROM position WHERE line = ? LIMIT 1", (line,)).fetchone() is not None

    def _leave(self, draft: Draft, slot: Slot, stored: Stored) -> None:
        """Take a statement out of force from this transaction on."""
        place = self._place(slot, stored)
        if place is None:
            return
        line, kind = place[0], place[1]
        self._tails.pop(line, None)
        where = (line, LIVE, stored.valid_from, stored.id)
        row = self._execute(
            "SELECT opened, kind, form, object, valid_to, precision FROM position "
            "WHERE line = ? AND closed = ? AND valid_from = ? AND statement = ?",
            where,
        ).fetchone()
        self._execute("DELETE FROM position WHERE line = ? AND closed = ? AND valid_from = ? AND statement = ?", where)
        if row[0] < draft.tx:
            self._execute(_INSERT, (line, draft.tx, stored.valid_from, stored.id, *row))
        self._touch(draft, slot, (line, kind), stored.valid_from, stored.valid_to)

    def _touch(self, draft: Draft, slot: Slot, place: tuple[int, int], valid_from: int, valid_to: int | None) -> None:
        line, kind = place
        draft.slots[slot.id] = slot
        if slot.cardinality is Cardinality.EVENT:
            return
        to = valid_to if kind in (TEMPORARY, TEMPORARY_TOMBSTONE) else None
        draft.touch(line, slot.id, valid_from, to)
        if slot.cardinality is Cardinality.SET and line == self._ends_line(slot.id):
            for member in self._lines_of(slot.id):
                draft.touch(member, slot.id, valid_from, to)
