"""One column of Compare: a strategy, its answer, verdict, figures and evidence."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from tenure.answer.answer import EvidenceItem
from tenure_app.context import AppContext
from tenure_app.ops.answers import AnswerView
from tenure_app.widgets.answer_parts import EvidenceRow, figures, show_verdict, spans_of
from tenure_app.widgets.basics import Card, Chip, ElidedLabel, clear, data_label, line
from tenure_app.widgets.marked_text import MarkedText


def strategy_title(name: str) -> str:
    """The name of a strategy on screen."""
    titles = {
        "rag": QCoreApplication.translate("Strategy", "RAG"),
        "rag-dated": QCoreApplication.translate("Strategy", "RAG, dated"),
        "temporal": QCoreApplication.translate("Strategy", "Temporal"),
    }
    return titles.get(name, name)


def strategy_note(name: str) -> str:
    """What a strategy does, in a few words."""
    notes = {
        "rag": QCoreApplication.translate("Strategy", "top 5 by similarity, all versions"),
        "rag-dated": QCoreApplication.translate("Strategy", "top 5 by similarity, dates in the prompt"),
        "temporal": QCoreApplication.translate("Strategy", "the ledger, at the two times"),
    }
    return notes.get(name, "")


class StrategyColumn(Card):
    """A card of one strategy.

    Signals:
        strategy_changed: another strategy was chosen.
    """

    strategy_changed = Signal()

    def __init__(
        self, context: AppContext, names: tuple[str, ...], strategy: str, open_item: Callable[[EvidenceItem], None]
    ) -> None:
        super().__init__()
        self._context = context
        self._open = open_item
        self.view: AnswerView | None = None
        self.chooser = QComboBox()
        self.chooser.setProperty("kind", "heading")
        self.chooser.setAccessibleName(self.tr("Strategy"))
        for name in names:
            self.chooser.addItem(strategy_title(name), name)
        self.chooser.setCurrentIndex(names.index(strategy))
        self.chooser.currentIndexChanged.connect(self._chosen)
        self.chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.note = ElidedLabel(strategy_note(strategy), "small")
        self.verdict = Chip(context.theme)
        self.text = MarkedText(context.theme, "title")
        self.text.setAccessibleName(self.tr("Answer"))
        self.figures = data_label("", "small", wrap=True)
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self.chooser)
        head.addWidget(self.note, 1)
        head.addWidget(self.verdict)
        self.evidence = QVBoxLayout()
        self.evidence.setContentsMargins(0, 0, 0, 0)
        self.evidence.setSpacing(0)
        holder = QWidget()
        holder.setLayout(self.evidence)
        self.column.setContentsMargins(16, 12, 16, 12)
        self.column.setSpacing(8)
        self.column.addLayout(head)
        self.column.addWidget(self.text)
        self.column.addWidget(self.figures)
        self.column.addWidget(holder)
        self.column.addStretch(1)
        self.rest()

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
        self.view = view
        answer = view.answer
        self.text.setProperty("waiting", False)
        self.text.show_text(answer.text, spans_of(answer.marks))
        if answer.cancelled:
            self.verdict.show_state("unknown", self.tr("Stopped"), "■")
        else:
            show_verdict(self.verdict, answer.verdict)
        self.verdict.show()
        self.figures.setText(figures(answer))
        self.figures.show()
        clear(self.evidence)
        for item, marks in zip(answer.evidence, view.evidence_marks, strict=True):
            self.evidence.addWidget(line())
            self.evidence.addWidget(EvidenceRow(self._context.theme, item, marks, self._opener(item)))

    def show_error(self, text: str) -> None:
        """Show why there is no answer."""
        self._empty(text)
        self.verdict.show_state("disputed", self.tr("No answer"))
        self.verdict.show()

    def _opener(self, item: EvidenceItem) -> Callable[[], None]:
        return lambda: self._open(item)

    def _empty(self, text: str) -> None:
        self.view = None
        clear(self.evidence)
        self.verdict.hide()
        self.figures.hide()
        self.text.show_text(text, muted=True)
        self.text.setProperty("waiting", True)

    def _chosen(self, _index: int) -> None:
        self.note.setText(strategy_note(self.strategy))
        self.strategy_changed.emit()
