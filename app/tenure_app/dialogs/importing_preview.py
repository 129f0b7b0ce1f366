"""The second step of an import: what it would read, state, close and leave out."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QStackedWidget,
    QTabBar,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from tenure.ingest.preview import Retired
from tenure.ingest.report import FileReport
from tenure.instants import Precision
from tenure.ledger.types import Statement
from tenure_app.dialogs.importing_rows import Rows, fit_columns, table_of
from tenure_app.ops.importing import Outcome
from tenure_app.widgets.basics import Card, label
from tenure_app.widgets.format import date_text


class Figure(Card):
    """A number and what it counts."""

    def __init__(self, caption: str) -> None:
        super().__init__("card", (16, 12, 16, 12))
        self.number = label("", "display")
        self.number.setProperty("data", True)
        self.column.setSpacing(0)
        self.column.addWidget(self.number)
        self.caption = label(caption, "muted", wrap=True)
        self.caption.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.column.addWidget(self.caption, 1)

    def show_number(self, number: int, more: str = "") -> None:
        """Show a number; ``more`` replaces the caption."""
        self.number.setText(f"{number:,}")
        if more:
            self.caption.setText(more)
        self.setAccessibleName(f"{number:,} {self.caption.text()}")


class ImportReport(QWidget):
    """Figures above lists: statements, values closed, files, what is left out."""

    def __init__(self) -> None:
        super().__init__()
        self.read = Figure(self.tr("files read"))
        self.statements = Figure(self.tr("statements"))
        self.closed = Figure(self.tr("values closed"))
        self.review = Figure(self.tr("to review"))
        self.left = Figure(self.tr("left out"))
        row = QHBoxLayout()
        row.setSpacing(8)
        for figure in (self.read, self.statements, self.closed, self.review, self.left):
            row.addWidget(figure, 1)
        self.note = label("", "muted", wrap=True)
        self.note.setProperty("data", True)
        self.stated_rows: Rows[Statement] = Rows(
            (self.tr("Subject"), self.tr("Relation"), self.tr("Value"), self.tr("Holds"), self.tr("Source")),
            self._statement,
        )
        self.closed_rows: Rows[Retired] = Rows(
            (self.tr("Subject"), self.tr("Relation"), self.tr("Value"), self.tr("Until"), self.tr("Then")),
            self._retired,
        )
        self.file_rows: Rows[FileReport] = Rows(
            (self.tr("File"), self.tr("Read as"), self.tr("Statements"), self.tr("Passages")), self._file
        )
        self.left_rows: Rows[tuple[str, str]] = Rows((self.tr("File"), self.tr("Why")), lambda row: row)
        self.tabs = QTabBar()
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setAccessibleName(self.tr("Lists"))
        self.stack = QStackedWidget()
        self._lists: list[tuple[str, Rows[Any], QTableView]] = []
        for title, rows, stretch in (
            (self.tr("Statements"), self.stated_rows, 2),
            (self.tr("Closed"), self.closed_rows, 2),
            (self.tr("Files"), self.file_rows, 0),
            (self.tr("Left out"), self.left_rows, 1),
        ):
            view = table_of(rows, title, stretch=stretch, least=160)
            self._lists.append((title, rows, view))
            self.stack.addWidget(view)
        self.tabs.currentChanged.connect(self._choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(row)
        column.addWidget(self.note)
        column.addWidget(self.tabs)
        column.addWidget(self.stack, 1)
        self._shown: list[int] = []

    def show_outcome(self, outcome: Outcome, note: str) -> None:
        """Show what an import does or did; lists that are empty are left out."""
        if outcome.commits is not None:
            self.read.show_number(outcome.commits, self.tr("commits read"))
        else:
            self.read.show_number(outcome.read, self.tr("files read"))
        self.statements.show_number(outcome.statements)
        self.closed.show_number(outcome.closed)
        self.review.show_number(outcome.review)
        self.left.show_number(outcome.refusals)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.stated_rows.show_rows(outcome.stated)
        self.closed_rows.show_rows(outcome.retired)
        self.file_rows.show_rows(outcome.files)
        self.left_rows.show_rows(outcome.refused)
        self._lists[-1][2].setColumnHidden(0, not any(name for name, _why in outcome.refused))
        self.tabs.blockSignals(True)
        while self.tabs.count():
            self.tabs.removeTab(0)
        self._shown = [n for n, (_title, rows, _view) in enumerate(self._lists) if rows.rowCount()]
        for number in self._shown:
            title, rows, view = self._lists[number]
            count = max(rows.rowCount(), (outcome.statements, outcome.closed, 0, outcome.refusals)[number])
            self.tabs.addTab(f"{title} {count:,}")
            fit_columns(view)
        self.tabs.blockSignals(False)
        self.tabs.setVisible(bool(self._shown))
        self.stack.setVisible(bool(self._shown))
        self._choose(0)

    def choose_left_out(self) -> None:
        """Show the list of what is left out, if there is anything."""
        last = len(self._lists) - 1
        if last in self._shown:
            self.tabs.setCurrentIndex(self._shown.index(last))

    def _choose(self, index: int) -> None:
        if 0 <= index < len(self._shown):
            self.stack.setCurrentIndex(self._shown[index])

    def _statement(self, statement: Statement) -> tuple[str, ...]:
        key = statement.key
        scope = str(key.scope)
        begins, until = _when(statement.valid_from, statement.precision), ""
        if statement.valid_to is not None:
            until = _when(statement.valid_to, statement.to_precision)
        if statement.op.value == "end":
            value, span = self.tr("ends"), begins
        else:
            value = statement.object or ""
            span = f"{begins} → {until}" if until else self.tr("since {0}").format(begins)
        relation = f"{key.relation} ({scope})" if scope else key.relation
        return key.subject, relation, value, span, statement.evidence.source or ""

    def _retired(self, retired: Retired) -> tuple[str, ...]:
        key = retired.key
        scope = str(key.scope)
        then = self.tr("taken back") if retired.taken_back else retired.by or self.tr("nothing")
        relation = f"{key.relation} ({scope})" if scope else key.relation
        return key.subject, relation, retired.object, _when(retired.at, Precision.INSTANT), then

    def _file(self, file: FileReport) -> tuple[str, ...]:
        if file.unchanged:
            how = self.tr("unchanged, not read again")
        elif not file.kind:
            how = self.tr("left out")
        else:
            how = file.kind
        return file.name, how, f"{file.statements:,}", f"{file.passages:,}"


def _when(at: int, precision: Precision) -> str:
    """Write a date; of a file's time the parts of a second say nothing to a person."""
    return date_text(at, precision).partition(".")[0]


