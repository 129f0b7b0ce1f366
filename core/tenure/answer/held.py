"""The values keys have or had, ready to be found in a text and judged at two times."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from tenure.answer.values import ValueIndex, shape
from tenure.keys import Key
from tenure.ledger.types import Fact, State
from tenure.relations import Relation, RelationRegistry, same_value_form


@dataclass(frozen=True, slots=True)
class Held:
    """One value of one key with every interval in which it is believed to hold."""

    key: Key
    relation: Relation
    facts: tuple[Fact, ...]
    known: int | None

    def at(self, valid: int) -> Fact:
        """Return the interval that matters at ``valid``: the one that holds, else the last before, else the next.

        A value that was believed once and is no more counts as superseded.
        """
        facts = [f for f in self.facts if not self._given_up(f)]
        if not facts:
            return replace(max(self.facts, key=lambda f: f.valid_from), state=State.SUPERSEDED)
        past = [f for f in facts if f.valid_from <= valid]
        if past:
            return max(past, key=lambda f: (f.state is State.CURRENT, f.valid_from))
        return min(facts, key=lambda f: f.valid_from)

    def _given_up(self, fact: Fact) -> bool:
        return fact.system_to is not None and (self.known is None or fact.system_to <= self.known)


@dataclass(slots=True)
class HeldValues:
    """All values of some keys.

    Attributes:
        items: one entry for each key and value; found places name them by index.
        index: finds them in a text.
        relations: the relations of these keys, by name.
        shapes: for each relation, the kinds of value that can be told from prose and its units.
    """

    items: list[Held] = field(default_factory=list)
    index: ValueIndex = field(default_factory=ValueIndex)
    relations: dict[str, Relation] = field(default_factory=dict)
    shapes: dict[str, set[str]] = field(default_factory=dict)
    keys: dict[str, Key] = field(default_factory=dict)

    @classmethod
    def of(cls, facts: Iterable[Fact], registry: RelationRegistry, known: int | None) -> HeldValues:
        """Gather the values of these intervals, as read at transaction ``known`` (None: the latest)."""
        groups: dict[tuple[tuple[str, str, str], str], list[Fact]] = {}
        for fact in facts:
            form = same_value_form(fact.object, registry.get(fact.key.relation))
            groups.setdefault((fact.key.normal, form), []).append(fact)
        held = cls()
        for group in groups.values():
            held._add(group, registry.get(group[0].key.relation), known)
        return held

    @property
    def units(self) -> tuple[Relation, ...]:
        """One relation for each unit that a bare number may be in."""
        return tuple({(r.unit, r.case_sensitive): r for r in self.relations.values()}.values())

    def _add(self, group: Sequence[Fact], relation: Relation, known: int | None) -> None:
        key = group[0].key
        number = len(self.items)
        self.items.append(Held(key, relation, tuple(group), known))
        self.relations[key.relation] = relation
        self.keys.setdefault(key.relation, key)
        for spelling in dict.fromkeys(fact.object for fact in group):
            self.index.add(spelling, relation, number)
            kind = shape(spelling, relation)
            if kind is not None:
                self.shapes.setdefault(key.relation, set()).add(kind)
