"""What a Chinese clause says, before it has a time."""

from __future__ import annotations

from dataclasses import dataclass

from tenure.timewords import DateMention


@dataclass(frozen=True, slots=True)
class Said:
    """One thing a clause says.

    Attributes:
        subject: its name as written.
        relation: the canonical name, or the noun as written; empty for another name of the subject.
        object: the value as written; None for the end of whatever holds.
        ends: whether it says that the value holds no more.
        dates: the dates that say when.
        timeless: whether dates beside it say nothing about when it holds ("written in 2011 by …").
        scope: pairs (dimension, value).
    """

    subject: str
    relation: str
    object: str | None
    ends: bool = False
    dates: tuple[DateMention, ...] = ()
    timeless: bool = False
    scope: tuple[tuple[str, str], ...] = ()
