"""Question sets: read on the query lane, asked question by question on the answer lane."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tenure.answer import Answers
from tenure.clock import fixed_clock
from tenure.errors import NotFoundError
from tenure.instants import parse_date
from tenure.lab.extraction import wilson
from tenure.lab.questions import Question, read_questions
from tenure.lab.run import Asked, Figures, Run, Scored, figures
from tenure.progress import CancelToken
from tenure.project import Models, Project, sample_named
from tenure_app.ops.answers import AnswerView, text_model
from tenure_app.times import TwoTimes


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Questions of one file.

    Attributes:
        title: name of the project or file they belong to.
        path: the file.
        questions: in the file's order.
        now: the instant a sample's story ends (microseconds UTC), when its questions are asked; None is the clock.
    """

    title: str
    path: Path
    questions: tuple[Question, ...]
    now: int | None = None


@dataclass(frozen=True, slots=True)
class SetAnswer:
    """One answer of a run: scored, and as the columns draw it."""

    scored: Scored
    view: AnswerView


@dataclass(frozen=True, slots=True)
class Totals:
    """What one strategy did with the questions it was asked.

    Attributes:
        figures: as the lab counts.
        accuracy, stale: Wilson's 95 % intervals of the accuracy and of the stale-fact error rate.
    """

    figures: Figures
    accuracy: tuple[float, float]
    stale: tuple[float, float]


def own_files(project: Project) -> tuple[Path, ...]:
    """Return the files of questions that belong to the sample a project was made from; none for others."""
    name = project.settings.get("sample")
    if not name:
        return ()
    try:
        sample = sample_named(name)
    except NotFoundError:
        return ()
    return tuple(path for path in (sample.questions, sample.more_questions) if path.is_file())


def read_set(project: Project, *, path: Path) -> QuestionSet:
    """Read a file of questions.

    Raises:
        InputError: if it cannot be read or a line is no question.
    """
    now = project.settings.get("now")
    own = path in own_files(project)
    title = f"{project.settings.get('title')}: {path.stem}" if own else path.name
    return QuestionSet(title, path, read_questions(path, project.zone), parse_date(now).at if now else None)


class Asker:
    """Asks the questions of a set, one by one; used on the answer lane's thread only.

    Args:
        now: what "now" is for the questions (microseconds UTC), or None for the project's clock.
        models: words the answers.
    """

    def __init__(self, now: int | None, models: Models) -> None:
        self._now, self._models = now, models
        self._made: tuple[Project, Answers, Run] | None = None

    def ask(self, project: Project, question: Question, strategy: str, cancel: CancelToken) -> SetAnswer:
        """Ask one question of one strategy.

        Raises:
            Cancelled: if it was stopped.
            TenureError: if it cannot be answered.
        """
        answers, run = self._tools(project)
        scored = run.ask(question, strategy, cancel=cancel)
        inquiry = scored.answer.inquiry
        marks = tuple(
            answers.mark(item.text, valid=inquiry.valid, known=inquiry.known) for item in scored.answer.evidence
        )
        times = TwoTimes(question.valid, question.known)
        return SetAnswer(scored, AnswerView(question.text, scored.answer, times, marks))

    def _tools(self, project: Project) -> tuple[Answers, Run]:
        """Keep what answers and what marks, as both keep what they looked up for the next question."""
        if self._made is None or self._made[0] is not project:
            model = text_model(self._models)
            if self._now is None:
                answers = project.answers(model)
            else:
                answers = Answers(project.ledger, project.search, model, fixed_clock(self._now))
            self._made = (project, answers, Run(project.ledger, answers, ()))
        return self._made[1:]


def totals(
    questions: Sequence[Question], answers: Sequence[Mapping[str, SetAnswer]], strategies: Sequence[str]
) -> list[Totals]:
    """Sum up each strategy over the questions it has answered."""
    found = []
    for strategy in strategies:
        asked = [
            Asked(question, {strategy: given[strategy].scored})
            for question, given in zip(questions, answers, strict=True)
            if strategy in given
        ]
        summed = figures(strategy, asked)
        found.append(Totals(summed, wilson(summed.correct, summed.questions), wilson(summed.stale, summed.answered)))
    return found
