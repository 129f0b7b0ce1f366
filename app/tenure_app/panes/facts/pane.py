"""The facts pane: the table with its search, filter, copy and export."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QModelIndex, QRectF, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from tenure.ledger.browse import FactQuery
from tenure.ledger.types import State
from tenure.project import Project
from tenure_app.context import AppContext
from tenure_app.ops import queries
from tenure_app.ops.executors import Task
from tenure_app.ops.queries import FactRow
from tenure_app.panes.facts.model import CHUNK, COLUMNS, STATE_ROLE, FactsModel, record
from tenure_app.places import Place
from tenure_app.theming.tokens import STATE_COLOURS, STATE_SIGNS
from tenure_app.times import TwoTimes
from tenure_app.widgets.basics import button, label
from tenure_app.widgets.format import count_text
from tenure_app.widgets.qt_types import Index

_ORDERS = {"subject": "subject", "relation": "relation", "value": "object", "from": "valid_from", "state": "state"}
"""Columns the ledger can order by, and its names for them."""

_WIDTHS = {
    "subject": 108,
    "relation": 148,
    "scope": 104,
    "value": 130,
    "state": 112,
    "from": 122,
    "to": 122,
    "known": 104,
    "source": 160,
}


class StateDelegate(QStyledItemDelegate):
    """Paints the state as a chip, sign first."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell's ground, then the chip."""
        state, text = index.data(STATE_ROLE), index.data()
        plain = QStyleOptionViewItem(option)
        self.initStyleOption(plain, index)
        plain.text = ""
        style = plain.widget.style()
        style.drawControl(style.ControlElement.CE_ItemViewItem, plain, painter, plain.widget)
        if not state:
            return
        theme = self._context.theme
        token = STATE_COLOURS[state]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font("small"))
        word = f"{STATE_SIGNS[state]} {text}"
        area = option.rect
        width = min(painter.fontMetrics().horizontalAdvance(word) + 18, area.width() - 12)
        box = QRectF(area.left() + 8, area.center().y() - 9, width, 20)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(token + "Fill"))
        painter.drawRoundedRect(box, 10, 10)
        painter.setPen(theme.colour(token))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, word)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """Room for the chip."""
        size = super().sizeHint(option, index)
        return QSize(size.width() + 30, size.height())


