"""Every change point of a ledger in memory, a column each: what a table or a timeline of a million facts selects from.

SQLite finds one key fast; it cannot order or count a million intervals between two strokes of a key. Columns hold
numbers only (ids, instants, transactions, no text), about thirty bytes a point, are read once in about a second a
million, and never change: after a write the next ones are read. Needs numpy.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import merge
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenure.ledger.browse import Browse
from tenure.ledger.core import EVENTS, LIVE
from tenure.ledger.names import scope_of

Ints = NDArray[np.int32]
Instants = NDArray[np.int64]
Flags = NDArray[np.bool_]

_LOW = 2**32 - 1
_STILL = 2**31 - 1
"""``until`` of what is believed now."""
# Handing rows over one by one costs most of the time, and a change of threads for each. So SQLite writes the numbers
# of many lines as one text. Three numbers hold six: forms begin at -1, transactions and ids fit into half a number.
_PACKED = (
    "SELECT json_group_array(valid_from), json_group_array(({since} << 32) | object), "
    "json_group_array((line << 32) | (form + 1)), json_group_array({until}) FROM "
)
_NOW = _PACKED.format(since="system_from", until=_STILL) + "interval WHERE line BETWEEN ? AND ?"
_ONCE = _PACKED.format(since="system_from", until="system_to") + "interval_past WHERE line BETWEEN ? AND ?"
_HAPPENED = (
    "SELECT json_group_array(p.valid_from), json_group_array((p.opened << 32) | p.object), "
    f"json_group_array((p.line << 32) | (p.statement + 1)), json_group_array(min(p.closed, {_STILL})) FROM line l "
    f"CROSS JOIN position p ON p.line = l.id WHERE l.form = {EVENTS} AND p.kind <= 1 AND p.object IS NOT NULL "
    "AND l.id BETWEEN ? AND ?"
)
_LINES_SPANNED = "SELECT min((SELECT min(id) FROM line), 1), (SELECT max(id) FROM slot)"
_SLOTS = (
    "SELECT json_group_array(id), json_group_array(name), json_group_array(relation), json_group_array(scope), "
    "json_group_array(relation_name), json_group_array(scope_name) FROM (SELECT s.id, u.name, s.relation, s.scope, "
    "s.relation_name, s.scope_name FROM slot s JOIN subject u ON u.id = s.subject "
    "ORDER BY u.folded, s.relation, s.scope)"
)
_SOURCE = (
    "SELECT g.name FROM position p LEFT JOIN evidence e ON e.statement = p.statement "
    "LEFT JOIN origin g ON g.id = e.origin WHERE p.line = ?1 AND {believed} AND p.valid_from <= ?2 AND p.kind <= 1 "
    "AND p.form = ?3 AND (p.valid_to IS NULL OR p.valid_to > ?2) ORDER BY p.valid_from DESC, p.statement DESC LIMIT 1"
)
_EVENT_SOURCE = "SELECT g.name FROM evidence e LEFT JOIN origin g ON g.id = e.origin WHERE e.statement = ?"
_AT_ONCE = 2_000


@dataclass(frozen=True, eq=False)
class Slots:
    """The keys in their order: by subject, relation and scope.

    Attributes:
        ids: of each key.
        subject: the place of its subject in ``subjects``; never falls.
        subjects: names as written.
        relation, scope: places in the order of folded relations and scopes.
        names: the distinct relations, folded, by ``relation``, with the name each was stored under.
        scopes: the distinct scopes as written, by ``scope``.
    """

    ids: Ints
    subject: Ints
    subjects: list[str]
    relation: Ints
    names: list[tuple[str, str]]
    scope: Ints
    scopes: list[str]

    @cached_property
    def searched(self) -> tuple[str, Instants]:
        """All that a text is looked for in, one key a line, and where each line begins."""
        relations = [stored for _, stored in self.names]
        lines = [
            f"{self.subjects[s]} {relations[r]} {self.scopes[c]}".casefold().replace("\n", " ") + "\n"
            for s, r, c in zip(self.subject.tolist(), self.relation.tolist(), self.scope.tolist(), strict=True)
        ]
        return "".join(lines), np.cumsum([0, *map(len, lines)], dtype=np.int64)

    def named(self, text: str) -> Flags:
        """Return which keys have a text (case-folded) in their subject, relation or scope."""
        found = np.zeros(len(self.ids), dtype=np.bool_)
        searched, begins = self.searched
        at = searched.find(text)
        while at >= 0:
            place = int(np.searchsorted(begins, at, side="right")) - 1
            found[place] = True
            at = searched.find(text, int(begins[place + 1]))
        return found


@dataclass(frozen=True, eq=False)
class Columns:
    """Change points by key, line and start; the fields are arrays of the same length.

    Attributes:
        tx: the last transaction they know of.
        slots: the keys.
        slot: the place of a point's key in ``slots``.
        line, start: where it stands (``start`` in microseconds UTC).
        since, until: the transactions between which it is believed.
        value: id of the value as written.
        form: what holds from there on, above 0 if a value does; of an event its statement.
        event: whether it is an event, which ends where it starts.
    """

    tx: int
    slots: Slots
    slot: Ints
    line: Ints
    start: Instants
    since: Ints
    until: Ints
    value: Ints
    form: Ints
    event: Flags
    _kept: dict[str, Ints] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.line)

    def id_of(self, point: int) -> str:
        """Return the id of the fact that begins at a point."""
        tail = f":{self.form[point]}" if self.event[point] else ""
        return f"{self.line[point]}:{self.start[point]}:{self.since[point]}{tail}"

    def holding(self, text: str, ledger: Browse) -> Flags:
        """Return which points have a text (case aside) in their value, subject, relation or scope."""
        needle = text.casefold()
        values = np.zeros(int(self.value.max(initial=0)) + 1, dtype=np.bool_)
        for number in values_with(ledger.connection, needle):
            if number < len(values):
                values[number] = True
        found: Flags = values[self.value] | self.slots.named(needle)[self.slot]
        return found

    def value_ranks(self, ledger: Browse) -> Ints:
        """Return the place of each point's value among all values, case aside."""
        places = self._kept.get("values")
        if places is None:
            places = self._kept["values"] = _value_places(ledger.connection, int(self.value.max(initial=0)) + 1)
        ranked: Ints = places[self.value]
        return ranked

    def source_ranks(self, points: Ints, ledger: Browse, known: int) -> Ints:
        """Return the place of each point's source by name; what has none comes first."""
        believed = f"p.closed = {LIVE}" if known >= self.tx else f"p.opened <= {known} AND p.closed > {known}"
        ask, query = ledger.connection.execute, _SOURCE.format(believed=believed)
        names: list[str] = []
        for point in points.tolist():
            form = int(self.form[point])
            if self.event[point]:
                row = ask(_EVENT_SOURCE, (form,)).fetchone()
            else:
                row = ask(query, (int(self.line[point]), int(self.start[point]), form)).fetchone()
            names.append((row and row[0]) or "")
        places = {name: place for place, name in enumerate(sorted(set(names)))}
        return np.fromiter((places[name] for name in names), dtype=np.int32, count=len(names))


