"""The status bar: the models' state, the last message, the running job with progress and cancel, counts."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar

from tenure_app.context import AppContext
from tenure_app.panes.jobs.log import Job, JobLog, MessageLog, Severity
from tenure_app.widgets.basics import ElidedLabel, button, tool
from tenure_app.widgets.format import count_text, duration_text
from tenure_app.widgets.time_bar import repolish

_MESSAGE_MS = 9000
_TITLE_PIXELS = 240


class StatusBar(QFrame):
    """Along the lower edge.

    Attributes:
        jobs: what runs and what has ended.
        log: everything that was said.

    Signals:
        panel_asked, review_asked: the user wants to see jobs and messages, or what waits for review.
    """

    panel_asked = Signal()
    review_asked = Signal()

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self.setObjectName("StatusBar")
        self.setFixedHeight(30)
        self._context = context
        self.jobs = JobLog(context.executors)
        self.log = MessageLog()
        self.model = QLabel()
        self.index = QLabel()
        self.message = ElidedLabel()
        self.job = QLabel()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(140)
        self.bar.setRange(0, 1000)
        self.bar.setAccessibleName(self.tr("Progress of the running job"))
        self.cancel = tool(context.theme, "close", self.tr("Cancel the running job"), self._cancel, size=12)
        self.counts = QLabel()
        self.review = button("", self.review_asked.emit, "status", tip=self.tr("Show what waits for review"))
        self.review.hide()
        self.panel = tool(context.theme, "panel", self.tr("Jobs and messages"), self.panel_asked.emit, size=16)
        self.panel.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        for part in (self.model, self.index, self.job, self.counts, self.review):
            part.setProperty("data", True)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 12, 0)
        row.setSpacing(12)
        row.addWidget(self.model)
        row.addWidget(self.index)
        row.addWidget(self.message, 1)
        row.addWidget(self.job)
        row.addWidget(self.bar)
        row.addWidget(self.cancel)
        row.addWidget(self.counts)
        row.addWidget(self.review)
        row.addWidget(self.panel)
        self._fade = QTimer(self)
        self._fade.setSingleShot(True)
        self._fade.timeout.connect(lambda: self.message.setText(""))
        self.jobs.listed.connect(self._show_job)
        self.jobs.advanced.connect(self._advanced)
        self.log.unseen_changed.connect(self._show_unseen)
        context.session.overview_changed.connect(self._overview)
        context.session.closed.connect(self._closed)
        self.model.setText("○ " + self.tr("models not loaded yet"))
        self._show_job()
        self._show_unseen()

    def say(self, text: str, severity: Severity = Severity.NOTE) -> None:
        """Show a message for a while and keep it."""
        self.log.add(text, severity)
        self.message.setText(text)
        self._fade.start(_MESSAGE_MS)

    def show_model(self, state: str) -> None:
        """Show the state of the models."""
        ready = state == "ready"
        self.log.add(self.tr("models ready") if ready else state)
        self.model.setText("● " + self.tr("models ready") if ready else f"○ {state}")

    def _overview(self) -> None:
        overview = self._context.session.overview
        if overview is None:
            return
        statements = count_text(overview.statements, self.tr("{0} statement"), self.tr("{0} statements"))
        current = sum(subject.current for subject in overview.subjects)
        more = "+" if overview.more else ""
        self.counts.setText(f"{statements} · " + self.tr("{0} current").format(f"{current:,}{more}"))
        self.review.setText(self.tr("{0} to review").format(f"{overview.review:,}"))
        self.review.setAccessibleName(self.review.text())
        self.review.setVisible(bool(overview.review))
        passages = count_text(overview.passages, self.tr("{0} passage"), self.tr("{0} passages"))
        if overview.pending:
            self.index.setText(self.tr("Index: {0} to embed").format(f"{overview.pending:,}"))
        else:
            self.index.setText(self.tr("Index up to date · {0}").format(passages))

    def _closed(self) -> None:
        self.counts.setText("")
        self.review.hide()
        self.index.setText("")

    def _advanced(self, job: Job) -> None:
        if job is self.jobs.first:
            self._show_job()

    def _show_job(self) -> None:
        job = self.jobs.first
        for part in (self.job, self.bar, self.cancel):
            part.setVisible(job is not None)
        if job is None:
            return
        others = len(self.jobs.active) - 1
        left = job.left()
        about = "" if left is None else " · " + self.tr("about {0} left").format(duration_text(left))
        title = self.job.fontMetrics().elidedText(job.title, Qt.TextElideMode.ElideMiddle, _TITLE_PIXELS)
        self.job.setText(title + (f" (+{others})" if others else "") + about)
        self.job.setToolTip(job.message if title == job.title else f"{job.title}\n{job.message}")
        self.bar.setRange(0, 0 if job.fraction is None else 1000)
        self.bar.setValue(int((job.fraction or 0.0) * 1000))
        self.cancel.setEnabled(not job.stopping)

    def _show_unseen(self) -> None:
        unseen = self.log.unseen
        text = count_text(unseen, self.tr("{0} problem"), self.tr("{0} problems"))
        self.panel.setText("! " + text if unseen else "")
        self.panel.setProperty("alert", bool(unseen))
        name = self.tr("Jobs and messages")
        self.panel.setAccessibleName(f"{name}: {text}" if unseen else name)
        repolish(self.panel)

    def _cancel(self) -> None:
        job = self.jobs.first
        if job is not None:
            self.jobs.cancel(job)
