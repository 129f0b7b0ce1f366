"""The write operations, one thin function a user action. Run on the writing thread.

With ``dry_run`` each returns the same summary and writes nothing.
"""

from __future__ import annotations

from tenure.instants import Dated, DateOrigin
from tenure.keys import Key
from tenure.ledger.types import Assert, Correct, End, Evidence, Statement, Summary, Withdraw
from tenure.project import Project

MANUAL = Evidence(source="manual")
"""Where a statement made in the window comes from."""


def add_fact(
    project: Project,
    *,
    key: Key,
    value: str,
    start: Dated,
    end: Dated | None,
    temporary: bool,
    dry_run: bool = False,
) -> Summary:
    """State that a value holds from a date on, or until another."""
    operation = Assert(
        key=key,
        object=value,
        valid_from=start.at,
        valid_to=None if end is None else end.at,
        temporary=temporary,
        precision=start.precision,
        to_precision=(end or start).precision,
        origin=DateOrigin.WRITTEN,
        evidence=MANUAL,
    )
    return project.ledger.apply([operation], dry_run=dry_run)


def end_fact(project: Project, *, key: Key, value: str | None, at: Dated, dry_run: bool = False) -> Summary:
    """State that a value stopped holding."""
    operation = End(key=key, at=at.at, object=value, precision=at.precision, evidence=MANUAL)
    return project.ledger.apply([operation], dry_run=dry_run)


def correct_fact(
    project: Project, *, statement: Statement, value: str, start: Dated, end: Dated | None, dry_run: bool = False
) -> Summary:
    """Replace what a statement says, from now on in system time."""
    operation = Correct(
        statement=statement.id,
        object=value,
        valid_from=start.at,
        valid_to=None if end is None else end.at,
        precision=start.precision,
        to_precision=(end or start).precision,
    )
    return project.ledger.apply([operation], dry_run=dry_run)


def withdraw_fact(project: Project, *, statement: Statement, dry_run: bool = False) -> Summary:
    """Take a statement back: it was never so."""
    return project.ledger.apply([Withdraw(statement.id)], dry_run=dry_run)
