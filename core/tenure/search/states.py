"""The time filter: which sentences of a passage hold at the two times asked.

The unit is the span a statement was read from, not the passage: one passage may state a retired and
a current fact. The rest of a passage is background and goes by the passage's date.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tenure.instants import Dated
from tenure.keys import Key, fold
from tenure.ledger import Ledger
from tenure.ledger.types import Absence, Fact, Op, Reading, State, Statement
from tenure.passages.store import Passage
from tenure.relations import Cardinality, same_value_form
from tenure.search.terms import content_stems
from tenure.search.types import Span, SpanState

_RANGE = ("<", ">", "=", "!", "~")
GAP = " … "
"""Stands where something was left out of a passage's text."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What of a passage may be shown."""

    passage: Passage
    text: str
    span: Span | None
    state: State | None
    spans: tuple[SpanState, ...]
    cut: tuple[Span, ...]


class TimeFilter:
    """Judges passages at two times; remembers the keys it has read.

    Args:
        ledger: whose statements decide.
        valid: the instant or date asked, None for now.
        known: the transaction asked, None for the latest.
        context: scope of the question; sentences about another value of one of its dimensions are
            left out.
        include_retired: let retired and future sentences through, with their state.
        query: its words choose the sentence that fits best.
    """

    def __init__(
        self,
        ledger: Ledger,
        *,
        valid: int | Dated | None,
        known: int | None,
        context: Mapping[str, str] | None,
        include_retired: bool,
        query: str,
    ) -> None:
        self._ledger = ledger
        self._registry = ledger.registry
        self._valid = valid
        self._known = known
        self._context = {fold(n): fold(v) for n, v in (context or {}).items()}
        self._retired = include_retired
        self._stems = content_stems(query)
        self._readings: dict[Key, Reading] = {}
        self._values: dict[Key, str | None] = {}
        self._present = valid is None and known is None
        self._at = valid.at if isinstance(valid, Dated) else (ledger.clock() if valid is None else valid)

    def judge(self, passages: Sequence[Passage]) -> dict[int, Judged]:
        """Return what may be shown of each passage, by passage id; those with nothing are left out."""
        known = [p for p in passages if self._known is None or p.tx <= self._known]
        statements: dict[int, list[Statement]] = {}
        for statement in self._ledger.statements_of_passages([p.id for p in known], known=self._known):
            if statement.evidence.passage is not None and not statement.erased:
                statements.setdefault(statement.evidence.passage, []).append(statement)
        gone = self._no_longer_there([p.id for p in known if p.id not in statements])
        found: dict[int, Judged] = {}
        for passage in known:
            if not passage.text or passage.id in gone:
                continue
            if self._all_retired(passage, statements.get(passage.id, ())):
                continue
            judged = self._judge(passage, statements.get(passage.id, ()))
            if judged is not None:
                found[passage.id] = judged
        return found

    def _all_retired(self, passage: Passage, statements: Sequence[Statement]) -> bool:
        """Return whether nothing of a passage can pass, found out by the leanest reads.

        True only if its statements take up the whole text and state other values than hold.
        """
        if self._retired or not statements:
            return False
        covered = {s.evidence.span or (0, len(passage.text)) for s in statements}
        if _text(passage.text, _segments(len(passage.text), set(), covered, background=True)):
            return False
        return all(self._says_something_else(statement) for statement in statements)

    def _says_something_else(self, statement: Statement) -> bool:
        if statement.closed_tx is not None:
            return True
        relation = self._registry.get(statement.key.relation)
        if relation.cardinality is not Cardinality.FUNCTIONAL or statement.object is None or statement.op is Op.END:
            return False
        key = statement.key
        if key not in self._values:
            held = self._ledger.lookup(key, self._at, self._known)
            self._values[key] = None if held is None else same_value_form(held, relation)
        return self._values[key] != same_value_form(statement.object, relation)

    def _judge(self, passage: Passage, statements: Iterable[Statement]) -> Judged | None:
        spans = tuple(self._span_state(passage, statement) for statement in statements)
        background = passage.at <= self._at or self._retired
        keep, cut = self._sort(spans)
        segments = _segments(len(passage.text), keep, cut, background=background)
        text = _text(passage.text, segments)
        left_out = tuple(_gaps(len(passage.text), segments))
        best = self._best(passage.text, [s for s in spans if s.span in keep])
        if best is None and (not background or not self._leftover_fits(text, bool(cut))):
            return None
        return Judged(passage, text, best.span if best else None, best.state if best else None, spans, left_out)

    def _sort(self, spans: Sequence[SpanState]) -> tuple[set[Span], set[Span]]:
        """Return the spans to keep and those to leave out."""
        allowed = {State.CURRENT}
        if self._retired:
            allowed |= {State.SUPERSEDED, State.ENDED, State.FUTURE}
        keep = {s.span for s in spans if s.state in allowed and self._in_context(s.key)}
        return keep, {s.span for s in spans} - keep

    def _leftover_fits(self, text: str, was_cut: bool) -> bool:
        """Return whether what is left of a passage without its statements is about the query at all.

        It was found by all of its words, those left out included.
        """
        if not text.strip(" …"):
            return False
        return not was_cut or bool(self._stems & content_stems(text))

    def _best(self, text: str, spans: Sequence[SpanState]) -> SpanState | None:
        def fit(span: SpanState) -> tuple[int, bool, int]:
            shared = len(self._stems & content_stems(text[span.span[0] : span.span[1]]))
            return shared, span.state is State.CURRENT, -span.span[0]

        return max(spans, key=fit, default=None)

    def _span_state(self, passage: Passage, statement: Statement) -> SpanState:
        span = statement.evidence.span or (0, len(passage.text))
        return SpanState(span, self._state(statement), statement.id, statement.key)

    def _state(self, statement: Statement) -> State:
        if statement.closed_tx is not None:
            return State.UNKNOWN
        if statement.valid_from > self._at:
            return State.FUTURE
        reading = self._reading(statement.key)
        if statement.op is Op.END:
            return State.SUPERSEDED if reading.facts else State.CURRENT
        if any(self._covers(fact, statement) for fact in reading.facts):
            return State.CURRENT
        if reading.absence is Absence.ENDED and reading.last is not None and self._covers(reading.last, statement):
            return reading.last.state
        lapsed = statement.valid_to is not None and statement.valid_to <= self._at and not reading.facts
        return State.ENDED if lapsed else State.SUPERSEDED

    def _reading(self, key: Key) -> Reading:
        found = self._readings.get(key)
        if found is None:
            found = self._ledger.slot(key, valid=self._valid, known=self._known)
            self._readings[key] = found
        return found

    def _covers(self, fact: Fact, statement: Statement) -> bool:
        """Return whether a statement is evidence of a fact: it rules it, or says the same within its span."""
        if fact.statement == statement.id:
            return True
        if statement.object is None or not fact.valid_from <= statement.valid_from:
            return False
        if fact.valid_to is not None and statement.valid_from >= fact.valid_to:
            return False
        relation = self._registry.get(fact.key.relation)
        return same_value_form(fact.object, relation) == same_value_form(statement.object, relation)

    def _in_context(self, key: Key) -> bool:
        """Return whether a key's scope does not contradict the context (ranges are left to the ledger)."""
        for name, value in key.scope.dimensions:
            asked = self._context.get(fold(name))
            if asked is not None and not value.startswith(_RANGE) and fold(value) != asked:
                return False
        return True

    def _no_longer_there(self, passages: Sequence[int]) -> set[int]:
        """Return those passages that the present version of their source no longer has.

        Asked about the present only: what a source said then is background of then.
        """
        if not self._present or self._retired or not passages:
            return set()
        marks = ",".join("?" * len(passages))
        rows = self._ledger.connection.execute(
            f"SELECT p.id FROM passage p JOIN source s ON s.id = p.source WHERE p.id IN ({marks}) "
            "AND NOT EXISTS (SELECT 1 FROM source_passage sp WHERE sp.passage = p.id AND sp.version = s.version)",
            tuple(passages),
        )
        return {row[0] for row in rows}


def _segments(length: int, keep: set[Span], cut: set[Span], *, background: bool) -> list[Span]:
    """Return the parts of a text to show: what a kept span covers, and what no span covers if wanted."""
    edges = sorted({0, length, *(min(edge, length) for span in keep | cut for edge in span)})
    shown: list[Span] = []
    for start, end in pairwise(edges):
        kept = any(a <= start and end <= b for a, b in keep)
        dropped = any(a <= start and end <= b for a, b in cut)
        if kept or (background and not dropped):
            if shown and shown[-1][1] == start:
                shown[-1] = (shown[-1][0], end)
            else:
                shown.append((start, end))
    return shown


def _gaps(length: int, shown: Sequence[Span]) -> Iterable[Span]:
    at = 0
    for start, end in shown:
        if start > at:
            yield at, start
        at = end
    if at < length:
        yield at, length


def _text(text: str, shown: Sequence[Span]) -> str:
    if list(shown) == [(0, len(text))]:
        return text
    parts = [part for start, end in shown if (part := text[start:end].strip())]
    return GAP.join(part for part in parts if any(c.isalnum() for c in part))
