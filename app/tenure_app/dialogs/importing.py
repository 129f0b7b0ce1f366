"""The import dialog: what to import, then what that would do, then the import as a job."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from tenure.errors import BusyError
from tenure.ingest.readers.rowentries import HOW_TO_MAP
from tenure.ingest.tablehead import TABLES
from tenure.project import explain_busy
from tenure_app.context import AppContext
from tenure_app.dialogs.importing_files import FilesPage
from tenure_app.dialogs.importing_git import GitPage
from tenure_app.dialogs.importing_preview import ImportReport, PreviewPage
from tenure_app.dialogs.importing_table import TablePage
from tenure_app.errors.hook import Report, report_of
from tenure_app.importer import Finished, Importer
from tenure_app.ops.executors import Task
from tenure_app.ops.importing import FILES, GIT, MOST_LISTED, TABLE, Outcome, Plan
from tenure_app.widgets.basics import button, data_label, label
from tenure_app.widgets.format import count_text
from tenure_app.widgets.progress_words import progress_text


class ImportDialog(QDialog):
    """Three pages to choose from, and a preview of what is chosen.

    Args:
        context: the window's parts.
        parent: the window.
        importer: runs it.
        project: the name of the open project; empty to make a new one.
        go: called with the plan when the user wants it done.
    """

    def __init__(
        self, context: AppContext, parent: QWidget, importer: Importer, project: str, go: Callable[[Plan], None]
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.context, self._importer, self._go = context, importer, go
        self._new = not project
        self.task: Task | None = None
        self.previewed: Plan | None = None
        title = self.tr("Import into {0}").format(project) if project else self.tr("New project by import")
        self.setWindowTitle(title)
        room = parent.size()
        self.resize(min(980, room.width() - 64), min(700, room.height() - 48))
        self._make_pages()
        self._make_buttons()
        self._lay_out(title)
        context.executors.progressed.connect(self._progressed)
        self._chosen()

    # Called from outside

    def show_files(self, paths: Sequence[Path]) -> None:
        """Begin with these files and folders."""
        self.tabs.setCurrentIndex(0)
        self.files.add(paths)

    def show_page(self, kind: str) -> None:
        """Begin with a page."""
        self.tabs.setCurrentIndex(self._kinds.index(kind))
        self._page().first.setFocus()

    def show_history(self, path: Path) -> None:
        """Begin with a repository."""
        self.git.show_repository(path)
        self.show_page(GIT)

    def done(self, result: int) -> None:
        """Close; a dry run under way ends."""
        self._stop()
        super().done(result)

    # Assembly

    def _make_pages(self) -> None:
        self._kinds = (FILES, GIT, TABLE)
        self.files = FilesPage(self.context, self._importer, new=self._new)
        self.git = GitPage(self._importer)
        self.table = TablePage(self.context, self._importer, new=self._new)
        self.preview = PreviewPage()
        self.files.history_asked.connect(self.show_history)
        self.tabs = QTabBar()
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setAccessibleName(self.tr("What to import"))
        self.pages = QStackedWidget()
        for title, page in (
            (self.tr("Files or a folder"), self.files),
            (self.tr("Git repository"), self.git),
            (self.tr("Table"), self.table),
        ):
            self.tabs.addTab(title)
            self.pages.addWidget(page)
            page.changed.connect(self._enable)
        self.tabs.currentChanged.connect(self._turn)

    def _make_buttons(self) -> None:
        self.back = button(self.tr("Back"), self._chosen)
        self.cancel = button(self.tr("Cancel"), self.reject)
        self.without = button(self.tr("Import without waiting"), self._import)
        self.without.setToolTip(self.tr("Stop the preview and import at once; an import can be undone as a whole."))
        self.next = button(self.tr("Preview"), self._preview, "primary")
        self.imports = button(self.tr("Import"), self._import, "primary")
        for made in (self.back, self.cancel, self.without):
            made.setAutoDefault(False)

    def _lay_out(self, title: str) -> None:
        self.steps = QStackedWidget()
        choose = QWidget()
        column = QVBoxLayout(choose)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        strip = QFrame()
        strip.setObjectName("TabStrip")
        inside = QHBoxLayout(strip)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.tabs)
        column.addWidget(strip)
        column.addWidget(self.pages, 1)
        self.steps.addWidget(choose)
        self.steps.addWidget(self.preview)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.back)
        row.addStretch(1)
        for made in (self.cancel, self.without, self.next, self.imports):
            row.addWidget(made)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(24, 20, 24, 20)
        whole.setSpacing(12)
        whole.addWidget(data_label(title, "title", wrap=True))
        whole.addWidget(self.steps, 1)
        whole.addLayout(row)

    def _page(self) -> FilesPage | GitPage | TablePage:
        return (self.files, self.git, self.table)[self.tabs.currentIndex()]

    # Steps

    def _turn(self, index: int) -> None:
        self.pages.setCurrentIndex(index)
        self._enable()

    def _enable(self) -> None:
        self.next.setEnabled(self._page().plan() is not None)

    def _show_buttons(self, *, choosing: bool, waiting: bool = False, ready: bool = False) -> None:
        self.next.setVisible(choosing)
        self.back.setVisible(not choosing)
        self.imports.setVisible(not choosing)
        self.imports.setEnabled(ready)
        self.without.setVisible(waiting)
        (self.next if choosing else self.imports).setDefault(True)

    def _chosen(self) -> None:
        """Back to the choice."""
        self._stop()
        self.steps.setCurrentIndex(0)
        self._show_buttons(choosing=True)
        self._enable()

    def _preview(self) -> None:
        plan = self._page().plan()
        if plan is None:
            return
        self.previewed = plan
        self.preview.show_waiting()
        self.steps.setCurrentIndex(1)
        self._show_buttons(choosing=False, waiting=True)
        self.cancel.setFocus()
        self.task = self._importer.preview(self, plan, self._found, self._failed, new=self._new)

    def _import(self) -> None:
        plan = self.previewed
        if plan is not None:
            self._stop()
            self.accept()
            self._go(plan)

    def _stop(self) -> None:
        if self.task is not None:
            self.context.executors.cancel(self.task)
            self.task = None

    def _progressed(self, task: Task, message: str, fraction: float) -> None:
        if task is self.task:
            self.preview.show_progress(progress_text(message), fraction)

    def _found(self, outcome: Outcome) -> None:
        if self.task is None:
            return
        self.task = None
        self.preview.show_outcome(outcome, self._note(outcome))
        self._show_buttons(choosing=False, ready=True)
        self.imports.setFocus()

    def _failed(self, error: BaseException) -> None:
        report = report_of(error)
        if self.task is None or report is None:
            return
        self.task = None
        if isinstance(error, BusyError):
            report = Report(explain_busy(error, self.context.session.path))
        self._show_buttons(choosing=False)
        if report.bug:
            self.context.hook.handle(error)
        hint = self.tr("Nothing was written. Go back to choose otherwise.")
        if self.previewed is not None and self.previewed.kind != GIT and not self.previewed.skip_bad:
            hint += " " + self.tr("“Leave out lines that can't be read” imports the rest.")
        self.preview.show_problem(report.message, hint)
        self.back.setFocus()

    def _note(self, outcome: Outcome) -> str:
        parts = []
        if not outcome.statements and not outcome.passages:
            parts.append(self.tr("Nothing new: the project has all of it already, or none of it can be read."))
        if outcome.unchanged:
            same = (
                self.tr("{0} file is unchanged since its last import."),
                self.tr("{0} files are unchanged since their last import."),
            )
            parts.append(count_text(outcome.unchanged, *same))
        if any(name.lower().endswith(TABLES) and HOW_TO_MAP in why for name, why in outcome.refused):
            parts.append(self.tr("A table with columns of its own is imported from the page “Table”."))
        if max(outcome.statements, outcome.closed) > MOST_LISTED:
            parts.append(self.tr("The first {0} of each are listed.").format(f"{MOST_LISTED:,}"))
        if outcome.refusals > len(outcome.refused):
            first = self.tr("Of what is left out, the first {0} are listed.")
            parts.append(first.format(f"{len(outcome.refused):,}"))
        return " ".join(parts)


class ReportDialog(QDialog):
    """What an import did: its figures, its files and what was left out."""

    def __init__(self, parent: QWidget, finished: Finished) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        title = self.tr("Import of {0}").format(finished.plan.title)
        self.setWindowTitle(title)
        self.resize(760, 520)
        self.report = ImportReport()
        self.report.show_outcome(finished.outcome, "")
        self.report.choose_left_out()
        where = ", ".join(str(path) for path in finished.plan.paths[:3])
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.addWidget(data_label(title, "title", wrap=True))
        place = label(where, "muted", wrap=True)
        place.setProperty("data", True)
        column.addWidget(place)
        column.addWidget(self.report, 1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(button(self.tr("Close"), self.accept))
        column.addLayout(row)
