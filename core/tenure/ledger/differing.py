"""What differs between two points of both times, over all keys, as ids; rows are fetched by them.

The way from one point to the other has two steps: first the belief about the first instant changes (learned later,
corrected), then the world does, as it is known at the second point (opened, closed, changed). Each step is the
difference along one time that :meth:`~tenure.ledger.compare.Compare.diff` finds.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from typing import NamedTuple

from tenure.errors import InputError
from tenure.keys import Key, fold
from tenure.ledger.compare import Compare
from tenure.ledger.core import EVENTS
from tenure.ledger.names import scope_of
from tenure.ledger.types import Statement
from tenure.relations import Cardinality, Relation

_CHUNK = 4_000
"""Keys looked at together, so that a million of them never stand in memory at once."""

_SUBJECT_LINES = (
    "line IN (SELECT s.id FROM subject u JOIN slot s ON s.subject = u.id WHERE u.folded = ?5 UNION ALL "
    "SELECT l.id FROM subject u JOIN slot s ON s.subject = u.id JOIN line l ON l.slot = s.id WHERE u.folded = ?5) AND"
)
_LINES = (
    "SELECT line FROM interval WHERE {0} (valid_from > ?1 AND valid_from <= ?2 OR system_from > ?3 AND "
    "system_from <= ?4) UNION SELECT line FROM interval_past WHERE {0} (valid_from > ?1 AND valid_from <= ?2 OR "
    "system_from > ?3 AND system_from <= ?4 OR system_to > ?3 AND system_to <= ?4)"
)
_EVENTS = (
    "SELECT line, valid_from, opened, closed, statement FROM position "
    f"WHERE line IN (SELECT id FROM line WHERE form = {EVENTS}) AND kind <= 1 AND object IS NOT NULL AND {{0}} "
    "(valid_from > ?1 AND valid_from <= ?2 OR opened > ?3 AND opened <= ?4 OR closed > ?3 AND closed <= ?4)"
)
_STANDING = (
    "SELECT line, max(valid_from), system_from, NULL, form FROM interval "
    "WHERE line IN (SELECT value FROM json_each(?1)) AND valid_from <= ?2 AND system_from <= ?3 GROUP BY line "
    "UNION ALL SELECT line, max(valid_from), system_from, system_to, form FROM interval_past "
    "WHERE line IN (SELECT value FROM json_each(?1)) AND valid_from <= ?2 AND system_from <= ?3 AND system_to > ?3 "
    "GROUP BY line"
)
_KEYS = (
    "SELECT s.id, u.name, s.relation_name, s.scope_name FROM slot s JOIN subject u ON u.id = s.subject "
    "WHERE s.id IN (SELECT value FROM json_each(?))"
)
_SLOTS_CLOSED = (
    "SELECT DISTINCT s.slot FROM closure c JOIN statement s ON s.id = c.statement WHERE c.tx > ? AND c.tx <= ?"
)


class TwoPoint(NamedTuple):
    """An instant (microseconds UTC) and a transaction."""

    valid: int
    known: int


class DifferenceKind(StrEnum):
    """How something differs: in what was believed of the first instant, or in the world since."""

    OPENED = "opened"
    """Nothing held at the first instant; something does at the second."""
    CLOSED = "closed"
    """What held at the first instant does not at the second, and nothing took over."""
    CHANGED = "changed"
    """Another value took over."""
    CORRECTED = "corrected"
    """What was believed of the first instant was corrected or withdrawn."""
    LEARNED = "learned"
    """What held at the first instant already was stated only later."""

    @property
    def belief(self) -> bool:
        """Whether it differs in what was believed, not in the world."""
        return self in (DifferenceKind.CORRECTED, DifferenceKind.LEARNED)


@dataclass(frozen=True, slots=True)
class DifferingFact:
    """One difference.

    Attributes:
        kind: how it differs.
        key: in display form.
        before, after: ids of the facts on each side, None where nothing held.
        tx: the transaction that brought it.
    """

    kind: DifferenceKind
    key: Key
    before: str | None
    after: str | None
    tx: int


class Stand(NamedTuple):
    """What stands on a line at a point; of an event the form is its statement."""

    line: int
    valid_from: int
    system_from: int
    system_to: int | None
    form: int
    event: bool = False

    @property
    def fact(self) -> str:
        """The id of the fact."""
        tail = f":{self.form}" if self.event else ""
        return f"{self.line}:{self.valid_from}:{self.system_from}{tail}"


_Held = dict[tuple[int, int], Stand]
"""What holds of a key at a point, by line and form."""


@dataclass(slots=True)
class _Candidate:
    """A key that may differ: its lines, and the events among them as (instant, opened, closed, statement, line)."""

    lines: list[int] = field(default_factory=list)
    events: list[tuple[int, int, int, int, int]] = field(default_factory=list)


class Differing(Compare):
    """Differences between two points of both times."""

    def differences(self, first: TwoPoint, second: TwoPoint, *, subject: str | None = None) -> list[DifferingFact]:
        """Return what differs between two points, by key; of one key the beliefs before the world.

        With equal transactions it is what changed in the world, with equal instants what changed in what was
        believed.

        Args:
            first, second: the second not before the first in either time.
            subject: only this subject.

        Raises:
            InputError: if the second point lies before the first.
        """
        if second.valid < first.valid or second.known < first.known:
            raise InputError("the second point of a difference lies before the first")
        one = TwoPoint(first.valid, self._known(first.known))
        two = TwoPoint(second.valid, self._known(second.known))
        self._refresh()
        step = _Steps(self, one, two)
        candidates = iter(sorted(self._candidates(one, two, subject).items()))
        found: list[DifferingFact] = []
        while chunk := dict(islice(candidates, _CHUNK)):
            found += step.of(chunk)
        return sorted(found, key=lambda one: (one.key.normal, not one.kind.belief))

    def closing_statement(self, fact: str, *, valid: int, known: int) -> Statement | None:
        """Return the statement by which a fact no longer holds at two times, None if nothing says so."""
        line = int(fact.partition(":")[0])
        slot = line if line > 0 else self._execute("SELECT slot FROM line WHERE id = ?", (line,)).fetchone()[0]
        row = self._ruler(line, slot, valid, known)
        return None if row is None else self._statement(row.statement, known)

    def _candidates(self, one: TwoPoint, two: TwoPoint, subject: str | None) -> dict[int, _Candidate]:
        """Return the slots on whose lines anything starts, comes or goes between the points."""
        where = "" if subject is None else _SUBJECT_LINES
        values: tuple[int | str, ...] = (one.valid, two.valid, one.known, two.known)
        if subject is not None:
            values = (*values, fold(subject))
        slot_of = dict(self._execute("SELECT id, slot FROM line").fetchall())
        found: dict[int, _Candidate] = {}
        for (line,) in self._execute(_LINES.format(where), values):
            found.setdefault(slot_of.get(line, line), _Candidate()).lines.append(line)
        for line, at, opened, closed, statement in self._execute(_EVENTS.format(where), values):
            events = found.setdefault(slot_of[line], _Candidate()).events
            events.append((at, opened, closed, statement, line))
        if self._edited(one.known, two.known):
            self._add_redefined(found, one.known, two.known, subject)
        return found

    def _edited(self, first: int, last: int) -> bool:
        return self._registries.at(first) is not self._registries.at(last)

    def _add_redefined(self, found: dict[int, _Candidate], first: int, last: int, subject: str | None) -> None:
        """Add every line of the keys whose relation means something else at the second point."""
        before, after = self._registries.at(first), self._registries.at(last)
        for slot in self.find_slots(subject=subject, known=first):
            old, new = before.get(slot.key.relation), after.get(slot.key.relation)
            if (old.name, old.cardinality) != (new.name, new.cardinality):
                candidate = found.setdefault(slot.id, _Candidate())
                candidate.lines = self._every_line_of(slot.id)

    def _stands_at(self, lines: Collection[int], at: TwoPoint) -> dict[int, Stand]:
        """Return what stands on some lines at a point, the later of a line's two."""
        found: dict[int, Stand] = {}
        for row in self._execute(_STANDING, (json.dumps(list(lines)), *at)):
            stand = Stand(*row)
            other = found.get(stand.line)
            if other is None or other.valid_from < stand.valid_from:
                found[stand.line] = stand
        return found


