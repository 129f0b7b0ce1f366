"""A chip that shows how many facts are in a state and, clicked, hides or shows them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QSizePolicy

from tenure_app.theming.theme import Theme
from tenure_app.theming.tokens import STATE_COLOURS, STATE_SIGNS


class StateToggle(QPushButton):
    """Checked while the state is shown; an unchecked one is an outline, struck through."""

    def __init__(self, theme: Theme, state: str, word: str) -> None:
        super().__init__()
        self._theme, self._state, self._word = theme, state, word
        self.setCheckable(True)
        self.setChecked(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setToolTip(self.tr("Hide or show what is {0}").format(word))
        self.show_count(0)
        self.toggled.connect(lambda _on: self._paint())
        theme.changed.connect(self._paint)
        self._paint()

    def show_count(self, count: int) -> None:
        """Say how many facts are in the state."""
        self.setText(f"{STATE_SIGNS[self._state]} {self._word} {count:,}")
        self.setAccessibleName(f"{self._word} {count:,}")

    def _paint(self) -> None:
        tokens, token = self._theme.tokens, STATE_COLOURS[self._state]
        on = self.isChecked()
        ground = tokens[token + "Fill"] if on else "transparent"
        colour, edge = (tokens[token], tokens[token + "Fill"]) if on else (tokens["muted"], tokens["border"])
        line = "none" if on else "line-through"
        self.setStyleSheet(
            f"QPushButton {{ background: {ground}; color: {colour}; border: 1px solid {edge}; border-radius: 10px;"
            f" padding: 1px 8px; font-size: {tokens.sizes['small']}px; min-height: 16px; text-decoration: {line}; }}"
            f" QPushButton:hover, QPushButton:focus {{ border: 1px solid {tokens[token]}; }}"
            f" QPushButton:focus {{ border: 1px solid {tokens['focus']}; }}"
        )
