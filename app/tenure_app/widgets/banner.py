"""A message across the top: what went wrong and can be acted on, or what was done and where it leads."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout

from tenure_app.theming.theme import Theme
from tenure_app.widgets.basics import button, clear, label, tool
from tenure_app.widgets.time_bar import repolish

Action = tuple[str, Callable[[], None]]
"""A button's word and what it does; the message goes when it is pressed."""


class Banner(QFrame):
    """One sentence with buttons: where it leads, and to close it.

    Signals:
        said(str, bool): a sentence, and whether it tells of a problem.
    """

    said = Signal(str, bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("Banner")
        self.text = label("", wrap=True)
        self.text.setProperty("data", True)
        self._actions = QHBoxLayout()
        self._actions.setSpacing(4)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 10, 8)
        row.setSpacing(8)
        row.addWidget(self.text, 1)
        row.addLayout(self._actions)
        row.addWidget(tool(theme, "close", self.tr("Close the message"), self.hide, size=14))
        self.hide()

    def say(self, text: str, *, problem: bool = True, actions: Sequence[Action] = ()) -> None:
        """Show a sentence, as a problem or as something done, with buttons that lead on."""
        clear(self._actions)
        for word, run in actions:
            self._actions.addWidget(button(word, self._doing(run), "banner"))
        self.text.setText(text)
        self.setProperty("done", not problem)
        for part in (self, self.text):
            repolish(part)
        self.show()
        self.said.emit(text, problem)

    def _doing(self, run: Callable[[], None]) -> Callable[[], None]:
        def do() -> None:
            self.hide()
            run()

        return do