class _Steps:
    """The two steps from one point to the other, of one chunk of keys after the other."""

    def __init__(self, ledger: Differing, one: TwoPoint, two: TwoPoint) -> None:
        self._ledger = ledger
        self._points = (one, TwoPoint(one.valid, two.known), two)
        self._entries = [ledger._registries.at(point.known).get for point in self._points]
        self._closed = {row[0] for row in ledger._execute(_SLOTS_CLOSED, (one.known, two.known))}

    def of(self, chunk: dict[int, _Candidate]) -> Iterator[DifferingFact]:
        """Yield the differences of some keys."""
        lines = [line for candidate in chunk.values() for line in candidate.lines]
        standing = [self._ledger._stands_at(lines, point) for point in self._points]
        for slot, subject, relation, scope in self._ledger._execute(_KEYS, (json.dumps(list(chunk)),)).fetchall():
            entries = [entry(relation) for entry in self._entries]
            held = [
                _held(chunk[slot], stands, entry.cardinality, point)
                for stands, entry, point in zip(standing, entries, self._points, strict=True)
            ]
            lives = [fold(entry.name) == fold(relation) for entry in entries]
            key = Key(subject, _name(entries[-1] if lives[-1] else entries[0], relation), scope_of(scope))
            if lives[0] or lives[1]:
                one_value = entries[1 if lives[1] else 0].cardinality is Cardinality.FUNCTIONAL
                for old, new in _pairs(held[0], held[1], one_value):
                    yield self._belief(slot, key, old, new, standing[1])
            if lives[2]:
                one_value = entries[2].cardinality is Cardinality.FUNCTIONAL
                for old, new in _pairs(held[1], held[2], one_value):
                    yield self._world(key, old, new, standing[2])

    def _belief(
        self, slot: int, key: Key, old: Stand | None, new: Stand | None, now: dict[int, Stand]
    ) -> DifferingFact:
        known = self._points[1].known
        tx = new.system_from if new is not None else self._points[0].known
        if old is not None and old.system_to is not None and old.system_to <= known:
            tx = old.system_to
        elif new is None and old is not None and old.line in now:
            tx = now[old.line].system_from
        kind = DifferenceKind.LEARNED
        if slot in self._closed and self._taken_back(slot, old, new):
            kind = DifferenceKind.CORRECTED
        return DifferingFact(kind, key, _fact(old), _fact(new), tx)

    def _taken_back(self, slot: int, old: Stand | None, new: Stand | None) -> bool:
        """Return whether what ruled at the first point was corrected or withdrawn by the second, or what rules now
        corrects something."""
        ledger, (one, middle, _two) = self._ledger, self._points
        ruler = self._ruler(slot, old or new, one)
        if ruler is not None and ledger._closure(ruler, middle.known)[0] is not None:
            return True
        now = None if new is None else self._ruler(slot, new, middle)
        return now is not None and ledger._statement(now, middle.known).corrects is not None

    def _ruler(self, slot: int, stand: Stand | None, at: TwoPoint) -> int | None:
        if stand is None or stand.event:
            return None if stand is None else stand.form
        row = self._ledger._ruler(stand.line, slot, at.valid, at.known)
        return None if row is None else row.statement

    def _world(self, key: Key, old: Stand | None, new: Stand | None, now: dict[int, Stand]) -> DifferingFact:
        if old is not None and new is not None:
            return DifferingFact(DifferenceKind.CHANGED, key, _fact(old), _fact(new), new.system_from)
        if new is not None:
            return DifferingFact(DifferenceKind.OPENED, key, None, _fact(new), new.system_from)
        assert old is not None
        return DifferingFact(DifferenceKind.CLOSED, key, _fact(old), None, now[old.line].system_from)


