"""One question with its answer, as it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tenure.answer.answer import Answer, Reason, Verdict, WordedBy
from tenure.answer.citing import Citation, CitedSentence, cite
from tenure.answer.inquiry import Resolved
from tenure.answer.marks import Mark
from tenure.answer.reads import keys_read
from tenure.instants import Dated
from tenure.keys import NO_SCOPE, Key, Scope, fold
from tenure.ledger import Ledger


class Feedback(StrEnum):
    """What a person said of an answer."""

    OUTDATED = "outdated"
    """It was so and is no more."""
    WRONG = "wrong"
    """It was never so."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What an answer took.

    Attributes:
        seconds: from the question to the answer.
        tokens: read and written by the text model.
        model_calls: how many times it was asked.
        rejected: how many of its texts the guard turned down.
        trimmed: how many pieces of evidence did not fit the model's window.
    """

    seconds: float = 0.0
    tokens: int = 0
    model_calls: int = 0
    rejected: int = 0
    trimmed: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """A question with its answer.

    Attributes:
        question: as asked.
        asked_at: microseconds UTC.
        valid, known: the two times as set when it was asked; None for now and the latest.
        scope: the scope as given.
        strategy: the one that answered.
        text: the answer.
        verdict: what it was worth then.
        reason: why it abstains, or None.
        worded_by: who wrote the text.
        at: the instant asked about (microseconds UTC), or None if that was now.
        tx: the transaction asked about, or None if that was the latest.
        keys: the keys asked about, whose values were marked; None if the question was an open one.
        subjects, relation, named: what the question names, as understood.
        marks: the values in ``text``, as judged then.
        citations: what it rests on.
        sentences: which of them each sentence rests on.
        figures: what it took.
        cancelled: whether it was stopped; ``text`` is what had come.
        feedback: what a person said of it, or None.
        erased: whether it quoted what was erased later; its texts are then empty.
        id, conversation: 0 until it is kept.
    """

    question: str
    asked_at: int
    valid: Dated | None
    known: Dated | None
    scope: Scope
    strategy: str
    text: str
    verdict: Verdict
    reason: Reason | None = None
    worded_by: WordedBy = WordedBy.LEDGER
    at: int | None = None
    tx: int | None = None
    keys: tuple[Key, ...] | None = None
    subjects: tuple[str, ...] = ()
    relation: str | None = None
    named: str = ""
    marks: tuple[Mark, ...] = ()
    citations: tuple[Citation, ...] = ()
    sentences: tuple[CitedSentence, ...] = ()
    figures: Figures = Figures()
    cancelled: bool = False
    feedback: Feedback | None = None
    erased: bool = False
    id: int = 0
    conversation: int = 0

    @property
    def about(self) -> Key | None:
        """The key it asks about, as far as it is known; the relation may be empty."""
        if self.keys:
            return self.keys[0]
        subject = self.subjects[0] if self.subjects else self.named
        if not subject and not self.relation:
            return None
        return Key(subject, self.relation or "", self.scope or NO_SCOPE)

    def quotes(self) -> Iterator[tuple[str, int | str]]:
        """Yield what it quotes, by kind: statements and passages by id, sources by name, subjects by folded name."""
        for cited in self.citations:
            if cited.statement is not None:
                yield "statement", cited.statement
            if cited.passage is not None:
                yield "passage", cited.passage
            if cited.source is not None:
                yield "source", cited.source
            if cited.key is not None:
                yield "subject", fold(cited.key.subject)
        for key in (*(self.keys or ()), *(mark.key for mark in self.marks)):
            yield "subject", fold(key.subject)
        for subject in self.subjects:
            yield "subject", fold(subject)


def turn_of(answer: Answer, ledger: Ledger, *, valid: Dated | None, known: Dated | None, scope: Scope) -> Turn:
    """Return an answer as a turn that can be kept.

    Args:
        answer: the answer.
        ledger: the facts it was read from.
        valid, known: the two times as set when it was asked.
        scope: the scope as given.
    """
    inquiry = answer.inquiry
    cited = cite(answer, ledger)
    keyed = inquiry.resolved in (Resolved.KEY, Resolved.SEVERAL)
    return Turn(
        question=inquiry.question,
        asked_at=ledger.clock(),
        valid=valid,
        known=known,
        scope=scope,
        strategy=answer.strategy,
        text=answer.text,
        verdict=answer.verdict,
        reason=answer.reason,
        worded_by=answer.worded_by,
        at=None if inquiry.when[0].valid is None else inquiry.valid,
        tx=inquiry.known,
        keys=keys_read(ledger, inquiry) if keyed else None,
        subjects=inquiry.subjects,
        relation=inquiry.relation,
        named=inquiry.named,
        marks=answer.marks,
        citations=cited.citations,
        sentences=cited.sentences,
        figures=Figures(
            answer.seconds.get("total", 0.0),
            answer.tokens.prompt + answer.tokens.completion,
            answer.model_calls,
            len(answer.rejections),
            answer.trimmed,
        ),
        cancelled=answer.cancelled,
    )
