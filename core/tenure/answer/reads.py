"""What the ledger says to an inquiry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tenure.answer.answer import Reason
from tenure.answer.beside import neighbours
from tenure.answer.inquiry import Beside, Inquiry, Kind, Resolved, When, Which
from tenure.answer.phrasing import date_text, scope_text
from tenure.keys import Key, fold
from tenure.ledger import Ledger
from tenure.ledger.types import Fact, Reading, State
from tenure.relations import Cardinality


@dataclass(frozen=True, slots=True)
class Found:
    """What holds, or why nothing does.

    Attributes:
        facts: what holds at the first instant asked; for a period in which nothing did, what first
            held in it. Several for a set, a dispute, or a table of scopes.
        keys: the keys read, with the scope chosen.
        at: the instant read (microseconds UTC).
        known: the transaction read at, or None for the latest.
        changes: facts that began later in the period asked about.
        reason: why nothing holds, or None.
        last: when nothing holds: the last fact that did, or the first that will.
        table: whether ``facts`` are those of several scopes, none of which was asked for.
        readings: for a question that can be read in several ways: what each gives.
    """

    facts: tuple[Fact, ...] = ()
    keys: tuple[Key, ...] = ()
    at: int = 0
    known: int | None = None
    changes: tuple[Fact, ...] = ()
    reason: Reason | None = None
    last: Fact | None = None
    table: bool = False
    readings: tuple[tuple[str, Found], ...] = ()


def look_up(ledger: Ledger, inquiry: Inquiry) -> Found:
    """Return what the ledger says to an inquiry about a key."""
    if inquiry.resolved is Resolved.NO_SUBJECT:
        return Found(reason=Reason.UNKNOWN_SUBJECT)
    if inquiry.resolved is Resolved.NO_RELATION:
        return Found(reason=Reason.NEVER_STATED)
    if inquiry.unresolved:
        return Found(reason=Reason.UNPLACED_TIME, keys=inquiry.keys)
    if not inquiry.keys:
        return Found(reason=Reason.NEVER_STATED)
    readings = [
        (_label(key, when, inquiry), _one(ledger, inquiry, key, when)) for key in inquiry.keys for when in inquiry.when
    ]
    if len(readings) == 1 or _agree(readings):
        return readings[0][1]
    if all(found.reason is not None for _, found in readings):
        return readings[0][1]
    first = readings[0][1]
    return replace(first, readings=tuple(readings), keys=tuple(dict.fromkeys(k for _, f in readings for k in f.keys)))


def _label(key: Key, when: When, inquiry: Inquiry) -> str:
    parts = [f"the {key.relation} of {key.subject}"] if len(inquiry.keys) > 1 else []
    return " ".join([*parts, *([when.label] if len(inquiry.when) > 1 else [])])


def _agree(readings: Sequence[tuple[str, Found]]) -> bool:
    values = {(f.reason, tuple(fact.object for fact in f.facts), f.keys) for _, f in readings}
    return len(values) == 1


def _one(ledger: Ledger, inquiry: Inquiry, key: Key, when: When) -> Found:
    at, known = when.at(inquiry.now), when.known
    if inquiry.beside is not None:
        return _neighbour(ledger, inquiry, inquiry.beside, key, known)
    if inquiry.which is not Which.ALL and inquiry.kind is Kind.VALUE:
        return _ordinal(ledger, inquiry, key, known)
    reading = ledger.value(key.subject, key.relation, inquiry.context.as_dict() or None, valid=at, known=known)
    keys = _keys_read(ledger, inquiry, key, reading)
    if inquiry.kind in (Kind.HISTORY, Kind.WHEN):
        facts = tuple(f for one in keys for f in ledger.history(one, known=known, valid=at))
        facts = tuple(f for f in facts if _within(f, inquiry.window))
        if facts:
            return Found(facts, keys, at, known)
    if reading.facts:
        later = _began_in(ledger, keys, at, when.until, known)
        return Found(reading.facts, keys, at, known, later)
    if reading.scopes:
        return Found(reading.scopes, tuple(f.key for f in reading.scopes), at, known, table=True)
    later = _began_in(ledger, keys, at, when.until, known)
    if later:
        first = later[0]
        same = tuple(replace(f, state=State.CURRENT) for f in later if f.valid_from == first.valid_from)
        return Found(same, keys, first.valid_from, known, later[len(same) :])
    reason = Reason.of(reading.absence) if reading.absence is not None else Reason.NEVER_STATED
    return Found((), keys, at, known, reason=reason, last=reading.last)


def keys_read(ledger: Ledger, inquiry: Inquiry) -> tuple[Key, ...]:
    """Return the keys, each with its scope, that an inquiry is answered from at the first of its times."""
    found: dict[Key, None] = {}
    for key in inquiry.keys:
        reading = _reading(ledger, inquiry, key)
        found.update(dict.fromkeys(_keys_read(ledger, inquiry, key, reading)))
    return tuple(found)


def anything_holds(ledger: Ledger, inquiry: Inquiry) -> bool:
    """Return whether any of an inquiry's keys has a value at its first time, in its scope or, without one, in any."""
    readings = [_reading(ledger, inquiry, key) for key in inquiry.keys]
    return any(reading.facts or reading.scopes for reading in readings)


