"""What a person decides about the review queue, one entry at a time or many at once.

A decision is made once and kept; undoing the transaction that made it puts the entry back. Accepting a statement
writes it with its sentence as evidence; rejecting it writes nothing. Accepting a name leaves it a candidate for all
that have it; rejecting takes back what was learned. An entry of another kind is accepted with the operations that
mend it, and rejected to leave things as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tenure.errors import ConflictError, InputError
from tenure.ingest.proposals import Proposals
from tenure.ledger import Ledger, Operation, Summary
from tenure.ledger.review_queue import QueuedItem, ReviewKind
from tenure.ledger.types import AddAlias, Assert, End, Op, RemoveAlias, SettleReview
from tenure.progress import Progress, no_progress

_CHUNK = 500


class Verdict(StrEnum):
    """What was decided."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision.

    Attributes:
        item: the entry of the queue.
        verdict: what was decided.
        at: when (microseconds UTC).
        tx: the transaction that made it.
    """

    item: QueuedItem
    verdict: Verdict
    at: int
    tx: int


@dataclass(frozen=True, slots=True)
class Decided:
    """What deciding did, or with ``dry_run`` of the summary would do.

    Attributes:
        decision: as it is kept.
        summary: of the ledger.
        before: whether the same had been decided before; then nothing was written.
    """

    decision: Decision
    summary: Summary
    before: bool = False


@dataclass(frozen=True, slots=True)
class Totals:
    """What deciding many entries did, or with ``dry_run`` would do.

    Attributes:
        entries: how many were decided.
        statements: how many statements were recorded.
        opened: how many intervals begin, or reach further than before.
        closed: how many end earlier than before, or are no longer believed.
        conflicts: how many conflicts went to review.
        tx: the last transaction.
    """

    entries: int
    statements: int
    opened: int
    closed: int
    conflicts: int
    tx: int
    dry_run: bool = False


_MENDED_BY = {
    ReviewKind.CONFLICT: "correct or withdraw one of the two statements",
    ReviewKind.UNKNOWN_RELATION: "define it with: tenure relation",
    ReviewKind.MISSING: "end or withdraw the statement if it no longer holds",
}


class Deciding:
    """Decides entries of the review queue of one project."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._db = ledger.connection

    def decide(
        self,
        review: int,
        verdict: Verdict,
        *,
        operations: Sequence[Operation] | None = None,
        dry_run: bool = False,
    ) -> Decided:
        """Accept or reject an entry, in one transaction; the same again changes nothing.

        Args:
            review: the number of the entry.
            verdict: what is decided.
            operations: what to write instead of what waits; an entry that is neither a statement nor a name is
                accepted with nothing else.
            dry_run: return the same and write nothing.

        Raises:
            NotFoundError: if there is no such entry.
            ConflictError: if the contrary was decided, or it was settled otherwise.
            InputError: if it is accepted without the operations it needs.
        """
        item, settled = self._ledger.queued(review)
        known = self._decision(item) if settled is not None else None
        if known is not None and known.verdict is verdict:
            return Decided(known, Summary(tx=known.tx, dry_run=dry_run), before=True)
        if settled is not None:
            raise ConflictError(f"entry {review} was {known.verdict.value if known else 'settled'} already")
        wanted = self._operations(item, verdict) if operations is None else list(operations)
        if dry_run:
            with self._ledger.trying():
                decided = self._decide(item, verdict, wanted)
            return replace(decided, summary=replace(decided.summary, dry_run=True))
        with self._ledger.writing():
            return self._decide(item, verdict, wanted)

    def decide_all(
        self, reviews: Sequence[int], verdict: Verdict, *, dry_run: bool = False, progress: Progress = no_progress
    ) -> Totals:
        """Accept or reject many entries, all of them or none; those that no longer wait are passed over.

        Args:
            reviews: the numbers of the entries; statements and names if they are accepted.
            verdict: what is decided.
            dry_run: return the same totals and write nothing.
            progress: told how far it is; it may raise ``Cancelled``, and then nothing is decided.

        Raises:
            NotFoundError: if there is no such entry.
            InputError: if one is accepted that needs operations of its own.
        """
        with self._ledger.trying() if dry_run else self._ledger.writing():
            return replace(self._decide_all(reviews, verdict, progress), dry_run=dry_run)

    def decisions(self, limit: int = 100, after: int = 0) -> tuple[Decision, ...]:
        """Return what was decided about entries above ``after`` and not undone, by entry."""
        rows = self._db.execute(
            "SELECT d.review, d.verdict, d.at, d.tx FROM review_decision d JOIN review r ON r.id = d.review "
            "WHERE d.review > ? AND r.decided_tx IS NOT NULL ORDER BY d.review LIMIT ?",
            (after, limit),
        ).fetchall()
        return tuple(Decision(self._ledger.queued(n)[0], Verdict(verdict), at, tx) for n, verdict, at, tx in rows)

    def _decide(self, item: QueuedItem, verdict: Verdict, operations: Sequence[Operation]) -> Decided:
        # The queue's entry first: what settles it on the way, as a withdrawal does, then finds it settled.
        summary = self._ledger.apply([SettleReview(item.id), *operations])
        decision = Decision(item, verdict, self._ledger.clock(), summary.tx)
        self._keep([decision])
        return Decided(decision, summary)

    def _decide_all(self, reviews: Sequence[int], verdict: Verdict, progress: Progress) -> Totals:
        entries = statements = opened = closed = conflicts = 0
        for start in range(0, len(reviews), _CHUNK):
            progress("deciding", start / len(reviews))
            found = [self._ledger.queued(number) for number in reviews[start : start + _CHUNK]]
            items = [item for item, settled in found if settled is None]
            operations: list[Operation] = [SettleReview(item.id) for item in items]
            operations += [operation for item in items for operation in self._operations(item, verdict)]
            summary = self._ledger.apply(operations)
            self._keep([Decision(item, verdict, self._ledger.clock(), summary.tx) for item in items])
            entries += len(items)
            statements += summary.statement_count
            begun, ended = _apart(summary)
            opened += begun
            closed += ended
            conflicts += summary.conflicts
        progress("deciding", 1.0)
        return Totals(entries, statements, opened, closed, conflicts, self._ledger.last_tx())

    def _keep(self, decisions: Sequence[Decision]) -> None:
        """Keep decisions; one that was undone gives way to the new one."""
        self._db.executemany(
            "INSERT OR REPLACE INTO review_decision (review, verdict, at, tx) VALUES (?, ?, ?, ?)",
            [(d.item.id, d.verdict.value, d.at, d.tx) for d in decisions],
        )

    def _operations(self, item: QueuedItem, verdict: Verdict) -> list[Operation]:
        """Return what deciding an entry writes where nothing else was asked for."""
        if verdict is Verdict.ACCEPTED and item.kind in _MENDED_BY:
            raise InputError(f"entry {item.id} is not accepted just so: {_MENDED_BY[item.kind]}")
        if item.kind is ReviewKind.PROPOSAL and verdict is Verdict.ACCEPTED:
            operation = Proposals(self._ledger).get(item.id).operation
            return [] if self._stated(operation) else [operation]
        if item.kind is ReviewKind.AMBIGUOUS_NAME and verdict is Verdict.REJECTED:
            return [RemoveAlias(learned.name, learned.alias) for learned in self.learned(item)]
        return []

    def learned(self, item: QueuedItem) -> tuple[AddAlias, ...]:
        """Return the names that an entry about an ambiguous name would take back."""
        rows = self._db.execute("SELECT subject, alias FROM alias WHERE tx = ? AND removed_tx IS NULL", (item.tx,))
        found = [(subject, alias) for subject, alias in rows if item.text.startswith(f"'{alias}' may mean ")]
        return tuple(AddAlias(subject, alias, learned=True) for subject, alias in found)

    def _stated(self, operation: Operation) -> bool:
        """Return whether the very same was stated meanwhile, as by an import of the same sentence."""
        if not isinstance(operation, Assert | End):
            return False
        start = operation.valid_from if isinstance(operation, Assert) else operation.at
        op = Op.ASSERT if isinstance(operation, Assert) else Op.END
        return any(
            (s.op, s.object, s.valid_from, s.evidence.source)
            == (op, operation.object, start, operation.evidence.source)
            for s in self._ledger.statements(operation.key)
            if s.closed_tx is None and not s.erased
        )

    def _decision(self, item: QueuedItem) -> Decision | None:
        row = self._db.execute("SELECT verdict, at, tx FROM review_decision WHERE review = ?", (item.id,)).fetchone()
        return None if row is None else Decision(item, Verdict(row[0]), row[1], row[2])


def _apart(summary: Summary) -> tuple[int, int]:
    """Count what begins or reaches further, and what ends earlier or goes: one that was cut is told once."""
    before = {(change.key.normal, change.object, change.valid_from): change for change in summary.closed}
    begun = longer = 0
    for change in summary.opened:
        former = before.get((change.key.normal, change.object, change.valid_from))
        if former is None:
            begun += 1
        elif change.valid_to is None or (former.valid_to is not None and change.valid_to > former.valid_to):
            longer += 1
    return begun + longer, len(before) - longer
