"""The row one asks in, and the column of turns above it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from tenure.answer.answers import LONGEST_QUESTION
from tenure_app.context import AppContext
from tenure_app.panes.chat.turn import TurnBox
from tenure_app.widgets.basics import button, follow, label, tool
from tenure_app.widgets.scope_field import ScopeField

_BEFORE = 2
"""Parts that stand in the column before the first turn."""
_NEAR = 4
"""Pixels from the end that still count as the end."""
_TALL = 40


class AskRow(QWidget):
    """Question, scope, and what to do with them.

    Signals:
        asked: the question is to be asked.
        stop_asked: what is under way is to stop.
        list_asked: the list of conversations is to be shown or hidden.
    """

    asked = Signal()
    stop_asked = Signal()
    list_asked = Signal()

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self.question = QLineEdit()
        self.question.setMaxLength(LONGEST_QUESTION)
        self.question.setProperty("kind", "question")
        self.question.setPlaceholderText(self.tr("Ask about this project…"))
        self.question.setAccessibleName(self.tr("Question"))
        self.question.returnPressed.connect(self.asked)
        self.scope = ScopeField()
        self.scope.returnPressed.connect(self.asked)
        self.send = button(self.tr("Ask"), self.asked.emit, "primary")
        self.stop = button(self.tr("Stop"), self.stop_asked.emit)
        self.stop.hide()
        theme = context.theme

        def fit() -> None:
            for part in (self.send, self.stop):
                part.setFixedHeight(theme.px(_TALL))

        follow(theme, self, fit)
        shown = self.tr("Show or hide the conversations")
        self.list = tool(theme, "conversations", shown, self.list_asked.emit)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 24, 16)
        row.setSpacing(8)
        row.addWidget(self.list)
        row.addWidget(self.question, 5)
        row.addWidget(self.scope, 1)
        row.addWidget(self.stop)
        row.addWidget(self.send)


class TurnColumn(QScrollArea):
    """Turns one below the other, or what to do where there is none.

    Signals:
        earlier_asked: what was asked earlier is to be shown.
    """

    earlier_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        body = QWidget()
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(24, 16, 24, 12)
        self._column.setSpacing(12)
        hint = self.tr(
            "Ask anything about this project. Answers come from what holds at the two times above, each sentence with "
            "its sources. Conversations are kept in the project."
        )
        self.empty = label(hint, "muted", wrap=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._column.addWidget(self.empty, 1)
        self.earlier = button(self.tr("Show what was asked earlier"), self.earlier_asked.emit, "quiet")
        self.earlier.hide()
        self._column.addWidget(self.earlier, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(1)
        self.setWidget(body)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Conversation"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._follows = True
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._moved)
        bar.rangeChanged.connect(lambda _least, most: bar.setValue(most) if self._follows else None)

    def insert(self, place: int, turn: TurnBox) -> None:
        """Put a turn at a place among the others."""
        self._column.insertWidget(_BEFORE + place, turn)

    def scroll_down(self) -> None:
        """Show the end, and stay there as it grows, until somebody scrolls up."""
        self._follows = True
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def _moved(self, value: int) -> None:
        self._follows = value >= self.verticalScrollBar().maximum() - _NEAR
