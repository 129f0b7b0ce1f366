"""The prompts, one for all strategies (resource ``prompts/answer.json``).

Short on purpose: the built-in model has 135 million parameters and loses the thread in anything
longer.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from tenure.answer.abstain import abstentions
from tenure.answer.answer import EvidenceItem
from tenure.instants import format_instant
from tenure.models.protocols import Message


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt and the budget of the answer.

    Attributes:
        system: what the model is told beforehand; empty for nothing.
        user: the question with its evidence; has the fields ``evidence``, ``question``, ``sentinel``.
        item: one piece of evidence; has the field ``text``.
        dated_item: the same with its date; has ``text``, ``date``, ``source``.
        max_tokens: the most tokens of an answer.
        evidence_tokens: the most tokens of evidence, for every strategy.
        stop: strings that end the answer.
    """

    system: str
    user: str
    item: str
    dated_item: str
    max_tokens: int
    evidence_tokens: int
    stop: tuple[str, ...]

    def messages(self, question: str, evidence: Sequence[EvidenceItem], *, dated: bool) -> list[Message]:
        """Return the conversation that asks ``question`` with this evidence."""
        lines = "\n".join(self.line(item, dated=dated) for item in evidence)
        user = self.user.format(evidence=lines, question=question, sentinel=abstentions().sentinel)
        system = [Message("system", self.system)] if self.system else []
        return [*system, Message("user", user)]

    def line(self, item: EvidenceItem, *, dated: bool) -> str:
        """Return one piece of evidence as the prompt has it."""
        text = " ".join(item.text.split())
        if not dated or item.at is None:
            return self.item.format(text=text)
        date = format_instant(item.at, item.precision)[:10]
        return self.dated_item.format(text=text, date=date, source=item.source or "")


@lru_cache(maxsize=4)
def prompt_named(name: str) -> Prompt:
    """Return a shipped prompt: ``answer`` (may abstain) or ``must_answer``."""
    content = json.loads((files("tenure_resources") / "prompts" / f"{name}.json").read_text(encoding="utf-8"))
    return Prompt(
        content["system"],
        content["user"],
        content["item"],
        content["dated_item"],
        content["max_tokens"],
        content["evidence_tokens"],
        tuple(content["stop"]),
    )
