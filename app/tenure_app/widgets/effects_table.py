"""The table of what a rule did or would do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from tenure.ledger.types import Op
from tenure.rules import Done
from tenure_app.widgets.format import date_text
from tenure_app.widgets.qt_types import Index
from tenure_app.widgets.table_model import TitledModel


class EffectsModel(TitledModel):
    """What a rule did: key, value, what becomes of it, when, because of which statement."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self._done: Sequence[Done] = ()
        self.titles = (self.tr("Key"), self.tr("Value"), self.tr("What"), self.tr("At"), self.tr("Because of"))

    def show_done(self, done: Sequence[Done]) -> None:
        """Show these."""
        self.beginResetModel()
        self._done = done
        self.endResetModel()

    def done(self, row: int) -> Done | None:
        """What stands in a row."""
        return self._done[row] if 0 <= row < len(self._done) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt override
        """How many."""
        return 0 if parent.isValid() else len(self._done)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text of a cell."""
        one = self.done(index.row()) if index.isValid() else None
        if one is None or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        value = one.value if one.value is not None else self.tr("(erased)")
        what = self.tr("− ends") if one.op is Op.END else self.tr("+ states")
        return (str(one.key), value, what, date_text(one.at), f"#{one.cause}")[index.column()]


class EffectsTable(QTableView):
    """The table; choosing a row tells its key.

    Signals:
        key_chosen(object): Enter or a double click on a row; its key.
    """

    key_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.effects = EffectsModel(self)
        self.setModel(self.effects)
        self.setAccessibleName(self.tr("What the rule does"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(32)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column, width in ((1, 130), (2, 84), (3, 104), (4, 96)):
            self.setColumnWidth(column, width)
        self.activated.connect(self._chosen)

    def _chosen(self, index: Index) -> None:
        one = self.effects.done(index.row())
        if one is not None:
            self.key_chosen.emit(one.key)
