"""What marking a text says of one value in it."""

from __future__ import annotations

from dataclasses import dataclass

from tenure.answer.stance import Stance
from tenure.instants import Precision
from tenure.keys import Key
from tenure.ledger.types import State


@dataclass(frozen=True, slots=True)
class Mark:
    """A value found in a text, judged at two times.

    Attributes:
        start, end: character span in the text.
        text: as it stands there.
        value: as the ledger writes it.
        key: the key it belongs to.
        state: what it is at the two times asked; ``unknown`` if the ledger never had it.
        stance: whether the text claims it, denies it or speaks of the past.
        since: where its interval begins (microseconds UTC), or None if unknown.
        until: where its interval ends, or None if open or unknown.
        superseded_by: the value that took over, or None.
        fact: id of the interval, or None if unknown.
    """

    start: int
    end: int
    text: str
    value: str
    key: Key
    state: State
    stance: Stance = Stance.CLAIM
    since: int | None = None
    until: int | None = None
    superseded_by: str | None = None
    fact: str | None = None
    since_precision: Precision = Precision.INSTANT
    until_precision: Precision = Precision.INSTANT

    @property
    def claimed(self) -> bool:
        """Whether the text says that this value holds."""
        return self.stance is Stance.CLAIM

    @property
    def stale(self) -> bool:
        """Whether the text claims a value that held once and does no more."""
        return self.claimed and self.state.retired

    @property
    def false(self) -> bool:
        """Whether the text claims a value that does not hold at the times asked, for any reason."""
        return self.claimed and self.state is not State.CURRENT
