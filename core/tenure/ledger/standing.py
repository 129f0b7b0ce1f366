"""What stands on a key now: for the room that decides what follows from a write.

All reads are of the present in system time, inside the write that asks.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
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

    def lines_that_held(self, slot: Slot, values: Sequence[int], x: int) -> list[int]:
        """Return the lines of a slot in which one of some written values held just before an instant."""
        if slot.cardinality is not Cardinality.SET:
            return self.lines_of(slot)
        rows = self._execute(
            "SELECT n.id FROM line n WHERE n.slot = ? AND n.form > 0 AND (SELECT i.object FROM interval i "
            f"WHERE i.line = n.id AND i.valid_from < ? ORDER BY i.valid_from DESC LIMIT 1) IN ({_marks(values)}) "
            "ORDER BY n.id DESC",
            (slot.id, x, *values),
        )
        return [row[0] for row in rows]

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

    def recorded_names(self, relations: Collection[str]) -> tuple[str, ...]:
        """Return the folded names under which statements of relations (folded canonical names) are recorded: their
        own, and what became an alias of theirs after something was recorded under it."""
        listed = (relation for relation in self._registries.latest() if fold(relation.name) in relations)
        aliases = sorted({fold(alias) for relation in listed for alias in relation.aliases})
        found = self._execute(
            "SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM slot WHERE relation = value)",
            (json.dumps(aliases),),
        )
        return tuple(sorted({*relations, *(row[0] for row in found)}))

    def naming(self, names: Sequence[str], after: int) -> list[tuple[int, str]]:
        """Return (written value, JSON list of keys), by their ids, of the statements above an id that are recorded
        under one of these names of relations; value and key may come twice."""
        if not after:
            # All of them: along their keys, which is much faster than through all statements.
            named = f"WHERE p.object IS NOT NULL AND l.relation IN ({_marks(names)}) GROUP BY 1"
            return self._execute(
                "SELECT p.object, json_group_array(l.id) FROM slot l CROSS JOIN position p ON p.line = l.id "
                f"{named} UNION ALL SELECT p.object, json_group_array(l.id) FROM slot l "
                f"CROSS JOIN line n ON n.slot = l.id CROSS JOIN position p ON p.line = n.id {named}",
                (*names, *names),
            ).fetchall()
        return self._execute(
            "SELECT s.object, json_group_array(s.slot) FROM statement s CROSS JOIN slot l ON l.id = s.slot "
            f"WHERE s.id > ? AND s.object IS NOT NULL AND s.erased IS NULL AND l.relation IN ({_marks(names)}) "
            "GROUP BY s.object",
            (after, *names),
        ).fetchall()

    def that_may_have_held(
        self, slots: Sequence[int], names: Sequence[str], values: Sequence[int], x: int
    ) -> list[int]:
        """Return those of some keys that are recorded under one of these names of relations, without the functional
        ones that held none of these written values just before an instant."""
        rows = self._execute(
            "SELECT l.id FROM json_each(?) j CROSS JOIN slot l ON l.id = j.value "
            f"WHERE l.relation IN ({_marks(names)}) AND coalesce((SELECT i.object FROM interval i WHERE i.line = l.id "
            f"AND i.valid_from < ? ORDER BY i.valid_from DESC LIMIT 1) IN ({_marks(values)}), 1)",
            (json.dumps(slots), *names, x, *values),
        )
        return [row[0] for row in rows]

    def stated_by(self, slot: Slot, at: int, source: str) -> list[int]:
        """Return the statements in force on a key, of exactly an instant, that come from a source."""
        rows = self._execute(
            "SELECT p.statement FROM (SELECT ?1 AS id UNION ALL SELECT id FROM line WHERE slot = ?1) l "
            f"CROSS JOIN position p ON p.line = l.id AND p.closed = {LIVE} AND p.valid_from = ?2 "
            "CROSS JOIN evidence e ON e.statement = p.statement CROSS JOIN origin g ON g.id = e.origin "
            "WHERE g.name = ?3",
            (slot.id, at, source),
        )
        return [row[0] for row in rows]

    def text_of(self, number: int) -> str:
        """Return a written value by its id; the empty string if it was erased."""
        return self._text(number)

    def last_statement(self) -> int:
        """Return the highest id of a statement, 0 in an empty ledger."""
        return int(self._execute("SELECT coalesce(max(id), 0) FROM statement").fetchone()[0])

    def in_force(self, statement: int) -> bool:
        """Return whether a statement is neither withdrawn nor corrected."""
        return self._closure(statement, None)[0] is None


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))
