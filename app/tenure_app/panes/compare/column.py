"""One column of Compare: a strategy, its answer, verdict, figures and evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from tenure.answer.answer import EvidenceItem
from tenure_app.context import AppContext
from tenure_app.ops.answers import AnswerView
from tenure_app.widgets.answer_parts import (
    EvidenceRow,
    figures,
    mark_tip,
    retired_share,
    show_verdict,
    spans_of,
    strategy_note,
    strategy_title,
)
from tenure_app.widgets.basics import Chip, FlowLayout, data_label, tool
from tenure_app.widgets.marked_text import MarkedText

PADDING = 16


class StrategyColumn(QObject):
    """The parts of a strategy's card; the board puts them into its grid.

    Signals:
        strategy_changed: another strategy was chosen.
        removal_asked: the user wants the column gone.
        filled: an answer came or went; its evidence is another.
        pointed(EvidenceRow, bool): pointer or keyboard came to a piece of evidence, or left it.
        stepped(EvidenceRow, int, int): an arrow key asks for a neighbour, so many columns and rows away.
    """

    strategy_changed = Signal()
    removal_asked = Signal()
    filled = Signal()
    pointed = Signal(object, bool)
    stepped = Signal(object, int, int)

    def __init__(
        self, context: AppContext, names: Sequence[str], strategy: str, open_item: Callable[[EvidenceItem], None]
    ) -> None:
        super().__init__()
        self._context = context
        self._open = open_item
        self.view: AnswerView | None = None
        self.rows: list[EvidenceRow] = []
        self.card = QFrame()
        self.card.setProperty("kind", "card")
        self._make_head(names, strategy)
        self._make_body()
        self.rest()

    def _make_head(self, names: Sequence[str], strategy: str) -> None:
        context = self._context
        self.chooser = QComboBox()
        self.chooser.setProperty("kind", "heading")
        self.chooser.setAccessibleName(self.tr("Strategy"))
        for name in names:
            self.chooser.addItem(strategy_title(name), name)
        self.chooser.setCurrentIndex(self.chooser.findData(strategy))
        self.chooser.currentIndexChanged.connect(self._chosen)
        self.chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.remove = tool(context.theme, "close", self.tr("Remove this column"), self.removal_asked.emit, size=14)
        self.note = data_label("", "small", wrap=True)
        top = QHBoxLayout()
        top.setSpacing(4)
        top.addWidget(self.chooser)
        top.addStretch(1)
        top.addWidget(self.remove)
        self.head = QWidget()
        column = QVBoxLayout(self.head)
        column.setContentsMargins(PADDING, 12, 12, 0)
        column.setSpacing(2)
        column.addLayout(top)
        column.addWidget(self.note)
        self._name()

    def _make_body(self) -> None:
        self.text = MarkedText(self._context.theme, "title")
        self.text.setAccessibleName(self.tr("Answer"))
        self.verdict, self.score = Chip(self._context.theme), Chip(self._context.theme)
        chips = FlowLayout(spacing=4)
        chips.addWidget(self.verdict)
        chips.addWidget(self.score)
        self.figures = data_label("", "small", wrap=True)
        self.share = data_label("", "small", wrap=True)
        self.body = QWidget()
        column = QVBoxLayout(self.body)
        column.setContentsMargins(PADDING, 8, PADDING, 12)
        column.setSpacing(4)
        column.addLayout(chips)
        column.addWidget(self.text)
        column.addWidget(self.figures)
        column.addWidget(self.share)
        column.addStretch(1)

    @property
    def strategy(self) -> str:
        """The strategy chosen."""
        return str(self.chooser.currentData())

    def choose(self, strategy: str) -> None:
        """Choose a strategy."""
        self.chooser.setCurrentIndex(self.chooser.findData(strategy))

    def rest(self) -> None:
        """Show that nothing was asked."""
        self._empty(self.tr("The answer appears here."))

    def wait(self, what: str) -> None:
        """Show what the answer waits for."""
        self._empty(what)

    def stream(self, piece: str) -> None:
        """Add a piece of the answer as it comes."""
        if self.text.property("waiting"):
            self.text.setProperty("waiting", False)
            self.text.show_text("")
        self.text.append_text(piece)

    def show_answer(self, view: AnswerView) -> None:
        """Show a whole answer."""
        self._drop_rows()
        self.view = view
        answer = view.answer
        self.text.setProperty("waiting", False)
        self.text.show_text(answer.text, spans_of(answer.marks))
        self.text.setAccessibleDescription("; ".join(f"{mark.text}: {mark_tip(mark)}" for mark in answer.marks))
        if answer.cancelled:
            self.verdict.show_state("unknown", self.tr("Stopped"), "■")
        else:
            show_verdict(self.verdict, answer.verdict)
        self.verdict.show()
        self.figures.setText(figures(answer))
        self.share.setText(retired_share(answer.evidence))
        for part in (self.figures, self.share):
            part.show()
        for item, marks in zip(answer.evidence, view.evidence_marks, strict=True):
            row = EvidenceRow(self._context.theme, item, marks, self._opener(item))
            row.pointed.connect(partial(self.pointed.emit, row))
            row.stepped.connect(partial(self.stepped.emit, row))
            self.rows.append(row)
        self.filled.emit()

    def show_score(self, state: str, word: str, sign: str) -> None:
        """Show what the answer was worth in a question set."""
        self.score.show_state(state, word, sign)
        self.score.show()

    def show_error(self, text: str) -> None:
        """Show why there is no answer."""
        self._empty(text)
        self.verdict.show_state("disputed", self.tr("No answer"))
        self.verdict.show()

    def discard(self) -> None:
        """Delete every widget of it."""
        self._drop_rows()
        for part in (self.card, self.head, self.body):
            part.hide()
            part.deleteLater()
        self.deleteLater()

    def _drop_rows(self) -> None:
        self.view = None
        for row in self.rows:
            row.hide()
            row.deleteLater()
        self.rows = []

    def _opener(self, item: EvidenceItem) -> Callable[[], None]:
        return lambda: self._open(item)

    def _empty(self, text: str) -> None:
        had = bool(self.rows)
        self._drop_rows()
        for part in (self.verdict, self.score, self.figures, self.share):
            part.hide()
        self.text.show_text(text, muted=True)
        self.text.setAccessibleDescription("")
        self.text.setProperty("waiting", True)
        if had:
            self.filled.emit()

    def _name(self) -> None:
        note = strategy_note(self.strategy)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.card.setAccessibleName(strategy_title(self.strategy))

    def _chosen(self, _index: int) -> None:
        self._name()
        self.strategy_changed.emit()
