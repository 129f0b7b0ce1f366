"""Check a text: its retired values marked in place, listed with what holds now, replaced in a copy."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QProgressBar,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from tenure.errors import Cancelled
from tenure_app.context import AppContext
from tenure_app.dialogs.check_text_model import CheckedText, FindingsModel
from tenure_app.errors.hook import report_of
from tenure_app.ops import checking
from tenure_app.ops.checking import Checked
from tenure_app.ops.executors import Task
from tenure_app.widgets.basics import button, label
from tenure_app.widgets.format import count_text
from tenure_app.widgets.time_bar import repolish

_SETTLE_MS = 400
_WIDTHS = (56, 190, 150, 150, 96)


class CheckText(QDialog):
    """A window of its own beside the main one, so that the inspector can be read meanwhile.

    Signals:
        checked: the text shown has been checked.
    """

    checked = Signal()

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Check a text"))
        theme = context.theme
        self.resize(QSize(theme.px(900), theme.px(680)).boundedTo(parent.size() * 0.96))
        self._context = context
        self._name = ""
        self._task: Task | None = None
        self.result_shown: Checked | None = None
        self._waiting = QTimer(self)
        self._waiting.setSingleShot(True)
        self._waiting.setInterval(_SETTLE_MS)
        self._waiting.timeout.connect(self._check)
        self._build()
        context.times.changed.connect(self._changed)
        context.session.changed.connect(self._changed)
        context.session.closed.connect(self.close)

    def _build(self) -> None:
        self.text = CheckedText(self._context.theme)
        self.text.textChanged.connect(self._changed)
        self.text.file_given.connect(self.open_file)
        self.model = FindingsModel(self)
        self.table = self._table()
        self.state = label("", "muted", wrap=True)
        self.state.setProperty("data", True)
        self.progress = QProgressBar()
        self.progress.setRange(0, 100)
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(140)
        self.progress.setAccessibleName(self.tr("How far the text is checked"))
        self.stop_button = button(self.tr("Stop"), self.stop)
        self.open_button = button(self.tr("Open a file…"), self._ask_file)
        self.better_button = button(
            self.tr("Copy corrected version"),
            self.copy_better,
            "primary",
            tip=self.tr("The text with retired values replaced by those that hold, where that is beyond doubt"),
        )
        self.list_button = button(self.tr("Copy findings"), self.copy_findings)
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(label(self.tr("Check a text"), "title"))
        top.addWidget(self.state, 1)
        for part in (self.progress, self.stop_button, self.open_button):
            top.addWidget(part)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.addWidget(self.text)
        split.addWidget(self.table)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addStretch(1)
        foot.addWidget(button(self.tr("Close"), self.reject))
        foot.addWidget(self.list_button)
        foot.addWidget(self.better_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addLayout(top)
        column.addWidget(split, 1)
        column.addLayout(foot)
        self._say(self.tr("Retired values are marked as you paste; what holds now is listed below."))
        self._show_running(running=False)

    def _table(self) -> QTableView:
        table = QTableView()
        table.setModel(self.model)
        table.setAccessibleName(self.tr("Retired values"))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(self._context.theme.px(32))
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, width in enumerate(_WIDTHS):
            table.setColumnWidth(column, self._context.theme.px(width))
        header.setSectionResizeMode(len(_WIDTHS), QHeaderView.ResizeMode.Stretch)
        table.selectionModel().currentRowChanged.connect(lambda now, _before: self._chosen(now.row()))
        return table

    # What one can do

    def open_file(self, path: Path) -> None:
        """Show a file's text and check it."""

        def show(text: str) -> None:
            self._name = path.name
            self.setWindowTitle(self.tr("Check {0}").format(path.name))
            self.text.put(text)

        self._context.session.study(
            self, lambda _project, _task: checking.read_text(path), show, self._failed, channel=f"file {id(self)}"
        )

    def stop(self) -> None:
        """Stop checking; changing the text checks again."""
        if self._task is not None:
            self._context.executors.cancel(self._task)

    def copy_better(self) -> None:
        """Copy the text with what is beyond doubt replaced; say how many values were left."""
        result = self.result_shown
        if result is None:
            return
        QGuiApplication.clipboard().setText(result.better)
        done = len(result.findings) - result.left
        told = count_text(done, self.tr("Copied with {0} value replaced."), self.tr("Copied with {0} values replaced."))
        if result.left:
            left = count_text(
                result.left,
                self.tr("{0} was left: more than one value, none, or a date beside it."),
                self.tr("{0} were left: more than one value, none, or a date beside them."),
            )
            told = f"{told} {left}"
        self._say(told)

    def copy_findings(self) -> None:
        """Copy the list as lines: place, what holds, source."""
        if self.result_shown is not None:
            name = self._name or self.tr("text")
            QGuiApplication.clipboard().setText(checking.report(self.result_shown.findings, name))
            self._say(self.tr("The findings are copied."))

    def _ask_file(self) -> None:
        name, _kind = QFileDialog.getOpenFileName(self, self.tr("Open a file"), "", self.tr("All files (*)"))
        if name:
            self.open_file(Path(name))

    def _chosen(self, row: int) -> None:
        finding, result = self.model.finding(row), self.result_shown
        if finding is not None and result is not None:
            self.text.show_place(result.places[row])
            self._context.places.go_key(finding.mark.key)

    # Checking

    def _changed(self) -> None:
        if self.result_shown is not None:
            self.result_shown = None
            self.text.mark(())
            self.model.show_findings(())
        self._show_running(running=False)
        self._waiting.start()

    def _check(self) -> None:
        text, times = self.text.toPlainText(), self._context.times.value
        if not text.strip():
            self._say("")
            return
        call = self._context.executors.call

        def tell(fraction: float) -> None:
            call(lambda: self._progressed(task, fraction))

        def work(project: object, running: Task) -> Checked:
            return checking.check(project, running, text=text, times=times, tell=tell)  # type: ignore[arg-type]

        task = self._context.session.study(self, work, self._show, self._failed, channel=f"check {id(self)}")
        self._task = task
        self.progress.setValue(0)
        self._show_running(running=True)

    def _progressed(self, task: Task, fraction: float) -> None:
        if task is self._task:
            self.progress.setValue(round(fraction * 100))

    def _show(self, result: Checked) -> None:
        self._task = None
        self._show_running(running=False)
        if self._waiting.isActive() or result.text != self.text.toPlainText():
            return
        self.result_shown = result
        self.model.show_findings(result.findings)
        self.text.mark(result.places)
        count = len(result.findings)
        if count:
            told = count_text(count, self.tr("✕ {0} retired value"), self.tr("✕ {0} retired values"))
            self._say(told, "problem-line")
        else:
            self._say(self.tr("● No retired value found."))
        self._show_running(running=False)
        self.checked.emit()

    def _failed(self, error: BaseException) -> None:
        self._task = None
        self._show_running(running=False)
        report = report_of(error)
        if isinstance(error, Cancelled) or report is None:
            self._say(self.tr("Stopped."))
        elif report.bug:
            self._context.hook.handle(error)
        else:
            self._say(report.message, "error")

    def _say(self, text: str, role: str = "muted") -> None:
        self.state.setText(text)
        self.state.setProperty("role", role)
        repolish(self.state)

    def _show_running(self, *, running: bool) -> None:
        self.progress.setVisible(running)
        self.stop_button.setVisible(running)
        ready = self.result_shown is not None
        self.better_button.setEnabled(ready)
        self.list_button.setEnabled(ready and bool(self.result_shown and self.result_shown.findings))
