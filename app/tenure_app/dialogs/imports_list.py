"""The imports of a project: what came in and when, taking one back, reading known folders and repositories again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QModelIndex, QObject, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QDialog, QHBoxLayout, QHeaderView, QTableView, QVBoxLayout, QWidget

from tenure.ingest.runs import FILES, FOLDER, GIT, Run
from tenure.ledger.types import Change
from tenure_app.context import AppContext
from tenure_app.errors.hook import report_of
from tenure_app.ops import imports
from tenure_app.ops.executors import Task
from tenure_app.ops.imports import Imports, Reread, TakenBack
from tenure_app.widgets.basics import button, data_label, label
from tenure_app.widgets.format import count_text, date_text
from tenure_app.widgets.preview import change_span
from tenure_app.widgets.qt_types import Index
from tenure_app.widgets.table_model import TitledModel

translate = QCoreApplication.translate

if TYPE_CHECKING:
    from tenure.ingest.sync import Synced


class RowsModel(TitledModel):
    """A table of values whose cells are written when they are painted."""

    def __init__(self, titles: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(titles, parent)
        self._rows: Sequence[Any] = ()

    def show_rows(self, rows: Sequence[Any]) -> None:
        """Show these."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def row(self, number: int) -> Any:
        """What stands in a row, or None."""
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def cells(self, row: Any) -> tuple[str, ...]:
        """The texts of a row."""
        raise NotImplementedError

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt override
        """How many rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text of a cell."""
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        row = self.row(index.row())
        return None if row is None else self.cells(row)[index.column()]


class RunsModel(RowsModel):
    """The imports."""

    def __init__(self, parent: QObject) -> None:
        titles = (
            translate("Imports", "No."),
            translate("Imports", "Date"),
            translate("Imports", "Kind"),
            translate("Imports", "What"),
            translate("Imports", "Statements"),
            translate("Imports", "State"),
        )
        super().__init__(titles, parent)

    def cells(self, row: Run) -> tuple[str, ...]:
        """Number, date, kind, name, statements, state."""
        state = (
            translate("Imports", "rolled back")
            if row.rolled_back
            else ""
            if row.finished is not None
            else translate("Imports", "not finished")
        )
        when = date_text(row.started)[:16]
        return str(row.id), when, kind_word(row.kind), row.name, f"{row.statements:,}", state


