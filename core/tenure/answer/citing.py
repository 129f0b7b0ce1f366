"""Which facts and texts each sentence of an answer rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tenure.answer.answer import Answer, EvidenceItem, Verdict
from tenure.answer.blocks import blocks
from tenure.answer.words import content_stems
from tenure.instants import Precision
from tenure.keys import Key, fold
from tenure.ledger import Ledger
from tenure.ledger.types import Fact, State

_MOST = 12
"""Facts cited by a sentence that names no value, such as one that sums up a long history."""
_Named = tuple[tuple[str, str, str], str]
"""A key in normal form and a folded value."""
_SHARED = 2
"""Words a sentence must share with a piece of evidence to rest on it."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A fact, or a piece of text that states none, as it stood when the answer was given.

    Attributes:
        key: what the fact is about, or None for a text.
        value: the value as written; empty for a text.
        statement: id of the ruling statement, or None.
        state: at the times asked.
        valid_from, valid_to: its span (microseconds UTC), or None for a text or an open end.
        source, line: where it is written, or None.
        passage: id of the passage, or None.
        at: the passage's date (microseconds UTC), or None.
        text: the sentence or passage.
    """

    key: Key | None = None
    value: str = ""
    statement: int | None = None
    state: State = State.UNKNOWN
    valid_from: int | None = None
    valid_to: int | None = None
    precision: Precision = Precision.INSTANT
    to_precision: Precision = Precision.INSTANT
    source: str | None = None
    line: int | None = None
    passage: int | None = None
    at: int | None = None
    at_precision: Precision = Precision.INSTANT
    text: str = ""


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """A sentence by its span in the answer, and the places of its citations in the list."""

    start: int
    end: int
    cites: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cited:
    """The citations of an answer, each once, in the order they are met, and its sentences."""

    citations: tuple[Citation, ...]
    sentences: tuple[CitedSentence, ...]


def cite(answer: Answer, ledger: Ledger) -> Cited:
    """Return what each sentence of an answer rests on.

    A sentence rests on the facts whose values it names; one that names none, on all facts the
    answer was read from, else on the pieces of evidence it shares words with.
    """
    return _Citing(answer, ledger).go()


@dataclass(slots=True)
class _Citing:
    answer: Answer
    ledger: Ledger
    found: dict[object, int] = field(default_factory=dict)
    citations: list[Citation] = field(default_factory=list)

    def go(self) -> Cited:
        facts = self._facts()
        spoken = tuple(
            CitedSentence(start, end, tuple(dict.fromkeys(self._of(start, end, facts))))
            for start, end in _sentences(self.answer.text)
        )
        return Cited(tuple(self.citations), spoken)

    def _facts(self) -> dict[_Named, list[Fact]]:
        inquiry = self.answer.inquiry
        wanted = [mark.fact for mark in self.answer.marks if mark.fact is not None]
        named = self.ledger.facts_by_id(wanted, valid=inquiry.valid, known=inquiry.known) if wanted else ()
        by_value: dict[_Named, list[Fact]] = {}
        for fact in self.answer.facts:
            by_value.setdefault((fact.key.normal, fold(fact.object)), []).append(fact)
        for fact in named:
            by_value.setdefault((fact.key.normal, fold(fact.object)), [fact])
        return by_value

    def _of(self, start: int, end: int, facts: dict[_Named, list[Fact]]) -> Iterator[int]:
        inside = [mark for mark in self.answer.marks if start <= mark.start < end]
        named = [fact for m in inside for fact in facts.get((m.key.normal, fold(m.value)), ())]
        if not named and self.answer.verdict is not Verdict.ABSTAINED:
            named = list(self.answer.facts[:_MOST])
        if named:
            yield from (self._number(_place_of(fact), fact) for fact in named)
        elif self.answer.verdict is not Verdict.ABSTAINED:
            yield from self._texts(self.answer.text[start:end])

    def _texts(self, sentence: str) -> Iterator[int]:
        stems = set(content_stems(sentence))
        for item in self.answer.evidence:
            if len(stems & set(content_stems(item.text))) >= _SHARED:
                yield self._number((item.passage, item.text), item)

    def _number(self, place: object, what: Fact | EvidenceItem) -> int:
        if place not in self.found:
            self.found[place] = len(self.citations)
            self.citations.append(_of_fact(what, self.ledger) if isinstance(what, Fact) else _of_item(what))
        return self.found[place]


def _place_of(fact: Fact) -> tuple[object, ...]:
    return fact.key.normal, fact.statement, fact.valid_from


def _of_fact(fact: Fact, ledger: Ledger) -> Citation:
    told = fact.evidence
    passages = ledger.passages.get([told.passage]) if told.passage is not None else []
    passage = passages[0] if passages else None
    return Citation(
        key=fact.key,
        value=fact.object,
        statement=fact.statement,
        state=fact.state,
        valid_from=fact.valid_from,
        valid_to=fact.valid_to,
        precision=fact.precision,
        to_precision=fact.to_precision,
        source=told.source,
        line=passage.line if passage is not None else None,
        passage=told.passage,
        at=passage.at if passage is not None else None,
        at_precision=passage.precision if passage is not None else Precision.INSTANT,
        text=told.text or "",
    )


def _of_item(item: EvidenceItem) -> Citation:
    return Citation(
        state=item.state,
        source=item.source,
        line=item.line,
        passage=item.passage,
        at=item.at,
        at_precision=item.precision,
        text=item.text,
    )


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    for block in blocks(text):
        for one in block.sentences:
            spoken = text[one.start : one.end]
            if spoken.strip():
                yield one.start + len(spoken) - len(spoken.lstrip()), one.start + len(spoken.rstrip())
