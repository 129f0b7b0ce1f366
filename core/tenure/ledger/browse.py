"""Reads over many keys: navigator, facts table, timeline lanes, difference, why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tenure.errors import NotFoundError
from tenure.instants import FOREVER, Dated
from tenure.keys import Key, fold
from tenure.ledger.core import EVENTS, LIVE, Slot
from tenure.ledger.listing import FactQuery, Listing
from tenure.ledger.names import scope_of
from tenure.ledger.points import Stop
from tenure.ledger.reads import Held
from tenure.ledger.types import Fact, SlotInfo
from tenure.spellings import spellings_of

__all__ = ["Browse", "FactQuery", "NameInfo", "RelationInUse", "SubjectInfo"]

_AFTER_ALL = "\U0010ffff"
_RELATIONS_IN_USE = (
    "WITH RECURSIVE used(relation) AS (SELECT min(relation) FROM slot UNION ALL "
    "SELECT (SELECT min(s.relation) FROM slot s WHERE s.relation > used.relation) FROM used "
    "WHERE used.relation IS NOT NULL) "
    "SELECT (SELECT min(s.id) FROM slot s WHERE s.relation = used.relation), "
    "(SELECT count(*) FROM slot s WHERE s.relation = used.relation) FROM used WHERE used.relation IS NOT NULL"
)


class SubjectInfo(NamedTuple):
    """A subject as the navigator lists it: its name, how many values hold now, how many keys."""

    name: str
    current: int
    slots: int


class RelationInUse(NamedTuple):
    """A relation that has keys: its name, how many keys."""

    name: str
    slots: int


class NameInfo(NamedTuple):
    """A subject's name or alias: the form as written, the subject it leads to, its number of keys."""

    name: str
    subject: str
    slots: int


