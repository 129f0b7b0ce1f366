"""Reads by context: of all scopes that apply, the most specific that says anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from tenure.instants import Dated
from tenure.keys import Key, Scope, fold
from tenure.ledger.core import Slot
from tenure.ledger.names import scope_of
from tenure.ledger.reads import Reads
from tenure.ledger.types import Absence, Fact, Reading

_RANGE = frozenset("<>=!~")


class Scopes(Reads):
    """Reads over the scopes of one subject and relation."""

    def value(
        self,
        subject: str,
        relation: str,
        context: Mapping[str, str] | None = None,
        *,
        valid: int | Dated | None = None,
        known: int | None = None,
    ) -> Reading:
        """Return the value that applies in a context.

        Of the scopes whose every dimension the context meets and about which anything was stated up
        to ``valid``, the one with the most dimensions decides, then the one with the most exact
        ones; an end there stops. Without a context only the unscoped key matches; if that says
        nothing but narrower ones do, ``scopes`` lists them.
        """
        k = self._known(known)
        x = self._valid(valid)
        slots = self._slots_of(subject, relation, k)
        chosen = self._choose(slots, context, x, k)
        if chosen:
            return self._agree(chosen, valid, k)
        facts: tuple[Fact, ...] = ()
        if not context:
            narrower = (slot for slot in slots if slot.key.scope)
            facts = tuple(self._fact(slot, held, x, k) for slot in narrower for held in self._held_at(slot, x, k))
        general = next((slot for slot in slots if not slot.key.scope), None)
        reading = self._read_slot(general, valid, k)
        if facts and not reading.facts:
            return replace(reading, absence=Absence.OTHER_SCOPES, scopes=facts)
        return reading

    def _slots_of(self, subject: str, relation: str, k: int) -> list[Slot]:
        self._refresh()
        entry = self._registries.at(k).get(relation)
        rows = self._execute(
            "SELECT s.id, u.name, s.relation_name, s.scope_name FROM subject u JOIN slot s ON s.subject = u.id "
            "WHERE u.folded = ? AND s.relation = ? ORDER BY s.id",
            (fold(subject), fold(entry.name)),
        ).fetchall()
        return [
            Slot(row[0], Key(row[1], entry.name if entry.known else row[2], scope_of(row[3])), entry) for row in rows
        ]

    def _choose(self, slots: list[Slot], context: Mapping[str, str] | None, x: int, k: int) -> list[Slot]:
        """Return the most specific slots that apply and say anything; several if equally specific."""
        best: tuple[int, int] = (-1, -1)
        chosen: list[Slot] = []
        for slot in slots:
            rank = specificity(slot.key.scope)
            if rank < best or not applies(slot.key.scope, context or {}) or not self._said_at(slot, x, k):
                continue
            if rank > best:
                best, chosen = rank, []
            chosen.append(slot)
        return chosen

    def _agree(self, chosen: list[Slot], valid: int | Dated | None, k: int) -> Reading:
        readings = [self._read_slot(slot, valid, k) for slot in chosen]
        holding = [reading for reading in readings if reading.facts]
        if len(holding) <= 1:
            return holding[0] if holding else readings[0]
        forms = {
            frozenset(self._object_form(fact, slot) for fact in reading.facts)
            for slot, reading in zip(chosen, readings, strict=True)
            if reading.facts
        }
        if len(forms) == 1:
            return holding[0]
        return replace(holding[0], facts=tuple(f for reading in holding for f in reading.facts), disputed=True)

    def _object_form(self, fact: Fact, slot: Slot) -> str:
        return _same(fact.object, slot)


def _same(value: str, slot: Slot) -> str:
    from tenure.relations import same_value_form

    return same_value_form(value, slot.relation)


def specificity(scope: Scope) -> tuple[int, int]:
    """Return (number of dimensions, number of exact ones): more is more specific."""
    return len(scope.dimensions), sum(is_exact(value) for _, value in scope.dimensions)


def is_exact(value: str) -> bool:
    """Return whether a scope's value names one thing: a plain value, or ``==`` without wildcard."""
    if value[:1] not in _RANGE:
        return True
    return value.startswith("==") and "*" not in value and "," not in value


def applies(scope: Scope, context: Mapping[str, str]) -> bool:
    """Return whether a context meets every dimension of a scope.

    A value beginning with one of ``<>=!~`` is a range as in :mod:`packaging.specifiers`; any other
    must be equal, case and white space aside.
    """
    given = {fold(name): value for name, value in context.items()}
    return all(fold(name) in given and _meets(given[fold(name)], value) for name, value in scope.dimensions)


def _meets(given: str, wanted: str) -> bool:
    if fold(given) == fold(wanted):
        return True
    if wanted[:1] not in _RANGE:
        return False
    try:
        return SpecifierSet(wanted).contains(Version(given.strip()), prereleases=True)
    except (InvalidSpecifier, InvalidVersion):
        return False
