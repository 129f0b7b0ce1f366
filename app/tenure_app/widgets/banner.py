"""A message across the top: what went wrong and can be acted on."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout

from tenure_app.theming.theme import Theme
from tenure_app.widgets.basics import label, tool


class Banner(QFrame):
    """One sentence with a button to close it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("Banner")
        self.text = label("", wrap=True)
        self.text.setProperty("data", True)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 10, 8)
        row.addWidget(self.text, 1)
        row.addWidget(tool(theme, "close", self.tr("Close the message"), self.hide, size=14))
        self.hide()

    def say(self, text: str) -> None:
        """Show a sentence."""
        self.text.setText(text)
        self.show()
