"""What live rules listen to, held in memory: so that a write no rule listens to pays next to nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from tenure.instants import FOREVER
from tenure.keys import fold
from tenure.ledger import Ledger
from tenure.ledger.consequences import Unheard
from tenure.ledger.core import Slot
from tenure.relations import RelationRegistry
from tenure.rules.rule import Kind, Life, On
from tenure.rules.store import Cause, Stored

Pair = tuple[int, int]
"""A rule and the statement that sets it off, by their ids."""
_QUIET = 1_000_000
_Listening = tuple[bool, set[str] | None, bool]
"""Of a relation: whether a rule's trigger is of it, of which values (None: any), whether what it names is looked at."""


class Watch:
    """An index of rules by relation, and of causes by the names they reach.

    Attributes:
        rules: live rules by id: in shadow, active, or retired (whose effects still follow their causes).
        subjects: causes by the folded name of a thing whose keys they reach.
        objects: causes by the folded name of a thing that keys name as their value.
        named: folded names of the relations looked at for what they name.
        acts: whether one of them is more than in shadow.

    Args:
        rules, causes, registry: of the project now.
        unheard: what no rule looks at now is kept here.
    """

    def __init__(
        self, rules: Iterable[Stored], causes: Iterable[Cause], registry: RelationRegistry, unheard: Unheard
    ) -> None:
        self.rules = {stored.id: stored for stored in rules if stored.life is not Life.DRAFT}
        self.subjects: dict[str, set[Pair]] = defaultdict(set)
        self.objects: dict[str, set[Pair]] = defaultdict(set)
        self._last_of_subject: dict[str, int] = {}
        self._last_of_object: dict[str, int] = {}
        self.named: set[str] = set()
        self._registry = registry
        self._recorded: dict[frozenset[str], tuple[str, ...]] = {}
        self._canonical: dict[tuple[str, ...], frozenset[str]] = {}
        self._causes: dict[Pair, Cause] = {}
        self._heard: dict[str, list[Stored]] = defaultdict(list)
        self._values: dict[str, set[str] | None] = {}
        self._slots: dict[int, int] = defaultdict(int)
        self._names: dict[int, frozenset[str]] = {}
        self._unheard = unheard
        self._quiet = unheard.keys
        self._quiet_of: dict[str, list[int]] = defaultdict(list)
        self._quiet_named: list[int] = []
        self._kinds: dict[str, _Listening] = {}
        unheard.latest = -FOREVER
        self.acts = any(stored.life is not Life.SHADOW for stored in self.rules.values())
        for stored in self.rules.values():
            self._listen(stored)
        for cause in causes:
            self.add(cause)

    def names(self, relations: tuple[str, ...]) -> frozenset[str]:
        """Return the folded canonical names of relations."""
        known = self._canonical.get(relations)
        if known is None:
            known = frozenset(fold(self._registry.get(name).name) for name in relations)
            self._canonical[relations] = known
        return known

    def _listen(self, stored: Stored) -> None:
        rule = stored.rule
        relation = fold(self._registry.get(rule.trigger.relation).name)
        self._heard[relation].append(stored)
        every = not rule.trigger.values or rule.trigger.operation is On.END
        known = self._values.setdefault(relation, set())
        if every or known is None:
            self._values[relation] = None
        else:
            known.update(fold(value) for value in rule.trigger.values)
        if stored.life is not Life.RETIRED:
            self._names[stored.id] = self.names(
                rule.effect.relations if rule.kind is Kind.ENDS_MATCHING else rule.effect.objects
            )
            self.named |= self._names[stored.id]

    def names_of(self, rule: int) -> frozenset[str]:
        """Return the folded names of the relations a live rule looks at for what they name."""
        return self._names.get(rule, frozenset())

    def recorded(self, ledger: Ledger, relations: frozenset[str]) -> tuple[str, ...]:
        """Return the folded names under which statements of relations may be recorded."""
        known = self._recorded.get(relations)
        if known is None:
            known = self._recorded[relations] = ledger.recorded_names(relations)
        return known

    def heard(self, slot: Slot) -> list[Stored]:
        """Return the rules whose trigger is of a key's relation."""
        return self._heard.get(fold(slot.relation.name), [])

    def has_causes(self, slot: Slot) -> bool:
        """Return whether a cause stands on a key."""
        return slot.id in self._slots

    def cause(self, pair: Pair) -> Cause | None:
        """Return a cause, or None if that statement does not set that rule off."""
        return self._causes.get(pair)

    def last_of(self, pair: Pair) -> int:
        """Return the last instant at which what holds decides an effect of a cause (microseconds UTC)."""
        cause = self._causes[pair]
        return cause.until or (FOREVER if cause.lapses else cause.at)

    def add(self, cause: Cause) -> None:
        """Take up a cause, in place of what was known of it."""
        pair = cause[:2]
        if pair not in self._causes:
            self._slots[cause.slot] += 1
        self._causes[pair] = cause
        last = self.last_of(pair)
        for index, name in self._reached(cause):
            index[name].add(pair)
            lasts = self._last_of_subject if index is self.subjects else self._last_of_object
            lasts[name] = max(last, lasts.get(name, last))
            self._unheard.latest = max(last, self._unheard.latest)
            if index is self.subjects:
                self._quiet.difference_update(self._quiet_of.pop(name, ()))
            elif self._quiet_named:
                self._quiet.difference_update(self._quiet_named)
                self._quiet_named.clear()

    def remove(self, cause: Cause) -> None:
        """Drop a cause."""
        del self._causes[cause[:2]]
        self._slots[cause.slot] -= 1
        if not self._slots[cause.slot]:
            del self._slots[cause.slot]
        for index, name in self._reached(cause):
            index[name].discard(cause[:2])
            if not index[name]:
                del index[name]

    def _reached(self, cause: Cause) -> Iterable[tuple[dict[str, set[Pair]], str]]:
        stored = self.rules.get(cause.rule)
        if stored is None or stored.life is Life.RETIRED:
            return
        if stored.rule.kind is not Kind.ENDS_MATCHING:
            yield self.subjects, cause.who
            if cause.other is not None:
                yield self.subjects, fold(cause.other)
        if self._names[cause.rule]:
            yield self.objects, cause.who

    def concerns(self, slot: Slot, written: str | None, at: int | None) -> bool:
        """Return whether a statement may set a rule off or lie in reach of a cause; see ``Consequences``."""
        if slot.id in self._quiet:
            return False
        kind = self._kinds.get(slot.relation.name)
        if kind is None:
            kind = self._kinds[slot.relation.name] = self._kind_of(slot)
        heard, values, named = kind
        if heard and (written is None or values is None or slot.id in self._slots or fold(written) in values):
            return True
        if not heard and not (named and self.objects) and self._is_quiet(slot, named):
            return False
        # What is stated later than the last instant an effect is decided at cannot change one.
        since = -FOREVER if at is None else at
        if since > self._unheard.latest:
            return False
        subject = fold(slot.key.subject)
        if subject in self.subjects and since <= self._last_of_subject[subject]:
            return True
        if not named or written is None:
            return named and bool(self.objects)
        value = fold(written)
        return value in self.objects and since <= self._last_of_object[value]

    def _kind_of(self, slot: Slot) -> _Listening:
        relation = fold(slot.relation.name)
        heard = relation in self._heard
        if not heard:
            self._unheard.relations.add(slot.relation.name)
        return heard, self._values.get(relation), relation in self.named

    def _is_quiet(self, slot: Slot, named: bool) -> bool:
        """Return whether no cause reaches a key that no rule listens to, and remember it if so."""
        subject = fold(slot.key.subject)
        if subject in self.subjects or len(self._quiet) >= _QUIET:
            return False
        self._quiet.add(slot.id)
        self._quiet_of[subject].append(slot.id)
        if named:
            self._quiet_named.append(slot.id)
        return True
