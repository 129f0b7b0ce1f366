"""What other rooms keep in step with the ledger: lexical index, conversations, vectors.

A projection is called inside the SQL transaction of the write, so that what one user action writes
commits together or not at all.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from tenure.ledger.types import Statement


def _nothing(ids: tuple[int, ...]) -> tuple[Statement, ...]:  # noqa: ARG001
    return ()


@dataclass(frozen=True, slots=True)
class Written:
    """One ledger transaction as a projection sees it.

    Attributes:
        tx: its number.
        recorded: ids of the statements recorded, rising; empty for a bulk load (then ``bulk``).
        closed: ids of the statements withdrawn or corrected.
        passages: ids of passages stored.
        bulk: the first and last id of statements loaded in bulk, or None.
        load: fetches statements by id, in the order given.
    """

    tx: int
    recorded: tuple[int, ...] = ()
    closed: tuple[int, ...] = ()
    passages: tuple[int, ...] = ()
    bulk: tuple[int, int] | None = None
    load: Callable[[tuple[int, ...]], tuple[Statement, ...]] = _nothing

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The statements recorded, fetched when asked for."""
        return self.load(self.recorded)


@dataclass(frozen=True, slots=True)
class Erased:
    """What an erasure takes away; whatever a projection keeps of it must go.

    Attributes:
        statements: ids of the erased statements.
        passages: ids of the erased passages.
        texts: ids of the erased passage texts.
        objects: the values as written that no statement uses any more.
        sources: names of sources erased as a whole.
        subjects: folded names of subjects erased as a whole.
    """

    statements: tuple[int, ...] = ()
    passages: tuple[int, ...] = ()
    texts: tuple[int, ...] = ()
    objects: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()


class Projection(Protocol):
    """Implemented by rooms above the ledger."""

    def apply(self, connection: sqlite3.Connection, event: Written) -> None:
        """Take up what a transaction wrote."""

    def erase(self, connection: sqlite3.Connection, erased: Erased) -> None:
        """Remove every trace of what was erased."""

    def rebuild(self, connection: sqlite3.Connection) -> None:
        """Build everything anew from the ledger and the passages."""
