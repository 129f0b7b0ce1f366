"""What transactions stated and which values they retired: read back from the ledger, before a dry run is undone."""

from __future__ import annotations

from dataclasses import dataclass

from tenure.keys import Key
from tenure.ledger import Ledger
from tenure.ledger.names import scope_of
from tenure.ledger.types import Statement
from tenure.progress import Progress

_TOLD_EACH = 200


@dataclass(frozen=True, slots=True)
class Retired:
    """A value that stops, or was taken back.

    Attributes:
        key: its key.
        object: the value.
        at: when it stops (microseconds UTC); for one taken back, when it had begun.
        by: the value that takes over, or None if nothing holds then.
        taken_back: whether it is believed no more from its beginning on.
    """

    key: Key
    object: str
    at: int
    by: str | None
    taken_back: bool = False


def changes_since(
    ledger: Ledger, tx: int, progress: Progress, most: int | None = None
) -> tuple[tuple[Statement, ...], tuple[Retired, ...]]:
    """Return the statements recorded after a transaction, in order, and the values retired, by key and time.

    Args:
        ledger: what was written to.
        tx: the transaction.
        progress: told how far it is.
        most: so many of each at most; None for all.

    Raises:
        Cancelled: by ``progress``.
    """
    limit = -1 if most is None else most
    rows = ledger.connection.execute(
        "SELECT id FROM statement WHERE tx > ? ORDER BY id LIMIT ?", (tx, limit)
    ).fetchall()
    stated: list[Statement] = []
    for index, row in enumerate(rows):
        if index % _TOLD_EACH == 0:
            progress("looking at what changes", 0.5 * index / len(rows))
        stated.append(ledger.statement(row[0]))
    return tuple(stated), _retired_since(ledger, tx, progress, limit)


def count_retired(ledger: Ledger, tx: int) -> int:
    """Return how many values the transactions after one retired."""
    over = ledger.connection.execute(f"SELECT count(*) FROM ({_TAKEN_OVER})", (tx,)).fetchone()[0]
    back = ledger.connection.execute(f"SELECT count(*) FROM ({_TAKEN_BACK})", (tx, tx)).fetchone()[0]
    return int(over + back)


def count_open(ledger: Ledger) -> int:
    """Return how much waits for review."""
    return int(ledger.connection.execute("SELECT count(*) FROM review WHERE decided_tx IS NULL").fetchone()[0])


def _retired_since(ledger: Ledger, tx: int, progress: Progress, limit: int) -> tuple[Retired, ...]:
    found: list[Retired] = []
    rows = ledger.connection.execute(f"{_TAKEN_OVER} LIMIT ?", (tx, limit)).fetchall()
    for index, (line, at, before, after) in enumerate(rows):
        if index % _TOLD_EACH == 0:
            progress("looking at what changes", 0.5 + 0.5 * index / len(rows))
        by = _text(ledger, after) if after else None
        found.append(Retired(_key_of(ledger, line), _text(ledger, before), at, by))
    for line, at, before in ledger.connection.execute(f"{_TAKEN_BACK} LIMIT ?", (tx, tx, limit)).fetchall():
        found.append(Retired(_key_of(ledger, line), _text(ledger, before), at, None, taken_back=True))
    return tuple(sorted(found, key=lambda r: (r.key.normal, r.at)))


_TAKEN_OVER = (
    "SELECT line, valid_from, before, object FROM (SELECT i.line, i.valid_from, i.object, i.system_from, "
    "(SELECT p.object FROM interval p WHERE p.line = i.line AND p.valid_from < i.valid_from "
    "ORDER BY p.valid_from DESC LIMIT 1) AS before FROM interval i WHERE i.system_from > ?) WHERE before > 0"
)
_TAKEN_BACK = (
    "SELECT p.line, p.valid_from, p.object FROM interval_past p WHERE p.system_to > ? AND p.system_from <= ? "
    "AND p.object > 0 AND NOT EXISTS (SELECT 1 FROM interval i WHERE i.line = p.line AND i.valid_from <= p.valid_from "
    "AND i.object = p.object AND NOT EXISTS (SELECT 1 FROM interval n WHERE n.line = p.line "
    "AND n.valid_from > i.valid_from AND n.valid_from <= p.valid_from))"
)


def _key_of(ledger: Ledger, line: int) -> Key:
    slot = "?1" if line > 0 else "(SELECT slot FROM line WHERE id = ?1)"
    row = ledger.connection.execute(
        "SELECT u.name, t.relation_name, t.scope_name FROM slot t JOIN subject u ON u.id = t.subject "
        f"WHERE t.id = {slot}",
        (line,),
    ).fetchone()
    return Key(row[0], row[1], scope_of(row[2]))


def _text(ledger: Ledger, number: int) -> str:
    row = ledger.connection.execute("SELECT text FROM object WHERE id = ?", (number,)).fetchone()
    return str(row[0]) if row is not None else ""
