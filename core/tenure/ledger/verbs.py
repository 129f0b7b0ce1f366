"""One method for each of the everyday operations."""

from __future__ import annotations

from tenure.instants import DateOrigin, Precision
from tenure.keys import Key
from tenure.ledger.check import Check
from tenure.ledger.types import KEEP, NO_EVIDENCE, Assert, Correct, End, Evidence, Keep, Summary, Withdraw


class Verbs(Check):
    """Assert, end, correct and withdraw, each a transaction of its own."""

    def assert_(
        self,
        key: Key,
        object: str,
        valid_from: int,
        valid_to: int | None = None,
        *,
        temporary: bool = False,
        precision: Precision = Precision.INSTANT,
        to_precision: Precision = Precision.INSTANT,
        origin: DateOrigin = DateOrigin.WRITTEN,
        evidence: Evidence = NO_EVIDENCE,
        name: str | None = None,
        recorded_at: int | None = None,
        dry_run: bool = False,
    ) -> Summary:
        """State that ``object`` holds for ``key`` from ``valid_from`` on, or until ``valid_to``; see
        :meth:`apply`."""
        op = Assert(key, object, valid_from, valid_to, temporary, precision, to_precision, origin, evidence, name)
        return self.apply((op,), recorded_at=recorded_at, dry_run=dry_run)

    def end(
        self,
        key: Key,
        at: int,
        object: str | None = None,
        *,
        precision: Precision = Precision.INSTANT,
        origin: DateOrigin = DateOrigin.WRITTEN,
        evidence: Evidence = NO_EVIDENCE,
        name: str | None = None,
        recorded_at: int | None = None,
        dry_run: bool = False,
    ) -> Summary:
        """State that from ``at`` on nothing holds, or with ``object`` that it stopped; see :meth:`apply`."""
        op = End(key, at, object, precision, origin, evidence, name)
        return self.apply((op,), recorded_at=recorded_at, dry_run=dry_run)

    def correct(
        self,
        statement: int | str,
        *,
        object: str | Keep | None = KEEP,
        valid_from: int | Keep = KEEP,
        valid_to: int | Keep | None = KEEP,
        temporary: bool | Keep = KEEP,
        precision: Precision | Keep = KEEP,
        to_precision: Precision | Keep = KEEP,
        evidence: Evidence | Keep = KEEP,
        recorded_at: int | None = None,
        dry_run: bool = False,
    ) -> Summary:
        """Replace a statement that was wrong; fields left out stay, None clears; see :meth:`apply`."""
        op = Correct(statement, object, valid_from, valid_to, temporary, precision, to_precision, evidence)
        return self.apply((op,), recorded_at=recorded_at, dry_run=dry_run)

    def withdraw(self, statement: int | str, *, recorded_at: int | None = None, dry_run: bool = False) -> Summary:
        """Take a statement back: it was never so; see :meth:`apply`."""
        return self.apply((Withdraw(statement),), recorded_at=recorded_at, dry_run=dry_run)
