"""Compare: one question answered by two strategies side by side."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from tenure.answer.answer import EvidenceItem
from tenure.errors import Cancelled, InputError
from tenure.keys import Key, Scope
from tenure_app.context import AppContext
from tenure_app.errors.hook import report_of
from tenure_app.ops import answers
from tenure_app.ops.executors import Task
from tenure_app.panes.compare.column import StrategyColumn
from tenure_app.widgets.basics import button
from tenure_app.widgets.scope_field import ScopeField
from tenure_app.widgets.suggestions import Suggestions

_NARROW = 700
"""Width in pixels below which the columns stand below each other."""


class ComparePane(QWidget):
    """A question and two columns.

    Signals:
        answered: both columns have their answer.
    """

    answered = Signal()

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self._running: list[Task] = []
        self._asked = ""
        self._scope = Scope()
        self._dirty = False
        self._build()
        context.times.changed.connect(self._again)
        context.session.changed.connect(lambda _summary: self._again())
        context.session.closed.connect(self._forget)

    def _build(self) -> None:
        self.question = QLineEdit()
        self.question.setMaxLength(answers.LONGEST_QUESTION)
        self.question.setProperty("kind", "question")
        self.question.setPlaceholderText(self.tr("Ask something, such as: Which port does billing listen on?"))
        self.question.setAccessibleName(self.tr("Question"))
        self.question.returnPressed.connect(self.ask)
        self.scope = ScopeField()
        self.scope.returnPressed.connect(self.ask)
        self.ask_button = button(self.tr("Ask"), self.ask, "primary")
        self.ask_button.setFixedHeight(40)
        self.stop_button = button(self.tr("Stop"), self.stop)
        self.stop_button.setFixedHeight(40)
        self.stop_button.hide()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.question, 5)
        row.addWidget(self.scope, 1)
        row.addWidget(self.ask_button)
        row.addWidget(self.stop_button)
        names = answers.strategies()
        self.columns = [
            StrategyColumn(self._context, names, strategy, self._open_item) for strategy in ("rag", "temporal")
        ]
        cards = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        cards.setSpacing(14)
        self._cards = cards
        for column in self.columns:
            cards.addWidget(column, 1)
            column.strategy_changed.connect(self._again)
        self._suggestions = Suggestions(self._context)
        self._suggestions.chosen.connect(self.ask_this)
        inner = QWidget()
        inside = QVBoxLayout(inner)
        inside.setContentsMargins(16, 14, 16, 14)
        inside.setSpacing(14)
        inside.addLayout(row)
        inside.addWidget(self._suggestions)
        inside.addLayout(cards)
        inside.addStretch(1)
        area = QScrollArea()
        area.setWidget(inner)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(self.tr("Compare"))
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt override
        """Put the columns below each other where they have no room side by side."""
        narrow = event.size().width() < _NARROW
        self._cards.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)
        super().resizeEvent(event)

    def ask_this(self, text: str) -> None:
        """Put a question and ask it."""
        self.question.setText(text)
        self.ask()

    def ask(self) -> None:
        """Ask both strategies; a question under way is stopped first."""
        text = self.question.text().strip()
        if not text or self._context.session.overview is None:
            return
        try:
            self._scope = self.scope.scope()
        except InputError as error:
            self.stop()
            self._asked = ""
            for column in self.columns:
                column.show_error(str(error))
            return
        self._put(text)

    def _put(self, text: str) -> None:
        self.stop()
        self._asked = text
        self._dirty = False
        for column in self.columns:
            self._ask_column(column, text)
        self._show_running()

    def say_waiting(self, state: str) -> None:
        """Tell in the columns that wait what they wait for."""
        if self._running:
            for column in self.columns:
                if column.view is None and column.text.property("waiting"):
                    column.wait(state[:1].upper() + state[1:])

    def stop(self) -> None:
        """Stop what is under way."""
        for task in self._running:
            task.token.cancel()

    def _ask_column(self, column: StrategyColumn, text: str) -> None:
        times, models, strategy = self._context.times.value, self._context.models, column.strategy
        scope = self._scope
        call = self._context.executors.call
        column.wait(self.tr("Waiting for its turn…") if self._running else self.tr("Thinking…"))

        def on_text(piece: str) -> None:
            call(lambda: column.stream(piece) if task in self._running else None)

        def work(project: object, running: Task) -> answers.AnswerView:
            return answers.ask(
                project,  # type: ignore[arg-type]
                running,
                question=text,
                strategy=strategy,
                times=times,
                scope=scope,
                models=models,
                on_text=on_text,
            )

        task = self._context.session.answer(
            self,
            work,
            lambda view: self._settle(task, lambda: column.show_answer(view)),
            lambda error: self._settle(task, lambda: self._failed(column, error)),
        )
        self._running.append(task)

    def _settle(self, task: Task, show: Callable[[], None]) -> None:
        """Take a result, unless a newer question was asked meanwhile."""
        if task not in self._running:
            return
        stopped = task.token.cancelled and len(self._running) > len(self.columns)
        self._running.remove(task)
        if not stopped:
            show()
        self._show_running()
        if not self._running:
            self.answered.emit()

    def _failed(self, column: StrategyColumn, error: BaseException) -> None:
        report = report_of(error)
        if isinstance(error, Cancelled) or report is None:
            column.wait(self.tr("Stopped."))
        else:
            column.show_error(report.message)
            if report.bug:
                self._context.hook.handle(error)

    def _show_running(self) -> None:
        self.stop_button.setVisible(bool(self._running))
        self._suggestions.setVisible(not self._asked)

    def _again(self) -> None:
        """What was answered may no longer hold: ask again, once the pane is seen."""
        if self._asked and self.isVisible():
            self._put(self._asked)
        else:
            self._dirty = bool(self._asked)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt override
        """Catch up with what was missed while hidden."""
        super().showEvent(event)
        if self._dirty:
            self._put(self._asked)

    def _forget(self) -> None:
        self.stop()
        self._running.clear()
        self._asked = ""
        self._suggestions.show()
        for column in self.columns:
            column.rest()

    def _open_item(self, item: EvidenceItem) -> None:
        def show(key: Key | None) -> None:
            if key is not None:
                self._context.places.go_key(key)

        self._context.session.query(
            self, lambda project: answers.key_of_evidence(project, item=item), show, channel="evidence"
        )
