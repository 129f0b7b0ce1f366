"""What stands on a key now: for the room that decides what follows from a write.

All reads are of the present in system time, inside the write that asks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from tenure.instants import FOREVER
from tenure.keys import Key, fold
from tenure.ledger.core import EVENTS, LIVE, Slot
from tenure.ledger.points import Points
from tenure.ledger.rule import END, GUARDED_END, NOTHING, TEMPORARY, Row, Rule
from tenure.relations import Cardinality

_BEGUN = (
    "SELECT max(p.statement), p.valid_from, p.valid_to, p.kind, p.object FROM position p "
    "JOIN interval i ON i.line = p.line AND i.valid_from = p.valid_from AND i.form = p.form "
    f"WHERE p.line = ? AND p.closed = {LIVE} AND p.kind <= {TEMPORARY} GROUP BY p.valid_from"
)
_HAPPENED = (
    "SELECT statement, valid_from, valid_to, 0, object FROM position "
    f"WHERE line = ? AND closed = {LIVE} AND kind <= {TEMPORARY} AND object IS NOT NULL ORDER BY valid_from, statement"
)
_ENDED_BY = (
    f"SELECT max(statement) FROM position WHERE line IN (?, ?) AND closed = {LIVE} AND valid_from = ? "
    f"AND kind IN ({END}, {GUARDED_END})"
)
_EXPLICIT = (
    "SELECT p.kind, p.form FROM position p WHERE p.line IN (?1, ?2) "
    f"AND p.closed = {LIVE} AND p.valid_from = ?3 AND NOT EXISTS (SELECT 1 FROM evidence e "
    # No GLOB: a pattern that is bound makes SQLite prepare the statement anew each time.
    "JOIN origin g ON g.id = e.origin WHERE e.statement = p.statement AND substr(g.name, 1, length(?4)) = ?4)"
)


class Begun(NamedTuple):
    """A value that begins, or with ``text`` of what held before, ends.

    Attributes:
        statement: the one that says so.
        at: microseconds UTC.
        until: where it stops holding if it was stated to lapse, else None.
        lapses: whether it was stated to lapse.
        text: the value as written.
    """

    statement: int
    at: int
    until: int | None
    lapses: bool
    text: str


class Holding(NamedTuple):
    """A value that holds: its line, form, written object and text, and the row that rules."""

    line: int
    form: int
    object: int
    text: str
    row: Row


class Standing(Points):
    """Reads for what follows."""

    def home(self, slot: int) -> Slot:
        """Return the key a recorded slot belongs to under the present registry."""
        return self._home(slot)

    def slot_of(self, key: Key) -> Slot:
        """Return the slot of a key, creating it."""
        return self._slot(key)

    def lines_of(self, slot: Slot) -> list[int]:
        """Return the lines of a slot in which values stand: its own, or a set's members."""
        if slot.cardinality is Cardinality.FUNCTIONAL:
            return [slot.id]
        return self._lines_of(slot.id) if slot.cardinality is Cardinality.SET else []

    def begun(self, slot: Slot) -> Iterator[Begun]:
        """Yield where a value begins to hold by a statement of that very instant; of an event, each."""
        if slot.cardinality is Cardinality.EVENT:
            line = self._execute("SELECT id FROM line WHERE slot = ? AND form = ?", (slot.id, EVENTS)).fetchone()
            for statement, at, _, _, number in self._execute(_HAPPENED, line).fetchall() if line else ():
                yield Begun(statement, at, None, False, self._text(number))
            return
        for line in self.lines_of(slot):
            for statement, at, valid_to, kind, number in self._execute(_BEGUN, (line,)).fetchall():
                lapses = valid_to is not None or kind == TEMPORARY
                yield Begun(statement, at, self._until(line, at) if lapses else None, lapses, self._text(number))

    def _until(self, line: int, at: int) -> int | None:
        row = self._execute(
            "SELECT valid_from FROM interval WHERE line = ? AND valid_from > ? ORDER BY valid_from LIMIT 1", (line, at)
        ).fetchone()
        return None if row is None else int(row[0])

    def ended(self, slot: Slot) -> Iterator[Begun]:
        """Yield where a value stops holding by an end, with that value."""
        ends = self._ends_line(slot.id) if slot.cardinality is Cardinality.SET else None
        for line in self.lines_of(slot):
            before: tuple[int, int] = (NOTHING, 0)
            rows = self._execute("SELECT valid_from, form, object FROM interval WHERE line = ? ORDER BY 1", (line,))
            for at, form, number in rows.fetchall():
                if form == NOTHING and before[0] > 0:
                    found = self._execute(_ENDED_BY, (line, line if ends is None else ends, at)).fetchone()
                    if found[0] is not None:
                        yield Begun(found[0], at, None, False, self._text(before[1]))
                before = (form, number)

    def held_before(self, slot: Slot, line: int, x: int, folded: str | None = None) -> Holding | None:
        """Return what holds on a line just before an instant; with ``folded`` only a value that folds to it."""
        row = self._execute(
            "SELECT form, object FROM interval WHERE line = ? AND valid_from < ? ORDER BY valid_from DESC LIMIT 1",
            (line, x),
        ).fetchone()
        if row is None or row[0] <= 0 or (folded is not None and fold(self._text(row[1])) != folded):
            return None
        ruler = self._ruler(line, slot.id, x - 1, FOREVER)
        return None if ruler is None else Holding(line, row[0], row[1], self._text(row[1]), ruler)

    def holding_without(self, slot: Slot, line: int, x: int, without: Collection[int]) -> Row | None:
        """Return the row whose value would hold on a line at an instant if some statements were not there."""
        rows = [r for r in self._rows_known(line, slot.id, x, FOREVER, whole=True) if r.statement not in without]
        form, index = Rule(rows).at(x, len(rows))
        return rows[index] if form > 0 else None

    def stated_at(self, slot: Slot, line: int, x: int, except_from: str) -> list[tuple[int, int | None]]:
        """Return (kind, form) of the rows that stand on a line at exactly an instant, those aside whose
        source begins so."""
        ends = self._ends_line(slot.id) if slot.cardinality is Cardinality.SET else None
        rows = self._execute(_EXPLICIT, (line, line if ends is None else ends, x, except_from))
        return [(row[0], row[1]) for row in rows]

    def member_line(self, slot: Slot, written: str) -> int | None:
        """Return the line a value of a key stands in, or None if it never stood there."""
        if slot.cardinality is Cardinality.FUNCTIONAL:
            return slot.id
        form = self._object_and_form(written, slot.relation)[1]
        row = self._execute("SELECT id FROM line WHERE slot = ? AND form = ?", (slot.id, form)).fetchone()
        return None if row is None else int(row[0])

    def values_named(self, slot: Slot) -> set[str]:
        """Return every value in force on a key, as written."""
        return {
            self._text(row[0])
            for line in self.lines_of(slot)
            for row in self._execute(
                f"SELECT DISTINCT object FROM position WHERE line = ? AND closed = {LIVE} AND object IS NOT NULL",
                (line,),
            )
        }

    def naming(self, relations: Collection[str], after: int) -> Iterator[tuple[int, str]]:
        """Yield (key, value as written) of the statements above an id whose relation is one of these
        (folded canonical names), under whatever name it was recorded."""
        listed = (relation for relation in self._registries.latest() if fold(relation.name) in relations)
        names = {*relations, *(fold(alias) for relation in listed for alias in relation.aliases)}
        marks = ",".join("?" * len(names))
        rows = self._execute(
            "SELECT DISTINCT s.slot, s.object FROM statement s CROSS JOIN slot l ON l.id = s.slot "
            f"WHERE s.id > ? AND s.object IS NOT NULL AND s.erased IS NULL AND l.relation IN ({marks})",
            (after, *sorted(names)),
        ).fetchall()
        texts = {number: self._text(number) for number in {row[1] for row in rows}}
        for slot, number in rows:
            yield slot, texts[number]

    def stated_by(self, slot: Slot, at: int, source: str) -> list[int]:
        """Return the statements in force on a key, of exactly an instant, that come from a source."""
        return [
            row[0]
            for line in self._every_line_of(slot.id)
            for row in self._execute(
                "SELECT p.statement FROM position p JOIN evidence e ON e.statement = p.statement "
                "JOIN origin g ON g.id = e.origin "
                f"WHERE p.line = ? AND p.closed = {LIVE} AND p.valid_from = ? AND g.name = ?",
                (line, at, source),
            )
        ]

    def text_of(self, number: int) -> str:
        """Return a written value by its id; the empty string if it was erased."""
        return self._text(number)

    def last_statement(self) -> int:
        """Return the highest id of a statement, 0 in an empty ledger."""
        return int(self._execute("SELECT coalesce(max(id), 0) FROM statement").fetchone()[0])

    def in_force(self, statement: int) -> bool:
        """Return whether a statement is neither withdrawn nor corrected."""
        return self._closure(statement, None)[0] is None
