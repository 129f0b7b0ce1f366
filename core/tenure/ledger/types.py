"""The values that go into the ledger and come out of it.

Times are microseconds since the epoch, UTC; spans are half-open; ``None`` as an end means open.
Terms follow SQL:2011 (valid time, system time) and XTDB (``valid_from``, ``system_from``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from tenure.instants import DateOrigin, Precision
from tenure.keys import Key, Scope
from tenure.ledger.operations import (
    KEEP,
    NO_EVIDENCE,
    AddAlias,
    Assert,
    Correct,
    DefineRelation,
    End,
    Erase,
    ErasureMark,
    Evidence,
    Keep,
    Op,
    Operation,
    RemoveAlias,
    RemoveRelation,
    ReopenReview,
    Restore,
    Retract,
    SettleReview,
    Tombstone,
    Withdraw,
)

__all__ = [
    "KEEP",
    "NO_EVIDENCE",
    "Absence",
    "AddAlias",
    "Assert",
    "Axis",
    "Change",
    "CheckReport",
    "Correct",
    "DefineRelation",
    "Difference",
    "End",
    "Erase",
    "ErasureMark",
    "Evidence",
    "Fact",
    "Flag",
    "Keep",
    "Op",
    "Operation",
    "Reading",
    "RemoveAlias",
    "RemoveRelation",
    "ReopenReview",
    "Restore",
    "Retract",
    "SettleReview",
    "SlotInfo",
    "State",
    "Statement",
    "Summary",
    "Tombstone",
    "Transaction",
    "Why",
    "Withdraw",
]


class State(StrEnum):
    """What an interval, or a value in a text, is at the two times asked. One enumeration everywhere."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    ENDED = "ended"
    FUTURE = "future"
    UNKNOWN = "unknown"

    @property
    def retired(self) -> bool:
        """Whether the value held once and does no more."""
        return self in (State.SUPERSEDED, State.ENDED)


class Flag(StrEnum):
    """What may be said of an interval beside its state."""

    DISPUTED = "disputed"
    EXPIRED = "expired"


class Absence(StrEnum):
    """Why a read found no value."""

    NEVER_STATED = "never stated"
    """Nothing was ever stated about the key."""
    NOT_YET = "not yet"
    """The first value starts later than the instant asked."""
    ENDED = "ended"
    """A value held before and was ended or lapsed."""
    ERASED = "erased"
    """What held there was erased."""
    OTHER_SCOPES = "other scopes"
    """Only narrower scopes have a value; they are listed in ``Reading.scopes``."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One recorded claim, immutable.

    Attributes:
        id: unique and growing in the order of recording.
        op: ``assert`` or ``end``.
        object: the value as written; None for an end without object or after an erasure.
        tx: the transaction that recorded it.
        closed_tx: the transaction that withdrew or corrected it, or None.
        corrects: id of the statement it replaced, or None.
        corrected_by: id of the statement that replaced it, or None.
        erased: whether it is a tombstone.
    """

    id: int
    op: Op
    key: Key
    object: str | None
    valid_from: int
    valid_to: int | None
    temporary: bool
    precision: Precision
    to_precision: Precision
    origin: DateOrigin
    evidence: Evidence
    name: str | None
    tx: int
    recorded_at: int
    closed_tx: int | None = None
    corrects: int | None = None
    corrected_by: int | None = None
    erased: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """An interval: a span in which a key has one value, seen at two times.

    Attributes:
        id: stable while the interval lives: names (slot, valid_from, system_from).
        key: the key, in display form.
        object: the value as written by the ruling statement.
        valid_from, valid_to: half-open span in valid time; of an event both are the instant it happened.
        system_from, system_to: transactions between which the ledger believes it.
        statement: id of the ruling statement.
        state: at the two times asked.
        flags: beside the state.
        superseded_by: the value that took over at ``valid_to``, or None.
        evidence_count: statements in force that say the same value within the span.
    """

    id: str
    key: Key
    object: str
    valid_from: int
    valid_to: int | None
    system_from: int
    system_to: int | None
    statement: int
    state: State
    flags: frozenset[Flag] = frozenset()
    superseded_by: str | None = None
    evidence_count: int = 1
    precision: Precision = Precision.INSTANT
    to_precision: Precision = Precision.INSTANT
    evidence: Evidence = NO_EVIDENCE


