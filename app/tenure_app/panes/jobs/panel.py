"""The panel above the status bar: what runs and waits, what has ended, everything that was said."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QProgressBar,
    QScrollArea,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from tenure_app.context import AppContext
from tenure_app.panes.jobs.log import Job, JobLog, JobState, MessageLog
from tenure_app.panes.jobs.models import EndedJobs, Messages
from tenure_app.widgets.basics import ElidedLabel, button, clear, label, tool
from tenure_app.widgets.format import duration_text

HEIGHT = 232
"""Pixels it has when it is first opened."""

_ONE_JOB = 72
"""Pixels that a job needs; more of them scroll where there is little room."""


class JobRow(QFrame):
    """A job that runs or waits: its title, what it does, how far it is, and a way to stop it."""

    def __init__(self, context: AppContext, log: JobLog, job: Job) -> None:
        super().__init__()
        self.job = job
        self.title = ElidedLabel(job.title, "strong")
        self.doing = ElidedLabel("", "small")
        self.left = label("", "small")
        self.left.setProperty("data", True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of {0}").format(job.title))
        self.bar.setProperty("data", True)
        name = self.tr("Cancel {0}").format(job.title)
        self.stop = tool(context.theme, "close", name, lambda: log.cancel(job), size=12)
        self.stop.setProperty("data", True)
        above, below = QHBoxLayout(), QHBoxLayout()
        above.setSpacing(8)
        above.addWidget(self.title, 1)
        above.addWidget(self.left)
        below.setSpacing(8)
        below.addWidget(self.bar, 1)
        below.addWidget(self.stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 4)
        column.setSpacing(2)
        column.addLayout(above)
        column.addWidget(self.doing)
        column.addLayout(below)
        self.refresh()

    def refresh(self) -> None:
        """Show how far it is."""
        job = self.job
        waiting = job.state is JobState.WAITING
        stopping = job.stopping
        self.doing.setText(self.tr("stopping…") if stopping else self.tr("waiting") if waiting else job.message)
        self.bar.setRange(0, 0 if job.fraction is None and not waiting else 1000)
        self.bar.setValue(int((job.fraction or 0.0) * 1000))
        self.stop.setEnabled(not stopping)
        left = job.left()
        percent = "" if job.fraction is None else f"{int(job.fraction * 100)} %"
        about = "" if left is None else self.tr("about {0} left").format(duration_text(left))
        self.left.setText(" · ".join(text for text in (percent, about) if text))


class LogTable(QTableView):
    """A list of jobs or messages.

    Signals:
        copy_asked: the keys for copying were pressed.
    """

    copy_asked = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt override
        """Copy whole rows instead of one cell."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_asked.emit()
        else:
            super().keyPressEvent(event)


