"""The table of a run as a widget: chips, sorting, one key to open a question."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from tenure_app.panes.compare.set_model import FIXED, SIGN_ROLE, STATE_ROLE, SetFilter, SetModel
from tenure_app.panes.compare.set_run import SetRun
from tenure_app.theming.theme import Theme
from tenure_app.theming.tokens import STATE_COLOURS
from tenure_app.widgets.qt_types import Index

_ID_WIDTH, _KIND_WIDTH, _SCORE_WIDTH = 60, 128, 108
_QUESTION_WIDTH = 200
"""Least pixels of the question; where it would have less, what it asks for is left to the tip."""


class ScoreDelegate(QStyledItemDelegate):
    """Paints what an answer was worth as a chip, sign first."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell's ground, then the chip."""
        state, text = index.data(STATE_ROLE), index.data()
        if not state:
            super().paint(painter, option, index)
            return
        plain = QStyleOptionViewItem(option)
        self.initStyleOption(plain, index)
        plain.text = ""
        style = plain.widget.style()
        style.drawControl(style.ControlElement.CE_ItemViewItem, plain, painter, plain.widget)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font("small"))
        word = f"{index.data(SIGN_ROLE)} {text}"
        width = min(painter.fontMetrics().horizontalAdvance(word) + 18, option.rect.width() - 8)
        box = QRectF(option.rect.left() + 8, option.rect.center().y() - 9, width, 20)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour(STATE_COLOURS[state] + "Fill"))
        painter.drawRoundedRect(box, 10, 10)
        painter.setPen(self._theme.colour(STATE_COLOURS[state]))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, word)
        painter.restore()


class SetTable(QTableView):
    """The questions of a run.

    Signals:
        opened(int): a question was clicked or entered; its row as sorted and filtered.
    """

    opened = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.rows = SetModel(self)
        self.shown = SetFilter(self.rows)
        self.setModel(self.shown)
        self.setItemDelegate(ScoreDelegate(theme, self))
        self.setAccessibleName(self.tr("Questions and what came of them"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(34)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.horizontalHeader().setSectionsClickable(True)
        self.setSortingEnabled(True)
        self.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self.clicked.connect(lambda index: self.opened.emit(index.row()))
        theme.changed.connect(self.viewport().update)

    def show_run(self, run: SetRun | None) -> None:
        """Show another run, or none."""
        self.rows.show_run(run)
        if run is None:
            return
        header = self.horizontalHeader()
        for column in range(self.rows.columnCount()):
            stretched = column == 1
            mode = QHeaderView.ResizeMode.Stretch if stretched else QHeaderView.ResizeMode.Interactive
            header.setSectionResizeMode(column, mode)
            if not stretched:
                header.resizeSection(column, (_ID_WIDTH, 0, _KIND_WIDTH)[column] if column < FIXED else _SCORE_WIDTH)
        self._choose_first()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt override
        """Give the question the room of what it asks for where there is little."""
        super().resizeEvent(event)
        scores = self.rows.columnCount() - FIXED
        left = event.size().width() - _ID_WIDTH - _KIND_WIDTH - scores * _SCORE_WIDTH
        self.setColumnHidden(2, left < _QUESTION_WIDTH)

    def question_at(self, row: int) -> int:
        """The index of the question in a row as sorted and filtered."""
        return self.shown.mapToSource(self.shown.index(row, 0)).row()

    def choose(self, row: int) -> None:
        """Select a row and show it."""
        index = self.shown.index(row, 0)
        self.selectionModel().setCurrentIndex(
            index, QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        )
        self.scrollTo(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt override
        """Open the question by keyboard."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

    def _choose_first(self) -> None:
        if not self.currentIndex().isValid() and self.shown.rowCount():
            self.selectionModel().setCurrentIndex(self.shown.index(0, 0), QItemSelectionModel.SelectionFlag.NoUpdate)
