"""The open project as the window sees it: asks and writes through the lanes, never directly."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

from tenure.errors import BusyError
from tenure.ledger.types import Summary
from tenure.project import Models, Project, explain_busy
from tenure_app.ops.executors import Executors, Task
from tenure_app.ops.queries import Overview, overview
from tenure_app.ops.survey import Survey

T = TypeVar("T")

_LANES = ("query", "survey", "write", "answer", "background")


class Session(QObject):
    """One project file opened in the window.

    Signals:
        opened: a project is open; ``overview`` is fresh.
        closed: the project was let go.
        changed(object): a write was committed; its summary, or None where there is none.
        overview_changed: ``overview`` is fresh.
        undo_changed: undo or redo became possible or impossible.
        failed(object): an exception of an operation nobody else handles.
    """

    opened = Signal()
    closed = Signal()
    changed = Signal(object)
    overview_changed = Signal()
    undo_changed = Signal()
    failed = Signal(object)

    def __init__(
        self, executors: Executors, models: Models, open_project: Callable[..., Project] = Project.open
    ) -> None:
        super().__init__()
        self.executors = executors
        self.models = models
        self._open_project = open_project
        self.path: Path | None = None
        self.overview: Overview | None = None
        self._undo: list[tuple[int, int]] = []
        self._redo: list[tuple[int, int]] = []

    # Opening

    def open(self, path: Path) -> None:
        """Open a project file; what is open is closed first. Errors come by ``failed``."""
        self.close()
        self.path = path
        models = self.models

        def reader() -> Project:
            return self._open_project(path, read_only=True, models=models)

        def writer() -> Project:
            return self._open_project(path, models=models)

        self.executors.add_lane("query", 2, reader, _close)
        self.executors.add_lane("survey", 1, lambda: Survey(reader()), Survey.close)
        self.executors.add_lane("write", 1, writer, _close)
        self.executors.add_lane("answer", 1, reader, _close)
        self.executors.add_lane("background", 1, writer, _close)
        self.executors.submit(
            "write",
            Task(lambda project, _task: overview(project), self._opened, self._open_failed, self, channel="open"),
        )

    def close(self) -> None:
        """Let the project go; its threads stop."""
        if self.path is None:
            return
        self.executors.stop_lanes(_LANES)
        self.path = None
        self.overview = None
        self._undo.clear()
        self._redo.clear()
        self.undo_changed.emit()
        self.closed.emit()

    # Operations

    def query(
        self,
        owner: QObject,
        work: Callable[[Project], T],
        done: Callable[[T], None],
        *,
        channel: str = "",
        failed: Callable[[BaseException], None] | None = None,
    ) -> Task:
        """Ask on the query lane; a newer question of the same channel replaces this one."""
        task = Task(lambda project, _task: work(project), done, failed or self.failed.emit, owner, channel)
        return self.executors.submit("query", task)

    def study(
        self,
        owner: QObject,
        work: Callable[[Project, Task], T],
        done: Callable[[T], None],
        failed: Callable[[BaseException], None],
        *,
        channel: str,
    ) -> Task:
        """Ask what may take long on the query lane; the work looks at its task, which can be stopped."""
        return self.executors.submit("query", Task(work, done, failed, owner, channel))

    def survey(
        self,
        owner: QObject,
        work: Callable[[Survey], T],
        done: Callable[[T], None],
        *,
        channel: str,
    ) -> Task:
        """Ask about all facts at once, on the lane that keeps them as arrays."""
        task = Task(lambda survey, running: work(survey.under(running)), done, self.failed.emit, owner, channel)
        return self.executors.submit("survey", task)

    def preview(
        self,
        owner: QObject,
        work: Callable[[Project], T],
        done: Callable[[T], None],
        failed: Callable[[BaseException], None],
        *,
        channel: str,
    ) -> Task:
        """Dry-run a write, in turn with the writes."""
        return self.executors.submit("write", Task(lambda p, _task: work(p), done, failed, owner, channel, brief=True))

    def keep(self, owner: QObject, work: Callable[[Project], T], done: Callable[[T], None]) -> Task:
        """Write what is not of the ledger, such as a conversation: no step to undo, no pane looks again."""
        return self.executors.submit("write", Task(lambda p, _task: work(p), done, self._failed, owner, brief=True))

    def write(
        self,
        work: Callable[[Project, Task], T],
        done: Callable[[T], None] | None = None,
        failed: Callable[[BaseException], None] | None = None,
        *,
        title: str = "",
        outcome: Callable[[T], str] | None = None,
    ) -> Task:
        """Write on the one writing thread; afterwards the panes are told and undo is possible, but of an erasure.

        Args:
            work: the write.
            done, failed: called with what came of it; by default ``failed`` of this object is emitted.
            title: shown among the jobs if not empty.
            outcome: says in one line what came of it, for the list of finished jobs.
        """

        def run(project: Project, task: Task) -> tuple[T, tuple[int, int]]:
            before = project.ledger.last_tx()
            try:
                result = work(project, task)
            except BaseException:
                # an import of a repository is committed in parts: those written before it failed stay
                kept = (before + 1, project.ledger.last_tx())
                if kept[1] >= kept[0]:
                    self.executors.call(lambda: self._kept(kept))
                raise
            return result, (before + 1, project.ledger.last_tx())

        def finish(result: tuple[T, tuple[int, int]]) -> None:
            value, span = result
            erased = isinstance(value, Summary) and value.erased > 0
            if not erased:
                self._remember(span)
            self._written(value)
            if done is not None:
                done(value)

        say = None if outcome is None else lambda result: outcome(result[0])
        task = Task(run, finish, failed or self._failed, self, title=title, outcome=say)
        return self.executors.submit("write", task)

    def answer(
        self,
        owner: QObject,
        work: Callable[[Project, Task], T],
        done: Callable[[T], None],
        failed: Callable[[BaseException], None],
    ) -> Task:
        """Ask a question that may need the text model; questions queue."""
        return self.executors.submit("answer", Task(work, done, failed, owner))

    def background(self, work: Callable[[Project, Task], T], done: Callable[[T], None], *, title: str) -> Task:
        """Run work the window does not wait for, shown among the jobs."""
        return self.executors.submit("background", Task(work, done, self._failed, self, "background", title))

    # Undo

    @property
    def can_undo(self) -> bool:
        """Whether something written in this session can be taken back."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """Whether something taken back can be done again."""
        return bool(self._redo)

    def undo(self) -> None:
        """Take back the last write by a compensating entry."""
        self._compensate(self._undo, self._redo)

    def redo(self) -> None:
        """Do again what was taken back last."""
        self._compensate(self._redo, self._undo)

    def refresh(self) -> None:
        """Fetch the overview again."""
        if self.path is not None:
            self.query(self, overview, self._fresh, channel="overview")

    def _compensate(self, source: list[tuple[int, int]], target: list[tuple[int, int]]) -> None:
        if not source:
            return
        span = source.pop()
        self.undo_changed.emit()

        def run(project: Project, _task: Task) -> tuple[Summary | None, tuple[int, int]]:
            return _undo_span(project, span)

        def finish(result: tuple[Summary | None, tuple[int, int]]) -> None:
            target.append(result[1])
            self._written(result[0])

        self.executors.submit("write", Task(run, finish, self._failed, self))

    def _remember(self, span: tuple[int, int]) -> None:
        if span[1] >= span[0]:
            self._undo.append(span)
            self._redo.clear()

    def _kept(self, span: tuple[int, int]) -> None:
        """A write failed, but a part of it was committed."""
        if self.path is not None:
            self._remember(span)
            self._written(None)

    def _written(self, value: Any) -> None:
        self.undo_changed.emit()
        self.changed.emit(value)
        self.refresh()

    def _opened(self, fresh: Overview) -> None:
        self.overview = fresh
        self.opened.emit()
        self.overview_changed.emit()

    def _open_failed(self, error: BaseException) -> None:
        self.close()
        self._failed(error)

    def _fresh(self, fresh: Overview) -> None:
        self.overview = fresh
        self.overview_changed.emit()

    def _failed(self, error: BaseException) -> None:
        if isinstance(error, BusyError):
            error = BusyError(explain_busy(error, self.path))
        self.failed.emit(error)


def _undo_span(project: Project, span: tuple[int, int]) -> tuple[Summary | None, tuple[int, int]]:
    """Undo the ledger transactions of one write as one SQL transaction: an import as a whole, else the latest first."""
    from tenure.ingest.rollback import rollback, run_within

    ledger = project.ledger
    before = ledger.last_tx()
    summary: Summary | None = None
    run = run_within(ledger, *span)
    if run is not None:
        summary = rollback(ledger, run).summary
        return summary, (before + 1, ledger.last_tx())
    with ledger.writing():
        for tx in range(span[1], span[0] - 1, -1):
            summary = ledger.undo(tx)
    return summary, (before + 1, ledger.last_tx())


def _close(project: Project) -> None:
    project.close()
