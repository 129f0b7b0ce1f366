"""How a row of the differences is painted: headings over the whole width, kinds as chips, old values struck."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTableView

from tenure_app.panes.difference.model import COLUMNS, HEADING_ROLE, ROW_ROLE
from tenure_app.panes.difference.words import COLOURS, SIGNS
from tenure_app.theming.theme import Theme
from tenure_app.widgets.qt_types import Index

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class DifferenceDelegate(QStyledItemDelegate):
    """Paints one cell."""

    def __init__(self, theme: Theme, table: QTableView) -> None:
        super().__init__(table)
        self._theme = theme
        self._table = table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a heading's share of the row, a chip, or a text."""
        heading = index.data(HEADING_ROLE)
        painter.save()
        if heading is not None:
            self._paint_heading(painter, option.rect, *heading)
        elif COLUMNS[index.column()] == "kind" and index.data(ROW_ROLE) is not None:
            self._paint_ground(painter, option, index)
            self._paint_chip(painter, option.rect, index)
        else:
            super().paint(painter, option, index)
        painter.restore()

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802 - Qt override
        """Old values are struck and muted, new ones strong, all else muted."""
        super().initStyleOption(option, index)
        row, column = index.data(ROW_ROLE), COLUMNS[index.column()]
        if row is None:
            return
        text = option.palette.ColorRole.Text
        if column == "after" and row.after is not None:
            option.font.setWeight(option.font.Weight.DemiBold)
        elif column == "before" and row.before is not None:
            option.font.setStrikeOut(True)
            option.palette.setColor(text, self._theme.colour("muted"))
        elif column != "relation":
            option.palette.setColor(text, self._theme.colour("muted"))

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        plain = QStyleOptionViewItem(option)
        self.initStyleOption(plain, index)
        plain.text = ""
        style = plain.widget.style()
        style.drawControl(style.ControlElement.CE_ItemViewItem, plain, painter, plain.widget)

    def _paint_heading(self, painter: QPainter, cell: QRect, subject: str, count: str) -> None:
        """Every cell paints its own share of the row, so that a part painted anew fits the rest."""
        table = self._table
        left = table.columnViewportPosition(0)
        header = table.horizontalHeader()
        row = QRect(left, cell.top(), max(header.length(), table.viewport().width() - left), cell.height())
        painter.setClipRect(cell)
        painter.fillRect(cell, self._theme.colour("window"))
        painter.setPen(self._theme.colour("divider"))
        painter.drawLine(row.bottomLeft(), row.bottomRight())
        seen = row.intersected(table.viewport().rect()).adjusted(12, 0, -12, 0)
        painter.setFont(self._theme.font("small"))
        painter.setPen(self._theme.colour("muted"))
        painter.drawText(seen, _RIGHT, count)
        room = seen.width() - painter.fontMetrics().horizontalAdvance(count) - 16
        painter.setFont(self._theme.font("body", weight=600))
        painter.setPen(self._theme.colour("text"))
        name = painter.fontMetrics().elidedText(subject, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(seen, _LEFT, name)

    def _paint_chip(self, painter: QPainter, cell: QRect, index: Index) -> None:
        row = index.data(ROW_ROLE)
        token = COLOURS[row.kind]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font("small"))
        word = f"{SIGNS[row.kind]} {index.data()}"
        width = min(painter.fontMetrics().horizontalAdvance(word) + 18, cell.width() - 12)
        box = QRectF(cell.left() + 8, cell.center().y() - 9, width, 20)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour(token + "Fill"))
        painter.drawRoundedRect(box, 10, 10)
        painter.setPen(self._theme.colour(token))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, word)
