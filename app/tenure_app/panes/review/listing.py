"""The list at the left of the review pane: its lines painted, its keys left to the pane."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from tenure_app.context import AppContext
from tenure_app.panes.review.model import DETAIL_ROLE, HEADING_ROLE, KIND_ROLE, ReviewModel
from tenure_app.panes.review.words import COLOURS, SIGNS, shortened
from tenure_app.widgets.qt_types import Index

ROW = 52
"""Height of a line in pixels; headings have the same, so that a long list scrolls at once."""
_BOX = 24


class LineDelegate(QStyledItemDelegate):
    """Paints sign, title and detail; a heading as a section."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the ground, then the texts."""
        theme, area = self._context.theme, QRect(option.rect)
        if index.data(HEADING_ROLE):
            painter.save()
            painter.setFont(theme.font("small", weight=500))
            painter.setPen(theme.colour("muted"))
            bottom = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft
            painter.drawText(area.adjusted(12, 0, -12, -8), bottom, str(index.data()))
            painter.restore()
            return
        plain = QStyleOptionViewItem(option)
        self.initStyleOption(plain, index)
        plain.text = ""
        style = plain.widget.style()
        style.drawControl(style.ControlElement.CE_ItemViewItem, plain, painter, plain.widget)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._sign(painter, area, index)
        self._texts(painter, area.adjusted(12 + _BOX + 10, 8, -12, -8), index)
        painter.restore()

    def _sign(self, painter: QPainter, area: QRect, index: Index) -> None:
        theme, kind = self._context.theme, index.data(KIND_ROLE)
        box = QRectF(area.left() + 12, area.center().y() - _BOX / 2 + 1, _BOX, _BOX)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(COLOURS[kind] + "Fill"))
        painter.drawRoundedRect(box, 6, 6)
        painter.setFont(theme.font("body", weight=600))
        painter.setPen(theme.colour(COLOURS[kind]))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, SIGNS[kind])

    def _texts(self, painter: QPainter, area: QRect, index: Index) -> None:
        theme, elide = self._context.theme, Qt.TextElideMode.ElideRight
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour("text"))
        top = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
        painter.drawText(area, top, painter.fontMetrics().elidedText(shortened(str(index.data())), elide, area.width()))
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("muted"))
        below = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft
        detail = shortened(index.data(DETAIL_ROLE) or "")
        painter.drawText(area, below, painter.fontMetrics().elidedText(detail, elide, area.width()))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802, ARG002
        """Rows of one height."""
        return QSize(200, ROW)


class LineView(QTableView):
    """The list; letters and Space are for the pane.

    A table of one column, since a list view asks about every row before it shows any.
    """

    def __init__(self, context: AppContext, model: ReviewModel) -> None:
        super().__init__()
        self.setObjectName("ReviewList")
        self.setAccessibleName(self.tr("What waits for review"))
        self.setModel(model)
        self.setItemDelegate(LineDelegate(context, self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.verticalScrollBar().setSingleStep(ROW // 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt override
        """Keep the keys that move; hand the others up."""
        if event.text().strip() or event.key() == Qt.Key.Key_Space:
            event.ignore()
        else:
            super().keyPressEvent(event)
