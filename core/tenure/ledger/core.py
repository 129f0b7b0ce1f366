"""What all parts of the ledger share: the connection, transactions, and the ids of names.

Names are interned (see ``names``); the ids are cached in memory. Every begin of a write
looks whether another connection changed the file and drops the caches then; so does a rollback.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import NamedTuple

from sqlite_utils import Database

from tenure.clock import Clock
from tenure.errors import BusyError, NotFoundError, ProjectError
from tenure.instants import BEGINNING, FOREVER, Dated
from tenure.keys import Key
from tenure.ledger.consequences import Consequences
from tenure.ledger.projection import Projection
from tenure.ledger.registry_store import RegistryHistory
from tenure.ledger.types import Transaction
from tenure.passages.store import PassageStore
from tenure.relations import Cardinality, Relation, RelationRegistry

Spelling = tuple[str, str, tuple[tuple[str, str], ...]]
"""A key as one caller writes it: subject, relation, dimensions; hashed and compared without Python code."""


@dataclass(slots=True)
class Slot:
    """A key as stored: its id, its display form and what its relation says."""

    id: int
    key: Key
    relation: Relation

    @property
    def cardinality(self) -> Cardinality:
        """How many values the key holds at a time."""
        return self.relation.cardinality


class Tail(NamedTuple):
    """The latest of a line: its last row in force and its last change point.

    ``valid_from`` and ``point`` are ``BEGINNING`` where there is none. ``loose`` is 0 if the row decides
    alone what may conflict with a later one: it is hard and precise.
    """

    valid_from: int
    loose: int
    point: int
    form: int
    object: int


class Core:
    """Connection, transactions, interned names. Base of the parts that make up :class:`Ledger`."""

    def __init__(
        self,
        db: Database | sqlite3.Connection,
        *,
        clock: Clock,
        projections: Sequence[Projection] = (),
        zone: tzinfo = UTC,
    ) -> None:
        self.db = db if isinstance(db, Database) else Database(db)
        connection = self.db.conn
        if not isinstance(connection, sqlite3.Connection):  # pragma: no cover - sqlite-utils types it wider
            raise ProjectError("the ledger needs a connection of the standard sqlite3 module")
        self.connection: sqlite3.Connection = connection
        self.clock = clock
        self.projections: list[Projection] = list(projections)
        self.consequences: Consequences | None = None
        self.zone = zone
        self.passages = PassageStore(connection)
        self._execute = connection.execute
        self._depth = 0
        self._version = -1
        self._erased = False
        self._slots: dict[Spelling, Slot] = {}
        self._numbered: dict[int, Slot] = {}
        self._homes_now: dict[int, Slot] = {}
        self._bulk_slots: dict[tuple[str, str], Slot] = {}
        self._objects: dict[str, int] = {}
        self._forms: dict[tuple[str, str | None, bool], tuple[int, int]] = {}
        self._lines: dict[tuple[int, int], int] = {}
        self._noted: set[str] = set()
        self._texts: dict[int, str] = {}
        self._origins: dict[str, int] = {}
        self._tails: dict[int, Tail] = {}
        self._span: tuple[int, int, int] | None = None
        self._last: tuple[int, int] | None = None
        self._registries = RegistryHistory(connection)

    # --- transactions -------------------------------------------------------------------------

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Put many ledger transactions into one SQL transaction; any exception rolls all back.

        Nested use joins the outer one.

        Raises:
            BusyError: if another process holds the write lock longer than the busy timeout.
        """
        outer = self._depth == 0 and not self.connection.in_transaction
        if outer:
            self._begin()
        elif self._depth == 0:
            self._notice_others()
        self._depth += 1
        try:
            yield
        except BaseException:
            self._depth -= 1
            if outer:
                self._rollback()
            raise
        self._depth -= 1
        if outer:
            self._commit()

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Write, and at the end leave nothing of it; also inside :meth:`writing`.

        Raises:
            BusyError: as :meth:`writing`.
        """
        outer = not self.connection.in_transaction
        if outer:
            self._begin()
        self._execute("SAVEPOINT trying")
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            self._execute("ROLLBACK TO trying")
            self._execute("RELEASE trying")
            self.forget()
            if outer:
                self._rollback()

    def _begin(self) -> None:
        try:
            self._execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            raise busy(error) from error
        self._notice_others()

    def _notice_others(self) -> None:
        """Drop the caches if another connection changed the file."""
        version = self._execute("PRAGMA data_version").fetchone()[0]
        if version != self._version:
            self._version = version
            self.forget()

    def _commit(self) -> None:
        try:
            self._execute("COMMIT")
        except sqlite3.OperationalError as error:
            self._rollback()
            raise busy(error) from error
        if self._erased:
            self._erased = False
            # The write-ahead log still holds the old pages.
            self._execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def _rollback(self) -> None:
        if self.connection.in_transaction:
            self._execute("ROLLBACK")
        self._erased = False
        self.forget()

    def forget(self) -> None:
        """Drop what is cached in memory; the next read or write fetches it again."""
        self._slots.clear()
        self._numbered.clear()
        self._bulk_slots.clear()
        self._homes_now.clear()
        self._objects.clear()
        self._forms.clear()
        self._lines.clear()
        self._noted.clear()
        self._texts.clear()
        self._origins.clear()
        self._tails.clear()
        self._span = None
        self._last = None
        self._registries.forget()
        if self.consequences is not None:
            self.consequences.forget()

    @property
    def registry(self) -> RelationRegistry:
        """The relations as the project knows them now."""
        self._refresh()
        return self._registries.latest()

    def registry_at(self, known: int) -> RelationRegistry:
        """Return the relations as the project knew them after a transaction."""
        self._refresh()
        return self._registries.at(known)

    def _refresh(self) -> None:
        """Outside a write: drop the caches if another connection changed the file."""
        if not self.connection.in_transaction:
            self._notice_others()

    # --- system time --------------------------------------------------------------------------

    def _last_transaction(self) -> tuple[int, int]:
        if self._last is None:
            row = self._execute("SELECT tx, recorded_at FROM tx ORDER BY tx DESC LIMIT 1").fetchone()
            self._last = row if row is not None else (0, BEGINNING)
        return self._last

    def last_tx(self) -> int:
        """Return the number of the latest transaction, 0 in an empty ledger."""
        row = self._execute("SELECT max(tx) FROM tx").fetchone()
        return int(row[0] or 0)

    def tx_at(self, at: int | Dated) -> int:
        """Return the last transaction recorded at or before a wall-clock time, 0 if there is none.

        A bare date means its end. Recording times never fall, so this is a bisection.
        """
        limit = at
        if isinstance(at, Dated):
            limit = at.at if at.end == at.at else at.end - 1
        low, high = 0, self.last_tx()
        while low < high:
            middle = (low + high + 1) // 2
            row = self._execute("SELECT recorded_at FROM tx WHERE tx = ?", (middle,)).fetchone()
            if row[0] <= limit:
                low = middle
            else:
                high = middle - 1
        return low

    def transaction(self, tx: int) -> Transaction:
        """Return one transaction.

        Raises:
            NotFoundError: if there is none of this number.
        """
        row = self._execute("SELECT tx, recorded_at, stated_at, undoes FROM tx WHERE tx = ?", (tx,)).fetchone()
        if row is None:
            raise NotFoundError(f"there is no transaction {tx}")
        return Transaction(*row)

    def transactions(self, limit: int = 100, after: int = 0) -> tuple[Transaction, ...]:
        """Return transactions numbered above ``after``, rising."""
        rows = self._execute(
            "SELECT tx, recorded_at, stated_at, undoes FROM tx WHERE tx > ? ORDER BY tx LIMIT ?", (after, limit)
        )
        return tuple(Transaction(*row) for row in rows)


def busy(error: sqlite3.OperationalError) -> Exception:
    """Return what to raise for an error of SQLite: its own words only where nothing better is known."""
    text = str(error)
    if "locked" in text or "busy" in text:
        return BusyError("another process is writing to the project; try again when it has finished")
    if "readonly" in text:
        return ProjectError("the project is open for reading only (or its file or folder is write-protected)")
    return error


EVENTS = 0
"""``line.form`` of the line that holds a slot's events; such a line has no intervals."""
ENDS = -1
"""``line.form`` of the line that holds a set's ends without value; they stand in every member's line."""

EARLIEST = -62_135_596_800_000_000
LATEST = 253_402_300_799_999_999
"""The first and last instant a date can be written for: years 1 to 9999."""

LIVE = FOREVER
"""``position.closed`` of a statement in force."""
