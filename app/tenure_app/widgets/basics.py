"""Small parts: labels by role, chips, cards, buttons, separators, a wrapping row."""

from __future__ import annotations

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLayout,
    QLayoutItem,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from tenure_app.theming.theme import Theme
from tenure_app.theming.tokens import STATE_COLOURS, STATE_SIGNS


def label(text: str, role: str = "", *, wrap: bool = False) -> QLabel:
    """Return a label of a text role (``muted``, ``small``, ``section``, ``title`` …), plain text always."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    if role:
        made.setProperty("role", role)
    return made


def data_label(text: str, role: str = "", *, wrap: bool = False) -> QLabel:
    """Return a label for text of the project, which is never translated."""
    made = label(text, role, wrap=wrap)
    made.setProperty("data", True)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made


def button(text: str, run: Callable[[], None], kind: str = "", *, tip: str = "") -> QPushButton:
    """Return a push button."""
    made = QPushButton(text)
    made.setAccessibleName(text)
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    if kind:
        made.setProperty("kind", kind)
    if tip:
        made.setToolTip(tip)
    made.clicked.connect(lambda _checked=False: run())
    return made


def tool(theme: Theme, icon: str, name: str, run: Callable[[], None], *, size: int = 18) -> QToolButton:
    """Return an icon button with a name for screen readers and a tool tip."""
    made = QToolButton()
    made.setIconSize(QSize(size, size))
    made.setAccessibleName(name)
    made.setToolTip(name)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    made.clicked.connect(lambda _checked=False: run())

    def paint() -> None:
        made.setIcon(theme.icon(icon))

    follow(theme, made, paint)
    return made


def follow(theme: Theme, widget: QWidget, paint: Callable[[], None]) -> None:
    """Paint a widget now and whenever the theme changes, as long as it lives."""

    def gone(_widget: object = None) -> None:
        if shiboken6.isValid(theme):
            theme.changed.disconnect(paint)

    theme.changed.connect(paint)
    widget.destroyed.connect(gone)
    paint()


def line() -> QFrame:
    """Return a thin horizontal separator."""
    made = QFrame()
    made.setProperty("kind", "line")
    made.setFixedHeight(1)
    return made


class Card(QFrame):
    """A raised surface with a column of parts."""

    def __init__(self, kind: str = "card", margins: tuple[int, int, int, int] = (16, 14, 16, 14)) -> None:
        super().__init__()
        self.setProperty("kind", kind)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(*margins)
        self.column.setSpacing(6)


class Chip(QLabel):
    """A rounded mark with a sign and a word, coloured by state or flag."""

    def __init__(self, theme: Theme, state: str = "unknown", text: str = "", sign: str | None = None) -> None:
        super().__init__()
        self._theme = theme
        self._token = "unknown"
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setMinimumHeight(22)
        theme.changed.connect(self._paint)
        self.show_state(state, text, sign)

    def show_state(self, state: str, text: str, sign: str | None = None) -> None:
        """Show a word in a state's colour; ``sign`` replaces the state's own."""
        self._token = STATE_COLOURS.get(state, "unknown")
        mark = STATE_SIGNS.get(state, "") if sign is None else sign
        self.setText(f"{mark} {text}" if mark else text)
        self.setAccessibleName(text)
        self.setProperty("state", state)
        self._paint()

    def _paint(self) -> None:
        tokens = self._theme.tokens
        self.setStyleSheet(
            f"QLabel {{ background: {tokens[self._token + 'Fill']}; color: {tokens[self._token]}; border-radius: 10px;"
            f" padding: 2px 9px; font-size: {tokens.sizes['small']}px; min-height: 16px; }}"
        )


class ElidedLabel(QLabel):
    """A label that shortens its text to the room it has and gives the whole as a tool tip."""

    def __init__(self, text: str = "", role: str = "", mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> None:
        super().__init__(text)
        self._mode = mode
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setMinimumWidth(24)
        self.setProperty("data", True)
        if role:
            self.setProperty("role", role)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt override
        """Allow any width."""
        return QSize(24, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt override
        """Paint the shortened text."""
        painter = QPainter(self)
        text = QFontMetrics(self.font()).elidedText(self.text(), self._mode, self.width())
        painter.setPen(self.palette().windowText().color())
        painter.drawText(self.rect(), self.alignment() | Qt.AlignmentFlag.AlignVCenter, text)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt override
        """Offer the whole text where it does not fit."""
        super().resizeEvent(event)
        fits = QFontMetrics(self.font()).horizontalAdvance(self.text()) <= self.width()
        self.setToolTip("" if fits else self.text())


_ANY = (1 << 24) - 1
"""Pixels; as many as Qt allows."""


class FlowLayout(QLayout):
    """A row that wraps, for chips and buttons."""

    def __init__(self, parent: QWidget | None = None, spacing: int = 8) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setSpacing(spacing)
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802 - Qt override
        """Take an item."""
        self._items.append(item)

    def count(self) -> int:
        """How many items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802 - Qt override
        """The item at an index."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802 - Qt override
        """Remove an item and return it."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt override
        """Height depends on width."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt override
        """Height of the wrapped rows."""
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802 - Qt override
        """Place the items."""
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt override
        """Same as the least size."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:  # noqa: N802 - Qt override
        """The largest item's size."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _place(self, rect: QRect, *, move: bool) -> int:
        outside = self.contentsMargins()
        whole, rect = rect, rect.marginsRemoved(outside)
        x, y, tallest = rect.x(), rect.y(), 0
        for item in self._items:
            if item.isEmpty():
                continue
            # One that is wider than the row is made to fit it.
            hint = item.sizeHint().boundedTo(QSize(max(rect.width(), item.minimumSize().width()), _ANY))
            if x + hint.width() > rect.right() + 1 and x > rect.x():
                x, y, tallest = rect.x(), y + tallest + self.spacing(), 0
            if move:
                item.setGeometry(QRect(QPoint(x, y), hint))
            x += hint.width() + self.spacing()
            tallest = max(tallest, hint.height())
        return y + tallest + outside.bottom() - whole.y()


def clear(layout: QLayout) -> None:
    """Remove and delete everything in a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()
        elif inner is not None:
            clear(inner)


def scrolling(inner: QWidget, name: str) -> QScrollArea:
    """Return a widget in an area that scrolls up and down; the keys go to what is inside."""
    area = QScrollArea()
    area.setWidget(inner)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setAccessibleName(name)
    return area
