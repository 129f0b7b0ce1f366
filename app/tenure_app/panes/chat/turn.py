"""One question with its answer, drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from tenure.answer.answer import Verdict
from tenure.conversations.standing import Standing
from tenure.conversations.turn import Feedback
from tenure.keys import Key, Scope
from tenure.ledger.types import Fact, State
from tenure_app.context import AppContext
from tenure_app.ops.chat import TurnView
from tenure_app.ops.executors import Task
from tenure_app.panes.chat import words
from tenure_app.panes.chat.cite import CiteButton
from tenure_app.times import TwoTimes
from tenure_app.widgets.answer_parts import show_verdict
from tenure_app.widgets.basics import Chip, ElidedLabel, FlowLayout, button, clear, data_label, label
from tenure_app.widgets.marked_text import MarkedText
from tenure_app.widgets.time_bar import written

_LONG = 60
"""Characters from which on a question wraps, at the smallest size of text."""


class TurnBox(QFrame):
    """A question and what came of it.

    Signals:
        fact_chosen(object): a citation of a fact, or a fact nearby, was chosen; the fact.
        passage_chosen(object): a citation of a text was chosen; its ``Citation``.
        key_chosen(object): a marked value was clicked; its key.
        asked(str): a name like the unknown one was chosen; the question with it.
        again_asked: the question is to be asked again.
        judged(object, object): the user says what the answer is: a ``Feedback`` and the fact it is about, or None.
        add_asked(object): the fact is to be added; its key as far as it is known.
    """

    fact_chosen = Signal(object)
    passage_chosen = Signal(object)
    key_chosen = Signal(object)
    asked = Signal(str)
    again_asked = Signal()
    judged = Signal(object, object)
    add_asked = Signal(object)

    def __init__(self, context: AppContext, question: str, times: TwoTimes, scope: Scope) -> None:
        super().__init__()
        self._context = context
        self.question, self.times, self.scope = question, times, scope
        self.view: TurnView | None = None
        self.task: Task | None = None
        self._laid = words.Laid("", (), 0, ())
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 12)
        self._column.setSpacing(8)
        self._column.addLayout(self._asked())
        self.lapses = QFrame()
        self.lapses.setProperty("kind", "lapse")
        self._lapse_column = QVBoxLayout(self.lapses)
        self._lapse_column.setContentsMargins(12, 8, 12, 8)
        self._lapse_column.setSpacing(4)
        self._column.addWidget(self.lapses)
        self.text = MarkedText(context.theme, "title")
        self.text.setAccessibleName(self.tr("Answer"))
        self.text.span_clicked.connect(self._span_clicked)
        self._column.addWidget(self.text)
        self.absence = QFrame()
        self.absence.setProperty("kind", "preview")
        self._absence_column = QVBoxLayout(self.absence)
        self._absence_column.setContentsMargins(12, 10, 12, 12)
        self._absence_column.setSpacing(8)
        self._column.addWidget(self.absence)
        self.cites = QWidget()
        self._flow = FlowLayout(self.cites, 4)
        self._column.addWidget(self.cites)
        self._column.addLayout(self._foot())
        self.wait(self.tr("Waiting for its turn…"))

    def _asked(self) -> QHBoxLayout:
        bubble = QFrame()
        bubble.setProperty("kind", "bubble")
        inside = QVBoxLayout(bubble)
        inside.setContentsMargins(12, 8, 12, 8)
        self._question_label = data_label(
            self.question, wrap=len(self.question) * self._context.theme.tokens.scale > _LONG * 100
        )
        inside.addWidget(self._question_label)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        theme = self._context.theme
        if self.scope:
            row.addWidget(Chip(theme, "disputed", self.tr("scope {0}").format(self.scope), "◎"))
        for caption, date in ((self.tr("valid {0}"), self.times.valid), (self.tr("known {0}"), self.times.known)):
            if date is not None:
                row.addWidget(Chip(theme, "disputed", caption.format(written(date)), "◷"))
        row.addWidget(bubble, 4 if self._question_label.wordWrap() else 0)
        return row

    def _foot(self) -> QVBoxLayout:
        self.verdict = Chip(self._context.theme)
        self.said = Chip(self._context.theme)
        self.figures = ElidedLabel("", "small")
        self.outdated = button(
            self.tr("Outdated"),
            lambda: self._judge(Feedback.OUTDATED),
            "quiet",
            tip=self.tr("It was so and is no more"),
        )
        self.wrong = button(
            self.tr("Wrong"), lambda: self._judge(Feedback.WRONG), "quiet", tip=self.tr("It was never so")
        )
        self.copy_button = button(self.tr("Copy"), self.copy, "quiet", tip=self.tr("Copy with citations"))
        self.again = button(
            self.tr("Ask again"), self.again_asked.emit, "quiet", tip=self.tr("Answer anew, in place of this answer")
        )
        told = QHBoxLayout()
        told.setSpacing(8)
        told.addWidget(self.verdict)
        told.addWidget(self.said)
        told.addWidget(self.figures, 1)
        self.doing = QWidget()
        row = FlowLayout(self.doing, 0)
        for part in (self.outdated, self.wrong, self.copy_button, self.again):
            row.addWidget(part)
        foot = QVBoxLayout()
        foot.setSpacing(4)
        foot.addLayout(told)
        foot.addWidget(self.doing)
        return foot

    # What it shows

    def wait(self, text: str) -> None:
        """Show what the answer waits for."""
        self.text.show_text(text, muted=True)
        self.text.setProperty("waiting", True)
        for part in self._parts():
            part.hide()

    def stream(self, piece: str) -> None:
        """Add a piece of the answer."""
        if self.text.property("waiting"):
            self.text.setProperty("waiting", False)
            self.text.show_text("")
        self.text.append_text(piece)

    def show_error(self, text: str) -> None:
        """Show why there is no answer."""
        self.wait(text)
        self.again.show()

    def show_view(self, view: TurnView) -> None:
        """Show the whole answer with what holds of it now."""
        self.view = view
        turn = view.turn
        self.text.setProperty("waiting", False)
        for part in self._parts():
            part.show()
        if turn.erased:
            self._show_erased()
            return
        self._laid = words.laid_out(view.reopened)
        self.text.show_text(self._laid.text, self._laid.spans)
        self._show_lapses(view.reopened.lapsed)
        self._show_absence(view)
        self._show_cites(view.reopened.standings)
        if turn.cancelled:
            self.verdict.show_state("unknown", self.tr("Stopped"), "■")
        elif view.reopened.lapsed:
            self.verdict.show_state("superseded", self.tr("Current when asked"))
            self.verdict.setProperty("verdict", turn.verdict.value)
        else:
            show_verdict(self.verdict, turn.verdict)
        self.figures.setText(words.figures_text(turn))
        self.figures.setAccessibleName(words.figures_text(turn))
        for part in (self.outdated, self.wrong):
            part.setVisible(turn.verdict is not Verdict.ABSTAINED)
        self.said.setVisible(turn.feedback is not None)
        if turn.feedback is not None:
            self.said.show_state("disputed", words.feedback_text(turn.feedback))

    def _show_erased(self) -> None:
        for part in self._parts():
            part.hide()
        self._question_label.setText(self.tr("(erased)"))
        self.text.show_text(
            self.tr("This question and its answer quoted something that was erased. They are gone for good."),
            muted=True,
        )

    def _show_lapses(self, lapsed: Sequence[Standing]) -> None:
        clear(self._lapse_column)
        for one in lapsed:
            told = data_label(f"✕ {words.lapse_text(one)}", "problem-line", wrap=True)
            self._lapse_column.addWidget(told)
        self.lapses.setVisible(bool(lapsed))

    def _show_absence(self, view: TurnView) -> None:
        clear(self._absence_column)
        turn = view.turn
        absent = turn.verdict is Verdict.ABSTAINED and not turn.cancelled
        self.absence.setVisible(absent)
        if not absent:
            return
        self._absence_column.addWidget(label(words.reason_text(turn), wrap=True))
        if view.near.facts:
            self._absence_column.addWidget(label(self.tr("KNOWN NEARBY"), "section"))
        holder = QWidget()
        flow = FlowLayout(holder, 4)
        for fact in view.near.facts:
            flow.addWidget(CiteButton(words.fact_text(fact), self._chooser(fact)))
        for name in view.near.names:
            flow.addWidget(CiteButton(self.tr("Did you mean {0}?").format(name), self._renamer(turn.named, name)))
        if flow.count():
            self._absence_column.addWidget(holder)
        row = QHBoxLayout()
        row.addWidget(button(self.tr("Add the fact…"), lambda: self.add_asked.emit(turn.about)))
        row.addStretch(1)
        self._absence_column.addLayout(row)

    def _show_cites(self, standings: Sequence[Standing]) -> None:
        clear(self._flow)
        for number, one in enumerate(standings, 1):
            sign = "✕ " if one.state.retired else ""
            title = f"{number}  {sign}{words.citation_title(one)}"
            chip = CiteButton(title, self._citer(one))
            chip.setToolTip(words.citation_text(one))
            chip.setProperty("state", one.state.value)
            self._flow.addWidget(chip)
        self.cites.setVisible(bool(standings))

    def _parts(self) -> tuple[QWidget, ...]:
        foot = (self.verdict, self.said, self.figures, self.outdated, self.wrong, self.copy_button, self.again)
        return (self.lapses, self.absence, self.cites, *foot)

    # What is done with it

    def copy(self) -> None:
        """Copy question, answer and citations."""
        if self.view is not None:
            QGuiApplication.clipboard().setText(words.copied(self.view.reopened))

    def _judge(self, feedback: Feedback) -> None:
        if self.view is None:
            return
        facts = judgeable(self.view.reopened.standings)
        if len(facts) < 2:
            self.judged.emit(feedback, facts[0] if facts else None)
            return
        menu = QMenu(self)
        menu.setAccessibleName(self.tr("Which of these?"))
        for fact in facts:
            text = f"{fact.key}: {fact.object}".replace("&", "&&")[:120]
            menu.addAction(text, self._judger(feedback, fact))
        menu.aboutToHide.connect(menu.deleteLater)
        place = self.outdated if feedback is Feedback.OUTDATED else self.wrong
        menu.popup(place.mapToGlobal(QPoint(0, place.height())))

    def _span_clicked(self, index: int) -> None:
        if self.view is None:
            return
        if index < self._laid.values:
            self.key_chosen.emit(self.view.reopened.marks[index].key)
        else:
            self._choose(self.view.reopened.standings[self._laid.cites[index - self._laid.values]])

    def _choose(self, standing: Standing) -> None:
        key: Key | None = standing.citation.key
        if standing.fact is not None:
            self.fact_chosen.emit(standing.fact)
        elif key is not None:
            self.key_chosen.emit(key)
        else:
            self.passage_chosen.emit(standing.citation)

    def _judger(self, feedback: Feedback, fact: Fact) -> Callable[[], None]:
        return lambda: self.judged.emit(feedback, fact)

    def _citer(self, standing: Standing) -> Callable[[], None]:
        return lambda: self._choose(standing)

    def _chooser(self, fact: Fact) -> Callable[[], None]:
        return lambda: self.fact_chosen.emit(fact)

    def _renamer(self, named: str, name: str) -> Callable[[], None]:
        return lambda: self.asked.emit(self.question.replace(named, name))


def judgeable(standings: Sequence[Standing]) -> list[Fact]:
    """Return the facts an answer rests on that can be ended or corrected: those that hold, else any."""
    facts = [one.fact for one in standings if one.fact is not None]
    return [fact for fact in facts if fact.state is State.CURRENT] or facts
