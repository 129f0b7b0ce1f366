"""What can be done to a ledger, as values.

Times are microseconds since the epoch, UTC; spans are half-open; ``None`` as an end means open.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tenure.instants import DateOrigin, Precision
from tenure.keys import Key
from tenure.relations import Relation


class Op(StrEnum):
    """The operations a ledger knows."""

    ASSERT = "assert"
    END = "end"
    CORRECT = "correct"
    WITHDRAW = "withdraw"
    ERASE = "erase"
    RELATION = "relation"
    ALIAS = "alias"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a statement came from.

    Attributes:
        source: name of the source (a path, "manual"), or None.
        text: the sentence the statement was read from, or None.
        passage: id of the passage that holds it, or None.
        span: character span of ``text`` in the passage, half-open, or None.
        confidence: 0.0 to 1.0; rules give 1.0.
    """

    source: str | None = None
    text: str | None = None
    passage: int | None = None
    span: tuple[int, int] | None = None
    confidence: float = 1.0


NO_EVIDENCE: Final = Evidence()


@dataclass(slots=True, unsafe_hash=True)
class Assert:
    """``object`` holds for ``key`` from ``valid_from`` on, or until ``valid_to``. A value, never
    changed once made; not frozen because freezing makes building it three times as slow."""

    key: Key
    object: str
    valid_from: int
    valid_to: int | None = None
    temporary: bool = False
    precision: Precision = Precision.INSTANT
    to_precision: Precision = Precision.INSTANT
    origin: DateOrigin = DateOrigin.WRITTEN
    evidence: Evidence = NO_EVIDENCE
    name: str | None = None
    """The caller's name for this statement, unique in the project."""


@dataclass(slots=True, unsafe_hash=True)
class End:
    """From ``at`` on nothing holds; with ``object``, only if that value held. A value, as :class:`Assert`."""

    key: Key
    at: int
    object: str | None = None
    precision: Precision = Precision.INSTANT
    origin: DateOrigin = DateOrigin.WRITTEN
    evidence: Evidence = NO_EVIDENCE
    name: str | None = None


class Keep(StrEnum):
    """Marks a field of a correction that stays as it was."""

    KEEP = "keep"


KEEP: Final = Keep.KEEP


@dataclass(frozen=True, slots=True)
class Correct:
    """What was written was wrong; fields left at ``KEEP`` stay, ``None`` clears.

    Attributes:
        statement: the statement meant (its id, or the name its caller gave it). After a
            correction the old id goes on naming the corrected statement.
    """

    statement: int | str
    object: str | Keep | None = KEEP
    valid_from: int | Keep = KEEP
    valid_to: int | Keep | None = KEEP
    temporary: bool | Keep = KEEP
    precision: Precision | Keep = KEEP
    to_precision: Precision | Keep = KEEP
    evidence: Evidence | Keep = KEEP
    name: str | None = None
    """The caller's name for the new statement; the old one's goes on naming it too."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """It was never so: taken back from now on in system time."""

    statement: int | str


@dataclass(frozen=True, slots=True)
class Erase:
    """Legal deletion of one statement, of all from a source, or of all about a subject.

    Exactly one of the three is given.
    """

    statement: int | str | None = None
    source: str | None = None
    subject: str | None = None


@dataclass(frozen=True, slots=True)
class DefineRelation:
    """Add a relation to the registry or edit it; rederives its intervals from now on."""

    relation: Relation


@dataclass(frozen=True, slots=True)
class AddAlias:
    """Another name for a subject, or with ``relation`` true, for a relation.

    A subject alias gives candidates when a question is read; it never merges keys.

    Attributes:
        name: the subject or relation.
        alias: its other name.
        relation: whether it is a relation's.
        learned: whether it was read from prose; one that also names another subject is then queued
            for review.
    """

    name: str
    alias: str
    relation: bool = False
    learned: bool = False


@dataclass(frozen=True, slots=True)
class RemoveRelation:
    """Take a relation off the registry's list; its keys become functional, as unlisted ones are."""

    name: str


@dataclass(frozen=True, slots=True)
class RemoveAlias:
    """Take back one alias of a subject, or with ``relation`` true, of a relation."""

    name: str
    alias: str
    relation: bool = False


@dataclass(frozen=True, slots=True)
class Restore:
    """Put a withdrawn or corrected statement back in force, at its old place among ties.

    What undoing a withdrawal or a correction does; names exactly that statement.
    """

    statement: int


@dataclass(frozen=True, slots=True)
class Retract:
    """Take exactly this statement out of force, as undoing does.

    Attributes:
        statement: its id.
        corrected_by: id of the statement that corrects it again, when a correction is redone.
    """

    statement: int
    corrected_by: int | None = None


@dataclass(frozen=True, slots=True)
class SettleReview:
    """Take an entry off the review queue; one that is off it already stays so."""

    entry: int


@dataclass(frozen=True, slots=True)
class ReopenReview:
    """Put an entry back on the review queue, as undoing its decision does."""

    entry: int


@dataclass(frozen=True, slots=True)
class Tombstone:
    """What an earlier erasure left of a statement, as an import brings it.

    Attributes:
        key, op, valid_from, valid_to, temporary, precision, to_precision, origin: as of the statement.
        surrogate: names the member of a set that an erased end goes on ending, or None.
        corrects: the statement it corrected, or None.
        name: the caller's name for it.
    """

    key: Key
    op: Op
    valid_from: int
    valid_to: int | None = None
    temporary: bool = False
    precision: Precision = Precision.INSTANT
    to_precision: Precision = Precision.INSTANT
    origin: DateOrigin = DateOrigin.WRITTEN
    surrogate: int | None = None
    guarded: bool = False
    corrects: int | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class ErasureMark:
    """Marks an erasure made before an export: its tombstones are there, nothing is left to erase."""


Operation = (
    Assert
    | End
    | Correct
    | Withdraw
    | Erase
    | DefineRelation
    | RemoveRelation
    | AddAlias
    | RemoveAlias
    | Restore
    | Retract
    | SettleReview
    | ReopenReview
    | Tombstone
    | ErasureMark
)
