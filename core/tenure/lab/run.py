"""Running questions through strategies, with the answers scored."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from tenure.answer import Answer, Answers, Verdict, WordedBy
from tenure.answer.mark import Marker
from tenure.errors import Cancelled
from tenure.keys import Key
from tenure.lab.questions import Asks, Question
from tenure.lab.scoring import Said, Score, names_value, percentile, score_by_marks, score_by_tokens
from tenure.ledger import Ledger
from tenure.passages.store import PassageStore
from tenure.progress import CancelToken, Progress, no_progress


@dataclass(frozen=True, slots=True)
class Scored:
    """One answer with its scores.

    Attributes:
        answer: as the strategy gave it.
        score: by marks.
        token_score: by the independent scorer.
        seconds: wall-clock time of the whole question.
        current_found: whether a passage that states the gold value was among those retrieved; None
            where the question has no gold passage.
    """

    answer: Answer
    score: Score
    token_score: Score
    seconds: float
    current_found: bool | None


@dataclass(frozen=True, slots=True)
class Asked:
    """One question with the answers of all strategies, by name."""

    question: Question
    answers: dict[str, Scored]


@dataclass(frozen=True, slots=True)
class Figures:
    """What one strategy did with all questions; counts unless said otherwise.

    Attributes:
        accuracy: correct / questions.
        stale_rate: stale / answered, the stale-fact error rate.
        abstention: abstained / questions.
        model_worded: answers worded by the text model.
        rejections: texts the guard turned down.
        current_found: of ``current_asked`` questions with a gold passage, on how many it was among the k.
        p50, p95: seconds a question.
        disagreements: answers the two scorers judge differently.
    """

    strategy: str
    questions: int
    correct: int
    stale: int
    abstained: int
    other: int
    answered: int
    accuracy: float
    stale_rate: float
    abstention: float
    model_worded: int
    rejections: int
    current_found: int
    current_asked: int
    p50: float
    p95: float
    token_correct: int
    token_stale: int
    disagreements: int


class Run:
    """Asks questions of one project.

    Args:
        ledger: of the project.
        answers: what answers.
        strategies: names, in the order they are asked.
        k: how many passages each may retrieve.
    """

    def __init__(self, ledger: Ledger, answers: Answers, strategies: Sequence[str], *, k: int = 5) -> None:
        self._ledger = ledger
        self._answers = answers
        self._marker = Marker(ledger)
        self.strategies = tuple(strategies)
        self.k = k

    def ask_all(self, questions: Sequence[Question], progress: Progress = no_progress) -> tuple[Asked, ...]:
        """Ask every question of every strategy; ``progress`` may cancel."""
        found = []
        for number, question in enumerate(questions):
            progress(f"question {number + 1} of {len(questions)}", number / len(questions))
            found.append(Asked(question, {name: self.ask(question, name) for name in self.strategies}))
        progress(f"asked {len(questions)} questions", 1.0)
        return tuple(found)

    def ask(self, question: Question, strategy: str, *, cancel: CancelToken | None = None) -> Scored:
        """Ask one question of one strategy and score the answer.

        Raises:
            TenureError: as :meth:`Answers.ask`; ``Cancelled`` also where half an answer had come.
        """
        known = None if question.known is None else self._ledger.tx_at(question.known)
        started = time.perf_counter()
        answer = self._answers.ask(
            question.text,
            strategy=strategy,
            valid=question.valid,
            known=known,
            scope=question.scope.as_dict() or None,
            k=self.k,
            cancel=cancel,
        )
        if answer.cancelled:
            raise Cancelled
        seconds = time.perf_counter() - started
        relation = self._ledger.registry.get(question.relation)
        score = score_by_marks(
            question, self._said(question, answer), abstained=answer.verdict is Verdict.ABSTAINED, relation=relation
        )
        return Scored(
            answer, score, score_by_tokens(question, answer.text), seconds, self._current_found(question, answer)
        )

    def _said(self, question: Question, answer: Answer) -> list[Said]:
        """Mark the answer about the key that was asked for, whatever key the strategy took it for."""
        inquiry = answer.inquiry
        keys = self._keys(question)
        marks = (
            self._marker.mark(answer.text, valid=inquiry.valid, known=inquiry.known, keys=keys)
            if keys
            else answer.marks
        )
        said = [Said(mark.value, mark.claimed, mark.state.retired) for mark in marks]
        if not keys and not said:
            # The ledger does not know the key: the gold value can only be told by its tokens.
            said = [Said(value, True, False) for value in question.gold if names_value(answer.text, [value])]
        return said

    def _keys(self, question: Question) -> list[Key]:
        keys = self._ledger.find_keys(subject=question.subject, relation=question.relation)
        return [key for key in keys if not question.scope or not key.scope or key.scope == question.scope]

    def _current_found(self, question: Question, answer: Answer) -> bool | None:
        if not question.gold or question.asks is Asks.HISTORY:
            return None
        for item in answer.evidence:
            text = item.text
            if item.passage is not None:
                text = _passage_text(self._ledger.passages, item.passage) or text
            same_file = item.source is not None and question.where.endswith(item.source.removeprefix("files/"))
            if same_file and names_value(text, (*question.gold, *question.also)):
                return True
        return False


def _passage_text(passages: PassageStore, passage: int) -> str:
    found = passages.get([passage])
    return found[0].text if found else ""


def figures(strategy: str, asked: Sequence[Asked]) -> Figures:
    """Sum up what one strategy did."""
    scored = [one.answers[strategy] for one in asked]
    count = {score: sum(one.score is score for one in scored) for score in Score}
    abstained = sum(one.answer.verdict is Verdict.ABSTAINED for one in scored)
    answered = len(scored) - abstained
    judged = [one.current_found for one in scored if one.current_found is not None]
    return Figures(
        strategy=strategy,
        questions=len(scored),
        correct=count[Score.CORRECT],
        stale=count[Score.STALE],
        abstained=abstained,
        other=count[Score.OTHER],
        answered=answered,
        accuracy=count[Score.CORRECT] / len(scored) if scored else 0.0,
        stale_rate=count[Score.STALE] / answered if answered else 0.0,
        abstention=abstained / len(scored) if scored else 0.0,
        model_worded=sum(one.answer.worded_by is WordedBy.MODEL for one in scored),
        rejections=sum(len(one.answer.rejections) for one in scored),
        current_found=sum(judged),
        current_asked=len(judged),
        p50=percentile((one.seconds for one in scored), 0.50),
        p95=percentile((one.seconds for one in scored), 0.95),
        token_correct=sum(one.token_score is Score.CORRECT for one in scored),
        token_stale=sum(one.token_score is Score.STALE for one in scored),
        disagreements=sum(one.score is not one.token_score for one in scored),
    )
