"""What every strategy is given and what they share: asking the model, trimming, timing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Protocol

from tenure.answer.answer import Answer, EvidenceItem, Tokens, Verdict, WordedBy
from tenure.answer.inquiry import Inquiry, Resolved
from tenure.answer.mark import Marker
from tenure.answer.marks import Mark
from tenure.answer.prompts import Prompt
from tenure.answer.reads import anything_holds, keys_read
from tenure.answer.verdict import judge
from tenure.ledger import Ledger
from tenure.models.protocols import Completion, TextModel
from tenure.progress import CancelToken
from tenure.search import Search

OnText = Callable[[str], None]


@dataclass(slots=True)
class Watch:
    """Measures the seconds of each step."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Add the time of the block to step ``name``."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - started


@dataclass(slots=True)
class Tools:
    """What a strategy works with: the same for all of them.

    Attributes:
        ledger: the facts.
        search: the passages.
        marker: marks texts against the ledger.
        model: words answers; None makes ``temporal`` word them from the ledger.
        prompt: the prompt and its budgets.
        k: how many pieces of evidence to take.
        on_text: receives the text as it comes.
        cancel: stops the work.
        watch: where steps are timed.
    """

    ledger: Ledger
    search: Search
    marker: Marker
    model: TextModel | None
    prompt: Prompt
    k: int = 5
    on_text: OnText | None = None
    cancel: CancelToken | None = None
    watch: Watch = field(default_factory=Watch)
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    trimmed: int = 0

    def check_cancelled(self) -> None:
        """Raise ``Cancelled`` if the user stopped the work."""
        if self.cancel is not None:
            self.cancel.raise_if_cancelled()

    def complete(
        self, question: str, evidence: Sequence[EvidenceItem], *, dated: bool, stream: bool
    ) -> tuple[Completion, tuple[EvidenceItem, ...]]:
        """Ask the model once, with as much of the evidence as fits; return what fitted too.

        Raises:
            Cancelled: if the user stopped it before the prompt was put to the model.
            ModelError: if the model fails.
        """
        assert self.model is not None
        with self.watch.step("model"):
            kept = self._fitting(question, evidence, dated=dated)
            completion = self.model.complete(
                self.prompt.messages(question, kept, dated=dated),
                max_tokens=self.prompt.max_tokens,
                stop=self.prompt.stop,
                on_text=self.on_text if stream else None,
                cancel=self.cancel,
            )
        self.calls += 1
        self.prompt_tokens += completion.prompt_tokens
        self.completion_tokens += completion.completion_tokens
        return completion, kept

    def _fitting(self, question: str, evidence: Sequence[EvidenceItem], *, dated: bool) -> tuple[EvidenceItem, ...]:
        """Drop the last pieces of evidence until the prompt keeps its budget and the model's window."""
        assert self.model is not None
        lines = [self.prompt.line(item, dated=dated) for item in evidence]
        counts = self.model.count(lines, cancel=self.cancel) if lines else []
        frame = self.model.count_prompt(self.prompt.messages(question, (), dated=dated), cancel=self.cancel)
        room = min(self.prompt.evidence_tokens, self.model.context_tokens - self.prompt.max_tokens - frame - 8)
        kept = 0
        used = 0
        for count in counts:
            used += count + 1
            if used > room:
                break
            kept += 1
        self.trimmed += len(evidence) - kept
        if kept == 0 and evidence and room > 0:
            first = evidence[0]
            return (replace(first, text=first.text[: len(first.text) * room // (counts[0] + 2)]),)
        return tuple(evidence[:kept])

    def marks(self, text: str, inquiry: Inquiry) -> tuple[Mark, ...]:
        """Mark a text as an answer to the inquiry."""
        with self.watch.step("mark"):
            keyed = inquiry.resolved in (Resolved.KEY, Resolved.SEVERAL)
            keys = keys_read(self.ledger, inquiry) if keyed else None
            return self.marker.mark(text, valid=inquiry.valid, known=inquiry.known, keys=keys)

    @property
    def tokens(self) -> Tokens:
        """What the model read and wrote so far."""
        return Tokens(self.prompt_tokens, self.completion_tokens)


class Strategy(Protocol):
    """Answers an inquiry its own way."""

    @property
    def name(self) -> str:
        """The name it is chosen by."""

    def answer(self, inquiry: Inquiry, tools: Tools) -> Answer:
        """Answer the inquiry.

        Raises:
            Cancelled: if the user stopped it before the model began.
            ModelError: if the model fails.
        """


def from_model(name: str, inquiry: Inquiry, tools: Tools, evidence: Sequence[EvidenceItem], *, dated: bool) -> Answer:
    """Answer with what the model makes of the evidence, marked and judged, unguarded."""
    completion, kept = tools.complete(inquiry.question, evidence, dated=dated, stream=True)
    text = completion.text.strip()
    marks = tools.marks(text, inquiry)
    keyed = inquiry.resolved in (Resolved.KEY, Resolved.SEVERAL)
    holds = keyed and anything_holds(tools.ledger, inquiry)
    verdict = judge(text, marks, kept, keyed=keyed, holds=holds, question=inquiry.question)
    claimed = tuple(dict.fromkeys(m.value for m in marks if m.claimed)) if keyed else ()
    return Answer(
        strategy=name,
        text=text,
        value=None if verdict is Verdict.ABSTAINED or not claimed else claimed[0] if len(claimed) == 1 else claimed,
        verdict=verdict,
        worded_by=WordedBy.MODEL,
        inquiry=inquiry,
        raw_text=completion.text,
        evidence=kept,
        marks=marks,
        seconds=tools.watch.seconds,
        tokens=tools.tokens,
        model_calls=tools.calls,
        trimmed=tools.trimmed,
        cancelled=completion.stopped == "cancelled",
    )
