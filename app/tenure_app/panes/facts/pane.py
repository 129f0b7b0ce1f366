"""The facts pane: the table with its search, filter, columns, copy and export."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QModelIndex, QPoint, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from tenure.ledger.listing import FactQuery
from tenure.ledger.types import State
from tenure_app.context import AppContext
from tenure_app.ops import fact_rows, queries, survey
from tenure_app.ops.fact_rows import COLUMNS
from tenure_app.ops.queries import FactRow
from tenure_app.ops.survey import FactList
from tenure_app.panes.facts.model import FactsModel
from tenure_app.panes.facts.state_delegate import StateDelegate
from tenure_app.places import Place
from tenure_app.times import TwoTimes
from tenure_app.widgets.basics import button, label
from tenure_app.widgets.format import count_text

_ORDERS = {"value": "object", "from": "valid_from", "to": "valid_to", "known": "known_since"}
"""Columns that the ledger calls otherwise when it orders by them."""
_COLUMN_OF = {order: column for column, order in _ORDERS.items()}
_LONGEST = 200
"""Most letters of a text searched for."""

_WIDTHS = {
    "subject": 140,
    "relation": 130,
    "scope": 104,
    "value": 130,
    "state": 112,
    "from": 140,
    "to": 140,
    "known": 104,
    "source": 160,
}


class FactsPane(QWidget):
    """The table of the intervals at the two times, or of all ever believed.

    Signals:
        fact_chosen(object): a row was chosen; its fact.
        loaded: the facts and their order are there.
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
        self._typing.setInterval(60)
        self._typing.timeout.connect(self.refresh)
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(300)
        self._slow.timeout.connect(lambda: self.count.setText(self.tr("Looking through the facts…")))
        context.times.changed.connect(self.refresh)
        context.session.opened.connect(self.refresh)
        context.session.closed.connect(lambda: self.model.show_list(None))
        context.session.changed.connect(lambda _summary: self.refresh())
        context.places.changed.connect(self._moved)

    def _build(self) -> None:
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search values, subjects, relations…"))
        self.search.setAccessibleName(self.tr("Search the facts"))
        self.search.setClearButtonEnabled(True)
        self.search.setMaxLength(_LONGEST)
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
        self.columns = button(self.tr("Columns"), self._open_columns, tip=self.tr("Choose the columns shown"))
        bar.addWidget(self.columns)
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
        self._add_columns_menu()
        table.selectionModel().currentRowChanged.connect(self._row_changed)
        table.keyPressEvent = self._table_keys  # type: ignore[method-assign]

    def _table_keys(self, event: Any) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            QTableView.keyPressEvent(self.table, event)

    def _add_columns_menu(self) -> None:
        """Offer each column to be shown or not, at the button and at the header; what is chosen is kept."""
        header, kept = self.table.horizontalHeader(), self._context.settings.facts_header
        if kept is not None:
            header.restoreState(kept)
        self.columns_menu = QMenu(self)
        for at, name in enumerate(COLUMNS):
            action = self.columns_menu.addAction(self.model.title(name))
            action.setObjectName(name)
            action.setCheckable(True)
            action.setChecked(not header.isSectionHidden(at))
            action.toggled.connect(self._show_columns)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(lambda at: self.columns_menu.popup(header.mapToGlobal(at)))
        header.sectionMoved.connect(lambda _at, _before, _after: self._keep_header())
        header.sectionResized.connect(lambda _at, _before, _after: self._keep_header())
        self._show_order()

    def _open_columns(self) -> None:
        self.columns_menu.popup(self.columns.mapToGlobal(QPoint(0, self.columns.height())))

    def _show_columns(self) -> None:
        """Show the columns that are checked; the last one stays."""
        actions = self.columns_menu.actions()
        if not any(action.isChecked() for action in actions):
            actions[0].setChecked(True)
            return
        for at, action in enumerate(actions):
            self.table.setColumnHidden(at, not action.isChecked())
        self._keep_header()

    def _keep_header(self) -> None:
        self._context.settings.facts_header = self.table.horizontalHeader().saveState()

    def refresh(self) -> None:
        """Ask for the facts again; a hidden pane only remembers to."""
        if not self.isVisible() or self._context.session.overview is None:
            self._dirty = True
            return
        self._dirty = False
        self._slow.start()
        query, times = self._query(), self._context.times.value
        self._context.session.survey(
            self, lambda facts: survey.fact_list(facts, query=query, times=times), self._show, channel="facts"
        )

    def showEvent(self, event: Any) -> None:  # noqa: N802 - Qt override
        """Catch up with what was missed while hidden."""
        super().showEvent(event)
        if self._dirty:
            self.refresh()

    def copy(self) -> None:
        """Copy the selected rows as tab-separated text, in the columns shown."""
        facts, selection = self.model.facts, self.table.selectionModel().selection()
        parts = [selection.at(n) for n in range(selection.count())]
        numbers = sorted({row for part in parts for row in range(part.top(), part.bottom() + 1)})
        if facts is None or not numbers:
            return
        header = self.table.horizontalHeader()
        order = sorted(range(len(COLUMNS)), key=header.visualIndex)
        columns = [COLUMNS[at] for at in order if not header.isSectionHidden(at)]
        rows = [self.model.row(number) for number in numbers]
        fetched = [row for row in rows if row is not None]
        if len(fetched) == len(numbers):
            QGuiApplication.clipboard().setText(fact_rows.tabbed(fetched, columns))
            return
        times = facts.times
        ids = [facts.ids(number, number + 1)[0] for number in numbers]
        self._context.session.background(
            lambda project, task: fact_rows.tabbed_rows(project, task, ids=ids, times=times, columns=columns),
            QGuiApplication.clipboard().setText,
            title=count_text(len(ids), self.tr("Copying {0} row"), self.tr("Copying {0} rows")),
        )

    def export(self) -> None:
        """Ask for a file and write the table to it."""
        name, _kind = QFileDialog.getSaveFileName(
            self, self.tr("Export facts"), "facts.csv", self.tr("CSV (*.csv);;JSON Lines (*.jsonl)")
        )
        if name:
            self.export_to(Path(name))

    def export_to(self, path: Path) -> None:
        """Write the rows shown to a file; its ending says how."""
        facts = self.model.facts
        if facts is None:
            return
        self._context.session.background(
            lambda project, task: fact_rows.export_rows(project, task, facts=facts, path=path),
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

    def _show(self, facts: FactList) -> None:
        self._slow.stop()
        self.model.show_list(facts)
        self.count.setText(count_text(len(facts), self.tr("{0} fact"), self.tr("{0} facts")))
        self.empty.setVisible(not len(facts))
        self.loaded.emit()

    def _fetch(self, ids: Sequence[str], times: TwoTimes, take: Callable[[dict[str, FactRow]], None]) -> None:
        self._context.session.query(self, lambda project: queries.fact_rows(project, ids=ids, times=times), take)

    def _sort(self, column: str, descending: bool) -> None:
        order = _ORDERS.get(column, column)
        if (order, descending) != (self._order, self._descending):
            self._order, self._descending = order, descending
            self.refresh()

    def _show_order(self) -> None:
        """Point the header's arrow at the order in force."""
        column = _COLUMN_OF.get(self._order, self._order)
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
