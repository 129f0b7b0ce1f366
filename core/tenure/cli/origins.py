"""Where a value came from beyond its sentence: the commit that stated it, the rule that ended it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import tzinfo
from typing import TYPE_CHECKING

import click

from tenure.cli.common import Json
from tenure.cli.shapes import fact_json, statement_json, time_json
from tenure.cli.words import fact_line
from tenure.instants import Precision, format_instant
from tenure.ledger.types import Fact, Op, Statement
from tenure.rules.effects import OF_RULES

if TYPE_CHECKING:
    from tenure.ingest.git import CommitNote
    from tenure.project import Project

_SHORT = 12
"""So many characters of a commit's id tell it apart for a person."""


class Origins:
    """Finds what some statements and intervals came from, and prints it.

    Args:
        project: the project.
        statements, facts: those that are to be printed.
        known: the transaction asked for, or None for the latest.
    """

    def __init__(
        self, project: Project, *, statements: Iterable[Statement] = (), facts: Iterable[Fact] = (), known: int | None
    ) -> None:
        self._ledger, self._zone, self._known = project.ledger, project.zone, known
        self._tx = {said.id: said.tx for said in statements}
        for fact in facts:
            if fact.statement not in self._tx:
                self._tx[fact.statement] = self._ledger.statement(fact.statement).tx
        self._commits = _commits(project, set(self._tx.values()))

    def commit(self, statement: int) -> CommitNote | None:
        """Return the commit that a statement came from, or None."""
        return self._commits.get(self._tx.get(statement, 0))

    def ended_by(self, fact: Fact) -> Statement | None:
        """Return what a rule stated that ended a value or replaced it, or None."""
        if fact.valid_to is None:
            return None
        for said in self._ledger.statements(fact.key, known=self._known):
            guarded = said.op is Op.END and said.object not in (None, fact.object)
            if said.valid_from == fact.valid_to and said.closed_tx is None and not guarded and rule_of(said):
                return said
        return None

    # --- JSON ---------------------------------------------------------------------------------

    def fact_json(self, fact: Fact) -> Json:
        """Return an interval with its commit and the rule that ended it."""
        ended = self.ended_by(fact)
        return {
            **fact_json(fact),
            "commit": commit_json(self.commit(fact.statement)),
            "ended_by": None if ended is None else {"rule": rule_of(ended), "statement": ended.id},
        }

    def statement_json(self, statement: Statement) -> Json:
        """Return a recorded claim with its commit and the rule that stated it."""
        commit = commit_json(self.commit(statement.id))
        return {**statement_json(statement), "commit": commit, "rule": rule_of(statement)}

    # --- text ---------------------------------------------------------------------------------

    def fact_lines(self, fact: Fact) -> list[str]:
        """Return an interval, what ended it if a rule did, and its commit."""
        ended = self.ended_by(fact)
        by = "" if ended is None else f"  ended by the rule {rule_of(ended)}"
        return [fact_line(fact, self._zone) + by, *self.commit_lines(fact.statement)]

    def commit_lines(self, statement: int, indent: str = "    ") -> list[str]:
        """Return the commit that a statement came from, if it came from one."""
        note = self.commit(statement)
        return [] if note is None else [indent + click.style(_commit_words(note, self._zone), dim=True)]


def rule_of(statement: Statement) -> str | None:
    """Return the rule that made a statement as ``name@version``, or None for others."""
    source = statement.evidence.source or ""
    return source.removeprefix(OF_RULES) if source.startswith(OF_RULES) else None


def commit_json(note: CommitNote | None) -> Json | None:
    """Return a commit."""
    if note is None:
        return None
    return {
        "repository": note.repository,
        "sha": note.sha,
        "author": note.author,
        "author_at": time_json(note.author_at),
        "committed_at": time_json(note.committed_at),
        "summary": note.summary,
    }


def _commit_words(note: CommitNote, zone: tzinfo) -> str:
    when = "" if note.author_at is None else f", {format_instant(note.author_at, Precision.DAY, zone)}"
    return f"commit {note.sha[:_SHORT]} by {note.author}{when}: {note.summary}"


def _commits(project: Project, txs: Collection[int]) -> Mapping[int, CommitNote]:
    connection = project.ledger.connection
    if not connection.execute("SELECT EXISTS (SELECT 1 FROM git_commit)").fetchone()[0]:
        return {}
    from tenure.ingest.git import commits_of

    return commits_of(connection, txs)