class FactsPane(QWidget):
    """The table of the intervals at the two times, or of all ever believed.

    Signals:
        fact_chosen(object): a row was chosen; its fact.
        loaded: the ids are there.
    """

    fact_chosen = Signal(object)
    loaded = Signal()

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self._dirty = True
        self._order, self._descending = "subject", False
        self.model = FactsModel(self._fetch, self)
        self.model.sort_asked.connect(self._sort)
        self._build()
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(180)
        self._typing.timeout.connect(self.refresh)
        context.times.changed.connect(self.refresh)
        context.session.opened.connect(self.refresh)
        context.session.closed.connect(lambda: self.model.show_ids([]))
        context.session.changed.connect(lambda _summary: self.refresh())
        context.places.changed.connect(self._moved)

    def _build(self) -> None:
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search values, subjects, relations…"))
        self.search.setAccessibleName(self.tr("Search the facts"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _text: self._typing.start())
        self.states = QComboBox()
        self.states.setAccessibleName(self.tr("States shown"))
        for text, states in (
            (self.tr("All states"), None),
            (self.tr("Current"), (State.CURRENT,)),
            (self.tr("Retired"), (State.SUPERSEDED, State.ENDED)),
            (self.tr("Future"), (State.FUTURE,)),
        ):
            self.states.addItem(text, states)
        self.states.currentIndexChanged.connect(lambda _index: self.refresh())
        self.everything = QCheckBox(self.tr("Also what is no longer believed"))
        self.everything.setAccessibleName(self.everything.text())
        self.everything.toggled.connect(lambda _on: self.refresh())
        self.count = label("", "muted")
        self.count.setProperty("data", True)
        bar = QHBoxLayout()
        bar.setSpacing(10)
        bar.addWidget(self.search, 1)
        bar.addWidget(self.states)
        bar.addWidget(self.everything)
        bar.addWidget(button(self.tr("Export…"), self.export, tip=self.tr("Write the table as CSV or JSON Lines")))
        self.table = QTableView()
        self._set_table()
        self.empty = label(self.tr("No facts match."), "muted")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 12)
        column.setSpacing(10)
        column.addLayout(bar)
        column.addWidget(self.table, 1)
        column.addWidget(self.empty)
        column.addWidget(self.count)

    def _set_table(self) -> None:
        table = self.table
        table.setAccessibleName(self.tr("Facts"))
        table.setModel(self.model)
        table.setItemDelegateForColumn(COLUMNS.index("state"), StateDelegate(self._context, table))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setTabKeyNavigation(False)
        table.setCornerButtonEnabled(False)
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(34)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        header.setSectionsMovable(True)
        header.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        for at, name in enumerate(COLUMNS):
            table.setColumnWidth(at, _WIDTHS[name])
        table.setSortingEnabled(True)
        table.selectionModel().currentRowChanged.connect(self._row_changed)
        table.keyPressEvent = self._table_keys  # type: ignore[method-assign]

    def _table_keys(self, event: Any) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            QTableView.keyPressEvent(self.table, event)

    def refresh(self) -> None:
        """Ask for the ids again; a hidden pane only remembers to."""
        if not self.isVisible() or self._context.session.overview is None:
            self._dirty = True
            return
        self._dirty = False
        query, times = self._query(), self._context.times.value
        self._context.session.query(
            self, lambda project: queries.fact_ids(project, query=query, times=times), self._show, channel="facts"
        )

    def showEvent(self, event: Any) -> None:  # noqa: N802 - Qt override
        """Catch up with what was missed while hidden."""
        super().showEvent(event)
        if self._dirty:
            self.refresh()

    def copy(self) -> None:
        """Copy the selected rows as tab-separated text."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        lines = ["\t".join(str(self.model.index(row, column).data()) for column in range(len(COLUMNS))) for row in rows]
        QGuiApplication.clipboard().setText("\n".join(lines))

    def export(self) -> None:
        """Ask for a file and write the table to it."""
        name, _kind = QFileDialog.getSaveFileName(
            self, self.tr("Export facts"), "facts.csv", self.tr("CSV (*.csv);;JSON Lines (*.jsonl)")
        )
        if name:
            self.export_to(Path(name))

    def export_to(self, path: Path) -> None:
        """Write the rows shown to a file; its ending says how."""
        ids, times = list(self.model.ids), self._context.times.value
        self._context.session.background(
            lambda project, task: export_rows(project, task, ids, times, path),
            lambda _none: None,
            title=self.tr("Exporting {0}").format(path.name),
        )

    def _query(self) -> FactQuery:
        states = self.states.currentData()
        return FactQuery(
            subject=self._context.places.here.subject,
            text=self.search.text().strip() or None,
            states=None if states is None else frozenset(states),
            all_system=self.everything.isChecked(),
            order=self._order,
            descending=self._descending,
        )

    def _show(self, ids: list[str]) -> None:
        self.model.show_ids(ids)
        self.count.setText(count_text(len(ids), self.tr("{0} fact"), self.tr("{0} facts")))
        self.empty.setVisible(not ids)
        self.loaded.emit()

    def _fetch(self, ids: Sequence[str], take: Callable[[dict[str, FactRow]], None]) -> None:
        times = self._context.times.value
        self._context.session.query(self, lambda project: queries.fact_rows(project, ids=ids, times=times), take)

    def _sort(self, column: str, descending: bool) -> None:
        order = _ORDERS.get(column)
        if order is None:
            self._show_order()
        elif (order, descending) != (self._order, self._descending):
            self._order, self._descending = order, descending
            self.refresh()

    def _show_order(self) -> None:
        """Point the header's arrow at the order in force."""
        column = next(name for name, order in _ORDERS.items() if order == self._order)
        direction = Qt.SortOrder.DescendingOrder if self._descending else Qt.SortOrder.AscendingOrder
        with QSignalBlocker(self.table.horizontalHeader()):
            self.table.horizontalHeader().setSortIndicator(COLUMNS.index(column), direction)

    def _row_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        fact = self.model.fact(current.row())
        if fact is not None:
            self._context.places.go_key(fact.key)
            self.fact_chosen.emit(fact)

    def _moved(self, before: Place, here: Place) -> None:
        if before.subject != here.subject:
            self.refresh()


def export_rows(project: Project, task: Task, ids: Sequence[str], times: TwoTimes, path: Path) -> None:
    """Write rows to a file in chunks; cancelling leaves no file."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="") as out:
            for start in range(0, len(ids), CHUNK):
                task.progress(path.name, start / max(1, len(ids)))
                chunk = ids[start : start + CHUNK]
                rows = queries.fact_rows(project, ids=chunk, times=times)
                out.write(_written([rows[i] for i in chunk if i in rows], path.suffix, first=start == 0))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _written(rows: Sequence[FactRow], suffix: str, *, first: bool) -> str:
    records = [record(row) for row in rows]
    if suffix == ".jsonl":
        return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records)
    text = io.StringIO()
    if records:
        writer = csv.DictWriter(text, list(records[0]))
        if first:
            writer.writeheader()
        writer.writerows(records)
    return text.getvalue()
