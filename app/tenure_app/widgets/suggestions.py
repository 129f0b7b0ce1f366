"""Questions to begin with, made from what changed most in the project."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from tenure.keys import Key
from tenure_app.context import AppContext
from tenure_app.ops import queries
from tenure_app.widgets.basics import FlowLayout, button, clear


class Suggestions(QWidget):
    """A row of questions to click.

    Signals:
        chosen(str): a question was clicked.
    """

    chosen = Signal(str)

    def __init__(self, context: AppContext, margin: int = 0) -> None:
        super().__init__()
        self._context = context
        self._flow = FlowLayout(self, 8)
        self._flow.setContentsMargins(margin, 0, margin, 0)
        context.session.opened.connect(self._ask)
        context.session.closed.connect(lambda: clear(self._flow))

    def _ask(self) -> None:
        self._context.session.query(self, queries.changed_keys, self._show, channel=f"suggestions {id(self)}")

    def _show(self, keys: list[Key]) -> None:
        clear(self._flow)
        for key in keys:
            text = question_about(key)
            chip = button(text, self._chooser(text), "citation")
            chip.setProperty("data", True)
            self._flow.addWidget(chip)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt override
        """Be as tall as the wrapped row."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(self._flow.heightForWidth(self.width()))

    def _chooser(self, text: str) -> Callable[[], None]:
        return lambda: self.chosen.emit(text)


def question_about(key: Key) -> str:
    """Return a question about a key."""
    return QCoreApplication.translate("Suggestions", "What is the {0} of {1}?").format(key.relation, key.subject)