class Browse(Listing):
    """Reads over many keys."""

    def subjects(self, prefix: str = "", *, limit: int = 1000, after: str = "") -> tuple[SubjectInfo, ...]:
        """Return subjects whose folded name begins with ``prefix``, by folded name, those behind
        ``after`` only."""
        start = fold(prefix)
        rows = self._execute(
            "SELECT u.id, u.name, (SELECT count(*) FROM slot s WHERE s.subject = u.id) FROM subject u "
            "WHERE u.folded >= ? AND u.folded < ? AND u.folded > ? ORDER BY u.folded LIMIT ?",
            (start, start + _AFTER_ALL, fold(after), limit),
        ).fetchall()
        now = self.clock()
        return tuple(SubjectInfo(name, self._current_count(number, now), slots) for number, name, slots in rows)

    def _current_count(self, subject: int, now: int) -> int:
        """Return how many facts of a subject are current: values that hold, and events that have happened."""
        held = self._execute(
            "SELECT count(*) FROM (SELECT s.id AS line FROM slot s WHERE s.subject = ?1 UNION ALL "
            "SELECT l.id FROM slot s JOIN line l ON l.slot = s.id WHERE s.subject = ?1) n "
            "WHERE (SELECT form FROM interval i WHERE i.line = n.line AND i.valid_from <= ?2 "
            "ORDER BY i.valid_from DESC LIMIT 1) > 0",
            (subject, now),
        ).fetchone()
        happened = self._execute(
            "SELECT count(*) FROM slot s JOIN line l ON l.slot = s.id JOIN position p ON p.line = l.id "
            "WHERE s.subject = ? AND l.form = ? AND p.closed = ? AND p.valid_from <= ? "
            "AND p.kind <= 1 AND p.object IS NOT NULL",
            (subject, EVENTS, LIVE, now),
        ).fetchone()
        return int(held[0]) + int(happened[0])

    def relations_of(self, subject: str) -> tuple[str, ...]:
        """Return the names of the relations stated about a subject, sorted."""
        return tuple(sorted({key.relation for key in self.find_keys(subject=subject)}, key=fold))

    def relations_in_use(self) -> tuple[RelationInUse, ...]:
        """Return the relations that have keys, with how many, by folded name."""
        self._refresh()
        found: dict[str, RelationInUse] = {}
        for number, slots in self._execute(_RELATIONS_IN_USE).fetchall():
            name = self._slot_by_id(number).relation.name
            before = found.get(fold(name))
            found[fold(name)] = RelationInUse(name, slots + (before.slots if before is not None else 0))
        return tuple(found.values())

    def keys(self, prefix: str = "", *, limit: int = 1000, after: int = 0) -> tuple[SlotInfo, ...]:
        """Return keys of subjects whose name begins with ``prefix``, by id, those above ``after``."""
        start = fold(prefix)
        rows = self._execute(
            "SELECT s.id, u.name, s.relation_name, s.scope_name FROM slot s JOIN subject u ON u.id = s.subject "
            "WHERE s.id > ? AND u.folded >= ? AND u.folded < ? ORDER BY s.id LIMIT ?",
            (after, start, start + _AFTER_ALL, limit),
        ).fetchall()
        return tuple(
            SlotInfo(number, Key(name, relation, scope_of(scope)), self._statement_count(number))
            for number, name, relation, scope in rows
        )

    def _statement_count(self, slot: int) -> int:
        lines = self._every_line_of(slot)
        return sum(
            int(self._execute("SELECT count(DISTINCT statement) FROM position WHERE line = ?", (line,)).fetchone()[0])
            for line in lines
        )

    # --- names --------------------------------------------------------------------------------

    def aliases(self, name: str) -> tuple[str, ...]:
        """Return the subjects a name may mean: the one of that name, then those it is an alias of.

        Several stay several: an alias gives candidates and never silently the best one. Only where
        nothing has the name are its well-known spellings looked up (``nodejs`` for ``Node.js``).
        """
        found = self._subjects_named(fold(name))
        if found:
            return found
        return tuple(dict.fromkeys(subject for other in spellings_of(name) for subject in self._subjects_named(other)))

    def aliases_of(self, subject: str) -> tuple[str, ...]:
        """Return the aliases of a subject, as written, sorted."""
        rows = self._execute(
            "SELECT alias FROM alias WHERE subject = ? AND removed_tx IS NULL ORDER BY folded", (fold(subject),)
        )
        return tuple(row[0] for row in rows)

    def all_names(self) -> tuple[NameInfo, ...]:
        """Return every subject's name and every alias, with how many keys the subject has.

        Well-known spellings of a subject's name follow as aliases, where nothing else has that name.
        """
        rows = self._execute(
            "SELECT u.name, u.name, (SELECT count(*) FROM slot s WHERE s.subject = u.id) FROM subject u UNION ALL "
            "SELECT a.alias, coalesce(u.name, a.subject), (SELECT count(*) FROM slot s WHERE s.subject = u.id) "
            "FROM alias a LEFT JOIN subject u ON u.folded = a.subject WHERE a.removed_tx IS NULL"
        )
        listed = [NameInfo(*row) for row in rows]
        taken = {fold(info.name) for info in listed}
        spelt = (NameInfo(name, i.subject, i.slots) for i in listed for name in spellings_of(i.name))
        return tuple(listed + [info for info in spelt if info.name not in taken])

    # --- facts --------------------------------------------------------------------------------

    def facts_by_id(
        self, ids: Iterable[str], *, valid: int | Dated | None = None, known: int | None = None
    ) -> list[Fact]:
        """Return the facts with these ids, in the order asked; those that no longer exist are left out."""
        x, k = self._valid(valid), self._known(known)
        slots: dict[int, Slot] = {}
        facts: list[Fact] = []
        for number in ids:
            fact = self._fact_of_id(number, slots, x, k)
            if fact is not None:
                facts.append(fact)
        return facts

    def _fact_of_id(self, number: str, slots: dict[int, Slot], x: int, k: int) -> Fact | None:
        line, valid_from, system_from, *event = (int(part) for part in number.split(":"))
        slot = slots.get(line)
        if slot is None:
            slot = slots[line] = self._slot_of_line(line, k)
        if event:
            return next((self._fact(slot, h, x, k) for h in self._events(slot, k) if h.point.form == event[0]), None)
        row = self._execute(
            "SELECT valid_from, system_from, NULL, object, form FROM interval WHERE line = ?1 AND valid_from = ?2 "
            "AND system_from = ?3 UNION ALL SELECT valid_from, system_from, system_to, object, form "
            "FROM interval_past WHERE line = ?1 AND valid_from = ?2 AND system_from = ?3",
            (line, valid_from, system_from),
        ).fetchone()
        if row is None:
            return None
        point = Stop(*row)
        seen = k if point.system_to is None or point.system_to > k else point.system_to - 1
        return self._fact(slot, Held(line, point, self._point_after(line, valid_from, seen)), x, seen)

    def _slot_of_line(self, line: int, k: int) -> Slot:
        number = line
        if line < 0:
            row = self._execute("SELECT slot FROM line WHERE id = ?", (line,)).fetchone()
            if row is None:
                raise NotFoundError(f"there is no line {line}")
            number = row[0]
        return self._slot_by_id(number, self._registries.at(k))

    def facts_of_slots(
        self, slots: Sequence[int], *, valid: int | Dated | None = None, known: int | None = None
    ) -> list[Fact]:
        """Return every interval ever believed by ``known`` of these slots, with states at ``valid``;
        for marking values in a text."""
        x, k = self._valid(valid), self._known(known)
        found: list[Fact] = []
        for number in slots:
            slot = self._slot_by_id(number, self._registries.at(k))
            found.extend(self._fact(slot, held, x, k) for held in self._all_held(slot, k))
            for held in self._once_held(slot, k):
                seen = (held.point.system_to or k + 1) - 1
                found.append(self._fact(slot, held, x, seen))
        return found

    def lanes(
        self,
        *,
        valid: int | Dated | None = None,
        known: int | None = None,
        subjects: Sequence[str] | None = None,
        from_: int | None = None,
        to: int | None = None,
        limit: int = 10_000,
    ) -> list[Fact]:
        """Return intervals that overlap ``[from_, to)`` for the timeline, by key and start."""
        x, k = self._valid(valid), self._known(known)
        low = -FOREVER if from_ is None else from_
        high = FOREVER if to is None else to
        names: Sequence[str | None] = subjects if subjects is not None else (None,)
        facts: list[Fact] = []
        for name in names:
            for slot in self.find_slots(subject=name, known=k):
                for held in self._all_held(slot, k):
                    if held.point.valid_from < high and (held.valid_to is None or held.valid_to >= low):
                        facts.append(self._fact(slot, held, x, k))
                        if len(facts) >= limit:
                            return facts
        return facts

    def span(self) -> tuple[int, int] | None:
        """Return the first and the last valid instant at which anything changes, None if empty."""
        seen, *known = self._span or (0,)
        last, first_from, last_at = self._execute(
            "SELECT max(id), min(valid_from), max(max(valid_from, coalesce(valid_to, valid_from))) FROM statement "
            "WHERE id > ?",
            (seen,),
        ).fetchone()
        if last is not None:
            self._span = (last, min([first_from, *known]), max([last_at, *known]))
        return self._span[1:] if self._span is not None else None
