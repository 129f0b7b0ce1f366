"""Chat: questions and answers from the ledger, streaming, with citations."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from tenure.answer.answer import EvidenceItem
from tenure.errors import Cancelled, InputError
from tenure.keys import Key, Scope
from tenure_app.context import AppContext
from tenure_app.errors.hook import report_of
from tenure_app.ops import answers
from tenure_app.ops.executors import Task
from tenure_app.times import TwoTimes
from tenure_app.widgets.answer_parts import evidence_place, figures, show_verdict, spans_of
from tenure_app.widgets.basics import Chip, FlowLayout, button, clear, data_label, label
from tenure_app.widgets.marked_text import MarkedText
from tenure_app.widgets.scope_field import ScopeField
from tenure_app.widgets.suggestions import Suggestions
from tenure_app.widgets.time_bar import written


class Turn(QFrame):
    """One question with its answer.

    Signals:
        evidence_chosen(object): a citation was chosen; its item.
        key_chosen(object): a marked value was clicked; its key.
        again_asked: the question is to be asked again.
    """

    evidence_chosen = Signal(object)
    key_chosen = Signal(object)
    again_asked = Signal()

    def __init__(self, context: AppContext, question: str, times: TwoTimes, scope: Scope) -> None:
        super().__init__()
        self._context = context
        self.question = question
        self.scope = scope
        self.view: answers.AnswerView | None = None
        self.task: Task | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 10)
        self._column.setSpacing(8)
        self._column.addLayout(self._asked(question, times))
        self.text = MarkedText(context.theme, "title")
        self.text.setAccessibleName(self.tr("Answer"))
        self.text.span_clicked.connect(self._span_clicked)
        self._column.addWidget(self.text)
        self._cites = QWidget()
        self._flow = FlowLayout(self._cites, 6)
        self._column.addWidget(self._cites)
        self._foot = QHBoxLayout()
        self._foot.setSpacing(8)
        self.verdict = Chip(context.theme)
        self.figures = data_label("", "small")
        self._copy = button(self.tr("Copy"), self.copy, "quiet")
        self._again = button(self.tr("Ask again"), self.again_asked.emit, "quiet")
        for part in (self.verdict, self.figures):
            self._foot.addWidget(part)
        self._foot.addStretch(1)
        self._foot.addWidget(self._copy)
        self._foot.addWidget(self._again)
        self._column.addLayout(self._foot)
        self.wait(self.tr("Waiting for its turn…"))

    def wait(self, text: str) -> None:
        """Show what the answer waits for."""
        self.text.show_text(text, muted=True)
        self.text.setProperty("waiting", True)
        for part in (self.verdict, self.figures, self._copy, self._again, self._cites):
            part.hide()

    def stream(self, piece: str) -> None:
        """Add a piece of the answer."""
        if self.text.property("waiting"):
            self.text.setProperty("waiting", False)
            self.text.show_text("")
        self.text.append_text(piece)

    def show_answer(self, view: answers.AnswerView) -> None:
        """Show the whole answer with its citations."""
        self.view = view
        answer = view.answer
        self.text.setProperty("waiting", False)
        self.text.show_text(answer.text, spans_of(answer.marks))
        clear(self._flow)
        for number, item in enumerate(answer.evidence, 1):
            cite = button(f"{number}  {evidence_place(item)}", self._citer(item), "citation")
            cite.setProperty("data", True)
            cite.setToolTip(item.text[:400])
            self._flow.addWidget(cite)
        self._cites.setVisible(bool(answer.evidence))
        if answer.cancelled:
            self.verdict.show_state("unknown", self.tr("Stopped"), "■")
        else:
            show_verdict(self.verdict, answer.verdict)
        self.figures.setText(figures(answer))
        for part in (self.verdict, self.figures, self._copy, self._again):
            part.show()

    def show_error(self, text: str) -> None:
        """Show why there is no answer."""
        self.wait(text)
        self._again.show()

    def copy(self) -> None:
        """Copy the answer with its sources."""
        if self.view is None:
            return
        answer = self.view.answer
        lines = [answer.text, *(f"[{n}] {evidence_place(item)}" for n, item in enumerate(answer.evidence, 1))]
        QGuiApplication.clipboard().setText("\n".join(lines))

    def _asked(self, question: str, times: TwoTimes) -> QHBoxLayout:
        bubble = QFrame()
        bubble.setProperty("kind", "bubble")
        inside = QVBoxLayout(bubble)
        inside.setContentsMargins(14, 8, 14, 8)
        inside.addWidget(data_label(question, wrap=len(question) > 60))
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addStretch(1)
        if self.scope:
            row.addWidget(Chip(self._context.theme, "disputed", self.tr("scope {0}").format(self.scope), "◎"))
        for caption, date in ((self.tr("valid {0}"), times.valid), (self.tr("known {0}"), times.known)):
            if date is not None:
                row.addWidget(Chip(self._context.theme, "disputed", caption.format(written(date)), "◷"))
        row.addWidget(bubble)
        return row

    def _citer(self, item: EvidenceItem) -> Callable[[], None]:
        return lambda: self.evidence_chosen.emit(item)

    def _span_clicked(self, index: int) -> None:
        if self.view is not None and index < len(self.view.answer.marks):
            self.key_chosen.emit(self.view.answer.marks[index].key)


class ChatPane(QWidget):
    """Questions one after another; typing is possible while an answer or the model is awaited.

    Signals:
        answered: an answer came.
    """

    answered = Signal()

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self.turns: list[Turn] = []
        self._build()
        context.session.closed.connect(self.clear)

    def _build(self) -> None:
        self._body = QWidget()
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(24, 18, 24, 10)
        self._column.setSpacing(8)
        hint = self.tr(
            "Ask anything about this project. Answers come from what holds at the two times above, with their sources."
        )
        self._empty = label(hint, "muted", wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._column.addWidget(self._empty, 1)
        self._column.addStretch(1)
        self._area = QScrollArea()
        self._area.setWidget(self._body)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setAccessibleName(self.tr("Conversation"))
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.question = QLineEdit()
        self.question.setMaxLength(answers.LONGEST_QUESTION)
        self.question.setProperty("kind", "question")
        self.question.setPlaceholderText(self.tr("Ask about this project…"))
        self.question.setAccessibleName(self.tr("Question"))
        self.question.returnPressed.connect(self.ask)
        self.scope = ScopeField()
        self.scope.returnPressed.connect(self.ask)
        self.send = button(self.tr("Ask"), self.ask, "primary")
        self.stop_button = button(self.tr("Stop"), self.stop)
        for part in (self.send, self.stop_button):
            part.setFixedHeight(40)
        self.stop_button.hide()
        self._suggestions = Suggestions(self._context, 24)
        self._suggestions.chosen.connect(self.ask_this)
        row = QHBoxLayout()
        row.setContentsMargins(24, 6, 24, 14)
        row.setSpacing(8)
        row.addWidget(self.question, 5)
        row.addWidget(self.scope, 1)
        row.addWidget(self.stop_button)
        row.addWidget(self.send)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self._area, 1)
        outer.addWidget(self._suggestions)
        outer.addLayout(row)

    def ask_this(self, text: str) -> None:
        """Put a question and ask it."""
        self.question.setText(text)
        self.ask()

    def ask(self) -> None:
        """Ask what was typed; questions queue."""
        text = self.question.text().strip()
        if not text or self._context.session.overview is None:
            return
        try:
            scope = self.scope.scope()
        except InputError as error:
            self._context.session.failed.emit(error)
            return
        self.question.clear()
        turn = Turn(self._context, text, self._context.times.value, scope)
        turn.evidence_chosen.connect(self._open_item)
        turn.key_chosen.connect(self._context.places.go_key)
        turn.again_asked.connect(lambda: self._run(turn))
        self.turns.append(turn)
        self._empty.hide()
        self._suggestions.hide()
        self._column.insertWidget(self._column.count() - 1, turn)
        self._run(turn)

    def say_waiting(self, state: str) -> None:
        """Tell in the first turn that waits what it waits for."""
        for turn in self.turns:
            if turn.task is not None and turn.text.property("waiting"):
                turn.wait(state[:1].upper() + state[1:])
                return

    def stop(self) -> None:
        """Stop all that is under way or waits."""
        for turn in self.turns:
            if turn.task is not None:
                turn.task.token.cancel()

    def clear(self) -> None:
        """Forget the conversation."""
        self.stop()
        for turn in self.turns:
            turn.setParent(None)
            turn.deleteLater()
        self.turns.clear()
        self._empty.show()
        self._suggestions.show()
        self._show_running()

    def _run(self, turn: Turn) -> None:
        models, times = self._context.models, self._context.times.value
        call = self._context.executors.call
        waiting = any(other.task is not None for other in self.turns)
        turn.wait(self.tr("Waiting for its turn…") if waiting else self.tr("Thinking…"))

        def on_text(piece: str) -> None:
            call(lambda: self._streamed(turn, piece))

        def work(project: object, task: Task) -> answers.AnswerView:
            task.token.raise_if_cancelled()
            return answers.ask(
                project,  # type: ignore[arg-type]
                task,
                question=turn.question,
                strategy="temporal",
                times=times,
                scope=turn.scope,
                models=models,
                on_text=on_text,
            )

        turn.task = self._context.session.answer(
            turn, work, lambda view: self._answered(turn, view), lambda error: self._failed(turn, error)
        )
        self._show_running()
        self._scroll_down()

    def _streamed(self, turn: Turn, piece: str) -> None:
        if turn in self.turns and turn.task is not None:
            turn.stream(piece)
            self._scroll_down()

    def _answered(self, turn: Turn, view: answers.AnswerView) -> None:
        turn.task = None
        turn.show_answer(view)
        self._show_running()
        self._scroll_down()
        self.answered.emit()

    def _failed(self, turn: Turn, error: BaseException) -> None:
        turn.task = None
        report = report_of(error)
        if isinstance(error, Cancelled) or report is None:
            turn.show_error(self.tr("Stopped."))
        else:
            turn.show_error(report.message)
            if report.bug:
                self._context.hook.handle(error)
        self._show_running()

    def _show_running(self) -> None:
        self.stop_button.setVisible(any(turn.task is not None for turn in self.turns))

    def _scroll_down(self) -> None:
        bar = self._area.verticalScrollBar()
        QTimer.singleShot(30, self, lambda: bar.setValue(bar.maximum()))

    def _open_item(self, item: EvidenceItem) -> None:
        def show(key: Key | None) -> None:
            if key is not None:
                self._context.places.go_key(key)

        self._context.session.query(
            self, lambda project: answers.key_of_evidence(project, item=item), show, channel="evidence"
        )
