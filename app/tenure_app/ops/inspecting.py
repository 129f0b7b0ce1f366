"""What the inspector does beside reading a key: where a statement came from, and what an erasure takes."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from tenure.conversations.projection import quoting
from tenure.ledger.projection import Erased, Written
from tenure.ledger.types import AddAlias, DefineRelation, Erase, Statement, Summary
from tenure.project import Project

_LISTED = 200
"""Statements listed before an erasure; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Commit:
    """The commit a statement came from; ``at`` is the author's date (microseconds UTC), or None."""

    sha: str
    author: str
    at: int | None
    summary: str
    repository: str


def commits(project: Project, *, transactions: frozenset[int]) -> Mapping[int, Commit]:
    """Return the commits that these transactions state, by transaction."""
    connection = project.ledger.connection
    if not connection.execute("SELECT EXISTS (SELECT 1 FROM git_commit)").fetchone()[0]:
        return {}
    from tenure.ingest.git import commits_of

    found = commits_of(connection, transactions)
    return {tx: Commit(n.sha, n.author, n.author_at, n.summary, n.repository) for tx, n in found.items()}


# Where a source is


def file_of(project: Project, *, source: str) -> Path | None:
    """Return the file a source was read from, if it is still there.

    It is looked for in the folders and repositories that were imported, and never outside of them, then among
    the files that were imported one by one.
    """
    from tenure.ingest.runs import FILES, Runs

    runs = Runs(project.ledger)
    for place in reversed(runs.places()):
        folder = Path(place.path).resolve()
        for name in (source, source.partition("/")[2]):
            file = (folder / name).resolve()
            if name and file.is_relative_to(folder) and file.is_file():
                return file
    for run in runs.all():
        if run.kind != FILES:
            continue
        for name in run.name.split(", "):
            file = Path(name)
            if file.name == source and file.is_file():
                return file
    return None


# Erasing


@dataclass(frozen=True, slots=True)
class Erasure:
    """All that an erasure would take.

    Attributes:
        summary: of the dry run.
        statements: the first of them.
        count: how many statements.
        passages: how many passages lose their text.
        turns: how many questions of conversations quote any of it.
    """

    summary: Summary
    statements: tuple[Statement, ...]
    count: int
    passages: int
    turns: int


class _Witness:
    """A projection that notes what is erased."""

    def __init__(self) -> None:
        self.seen = Erased()

    def apply(self, connection: sqlite3.Connection, event: Written) -> None:
        """Take up nothing."""

    def erase(self, connection: sqlite3.Connection, erased: Erased) -> None:  # noqa: ARG002
        """Note it."""
        self.seen = erased

    def rebuild(self, connection: sqlite3.Connection) -> None:
        """Build nothing."""


def would_erase(project: Project, *, operation: Erase) -> Erasure:
    """Return what an erasure would take, and leave everything as it is."""
    ledger, witness = project.ledger, _Witness()
    ledger.projections.append(witness)
    try:
        summary = ledger.apply([operation], dry_run=True)
    finally:
        ledger.projections.remove(witness)
    seen = witness.seen
    statements = tuple(ledger.statement(number) for number in seen.statements[:_LISTED])
    turns = len(quoting(ledger.connection, seen))
    return Erasure(summary, statements, len(seen.statements), len(seen.passages), turns)


def erase(project: Project, *, operation: Erase) -> Summary:
    """Erase for good."""
    return project.ledger.apply([operation])


# Names and how long values live


def aliases(project: Project, *, subject: str) -> tuple[str, ...]:
    """Return the other names of a subject."""
    return project.ledger.aliases_of(subject)


def add_alias(project: Project, *, subject: str, alias: str, dry_run: bool = False) -> Summary:
    """Give a subject another name; keys are never merged by it."""
    return project.ledger.apply([AddAlias(subject, alias)], dry_run=dry_run)


def set_life(project: Project, *, relation: str, life: int | None, dry_run: bool = False) -> Summary:
    """Set how long (microseconds) a value of a relation counts as fresh after it was stated last; None: for good."""
    entry = replace(project.ledger.registry.get(relation), time_to_live=life, known=True)
    return project.ledger.apply([DefineRelation(entry)], dry_run=dry_run)
