"""Tables of the jobs that ended and of the messages."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QLocale, QModelIndex, Qt

from tenure_app.panes.jobs.log import Job, JobLog, JobState, Message, MessageLog, Severity
from tenure_app.theming.theme import Theme
from tenure_app.widgets.format import duration_text
from tenure_app.widgets.qt_types import Index

_SIGNS = {JobState.DONE: "✓", JobState.STOPPED: "■", JobState.FAILED: "✕"}
_COLOURS = {JobState.DONE: "current", JobState.STOPPED: "muted", JobState.FAILED: "retired"}
_MARKS = {Severity.NOTE: "·", Severity.PROBLEM: "!", Severity.FAULT: "✕"}
_TINTS = {Severity.NOTE: "muted", Severity.PROBLEM: "disputed", Severity.FAULT: "retired"}

Role = Qt.ItemDataRole


class _Table(QAbstractTableModel):
    """What both have in common: headings and the size."""

    headings: tuple[str, ...] = ()

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt override
        """How many columns."""
        return 0 if parent.isValid() else len(self.headings)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:  # noqa: N802
        """A column's heading."""
        if role == Role.DisplayRole and orientation == Qt.Orientation.Horizontal and section < len(self.headings):
            return self.headings[section]
        return None


class EndedJobs(_Table):
    """The jobs that have ended, the latest first."""

    def __init__(self, log: JobLog, theme: Theme) -> None:
        super().__init__()
        self._log, self._theme = log, theme
        self._rows: list[Job] = list(log.ended)
        self.headings = (self.tr("Result"), self.tr("Job"), self.tr("What came of it"), self.tr("Time"))
        log.listed.connect(self._refresh)
        theme.changed.connect(self._repaint)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt override
        """How many jobs."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """A cell."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        job, column = self._rows[index.row()], index.column()
        if role in (Role.DisplayRole, Role.ToolTipRole):
            took = duration_text(job.seconds)
            return (f"{_SIGNS[job.state]} {self._word(job.state)}", job.title, job.message, took)[column]
        if role == Role.ForegroundRole and column == 0:
            return self._theme.colour(_COLOURS[job.state])
        return None

    def _word(self, state: JobState) -> str:
        words = {
            JobState.DONE: self.tr("done"),
            JobState.STOPPED: self.tr("stopped"),
            JobState.FAILED: self.tr("failed"),
        }
        return words[state]

    def _refresh(self) -> None:
        fresh = list(self._log.ended)
        if fresh == self._rows:
            return
        self.beginResetModel()
        self._rows = fresh
        self.endResetModel()

    def _repaint(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, 0))


class Messages(_Table):
    """Everything that was said, the latest last."""

    def __init__(self, log: MessageLog, theme: Theme) -> None:
        super().__init__()
        self._log, self._theme = log, theme
        self._rows: list[Message] = list(log.messages)
        self.headings = (self.tr("Time"), self.tr("Kind"), self.tr("Message"))
        log.added.connect(self._add)
        log.cleared.connect(self._refresh)
        theme.changed.connect(self._repaint)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt override
        """How many messages."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """A cell."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        message, column = self._rows[index.row()], index.column()
        if role == Role.DisplayRole:
            at = QLocale().toString(message.at.time(), QLocale.FormatType.ShortFormat)
            kind = f"{_MARKS[message.severity]} {self._word(message.severity)}"
            return (at, kind, " ".join(message.text.split()))[column]
        if role == Role.ToolTipRole and column == 2:
            return message.text if len(message.text) < 600 else message.text[:600] + "…"
        if role == Role.ForegroundRole:
            return self._theme.colour(_TINTS[message.severity] if column == 1 else "muted" if column == 0 else "text")
        return None

    def text_of(self, rows: list[int]) -> str:
        """Return messages as text to copy, with their details."""
        found = [self._rows[row] for row in rows if 0 <= row < len(self._rows)]
        return "\n".join(
            f"{message.at.toString(Qt.DateFormat.ISODate)} {message.severity.value}: {message.text}"
            + (f"\n{message.details.rstrip()}" if message.details else "")
            for message in found
        )

    def _word(self, severity: Severity) -> str:
        words = {
            Severity.NOTE: self.tr("note"),
            Severity.PROBLEM: self.tr("problem"),
            Severity.FAULT: self.tr("fault"),
        }
        return words[severity]

    def _add(self, message: Message) -> None:
        if len(self._rows) >= (self._log.messages.maxlen or 0):
            self._refresh()
            return
        self.beginInsertRows(QModelIndex(), len(self._rows), len(self._rows))
        self._rows.append(message)
        self.endInsertRows()

    def _refresh(self) -> None:
        self.beginResetModel()
        self._rows = list(self._log.messages)
        self.endResetModel()

    def _repaint(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, 2))
