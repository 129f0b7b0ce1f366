"""Statements that wait for a person: what rules and model did not both read from a sentence.

None of them is in the ledger. Each has an entry in the review queue and is kept whole, so that it
can be written when somebody accepts it; an erasure removes it with its sentence, source or subject.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tenure.errors import NotFoundError
from tenure.instants import DateOrigin, Precision
from tenure.keys import Key, Scope, fold
from tenure.ledger import Ledger
from tenure.ledger.projection import Erased, Written
from tenure.ledger.types import AddAlias, Assert, End, Evidence


class Proposer(StrEnum):
    """Who alone read a statement."""

    RULES = "rules"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class Proposed:
    """A statement, or another name of a subject, that only one of them read from a sentence."""

    operation: Assert | End | AddAlias
    by: Proposer


@dataclass(frozen=True, slots=True)
class Proposal:
    """A statement that waits.

    Attributes:
        review: its entry in the review queue.
        operation: what to write when it is accepted, with the sentence as evidence.
        by: who read it.
        model: the model that was asked.
        source: where the sentence stands.
        run: the import that read it, or None while that goes on.
        passage: the one that holds the sentence.
    """

    review: int
    operation: Assert | End | AddAlias
    by: Proposer
    model: str
    source: str
    run: int | None
    passage: int


class Proposals:
    """The proposals of one project. Writes belong inside the caller's transaction."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._db = ledger.connection

    def queue(self, proposed: Proposed, *, model: str, source: str, passage: int) -> bool:
        """Queue a statement for review; return False if the same of the same source was queued before."""
        operation = proposed.operation
        review = self._ledger.queue_proposal(f"{_words(operation)} ({source}, {_ALONE[proposed.by]})")
        if review is None:
            return False
        self._db.execute(
            f"INSERT INTO proposal ({_COLUMNS}) VALUES ({', '.join('?' * 20)})",
            (review, proposed.by.value, model, source, passage, None, *_row(operation)),
        )
        return True

    def open(self, limit: int = 100, after: int = 0) -> tuple[Proposal, ...]:
        """Return undecided proposals with a review entry above ``after``, rising."""
        rows = self._db.execute(
            f"SELECT {_COLUMNS} FROM proposal WHERE review > ? AND review IN "
            "(SELECT id FROM review WHERE decided_tx IS NULL) ORDER BY review LIMIT ?",
            (after, limit),
        ).fetchall()
        return tuple(self._proposal(row) for row in rows)

    def get(self, review: int) -> Proposal:
        """Return the proposal of an entry of the review queue.

        Raises:
            NotFoundError: if the entry is none.
        """
        row = self._db.execute(f"SELECT {_COLUMNS} FROM proposal WHERE review = ?", (review,)).fetchone()
        if row is None:
            raise NotFoundError(f"there is no proposal {review}")
        return self._proposal(row)

    def waiting_of(self, source: str) -> list[int]:
        """Return the entries of the review queue that wait with a statement from a source, rising."""
        rows = self._db.execute(
            "SELECT review FROM proposal WHERE source = ? AND review IN "
            "(SELECT id FROM review WHERE decided_tx IS NULL) ORDER BY review",
            (source,),
        )
        return [row[0] for row in rows]

    def count_of(self, run: int) -> int:
        """Return how many statements that an import read wait."""
        row = self._db.execute(
            "SELECT count(*) FROM proposal WHERE run = ? AND review IN "
            "(SELECT id FROM review WHERE decided_tx IS NULL)",
            (run,),
        ).fetchone()
        return int(row[0])

    def read_by(self, run: int) -> None:
        """Note the import that queued what is not yet any import's."""
        self._db.execute("UPDATE proposal SET run = ? WHERE run IS NULL", (run,))

    def drop(self, run: int) -> None:
        """Take back what an import proposed and nobody decided."""
        _delete(self._db, "run = ? AND review IN (SELECT id FROM review WHERE decided_tx IS NULL)", run)

    def _proposal(self, row: Sequence[Any]) -> Proposal:
        review, by, model, source, passage, run, *rest = row
        text = "".join(p.text for p in self._ledger.passages.get([passage]))
        return Proposal(review, _operation(rest, source, passage, text), Proposer(by), model, source, run, passage)


class ProposalsProjection:
    """Keeps the proposals in step with what is erased."""

    def apply(self, connection: sqlite3.Connection, event: Written) -> None:
        """Take up nothing: proposals do not follow from statements."""

    def erase(self, connection: sqlite3.Connection, erased: Erased) -> None:
        """Remove the proposals of erased passages, sources and subjects."""
        for passage in erased.passages:
            _delete(connection, "passage = ?", passage)
        for source in erased.sources:
            _delete(connection, "source = ?", source)
        for subject in erased.subjects:
            _delete(connection, "folded = ?", subject)

    def rebuild(self, connection: sqlite3.Connection) -> None:
        """Build nothing: they can only be read from the sentences again."""


_ALONE = {Proposer.RULES: "by the rules alone", Proposer.MODEL: "by the model alone"}
_COLUMNS = (
    "review, by, model, source, passage, run, op, subject, folded, relation, scope, object, valid_from, valid_to, "
    "precision, to_precision, origin, temporary, span_from, span_to"
)


def _delete(connection: sqlite3.Connection, where: str, value: int | str) -> None:
    decided = f"DELETE FROM review_decision WHERE review IN (SELECT review FROM proposal WHERE {where})"
    connection.execute(decided, (value,))
    connection.execute(f"DELETE FROM review WHERE id IN (SELECT review FROM proposal WHERE {where})", (value,))
    connection.execute(f"DELETE FROM proposal WHERE {where}", (value,))


def _words(operation: Assert | End | AddAlias) -> str:
    if isinstance(operation, AddAlias):
        return f"{operation.name} is also called {operation.alias}"
    if isinstance(operation, Assert):
        return f"{operation.key}: {operation.object}"
    return f"{operation.key}: no longer {operation.object or 'so'}"


def _row(operation: Assert | End | AddAlias) -> tuple[object, ...]:
    if isinstance(operation, AddAlias):
        whole = "alias", operation.name, fold(operation.name), "", "{}", operation.alias
        return (*whole, None, None, None, None, None, False, None, None)
    key, evidence = operation.key, operation.evidence
    span = evidence.span or (None, None)
    scope = json.dumps(key.scope.as_dict(), ensure_ascii=False)
    what = key.subject, fold(key.subject), key.relation, scope, operation.object
    precision, origin = operation.precision.value, operation.origin.value
    if isinstance(operation, End):
        return ("end", *what, operation.at, None, precision, None, origin, False, *span)
    until = operation.valid_to, precision, operation.to_precision.value
    return ("assert", *what, operation.valid_from, *until, origin, operation.temporary, *span)


def _operation(row: Sequence[Any], source: str, passage: int, text: str) -> Assert | End | AddAlias:
    op, subject, _, relation, scope, value, start, stop, precision, to_precision, origin, temporary, *span = row
    if op == "alias":
        return AddAlias(subject, value, learned=True)
    key = Key(subject, relation, Scope.of(json.loads(scope)))
    place = None if span[0] is None else (int(span[0]), int(span[1]))
    said = None if place is None else text[place[0] : place[1]]
    evidence = Evidence(source, said, passage, place)
    if op == "end":
        return End(key, start, value, Precision(precision), DateOrigin(origin), evidence)
    precisions = Precision(precision), Precision(to_precision)
    return Assert(key, value, start, stop, bool(temporary), *precisions, DateOrigin(origin), evidence)
