"""Chat: conversations with the project, kept in it; each sentence with the facts it rests on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from tenure.answer.citing import Citation
from tenure.conversations.store import Conversation
from tenure.conversations.turn import Feedback, Turn
from tenure.errors import Cancelled, InputError
from tenure.keys import NO_SCOPE, Key, Scope
from tenure.ledger.types import Fact
from tenure.project import Project
from tenure_app.context import AppContext
from tenure_app.errors.hook import report_of
from tenure_app.ops import chat
from tenure_app.ops.chat import TurnView
from tenure_app.ops.executors import Task
from tenure_app.panes.chat.listing import ConversationList
from tenure_app.panes.chat.parts import AskRow, TurnColumn
from tenure_app.panes.chat.turn import TurnBox
from tenure_app.settings.specs import PASSAGES
from tenure_app.times import TwoTimes
from tenure_app.widgets.suggestions import Suggestions

_PAGE = 20
"""Turns of a long conversation shown at first, and more at a time."""
_ROOM = 800
"""Pixels of width from which on the list of conversations is shown by itself."""


class ChatPane(QWidget):
    """Questions one after another; typing is possible while an answer or the model is awaited.

    Signals:
        answered: an answer came.
        reopened: a conversation is shown as it was kept, judged by what holds now.
        kept: an answer was kept in the project.
        fact_chosen(object): a fact is to be shown in the inspector.
        source_chosen(str): a source is to be shown.
        end_asked(object), correct_asked(object): with a ``(KeyView, Fact, Statement)``, as of the inspector.
        add_asked(object): a fact is to be added; its key as far as it is known, or None.
        said(str): something to tell in the status bar.
    """

    answered = Signal()
    reopened = Signal()
    kept = Signal()
    fact_chosen = Signal(object)
    source_chosen = Signal(str)
    end_asked = Signal(object)
    correct_asked = Signal(object)
    add_asked = Signal(object)
    said = Signal(str)

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self.turns: list[TurnBox] = []
        self.thread_here = chat.Thread()
        self._tasks: set[Task] = set()
        self._dirty = False
        self._listed: bool | None = None
        self._most = _PAGE
        self._build()
        session = context.session
        session.opened.connect(self._opened)
        session.closed.connect(self.clear)
        session.changed.connect(lambda _summary: self.refresh())

    # Assembly

    def _build(self) -> None:
        self.list = ConversationList(self._context)
        self.list.chosen.connect(self.open)
        self.list.new_asked.connect(self.begin)
        self.list.deleted.connect(self._deleted)
        self.column = TurnColumn()
        self.column.earlier_asked.connect(self._show_earlier)
        self.earlier = self.column.earlier
        self._suggestions = Suggestions(self._context, 24)
        self._suggestions.chosen.connect(self.ask_this)
        row = AskRow(self._context)
        row.asked.connect(self.ask)
        row.stop_asked.connect(self.stop)
        row.list_asked.connect(self.toggle_list)
        self.question, self.scope, self.stop_button, self.list_button = row.question, row.scope, row.stop, row.list
        talk = QVBoxLayout()
        talk.setContentsMargins(0, 0, 0, 0)
        talk.setSpacing(0)
        talk.addWidget(self.column, 1)
        talk.addWidget(self._suggestions)
        talk.addWidget(row)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.list)
        outer.addLayout(talk, 1)

    # Conversations

    def begin(self) -> None:
        """Begin a new conversation; what is under way goes on and is kept in its own."""
        self._show_thread(chat.Thread())
        self.question.setFocus()

    def open(self, conversation: int) -> None:
        """Show a kept conversation, judged by what holds now."""
        if self.thread_here.id != conversation:
            self._show_thread(chat.Thread(conversation))
            self._read()

    def refresh(self) -> None:
        """Judge the conversation anew, at once if it is seen."""
        if self._context.session.overview is None:
            return
        if not self.isVisible():
            self._dirty = True
            return
        self._dirty = False
        self.list.refresh()
        self._read()

    def toggle_list(self) -> None:
        """Show or hide the list of conversations."""
        self._listed = self.list.isHidden()
        self.list.setVisible(self._listed)

    def clear(self) -> None:
        """Show no conversation, as without a project."""
        self._tasks.clear()
        self._show_thread(chat.Thread())

    def _opened(self) -> None:
        session = self._context.session

        def show(found: Sequence[Conversation]) -> None:
            if found and self.thread_here.id is None and not self.turns:
                self.thread_here = chat.Thread(found[0].id)
                self._dirty = True
                if self.isVisible():
                    self.refresh()
            self.list.show_here(self.thread_here)

        session.query(self, lambda project: chat.conversations(project, wanted=""), show, channel="first conversations")

    def _show_thread(self, thread: chat.Thread) -> None:
        for turn in self.turns:
            turn.setParent(None)
            turn.deleteLater()
        self.turns.clear()
        self.thread_here = thread
        self._most = _PAGE
        self.earlier.hide()
        self._show_empty()
        self._show_running()
        self.list.show_here(thread)

    def _show_empty(self) -> None:
        nothing = not self.turns
        self.column.empty.setVisible(nothing)
        self._suggestions.setVisible(nothing)

    def _read(self) -> None:
        conversation = self.thread_here.id
        if conversation is None:
            return
        thread, most = self.thread_here, max(self._most, len(self.turns))
        self._context.session.query(
            self,
            lambda project: chat.read(project, conversation=conversation, last=most + 1),
            lambda views: self._show_views(thread, views),
            channel="conversation",
        )

    def _show_views(self, thread: chat.Thread, views: Sequence[TurnView]) -> None:
        if thread is not self.thread_here:
            return
        boxes = {turn.view.turn.id: turn for turn in self.turns if turn.view is not None}
        came, most = not self.turns, max(self._most, len(self.turns))
        self.earlier.setVisible(len(views) > most)
        first = min(boxes, default=0)
        for at, view in enumerate(views[-most:]):
            turn = view.turn
            box = boxes.get(turn.id)
            if box is None and (came or turn.id < first):
                box = self._add(turn.question, TwoTimes(turn.valid, turn.known), turn, at=at)
            if box is not None and box.task is None:
                box.show_view(view)
        self._show_empty()
        if came:
            self.column.scroll_down()
        self.reopened.emit()

    def _show_earlier(self) -> None:
        self._most = len(self.turns) + _PAGE
        self._read()

    def _deleted(self, conversation: int) -> None:
        if self.thread_here.id == conversation:
            self.begin()

    # Asking

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
        self._run(self._add(text, self._context.times.value, scope=scope))

    def stop(self) -> None:
        """Stop all that is under way or waits."""
        for task in self._tasks:
            task.token.cancel()

    def say_waiting(self, state: str) -> None:
        """Tell in the first turn that waits what it waits for."""
        for turn in self.turns:
            if turn.task is not None and turn.text.property("waiting"):
                turn.wait(state[:1].upper() + state[1:])
                return

    def _add(
        self,
        question: str,
        times: TwoTimes,
        kept: Turn | None = None,
        *,
        scope: Scope = NO_SCOPE,
        at: int | None = None,
    ) -> TurnBox:
        turn = TurnBox(self._context, question, times, scope if kept is None else kept.scope)
        turn.fact_chosen.connect(self.fact_chosen)
        turn.passage_chosen.connect(self._open_passage)
        turn.key_chosen.connect(self._context.places.go_key)
        turn.asked.connect(self.ask_this)
        turn.again_asked.connect(lambda: self._run(turn))
        turn.judged.connect(lambda feedback, fact: self._judged(turn, feedback, fact))
        turn.add_asked.connect(self.add_asked)
        place = len(self.turns) if at is None else at
        self.turns.insert(place, turn)
        self._show_empty()
        self.column.insert(place, turn)
        return turn

    def _run(self, turn: TurnBox) -> None:
        if turn.task is not None:
            return
        models, thread = self._context.models, self.thread_here
        passages = self._context.settings.get(PASSAGES)
        call = self._context.executors.call
        number = 0 if turn.view is None else turn.view.turn.id
        turn.wait(self.tr("Waiting for its turn…") if self._tasks else self.tr("Thinking…"))

        def on_text(piece: str) -> None:
            call(lambda: self._streamed(turn, piece))

        def work(project: Project, task: Task) -> TurnView:
            task.token.raise_if_cancelled()
            return chat.ask(
                project,
                task,
                question=turn.question,
                times=turn.times,
                scope=turn.scope,
                models=models,
                passages=passages,
                on_text=on_text,
            )

        task = self._context.session.answer(
            self,
            work,
            lambda view: self._answered(turn, task, view, thread, number),
            lambda error: self._failed(turn, task, error),
        )
        turn.task = task
        self._tasks.add(task)
        self._show_running()
        self.column.scroll_down()

    def _streamed(self, turn: TurnBox, piece: str) -> None:
        if turn in self.turns and turn.task is not None:
            turn.stream(piece)
            self.column.scroll_down()

    def _answered(self, turn: TurnBox, task: Task, view: TurnView, thread: chat.Thread, number: int) -> None:
        self._tasks.discard(task)
        if turn in self.turns:
            turn.task = None
            turn.show_view(view)
            self.column.scroll_down()
        self._show_running()
        self._keep(turn, chat.placed(view, number), thread)
        self.answered.emit()

    def _keep(self, turn: TurnBox, view: TurnView, thread: chat.Thread) -> None:
        def done(kept: Turn) -> None:
            if turn in self.turns and turn.view is not None:
                turn.view = chat.numbered(turn.view, kept)
            self.list.refresh()
            self.kept.emit()

        self._context.session.keep(self, lambda project: chat.keep(project, turn=view.turn, thread=thread), done)

    def _failed(self, turn: TurnBox, task: Task, error: BaseException) -> None:
        self._tasks.discard(task)
        self._show_running()
        report = report_of(error)
        stopped = isinstance(error, Cancelled) or report is None
        if report is not None and report.bug and not stopped:
            self._context.hook.handle(error)
        if turn in self.turns:
            turn.task = None
            turn.show_error(self.tr("Stopped.") if stopped or report is None else report.message)

    def _show_running(self) -> None:
        self.stop_button.setVisible(bool(self._tasks))

    # What is done with an answer

    def _judged(self, turn: TurnBox, feedback: Feedback, fact: Fact | None) -> None:
        view = turn.view
        if view is None:
            return
        turn.show_view(chat.judged(view, feedback))
        session, number = self._context.session, view.turn.id
        if number:
            session.keep(self, lambda project: chat.judge(project, turn=number, feedback=feedback), lambda _none: None)
        if fact is None:
            self.add_asked.emit(view.turn.about)
            return
        asked = self.end_asked if feedback is Feedback.OUTDATED else self.correct_asked

        def found(about: chat.About) -> None:
            self.fact_chosen.emit(about.fact)
            if feedback is Feedback.OUTDATED and about.fact.valid_to is not None:
                self.said.emit(self.tr("It holds no more already; nothing is left to end."))
            else:
                asked.emit((about.view, about.fact, about.statement))

        session.query(self, lambda project: chat.about(project, fact=fact), found, channel="about")

    def _open_passage(self, cited: Citation) -> None:
        def show(key: Key | None) -> None:
            if key is not None:
                self._context.places.go_key(key)
            elif cited.source is not None:
                self.source_chosen.emit(cited.source)

        passage = cited.passage
        if passage is None:
            show(None)
        else:
            self._context.session.query(
                self, lambda project: chat.key_of_passage(project, passage=passage), show, channel="passage"
            )

    # Qt

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt override
        """Catch up with what was written meanwhile."""
        super().showEvent(event)
        if self._dirty:
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt override
        """Show the list where there is room for it, unless the user decided."""
        super().resizeEvent(event)
        if self._listed is None:
            self.list.setVisible(self.width() >= self._context.theme.px(_ROOM))