def _reading(ledger: Ledger, inquiry: Inquiry, key: Key) -> Reading:
    context = inquiry.context.as_dict() or None
    return ledger.value(key.subject, key.relation, context, valid=inquiry.valid, known=inquiry.known)


def _keys_read(ledger: Ledger, inquiry: Inquiry, key: Key, reading: Reading) -> tuple[Key, ...]:
    """Return the keys, with their scope, that a reading came from or would have come from."""
    if reading.facts:
        return tuple(dict.fromkeys(f.key for f in reading.facts))
    if reading.scopes:
        return tuple(dict.fromkeys(f.key for f in reading.scopes))
    if reading.last is not None:
        return (reading.last.key,)
    wanted = {(fold(n), fold(v)) for n, v in inquiry.context.dimensions}
    slots = ledger.find_keys(subject=key.subject, relation=key.relation)
    met = [k for k in slots if {(fold(n), fold(v)) for n, v in k.scope.dimensions} <= wanted]
    return tuple(met or slots or [key])


def _began_in(ledger: Ledger, keys: Sequence[Key], at: int, until: int | None, known: int | None) -> tuple[Fact, ...]:
    """Return what began within the period asked about, after its first instant."""
    if until is None:
        return ()
    return tuple(
        fact for key in keys for fact in ledger.history(key, known=known, valid=at) if at < fact.valid_from < until
    )


def _within(fact: Fact, window: tuple[int | None, int | None]) -> bool:
    start, end = window
    return (end is None or fact.valid_from < end) and (start is None or fact.valid_to is None or fact.valid_to > start)


def _ordinal(ledger: Ledger, inquiry: Inquiry, key: Key, known: int | None) -> Found:
    """Return the first value of a history, or the one before the present one."""
    reading = ledger.value(key.subject, key.relation, inquiry.context.as_dict() or None, valid=inquiry.now, known=known)
    keys = _keys_read(ledger, inquiry, key, reading)
    facts = [f for one in keys for f in ledger.history(one, known=known, valid=inquiry.now)]
    past = [f for f in facts if f.valid_from <= inquiry.now]
    if inquiry.which is Which.PREVIOUS:
        past = [f for f in past if f.state.retired]
    if not past:
        return Found((), keys, inquiry.now, known, reason=Reason.NEVER_STATED, last=reading.last)
    chosen = past[0] if inquiry.which is Which.FIRST else past[-1]
    return Found((replace(chosen, state=State.CURRENT),), keys, chosen.valid_from, known)


def _neighbour(ledger: Ledger, inquiry: Inquiry, beside: Beside, key: Key, known: int | None) -> Found:
    """Return the value before or after another one; several stay several."""
    reading = ledger.value(key.subject, key.relation, inquiry.context.as_dict() or None, valid=inquiry.now, known=known)
    keys = _keys_read(ledger, inquiry, key, reading)
    facts = neighbours(ledger, beside, keys, known=known, now=inquiry.now)
    found = [
        Found((f,), (f.key,), inquiry.now, known)
        if f.state is State.CURRENT
        else Found((replace(f, state=State.CURRENT),), (f.key,), f.valid_from, known)
        for f in facts
    ]
    if not found:
        return Found((), keys, inquiry.now, known, reason=Reason.NEVER_STATED)
    if len(found) == 1:
        return found[0]
    zone = ledger.zone
    labels = [f"the time from {date_text(f.valid_from, f.precision, zone)}{scope_text(f.key)}" for f in facts]
    return replace(found[0], readings=tuple(zip(labels, found, strict=True)), keys=tuple({f.key: None for f in facts}))


def is_many(ledger: Ledger, facts: Sequence[Fact]) -> bool:
    """Return whether the facts are members of a set, or events."""
    return bool(facts) and ledger.registry.get(facts[0].key.relation).cardinality is not Cardinality.FUNCTIONAL