class ChangesModel(RowsModel):
    """Intervals that open and close."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(
            (
                translate("Imports", "What"),
                translate("Imports", "Key"),
                translate("Imports", "Value"),
                translate("Imports", "When"),
            ),
            parent,
        )

    def cells(self, row: tuple[bool, Change]) -> tuple[str, ...]:
        """What becomes of it, key, value, span."""
        opens, change = row
        word = translate("Imports", "+ opens") if opens else translate("Imports", "− closes")
        return word, str(change.key), change.object, change_span(change)


def _table(model: RowsModel, name: str, widths: dict[int, int], stretched: int) -> QTableView:
    table = QTableView()
    table.setModel(model)
    table.setAccessibleName(name)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setCornerButtonEnabled(False)
    table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(34)
    table.horizontalHeader().setHighlightSections(False)
    for column, width in widths.items():
        table.setColumnWidth(column, width)
    table.horizontalHeader().setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)
    return table


class ImportsDialog(QDialog):
    """The list of imports.

    Signals:
        reread: known places were read again.
    """

    reread = Signal()

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Imports"))
        self.resize(900, 540)
        self._context = context
        self.model = RunsModel(self)
        widths = {0: 56, 1: 140, 2: 110, 4: 104, 5: 110}
        self.table = _table(self.model, self.tr("Imports, the latest first"), widths, 3)
        self.table.selectionModel().currentRowChanged.connect(lambda _now, _before: self._enable())
        self.empty = label(self.tr("Nothing was imported yet. Import files with Ctrl+I."), "muted", wrap=True)
        self.places = data_label("", "small", wrap=True)
        self.said = data_label("", "", wrap=True)
        for part in (self.empty, self.places, self.said):
            part.hide()
        self.back_button = button(self.tr("Roll back…"), self._roll_back, tip=self.tr("Shows the list first"))
        again = self.tr("Read every folder and repository again; what their files no longer say ends")
        self.again_button = button(self.tr("Read again"), self._read_again, tip=again)
        self.back_button.setEnabled(False)
        self.again_button.setEnabled(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 18)
        column.setSpacing(10)
        column.addWidget(label(self.tr("Imports"), "title"))
        about = self.tr("Each import can be taken back as a whole: what it stated is withdrawn, nothing newer.")
        column.addWidget(label(about, "muted", wrap=True))
        column.addWidget(self.table, 1)
        column.addWidget(self.empty)
        column.addWidget(self.places)
        column.addWidget(self.said)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.back_button)
        row.addWidget(self.again_button)
        row.addStretch(1)
        row.addWidget(button(self.tr("Close"), self.accept))
        column.addLayout(row)
        context.session.changed.connect(self._changed)
        context.session.closed.connect(self.reject)
        self.refresh()

    def refresh(self) -> None:
        """Fetch the imports again."""
        self._context.session.query(self, imports.imports, self._show, channel="imports")

    def _changed(self, _value: object) -> None:
        self.refresh()

    def _show(self, found: Imports) -> None:
        before = self.model.row(self.table.currentIndex().row())
        self.model.show_rows(found.runs)
        numbers = [run.id for run in found.runs]
        wanted = numbers.index(before.id) if before is not None and before.id in numbers else 0
        self.table.setCurrentIndex(self.model.index(wanted, 0))
        self.empty.setVisible(not found.runs)
        paths = "\n".join(f"{kind_word(place.kind)}: {place.path}" for place in found.places[:6])
        more = len(found.places) - 6
        self.places.setText(paths + ("\n" + self.tr("and {0} more").format(more) if more > 0 else ""))
        self.places.setVisible(bool(found.places))
        self.again_button.setEnabled(bool(found.places))
        self._enable()

    def _enable(self) -> None:
        run = self.model.row(self.table.currentIndex().row())
        self.back_button.setEnabled(run is not None and not run.rolled_back)

    def _roll_back(self) -> None:
        run = self.model.row(self.table.currentIndex().row())
        if run is not None:
            RollBack(self._context, self, run).open()

    def _read_again(self) -> None:
        self.again_button.setEnabled(False)
        self._say(self.tr("Reading again…"))
        self._context.session.write(
            imports.read_again, self._read, self._refused, title=self.tr("Reading known folders and repositories again")
        )

    def _read(self, done: Reread) -> None:
        self.again_button.setEnabled(True)
        if done.stopped:
            self._say(self.tr("Stopped. What was read by then stays."))
        else:
            self._say("\n".join(self._line(one) for one in done.places))
        self.reread.emit()

    def _line(self, one: Synced) -> str:
        path = one.place.path
        if one.problem:
            return f"{path}: {one.problem}"
        found = one.files if one.files is not None else one.repository.summary if one.repository is not None else None
        count = found.statements if found is not None else 0
        if not count and (one.files is None or not one.files.missing):
            return self.tr("{0}: nothing new").format(path)
        return f"{path}: " + count_text(count, self.tr("{0} statement"), self.tr("{0} statements"))

    def _refused(self, error: BaseException) -> None:
        self.again_button.setEnabled(True)
        report = report_of(error)
        self._say("" if report is None else report.message)
        if report is not None and report.bug:
            self._context.hook.handle(error)

    def _say(self, text: str) -> None:
        self.said.setText(text)
        self.said.setVisible(bool(text))


class RollBack(QDialog):
    """What taking an import back opens and closes, then doing it."""

    def __init__(self, context: AppContext, parent: QWidget, run: Run) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Roll back an import"))
        self.resize(760, 480)
        self._context, self._run = context, run
        self.model = ChangesModel(self)
        self.table = _table(self.model, self.tr("What this does"), {0: 90, 2: 150, 3: 190}, 1)
        self.totals = label(self.tr("Looking…"), "", wrap=True)
        self.done_button = button(self.tr("Roll back"), self._commit, "primary")
        self.done_button.setEnabled(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 18)
        column.setSpacing(10)
        column.addWidget(data_label(f"{run.id} · {run.name}", "title", wrap=True))
        about = self.tr("What this import stated is withdrawn; what was changed since stays. It can be undone.")
        column.addWidget(label(about, "muted", wrap=True))
        column.addWidget(self.totals)
        column.addWidget(self.table, 1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(button(self.tr("Cancel"), self._leave))
        row.addWidget(self.done_button)
        column.addLayout(row)
        title = self.tr("Looking at what import {0} wrote").format(run.id)
        work = partial(imports.look_back, run=run.id)
        self._task = Task(lambda project, _task: work(project), self._looked, self._refused, self, "roll back", title)
        context.executors.submit("write", self._task)

    def _leave(self) -> None:
        self._task.token.cancel()
        self.reject()

    def _looked(self, back: TakenBack) -> None:
        found = back.found
        parts = [
            count_text(found.withdrawn, self.tr("{0} statement withdrawn"), self.tr("{0} statements withdrawn")),
            count_text(found.restored, self.tr("{0} restored"), self.tr("{0} restored")),
        ]
        if found.aliases:
            parts.append(count_text(found.aliases, self.tr("{0} name taken back"), self.tr("{0} names taken back")))
        if back.waiting:
            one, many = self.tr("{0} no longer waits for review"), self.tr("{0} no longer wait for review")
            parts.append(count_text(back.waiting, one, many))
        if found.left:
            parts.append(self.tr("{0} changed since and left as they are").format(f"{found.left:,}"))
        self.totals.setText(", ".join(parts))
        self.model.show_rows(back.rows)
        self.done_button.setEnabled(True)
        self.done_button.setFocus()

    def _commit(self) -> None:
        self.done_button.setEnabled(False)
        run = self._run.id
        self._context.session.write(
            lambda project, _task: imports.roll_back(project, run=run),
            lambda _found: self.accept(),
            self._refused,
            title=self.tr("Rolling back import {0}").format(run),
        )

    def _refused(self, error: BaseException) -> None:
        report = report_of(error)
        if report is not None:
            self.totals.setText(report.message)
        if report is not None and report.bug:
            self._context.hook.handle(error)


def kind_word(kind: str) -> str:
    """The word of a kind of import on screen."""
    words = {
        FOLDER: translate("Imports", "folder"),
        FILES: translate("Imports", "files"),
        GIT: translate("Imports", "Git repository"),
    }
    return words.get(kind, kind)
