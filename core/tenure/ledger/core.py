"""What all parts of the ledger share: the connection, transactions, and the ids of names.

Names (subjects, keys, objects) are interned; the ids are cached in memory. Every begin of a write
looks whether another connection changed the file and drops the caches then; so does a rollback.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import NamedTuple

from sqlite_utils import Database

from tenure.clock import Clock
from tenure.errors import BusyError, InputError, NotFoundError, ProjectError
from tenure.instants import BEGINNING, FOREVER, Dated
from tenure.keys import NO_SCOPE, Key, Scope, fold
from tenure.ledger.projection import Projection
from tenure.ledger.registry_store import RegistryHistory
from tenure.ledger.types import Transaction
from tenure.passages.store import PassageStore
from tenure.relations import Cardinality, Relation, RelationRegistry, same_value_form

_CACHE = 200_000

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

    ``valid_from`` and ``point`` are ``BEGINNING`` where there is none.
    """

    valid_from: int
    precision: int
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
        self.zone = zone
        self.passages = PassageStore(connection)
        self._execute = connection.execute
        self._depth = 0
        self._version = -1
        self._erased = False
        self._slots: dict[Spelling, Slot] = {}
        self._bulk_slots: dict[tuple[str, str], Slot] = {}
        self._objects: dict[str, int] = {}
        self._forms: dict[tuple[str, str | None, bool], tuple[int, int]] = {}
        self._lines: dict[tuple[int, int], int] = {}
        self._noted: set[str] = set()
        self._texts: dict[int, str] = {}
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

    def _begin(self) -> None:
        try:
            self._execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            raise _busy(error) from error
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
            raise _busy(error) from error
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
        self._bulk_slots.clear()
        self._objects.clear()
        self._forms.clear()
        self._lines.clear()
        self._noted.clear()
        self._texts.clear()
        self._tails.clear()
        self._span = None
        self._last = None
        self._registries.forget()

    @property
    def registry(self) -> RelationRegistry:
        """The relations as the project knows them now."""
        self._refresh()
        return self._registries.latest()

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

    # --- names --------------------------------------------------------------------------------

    def _slot(self, key: Key) -> Slot:
        """Return the slot of a key, creating it."""
        spelling = (key.subject, key.relation, key.scope.dimensions)
        found = self._slots.get(spelling)
        if found is not None:
            return found
        found = self._find_slot(key) or self._create_slot(key)
        if len(self._slots) >= _CACHE:
            self._slots.clear()
        self._slots[spelling] = found
        return found

    def _find_slot(self, key: Key, registry: RelationRegistry | None = None) -> Slot | None:
        """Return the slot of a key under a registry (default: the present one), or None."""
        if registry is None:
            cached = self._slots.get((key.subject, key.relation, key.scope.dimensions))
            if cached is not None:
                return cached
        relation = (registry or self._registries.latest()).get(key.relation)
        row = self._execute(
            "SELECT s.id, u.name, s.relation_name, s.scope_name FROM subject u JOIN slot s ON s.subject = u.id "
            "WHERE u.folded = ? AND s.relation = ? AND s.scope = ?",
            (fold(key.subject), fold(relation.name), key.scope.normal),
        ).fetchone()
        if row is None:
            return None
        slot = Slot(row[0], Key(row[1], relation.name if relation.known else row[2], scope_of(row[3])), relation)
        if registry is None and len(self._slots) < _CACHE:
            self._slots[(key.subject, key.relation, key.scope.dimensions)] = slot
        return slot

    def _create_slot(self, key: Key) -> Slot:
        subject = " ".join(key.subject.split())
        if not subject or not key.relation.strip():
            raise InputError("a statement needs a subject and a relation")
        relation = self._registries.latest().get(key.relation)
        folded = fold(subject)
        row = self._execute("SELECT id, name FROM subject WHERE folded = ?", (folded,)).fetchone()
        if row is None:
            subject_id = self._execute("INSERT INTO subject (folded, name) VALUES (?, ?)", (folded, subject)).lastrowid
        else:
            subject_id, subject = row
        scope = json.dumps(key.scope.dimensions, ensure_ascii=False) if key.scope.dimensions else ""
        slot_id = self._execute(
            "INSERT INTO slot (subject, relation, scope, relation_name, scope_name) VALUES (?, ?, ?, ?, ?)",
            (subject_id, fold(relation.name), key.scope.normal, relation.name, scope),
        ).lastrowid
        return Slot(int(slot_id or 0), Key(subject, relation.name, key.scope), relation)

    def _slot_by_id(self, slot: int, registry: RelationRegistry | None = None) -> Slot:
        row = self._execute(
            "SELECT u.name, s.relation_name, s.scope_name FROM slot s JOIN subject u ON u.id = s.subject "
            "WHERE s.id = ?",
            (slot,),
        ).fetchone()
        if row is None:
            raise NotFoundError(f"there is no key number {slot}")
        relation = (registry or self._registries.latest()).get(row[1])
        return Slot(slot, Key(row[0], row[1], scope_of(row[2])), relation)

    def _object(self, text: str) -> int:
        """Return the id of a written value, creating it."""
        found = self._objects.get(text)
        if found is not None:
            return found
        try:
            row = self._execute("INSERT OR IGNORE INTO object (text) VALUES (?)", (text,))
        except sqlite3.OperationalError as error:
            if "readonly" not in str(error):
                raise _busy(error) from error
            known = self._execute("SELECT id FROM object WHERE text = ?", (text,)).fetchone()
            return int(known[0]) if known is not None else 0
        if row.rowcount == 1:
            found = int(row.lastrowid or 0)
        else:
            found = int(self._execute("SELECT id FROM object WHERE text = ?", (text,)).fetchone()[0])
        if len(self._objects) >= _CACHE:
            self._objects.clear()
            self._texts.clear()
        self._objects[text] = found
        self._texts[found] = text
        return found

    def _object_and_form(self, text: str, relation: Relation) -> tuple[int, int]:
        """Return the ids of a written value and of the form it shares with equal values."""
        asked = (text, relation.unit, relation.case_sensitive)
        known = self._forms.get(asked)
        if known is not None:
            return known
        form = same_value_form(text, relation)
        if not form:
            raise InputError("a statement needs a value that is not empty")
        written = text.strip()
        number = self._object(written)
        known = (number, number if form == written else self._object(form))
        if len(self._forms) >= _CACHE:
            self._forms.clear()
        self._forms[asked] = known
        return known

    def _line(self, slot: int, form: int) -> int:
        """Return the line of a member of a set, creating it; its id is negative."""
        known = self._lines.get((slot, form))
        if known is not None:
            return known
        row = self._execute("SELECT id FROM line WHERE slot = ? AND form = ?", (slot, form)).fetchone()
        if row is None:
            lowest = self._execute("SELECT min(id) FROM line").fetchone()[0]
            known = (lowest or 0) - 1
            self._execute("INSERT INTO line (id, slot, form) VALUES (?, ?, ?)", (known, slot, form))
        else:
            known = int(row[0])
        if len(self._lines) >= _CACHE:
            self._lines.clear()
        self._lines[(slot, form)] = known
        return known

    def _lines_of(self, slot: int) -> list[int]:
        """Return the lines of the members a slot ever had, those wholly erased aside."""
        rows = self._execute("SELECT id FROM line WHERE slot = ? AND form > 0 ORDER BY id DESC", (slot,))
        return [row[0] for row in rows]

    def _ends_line(self, slot: int) -> int | None:
        """Return the line of a set's ends without value, or None if it never had one."""
        known = self._lines.get((slot, ENDS))
        if known is None:
            row = self._execute("SELECT id FROM line WHERE slot = ? AND form = ?", (slot, ENDS)).fetchone()
            if row is None:
                return None
            known = self._lines[(slot, ENDS)] = int(row[0])
        return known

    def _companion(self, line: int, slot: int) -> int | None:
        """Return the line whose rows also count in a line: for a member, the ends of its set."""
        if line > 0:
            return None
        ends = self._ends_line(slot)
        return None if ends == line else ends

    def _every_line_of(self, slot: int) -> list[int]:
        """Return a slot's own line, those of its members, and that of its events."""
        return [
            slot,
            *(row[0] for row in self._execute("SELECT id FROM line WHERE slot = ? ORDER BY id DESC", (slot,))),
        ]

    def _text(self, number: int) -> str:
        known = self._texts.get(number)
        if known is None:
            row = self._execute("SELECT text FROM object WHERE id = ?", (number,)).fetchone()
            known = str(row[0]) if row is not None else ""
            if len(self._texts) >= _CACHE:
                self._texts.clear()
            self._texts[number] = known
        return known


def scope_of(written: str) -> Scope:
    """Return the scope stored as JSON pairs, or no scope for the empty string."""
    return Scope(tuple((n, v) for n, v in json.loads(written))) if written else NO_SCOPE


def _busy(error: sqlite3.OperationalError) -> Exception:
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
