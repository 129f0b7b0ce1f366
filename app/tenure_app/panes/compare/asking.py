"""One question, asked of the strategies of the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from tenure.answer.answer import EvidenceItem
from tenure.errors import Cancelled, InputError
from tenure.keys import Key, Scope
from tenure_app.context import AppContext
from tenure_app.errors.hook import report_of
from tenure_app.ops import answers
from tenure_app.ops.executors import Task
from tenure_app.panes.compare.board import Board
from tenure_app.panes.compare.column import StrategyColumn
from tenure_app.settings.specs import PASSAGES
from tenure_app.widgets.basics import button, scrolling, tool
from tenure_app.widgets.scope_field import ScopeField
from tenure_app.widgets.suggestions import Suggestions

_FIELD_HEIGHT = 40


class AskPage(QWidget):
    """A question and its columns.

    Signals:
        answered: every column has its answer.
        asked: a question was put; what else stood here about the answers no longer holds.
    """

    answered = Signal()
    asked = Signal()

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self._running: dict[Task, tuple[StrategyColumn, str]] = {}
        self._question = ""
        self._scope = Scope()
        self._dirty = False
        self.extra = QVBoxLayout()
        self._build()
        self._show_strategies(context.settings.compare_strategies)
        context.times.changed.connect(self._again)
        context.session.changed.connect(lambda _summary: self._again())
        context.session.closed.connect(self._forget)

    def _build(self) -> None:
        self._make_question_row()
        self.board = Board(self._context, answers.strategies(), self._open_item)
        self.board.chosen.connect(self._rearranged)
        self._suggestions = Suggestions(self._context)
        self._suggestions.chosen.connect(self.ask_this)
        inner = QWidget()
        inside = QVBoxLayout(inner)
        inside.setContentsMargins(16, 12, 16, 16)
        inside.setSpacing(12)
        inside.addLayout(self._row)
        inside.addWidget(self._suggestions)
        inside.addLayout(self.extra)
        inside.addWidget(self.board)
        inside.addStretch(1)
        area = scrolling(inner, self.tr("Compare"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    def _make_question_row(self) -> None:
        self.question = QLineEdit()
        self.question.setMaxLength(answers.LONGEST_QUESTION)
        self.question.setProperty("kind", "question")
        self.question.setPlaceholderText(self.tr("Ask something, such as: Which port does billing listen on?"))
        self.question.setAccessibleName(self.tr("Question"))
        self.question.returnPressed.connect(self.ask)
        self.scope = ScopeField()
        self.scope.returnPressed.connect(self.ask)
        self.ask_button = button(self.tr("Ask"), self.ask, "primary")
        self.stop_button = button(self.tr("Stop"), self.stop)
        self.stop_button.hide()
        for part in (self.ask_button, self.stop_button):
            part.setFixedHeight(_FIELD_HEIGHT)
        self.add_button = tool(
            self._context.theme, "add", self.tr("Add a column: one strategy more beside the others"), self.add_column
        )
        self.add_button.setProperty("kind", "button")
        self.add_button.setFixedSize(_FIELD_HEIGHT, _FIELD_HEIGHT)
        self._row = QHBoxLayout()
        self._row.setSpacing(8)
        self._row.addWidget(self.question, 5)
        self._row.addWidget(self.scope, 1)
        self._row.addWidget(self.ask_button)
        self._row.addWidget(self.stop_button)
        self._row.addWidget(self.add_button)

    @property
    def views(self) -> list[answers.AnswerView]:
        """The answers shown, from the left."""
        return [column.view for column in self.board.columns if column.view is not None]

    # Asking

    def ask_this(self, text: str) -> None:
        """Put a question and ask it."""
        self.question.setText(text)
        self.ask()

    def ask(self) -> None:
        """Ask every strategy; a question under way is stopped first."""
        text = self.question.text().strip()
        if not text or self._context.session.overview is None:
            return
        try:
            self._scope = self.scope.scope()
        except InputError as error:
            self.stop()
            self._question = ""
            for column in self.board.columns:
                column.show_error(str(error))
            return
        self._put(text)

    def add_column(self) -> None:
        """Show one strategy more, if there is one left."""
        column = self.board.add()
        if column is not None:
            column.chooser.setFocus()

    def show_views(self, question: str, scope: Scope, strategies: list[str], views: list[answers.AnswerView]) -> None:
        """Show answers that were given before, without asking."""
        self._leave()
        self._question = ""
        self._dirty = False
        self.question.setText(question)
        self.scope.setText(", ".join(f"{name}={value}" for name, value in scope.as_dict().items()))
        self._show_strategies(strategies)
        given = {view.answer.strategy: view for view in views}
        for column in self.board.columns:
            if column.strategy in given:
                column.show_answer(given[column.strategy])
            else:
                column.wait(self.tr("Not asked."))
        self._suggestions.hide()

    def say_waiting(self, state: str) -> None:
        """Tell in the columns that wait what they wait for."""
        for column, _strategy in self._running.values():
            if column.view is None and column.text.property("waiting"):
                column.wait(state[:1].upper() + state[1:])

    def stop(self) -> None:
        """Stop what is under way."""
        for task in self._running:
            task.token.cancel()

    def _leave(self) -> None:
        """Stop what is under way and take no notice of what still comes."""
        self.stop()
        self._running.clear()
        self._show_running()

    def _put(self, text: str) -> None:
        self._leave()
        self._question = text
        self._dirty = False
        self.asked.emit()
        for column in self.board.columns:
            self._ask_column(column, text)
        self._show_running()

    def _show_strategies(self, strategies: Sequence[str]) -> None:
        self.board.show_strategies(strategies)
        self.add_button.setVisible(self.board.can_add)

    def _rearranged(self) -> None:
        """Other strategies were chosen: keep the answers there are, ask for those that lack."""
        board = self.board
        self._context.settings.compare_strategies = board.strategies
        self.add_button.setVisible(board.can_add)
        if not self._question:
            return
        given = {view.answer.strategy: view for view in self.views}
        for task, (column, strategy) in list(self._running.items()):
            if column not in board.columns or strategy != column.strategy:
                task.token.cancel()
                del self._running[task]
        asked = [column for column, _strategy in self._running.values()]
        for column in board.columns:
            view = given.get(column.strategy)
            if view is None and column not in asked:
                self._ask_column(column, self._question)
            elif view is not None and column.view is not view:
                column.show_answer(view)
        self._show_running()

    def _ask_column(self, column: StrategyColumn, text: str) -> None:
        times, models, strategy = self._context.times.value, self._context.models, column.strategy
        scope, passages = self._scope, self._context.settings.get(PASSAGES)
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
                passages=passages,
                on_text=on_text,
            )

        task = self._context.session.answer(
            self,
            work,
            lambda view: self._settle(task, lambda: column.show_answer(view)),
            lambda error: self._settle(task, lambda: self._failed(column, error)),
        )
        self._running[task] = (column, strategy)

    def _settle(self, task: Task, show: Callable[[], None]) -> None:
        """Take a result, unless a newer question was asked meanwhile."""
        if self._running.pop(task, None) is None:
            return
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
        self._suggestions.setVisible(not self._question)

    def _again(self) -> None:
        """What was answered may no longer hold: ask again, once the pane is seen."""
        if self._question and self.isVisible():
            self._put(self._question)
        else:
            self._dirty = bool(self._question)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt override
        """Catch up with what was missed while hidden."""
        super().showEvent(event)
        if self._dirty:
            self._put(self._question)

    def _forget(self) -> None:
        self._leave()
        self._question = ""
        self._suggestions.show()
        for column in self.board.columns:
            column.rest()

    def _open_item(self, item: EvidenceItem) -> None:
        def show(key: Key | None) -> None:
            if key is not None:
                self._context.places.go_key(key)

        self._context.session.query(
            self, lambda project: answers.key_of_evidence(project, item=item), show, channel="evidence"
        )
