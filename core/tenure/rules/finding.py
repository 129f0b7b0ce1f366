"""Which statements set which rules off, found on the key they stand on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tenure.keys import Scope, fold
from tenure.ledger import Ledger
from tenure.ledger.core import Slot
from tenure.ledger.standing import Begun
from tenure.rules.rule import About, Kind, On
from tenure.rules.store import Cause, Store, Stored

DEEPEST = 8
"""How many effects may follow one from another before a chain is cut."""


def causes_on(ledger: Ledger, store: Store, slot: Slot, rules: Sequence[Stored]) -> dict[tuple[int, int], Cause]:
    """Return the causes that stand on a key for rules that listen to its relation."""
    found: dict[tuple[int, int], Cause] = {}
    for operation in On:
        listening = [s for s in rules if s.rule.trigger.operation is operation]
        if not listening:
            continue
        for begun in ledger.begun(slot) if operation is On.ASSERT else ledger.ended(slot):
            for stored in listening:
                cause = _cause(stored, slot, begun)
                if cause is not None and len(ancestors(store, begun.statement)) <= DEEPEST:
                    found[cause.rule, cause.statement] = cause
    return found


def ancestors(store: Store, statement: int) -> list[int]:
    """Return a cause and, if it is an effect itself, what it followed from, up to one more than counts."""
    chain = [statement]
    while len(chain) <= DEEPEST:
        earlier = store.cause_of(chain[-1])
        if earlier is None or earlier in chain:
            break
        chain.append(earlier)
    return chain


def covers(wide: Scope, narrow: Scope) -> bool:
    """Return whether a scope is another or narrower: it has all dimensions of it."""
    if not wide.dimensions:
        return True
    return {(fold(n), fold(v)) for n, v in wide.dimensions} <= {(fold(n), fold(v)) for n, v in narrow.dimensions}


@lru_cache(maxsize=1_024)
def _folded(values: tuple[str, ...]) -> frozenset[str]:
    return frozenset(fold(value) for value in values)


def _cause(stored: Stored, slot: Slot, begun: Begun) -> Cause | None:
    rule = stored.rule
    values = rule.trigger.values
    if begun.statement <= stored.since or (values and fold(begun.text) not in _folded(values)):
        return None
    if not covers(rule.trigger.scope, slot.key.scope):
        return None
    mine, theirs = slot.key.subject, begun.text
    if rule.effect.about is About.OBJECT:
        mine, theirs = theirs, mine
    other = theirs if rule.kind is Kind.REPLACES else None
    if not fold(mine) or (other is not None and fold(other) in ("", fold(mine))):
        return None
    return Cause(
        stored.id, begun.statement, slot.id, begun.at, begun.until, int(begun.lapses), fold(mine),
        None if other is None else " ".join(other.split()),
    )  # fmt: skip
