"""A question with two answers, without stopping the window's loop."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from tenure_app.widgets.basics import button, label


class Question(QDialog):
    """Asks; ``yes`` runs if the answer is yes."""

    def __init__(self, parent: QWidget, title: str, text: str, yes_word: str, yes: Callable[[], None]) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setMinimumWidth(420)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 18)
        column.setSpacing(14)
        column.addWidget(label(text, wrap=True))
        row = QHBoxLayout()
        row.addStretch(1)
        no = button(self.tr("Cancel"), self.reject)
        row.addWidget(no)
        row.addWidget(button(yes_word, self.accept, "primary"))
        column.addLayout(row)
        self.accepted.connect(yes)
        no.setFocus()


def ask_yes(parent: QWidget, title: str, text: str, yes_word: str, yes: Callable[[], None]) -> None:
    """Ask and run ``yes`` if the answer is yes."""
    Question(parent, title, text, yes_word, yes).open()
