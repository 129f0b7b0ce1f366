"""Which facts a table shows: keys found, their facts filtered and ordered, as ids only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tenure.instants import Dated
from tenure.keys import Key, fold
from tenure.ledger.core import Slot
from tenure.ledger.names import scope_of
from tenure.ledger.points import Stop
from tenure.ledger.reads import Held
from tenure.ledger.scopes import Scopes
from tenure.ledger.types import State
from tenure.relations import Cardinality

_EVERY_SLOT = (
    "SELECT s.id, u.name, s.relation_name, s.scope_name, u.folded, s.relation, s.scope "
    "FROM slot s JOIN subject u ON u.id = s.subject"
)
_EVERY_POINT = (
    "SELECT p.line, p.valid_from, p.system_from, p.form, o.text FROM ("
    "SELECT line, valid_from, system_from, form, object FROM interval WHERE system_from <= ?1 UNION ALL "
    "SELECT line, valid_from, system_from, form, object FROM interval_past WHERE system_from <= ?1 AND system_to > ?1"
    ") p LEFT JOIN object o ON o.id = p.object ORDER BY p.line DESC, p.valid_from"
)
_Listed = tuple[tuple[object, ...], str]
"""A fact's place in the order, and its id."""


@dataclass(frozen=True, slots=True)
class FactQuery:
    """Which facts a table shows.

    Attributes:
        subject: only this subject (any spelling), or None.
        relation: only this relation (any alias), or None.
        text: only facts whose subject, relation, scope or value contains it, case aside.
        states: only facts in one of these states, or None for all.
        all_system: also facts believed once and no longer by ``known``.
        order: ``subject``, ``relation``, ``object``, ``valid_from`` or ``state``.
        descending: whether the order is reversed.
    """

    subject: str | None = None
    relation: str | None = None
    text: str | None = None
    states: frozenset[State] | None = None
    all_system: bool = False
    order: str = "subject"
    descending: bool = False


