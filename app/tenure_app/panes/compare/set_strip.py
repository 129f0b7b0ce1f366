"""What stands above the columns while they show a question of a set."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from tenure.lab.questions import Question
from tenure_app.panes.compare.set_model import kind_word
from tenure_app.theming.theme import Theme
from tenure_app.widgets.basics import button, data_label, tool


class SetStrip(QFrame):
    """The question's place in its set, the right answer, and the ways to others.

    Signals:
        stepped(int): the next (1) or the former (-1) question is asked for.
        back_asked: the table is asked for.
    """

    stepped = Signal(int)
    back_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "preview")
        self.place = data_label("", "strong")
        self.gold = data_label("", "small", wrap=True)
        self.former = tool(theme, "back", self.tr("Former question of the set"), lambda: self.stepped.emit(-1))
        self.next = tool(theme, "forward", self.tr("Next question of the set"), lambda: self.stepped.emit(1))
        self.back = button(self.tr("Back to the set"), self.back_asked.emit, "quiet")
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self.place)
        texts.addWidget(self.gold)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 8, 8)
        row.setSpacing(4)
        row.addLayout(texts, 1)
        row.addWidget(self.former)
        row.addWidget(self.next)
        row.addWidget(self.back)
        self.hide()

    def show_question(self, question: Question, row: int, rows: int) -> None:
        """Show a question of the set; ``row`` counts from 0 among the ``rows`` of the table."""
        place = self.tr("{0}, {1} of {2}").format(question.id, f"{row + 1:,}", f"{rows:,}")
        self.place.setText(place)
        gold = ", ".join(question.gold) or self.tr("nothing holds")
        parts = [self.tr("Right: {0}").format(gold), self.tr("asks for: {0}").format(kind_word(question.asks))]
        if question.valid is not None:
            parts.append(self.tr("valid at {0}").format(question.valid))
        if question.known is not None:
            parts.append(self.tr("known at {0}").format(question.known))
        self.gold.setText(" · ".join(parts))
        self.former.setEnabled(row > 0)
        self.next.setEnabled(row + 1 < rows)
        self.show()
