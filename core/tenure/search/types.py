"""What search hands out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tenure.keys import Key
from tenure.ledger.types import State
from tenure.passages.store import Passage

Span = tuple[int, int]
"""A half-open span of characters."""


@dataclass(frozen=True, slots=True)
class SpanState:
    """What one statement read from a passage is at the two times asked.

    Attributes:
        span: where in the passage it stands.
        state: ``current``, ``superseded``, ``ended``, ``future``; ``unknown`` if it was withdrawn or
            corrected, so that it was never so.
        statement: the statement's id.
        key: what it is about.
    """

    span: Span
    state: State
    statement: int
    key: Key


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that was found.

    Attributes:
        passage: the passage as stored.
        text: what of it may be shown as evidence: without the sentences that do not hold at the
            times asked, unless retired material was asked for.
        span: the sentence that fits the query best, of those that state a fact; None if the passage
            states none.
        state: of that sentence; None if the passage states no fact.
        score: fused score, comparable within one search only.
        ranks: at which rank (from 1) each list holds it: ``dense``, ``lexical``, ``graph``, ``recency``.
        spans: every statement read from the passage, with its state.
        cut: spans left out of ``text``.
    """

    passage: Passage
    text: str
    span: Span | None
    state: State | None
    score: float
    ranks: Mapping[str, int] = field(default_factory=dict)
    spans: tuple[SpanState, ...] = ()
    cut: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class NameMatch:
    """Where a question names something.

    Attributes:
        kind: ``name``, ``alias``, ``phrase`` (a way people ask for a relation), or ``part`` (some of
            the words of a relation's name).
        text: the words as they stand in the question.
    """

    kind: str
    text: str
