"""Taking an import back as one: what it stated is withdrawn, nothing newer."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from tenure.errors import ConflictError
from tenure.ingest.git.store import later_run
from tenure.ingest.proposals import Proposals
from tenure.ingest.runs import GIT, Run, Runs
from tenure.ledger import Ledger
from tenure.ledger.codes import CORRECTED, RESTORED
from tenure.ledger.registry_store import relation_from_json
from tenure.ledger.types import (
    DefineRelation,
    Operation,
    RemoveAlias,
    RemoveRelation,
    Restore,
    Retract,
    Summary,
)


@dataclass(frozen=True, slots=True)
class RollbackSummary:
    """What a rollback did, or with ``dry_run`` would do.

    Attributes:
        run: the import.
        withdrawn: statements of the import taken back.
        restored: statements that the import had taken back and that stand again.
        left: statements and definitions left alone because they were changed since.
        aliases: aliases taken back.
        summary: of the ledger transaction.
        dry_run: whether nothing was written.
    """

    run: Run
    withdrawn: int
    restored: int
    left: int
    aliases: int
    summary: Summary
    dry_run: bool = False


def rollback(ledger: Ledger, run: int, *, dry_run: bool = False) -> RollbackSummary:
    """Withdraw what an import stated, as one ledger transaction that can be undone like any other.

    What was corrected, withdrawn or erased since stays as it is. The files of the import are read again when they
    are imported anew; the passages stay.

    Raises:
        NotFoundError: if there is no such import.
        ConflictError: if it was rolled back already, or a later import of the same repository goes on from it.
        BusyError: if another process holds the write lock.
    """
    runs = Runs(ledger)
    found = runs.get(run)
    if found.rolled_back:
        raise ConflictError(f"import {run} was rolled back already")
    if found.kind == GIT:
        later = later_run(ledger.connection, run, runs.rolled_back())
        if later is not None:
            raise ConflictError(f"import {later} goes on from import {run}; roll that one back first")
    with ledger.writing():
        back = _TakingBack(ledger, found)
        summary = ledger.apply(back.operations, dry_run=dry_run)
        if not dry_run:
            runs.note_rollback(run, summary.tx if back.operations else 0)
            Proposals(ledger).drop(run)
    return RollbackSummary(found, back.withdrawn, back.restored, back.left, back.aliases, summary, dry_run)


def run_within(ledger: Ledger, first: int, last: int) -> int | None:
    """Return the import that wrote just these transactions and is not rolled back, or None."""
    rows = ledger.connection.execute(
        "SELECT run, min(first_tx), max(last_tx) FROM import_batch "
        "WHERE run IN (SELECT run FROM import_batch WHERE first_tx BETWEEN ?1 AND ?2) GROUP BY run",
        (first, last),
    ).fetchall()
    gone = Runs(ledger).rolled_back()
    found = [run for run, begins, ends in rows if (begins, ends) == (first, last) and run not in gone]
    return found[0] if len(found) == 1 else None


class _TakingBack:
    """Gathers what takes an import back."""

    def __init__(self, ledger: Ledger, run: Run) -> None:
        self._ledger = ledger
        self._db = ledger.connection
        self.operations: list[Operation] = []
        self.withdrawn = self.restored = self.left = self.aliases = 0
        self._db.execute("CREATE TEMP TABLE IF NOT EXISTS import_tx (first INTEGER, last INTEGER)")
        self._db.execute("DELETE FROM temp.import_tx")
        self._db.executemany("INSERT INTO temp.import_tx VALUES (?, ?)", run.batches)
        self._statements()
        self._closures()
        self._names()
        self._relations()
        self._db.execute("DELETE FROM temp.import_tx")

    def _statements(self) -> None:
        rows = self._db.execute(
            f"SELECT s.id, s.erased, {_LAST.format('kind')}, {_LAST.format('tx')} FROM statement s "
            f"WHERE {_OF_RUN.format('s.tx')} ORDER BY s.id DESC"
        ).fetchall()
        owned = self._consequences(row[0] for row in rows)
        for number, erased, kind, closed_tx in rows:
            if number in owned:
                continue
            if erased is None and (kind is None or kind == RESTORED):
                self.operations.append(Retract(number))
                self.withdrawn += 1
            elif erased is not None or not self._is_own(closed_tx):
                self.left += 1

    def _closures(self) -> None:
        """What the import had taken back comes back, unless it was changed since."""
        rows = self._db.execute(
            f"SELECT DISTINCT c.statement, s.erased, {_LAST.format('kind')}, {_LAST.format('tx')} "
            "FROM closure c JOIN statement s ON s.id = c.statement "
            f"WHERE {_OF_RUN.format('c.tx')} AND NOT {_OF_RUN.format('s.tx')} ORDER BY c.statement DESC"
        ).fetchall()
        owned = self._consequences(row[0] for row in rows)
        for number, erased, kind, closed_tx in rows:
            if number in owned or kind == RESTORED:
                continue
            if erased is not None or kind == CORRECTED or not self._is_own(closed_tx):
                self.left += 1
                continue
            self.operations.append(Restore(number))
            self.restored += 1

    def _names(self) -> None:
        rows = self._db.execute(
            f"SELECT subject, alias FROM alias a WHERE removed_tx IS NULL AND {_OF_RUN.format('a.tx')} ORDER BY id DESC"
        ).fetchall()
        self.operations += [RemoveAlias(subject, alias) for subject, alias in rows]
        self.aliases = len(rows)

    def _relations(self) -> None:
        """A relation that the import defined goes, unless it was edited since or others use it by now."""
        rows = self._db.execute(
            f"SELECT relation, min(id), max(id) FROM relation_edit e WHERE {_OF_RUN.format('e.tx')} GROUP BY relation"
        ).fetchall()
        for name, first, last in rows:
            later = self._db.execute(
                "SELECT 1 FROM relation_edit WHERE relation = ? AND id > ?", (name, last)
            ).fetchone()
            used = self._db.execute(
                "SELECT 1 FROM slot t JOIN statement s ON s.slot = t.id "
                f"WHERE t.relation = ? AND s.erased IS NULL AND NOT {_OF_RUN.format('s.tx')} "
                f"AND coalesce({_LAST.format('kind')}, {RESTORED}) = {RESTORED} LIMIT 1",
                (name,),
            ).fetchone()
            if later is not None or used is not None:
                self.left += 1
                continue
            before = self._db.execute(
                "SELECT definition FROM relation_edit WHERE relation = ? AND id < ? ORDER BY id DESC LIMIT 1",
                (name, first),
            ).fetchone()
            gone = before is None or before[0] is None
            self.operations.append(
                RemoveRelation(name) if gone else DefineRelation(relation_from_json(json.loads(before[0])))
            )

    def _is_own(self, tx: int) -> bool:
        found = self._db.execute("SELECT 1 FROM temp.import_tx WHERE ? BETWEEN first AND last", (tx,)).fetchone()
        return found is not None

    def _consequences(self, statements: Iterable[int]) -> set[int]:
        """Return the statements that rules made; they follow by themselves when what they rest on goes."""
        if self._ledger.consequences is None:
            return set()
        return self._ledger.consequences.owned(set(statements))


_LAST = "(SELECT c2.{} FROM closure c2 WHERE c2.statement = s.id ORDER BY c2.id DESC LIMIT 1)"
_OF_RUN = "EXISTS (SELECT 1 FROM temp.import_tx b WHERE {} BETWEEN b.first AND b.last)"