class Listing(Scopes):
    """Finds keys and facts."""

    def find_keys(
        self, *, subject: str | None = None, relation: str | None = None, limit: int = 100_000
    ) -> tuple[Key, ...]:
        """Return the keys of a subject (any spelling), of a relation (any alias), or of both."""
        return tuple(slot.key for slot in self.find_slots(subject=subject, relation=relation, limit=limit))

    def find_slots(
        self, *, subject: str | None = None, relation: str | None = None, known: int | None = None, limit: int = 100_000
    ) -> tuple[Slot, ...]:
        """As :meth:`find_keys`, with the ids and relations of the keys."""
        self._refresh()
        registry = self._registries.at(known)
        conditions, values = ["1"], []
        if subject is not None:
            conditions.append("u.folded = ?")
            values.append(fold(subject))
        if relation is not None:
            conditions.append("s.relation = ?")
            values.append(fold(registry.get(relation).name))
        rows = self._execute(
            "SELECT s.id, u.name, s.relation_name, s.scope_name FROM slot s JOIN subject u ON u.id = s.subject "
            f"WHERE {' AND '.join(conditions)} ORDER BY u.folded, s.relation, s.scope LIMIT ?",
            (*values, limit),
        ).fetchall()
        found: list[Slot] = []
        for number, name, relation_name, scope in rows:
            entry = registry.get(relation_name)
            if fold(entry.name) == fold(relation_name):
                found.append(
                    Slot(number, Key(name, entry.name if entry.known else relation_name, scope_of(scope)), entry)
                )
        return tuple(found)

    def keys_by_id(self, slots: Iterable[int], known: int) -> dict[int, Key]:
        """Return keys by their ids, in the names of that transaction."""
        registry = self.registry_at(known)
        found: dict[int, Key] = {}
        for number in slots:
            slot = self._slot_by_id(number, registry)
            name = slot.relation.name if slot.relation.known else slot.key.relation
            found[number] = Key(slot.key.subject, name, slot.key.scope)
        return found

    def values_by_id(self, objects: Iterable[int]) -> dict[int, str]:
        """Return values as written by their ids."""
        return {number: self._text(number) for number in objects}

    def disputed_keys(self) -> frozenset[int]:
        """Return the ids of the keys with a conflict that nobody decided yet."""
        rows = self._execute("SELECT slot FROM review WHERE decided_tx IS NULL AND kind = 'conflict'")
        return frozenset(row[0] for row in rows)

    def fact_ids(
        self, query: FactQuery | None = None, *, valid: int | Dated | None = None, known: int | None = None
    ) -> list[str]:
        """Return the ids of the facts a query shows, in its order; fetch rows by :meth:`facts_by_id`."""
        wanted = query or FactQuery()
        x, k = self._valid(valid), self._known(known)
        if wanted.subject is None and wanted.relation is None and not wanted.all_system:
            rows = list(self._list_all(wanted, x, k))
        else:
            slots = self.find_slots(subject=wanted.subject, relation=wanted.relation, known=k)
            rows = [row for slot in slots for row in self._listed(slot, wanted, x, k)]
        rows.sort(key=lambda row: row[0], reverse=wanted.descending)
        return [row[1] for row in rows]

    def _listed(self, slot: Slot, query: FactQuery, x: int, k: int) -> Iterator[_Listed]:
        held = list(self._all_held(slot, k))
        if query.all_system:
            held += self._once_held(slot, k)
        needle = query.text.casefold() if query.text else None
        named = needle is not None and needle in f"{slot.key.subject} {slot.key.relation} {slot.key.scope}".casefold()
        for entry in held:
            state = self._state(entry, x)
            if query.states is not None and state not in query.states:
                continue
            text = self._text(entry.point.object)
            if needle is not None and not named and needle not in text.casefold():
                continue
            start = (entry.point.valid_from, entry.point.system_from, -entry.line)
            yield _order(query.order, slot.key.normal, start, text, state), fact_id(entry)

    def _list_all(self, query: FactQuery, x: int, k: int) -> Iterator[_Listed]:
        """The facts of all keys in one pass over the intervals, without a look at each key."""
        slots = self._every_slot(k)
        lines = dict(self._execute("SELECT id, slot FROM line").fetchall())
        needle = query.text.casefold() if query.text else None
        for row, following in _with_next(self._execute(_EVERY_POINT, (k,))):
            line, start, since, form, text = row
            slot = slots.get(line if line > 0 else lines[line])
            if form <= 0 or slot is None:
                continue
            state = State.CURRENT
            if x < start:
                state = State.FUTURE
            elif following is not None and x >= following[1]:
                state = State.SUPERSEDED if following[3] > 0 else State.ENDED
            if query.states is not None and state not in query.states:
                continue
            if needle is None or needle in slot.searched or needle in text.casefold():
                yield _order(query.order, slot.normal, (start, since, -line), text, state), f"{line}:{start}:{since}"
        for slot in slots.values():
            if slot.event:
                yield from self._listed(self._slot_by_id(slot.id, self._registries.at(k)), query, x, k)

    def _every_slot(self, k: int) -> dict[int, _Listable]:
        """Return the keys by id; those an alias moved to another relation aside."""
        self._refresh()
        registry = self._registries.at(k)
        known: dict[str, tuple[str, bool, bool]] = {}
        found: dict[int, _Listable] = {}
        for number, subject, relation, scope, *folded in self._execute(_EVERY_SLOT):
            entry = known.get(relation)
            if entry is None:
                listed = registry.get(relation)
                entry = known[relation] = (
                    listed.name if listed.known else relation,
                    fold(listed.name) == fold(relation),
                    listed.cardinality is Cardinality.EVENT,
                )
            if entry[1]:
                where = scope_of(scope) if scope else ""
                searched = f"{subject} {entry[0]} {where}".casefold()
                found[number] = _Listable(number, (folded[0], folded[1], folded[2]), searched, entry[2])
        return found

    def _once_held(self, slot: Slot, k: int) -> list[Held]:
        """Return change points with a value that were believed by ``k`` and no longer are."""
        held: list[Held] = []
        for line in self._lines_at(slot):
            rows = self._execute(
                "SELECT valid_from, system_from, system_to, object, form FROM interval_past "
                "WHERE line = ? AND system_to <= ? AND form > 0",
                (line, k),
            ).fetchall()
            for row in rows:
                point = Stop(*row)
                held.append(Held(line, point, self._point_after(line, point.valid_from, row[2] - 1)))
        return held


@dataclass(slots=True)
class _Listable:
    """A key on the way into a list: its id, normalised names, what a text is searched in, whether of events."""

    id: int
    normal: tuple[str, str, str]
    searched: str
    event: bool


_Point = tuple[int, int, int, int, str]


def _with_next(points: Iterable[_Point]) -> Iterator[tuple[_Point, _Point | None]]:
    """Yield each change point with the one after it on its line."""
    before: _Point | None = None
    for point in points:
        if before is not None:
            yield before, point if point[0] == before[0] else None
        before = point
    if before is not None:
        yield before, None


def fact_id(held: Held) -> str:
    """Return the id of a fact: line, start, and the transaction that believed it first."""
    point = held.point
    tail = f":{point.form}" if held.following is point else ""
    return f"{held.line}:{point.valid_from}:{point.system_from}{tail}"


_STATE_ORDER = {state: place for place, state in enumerate(State)}


def _order(
    order: str, normal: tuple[str, str, str], start: tuple[int, int, int], text: str, state: State
) -> tuple[object, ...]:
    subject, relation, scope = normal
    if order == "relation":
        return relation, subject, scope, start
    if order == "object":
        return text.casefold(), subject, relation, scope, start
    if order == "valid_from":
        return start[0], subject, relation, scope, start
    if order == "state":
        return _STATE_ORDER[state], subject, relation, scope, start
    return subject, relation, scope, start
