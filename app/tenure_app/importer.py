"""Imports of the window: a dry run, the import as a job, what came of it, and taking it back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from tenure_app.context import AppContext
from tenure_app.ops import importing, looking
from tenure_app.ops.executors import Task
from tenure_app.ops.importing import Outcome, Plan
from tenure_app.widgets.format import count_text

LOOK = "look"
"""The lane of looks at files, which needs no project."""

SETUP = "setup"
"""The lane on which new projects are made."""


@dataclass(frozen=True, slots=True)
class Finished:
    """An import that came to its end, or was stopped with a part of it kept."""

    plan: Plan
    outcome: Outcome


class Importer(QObject):
    """Runs imports into the open project or into a new one.

    Signals:
        finished(object): a :class:`Finished`; the open project has it.
        taken_back(str): an import was rolled back; its title.
    """

    finished = Signal(object)
    taken_back = Signal(str)

    def __init__(self, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        context.executors.add_lane(LOOK, 1, lambda: None, lambda _none: None)

    # Looks and dry runs

    def look(
        self,
        owner: QObject,
        work: Callable[[], Any],
        done: Callable[[Any], None],
        failed: Callable[[BaseException], None],
        *,
        channel: str,
    ) -> Task:
        """Read something of a file or repository; a newer look of the same channel replaces this one."""
        return self._context.executors.submit(LOOK, Task(lambda _none, _task: work(), done, failed, owner, channel))

    def reading(self, owner: QObject, done: Callable[[looking.Reading], None], *, new: bool) -> None:
        """Fetch how the project reads tables."""
        if new:
            done(looking.reading_of_new())
        else:
            self._context.session.query(owner, looking.reading_of, done, channel="reading")

    def preview(
        self,
        owner: QObject,
        plan: Plan,
        done: Callable[[Outcome], None],
        failed: Callable[[BaseException], None],
        *,
        new: bool,
    ) -> Task:
        """Find out what an import would do; writes nothing."""
        clock, models = self._context.clock, self._context.models
        if new:
            self._add_setup()
            work: Callable[[Any, Task], Outcome] = lambda _none, task: importing.preview_new(  # noqa: E731
                plan=plan, clock=clock, models=models, task=task
            )
        else:
            work = lambda project, task: importing.run_import(project, plan=plan, dry_run=True, task=task)  # noqa: E731
        return self._context.executors.submit(SETUP if new else "write", Task(work, done, failed, owner))

    # Imports

    def run(self, plan: Plan) -> Task:
        """Import into the open project."""
        return self._context.session.write(
            lambda project, task: importing.run_import(project, plan=plan, dry_run=False, task=task),
            lambda outcome: self.finished.emit(Finished(plan, outcome)),
            title=self.title(plan),
            outcome=self.said,
        )

    def run_new(self, plan: Plan, path: Path, opened: Callable[[Path], None]) -> Task:
        """Import into a project file to be made, which ``opened`` then opens."""
        clock, models, session = self._context.clock, self._context.models, self._context.session

        def work(_none: None, task: Task) -> Outcome:
            return importing.import_new(plan=plan, path=path, clock=clock, models=models, task=task)

        def done(outcome: Outcome) -> None:
            def tell() -> None:
                session.opened.disconnect(tell)
                if session.path == path:
                    self.finished.emit(Finished(plan, outcome))

            session.opened.connect(tell)
            opened(path)

        self._add_setup()
        task = Task(work, done, session.failed.emit, self, title=self.title(plan), outcome=self.said)
        return self._context.executors.submit(SETUP, task)

    def roll_back(self, finished: Finished) -> None:
        """Take an import back as a whole."""
        run = finished.outcome.run
        if run is None:
            return
        title = finished.plan.title
        self._context.session.write(
            lambda project, _task: importing.roll_back(project, run=run),
            lambda _summary: self.taken_back.emit(title),
            title=self.tr("Rolling back {0}").format(title),
            outcome=lambda summary: count_text(
                summary.withdrawn, self.tr("{0} statement taken back"), self.tr("{0} statements taken back")
            ),
        )

    # Words

    def title(self, plan: Plan) -> str:
        """What the job is called."""
        return self.tr("Importing {0}").format(plan.title)

    def said(self, outcome: Outcome) -> str:
        """What came of an import, in one line."""
        statements = count_text(outcome.statements, self.tr("{0} statement"), self.tr("{0} statements"))
        if outcome.stopped:
            return self.tr("stopped; {0} are kept").format(statements)
        if outcome.commits is not None:
            read = count_text(outcome.commits, self.tr("{0} commit"), self.tr("{0} commits"))
        else:
            read = count_text(outcome.read, self.tr("{0} file"), self.tr("{0} files"))
        closed = count_text(outcome.closed, self.tr("{0} value closed"), self.tr("{0} values closed"))
        parts = [self.tr("{0} from {1}").format(statements, read), closed]
        if outcome.unchanged:
            parts.append(self.tr("{0} unchanged").format(f"{outcome.unchanged:,}"))
        if outcome.review:
            parts.append(self.tr("{0} to review").format(f"{outcome.review:,}"))
        if outcome.refusals:
            parts.append(self.tr("{0} left out").format(f"{outcome.refusals:,}"))
        return ", ".join(parts)

    def _add_setup(self) -> None:
        self._context.executors.add_lane(SETUP, 1, lambda: None, lambda _none: None)
