"""What an answer is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tenure.answer.inquiry import Inquiry
from tenure.answer.marks import Mark
from tenure.instants import Precision
from tenure.ledger.types import Absence, Fact, State

Value = str | tuple[str, ...] | None
"""A value as written; several for a set or a history; None when nothing holds or none is known."""


class Verdict(StrEnum):
    """What an answer is worth, as told by its marks and evidence."""

    CURRENT = "current"
    """Every value it claims holds at the times asked."""
    STALE = "stale"
    """It claims a value that does not hold at the times asked, but does at others."""
    ABSTAINED = "abstained"
    """It says that it does not know."""
    WRONG = "wrong"
    """It claims a value the key never had, or none of those that hold."""
    UNGROUNDED = "ungrounded"
    """Nothing in the ledger or in the evidence bears it out."""


class WordedBy(StrEnum):
    """Who wrote the text of an answer."""

    MODEL = "model"
    LEDGER = "ledger"


class Reason(StrEnum):
    """Why an answer abstains."""

    UNKNOWN_SUBJECT = "unknown subject"
    NEVER_STATED = "never stated"
    NOT_YET = "not yet"
    ENDED = "ended"
    ERASED = "erased"
    OTHER_SCOPES = "other scopes"
    UNPLACED_TIME = "unplaced time"
    AMBIGUOUS = "ambiguous"
    NO_EVIDENCE = "no evidence"
    UNREAD = "unread"

    @classmethod
    def of(cls, absence: Absence) -> Reason:
        """Return the reason a read's absence makes."""
        return cls(absence.value)


@dataclass(frozen=True, slots=True)
class EvidenceItem:
    """A piece of text an answer rests on.

    Attributes:
        text: the sentence or passage as put to the model.
        source: name of its source, or None.
        at: its date (microseconds UTC), or None.
        precision: of that date.
        state: of what it states, at the times asked; ``unknown`` if it states nothing.
        passage: id of the passage, or None.
        span: where ``text`` stands in the passage, or None.
        line: line of the passage in its source, or None.
        score: how well it fits the question (rank fusion; higher is better), or None if it was
            looked up and not searched for.
    """

    text: str
    source: str | None = None
    at: int | None = None
    precision: Precision = Precision.INSTANT
    state: State = State.UNKNOWN
    passage: int | None = None
    span: tuple[int, int] | None = None
    line: int | None = None
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Tokens:
    """How many tokens the text model read and wrote for an answer."""

    prompt: int = 0
    completion: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, with all that shows how it came about.

    Attributes:
        strategy: name of the strategy that made it.
        text: what to show.
        value: what it says the value is.
        verdict: what it is worth at the times asked.
        worded_by: who wrote the text.
        inquiry: the question as understood.
        raw_text: what the text model wrote, last attempt; empty if it was not asked.
        evidence: what it rests on, as put to the model.
        marks: the values in ``text``, judged at the times asked.
        facts: the intervals it was answered from, for answers from the ledger.
        reason: why it abstains, or None.
        seconds: by step: ``understand``, ``search``, ``ledger``, ``model``, ``mark``, ``total``.
        tokens: read and written by the text model.
        model_calls: how many times the text model was asked.
        rejections: what the guard found wrong with each text it turned down.
        trimmed: how many pieces of evidence did not fit the model's window.
        cancelled: whether the user stopped it; ``text`` is then what had come.
    """

    strategy: str
    text: str
    value: Value
    verdict: Verdict
    worded_by: WordedBy
    inquiry: Inquiry
    raw_text: str = ""
    evidence: tuple[EvidenceItem, ...] = ()
    marks: tuple[Mark, ...] = ()
    facts: tuple[Fact, ...] = ()
    reason: Reason | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)
    tokens: Tokens = Tokens()
    model_calls: int = 0
    rejections: tuple[str, ...] = ()
    trimmed: int = 0
    cancelled: bool = False
