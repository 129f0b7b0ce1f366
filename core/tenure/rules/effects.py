"""What a rule wants because of a cause: ends, and of what is replaced, values under the new name.

Decided by the statements alone: a value is ended if it holds just before the cause's instant and
nobody states otherwise at that very instant.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from tenure.keys import Key, fold
from tenure.ledger import Assert, End, Evidence, Ledger, Statement
from tenure.ledger.core import Slot
from tenure.ledger.rule import ASSERT, END, GUARDED_END, TEMPORARY, TOMBSTONE
from tenure.ledger.standing import Holding
from tenure.relations import Cardinality
from tenure.rules.finding import covers
from tenure.rules.rule import Kind, Rule
from tenure.rules.store import Cause
from tenure.rules.watch import Watch

OF_RULES = "rule:"
"""How the evidence source of every effect begins."""
_FIRM = (ASSERT, TEMPORARY, END, TOMBSTONE)


@dataclass(frozen=True, slots=True)
class Retired:
    """A value that an effect ends: its key's id, the instant, the written object and the statement that ruled."""

    place: int
    at: int
    object: int
    statement: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """An effect that should stand.

    Attributes:
        place: the key looked at.
        operation: what should be stated.
        copied: the statement whose value it repeats, or None.
        retired: what it ends, or None.
    """

    place: int
    operation: Assert | End
    copied: int | None = None
    retired: Retired | None = None