def read_columns(ledger: Browse, check: Callable[[], None] = lambda: None) -> Columns:
    """Read all change points of a ledger.

    Args:
        ledger: to read from.
        check: called now and then; may raise to stop.
    """
    connection = ledger.connection
    connection.execute("BEGIN")
    try:
        tx = ledger.last_tx()
        slots = _read_slots(connection)
        owner = connection.execute("SELECT id, slot FROM line").fetchall()
        points = _read_points(connection, check)
    finally:
        connection.execute("COMMIT")
    place = np.zeros(int(slots.ids.max(initial=0)) + 1, dtype=np.int32)
    place[slots.ids] = np.arange(len(slots.ids), dtype=np.int32)
    members = np.zeros(max((-line for line, _ in owner), default=0) + 1, dtype=np.int32)
    for line, slot in owner:
        members[-line] = place[slot]
    slot = np.where(points.line > 0, place[np.maximum(points.line, 0)], members[np.maximum(-points.line, 0)])
    # Members of sets stand line by line, the oldest first; what is believed now comes by line and start already.
    by_line = (slot.astype(np.int64) << 32) - points.line
    mixed = bool(points.event.any() or (points.until < _STILL).any())
    order = np.lexsort((points.since, points.start, by_line)) if mixed else np.argsort(by_line, kind="stable")
    check()
    return Columns(
        tx=tx,
        slots=slots,
        slot=slot[order].astype(np.int32),
        line=points.line[order],
        start=points.start[order],
        since=points.since[order],
        until=points.until[order],
        value=points.value[order],
        form=points.form[order],
        event=points.event[order],
    )


