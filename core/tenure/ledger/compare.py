"""Difference between two points of one time, and why a value holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tenure.errors import InputError
from tenure.instants import Dated
from tenure.ledger.browse import Browse
from tenure.ledger.core import Slot
from tenure.ledger.reads import Held
from tenure.ledger.rule import Rule
from tenure.ledger.scopes import applies
from tenure.ledger.types import Axis, Difference, Fact, Statement, Why
from tenure.relations import Cardinality


class Compare(Browse):
    """Difference and why."""

    def diff(
        self,
        axis: Axis,
        start: int,
        end: int,
        *,
        at: int | None = None,
        subject: str | None = None,
        relation: str | None = None,
    ) -> Difference:
        """Return what differs between two points of one time.

        Args:
            axis: along which time: what changed in the world (valid), or in what was believed (system).
            start: an instant (microseconds UTC), or for the system axis a transaction.
            end: likewise, later.
            at: the other time: a transaction for the valid axis (default the latest), an instant for
                the system axis (default now).
            subject: only this subject.
            relation: only this relation.
        """
        if end < start:
            raise InputError("the second point of a difference lies before the first")
        if axis is Axis.VALID:
            k = self._known(at)
            before, after = (start, k), (end, k)
        else:
            x = self._valid(at)
            before, after = (x, start), (x, end)
        slots = self.find_slots(subject=subject, relation=relation, known=after[1])
        if axis is Axis.SYSTEM:
            known = {slot.id for slot in slots}
            slots += tuple(
                s for s in self.find_slots(subject=subject, relation=relation, known=start) if s.id not in known
            )
        opened: list[Fact] = []
        closed: list[Fact] = []
        changed: list[tuple[Fact, Fact]] = []
        for slot in slots:
            old, new = self._differing(slot, before, after)
            if len(old) == 1 and len(new) == 1 and slot.cardinality is Cardinality.FUNCTIONAL:
                changed.append((old[0], new[0]))
            else:
                closed += old
                opened += new
        return Difference(axis, start, end, tuple(opened), tuple(closed), tuple(changed))

    def _differing(self, slot: Slot, before: tuple[int, int], after: tuple[int, int]) -> tuple[list[Fact], list[Fact]]:
        """Return the facts that hold only at the first and only at the second point."""
        then = self._slot_by_id(slot.id, self._registries.at(before[1]))
        old = {(h.line, h.point.form): h for h in self._held_at(then, *before)}
        now = self._slot_by_id(slot.id, self._registries.at(after[1]))
        new = {(h.line, h.point.form): h for h in self._held_at(now, *after)}
        gone = self._facts(then, (h for key, h in old.items() if key not in new), *before)
        come = self._facts(now, (h for key, h in new.items() if key not in old), *after)
        return gone, come

    def _facts(self, slot: Slot, held: Iterable[Held], x: int, k: int) -> list[Fact]:
        return [self._fact(slot, entry, x, k) for entry in held]

    def why(
        self,
        subject: str,
        relation: str,
        context: Mapping[str, str] | None = None,
        *,
        valid: int | Dated | None = None,
        known: int | None = None,
    ) -> Why:
        """Return why a value holds, or why none does: the ruling statement, those it beat, the scope
        chosen and those passed over, and statements in conflict with it."""
        k, x = self._known(known), self._valid(valid)
        reading = self.value(subject, relation, context, valid=valid, known=known)
        slots = self._slots_of(subject, relation, k)
        chosen = self._choose(slots, context, x, k) or [s for s in slots if not s.key.scope]
        if not chosen:
            return Why(reading, None)
        slot = chosen[0]
        line = self._line_asked(slot, x, k)
        rows = self._rows_known(line, slot.id, x, k, whole=True)
        _, index = Rule(rows).at(x, len(rows))
        ruling = self._statement(rows[index].statement, k) if index >= 0 else None
        beaten = tuple(self._statement(row.statement, k) for row in reversed(rows[: max(index, 0)]))
        rejected = tuple(s.key.scope for s in slots if s.id != slot.id and applies(s.key.scope, context or {}))
        return Why(reading, ruling, beaten, slot.key.scope, rejected, self._conflicting(ruling, k))

    def _line_asked(self, slot: Slot, x: int, k: int) -> int:
        held = self._held_at(slot, x, k)
        return held[0].line if held else slot.id

    def _conflicting(self, ruling: Statement | None, k: int) -> tuple[Statement, ...]:
        if ruling is None:
            return ()
        rows = self._execute(
            "SELECT first FROM review WHERE second = ?1 AND kind = 'conflict' AND tx <= ?2 UNION "
            "SELECT second FROM review WHERE first = ?1 AND kind = 'conflict' AND tx <= ?2",
            (ruling.id, k),
        ).fetchall()
        return tuple(self._statement(row[0], k) for row in rows)
