"""The status bar: the models' state, messages, running jobs with progress and cancel, counts."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar

from tenure_app.context import AppContext
from tenure_app.ops.executors import Task
from tenure_app.widgets.basics import ElidedLabel, tool
from tenure_app.widgets.format import count_text

_MESSAGE_MS = 9000


class StatusBar(QFrame):
    """Along the lower edge."""

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self.setObjectName("StatusBar")
        self.setFixedHeight(30)
        self._context = context
        self._jobs: list[Task] = []
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
        for part in (self.model, self.index, self.job, self.counts):
            part.setProperty("data", True)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(14)
        row.addWidget(self.model)
        row.addWidget(self.index)
        row.addWidget(self.message, 1)
        row.addWidget(self.job)
        row.addWidget(self.bar)
        row.addWidget(self.cancel)
        row.addWidget(self.counts)
        self._fade = QTimer(self)
        self._fade.setSingleShot(True)
        self._fade.timeout.connect(lambda: self.message.setText(""))
        context.executors.started.connect(self._started)
        context.executors.progressed.connect(self._progressed)
        context.executors.finished.connect(self._finished)
        context.session.overview_changed.connect(self._overview)
        context.session.closed.connect(self._closed)
        self.show_model(self.tr("models not loaded yet"))
        self._show_job()

    def say(self, text: str) -> None:
        """Show a message for a while."""
        self.message.setText(text)
        self._fade.start(_MESSAGE_MS)

    def show_model(self, state: str) -> None:
        """Show the state of the models."""
        ready = state == "ready"
        self.model.setText("● " + self.tr("models ready") if ready else f"○ {state}")

    def _overview(self) -> None:
        overview = self._context.session.overview
        if overview is None:
            return
        statements = count_text(overview.statements, self.tr("{0} statement"), self.tr("{0} statements"))
        current = sum(subject.current for subject in overview.subjects)
        more = "+" if overview.more else ""
        parts = [statements, self.tr("{0} current").format(f"{current:,}{more}")]
        if overview.review:
            parts.append(self.tr("{0} to review").format(f"{overview.review:,}"))
        self.counts.setText(" · ".join(parts))
        passages = count_text(overview.passages, self.tr("{0} passage"), self.tr("{0} passages"))
        if overview.pending:
            self.index.setText(self.tr("Index: {0} to embed").format(f"{overview.pending:,}"))
        else:
            self.index.setText(self.tr("Index up to date · {0}").format(passages))

    def _closed(self) -> None:
        self.counts.setText("")
        self.index.setText("")

    def _started(self, task: Task) -> None:
        self._jobs.append(task)
        self._show_job()

    def _progressed(self, task: Task, message: str, fraction: float) -> None:
        if self._jobs and task is self._jobs[0]:
            self.job.setText(task.title)
            self.job.setToolTip(message)
            self.bar.setRange(0, 1000)
            self.bar.setValue(int(fraction * 1000))

    def _finished(self, task: Task) -> None:
        if task in self._jobs:
            self._jobs.remove(task)
        self._show_job()

    def _show_job(self) -> None:
        running = bool(self._jobs)
        for part in (self.job, self.bar, self.cancel):
            part.setVisible(running)
        if running:
            more = f" (+{len(self._jobs) - 1})" if len(self._jobs) > 1 else ""
            self.job.setText(self._jobs[0].title + more)
            self.bar.setRange(0, 0)

    def _cancel(self) -> None:
        if self._jobs:
            self._jobs[0].token.cancel()