def values_with(connection: sqlite3.Connection, needle: str) -> Iterator[int]:
    """Yield the ids of the values that contain a case-folded text.

    SQLite knows the case of plain Latin letters only, so values with others are looked at here.
    """
    if needle.isascii():
        pattern = "%" + "".join("\\" + c if c in "\\%_" else c for c in needle) + "%"
        for (number,) in connection.execute("SELECT id FROM object WHERE text LIKE ? ESCAPE '\\'", (pattern,)):
            yield number
    other = "SELECT id, text FROM object WHERE text GLOB '*[^\x01-\x7f]*'"
    yield from (number for number, text in connection.execute(other) if needle in text.casefold())


def _read_slots(connection: sqlite3.Connection) -> Slots:
    lists = (json.loads(text) for text in connection.execute(_SLOTS).fetchone())
    ids, written_names, folded, folded_scopes, relation_names, scope_names = lists
    subjects: list[str] = []
    subject: list[int] = []
    for name in written_names:
        if not subjects or name != subjects[-1]:
            subjects.append(name)
        subject.append(len(subjects) - 1)
    relations = list(zip(folded, relation_names, strict=True))
    scopes = list(zip(folded_scopes, scope_names, strict=True))
    named: dict[str, str] = {}
    for relation, relation_name in relations:
        named.setdefault(relation, relation_name)
    names = sorted(named.items())
    written = dict(scopes)
    known = sorted(written)
    at_name, at_scope = {n: i for i, (n, _) in enumerate(names)}, {n: i for i, n in enumerate(known)}
    return Slots(
        ids=np.array(ids, dtype=np.int32),
        subject=np.array(subject, dtype=np.int32),
        subjects=subjects,
        relation=np.array([at_name[relation] for relation, _ in relations], dtype=np.int32),
        names=names,
        scope=np.array([at_scope[scope] for scope, _ in scopes], dtype=np.int32),
        scopes=[str(scope_of(written[scope])) if written[scope] else "" for scope in known],
    )


class _Points(NamedTuple):
    """The columns of change points in any order."""

    line: Ints
    start: Instants
    since: Ints
    until: Ints
    value: Ints
    form: Ints
    event: Flags


def _read_points(connection: sqlite3.Connection, check: Callable[[], None]) -> _Points:
    tables = [_numbers(connection, query, check) for query in (_NOW, _ONCE, _HAPPENED)]
    start, since, line, until = np.concatenate(tables, axis=1)
    event = np.zeros(len(start), dtype=np.bool_)
    event[len(start) - tables[2].shape[1] :] = True
    return _Points(
        line=(line >> 32).astype(np.int32),
        start=start,
        since=(since >> 32).astype(np.int32),
        until=until.astype(np.int32),
        value=(since & _LOW).astype(np.int32),
        form=((line & _LOW) - 1).astype(np.int32),
        event=event,
    )


def _numbers(connection: sqlite3.Connection, query: str, check: Callable[[], None]) -> Instants:
    """Return the four columns of a query over all lines, some lines at a time."""
    first, last = connection.execute(_LINES_SPANNED).fetchone()
    parts = [np.empty((4, 0), dtype=np.int64)]
    if last is not None:
        for line in range(first or 1, last + 1, _AT_ONCE):
            texts = connection.execute(query, (line, line + _AT_ONCE - 1)).fetchone()
            if texts[0] != "[]":
                parts.append(np.stack([np.fromstring(text[1:-1], dtype=np.int64, sep=",") for text in texts]))
            check()
    return np.concatenate(parts, axis=1)


def _value_places(connection: sqlite3.Connection, count: int) -> Ints:
    """Return the place of each value by its id."""
    rows = connection.execute("SELECT text, id FROM object")
    places = np.zeros(count, dtype=np.int32)
    place, before = 0, None
    for text, number in _sorted_in_parts((text.casefold(), number) for text, number in rows):
        place += text != before
        before = text
        if number < count:
            places[number] = place
    return places


def _sorted_in_parts(rows: Iterator[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    """Sort in parts and merge them: one long sort would hold up every other thread."""
    parts: list[Sequence[tuple[str, int]]] = []
    while part := sorted(islice(rows, 20_000)):
        parts.append(part)
    return merge(*parts)
