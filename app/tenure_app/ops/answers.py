"""Questions: asked on the answer lane, with what a column needs to draw them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tenure.answer.answer import Answer, EvidenceItem
from tenure.answer.answers import LONGEST_QUESTION
from tenure.answer.marks import Mark
from tenure.answer.strategies import STRATEGIES
from tenure.keys import Key, Scope
from tenure.models.protocols import TextModel
from tenure.project import Models, Project
from tenure_app.ops.executors import Task
from tenure_app.ops.queries import two_times
from tenure_app.times import TwoTimes

__all__ = ["LONGEST_QUESTION", "AnswerView", "ask", "key_of_evidence", "strategies", "text_model"]


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer with the values in its evidence marked too."""

    question: str
    answer: Answer
    times: TwoTimes
    evidence_marks: tuple[tuple[Mark, ...], ...]


def text_model(models: Models) -> TextModel | None:
    """Return the chosen text model; None where there is none: the ledger then words the answers."""
    return models.chosen(None)


def ask(
    project: Project,
    task: Task,
    *,
    question: str,
    strategy: str,
    times: TwoTimes,
    scope: Scope,
    models: Models,
    passages: int = 5,
    on_text: Callable[[str], None],
) -> AnswerView:
    """Answer a question by one strategy at the two times, where the scope says, from so many passages at most."""
    at = two_times(project, times)
    answers = project.answers(text_model(models))
    answer = answers.ask(
        question,
        strategy=strategy,
        scope=scope.as_dict() or None,
        k=passages,
        on_text=on_text,
        cancel=task.token,
        **at,
    )
    inquiry = answer.inquiry
    marks = tuple(answers.mark(item.text, valid=inquiry.valid, known=inquiry.known) for item in answer.evidence)
    return AnswerView(question, answer, times, marks)


def key_of_evidence(project: Project, *, item: EvidenceItem) -> Key | None:
    """Return the key a piece of evidence states something about, so that it opens in the inspector."""
    if item.passage is None:
        return None
    found = project.ledger.statements_of_passages([item.passage])
    inside = [s for s in found if item.span is None or s.evidence.span is None or _overlap(item.span, s.evidence.span)]
    return inside[0].key if inside else None


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def strategies() -> tuple[str, ...]:
    """Return the strategies one can choose."""
    return tuple(strategy.name for strategy in STRATEGIES)