class PreviewPage(QWidget):
    """A dry run under way, what it found, or why it cannot be.

    Signals:
        stop_asked: the user does not want to wait for it.
    """

    stop_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.doing = label("", "muted", wrap=True)
        self.doing.setProperty("data", True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        self.bar.setAccessibleName(self.tr("Progress of the preview"))
        self.problem = QLabel()
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        self.problem.setWordWrap(True)
        self.problem.setProperty("role", "problem")
        self.problem.setProperty("data", True)
        self.hint = label("", "muted", wrap=True)
        self.report = ImportReport()
        waiting, wrong = QWidget(), QWidget()
        for part, widgets in ((waiting, (self._title(), self.doing, self.bar)), (wrong, (self.problem, self.hint))):
            column = QVBoxLayout(part)
            column.setContentsMargins(48, 48, 48, 48)
            column.setSpacing(12)
            column.addStretch(1)
            for widget in widgets:
                column.addWidget(widget)
            column.addStretch(2)
        self.stack = QStackedWidget()
        for part in (waiting, wrong, self.report):
            self.stack.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.stack)

    def show_waiting(self) -> None:
        """Nothing is known yet."""
        self.doing.setText("")
        self.bar.setRange(0, 0)
        self.stack.setCurrentIndex(0)

    def show_progress(self, message: str, fraction: float) -> None:
        """Show how far the dry run is."""
        self.doing.setText(message)
        self.bar.setRange(0, 1000)
        self.bar.setValue(int(fraction * 1000))

    def show_problem(self, text: str, hint: str) -> None:
        """Show why it cannot be imported and what may help."""
        self.problem.setText(text)
        self.hint.setText(hint)
        self.stack.setCurrentIndex(1)

    def show_outcome(self, outcome: Outcome, note: str) -> None:
        """Show what it would do."""
        self.report.show_outcome(outcome, note)
        self.stack.setCurrentIndex(2)

    def _title(self) -> QLabel:
        return label(self.tr("Reading to find out what changes. Nothing is written."), "strong", wrap=True)
