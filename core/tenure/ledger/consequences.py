"""What follows from a write by rules the ledger does not know: the door for the room above it.

An effect is an ordinary assert or end in the transaction of the write it follows from, so that
undoing that write, exporting and every read at two times need no second way of looking at it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from tenure.instants import FOREVER
from tenure.ledger.types import Operation

if TYPE_CHECKING:
    from tenure.ledger.core import Slot


@dataclass(slots=True)
class Unheard:
    """What certainly has no consequences now, for a look of a few comparisons at every statement.

    It grows and shrinks with what is written.

    Attributes:
        keys: ids of keys about which no statement has consequences.
        relations: names of relations about which a statement has consequences only up to ``latest``.
        latest: microseconds UTC.
    """

    keys: set[int] = field(default_factory=set)
    relations: set[str] = field(default_factory=set)
    latest: int = FOREVER

    def clear(self) -> None:
        """Know nothing any more."""
        self.keys.clear()
        self.relations.clear()
        self.latest = FOREVER


class Consequences(Protocol):
    """Implemented by the room of the rules."""

    @property
    def unheard(self) -> Unheard:
        """What need not be asked about; always the same object."""

    def concerns(self, slot: Slot, written: str | None, at: int | None) -> bool:
        """Return whether a statement about a key may have consequences.

        Called for every statement: it must cost next to nothing where it has none.

        Args:
            slot: the key.
            written: the value stated; None for an end or where the value is not looked at.
            at: from when it is stated to hold or to have ended (microseconds UTC); None where that is
                not looked at, or something is taken back.
        """

    def acts(self) -> bool:
        """Return whether something may be stated because of a write; otherwise it is only looked at, and once after
        many transactions does as well as after each."""

    def follow(
        self, touched: Mapping[int, Slot], closed: Sequence[int], recorded: Sequence[int]
    ) -> Iterator[Sequence[Operation]]:
        """Yield what follows from the transaction being written, step by step; each step is written and its intervals
        derived before the next is asked for.

        Args:
            touched: keys by id: those it stated something of concern about, or, where it did more than state, all
                that it touched.
            closed: statements it withdrew, corrected or restored.
            recorded: statements it recorded; grows with what the steps record.
        """

    def owned(self, statements: Collection[int]) -> set[int]:
        """Return those of some statements that are consequences of others."""

    def copies(self, statements: Collection[int]) -> list[int]:
        """Return the consequences that repeat a value of one of these statements."""

    def erased(self, statements: Collection[int]) -> None:
        """Forget what is kept of erased statements; inside the erasure."""

    def forget(self) -> None:
        """Drop what is cached in memory."""


def has_consequences(told: Consequences | None, slot: Slot, written: str | None, at: int) -> bool:
    """Return what ``told.concerns`` does, by the shortest way."""
    if told is None:
        return False
    unheard = told.unheard
    if slot.id in unheard.keys or (at > unheard.latest and slot.relation.name in unheard.relations):
        return False
    return told.concerns(slot, written, at)
