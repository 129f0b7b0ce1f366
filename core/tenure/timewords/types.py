"""What a date in a text is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tenure.instants import Dated

Lean = Literal["past", "future", "near"]
"""Which year or week a date without one means: the last one, the coming one, or the nearer one."""

DateKind = Literal["point", "period", "range", "time"]
"""``point``: one date of some precision. ``period``: one name for several units (a quarter, last
week). ``range``: two dates. ``time``: a time of day alone, on the day of the reference."""

Role = Literal["from", "until", "at", "as_of", "since", "before", "after", "between"]
"""What the words in front of a date make of it."""


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date found in a text.

    Attributes:
        start, end: character span of the date itself, half-open.
        kind: see :data:`DateKind`.
        first: the date, or the first one of a period or range.
        last: the last date of a period or range (it belongs to the period), else None.
        role: what the words in front make of it, or None if there are none.
        ambiguous: the other readings, each as (first, last); empty if there is one reading.
        group_start, group_end: the span with those words ("starting on", "onwards").
        preposition: those words, in lower case; empty if none.
        inclusive: whether an end named by this date includes it ("through May", "until the end of").
        relative: whether it depends on the reference.
        vague: whether it is only an approximation ("mid-May", a week day seen from a whole month).
    """

    start: int
    end: int
    kind: DateKind
    first: Dated
    last: Dated | None
    role: Role | None
    ambiguous: tuple[tuple[Dated, Dated | None], ...]
    group_start: int
    group_end: int
    preposition: str = ""
    inclusive: bool = False
    relative: bool = False
    vague: bool = False

    @property
    def begins(self) -> int:
        """The first instant of what is named (microseconds UTC)."""
        return self.first.at

    @property
    def ends(self) -> int:
        """The first instant after what is named (microseconds UTC); of an instant, itself."""
        return (self.last or self.first).end

    @property
    def boundary(self) -> int:
        """The instant at which a span bounded by this date starts or stops (microseconds UTC).

        "until March" stops as March begins, "through March" and "until the end of March" as it is
        over; "after March" starts as it is over. For a range: its start.
        """
        if self.role == "after" or (self.inclusive and self.kind != "range"):
            return self.ends
        return self.begins

    @property
    def range_end(self) -> int | None:
        """Where a range stops (microseconds UTC): as its last date begins, or is over if inclusive."""
        if self.kind != "range" or self.last is None:
            return None
        return self.last.end if self.inclusive else self.last.at
