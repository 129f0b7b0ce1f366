"""The third page of an import: a table of one's own, its columns mapped, with the statements that this gives."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from tenure.ingest.tablehead import TABLES, Shown, TableStates
from tenure_app.context import AppContext
from tenure_app.dialogs.importing_columns import Columns
from tenure_app.dialogs.importing_files import Options
from tenure_app.dialogs.importing_rows import Rows, fit_columns, table_of
from tenure_app.errors.hook import report_of
from tenure_app.importer import Importer
from tenure_app.ops import looking
from tenure_app.ops.importing import TABLE, Plan
from tenure_app.ops.looking import Reading, TableLook
from tenure_app.widgets.basics import button, label, scrolling
from tenure_app.widgets.format import count_text, date_text

_TYPING_MS = 350
_SHOWN_ROWS = 20


class TablePage(QWidget):
    """A CSV, TSV or XLSX table.

    Signals:
        changed: the plan became another, possible or impossible.
    """

    changed = Signal()

    def __init__(self, context: AppContext, importer: Importer, *, new: bool) -> None:
        super().__init__()
        self._context, self._importer = context, importer
        self._reading: Reading | None = None
        self.looked: TableLook | None = None
        self.states: TableStates | None = None
        self._path = Path()
        self._make_fields()
        self.columns = Columns()
        self.rows: Rows[tuple[str, ...]] = Rows((), lambda row: row)
        heads = (self.tr("Subject"), self.tr("Relation"), self.tr("Value"), self.tr("Holds"))
        self.statements: Rows[Shown] = Rows(heads, self._cells)
        self.problem = label("", "error", wrap=True)
        self.problem.setProperty("data", True)
        self.problem.hide()
        self.count = label("", "section")
        self.count.setProperty("data", True)
        self.options = Options(new=new, short=True)
        self._waiting = QTimer(self)
        self._waiting.setSingleShot(True)
        self._waiting.setInterval(_TYPING_MS)
        self._waiting.timeout.connect(self._look)
        self._lay_out()
        self.field.textChanged.connect(self._typed)
        self.columns.changed.connect(self._mapped)
        importer.reading(self, self._read, new=new)

    @property
    def first(self) -> QWidget:
        """What takes the keys first."""
        return self.field

    def plan(self) -> Plan | None:
        """Return what is asked for; None while there is no table or its columns don't say enough."""
        table = self.columns.table() if self.looked is not None else None
        if table is None or self.states is None:
            return None
        files = self.files.text().strip()
        if files:
            table = replace(table, files=tuple(part.strip() for part in files.split(",") if part.strip()))
        options = self.options
        return Plan(
            TABLE,
            (self._path,),
            table=table,
            instead_of=self.looked.kept if self.looked is not None else None,
            replay=options.replay.isChecked(),
            skip_bad=options.skip_bad.isChecked(),
            ignore_file_times=not options.file_times.isChecked(),
        )

    def show_table(self, path: Path) -> None:
        """Look at a table."""
        self.field.setText(str(path))
        self._waiting.stop()
        self._look()

    def _make_fields(self) -> None:
        self.field = QLineEdit()
        self.field.setAccessibleName(self.tr("File of the table"))
        self.field.setPlaceholderText(self.tr("A CSV, TSV or XLSX file"))
        self.sheet = QComboBox()
        self.sheet.setAccessibleName(self.tr("Sheet"))
        self.sheet.setProperty("data", True)
        self.sheet.hide()
        self.sheet.currentTextChanged.connect(self._look)
        self.header = QSpinBox()
        self.header.setRange(1, 100)
        self.header.setAccessibleName(self.tr("Row with the names of the columns"))
        self.header.setFixedWidth(76)
        self.header.lineEdit().setTextMargins(8, 0, 0, 0)
        self.header_name = label(self.tr("Names in row"), "muted")
        self.header_name.setBuddy(self.header)
        self.header_name.hide()
        self.header.setKeyboardTracking(False)
        self.header.hide()
        self.header.valueChanged.connect(self._look)
        self.files = QLineEdit()
        self.files.setAccessibleName(self.tr("Files that are read this way"))
        tip = self.tr("The project keeps how the columns are read, for all files of this name; * stands for anything.")
        self.files.setToolTip(tip)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(button(self.tr("Choose…"), self._choose))
        row.addWidget(self.sheet)
        row.addWidget(self.header_name)
        row.addWidget(self.header)
        self.body = QWidget()
        body = QVBoxLayout(self.body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(8)
        body.addWidget(label(self.tr("FIRST ROWS"), "section"))
        self.rows_view = table_of(self.rows, self.tr("First rows of the table"))
        self.rows_view.setMaximumHeight(130)
        body.addWidget(self.rows_view)
        body.addWidget(self._mapping(), 1)
        kept = QHBoxLayout()
        kept.setSpacing(8)
        name = label(self.tr("Kept for files called"), "muted")
        name.setBuddy(self.files)
        kept.addWidget(name)
        kept.addWidget(self.files, 1)
        body.addLayout(kept)
        body.addWidget(self.options)
        self.body.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        self.what = label(
            self.tr("A register of your own: say once what its columns are, and the project keeps it."),
            "muted",
            wrap=True,
        )
        column.addWidget(self.what)
        column.addLayout(row)
        column.addWidget(self.problem)
        column.addWidget(self.body, 1)
        column.addStretch(0)

    def _mapping(self) -> QWidget:
        area = scrolling(self.columns, self.tr("Columns"))
        left = _titled(label(self.tr("COLUMNS"), "section"), area)
        self.view = table_of(self.statements, self.tr("Statements that the first rows give"), stretch=2)
        right = _titled(self.count, self.view)
        holder = QWidget()
        holder.setMinimumHeight(150)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        row.addWidget(left, 1)
        row.addWidget(right, 1)
        return holder

    def _cells(self, shown: Shown) -> tuple[str, ...]:
        subject, relation, scope = shown.key
        where = ", ".join(f"{name}={value}" for name, value in scope)
        begins = "" if shown.begins is None else date_text(shown.begins.at, shown.begins.precision)
        until = "" if shown.until is None else date_text(shown.until.at, shown.until.precision)
        span = f"{begins} → {until}" if until else self.tr("since {0}").format(begins) if begins else ""
        return subject, f"{relation} ({where})" if where else relation, shown.value, span

    # What happens

    def _choose(self) -> None:
        kinds = " ".join(f"*{ending}" for ending in TABLES)
        name, _kind = QFileDialog.getOpenFileName(
            self, self.tr("Choose a table"), "", self.tr("Tables ({0})").format(kinds)
        )
        if name:
            self.show_table(Path(name))

    def _typed(self) -> None:
        self._forget()
        for part in (self.sheet, self.header_name, self.header):
            part.hide()
        self._waiting.start()
        self.changed.emit()

    def _forget(self) -> None:
        self.looked = self.states = None
        self.problem.hide()

    def _read(self, reading: Reading) -> None:
        self._reading = reading
        if self.field.text().strip():
            self._look()

    def _look(self) -> None:
        text = self.field.text().strip()
        if not text or self._reading is None:
            return
        self._path = Path(text).expanduser()
        path, mapping = self._path, self._reading.mapping
        sheet = self.sheet.currentText() if not self.sheet.isHidden() else None
        header = self.header.value() if not self.header.isHidden() else None
        self._importer.look(
            self,
            lambda: looking.look_table(path, sheet=sheet, header=header, mapping=mapping),
            self._show_look,
            self._refused,
            channel="table",
        )

    def _show_look(self, look: TableLook) -> None:
        self._forget()
        self.looked = look
        head = look.head
        for part, shown in ((self.sheet, len(head.sheets) > 1), (self.header, True)):
            part.blockSignals(True)
            part.setVisible(shown)
        self.header_name.show()
        if [self.sheet.itemText(n) for n in range(self.sheet.count())] != list(head.sheets):
            self.sheet.clear()
            self.sheet.addItems(head.sheets)
        self.sheet.setCurrentText(head.sheet or "")
        self.header.setValue(head.header)
        for part in (self.sheet, self.header):
            part.blockSignals(False)
        self.files.setText(", ".join(look.table.files))
        self.rows.show_rows([tuple(row.cells) for row in head.rows[:_SHOWN_ROWS]], head.columns)
        self.columns.show_table(head.columns, look.table)
        self.body.show()
        self.what.hide()
        self._mapped()

    def _mapped(self) -> None:
        table = self.columns.table()
        if self.looked is None or self._reading is None or table is None:
            self.states = None
            self.statements.show_rows(())
            self._count(self.columns.lacking())
            self.changed.emit()
            return
        look = replace(self.looked, table=table)
        zone, clock = self._reading.zone, self._context.clock
        self._importer.look(
            self,
            lambda: looking.table_states(look, zone=zone, clock=clock),
            self._show_states,
            self._refused,
            channel="states",
        )

    def _show_states(self, states: TableStates) -> None:
        self.states = states
        self.statements.show_rows(states.statements)
        fit_columns(self.view)
        more = self.looked is not None and self.looked.head.more
        one, many = self.tr("{0} STATEMENT OF THE FIRST ROWS"), self.tr("{0} STATEMENTS OF THE FIRST ROWS")
        every = self.tr("{0} STATEMENT"), self.tr("{0} STATEMENTS")
        self.count.setText(count_text(len(states.statements), *((one, many) if more else every)))
        self._complain(states.faults[0] if states.faults else "")
        self.changed.emit()

    def _count(self, text: str) -> None:
        self.count.setText(self.tr("STATEMENTS"))
        self._complain(text)

    def _refused(self, error: BaseException) -> None:
        report = report_of(error)
        self.states = None
        if report is not None:
            self._complain(report.message)
        self.changed.emit()

    def _complain(self, text: str) -> None:
        self.problem.setText(text)
        self.problem.setVisible(bool(text))


def _titled(title: QWidget, part: QWidget) -> QWidget:
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    column.addWidget(title)
    column.addWidget(part, 1)
    return holder
