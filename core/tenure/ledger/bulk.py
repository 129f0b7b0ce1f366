"""Many statements at once: recorded row by row, their intervals derived by SQL windows.

A line whose new rows are all hard is derived in SQL; one with temporary values or guarded ends, or
with a past that arrives out of order over several transactions, is replayed in memory. Both give
what single writes give.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tenure.errors import ConflictError
from tenure.keys import Key, Scope
from tenure.ledger.bulk_append import Appended, BulkAppend
from tenure.ledger.bulk_derive import BulkDerive
from tenure.ledger.codes import OP_ASSERT, OP_END, ORIGIN_CODE, PRECISION_CODE
from tenure.ledger.collector import collector_paused
from tenure.ledger.consequences import Unheard, has_consequences
from tenure.ledger.core import EARLIEST, LATEST, Slot
from tenure.ledger.derive import Draft
from tenure.ledger.projection import Written
from tenure.ledger.rule import ASSERT, END, GUARDED_END, TEMPORARY
from tenure.ledger.types import NO_EVIDENCE, Assert, End, Summary
from tenure.ledger.writes import check_span
from tenure.progress import Progress, no_progress
from tenure.relations import Cardinality

BulkTuple = tuple[str, str, str, int] | tuple[str, str, str, int, int | None]
"""(subject, relation, object, valid_from) or with valid_to: an assert at no scope."""

_CHUNK = 50_000
_LISTED = 1_000
_STATEMENT = (
    "INSERT INTO statement (id, tx, slot, op, object, valid_from, valid_to, temporary, precision, to_precision, "
    "origin, name) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_EVIDENCE = (
    "INSERT INTO evidence (statement, origin, text, passage, span_from, span_to, confidence) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_STAGE = "INSERT INTO temp.load VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Batch:
    """One ledger transaction of a bulk load.

    Attributes:
        operations: asserts and ends in order; tuples are (subject, relation, object, valid_from[, valid_to]).
        recorded_at: microseconds UTC, None for the clock's; moved up if earlier than the last one's.
    """

    operations: Iterable[Assert | End | BulkTuple]
    recorded_at: int | None = None
    stated_at: int | None = None


class Bulk(BulkDerive, BulkAppend):
    """The bulk path."""

    def load(
        self,
        batches: Iterable[Batch],
        *,
        dry_run: bool = False,
        exact_times: bool = False,
        rising: bool = False,
        progress: Progress = no_progress,
    ) -> Summary:
        """Record batches, each a ledger transaction, in one SQL transaction.

        Gives what ``apply`` gives for each batch, much faster for many statements. Long lists in the
        summary are left out; its counts are always right. ``rising`` says that valid times mostly
        rise from batch to batch, as in a history, which is faster still.

        Raises:
            InputError: as ``apply``.
            ConflictError: a statement's name is taken.
            Cancelled: by ``progress``; then nothing is written.
        """
        if dry_run and self.connection.in_transaction:
            self._execute("SAVEPOINT bulk")
            try:
                summary = self._load(batches, exact_times, rising, progress)
            finally:
                self._execute("ROLLBACK TO bulk")
                self._execute("RELEASE bulk")
                self.forget()
            return replace(summary, dry_run=True)
        if dry_run:
            self._begin()
            try:
                return replace(self._load(batches, exact_times, rising, progress), dry_run=True)
            finally:
                self._rollback()
        with collector_paused(), self.writing():
            return self._load(batches, exact_times, rising, progress)

    def _load(self, batches: Iterable[Batch], exact_times: bool, rising: bool, progress: Progress) -> Summary:
        first = int(self._execute("SELECT coalesce(max(id), 0) FROM statement").fetchone()[0]) + 1
        acts = self.consequences.acts if self.consequences is not None else None
        chunk = _Chunk(first, Appended() if rising else None)
        now = self.clock()
        self._begin_run(chunk)
        for batch in batches:
            if chunk.followed:
                self._begin_next_run(chunk)
            last, last_at = self._last_transaction()
            at, stated, given = batch.recorded_at, batch.stated_at, None
            if type(at) is not int or not last_at <= at <= now:
                draft, given = self._draft(at, exact_times)
                at = draft.recorded_at
            if self._stage(chunk, batch.operations, last + 1, progress):
                chunk.transactions.append((last + 1, at, given if stated is None else stated, None))
                self._last = (last + 1, at)
                chunk.moved_up += given is not None
            if chunk.heard and acts is not None and acts():
                self._finish_run(chunk)
                self._write_what_follows(chunk)
        if chunk.next > chunk.first:
            progress("deriving intervals", 0.6)
            self._finish_run(chunk)
        if chunk.heard:
            self._write_what_follows(chunk)
        if chunk.next == first:
            return Summary(tx=self._last_transaction()[0])
        summary = self._bulk_summary(first, chunk)
        if self.projections:
            event = Written(summary.tx, bulk=(first, chunk.next - 1), load=self._statements_by_id)
            for projection in self.projections:
                projection.apply(self.connection, event)
        return summary

    def _begin_run(self, chunk: _Chunk) -> None:
        """Begin a run: batches derived together. It ends where something may be stated because of a batch, which
        then stands in that batch's own transaction."""
        self._stage_tables()
        if chunk.appended is not None:
            self._begin_appending(chunk.appended)
        chunk.followed = False
        chunk.first, chunk.before = chunk.next, self._last_transaction()[0]

    def _finish_run(self, chunk: _Chunk) -> None:
        self._write(chunk)
        if not chunk.general:
            return
        conflicts, opened, closed = self._derive_staged(self._last_transaction()[0] == chunk.before + 1)
        # What these lines end with is known only now that they were derived.
        for (line,) in self._execute("SELECT line FROM temp.load_line"):
            self._tails.pop(line, None)
        chunk.general = False
        chunk.conflicts += conflicts
        chunk.opened += opened
        chunk.closed += closed

    def _begin_next_run(self, chunk: _Chunk) -> None:
        chunk.slots |= self._staged_slots()
        # Runs are short then: what comes in order is better derived as it comes.
        chunk.appended = chunk.appended or Appended()
        self._begin_run(chunk)

    def _write_what_follows(self, chunk: _Chunk) -> None:
        """Write what follows from the last batch, which ends the run."""
        draft = Draft(*self._last_transaction())
        self._follow(draft, chunk.heard)
        chunk.conflicts += draft.conflicts
        chunk.opened += len(draft.opened)
        chunk.closed += len(draft.closed)
        chunk.slots.update(draft.slots)
        chunk.heard.clear()
        if draft.statements:
            chunk.next = draft.statements[-1] + 1
        chunk.first, chunk.followed = chunk.next, True

    def _staged_slots(self) -> set[int]:
        return {row[0] for row in self._execute("SELECT DISTINCT slot FROM temp.load")}

    def _bulk_summary(self, first: int, chunk: _Chunk) -> Summary:
        listed: set[int] = set()
        keys = 0 if chunk.slots else self._execute("SELECT count(DISTINCT slot) FROM temp.load").fetchone()[0]
        if keys <= _LISTED:
            listed = chunk.slots | self._staged_slots()
            keys = len(listed)
        self._execute("DELETE FROM temp.load")
        count = chunk.next - first
        return Summary(
            tx=self._last_transaction()[0],
            statements=tuple(range(first, chunk.next)) if count <= _LISTED else (),
            statement_count=count,
            keys=tuple(self._slot_by_id(slot).key for slot in sorted(listed)) if keys <= _LISTED else (),
            moved_up=chunk.moved_up,
            conflicts=chunk.conflicts,
            opened_count=chunk.opened,
            closed_count=chunk.closed,
            key_count=keys,
        )

    # --- rows ---------------------------------------------------------------------------------

    def _stage(
        self, chunk: _Chunk, operations: Iterable[Assert | End | BulkTuple], tx: int, progress: Progress
    ) -> bool:
        """Turn the operations of a transaction into rows; return whether there were any."""
        statement = start = chunk.next
        slots, forms = self._bulk_slots, self._forms
        statements, staged, appended = chunk.statements, chunk.staged, chunk.appended
        told = self.consequences
        unheard = told.unheard if told is not None else Unheard()
        for op in operations:
            if isinstance(op, tuple):
                subject, relation, written, valid_from = op[:4]
                valid_to = op[4] if len(op) > 4 else None
                slot = slots.get((subject, relation)) or self._bulk_slot(subject, relation)
                entry = slot.relation
                known = forms.get((written, entry.unit, entry.case_sensitive))
                number, form = known or self._object_and_form(written, entry)
                if valid_to is not None or type(valid_from) is not int or not EARLIEST <= valid_from <= LATEST:
                    check_span(valid_from, valid_to)
                line = slot.id if entry.cardinality is Cardinality.FUNCTIONAL else self._line_for(slot, form)
                statements.append((statement, tx, slot.id, OP_ASSERT, number, valid_from, valid_to, 0, 0, 0, 0, None))
                if (
                    appended is None
                    or valid_to is not None
                    or entry.cardinality is Cardinality.EVENT
                    or not self._append_row(appended, slot, valid_from, (line, statement, tx, ASSERT, form, number))
                ):
                    staged.append((statement, slot.id, line, ASSERT, form, number, valid_from, valid_to, 0, tx))
                    chunk.general = True
                    if appended is not None:
                        appended.left.add(line)
                if (
                    told is not None
                    and (valid_from <= unheard.latest or entry.name not in unheard.relations)
                    and slot.id not in unheard.keys
                    and told.concerns(slot, written, valid_from)
                ):
                    chunk.heard[slot.id] = slot
            else:
                self._stage_operation(chunk, op, tx, statement)
            statement += 1
            if len(statements) >= _CHUNK:
                self._write(chunk)
                progress(f"{statement:,} statements read", 0.0)
        chunk.next = statement
        return statement > start

    def _stage_operation(self, chunk: _Chunk, op: Assert | End, tx: int, statement: int) -> None:
        slot = self._slot(op.key)
        number = form = valid_to = None
        if op.object is not None:
            number, form = self._object_and_form(op.object, slot.relation)
        precision = PRECISION_CODE[op.precision]
        if isinstance(op, Assert):
            valid_from, valid_to, to_precision = op.valid_from, op.valid_to, PRECISION_CODE[op.to_precision]
            code, temporary, kind = OP_ASSERT, int(op.temporary), TEMPORARY if op.temporary else ASSERT
        else:
            valid_from, to_precision, code, temporary = op.at, 0, OP_END, 0
            kind = END if form is None else GUARDED_END
        check_span(valid_from, valid_to)
        if op.name is not None:
            self._claim(chunk, op.name)
        chunk.statements.append(
            (statement, tx, slot.id, code, number, valid_from, valid_to, temporary, precision, to_precision,
             ORIGIN_CODE[op.origin], op.name)
        )  # fmt: skip
        line = self._line_for(slot, form)
        plain = kind in {ASSERT, GUARDED_END} and valid_to is None and not precision
        row = (line, statement, tx, kind, form or 0, number or 0)
        if not (
            plain
            and chunk.appended is not None
            and slot.cardinality is not Cardinality.EVENT
            and self._append_row(chunk.appended, slot, valid_from, row)
        ):
            chunk.stage((statement, slot.id, line, kind, form, number, valid_from, valid_to, precision, tx))
            if chunk.appended is not None:
                chunk.appended.left.add(line)
                chunk.appended.endless.discard(slot.id)
        value = op.object if kind <= TEMPORARY else None
        if has_consequences(self.consequences, slot, value, valid_from):
            chunk.heard[slot.id] = slot
        # Most have a source; comparing all of it takes longer.
        if op.evidence.source is not None or op.evidence != NO_EVIDENCE:
            chunk.evidence.append(self._evidence_row(statement, op.evidence))

    def _claim(self, chunk: _Chunk, name: str) -> None:
        taken = name in chunk.names or self._execute("SELECT 1 FROM statement WHERE name = ?", (name,)).fetchone()
        if taken:
            raise ConflictError(f"there is already a statement with the id '{name}'")
        chunk.names.add(name)

    def _bulk_slot(self, subject: str, relation: str) -> Slot:
        found = self._bulk_slots.get((subject, relation))
        if found is None:
            found = self._slot(Key(subject, relation, Scope()))
            if len(self._bulk_slots) >= 500_000:
                self._bulk_slots.clear()
            self._bulk_slots[(subject, relation)] = found
        return found

    def _write(self, chunk: _Chunk) -> None:
        many = self.connection.executemany
        many("INSERT INTO tx (tx, recorded_at, stated_at, undoes) VALUES (?, ?, ?, ?)", chunk.transactions)
        many(_STATEMENT, chunk.statements)
        many(_EVIDENCE, chunk.evidence)
        many(_STAGE, chunk.staged)
        if chunk.appended is not None:
            chunk.opened += self._write_appended(chunk.appended)
            chunk.slots |= chunk.appended.slots
            chunk.appended.slots.clear()
        chunk.clear()


class _Chunk:
    """Rows on their way to the file."""

    __slots__ = (
        "appended", "before", "closed", "conflicts", "evidence", "first", "followed", "general", "heard", "moved_up",
        "names", "next", "opened", "slots", "staged", "statements", "transactions",
    )  # fmt: skip

    def __init__(self, first: int, appended: Appended | None) -> None:
        self.first = self.next = first
        self.appended = appended
        self.general = self.followed = False
        self.before = 0
        self.moved_up = self.conflicts = self.opened = self.closed = 0
        self.heard: dict[int, Slot] = {}
        self.slots: set[int] = set()
        self.transactions: list[tuple[int, int, int | None, None]] = []
        self.statements: list[tuple[object, ...]] = []
        self.evidence: list[tuple[object, ...]] = []
        self.staged: list[tuple[object, ...]] = []
        self.names: set[str] = set()

    def stage(self, row: tuple[object, ...]) -> None:
        """Leave a row to the general derivation."""
        self.staged.append(row)
        self.general = True

    def clear(self) -> None:
        """Empty it."""
        for rows in (self.transactions, self.statements, self.evidence, self.staged):
            rows.clear()
        self.names.clear()
