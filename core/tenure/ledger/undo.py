"""Undo as a compensating entry: what a transaction did is taken back from now on in system time."""

from __future__ import annotations

import json

from tenure.errors import ConflictError, InputError, NotFoundError
from tenure.ledger.codes import CORRECTED, RESTORED, WITHDRAWN
from tenure.ledger.derive import Draft
from tenure.ledger.edits import Edits
from tenure.ledger.registry_store import relation_from_json
from tenure.ledger.review_queue import ReviewKind
from tenure.ledger.types import (
    AddAlias,
    DefineRelation,
    Operation,
    RemoveAlias,
    RemoveRelation,
    ReopenReview,
    Restore,
    Retract,
    SettleReview,
    Summary,
)


class Undo(Edits):
    """Undo and redo."""

    def undo(self, tx: int | None = None, *, recorded_at: int | None = None, dry_run: bool = False) -> Summary:
        """Take back what a transaction did, by a new transaction that compensates it.

        Undoing an undo is a redo. Statements come back at their old place among ties.

        Args:
            tx: the transaction; None for the last one that is in effect and not itself an undo.
            recorded_at: microseconds UTC; None for the clock's.
            dry_run: return the summary and write nothing.

        Raises:
            NotFoundError: if there is no such transaction, or nothing to undo.
            ConflictError: for an erasure, for one already undone, or if a later transaction built on it.
        """
        if dry_run or self.connection.in_transaction:
            return self._undo(tx, recorded_at, dry_run)
        with self.writing():
            return self._undo(tx, recorded_at, dry_run=False)

    def _undo(self, tx: int | None, recorded_at: int | None, dry_run: bool) -> Summary:
        number = self.last_undoable() if tx is None else self.transaction(tx).tx
        if self._undone(number):
            raise ConflictError(f"transaction {number} was already undone")
        return self.apply(self._compensation(number), recorded_at=recorded_at, dry_run=dry_run, undoes=number)

    def last_undoable(self) -> int:
        """Return the last transaction that is in effect and not itself an undo.

        Raises:
            NotFoundError: if there is none.
        """
        rows = self._execute("SELECT tx, undoes FROM tx ORDER BY tx DESC")
        for tx, undoes in rows:
            if self._depth_of_undo(undoes) % 2 == 0 and not self._undone(tx):
                return int(tx)
        raise NotFoundError("there is nothing to undo")

    def _depth_of_undo(self, undoes: int | None) -> int:
        """Return 0 for an ordinary transaction, 1 for an undo, 2 for a redo …"""
        depth = 0
        while undoes is not None:
            depth += 1
            undoes = self._execute("SELECT undoes FROM tx WHERE tx = ?", (undoes,)).fetchone()[0]
        return depth

    def _undone(self, tx: int) -> bool:
        rows = self._execute("SELECT tx FROM tx WHERE undoes = ?", (tx,)).fetchall()
        return any(not self._undone(row[0]) for row in rows)

    # --- the compensating operations ----------------------------------------------------------

    def _compensation(self, tx: int) -> list[Operation]:
        if self._execute("SELECT 1 FROM erasure WHERE tx = ? LIMIT 1", (tx,)).fetchone():
            raise ConflictError(f"transaction {tx} was an erasure; erasing cannot be undone")
        operations: list[Operation] = []
        closures = self._execute(
            "SELECT id, statement, kind FROM closure WHERE tx = ? ORDER BY id DESC", (tx,)
        ).fetchall()
        recorded = {row[0] for row in self._execute(
            "SELECT id FROM statement WHERE id >= ? AND tx = ? ORDER BY id DESC", (self._first_statement(tx), tx)
        )}  # fmt: skip
        recorded, closures = self._without_consequences(recorded, closures, tx)
        untouched = self._untouched(tx)
        operations += [
            Retract(number)
            for number in sorted(recorded, reverse=True)
            if number in untouched or self._in_force(number, tx)
        ]
        for closure, statement, kind in closures:
            if statement not in recorded:
                operations.append(self._reopened(closure, statement, kind, tx))
        operations += self._registry_compensation(tx)
        operations += self._review_compensation(tx)
        if not operations:
            raise ConflictError(f"transaction {tx} left nothing that could be undone")
        return operations

    def _without_consequences(
        self, recorded: set[int], closures: list[tuple[int, int, int]], tx: int
    ) -> tuple[set[int], list[tuple[int, int, int]]]:
        """Leave out what followed from the rest of a transaction: it follows the undoing by itself.

        A transaction that holds nothing else is undone like any other.
        """
        if self.consequences is None:
            return recorded, closures
        owned = self.consequences.owned({*recorded, *(row[1] for row in closures)})
        kept = recorded - owned, [row for row in closures if row[1] not in owned]
        edited = self._execute(
            "SELECT 1 FROM relation_edit WHERE tx = ?1 UNION ALL SELECT 1 FROM alias WHERE tx = ?1 OR removed_tx = ?1",
            (tx,),
        ).fetchone()
        return kept if kept[0] or kept[1] or edited is not None else (recorded, closures)

    def _untouched(self, tx: int) -> set[int]:
        """Return the statements of a transaction that nothing closed or erased since."""
        rows = self._execute(
            "SELECT s.id FROM statement s WHERE s.id >= ? AND s.tx = ? AND s.erased IS NULL "
            "AND NOT EXISTS (SELECT 1 FROM closure c WHERE c.statement = s.id)",
            (self._first_statement(tx), tx),
        )
        return {row[0] for row in rows}

    def _first_statement(self, tx: int) -> int:
        """Return a lower bound of the ids a transaction recorded: transactions and ids grow together."""
        low, high = 1, int(self._execute("SELECT coalesce(max(id), 0) FROM statement").fetchone()[0]) + 1
        while low < high:
            middle = (low + high) // 2
            row = self._execute("SELECT tx FROM statement WHERE id >= ? ORDER BY id LIMIT 1", (middle,)).fetchone()
            if row is not None and row[0] < tx:
                low = middle + 1
            else:
                high = middle
        return low

    def _in_force(self, statement: int, tx: int) -> bool:
        """Return whether a statement still stands, or was closed by its own transaction."""
        if self._stored(statement).erased is not None:
            raise ConflictError(f"a later transaction erased what transaction {tx} wrote; that cannot be undone")
        row = self._last_closure(statement)
        if row is None or row[0] == RESTORED:
            return True
        if row[2] != tx:
            raise ConflictError(f"transaction {row[2]} changed what transaction {tx} wrote; undo that one first")
        return False

    def _last_closure(self, statement: int) -> tuple[int, int | None, int] | None:
        row: tuple[int, int | None, int] | None = self._execute(
            "SELECT kind, replaced_by, tx FROM closure WHERE statement = ? ORDER BY id DESC LIMIT 1", (statement,)
        ).fetchone()
        return row

    def _last_in_effect(self, statement: int, tx: int) -> int:
        """Return the last transaction that closed or restored a statement, what was undone since and
        the undoing of it aside."""
        rows = self._execute("SELECT tx FROM closure WHERE statement = ? ORDER BY id DESC", (statement,)).fetchall()
        for (number,) in rows:
            if number == tx or (self.transaction(number).undoes is None and not self._undone(number)):
                return int(number)
        return tx

    def _reopened(self, closure: int, statement: int, kind: int, tx: int) -> Operation:
        """Return the operation that reverses one closure (or one restoration)."""
        if self._stored(statement).erased is not None:
            raise ConflictError(f"a later transaction erased what transaction {tx} touched; that cannot be undone")
        last = self._last_in_effect(statement, tx)
        if last != tx:
            raise ConflictError(f"transaction {last} changed what transaction {tx} touched; undo that one first")
        if kind != RESTORED:
            return Restore(statement)
        earlier = self._execute(
            "SELECT replaced_by FROM closure WHERE statement = ? AND id < ? ORDER BY id DESC LIMIT 1",
            (statement, closure),
        ).fetchone()
        return Retract(statement, earlier[0] if earlier is not None else None)

    def _registry_compensation(self, tx: int) -> list[Operation]:
        operations: list[Operation] = []
        for number, name in self._execute(
            "SELECT max(id), relation FROM relation_edit WHERE tx = ? GROUP BY relation ORDER BY 1 DESC", (tx,)
        ).fetchall():
            later = self._execute(
                "SELECT tx FROM relation_edit WHERE relation = ? AND id > ?", (name, number)
            ).fetchone()
            if later is not None:
                raise ConflictError(f"transaction {later[0]} edited the relation '{name}' again; undo that one first")
            row = self._execute(
                "SELECT definition FROM relation_edit WHERE relation = ? AND tx < ? ORDER BY id DESC LIMIT 1",
                (name, tx),
            ).fetchone()
            gone = row is None or row[0] is None
            operations.append(RemoveRelation(name) if gone else DefineRelation(relation_from_json(json.loads(row[0]))))
        operations += [
            RemoveAlias(subject, alias)
            for subject, alias in self._execute(
                "SELECT subject, alias FROM alias WHERE tx = ? AND removed_tx IS NULL ORDER BY id DESC", (tx,)
            )
        ]
        operations += [
            AddAlias(subject, alias)
            for subject, alias in self._execute("SELECT subject, alias FROM alias WHERE removed_tx = ?", (tx,))
        ]
        return operations

    def _review_compensation(self, tx: int) -> list[Operation]:
        """What the transaction decided waits again; what it put back on the queue is off it again.

        Entries about relations follow the registry, unless the transaction did no more than to leave them unlisted.
        """
        again = self._execute(
            "SELECT decided_tx FROM review WHERE reopened_tx = ? AND decided_tx IS NOT NULL AND first IS NULL", (tx,)
        ).fetchone()
        if again is not None:
            raise ConflictError(f"transaction {again[0]} decided anew what waited for review; undo that one first")
        settled = self._execute(
            "SELECT id FROM review WHERE decided_tx = ?1 AND (kind <> ?2 "
            "OR NOT EXISTS (SELECT 1 FROM relation_edit WHERE tx = ?1)) ORDER BY id",
            (tx, ReviewKind.UNKNOWN_RELATION.value),
        ).fetchall()
        reopened = self._execute(
            "SELECT id FROM review WHERE reopened_tx = ? AND decided_tx IS NULL ORDER BY id", (tx,)
        ).fetchall()
        return [*(ReopenReview(row[0]) for row in settled), *(SettleReview(row[0]) for row in reopened)]

    # --- performing them ----------------------------------------------------------------------

    def _perform_rare(self, draft: Draft, operation: Operation) -> None:
        if isinstance(operation, Restore):
            self._restore(draft, operation.statement)
        elif isinstance(operation, Retract):
            self._retract(draft, operation)
        else:
            super()._perform_rare(draft, operation)

    def _restore(self, draft: Draft, statement: int) -> None:
        stored = self._stored(statement)
        last = self._last_closure(statement)
        if last is None or last[0] == RESTORED:
            raise InputError(f"statement {statement} is in force already")
        self._execute(
            "INSERT INTO closure (statement, tx, kind, replaced_by) VALUES (?, ?, ?, NULL)",
            (statement, draft.tx, RESTORED),
        )
        self._execute(
            "INSERT OR REPLACE INTO head (root, statement) VALUES (?, ?)", (stored.root or stored.id, statement)
        )
        self._reopen_pairs(draft, statement)
        self._enter(draft, self._home(stored.slot), stored)
        draft.closed_statements.append(statement)
        draft.corrected += 1

    def _retract(self, draft: Draft, op: Retract) -> None:
        stored = self._stored(op.statement)
        last = self._last_closure(op.statement)
        if last is not None and last[0] != RESTORED:
            raise ConflictError(f"statement {op.statement} is not in force")
        kind = WITHDRAWN if op.corrected_by is None else CORRECTED
        self._close(draft, self._home(stored.slot), stored, kind, op.corrected_by)
        if op.corrected_by is not None:
            self._execute(
                "INSERT OR REPLACE INTO head (root, statement) VALUES (?, ?)",
                (stored.root or stored.id, op.corrected_by),
            )
