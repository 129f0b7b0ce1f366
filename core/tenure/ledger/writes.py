"""Operations into statements: assert, end, correct, withdraw, each group one ledger transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tenure.errors import ConflictError, InputError
from tenure.ledger.codes import OP_ASSERT, OP_END, ORIGIN_CODE, PRECISION_CODE
from tenure.ledger.consequences import has_consequences
from tenure.ledger.core import EARLIEST, ENDS, EVENTS, LATEST, Slot
from tenure.ledger.derive import Draft, changes
from tenure.ledger.points import Points
from tenure.ledger.projection import Written
from tenure.ledger.quick import Quick
from tenure.ledger.rebuild import Rebuild
from tenure.ledger.rule import ASSERT, END, GUARDED_END, TEMPORARY
from tenure.ledger.types import (
    NO_EVIDENCE,
    Assert,
    End,
    Evidence,
    Operation,
    Summary,
)
from tenure.relations import Cardinality

_STATEMENT = (
    "INSERT INTO statement (tx, slot, op, object, valid_from, valid_to, temporary, precision, to_precision, origin, "
    "root, corrects, name) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_EVIDENCE = (
    "INSERT INTO evidence (statement, origin, text, passage, span_from, span_to, confidence) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)"
)

_Times = tuple[int | None, int | None, bool]
"""(recorded_at, stated_at, exact_times) as given to ``apply``."""
_Given = tuple[int | None, tuple[int, ...], bool]
"""(the transaction undone, ids of passages, whether unlisted relations are listed for review)."""
_NOW: _Times = (None, None, False)


class Writes(Quick, Rebuild, Points):
    """Single ledger transactions."""

    def apply(
        self,
        operations: Iterable[Operation],
        *,
        recorded_at: int | None = None,
        dry_run: bool = False,
        exact_times: bool = False,
        undoes: int | None = None,
        stated_at: int | None = None,
        passages: tuple[int, ...] = (),
        list_unknown: bool = True,
    ) -> Summary:
        """Write operations as one ledger transaction; order in it breaks ties.

        It is a SQL transaction of its own unless inside :meth:`writing`. On any exception nothing of
        it is left.

        Args:
            operations: in order; none at all writes nothing.
            recorded_at: microseconds UTC; None for the clock's. One earlier than the last
                transaction's is moved up to it, the given one kept as ``stated_at``.
            dry_run: return the same summary and write nothing.
            exact_times: refuse a time that would have to be moved up.
            undoes: the transaction this one compensates.
            stated_at: the time given originally, when an import brings one that was moved up.
            passages: ids of passages stored along with it, for the projections.
            list_unknown: list relations the registry lacks for review. Not wanted of structured data, whose
                relations are paths in a file: thousands, and each has one value by its nature.

        Raises:
            InputError: an impossible interval, a future recording time, a missing name.
            NotFoundError: a statement that is not there.
            ConflictError: correcting or withdrawing what was withdrawn, corrected away or erased.
            BusyError: another process holds the write lock.
        """
        times = (recorded_at, stated_at, exact_times)
        if self._depth or self.connection.in_transaction:
            if not self._depth:
                self._notice_others()
            return self._apply_inside(operations, times, (undoes, passages, list_unknown), dry_run=dry_run)
        self._begin()
        try:
            summary = None
            if times == _NOW and undoes is None and list_unknown and not self.projections:
                summary = self._write_plain(operations)
            if summary is None:
                summary = self._run(operations, times, (undoes, passages, list_unknown))
        except BaseException:
            self._rollback()
            raise
        if dry_run:
            self._rollback()
            return replace(summary, dry_run=True)
        self._commit()
        return summary

    def _apply_inside(self, operations: Iterable[Operation], times: _Times, given: _Given, *, dry_run: bool) -> Summary:
        self._execute("SAVEPOINT ledger")
        try:
            summary = self._run(operations, times, given)
        except BaseException:
            self._execute("ROLLBACK TO ledger")
            self._execute("RELEASE ledger")
            self.forget()
            raise
        if dry_run:
            self._execute("ROLLBACK TO ledger")
            self.forget()
            summary = replace(summary, dry_run=True)
        self._execute("RELEASE ledger")
        return summary

    def _run(self, operations: Iterable[Operation], times: _Times, given: _Given) -> Summary:
        undoes, passages, list_unknown = given
        draft, stated_at = self._draft(times[0], times[2])
        draft.lists_unknown = list_unknown
        if times[1] is not None:
            stated_at = times[1]
        for operation in operations:
            self._perform(draft, operation)
        if not draft.statements and not draft.closed_statements and not draft.erased and not draft.edits:
            return Summary(tx=self._last_transaction()[0])
        self._execute(
            "INSERT INTO tx (tx, recorded_at, stated_at, undoes) VALUES (?, ?, ?, ?)",
            (draft.tx, draft.recorded_at, stated_at, undoes),
        )
        self._last = (draft.tx, draft.recorded_at)
        self._derive(draft)
        self._follow(draft, draft.heard if draft.states_only else draft.slots)
        self._project(draft, passages)
        return self._summary(draft)

    def _project(self, draft: Draft, passages: tuple[int, ...]) -> None:
        if not self.projections:
            return
        recorded, closed = tuple(draft.statements), tuple(draft.closed_statements)
        event = Written(draft.tx, recorded, closed, passages, None, self._statements_by_id)
        for projection in self.projections:
            projection.apply(self.connection, event)

    def _follow(self, draft: Draft, touched: Mapping[int, Slot]) -> None:
        """Write what follows from a transaction into it."""
        closed = tuple(draft.closed_statements)
        if self.consequences is None or not (touched or closed):
            return
        draft.again = True
        for operations in self.consequences.follow(dict(touched), closed, draft.statements):
            if draft.tx > self._last_transaction()[0]:
                self._execute("INSERT INTO tx (tx, recorded_at) VALUES (?, ?)", (draft.tx, draft.recorded_at))
                self._last = (draft.tx, draft.recorded_at)
            for operation in operations:
                self._perform(draft, operation)
            self._derive(draft)

    def reconsider(self, slots: Iterable[Slot]) -> Summary:
        """Write what follows from what some keys hold already, as one ledger transaction; inside
        :meth:`writing`. Nothing that follows writes nothing."""
        draft, _ = self._draft(None, False)
        self._follow(draft, {slot.id: slot for slot in slots})
        if draft.tx > self._last_transaction()[0]:
            return Summary(tx=self._last_transaction()[0])
        self._project(draft, ())
        return self._summary(draft)

    def _summary(self, draft: Draft) -> Summary:
        texts: dict[int, str] = {}
        for _, _, _, _, number in (*draft.opened, *draft.closed):
            if number not in texts:
                texts[number] = self._text(number)
        return Summary(
            tx=draft.tx,
            statements=tuple(draft.statements),
            statement_count=len(draft.statements),
            keys=tuple(slot.key for slot in draft.slots.values()),
            opened=changes(draft.opened, texts),
            closed=changes(draft.closed, texts),
            corrected=draft.corrected,
            erased=draft.erased,
            moved_up=draft.moved_up,
            conflicts=draft.conflicts,
            opened_count=len(draft.opened),
            closed_count=len(draft.closed),
            key_count=len(draft.slots),
        )

    def _draft(self, recorded_at: int | None, exact_times: bool) -> tuple[Draft, int | None]:
        last, last_at = self._last_transaction()
        now = self.clock()
        if recorded_at is None:
            return Draft(last + 1, max(now, last_at)), None
        if not isinstance(recorded_at, int):
            raise InputError("a recording time is a whole number of microseconds since 1970, UTC")
        if recorded_at > now:
            raise InputError("the recording time lies in the future")
        if recorded_at >= last_at:
            return Draft(last + 1, recorded_at), None
        if exact_times:
            raise InputError("the recording time is earlier than the last transaction's; it would have to be moved up")
        return Draft(last + 1, last_at, moved_up=1), recorded_at

    def _perform(self, draft: Draft, operation: Operation) -> None:
        if isinstance(operation, Assert):
            self._assert(draft, operation)
        elif isinstance(operation, End):
            self._end(draft, operation)
        else:
            draft.states_only = False
            self._perform_rare(draft, operation)

    def _hear(self, draft: Draft, slot: Slot, written: str | None, at: int) -> None:
        """Note a key if what is stated about it may have consequences."""
        if has_consequences(self.consequences, slot, written, at):
            draft.heard[slot.id] = slot

    def _perform_rare(self, draft: Draft, operation: Operation) -> None:  # noqa: ARG002
        """Corrections, erasures and registry edits; the parts that know them take this up."""
        raise InputError(f"unknown operation {operation!r}")

    # --- assert and end -----------------------------------------------------------------------

    def _assert(self, draft: Draft, op: Assert) -> None:
        slot = self._slot(op.key)
        number, form = self._object_and_form(op.object, slot.relation)
        check_span(op.valid_from, op.valid_to)
        precision = PRECISION_CODE[op.precision]
        statement = self._record(
            draft, op.evidence,
            (draft.tx, slot.id, OP_ASSERT, number, op.valid_from, op.valid_to, 1 if op.temporary else 0, precision,
             PRECISION_CODE[op.to_precision], ORIGIN_CODE[op.origin], None, None, op.name),
        )  # fmt: skip
        self._hear(draft, slot, op.object, op.valid_from)
        if not slot.relation.known:
            self._note_unknown_relation(draft, slot)
        plain = op.valid_to is None and not op.temporary and not precision
        plain = plain and slot.relation.cardinality is Cardinality.FUNCTIONAL
        if plain and self._append(draft, slot, (statement, form, number, op.valid_from)):
            return
        line = self._line_for(slot, form)
        kind = TEMPORARY if op.temporary else ASSERT
        self._put(draft, slot, (line, kind, form, number), statement, (op.valid_from, op.valid_to, precision))
        self._look_for_conflicts(draft, slot, (kind, form), statement, (op.valid_from, precision))

    def _end(self, draft: Draft, op: End) -> None:
        slot = self._slot(op.key)
        number = form = None
        if op.object is not None:
            number, form = self._object_and_form(op.object, slot.relation)
        check_span(op.at, None)
        precision = PRECISION_CODE[op.precision]
        statement = self._record(
            draft, op.evidence,
            (draft.tx, slot.id, OP_END, number, op.at, None, 0, precision, 0, ORIGIN_CODE[op.origin], None, None,
             op.name),
        )  # fmt: skip
        self._hear(draft, slot, None, op.at)
        line = self._line_for(slot, form)
        kind = END if form is None else GUARDED_END
        plain = not precision and slot.cardinality is not Cardinality.EVENT
        if not (plain and self._append_end(draft, slot, line, (statement, form, number, op.at))):
            self._put(draft, slot, (line, kind, form, number), statement, (op.at, None, precision))
        if not slot.relation.known:
            self._note_unknown_relation(draft, slot)

    def _line_for(self, slot: Slot, form: int | None) -> int:
        """Return the line a statement that names ``form`` (or no value) stands in."""
        if slot.cardinality is Cardinality.FUNCTIONAL:
            return slot.id
        if slot.cardinality is Cardinality.EVENT:
            return self._line(slot.id, EVENTS)
        return self._line(slot.id, ENDS if form is None else form)

    def _record(self, draft: Draft, evidence: Evidence, values: tuple[object, ...]) -> int:
        name = values[-1]
        if name is not None and self._execute("SELECT 1 FROM statement WHERE name = ?", (name,)).fetchone():
            raise ConflictError(f"there is already a statement with the id '{name}'")
        statement = int(self._execute(_STATEMENT, values).lastrowid or 0)
        if evidence is not NO_EVIDENCE and evidence != NO_EVIDENCE:
            self._execute(_EVIDENCE, self._evidence_row(statement, evidence))
        draft.statements.append(statement)
        return statement

    def _evidence_row(self, statement: int, evidence: Evidence) -> tuple[object, ...]:
        origin = None if evidence.source is None else self._origin(evidence.source)
        start, end = evidence.span if evidence.span is not None else (None, None)
        return statement, origin, evidence.text, evidence.passage, start, end, evidence.confidence

    def _origin(self, name: str) -> int:
        known = self._origins.get(name)
        if known is not None:
            return known
        row = self._execute("SELECT id FROM origin WHERE name = ?", (name,)).fetchone()
        if row is None:
            return int(self._execute("INSERT INTO origin (name) VALUES (?)", (name,)).lastrowid or 0)
        return int(row[0])


def check_span(valid_from: int, valid_to: int | None) -> None:
    """Refuse an impossible interval.

    Raises:
        InputError: if a time is not a whole number or the end is not after the start.
    """
    if type(valid_from) is not int or (valid_to is not None and type(valid_to) is not int):
        raise InputError("a valid time is a whole number of microseconds since 1970, UTC")
    if valid_to is not None and valid_to <= valid_from:
        raise InputError("impossible interval: the end must be later than the start")
    if not EARLIEST <= valid_from <= LATEST or (valid_to is not None and valid_to > LATEST):
        raise InputError("a valid time lies outside the years 1 to 9999")
