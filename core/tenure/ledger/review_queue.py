"""The queue of what a person should look at: conflicts, and relations the registry doesn't list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo
from enum import StrEnum
from functools import lru_cache
from typing import Any

from tenure.errors import NotFoundError
from tenure.instants import Dated, Precision
from tenure.keys import Key, fold
from tenure.ledger.codes import PRECISIONS, RESTORED
from tenure.ledger.core import LIVE, Slot
from tenure.ledger.derive import Draft
from tenure.ledger.names import Names
from tenure.ledger.rule import ASSERT, HARD
from tenure.relations import Cardinality


class ReviewKind(StrEnum):
    """Why something was queued."""

    CONFLICT = "conflict"
    UNKNOWN_RELATION = "unknown relation"
    MISSING = "missing"
    """A statement whose passage is no longer in the new version of its source."""
    AMBIGUOUS_NAME = "ambiguous name"
    """A name learned from prose that more than one subject has."""
    PROPOSAL = "proposal"
    """A statement that was read from a sentence but not written; the ingest room keeps it."""


@dataclass(frozen=True, slots=True)
class QueuedItem:
    """One entry of the queue.

    Attributes:
        id: unique in the project.
        kind: why it was queued.
        tx: the transaction that queued it.
        text: one sentence, or the name of the relation.
        key: the key concerned, or None.
        statements: ids of the statements concerned.
    """

    id: int
    kind: ReviewKind
    tx: int
    text: str
    key: Key | None
    statements: tuple[int, ...] = ()


class ReviewQueue(Names):
    """Queues and lists."""

    def review(self, limit: int = 100, after: int = 0) -> tuple[QueuedItem, ...]:
        """Return open entries with an id above ``after``, rising."""
        rows = self._execute(
            f"SELECT {_ENTRY} FROM review WHERE decided_tx IS NULL AND id > ? ORDER BY id LIMIT ?", (after, limit)
        ).fetchall()
        return tuple(self._queued(row) for row in rows)

    def review_counts(self) -> dict[ReviewKind, int]:
        """Return how many entries wait of each kind that has any."""
        rows = self._execute("SELECT kind, count(*) FROM review WHERE decided_tx IS NULL GROUP BY kind").fetchall()
        return {ReviewKind(kind): count for kind, count in rows}

    def review_ids(self, kind: ReviewKind) -> list[int]:
        """Return the numbers of the entries of a kind that wait, rising."""
        sql = "SELECT id FROM review WHERE kind = ? AND decided_tx IS NULL ORDER BY id"
        return [row[0] for row in self._execute(sql, (kind.value,))]

    def queued(self, entry: int) -> tuple[QueuedItem, int | None]:
        """Return an entry, and the transaction that it was settled by or None.

        Raises:
            NotFoundError: if there is none of this number.
        """
        row = self._execute(f"SELECT {_ENTRY}, decided_tx FROM review WHERE id = ?", (entry,)).fetchone()
        if row is None:
            raise NotFoundError(f"there is no entry {entry} in the review queue")
        return self._queued(row), row[-1]

    def _settle_entry(self, draft: Draft, entry: int) -> None:
        sql = "UPDATE review SET decided_tx = ? WHERE id = ? AND decided_tx IS NULL"
        draft.edits += self._execute(sql, (draft.tx, entry)).rowcount

    def _reopen_entry(self, draft: Draft, entry: int) -> None:
        """Put an entry back, unless a statement of its pair is no longer in force."""
        row = self._execute("SELECT first, second FROM review WHERE id = ? AND decided_tx IS NOT NULL", (entry,))
        pair = row.fetchone()
        if pair is not None and not any(number and self._is_closed(number) for number in pair):
            self._execute("UPDATE review SET decided_tx = NULL, reopened_tx = ? WHERE id = ?", (draft.tx, entry))
            draft.edits += 1

    def _settle_pairs(self, draft: Draft, statement: int) -> None:
        """Settle what waits about a statement that is closed: with one of a pair gone nothing is left to decide."""
        self._execute(f"UPDATE review SET decided_tx = ?2 WHERE {_ABOUT} AND decided_tx IS NULL", (statement, draft.tx))

    def _reopen_pairs(self, draft: Draft, statement: int) -> None:
        """Reopen what was settled because one of a pair was closed, now that a statement is back in force."""
        rows = self._execute(
            f"SELECT id FROM review WHERE {_ABOUT} AND decided_tx IN (SELECT c.tx FROM closure c "
            f"WHERE c.statement IN (review.first, review.second) AND c.kind <> {RESTORED})",
            (statement,),
        ).fetchall()
        for (entry,) in rows:
            self._reopen_entry(draft, entry)

    def _is_closed(self, statement: int) -> bool:
        row = self._execute(
            "SELECT kind FROM closure WHERE statement = ? ORDER BY id DESC LIMIT 1", (statement,)
        ).fetchone()
        return row is not None and row[0] != RESTORED

    def _queued(self, row: Sequence[Any]) -> QueuedItem:
        number, kind, tx, text, slot, *pair = row[:7]
        key = None if slot is None else self._slot_by_id(slot).key
        return QueuedItem(number, ReviewKind(kind), tx, text, key, tuple(n for n in pair if n is not None))

    def queue_missing(self, statement: int, text: str) -> None:
        """Queue a statement whose prose is gone from the new version of its source; inside
        :meth:`writing`."""
        row = self._execute("SELECT slot FROM statement WHERE id = ?", (statement,)).fetchone()
        self._execute(
            "INSERT OR IGNORE INTO review (tx, kind, slot, first, second, text) VALUES (?, ?, ?, ?, ?, ?)",
            (self._last_transaction()[0], ReviewKind.MISSING.value, row[0] if row else None, statement, 0, text),
        )

    def queue_proposal(self, text: str) -> int | None:
        """Queue a statement that was not written, inside :meth:`writing`; return the entry, or None if the same
        sentence was queued before."""
        row = self._execute(
            "INSERT OR IGNORE INTO review (tx, kind, text) VALUES (?, ?, ?)",
            (self._last_transaction()[0], ReviewKind.PROPOSAL.value, text),
        )
        return row.lastrowid if row.rowcount else None

    def _note_unknown_relation(self, draft: Draft, slot: Slot) -> None:
        name = fold(slot.key.relation)
        if not draft.lists_unknown or name in self._noted:
            return
        self._execute(
            "INSERT OR IGNORE INTO review (tx, kind, slot, text) VALUES (?, ?, ?, ?)",
            (draft.tx, ReviewKind.UNKNOWN_RELATION.value, slot.id, name),
        )
        self._noted.add(name)

    def _note_ambiguous_name(self, draft: Draft, alias: str, subjects: tuple[str, ...]) -> None:
        self._execute(
            "INSERT OR IGNORE INTO review (tx, kind, text) VALUES (?, ?, ?)",
            (draft.tx, ReviewKind.AMBIGUOUS_NAME.value, f"'{alias}' may mean {' or '.join(subjects)}"),
        )

    def _look_for_conflicts(
        self, draft: Draft, slot: Slot, said: tuple[int, int | None], statement: int, when: tuple[int, int]
    ) -> None:
        """Queue pairs of different values from the same instant, or whose imprecise dates overlap; ``said``
        is (kind, form), ``when`` is (valid_from, precision)."""
        kind, form = said
        if kind == ASSERT and form is not None and slot.cardinality is Cardinality.FUNCTIONAL:
            draft.conflicts += self._conflicts_of(draft.tx, slot.id, statement, form, when)

    def _conflicts_of(self, tx: int, slot: int, statement: int, form: int, when: tuple[int, int]) -> int:
        """Queue the conflicts of one assert of a functional slot; return how many are new."""
        valid_from, precision = when
        others: list[tuple[int, int, int | None]] = []
        for start, other, kind, other_form, other_precision in self._execute(_AROUND_DOWN, (slot, valid_from)):
            if other >= statement:  # a bulk load lays all rows before it looks; a single write's is the last
                continue
            if start < valid_from and (not other_precision or self._period_end(start, other_precision) <= valid_from):
                if HARD[kind]:
                    break
                continue
            others.append((other, kind, other_form))
        if precision:
            until = self._period_end(valid_from, precision)
            others += [row[1:4] for row in self._execute(_AROUND_UP, (slot, valid_from, until))
                       if row[1] < statement]  # fmt: skip
        return sum(
            self._execute(
                _QUEUE, (tx, ReviewKind.CONFLICT.value, slot, min(other, statement), max(other, statement))
            ).rowcount
            for other, kind, other_form in others
            if kind == ASSERT and other_form is not None and other_form != form
        )

    def _period_end(self, at: int, precision: int) -> int:
        return _end_of_period(at, PRECISIONS[precision], self.zone)


@lru_cache(maxsize=16_384)
def _end_of_period(at: int, precision: Precision, zone: tzinfo) -> int:
    return Dated(at, precision, zone).end


_ABOUT = "id IN (SELECT id FROM review WHERE first = ?1 UNION ALL SELECT id FROM review WHERE second = ?1)"
_ENTRY = "id, kind, tx, text, slot, first, second"
_QUEUE = "INSERT OR IGNORE INTO review (tx, kind, slot, first, second, text) VALUES (?, ?, ?, ?, ?, '')"
_AROUND_DOWN = (
    "SELECT valid_from, statement, kind, form, precision FROM position "
    f"WHERE line = ? AND closed = {LIVE} AND valid_from <= ? ORDER BY valid_from DESC, statement DESC"
)
_AROUND_UP = (
    "SELECT valid_from, statement, kind, form, precision FROM position "
    f"WHERE line = ? AND closed = {LIVE} AND valid_from > ? AND valid_from < ? ORDER BY valid_from"
)
