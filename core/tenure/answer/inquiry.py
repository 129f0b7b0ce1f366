"""What a question asks, as far as it can be told without a model."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from tenure.instants import Dated
from tenure.keys import NO_SCOPE, Key, Scope


class Kind(StrEnum):
    """What kind of answer a question wants."""

    VALUE = "value"
    """The value now."""
    AS_OF = "as of"
    """The value at a date."""
    HISTORY = "history"
    """All values, in the order of their validity."""
    DIFFERENCE = "difference"
    """What differs between two dates."""
    LIST = "list"
    """The members of a set."""
    WHEN = "when"
    """Since when something holds."""
    OPEN = "open"
    """Anything else."""


class Resolved(StrEnum):
    """How far the key of a question could be told."""

    KEY = "key"
    """Exactly one subject and relation."""
    SEVERAL = "several"
    """Two or more remain; none is preferred."""
    NO_SUBJECT = "no subject"
    """It names nothing the ledger knows."""
    NO_RELATION = "no relation"
    """The subject is known, but what is asked was never stated of it."""
    SUBJECT = "subject"
    """Only the subject matters (a difference)."""


class Which(StrEnum):
    """Which of the values of a history is asked for."""

    ALL = "all"
    FIRST = "first"
    PREVIOUS = "previous"


@dataclass(frozen=True, slots=True)
class Beside:
    """Asks for the value next to another one in the chain of values of a key.

    Attributes:
        value: the other value, as stated.
        after: whether the next value is asked for, not the one before.
    """

    value: str
    after: bool

    @property
    def label(self) -> str:
        """How it is told to the user: ``before 8443``."""
        return f"{'after' if self.after else 'before'} {' '.join(self.value.split())}"


@dataclass(frozen=True, slots=True)
class When:
    """One reading of the times in a question.

    Attributes:
        valid: a written date (its whole period is meant), an instant in microseconds UTC, or None
            for now.
        until: where the period asked about ends (microseconds UTC), or None if ``valid`` is an
            instant or None.
        known: a transaction, or None for the latest.
        known_date: the date that stands for ``known`` in the question, or None.
        label: how the reading is told to the user; empty for now.
    """

    valid: Dated | int | None = None
    until: int | None = None
    known: int | None = None
    known_date: Dated | None = None
    label: str = ""

    def at(self, now: int) -> int:
        """Return the first instant asked about (microseconds UTC)."""
        if self.valid is None:
            return now
        return self.valid.at if isinstance(self.valid, Dated) else self.valid


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question understood.

    Attributes:
        question: as asked.
        kind: what kind of answer it wants.
        resolved: how far its key could be told.
        keys: the keys meant: one if ``resolved`` is ``key``, several readings if ``several``.
        subjects: the subjects it names.
        relation: the relation it names, also if the subject has none such; None if not named.
        when: the readings of its times, at least one; several if a date is ambiguous.
        context: the scope it asks in.
        which: for a question about one value of a history.
        held_by: names of the relations if it asks who has its subject as their value ("what depends on
            billing"), else empty.
        beside: for a question about the value before or after another one, else None.
        unresolved: time words that could not be placed ("before the migration").
        named: the words that seem to name the thing it asks about, if that thing is not known.
        window: for history and difference, the span asked about (microseconds UTC), ends open if None.
        now: the clock's instant it was read at.
    """

    question: str
    kind: Kind
    resolved: Resolved
    keys: tuple[Key, ...] = ()
    subjects: tuple[str, ...] = ()
    relation: str | None = None
    when: tuple[When, ...] = (When(),)
    context: Scope = NO_SCOPE
    which: Which = Which.ALL
    held_by: tuple[str, ...] = ()
    beside: Beside | None = None
    unresolved: tuple[str, ...] = ()
    named: str = ""
    window: tuple[int | None, int | None] = (None, None)
    now: int = 0

    @property
    def valid(self) -> int:
        """The first instant asked about in the first reading (microseconds UTC)."""
        return self.when[0].at(self.now)

    @property
    def known(self) -> int | None:
        """The transaction asked about, or None for the latest."""
        return self.when[0].known

    @property
    def key(self) -> Key | None:
        """The one key, or None."""
        return self.keys[0] if self.resolved is Resolved.KEY else None

    def at(self, when: When) -> Inquiry:
        """Return the same inquiry with one reading of its times."""
        return replace(self, when=(when,))
