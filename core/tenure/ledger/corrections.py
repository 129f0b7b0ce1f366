"""Correcting and withdrawing: what was written was wrong, from now on in system time."""

from __future__ import annotations

from dataclasses import replace

from tenure.errors import ConflictError, InputError, NotFoundError
from tenure.ledger.codes import CORRECTED, OP_ASSERT, OP_END, PRECISION_CODE, WITHDRAWN
from tenure.ledger.core import Slot
from tenure.ledger.derive import Draft
from tenure.ledger.lay import Stored
from tenure.ledger.types import Correct, Keep, Operation, Withdraw
from tenure.ledger.writes import Writes, check_span


class Corrections(Writes):
    """Corrects and withdraws."""

    def _perform_rare(self, draft: Draft, operation: Operation) -> None:
        if isinstance(operation, Correct):
            self._correct(draft, operation)
        elif isinstance(operation, Withdraw):
            self._withdraw(draft, operation)
        else:
            super()._perform_rare(draft, operation)

    def resolve(self, statement: int | str) -> int:
        """Return the id of the statement meant now: a corrected one's id or name leads to the last
        correction.

        Raises:
            NotFoundError: if there is no such statement.
        """
        if isinstance(statement, str):
            row = self._execute("SELECT id, root FROM statement WHERE name = ?", (statement,)).fetchone()
        else:
            row = self._execute("SELECT id, root FROM statement WHERE id = ?", (statement,)).fetchone()
        if row is None:
            raise NotFoundError(f"there is no statement '{statement}'")
        head = self._execute("SELECT statement FROM head WHERE root = ?", (row[1] or row[0],)).fetchone()
        return int(head[0] if head is not None else row[0])

    def _standing(self, statement: int | str, verb: str) -> Stored:
        """Return the statement meant, which must be in force."""
        stored = self._stored(self.resolve(statement))
        if stored.erased is not None:
            raise ConflictError(f"statement '{statement}' was erased and cannot be {verb}")
        closure = self._execute(
            "SELECT kind FROM closure WHERE statement = ? ORDER BY id DESC LIMIT 1", (stored.id,)
        ).fetchone()
        if closure is not None and closure[0]:
            raise ConflictError(f"statement '{statement}' was withdrawn and cannot be {verb}")
        return stored

    def _correct(self, draft: Draft, op: Correct) -> None:
        old = self._standing(op.statement, "corrected")
        slot = self._home(old.slot)
        new = self._corrected(old, op, slot)
        evidence = self._evidence_of(old.id) if isinstance(op.evidence, Keep) else op.evidence
        root = old.root or old.id
        statement = self._record(
            draft, evidence,
            (draft.tx, old.slot, new.op, new.object, new.valid_from, new.valid_to, new.temporary, new.precision,
             new.to_precision, new.origin, root, old.id, op.name),
        )  # fmt: skip
        self._close(draft, slot, old, CORRECTED, statement)
        self._execute("INSERT OR REPLACE INTO head (root, statement) VALUES (?, ?)", (root, statement))
        stored = self._stored(statement)
        self._enter(draft, slot, stored)
        if stored.op == OP_ASSERT and new.object is not None:
            form = self._object_and_form(self._text(new.object), slot.relation)[1]
            self._look_for_conflicts(draft, slot, (stored.kind, form), statement, (stored.valid_from, stored.precision))

    def _corrected(self, old: Stored, op: Correct, slot: Slot) -> Stored:
        number = old.object
        if not isinstance(op.object, Keep):
            if op.object is None and old.op == OP_ASSERT:
                raise InputError("a statement that something is so needs a value; withdraw it instead")
            number = None if op.object is None else self._object_and_form(op.object, slot.relation)[0]
        valid_from = old.valid_from if isinstance(op.valid_from, Keep) else op.valid_from
        valid_to = old.valid_to if isinstance(op.valid_to, Keep) else op.valid_to
        if old.op == OP_END and (valid_to is not None or op.temporary is True):
            raise InputError("an end has neither an end of its own nor is it temporary")
        check_span(valid_from, valid_to)
        moved = not isinstance(op.valid_from, Keep)
        precision = old.precision if isinstance(op.precision, Keep) else PRECISION_CODE[op.precision]
        to_precision = old.to_precision if isinstance(op.to_precision, Keep) else PRECISION_CODE[op.to_precision]
        if moved and isinstance(op.precision, Keep):
            precision = 0
        return replace(
            old,
            object=number,
            valid_from=valid_from,
            valid_to=valid_to,
            temporary=old.temporary if isinstance(op.temporary, Keep) else int(op.temporary),
            precision=precision,
            to_precision=to_precision,
        )

    def _withdraw(self, draft: Draft, op: Withdraw) -> None:
        stored = self._standing(op.statement, "withdrawn")
        self._close(draft, self._home(stored.slot), stored, WITHDRAWN, None)

    def _close(self, draft: Draft, slot: Slot, stored: Stored, kind: int, by: int | None) -> None:
        self._execute(
            "INSERT INTO closure (statement, tx, kind, replaced_by) VALUES (?, ?, ?, ?)",
            (stored.id, draft.tx, kind, by),
        )
        self._settle_pairs(draft, stored.id)
        self._leave(draft, slot, stored)
        draft.closed_statements.append(stored.id)
        draft.corrected += 1
