"""Paints the state of a fact in the table."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from tenure_app.context import AppContext
from tenure_app.panes.facts.model import STATE_ROLE
from tenure_app.theming.tokens import STATE_COLOURS, STATE_SIGNS
from tenure_app.widgets.qt_types import Index


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
