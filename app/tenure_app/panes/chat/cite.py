"""A small button for a fact, shortened to the room it has."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QStylePainter

_LONGEST = 120
"""Characters; a value may be a whole document."""
_LEAST = 48
"""Pixels."""


class CiteButton(QPushButton):
    """Text of the project on a button; the whole of it is its tool tip and its name."""

    def __init__(self, text: str, run: Callable[[], None]) -> None:
        flat = " ".join(text.split())
        super().__init__((flat if len(flat) <= _LONGEST else flat[: _LONGEST - 1] + "…").replace("&", "&&"))
        self.setProperty("kind", "citation")
        self.setProperty("data", True)
        self.setAccessibleName(text)
        self.setToolTip(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(lambda _checked=False: run())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt override
        """Allow any width."""
        return QSize(_LEAST, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt override
        """Paint the shortened text."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        metrics, wanted = self.fontMetrics(), self.sizeHint().width()
        if self.width() < wanted:
            room = self.width() - (wanted - metrics.horizontalAdvance(self.text()))
            option.text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)