def _held(candidate: _Candidate, stands: dict[int, Stand], cardinality: Cardinality, at: TwoPoint) -> _Held:
    """Return what holds of a key: on its own line, on those of its members, or the events so far."""
    if cardinality is Cardinality.EVENT:
        return {
            (line, statement): Stand(line, start, opened, closed, statement, event=True)
            for start, opened, closed, statement, line in candidate.events
            if start <= at.valid and opened <= at.known < closed
        }
    own = cardinality is Cardinality.FUNCTIONAL
    found = (stands[line] for line in candidate.lines if line in stands and (line > 0) is own)
    return {(stand.line, stand.form): stand for stand in found if stand.form > 0}


def _pairs(old: _Held, new: _Held, one_value: bool) -> Iterator[tuple[Stand | None, Stand | None]]:
    """Yield what holds on one side only; of a key with one value both sides together."""
    gone = [stand for place, stand in old.items() if place not in new]
    come = [stand for place, stand in new.items() if place not in old]
    if one_value and len(gone) == len(come) == 1:
        yield gone[0], come[0]
        return
    yield from ((stand, None) for stand in gone)
    yield from ((None, stand) for stand in come)


def _fact(stand: Stand | None) -> str | None:
    return None if stand is None else stand.fact


def _name(entry: Relation, relation: str) -> str:
    return entry.name if entry.known else relation