class JobsPanel(QFrame):
    """Jobs on the left, messages on the right.

    Signals:
        shown(bool): it was opened or closed.
    """

    shown = Signal(bool)

    def __init__(self, context: AppContext, jobs: JobLog, messages: MessageLog) -> None:
        super().__init__()
        self.setObjectName("JobsPanel")
        self._context, self._jobs, self._log = context, jobs, messages
        self.rows: list[JobRow] = []
        self.nothing = label(self.tr("Nothing runs. Imports and other long work appear here."), "muted", wrap=True)
        self.nothing.setContentsMargins(0, 4, 0, 4)
        self._active = QVBoxLayout()
        self._active.setContentsMargins(0, 0, 8, 0)
        self._active.setSpacing(4)
        self.running = QScrollArea()
        self.ended_model = EndedJobs(jobs, context.theme)
        self.ended = _table(self.ended_model, self.tr("Jobs that ended"), stretch=(1, 2))
        self.message_model = Messages(messages, context.theme)
        self.messages = _table(self.message_model, self.tr("Messages"), stretch=(2,))
        self.silence = label(self.tr("Nothing was said yet."), "muted", wrap=True)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self._job_side())
        self.splitter.addWidget(self._message_side())
        self.splitter.setSizes([500, 700])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.splitter)
        self.messages.copy_asked.connect(self.copy)
        jobs.listed.connect(self._list)
        jobs.advanced.connect(self._advance)
        messages.added.connect(self._added)
        messages.cleared.connect(self._said)
        self._list()
        self._said()
        self.hide()

    def open(self) -> None:
        """Show it, or hide it if it is shown."""
        self.setVisible(not self.isVisible())
        if self.isVisible():
            (self.rows[0].stop if self.rows else self.messages).setFocus()

    def copy(self) -> None:
        """Copy the messages chosen, or all if none is."""
        chosen = sorted({index.row() for index in self.messages.selectionModel().selectedRows()})
        rows = chosen or list(range(self.message_model.rowCount()))
        QGuiApplication.clipboard().setText(self.message_model.text_of(rows))

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt override
        """What was said is seen now."""
        super().showEvent(event)
        self._log.watch(True)
        self.messages.scrollToBottom()
        self.shown.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt override
        """Nobody looks any more."""
        super().hideEvent(event)
        self._log.watch(False)
        self.shown.emit(False)

    def _job_side(self) -> QWidget:
        side, column = _side()
        head = _head(label(self.tr("JOBS"), "section"))
        head.addWidget(button(self.tr("Clear the list"), self._jobs.clear, "quiet"))
        column.addLayout(head)
        column.addWidget(self.nothing)
        holder = QWidget()
        holder.setLayout(self._active)
        self.running.setWidget(holder)
        self.running.setWidgetResizable(True)
        self.running.setFrameShape(QFrame.Shape.NoFrame)
        self.running.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.running.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.running.setAccessibleName(self.tr("Jobs that run or wait"))
        column.addWidget(self.running)
        column.addWidget(self.ended, 1)
        column.addStretch(0)
        return side

    def _message_side(self) -> QWidget:
        side, column = _side()
        head = _head(label(self.tr("MESSAGES"), "section"))
        head.addWidget(button(self.tr("Copy"), self.copy, "quiet", tip=self.tr("Copy the messages chosen, or all")))
        head.addWidget(button(self.tr("Clear"), self._log.clear, "quiet"))
        head.addWidget(tool(self._context.theme, "close", self.tr("Close jobs and messages"), self.hide, size=14))
        column.addLayout(head)
        column.addWidget(self.silence)
        column.addWidget(self.messages, 1)
        column.addStretch(0)
        return side

    def _list(self) -> None:
        active = self._jobs.active
        if [row.job for row in self.rows] != active:
            clear(self._active)
            self.rows = [JobRow(self._context, self._jobs, job) for job in active]
            for row in self.rows:
                self._active.addWidget(row)
        for row in self.rows:
            row.refresh()
        tall = sum(row.sizeHint().height() + self._active.spacing() for row in self.rows)
        self.running.setMinimumHeight(min(tall, _ONE_JOB))
        self.running.setMaximumHeight(tall)
        self.running.setVisible(bool(active))
        self.nothing.setVisible(not active)
        self.ended.setVisible(bool(self._jobs.ended))

    def _advance(self, job: Job) -> None:
        if self.isVisible():
            for row in self.rows:
                if row.job is job:
                    row.refresh()

    def _added(self, _message: object) -> None:
        self._said()
        if self.isVisible():
            self.messages.scrollToBottom()

    def _said(self) -> None:
        said = bool(self._log.messages)
        self.silence.setVisible(not said)
        self.messages.setVisible(said)


def _side() -> tuple[QWidget, QVBoxLayout]:
    side = QWidget()
    side.setMinimumWidth(320)
    column = QVBoxLayout(side)
    column.setContentsMargins(16, 8, 12, 8)
    column.setSpacing(4)
    return side, column


def _head(title: QWidget) -> QHBoxLayout:
    head = QHBoxLayout()
    head.setSpacing(4)
    head.addWidget(title, 1)
    return head


def _table(model: EndedJobs | Messages, name: str, *, stretch: tuple[int, ...]) -> LogTable:
    table = LogTable()
    table.setModel(model)
    table.setAccessibleName(name)
    table.setProperty("kind", "plain")
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setMinimumHeight(48)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(26)
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    for column in stretch:
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
    header.hide()
    return table
