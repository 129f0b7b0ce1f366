"""Questions in, marked answers out."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tenure.answer.answer import Answer
from tenure.answer.inquiry import Inquiry
from tenure.answer.likeness import Likeness
from tenure.answer.mark import Marker
from tenure.answer.marks import Mark
from tenure.answer.prompts import Prompt, prompt_named
from tenure.answer.strategies import STRATEGIES, Strategy, Tools
from tenure.answer.strategies.base import OnText, Watch
from tenure.answer.understand import Understanding
from tenure.clock import Clock
from tenure.errors import InputError
from tenure.instants import Dated
from tenure.keys import Key
from tenure.ledger import Ledger
from tenure.models.protocols import TextModel
from tenure.progress import CancelToken
from tenure.search import Search

LONGEST_QUESTION = 2_000
"""Characters; what is longer is a document, and would be searched for as one for minutes."""


class Answers:
    """Answers questions about one project.

    Not for use from several threads at once: it reads through the ledger's connection. The models
    may be shared with other threads.
    """

    def __init__(
        self,
        ledger: Ledger,
        search: Search,
        text_model: TextModel | None,
        clock: Clock,
        *,
        prompt: Prompt | None = None,
    ) -> None:
        """Set up.

        Args:
            ledger: the facts.
            search: the passages; its embedder, if any, also helps to tell which key is meant.
            text_model: words the answers; without one the ledger words those of ``temporal``, and
                the other strategies cannot be used.
            clock: says what "now" is.
            prompt: the prompt; the shipped one, which lets the model abstain, if not given.
        """
        self._ledger = ledger
        self._search = search
        self._model = text_model
        self._clock = clock
        self._prompt = prompt or prompt_named("answer")
        self._marker = Marker(ledger)
        likeness = Likeness(search) if search.embedder is not None else None
        self._understanding = Understanding(self._marker, likeness)

    @property
    def strategies(self) -> tuple[str, ...]:
        """The names of the strategies, the baselines first."""
        return tuple(strategy.name for strategy in STRATEGIES)

    def inquire(
        self,
        question: str,
        *,
        valid: Dated | int | None = None,
        known: int | Dated | None = None,
        scope: Mapping[str, str] | None = None,
        cancel: CancelToken | None = None,
    ) -> Inquiry:
        """Return what a question asks, without answering it.

        Args:
            question: in English.
            valid: a valid time (a written date or microseconds UTC); wins over the question's words.
            known: a transaction or a wall-clock date; wins over the question's words.
            scope: a scope; wins over the question's words.
            cancel: stops the work.

        Raises:
            InputError: if the question is empty or longer than ``LONGEST_QUESTION``.
            Cancelled: if ``cancel`` was set.
        """
        if not question.strip():
            raise InputError("the question is empty")
        if len(question) > LONGEST_QUESTION:
            raise InputError(
                f"the question has {len(question):,} characters; at most {LONGEST_QUESTION:,} can be understood"
            )
        tx = self._ledger.tx_at(known) if isinstance(known, Dated) else known
        return self._understanding.understand(
            " ".join(question.split()), now=self._clock(), valid=valid, known=tx, scope=scope, cancel=cancel
        )

    def ask(
        self,
        question: str,
        *,
        strategy: str = "temporal",
        valid: Dated | int | None = None,
        known: int | Dated | None = None,
        scope: Mapping[str, str] | None = None,
        k: int = 5,
        on_text: OnText | None = None,
        cancel: CancelToken | None = None,
    ) -> Answer:
        """Answer a question.

        Args:
            question: in English.
            strategy: one of :attr:`strategies`.
            valid: a valid time (a written date or microseconds UTC); wins over the question's words.
            known: a transaction or a wall-clock date; wins over the question's words.
            scope: a scope; wins over the question's words.
            k: how many pieces of evidence to take.
            on_text: receives the text piece by piece; from ``temporal`` only what the guard let through.
            cancel: stops the work at any moment; an answer under way then says ``cancelled``.

        Raises:
            InputError: if the question is empty or too long, the strategy unknown, or the strategy needs a text
                model and there is none.
            Cancelled: if it was cancelled before the model was asked.
            ModelError: if a model fails.
        """
        chosen = self._strategy(strategy)
        started = time.perf_counter()
        watch = Watch()
        with watch.step("understand"):
            inquiry = self.inquire(question, valid=valid, known=known, scope=scope, cancel=cancel)
        tools = Tools(
            self._ledger,
            self._search,
            self._marker,
            self._model,
            self._prompt,
            k=k,
            on_text=on_text,
            cancel=cancel,
            watch=watch,
        )
        answer = chosen.answer(inquiry, tools)
        return replace(answer, seconds={**watch.seconds, "total": time.perf_counter() - started})

    @property
    def marker(self) -> Marker:
        """Marks texts against the ledger; shared, so that what it looked up serves all."""
        return self._marker

    def mark(
        self, text: str, *, valid: int | None = None, known: int | None = None, keys: Sequence[Key] | None = None
    ) -> tuple[Mark, ...]:
        """Mark the values in any text, or in an answer about ``keys``; ``valid`` is microseconds UTC, default now."""
        return self._marker.mark(text, valid=self._clock() if valid is None else valid, known=known, keys=keys)

    def _strategy(self, name: str) -> Strategy:
        for strategy in STRATEGIES:
            if strategy.name == name:
                if self._model is None and strategy.name != "temporal":
                    raise InputError(f"the strategy '{name}' needs a text model: choose one, or use 'temporal'")
                return strategy
        raise InputError(f"'{name}' is not a strategy: choose one of {', '.join(self.strategies)}")
