"""What runs, waits and has ended, and everything that was said: kept for as long as the window is open."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from enum import StrEnum

from PySide6.QtCore import QDateTime, QObject, Signal

from tenure.errors import Cancelled
from tenure_app.errors.hook import report_of
from tenure_app.ops.executors import Executors, Task
from tenure_app.widgets.progress_words import progress_text

_MOST_JOBS = 300
_MOST_MESSAGES = 2_000
_LEAST_SECONDS = 1.5
_LEAST_FRACTION = 0.03
"""Before so much time and work the time left is a guess not worth showing."""


class JobState(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(eq=False)
class Job:
    """One titled task.

    Attributes:
        title: what it is called.
        task: the task while it waits or runs; an ended one holds on to nothing.
        state: how far it is.
        fraction: of the work done, 0 to 1; None if it does not tell.
        message: what it does just now; of a finished one, what came of it.
        asked: when it was asked for.
        seconds: how long it ran, once it has ended.
    """

    title: str
    task: Task | None
    state: JobState = JobState.WAITING
    fraction: float | None = None
    message: str = ""
    asked: QDateTime = field(default_factory=QDateTime.currentDateTime)
    seconds: float = 0.0
    _began: float = 0.0

    def begin(self) -> None:
        """It runs from now on."""
        self.state = JobState.RUNNING
        self._began = time.monotonic()

    def end(self, state: JobState, message: str) -> None:
        """It has ended."""
        self.seconds = time.monotonic() - self._began if self._began else 0.0
        self.state, self.message, self.fraction, self.task = state, message, None, None

    @property
    def stopping(self) -> bool:
        """Whether it was asked to stop."""
        return self.task is not None and self.task.token.cancelled

    def left(self) -> float | None:
        """Return the seconds it may still need, by how long it has taken so far; None if nobody can tell."""
        if self.state is not JobState.RUNNING or self.fraction is None or self.fraction < _LEAST_FRACTION:
            return None
        passed = time.monotonic() - self._began
        return None if passed < _LEAST_SECONDS else passed * (1.0 - self.fraction) / self.fraction


class JobLog(QObject):
    """The jobs of this session.

    Signals:
        listed: a job came, began or ended.
        advanced(object): a running one told how far it is.
    """

    listed = Signal()
    advanced = Signal(object)

    def __init__(self, executors: Executors) -> None:
        super().__init__()
        self._executors = executors
        self.active: list[Job] = []
        self.ended: deque[Job] = deque(maxlen=_MOST_JOBS)
        executors.started.connect(self._started)
        executors.begun.connect(self._begun)
        executors.progressed.connect(self._progressed)
        executors.finished.connect(self._finished)

    def cancel(self, job: Job) -> None:
        """Ask a job to stop; one that waits ends at once."""
        if job.task is not None:
            self._executors.cancel(job.task)
            self.listed.emit()

    def clear(self) -> None:
        """Forget the jobs that have ended."""
        self.ended.clear()
        self.listed.emit()

    @property
    def first(self) -> Job | None:
        """The job that began first of those that run, else the first that waits."""
        running = [job for job in self.active if job.state is JobState.RUNNING]
        return next(iter(running or self.active), None)

    def _of(self, task: Task) -> Job | None:
        return next((job for job in self.active if job.task is task), None)

    def _started(self, task: Task) -> None:
        self.active.append(Job(task.title, task))
        self.listed.emit()

    def _begun(self, task: Task) -> None:
        job = self._of(task)
        if job is not None:
            job.begin()
            self.listed.emit()

    def _progressed(self, task: Task, message: str, fraction: float) -> None:
        job = self._of(task)
        if job is not None:
            job.message, job.fraction = progress_text(message), min(max(fraction, 0.0), 1.0)
            self.advanced.emit(job)

    def _finished(self, task: Task) -> None:
        job = self._of(task)
        if job is None:
            return
        self.active.remove(job)
        if task.error is None:
            job.end(JobState.DONE, task.said)
        elif isinstance(task.error, Cancelled):
            job.end(JobState.STOPPED, "")
        else:
            report = report_of(task.error)
            job.end(JobState.FAILED, report.message if report is not None else "")
        self.ended.appendleft(job)
        self.listed.emit()


class Severity(StrEnum):
    """How serious a message is."""

    NOTE = "note"
    PROBLEM = "problem"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Message:
    """Something that was said: when, how serious, the text, and what to copy with it (a traceback, or nothing)."""

    at: QDateTime
    severity: Severity
    text: str
    details: str = ""


class MessageLog(QObject):
    """Everything that the status bar, the banner and error windows said.

    Signals:
        added(object): a message; the oldest goes when there are too many.
        cleared: all were forgotten.
        unseen_changed: how many problems nobody has seen in the list.
    """

    added = Signal(object)
    cleared = Signal()
    unseen_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.messages: deque[Message] = deque(maxlen=_MOST_MESSAGES)
        self.unseen = 0
        self.watched = False

    def add(self, text: str, severity: Severity = Severity.NOTE, details: str = "") -> None:
        """Keep a message; what was just said is not kept twice."""
        if not text or (self.messages and severity is Severity.NOTE and self.messages[-1].text == text):
            return
        message = Message(QDateTime.currentDateTime(), severity, text, details)
        self.messages.append(message)
        self.added.emit(message)
        if severity is not Severity.NOTE and not self.watched:
            self.unseen += 1
            self.unseen_changed.emit()

    def watch(self, watched: bool) -> None:
        """Say whether somebody looks at the list now; what is there is seen then."""
        self.watched = watched
        if watched and self.unseen:
            self.unseen = 0
            self.unseen_changed.emit()

    def clear(self) -> None:
        """Forget all."""
        self.messages.clear()
        self.cleared.emit()
