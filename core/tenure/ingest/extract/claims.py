"""What a clause claims, before it has a time."""

from __future__ import annotations

from dataclasses import dataclass

from tenure.ingest.extract.times import Tense
from tenure.relations import Relation


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing a clause says.

    Attributes:
        subject: the normalised subject.
        relation: what of it.
        object: the value; None for an end of whatever holds.
        tense: how it is said.
        start, stop: its span in the marked sentence.
        ends: whether it says that the value holds no more.
        env: the environment named inside the noun phrase.
        alias: for a rename, the new name.
        marks: the numbers of its dates and scopes; None if its span tells them.
        then: whether it holds from when what was said before it stops ("until May, then 9090").
        temporary: whether it says that it holds for the time being only.
    """

    subject: str
    relation: Relation
    object: str | None
    tense: Tense
    start: int
    stop: int
    ends: bool = False
    env: str | None = None
    alias: str | None = None
    marks: tuple[int, ...] | None = None
    then: bool = False
    temporary: bool = False
