"""Tombstones and marks as an import brings them from an export."""

from __future__ import annotations

import secrets

from tenure.keys import Key
from tenure.ledger.bulk import Bulk
from tenure.ledger.codes import OP_ASSERT, OP_END, ORIGIN_CODE, PRECISION_CODE
from tenure.ledger.derive import Draft
from tenure.ledger.types import NO_EVIDENCE, ErasureMark, Op, Operation, Tombstone
from tenure.ledger.writes import check_span


class Tombstones(Bulk):
    """Takes up what was erased elsewhere."""

    def _perform_rare(self, draft: Draft, operation: Operation) -> None:
        if isinstance(operation, Tombstone):
            self._tombstone(draft, operation)
        elif isinstance(operation, ErasureMark):
            self._execute("INSERT INTO erasure (tx, statement) VALUES (?, NULL)", (draft.tx,))
            draft.edits += 1
        else:
            super()._perform_rare(draft, operation)

    def _tombstone(self, draft: Draft, op: Tombstone) -> None:
        check_span(op.valid_from, op.valid_to)
        slot = self._slot(op.key)
        number: int | None = None
        if op.op is Op.ASSERT or op.guarded:
            number = op.surrogate if op.surrogate is not None else -1 - secrets.randbits(60)
        root: int | None = None
        if op.corrects is not None:
            corrected = self._stored(op.corrects)
            root = corrected.root or corrected.id
        code = OP_ASSERT if op.op is Op.ASSERT else OP_END
        statement = self._record(
            draft, NO_EVIDENCE,
            (draft.tx, slot.id, code, number, op.valid_from, op.valid_to, int(op.temporary),
             PRECISION_CODE[op.precision], PRECISION_CODE[op.to_precision], ORIGIN_CODE[op.origin], root, op.corrects,
             op.name),
        )  # fmt: skip
        self._execute("UPDATE permit SET erasing = 1")
        self._execute("UPDATE statement SET erased = ? WHERE id = ?", (draft.tx, statement))
        self._execute("UPDATE permit SET erasing = 0")
        if root is not None:
            self._execute("INSERT OR REPLACE INTO head (root, statement) VALUES (?, ?)", (root, statement))
        self._enter(draft, slot, self._stored(statement))

    def adopt_member(self, key: Key, written: str) -> int:
        """Return a surrogate for a member of a set that erased ends go on ending; inside
        :meth:`writing`, before the transactions of an import."""
        slot = self._slot(key)
        form = self._object_and_form(written, slot.relation)[1]
        return self._surrogate(slot.id, form, -1 - secrets.randbits(60))
