"""Reads of one key: what holds, its whole history, its statements; at two times."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tenure.errors import NotFoundError
from tenure.instants import FOREVER, Dated, Precision
from tenure.keys import Key
from tenure.ledger.codes import PRECISIONS
from tenure.ledger.core import EVENTS, LIVE, Slot
from tenure.ledger.points import Points, Stop
from tenure.ledger.rule import NOBODY, TEMPORARY_TOMBSTONE, TOMBSTONE
from tenure.ledger.types import Absence, Fact, Flag, Reading, State, Statement
from tenure.relations import Cardinality

_COUNT_LIVE = (
    f"SELECT count(*), max(valid_from) FROM position WHERE line = ? AND closed = {LIVE} AND valid_from >= ? "
    "AND valid_from < ? AND opened <= ? AND form = ? AND kind <= 1"
)
_COUNT_PAST = (
    f"SELECT count(*), max(valid_from) FROM position WHERE line = ? AND closed > ? AND closed < {LIVE} "
    "AND valid_from >= ? AND valid_from < ? AND opened <= ? AND form = ? AND kind <= 1"
)
_UNDECIDED = "decided_tx IS NULL OR decided_tx > ?2"
_DISPUTES = (
    f"SELECT second FROM review WHERE first = ?1 AND kind = 'conflict' AND tx <= ?2 AND ({_UNDECIDED}) "
    f"UNION ALL SELECT first FROM review WHERE second = ?1 AND kind = 'conflict' AND tx <= ?2 AND ({_UNDECIDED})"
)
_LOOKUP = (
    "SELECT i.form, o.text FROM interval i LEFT JOIN object o ON o.id = i.object "
    "WHERE i.line = ? AND i.valid_from <= ? ORDER BY i.valid_from DESC LIMIT 1"
)
_LOOKUP_KNOWN = (
    "SELECT i.form, o.text, i.valid_from, EXISTS (SELECT 1 FROM interval_past p WHERE p.line = i.line "
    "AND p.valid_from > i.valid_from AND p.valid_from <= ?2) FROM interval i LEFT JOIN object o ON o.id = i.object "
    "WHERE i.line = ?1 AND i.valid_from <= ?2 AND i.system_from <= ?3 ORDER BY i.valid_from DESC LIMIT 1"
)
_LOOKUP_PAST = (
    "SELECT i.form, o.text, i.valid_from FROM interval_past i LEFT JOIN object o ON o.id = i.object "
    "WHERE i.line = ? AND i.valid_from <= ? AND i.system_from <= ? AND i.system_to > ? "
    "ORDER BY i.valid_from DESC LIMIT 1"
)
_PASSAGES_AT_ONCE = 400


@dataclass(frozen=True, slots=True)
class Held:
    """A stored interval on its way to becoming a :class:`Fact`."""

    line: int
    point: Stop
    following: Stop | None

    @property
    def valid_to(self) -> int | None:
        """Its end, None for open."""
        return self.following.valid_from if self.following is not None else None


class Reads(Points):
    """Reads of one key."""

    def lookup(self, key: Key, valid: int | None = None, known: int | None = None) -> str | None:
        """Return the value alone, as written, of a functional key at exactly that scope, or None.

        The leanest read: no evidence, no states. ``valid`` is microseconds UTC (default now),
        ``known`` a transaction (default the latest).
        """
        x = self.clock() if valid is None else valid
        if known is None:
            slot = self._slots.get((key.subject, key.relation, key.scope.dimensions)) or self._find_slot(key)
            row = self._execute(_LOOKUP, (slot.id, x)).fetchone() if slot is not None else None
        else:
            slot = None
            if self._registries.unedited_since(known):
                slot = self._slots.get((key.subject, key.relation, key.scope.dimensions))
            if slot is None:
                slot = self._find_slot(key, self._registries.at(known))
            row = self._lookup_known(slot.id, x, known) if slot is not None else None
        return row[1] if row is not None and row[0] > 0 else None

    def _lookup_known(self, line: int, x: int, known: int) -> tuple[int, str | None, int] | None:
        """Look among what is still believed; among what was, only if that could start later."""
        live: tuple[int, str | None, int, int] | None = self._execute(_LOOKUP_KNOWN, (line, x, known)).fetchone()
        if live is not None and not live[3]:
            return live[:3]
        past: tuple[int, str | None, int] | None = self._execute(_LOOKUP_PAST, (line, x, known, known)).fetchone()
        if past is not None and (live is None or past[2] > live[2]):
            return past
        return None if live is None else live[:3]

    def slot(self, key: Key, *, valid: int | Dated | None = None, known: int | None = None) -> Reading:
        """Return what holds for exactly this key (subject, relation and scope).

        Args:
            key: names may be written in any case, the relation by any alias.
            valid: microseconds UTC or a written date, of which the first instant is meant; None: now.
            known: a transaction; None: the latest. See :meth:`tx_at` for wall-clock times.

        Returns:
            For a functional relation one fact or none; for a set every member; for an event
            relation all events up to ``valid``.
        """
        k = self._known(known)
        slot = self._slot_at(key, k)
        return self._read_slot(slot, valid, k)

    def _read_slot(self, slot: Slot | None, valid: int | Dated | None, k: int) -> Reading:
        x = self._valid(valid)
        if slot is None:
            return Reading(x, k, absence=Absence.NEVER_STATED)
        held = self._held_at(slot, x, k)
        facts = _in_order(self._fact(slot, h, x, k) for h in held)
        reading = Reading(x, k, facts, changed_during=self._changed_during(slot, valid, x, k))
        return reading if facts else self._absent(slot, reading)

    def _held_at(self, slot: Slot, x: int, k: int) -> list[Held]:
        if slot.cardinality is Cardinality.EVENT:
            return [h for h in self._events(slot, k) if h.point.valid_from <= x]
        held: list[Held] = []
        for line in self._lines_at(slot):
            point = self._point(line, x, k)
            if point is not None and point.form > 0:
                held.append(Held(line, point, self._point_after(line, x, k)))
        return sorted(held, key=lambda h: (h.point.valid_from, -h.line))

    def _said_at(self, slot: Slot, x: int, k: int) -> bool:
        """Return whether anything was stated about a slot up to ``x``, lapsed temporary values aside."""
        if slot.cardinality is Cardinality.EVENT:
            return any(h.point.valid_from <= x for h in self._events(slot, k))
        points = (self._point(line, x, k) for line in self._lines_at(slot))
        return any(point is not None and point.form != NOBODY for point in points)

    def _all_held(self, slot: Slot, k: int) -> list[Held]:
        """Return every interval of a slot in valid order."""
        if slot.cardinality is Cardinality.EVENT:
            return self._events(slot, k)
        held: list[Held] = []
        for line in self._lines_at(slot):
            chain = self._chain(line, k)
            held.extend(
                Held(line, point, chain[i + 1] if i + 1 < len(chain) else None)
                for i, point in enumerate(chain)
                if point.form > 0
            )
        return sorted(held, key=lambda h: (h.point.valid_from, -h.line))

    def _events(self, slot: Slot, k: int) -> list[Held]:
        """Return the events of a slot; each ends where it starts."""
        held: list[Held] = []
        line = self._execute("SELECT id FROM line WHERE slot = ? AND form = ?", (slot.id, EVENTS)).fetchone()
        if line is None:
            return held
        for row in self._rows_known(line[0], line[0], FOREVER, k, whole=True):
            if row.kind <= 1 and row.object is not None:
                point = Stop(row.valid_from, row.opened, None, row.object, row.statement)
                held.append(Held(line[0], point, point))
        return held

    def history(self, key: Key, *, known: int | None = None, valid: int | Dated | None = None) -> tuple[Fact, ...]:
        """Return all intervals of a key in valid order, with their states at ``valid``."""
        k = self._known(known)
        slot = self._slot_at(key, k)
        if slot is None:
            return ()
        x = self._valid(valid)
        return _in_order(self._fact(slot, held, x, k) for held in self._all_held(slot, k))

    def statements(self, key: Key, *, known: int | None = None) -> tuple[Statement, ...]:
        """Return every statement ever recorded about a key by ``known``, in the order of recording,
        withdrawn and corrected ones (``closed_tx`` set) and tombstones included."""
        k = self._known(known)
        slot = self._slot_at(key, k)
        if slot is None:
            return ()
        numbers = {
            row[0]
            for line in self._every_line_of(slot.id)
            for row in self._execute("SELECT statement FROM position WHERE line = ? AND opened <= ?", (line, k))
        }
        numbers |= {
            row[0]
            for row in self._execute(
                "SELECT id FROM statement WHERE slot = ? AND erased IS NOT NULL AND tx <= ?", (slot.id, k)
            )
        }
        return tuple(self._statement(number, k) for number in sorted(numbers))

    def statement(self, statement: int | str, *, known: int | None = None) -> Statement:
        """Return one statement by its own id or name (not what corrected it).

        Raises:
            NotFoundError: if there is none.
        """
        column = "name" if isinstance(statement, str) else "id"
        row = self._execute(f"SELECT id FROM statement WHERE {column} = ?", (statement,)).fetchone()
        if row is None:
            raise NotFoundError(f"there is no statement '{statement}'")
        return self._statement(row[0], known)

    def statements_of_passages(self, passages: Sequence[int], *, known: int | None = None) -> tuple[Statement, ...]:
        """Return the statements read from these passages, recorded by ``known``."""
        k = self._known(known)
        wanted = sorted(set(passages))
        found = [
            statement
            for start in range(0, len(wanted), _PASSAGES_AT_ONCE)
            for statement in self._statements_of_passages(wanted[start : start + _PASSAGES_AT_ONCE], k)
        ]
        return tuple(sorted(found, key=lambda statement: statement.id))

    def statements_of_source(self, source: str, *, known: int | None = None) -> tuple[Statement, ...]:
        """Return the statements whose evidence names this source, recorded by ``known``, in the order of recording."""
        k = self._known(known)
        rows = self._execute(
            "SELECT e.statement FROM origin g JOIN evidence e ON e.origin = g.id WHERE g.name = ? ORDER BY e.statement",
            (source,),
        ).fetchall()
        found = (self._statement(row[0], k) for row in rows)
        return tuple(statement for statement in found if statement.tx <= k)

    # --- facts --------------------------------------------------------------------------------

    def _fact(self, slot: Slot, held: Held, x: int, k: int) -> Fact:
        point = held.point
        ruler = self._ruling_statement(slot, held, k)
        statement = self._statement(ruler, k)
        state = self._state(held, x)
        count, latest = self._evidence_count(held, k)
        flags = self._flags(slot, statement.id, state, latest, (x, k))
        taken_over = held.following is not None and held.following.form > 0 and held.following is not point
        return Fact(
            id=f"{held.line}:{point.valid_from}:{point.system_from}" + (f":{ruler}" if held.following is point else ""),
            key=slot.key,
            object=statement.object or self._text(point.object),
            valid_from=point.valid_from,
            valid_to=held.valid_to,
            system_from=point.system_from,
            system_to=point.system_to,
            statement=statement.id,
            state=state,
            flags=flags,
            superseded_by=self._text(held.following.object) if taken_over and held.following is not None else None,
            evidence_count=count,
            precision=statement.precision,
            to_precision=self._end_precision(held, statement),
            evidence=statement.evidence,
        )

    def _ruling_statement(self, slot: Slot, held: Held, k: int) -> int:
        if slot.cardinality is Cardinality.EVENT:
            return held.point.form
        row = self._ruler(held.line, slot.id, held.point.valid_from, k)
        if row is None:
            raise NotFoundError("the derived intervals do not agree with the statements; run check")
        return row.statement

    def _state(self, held: Held, x: int) -> State:
        if x < held.point.valid_from:
            return State.FUTURE
        if held.valid_to is None or x < held.valid_to or held.following is held.point:
            return State.CURRENT
        return State.SUPERSEDED if held.following is not None and held.following.form > 0 else State.ENDED

    def _evidence_count(self, held: Held, k: int) -> tuple[int, int]:
        """Return how many statements say the value within its span, and where the latest starts."""
        point = held.point
        if held.following is point:
            return 1, point.valid_from
        end = FOREVER if held.valid_to is None else held.valid_to
        live = self._execute(_COUNT_LIVE, (held.line, point.valid_from, end, k, point.form)).fetchone()
        past = self._execute(_COUNT_PAST, (held.line, k, point.valid_from, end, k, point.form)).fetchone()
        return live[0] + past[0], max(live[1] or point.valid_from, past[1] or point.valid_from)

    def _flags(self, slot: Slot, statement: int, state: State, latest: int, at: tuple[int, int]) -> frozenset[Flag]:
        x, k = at
        flags: set[Flag] = set()
        life = slot.relation.time_to_live
        if life is not None and state is State.CURRENT and latest + life <= x:
            flags.add(Flag.EXPIRED)
        for (other,) in self._execute(_DISPUTES, (statement, k)).fetchall():
            if self._closure(other, k)[0] is None:
                flags.add(Flag.DISPUTED)
        return frozenset(flags)

    def _end_precision(self, held: Held, statement: Statement) -> Precision:
        if held.valid_to is None or held.following is held.point or statement.valid_to == held.valid_to:
            return statement.to_precision
        row = self._execute(
            f"SELECT precision FROM position WHERE line = ? AND closed = {LIVE} AND valid_from = ? "
            "ORDER BY statement DESC LIMIT 1",
            (held.line, held.valid_to),
        ).fetchone()
        return PRECISIONS[row[0]] if row is not None else Precision.INSTANT

    # --- when nothing holds -------------------------------------------------------------------

    def _changed_during(self, slot: Slot, valid: int | Dated | None, x: int, k: int) -> tuple[Fact, ...]:
        """Facts that began after the first instant of the bare date asked, within its period."""
        if not isinstance(valid, Dated) or valid.end == valid.at or slot.cardinality is Cardinality.EVENT:
            return ()
        return tuple(
            self._fact(slot, held, x, k) for held in self._all_held(slot, k) if x < held.point.valid_from < valid.end
        )

    def _absent(self, slot: Slot, reading: Reading) -> Reading:
        x, k = reading.valid, reading.known
        every = self._all_held(slot, k)
        before = [h for h in every if h.point.valid_from <= x]
        after = [h for h in every if h.point.valid_from > x]
        chosen: Held | None = None
        if every:
            chosen = max(before, key=self._start_and_text) if before else min(after, key=self._start_and_text)
        last = self._fact(slot, chosen, x, k) if chosen is not None else None
        return replace(reading, absence=self._absence(slot, x, k, bool(before), bool(after)), last=last)

    def _start_and_text(self, held: Held) -> tuple[int, str]:
        return held.point.valid_from, self._text(held.point.object)

    def _absence(self, slot: Slot, x: int, k: int, before: bool, after: bool) -> Absence:
        for line in self._lines_at(slot):
            row = self._ruler(line, slot.id, x, k)
            if row is not None and row.kind in (TOMBSTONE, TEMPORARY_TOMBSTONE):
                return Absence.ERASED
        if before:
            return Absence.ENDED
        if after:
            return Absence.NOT_YET
        return Absence.ENDED if self._said_at(slot, x, k) else Absence.NEVER_STATED


def _in_order(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return facts by start, members that start together in the order they were stated."""
    return tuple(sorted(facts, key=lambda fact: (fact.valid_from, fact.statement)))
