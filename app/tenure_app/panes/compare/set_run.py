"""A run of a question set: one question of one strategy at a time, so that other questions get their turn between."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from tenure.errors import Cancelled, InputError
from tenure_app.context import AppContext
from tenure_app.errors.hook import report_of
from tenure_app.ops.executors import Task
from tenure_app.ops.question_sets import Asker, QuestionSet, SetAnswer


class SetRun(QObject):
    """Asks every question of a set of some strategies and keeps what came.

    Signals:
        advanced(int): a question has an answer more; its index.
        changed: it began or stopped.
        failed(str): it stopped because it could not go on; one sentence.
    """

    advanced = Signal(int)
    changed = Signal()
    failed = Signal(str)

    def __init__(self, context: AppContext, questions: QuestionSet) -> None:
        super().__init__()
        self._context = context
        self.set = questions
        self.strategies: tuple[str, ...] = ()
        """Which are asked; answers of others are kept but not counted."""
        self.outdated = False
        """Whether the facts changed since something was answered."""
        self.answers: list[dict[str, SetAnswer]] = [{} for _question in questions.questions]
        self.refused: dict[tuple[int, str], str] = {}
        """Why a question has no answer, by its index and the strategy."""
        self._asker = Asker(questions.now, context.models)
        self._job: Task | None = None

    @property
    def running(self) -> bool:
        """Whether it is under way."""
        return self._job is not None

    @property
    def total(self) -> int:
        """How many answers it is to give."""
        return len(self.answers) * len(self.strategies)

    @property
    def done(self) -> int:
        """How many it has given or found impossible."""
        answered = sum(strategy in given for given in self.answers for strategy in self.strategies)
        return answered + sum(strategy in self.strategies for _index, strategy in self.refused)

    def clear(self) -> None:
        """Forget every answer, to ask anew."""
        self.stop()
        for given in self.answers:
            given.clear()
        self.refused.clear()
        self.outdated = False

    def start(self) -> None:
        """Begin, or go on where it was stopped."""
        if self.running or self.done == self.total:
            return
        self._job = Task(lambda *_: None, lambda _: None, lambda _: None, self, title=self._title())
        executors = self._context.executors
        executors.started.emit(self._job)
        executors.begun.emit(self._job)
        self.changed.emit()
        self._next()

    def stop(self) -> None:
        """Stop at once; what was answered stays."""
        if self._job is not None:
            self._job.token.cancel()
            self._end()

    def _next(self) -> None:
        """Ask what comes next, in turn with whatever else is asked."""
        job, place = self._job, self._open_place()
        if job is None:
            return
        if place is None:
            self._end()
            return
        index, strategy = place
        question = self.set.questions[index]
        message = self.tr("question {0} of {1}").format(index + 1, len(self.answers))
        self._context.executors.progressed.emit(job, message, self.done / self.total)
        self._context.executors.submit(
            "answer",
            Task(
                lambda project, task: self._asker.ask(project, question, strategy, task.token),
                lambda answer: self._take(job, index, strategy, answer),
                lambda error: self._refuse(job, index, strategy, error),
                self,
                token=job.token,
            ),
        )

    def _open_place(self) -> tuple[int, str] | None:
        for index, given in enumerate(self.answers):
            for strategy in self.strategies:
                if strategy not in given and (index, strategy) not in self.refused:
                    return index, strategy
        return None

    def _take(self, job: Task, index: int, strategy: str, answer: SetAnswer) -> None:
        if job is self._job:
            self.answers[index][strategy] = answer
            self.advanced.emit(index)
            self._next()

    def _refuse(self, job: Task, index: int, strategy: str, error: BaseException) -> None:
        """A question that cannot be asked is left out; anything else ends the run, which can be resumed."""
        if job is not self._job:
            return
        if isinstance(error, InputError):
            self.refused[(index, strategy)] = str(error)
            self.advanced.emit(index)
            self._next()
            return
        self._end()
        report = report_of(error)
        if not isinstance(error, Cancelled) and report is not None:
            self.failed.emit(report.message)
            if report.bug:
                self._context.hook.handle(error)

    def _end(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            self._context.executors.finished.emit(job)
            self.changed.emit()

    def _title(self) -> str:
        return self.tr("Question set {0}").format(self.set.title)
