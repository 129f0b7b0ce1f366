"""Rules across keys by brute force on lists: from the statements alone, until nothing changes."""

from __future__ import annotations

from dataclasses import dataclass, field

from helpers.ledger_model import Said, rule
from tenure.rules import About, Kind, On, Rule

SETS = {"uses"}
Slot = tuple[str, str, str]
"""Subject, relation, scope (empty or one value of ``env``)."""


@dataclass
class Stated:
    """A statement in force, of a person or of a rule."""

    number: int
    op: str
    slot: Slot
    object: str | None
    start: int
    end: int | None = None
    temporary: bool = False
    by_rule: bool = False

    @property
    def what(self) -> tuple[object, ...]:
        return self.op, self.slot, self.object, self.start, self.end, self.temporary


@dataclass(frozen=True)
class Cause:
    """What sets a rule off."""

    rule: int
    number: int
    slot: Slot
    value: str
    at: int
    until: int | None
    lapses: bool


@dataclass
class World:
    """Statements and rules; ``settle`` finds what the rules add."""

    rules: list[Rule]
    said: list[Stated]
    made: dict[tuple[int, int], list[Stated]] = field(default_factory=dict)
    numbers: int = 10**9

    def settle(self) -> None:
        for _ in range(60):
            if not self._pass():
                return
        raise AssertionError("the rules never come to rest")

    def _pass(self) -> bool:
        causes = {(c.rule, c.number): c for c in self.causes()}
        changed = False
        for pair in [p for p in self.made if p not in causes]:
            del self.made[pair]
            changed = True
        for pair, cause in sorted(causes.items(), key=lambda item: (item[1].at, self.rules[item[0][0]].name, item[0])):
            old = self.made.get(pair, [])
            new = self._kept(old, self.wanted(cause))
            if [s.what for s in new] != [s.what for s in old]:
                self.made[pair] = new
                changed = True
        return changed

    def _kept(self, old: list[Stated], new: list[Stated]) -> list[Stated]:
        """Let what was stated already keep its number, so that what it caused stays caused by it."""
        numbers = {s.what: s.number for s in old}
        for s in new:
            self.numbers += 1
            s.number = numbers.get(s.what, self.numbers)
        return new

    # --- reading ---

    def all(self, without: tuple[int, int] | None = None) -> list[Stated]:
        made = [s for pair, list_ in self.made.items() if pair != without for s in list_]
        return sorted(self.said + made, key=lambda s: (s.start, s.by_rule, s.number))

    def line(self, slot: Slot, member: str | None, without: tuple[int, int] | None = None) -> list[Stated]:
        rows = [s for s in self.all(without) if s.slot == slot]
        if slot[1] in SETS:
            rows = [s for s in rows if s.object == member or (s.op == "end" and s.object is None)]
        return rows

    def at(self, slot: Slot, member: str | None, x: int, without: tuple[int, int] | None = None) -> Said | None:
        rows = [s for s in self.line(slot, member, without) if s.start <= x]
        said = [Said(s.number, s.op, "", s.object, s.start, s.end, s.temporary, [], s.number) for s in rows]
        return rule(said, x)[1]

    def value(self, slot: Slot, member: str | None, x: int) -> str | None:
        found = self.at(slot, member, x)
        return None if found is None else found.object

    def members(self, slot: Slot) -> list[str | None]:
        if slot[1] not in SETS:
            return [None]
        return sorted({s.object for s in self.all() if s.slot == slot and s.object is not None})

    def slots(self) -> list[Slot]:
        return sorted({s.slot for s in self.all()})

    # --- causes ---

    def causes(self) -> list[Cause]:
        found = []
        for number, a_rule in enumerate(self.rules):
            trigger = a_rule.trigger
            for slot in self.slots():
                if slot[1] != trigger.relation:
                    continue
                for member in self.members(slot):
                    found += list(self._causes_on(number, slot, member, trigger.operation))
        return [
            c for c in found if not self.rules[c.rule].trigger.values or c.value in self.rules[c.rule].trigger.values
        ]

    def _causes_on(self, number: int, slot: Slot, member: str | None, operation: On) -> list[Cause]:
        rows = self.line(slot, member)
        found: dict[int, Cause] = {}
        for s in rows:
            before, now = self.value(slot, member, s.start - 1), self.value(slot, member, s.start)
            if operation is On.ASSERT:
                if s.op == "assert" and now == s.object and before != now and s.object is not None:
                    lapses = s.end is not None or s.temporary
                    until = self._change_after(slot, member, s.start) if lapses else None
                    found[s.start] = Cause(number, s.number, slot, s.object, s.start, until, lapses)
            elif s.op == "end" and now is None and before is not None:
                found[s.start] = Cause(number, s.number, slot, before, s.start, None, False)
        return list(found.values())

    def _change_after(self, slot: Slot, member: str | None, x: int) -> int | None:
        rows = self.line(slot, member)
        now = self.value(slot, member, x)
        for y in sorted({s.start for s in rows} | {s.end for s in rows if s.end is not None}):
            if y > x and self.value(slot, member, y) != now:
                return y
        return None

    def _spared(self, cause: Cause) -> set[Slot]:
        spared, number = {cause.slot}, cause.number
        while True:
            made = next((pair for pair, list_ in self.made.items() if any(s.number == number for s in list_)), None)
            if made is None:
                return spared
            number = made[1]
            spared |= {s.slot for s in self.all() if s.number == number}

    # --- effects ---

    def wanted(self, cause: Cause) -> list[Stated]:
        a_rule = self.rules[cause.rule]
        effect, kind = a_rule.effect, a_rule.kind
        who, other = cause.slot[0], cause.value
        if effect.about is About.OBJECT:
            who, other = other, who
        if kind is Kind.REPLACES and who == other:
            return []
        spared = self._spared(cause)
        found: list[Stated] = []
        for slot in self.slots():
            scoped = effect.everywhere or not cause.slot[2] or slot[2] == cause.slot[2]
            if slot in spared or not scoped:
                continue
            mine = effect.only if kind is Kind.ENDS_SUBJECT else effect.relations
            if slot[0] == who and kind is not Kind.ENDS_MATCHING and slot[1] in mine:
                found += self._of_subject(cause, slot, other if kind is Kind.REPLACES else None)
            theirs = effect.relations if kind is Kind.ENDS_MATCHING else effect.objects
            if slot[1] in theirs:
                found += self._of_object(cause, slot, who, other if kind is Kind.REPLACES else None)
        return found

    def _held(self, cause: Cause, slot: Slot, member: str | None) -> str | None:
        held = self.value(slot, member, cause.at - 1)
        for s in self.line(slot, member):
            firm = s.op == "assert" or s.object is None or s.object == held
            if s.start == cause.at and not s.by_rule and firm:
                return None
        return held

    def _of_subject(self, cause: Cause, slot: Slot, new: str | None) -> list[Stated]:
        found = []
        for member in self.members(slot):
            held = self._held(cause, slot, member)
            if held is None:
                continue
            found.append(self._made("end", slot, member, cause.at))
            found += self._back(cause, slot, member)
            if new is not None and self._free(cause, (new, slot[1], slot[2]), held):
                found.append(self._made("assert", (new, slot[1], slot[2]), held, cause.at, cause.until, cause.lapses))
        return found

    def _of_object(self, cause: Cause, slot: Slot, who: str, new: str | None) -> list[Stated]:
        found = []
        for member in self.members(slot):
            if self._held(cause, slot, member) != who:
                continue
            replacing = new is not None and new != slot[0]
            if replacing and slot[1] not in SETS:
                found.append(self._made("assert", slot, new, cause.at, cause.until, cause.lapses))
                continue
            found.append(self._made("end", slot, who, cause.at))
            found += self._back(cause, slot, member)
            if replacing and self._free(cause, slot, new or ""):
                found.append(self._made("assert", slot, new, cause.at, cause.until, cause.lapses))
        return found

    def _free(self, cause: Cause, slot: Slot, written: str) -> bool:
        if any(s.start == cause.at and not s.by_rule for s in self.line(slot, written)):
            return False
        return self.at(slot, written, cause.at, (cause.rule, cause.number)) is None

    def _back(self, cause: Cause, slot: Slot, member: str | None) -> list[Stated]:
        if cause.until is None:
            return []
        held = self.at(slot, member, cause.until, (cause.rule, cause.number))
        if held is None or held.start >= cause.at:
            return []
        return [self._made("assert", slot, held.object, cause.until, held.end, held.temporary)]

    def _made(  # noqa: PLR0917
        self, op: str, slot: Slot, value: str | None, start: int, end: int | None = None, temporary: bool = False
    ) -> Stated:
        return Stated(0, op, slot, value, start, end, temporary, by_rule=True)
