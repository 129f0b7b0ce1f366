"""What a person decides about the review queue: statements that wait, and names that more than one subject has.

A decision is made once and kept. Accepting a statement writes it with its sentence as evidence; rejecting it
writes nothing. Accepting a name leaves it a candidate for all that have it; rejecting takes back what was
learned. The other entries of the queue are settled by the commands that mend them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from tenure.errors import ConflictError, InputError
from tenure.ingest.proposals import Proposals
from tenure.ledger import Ledger, Operation, Summary
from tenure.ledger.review_queue import QueuedItem, ReviewKind
from tenure.ledger.types import Assert, End, Op, RemoveAlias


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
        tx: the transaction it wrote, or the last one before it.
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

    def decide(self, review: int, verdict: Verdict, *, dry_run: bool = False) -> Decided:
        """Accept or reject an entry, in one transaction; the same again changes nothing.

        Raises:
            NotFoundError: if there is no such entry.
            ConflictError: if the contrary was decided, or it was settled otherwise.
            InputError: if it is no statement that waits and no ambiguous name.
        """
        item, settled = self._ledger.queued(review)
        known = self._decision(item)
        if known is not None and known.verdict is verdict:
            return Decided(known, Summary(tx=known.tx, dry_run=dry_run), before=True)
        if known is not None or settled is not None:
            raise ConflictError(f"entry {review} was {known.verdict.value if known else 'settled'} already")
        if item.kind in _MENDED_BY:
            raise InputError(f"entry {review} is not accepted or rejected: {_MENDED_BY[item.kind]}")
        if dry_run:
            with self._ledger.trying():
                decided = self._decide(item, verdict)
            return replace(decided, summary=replace(decided.summary, dry_run=True))
        with self._ledger.writing():
            return self._decide(item, verdict)

    def decisions(self, limit: int = 100, after: int = 0) -> tuple[Decision, ...]:
        """Return what was decided about entries above ``after``, by entry."""
        rows = self._db.execute(
            "SELECT review, verdict, at, tx FROM review_decision WHERE review > ? ORDER BY review LIMIT ?",
            (after, limit),
        ).fetchall()
        return tuple(Decision(self._ledger.queued(n)[0], Verdict(verdict), at, tx) for n, verdict, at, tx in rows)

    def _decide(self, item: QueuedItem, verdict: Verdict) -> Decided:
        operations = self._operations(item, verdict)
        summary = self._ledger.apply(operations) if operations else Summary(tx=self._ledger.last_tx())
        decision = Decision(item, verdict, self._ledger.clock(), summary.tx)
        self._ledger.settle_review(item.id)
        self._db.execute(
            "INSERT INTO review_decision (review, verdict, at, tx) VALUES (?, ?, ?, ?)",
            (item.id, verdict.value, decision.at, decision.tx),
        )
        return Decided(decision, summary)

    def _operations(self, item: QueuedItem, verdict: Verdict) -> list[Operation]:
        if item.kind is ReviewKind.PROPOSAL:
            operation = Proposals(self._ledger).get(item.id).operation
            return [operation] if verdict is Verdict.ACCEPTED and not self._stated(operation) else []
        if verdict is Verdict.ACCEPTED:
            return []
        rows = self._db.execute("SELECT subject, alias FROM alias WHERE tx = ? AND removed_tx IS NULL", (item.tx,))
        return [RemoveAlias(subject, alias) for subject, alias in rows if item.text.startswith(f"'{alias}' may mean ")]

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