class Effects:
    """What one rule wants because of one cause.

    Args:
        ledger, watch: of the project.
        rule: the rule.
        cause: what sets it off.
        said: the statement that is the cause.
        own: statements the rule made because of it.
        spared: keys it leaves alone: those of the cause and of what that followed from.
    """

    def __init__(
        self,
        ledger: Ledger,
        watch: Watch,
        rule: Rule,
        cause: Cause,
        *,
        said: Statement,
        own: Collection[int],
        spared: Collection[int],
    ) -> None:
        self._ledger, self._watch, self._rule, self._cause = ledger, watch, rule, cause
        self._said, self._own, self._spared = said, own, spared
        text = f"{rule.reason} (because of statement #{said.id})"
        self._evidence = Evidence(rule.source, text)

    def wanted(
        self, places: Collection[int] | None, mentioning: Collection[int], values: Sequence[int] | None = None
    ) -> list[Wanted]:
        """Return the effects on some keys (None: all), by key.

        Args:
            places: ids of the keys to look at.
            mentioning: ids of keys that may name the thing concerned.
            values: ids of the written values that name it; None where they were not looked up.
        """
        kind, effect = self._rule.kind, self._rule.effect
        found: list[Wanted] = []
        if kind is not Kind.ENDS_MATCHING:
            for slot in self._slots_of_subject(places):
                found += self._of_subject(slot)
        names = self._watch.names(effect.relations if kind is Kind.ENDS_MATCHING else effect.objects)
        for slot in self._reached(mentioning if names else ()):
            if fold(slot.relation.name) in names and (places is None or slot.id in places):
                found += self._of_object(slot, values)
        return found

    def _slots_of_subject(self, places: Collection[int] | None) -> Iterator[Slot]:
        effect = self._rule.effect
        only = self._watch.names(effect.only if self._rule.kind is Kind.ENDS_SUBJECT else effect.relations)
        keep = self._watch.names(effect.keep)
        if self._rule.kind is Kind.REPLACES and not only:
            return
        for slot in self._ledger.find_slots(subject=self._cause.who):
            relation = fold(slot.relation.name)
            if (only and relation not in only) or relation in keep or (places is not None and slot.id not in places):
                continue
            if self._may_touch(slot):
                yield slot

    def _reached(self, slots: Collection[int]) -> Iterator[Slot]:
        """Yield the keys that some belong to and that the rule may touch."""
        seen: dict[int, Slot] = {}
        for number in slots:
            slot = self._ledger.home(number)
            if self._may_touch(slot):
                seen.setdefault(slot.id, slot)
        yield from sorted(seen.values(), key=lambda slot: slot.key.normal)

    def _may_touch(self, slot: Slot) -> bool:
        """Return whether a key is in scope, no event and not spared."""
        if slot.id in self._spared or slot.cardinality is Cardinality.EVENT:
            return False
        return self._rule.effect.everywhere or covers(self._said.key.scope, slot.key.scope)

    # --- keys of the thing itself -------------------------------------------------------------

    def _of_subject(self, slot: Slot) -> Iterator[Wanted]:
        for line in self._ledger.lines_of(slot):
            held = self._held(slot, line)
            if held is None:
                continue
            guard = None if slot.cardinality is Cardinality.FUNCTIONAL else held.text
            yield self._end(slot, held, guard)
            yield from self._back(slot, held)
            if self._cause.other is not None:
                yield from self._passed_on(slot, held)

    def _passed_on(self, slot: Slot, held: Holding) -> Iterator[Wanted]:
        """What was the old thing's is the new one's, unless that has a value of its own."""
        key = Key(self._cause.other or "", slot.relation.name, slot.key.scope)
        if not self._free(self._ledger.slot_of(key), held.text):
            return
        yield self._assert(slot, key, held.text, held.row.statement)

    # --- keys that name it --------------------------------------------------------------------

    def _of_object(self, slot: Slot, values: Sequence[int] | None) -> Iterator[Wanted]:
        ledger, at = self._ledger, self._cause.at
        for line in ledger.lines_of(slot) if values is None else ledger.lines_that_held(slot, values, at):
            held = self._held(slot, line, self._cause.who)
            if held is None:
                continue
            new = self._cause.other
            replacing = new is not None and fold(new) != fold(slot.key.subject)
            if replacing and slot.cardinality is Cardinality.FUNCTIONAL:
                # The new value takes over, and gives way by itself where it is temporary.
                yield replace(self._assert(slot, slot.key, new or "", self._said.id), retired=self._retired(slot, held))
                continue
            yield self._end(slot, held, held.text)
            yield from self._back(slot, held)
            if replacing and self._free(slot, new or ""):
                yield self._assert(slot, slot.key, new or "", self._said.id)

    # --- what holds ---------------------------------------------------------------------------

    def _held(self, slot: Slot, line: int, folded: str | None = None) -> Holding | None:
        """Return what holds on a line just before the cause (with ``folded`` if it names that), unless it is stated
        otherwise just then."""
        at = self._cause.at
        held = self._ledger.held_before(slot, line, at, folded)
        if held is None:
            return None
        for kind, form in self._ledger.stated_at(slot, line, at, OF_RULES):
            if kind in _FIRM or (kind == GUARDED_END and form == held.form):
                return None
        return held

    def _free(self, slot: Slot, written: str) -> bool:
        """Return whether a key says nothing at the cause's instant, or of a set, not this."""
        line = self._ledger.member_line(slot, written)
        if line is None:
            return True
        at = self._cause.at
        return (
            not self._ledger.stated_at(slot, line, at, OF_RULES)
            and self._ledger.holding_without(slot, line, at, self._own) is None
        )

    # --- what is stated -----------------------------------------------------------------------

    def _retired(self, slot: Slot, held: Holding) -> Retired:
        return Retired(slot.id, self._cause.at, held.object, held.row.statement)

    def _end(self, slot: Slot, held: Holding, guard: str | None) -> Wanted:
        said = self._said
        precision = said.precision if self._cause.at == said.valid_from else said.to_precision
        operation = End(slot.key, self._cause.at, guard, precision, said.origin, self._evidence)
        return Wanted(
            slot.id, operation, None if guard is None else held.row.statement, retired=self._retired(slot, held)
        )

    def _assert(self, slot: Slot, key: Key, written: str, copied: int) -> Wanted:
        said, cause = self._said, self._cause
        operation = Assert(
            key, written, cause.at, cause.until, bool(cause.lapses), said.precision,
            origin=said.origin, evidence=self._evidence,
        )  # fmt: skip
        return Wanted(slot.id, operation, copied)

    def _back(self, slot: Slot, held: Holding) -> Iterator[Wanted]:
        """Where a cause that was stated to lapse stops holding, what it ended comes back."""
        until = self._cause.until
        if until is None:
            return
        row = self._ledger.holding_without(slot, held.line, until, self._own)
        if row is None or row.valid_from >= self._cause.at or row.object is None:
            return
        operation = Assert(
            slot.key, self._ledger.text_of(row.object), until, row.valid_to, row.kind == TEMPORARY,
            origin=self._said.origin, evidence=self._evidence,
        )  # fmt: skip
        yield Wanted(slot.id, operation, row.statement)
