"""The ledger's door: one class made of the parts in this package.

Opening: :func:`open_ledger`, or :func:`connect` and :func:`prepare` and then ``Ledger(database, clock=…)``.

Writing (each returns a :class:`~tenure.ledger.types.Summary`; ``dry_run`` gives the same and writes nothing):
    ``apply(operations)`` one ledger transaction; ``writing()`` many in one SQL transaction;
    ``assert_ end correct withdraw erase`` one operation each; ``define add_alias remove_alias`` the
    registry; ``undo(tx)``; ``load(batches)`` in bulk; ``tenure.ledger.interchange.import_lines``.

Reading at two times (``valid``: microseconds UTC or a written date; ``known``: a transaction, see ``tx_at``):
    ``slot value history why lookup`` one key; ``statements statement statements_of_passages`` what was
    said; ``beliefs`` one key over both times; ``diff`` between two points of one time, ``differences`` between
    two points of both; ``subjects relations_of find_keys find_slots keys``
    the navigator; ``aliases aliases_of all_names`` names; ``fact_ids facts_by_id facts_of_slots lanes
    span`` tables, marking and timeline; ``transactions transaction last_tx tx_at`` system time;
    ``review`` the queue; ``export_lines(ledger)`` everything.

What follows from a write: ``consequences`` (implemented by the rules), ``reconsider``, and the reads of
    ``standing`` it is decided by.

Upkeep: ``check(repair=…)``, ``info()``, ``close()``.

The parts, each using those before it: ``core`` (connection, transactions, names), ``derive`` and ``lay``
(intervals kept in step), ``rebuild``, ``points``, ``writes``, ``erase``, ``edits``, ``undo``, ``bulk``,
``tombstones``, ``check``, ``verbs``; beside them ``reads``, ``scopes``, ``browse``, ``compare``, ``standing``,
and with numpy ``columns`` and ``spans`` (all facts as arrays). Pure and testable alone: ``rule``, ``window``,
``replay``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import UTC, tzinfo
from pathlib import Path
from types import TracebackType

from sqlite_utils import Database

from tenure.clock import Clock, system_clock
from tenure.errors import ProjectError
from tenure.ledger import schema
from tenure.ledger.differing import Differing
from tenure.ledger.projection import Projection
from tenure.ledger.rectangles import Rectangles
from tenure.ledger.registry_store import seed_relations, write_seed
from tenure.ledger.standing import Standing
from tenure.ledger.verbs import Verbs
from tenure.passages import schema as passages_schema
from tenure.passages.migrations import migrate, pending_steps
from tenure.relations import Relation

BUSY_TIMEOUT = 5.0
"""Seconds a write waits for another process."""


class Ledger(Differing, Rectangles, Standing, Verbs):
    """A bi-temporal ledger over one connection."""

    def close(self) -> None:
        """Close the connection."""
        self.db.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def connect(path: str | Path, *, read_only: bool = False, timeout: float = BUSY_TIMEOUT) -> Database:
    """Open the SQLite file of a project the way every room needs it.

    WAL, synchronous NORMAL, foreign keys on, secure delete, a busy timeout (seconds); autocommit, so
    that transactions begin and end only where the ledger says.

    Raises:
        ProjectError: if the file cannot be opened or is no database.
    """
    target = Path(path)
    try:
        uri = f"{target.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
        connection = sqlite3.connect(uri, uri=True, timeout=timeout, isolation_level=None, cached_statements=512)
    except sqlite3.OperationalError as error:
        raise ProjectError(f"cannot open '{target}': {error}") from error
    try:
        database = Database(connection, recursive_triggers=False, execute_plugins=False)
        # A window reads over several connections at once; what they keep of the file, the system's cache has too.
        kept = 8192 if read_only else 65536
        for pragma in ("foreign_keys = ON", "temp_store = MEMORY", f"cache_size = -{kept}"):
            connection.execute(f"PRAGMA {pragma}")
        if not read_only:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA secure_delete = ON")
            # A single write touches four to five pages; a checkpoint after a thousand comes too often.
            connection.execute("PRAGMA wal_autocheckpoint = 4000")
    except sqlite3.OperationalError as error:
        # A full disk, a lock, a file beside it that cannot be made: the project itself may be sound.
        connection.close()
        raise ProjectError(f"cannot open '{target}': {error}") from error
    except sqlite3.DatabaseError as error:
        connection.close()
        raise ProjectError(f"'{target}' is not a Tenure project: {error}") from error
    return database


def prepare(database: Database, path: str | Path | None, *, seed: Sequence[Relation] | None = None) -> None:
    """Bring the tables of passages and ledger up to date; record the seed registry in a new file."""
    connection = database.conn
    migrate(connection, path, "passages", passages_schema.MIGRATIONS)
    made = migrate(connection, path, "ledger", schema.MIGRATIONS)
    if 1 in made:
        with database.atomic():
            write_seed(connection, seed_relations() if seed is None else seed)


def open_ledger(
    path: str | Path,
    *,
    clock: Clock = system_clock,
    read_only: bool = False,
    projections: Sequence[Projection] = (),
    zone: tzinfo = UTC,
    seed: Sequence[Relation] | None = None,
    timeout: float = BUSY_TIMEOUT,
) -> Ledger:
    """Open the ledger in a project file, creating the file if it is missing.

    Args:
        path: of the file.
        clock: the time now, in microseconds UTC.
        read_only: open for reading; the file must exist and be up to date.
        projections: told of every write inside its SQL transaction.
        zone: of dates written without a zone.
        seed: the registry a new file starts with; None for the one Tenure ships with.
        timeout: seconds a write waits for another process.

    Raises:
        ProjectError: if the file is not a Tenure project, damaged, or made by a newer version.
    """
    database = connect(path, read_only=read_only, timeout=timeout)
    try:
        if read_only:
            if pending_steps(database.conn, "ledger", schema.MIGRATIONS):
                raise ProjectError("the project was made by an older version; open it for writing once")
        else:
            prepare(database, path, seed=seed)
        return Ledger(database, clock=clock, projections=projections, zone=zone)
    except BaseException:
        database.close()
        raise