@dataclass(frozen=True, slots=True)
class Reading:
    """What a read at two times found.

    Attributes:
        facts: what holds: one for a functional relation, any number for a set; several for a
            functional relation only if ``disputed``.
        absence: why nothing holds, or None if something does.
        disputed: whether equally specific scopes differ.
        scopes: the facts of narrower scopes, if only those exist and no context was given.
        changed_during: facts of the same key that held later on the same day, month or year, when
            the valid time asked was a bare date and the value changed in that period.
        last: when nothing holds: the last fact that did, or the first that will.
    """

    valid: int
    known: int
    facts: tuple[Fact, ...] = ()
    absence: Absence | None = None
    disputed: bool = False
    scopes: tuple[Fact, ...] = ()
    changed_during: tuple[Fact, ...] = ()
    last: Fact | None = None

    @property
    def values(self) -> tuple[str, ...]:
        """The values as written, in the order of ``facts``."""
        return tuple(fact.object for fact in self.facts)

    @property
    def value(self) -> str | None:
        """The one value, or None if there is none or several."""
        return self.facts[0].object if len(self.facts) == 1 else None


class Change(NamedTuple):
    """One interval opened or closed by a transaction."""

    key: Key
    object: str
    valid_from: int
    valid_to: int | None


@dataclass(slots=True)
class Summary:
    """What a write did, or with ``dry_run`` would do. Not frozen: one is built for every write, and
    freezing so many fields costs as much as one of its SQL statements.

    Attributes:
        tx: the last transaction written; for a dry run, the one it would have been.
        statements: ids of the statements recorded, in order (empty for a bulk load).
        statement_count: how many statements were recorded.
        keys: the keys touched.
        opened: intervals that exist now and did not before.
        closed: intervals believed before and no longer, as they were.
        corrected: how many statements were corrected or withdrawn.
        erased: how many statements were erased.
        moved_up: how many recording times were moved up to the last transaction's.
        conflicts: how many conflicts went to review.
        opened_count: how many intervals were opened; ``opened`` lists them unless a bulk load made more
            than it is useful to list.
        closed_count: likewise for ``closed``.
        key_count: likewise for ``keys``.
        refused: one sentence for each line of an import that was left out.
    """

    tx: int
    statements: tuple[int, ...] = ()
    statement_count: int = 0
    keys: tuple[Key, ...] = ()
    opened: tuple[Change, ...] = ()
    closed: tuple[Change, ...] = ()
    corrected: int = 0
    erased: int = 0
    moved_up: int = 0
    conflicts: int = 0
    dry_run: bool = False
    opened_count: int = 0
    closed_count: int = 0
    key_count: int = 0
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Transaction:
    """One point of system time.

    Attributes:
        tx: the number, growing by one.
        recorded_at: its wall-clock time; never falls.
        stated_at: the time given when that was earlier than the last transaction's, or None.
        undoes: the transaction this one compensates, or None.
    """

    tx: int
    recorded_at: int
    stated_at: int | None = None
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class SlotInfo:
    """A key as the navigator lists it."""

    id: int
    key: Key
    statements: int


class Axis(StrEnum):
    """Which of the two times a difference is taken along."""

    VALID = "valid"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs between two points of one time.

    Attributes:
        opened: facts that hold at the second point and not at the first.
        closed: facts that hold at the first point and not at the second.
        changed: pairs (before, after) of the same key with different values.
    """

    axis: Axis
    start: int
    end: int
    opened: tuple[Fact, ...] = ()
    closed: tuple[Fact, ...] = ()
    changed: tuple[tuple[Fact, Fact], ...] = ()


@dataclass(frozen=True, slots=True)
class Why:
    """Why a value holds: the ruling statement, those it beat, the scope chosen, conflicts."""

    reading: Reading
    ruling: Statement | None
    beaten: tuple[Statement, ...] = ()
    scope: Scope | None = None
    rejected_scopes: tuple[Scope, ...] = ()
    conflicts: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What ``check`` found; ``ok`` when ``problems`` is empty."""

    problems: tuple[str, ...] = ()
    slots: int = 0
    statements: int = 0
    repaired: int = 0
    details: Mapping[str, int] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether everything agreed."""
        return not self.problems
