"""Conversations: asked on the answer lane, read on the query lane, kept in turn with the writes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tenure.answer.answer import Verdict
from tenure.answer.nearby import Nearby, nearby
from tenure.conversations.standing import Reopened, reopen
from tenure.conversations.store import Conversation
from tenure.conversations.turn import Feedback, Turn, turn_of
from tenure.keys import Key, Scope
from tenure.ledger.types import Fact, Statement
from tenure.project import Models, Project
from tenure_app.ops.answers import text_model
from tenure_app.ops.executors import Task
from tenure_app.ops.queries import KeyView, key_view, two_times
from tenure_app.times import TwoTimes


@dataclass(frozen=True, slots=True)
class TurnView:
    """A turn judged now, and what is known near it if it has no answer."""

    reopened: Reopened
    near: Nearby

    @property
    def turn(self) -> Turn:
        """The turn as kept."""
        return self.reopened.turn


@dataclass
class Thread:
    """A conversation that goes on, shared by the questions under way in it; changed by the writing thread alone.

    Attributes:
        id: its number, or None until its first answer is kept.
        deleted: whether it was deleted meanwhile; nothing more is kept of it.
    """

    id: int | None = None
    deleted: bool = False


def ask(
    project: Project,
    task: Task,
    *,
    question: str,
    times: TwoTimes,
    scope: Scope,
    models: Models,
    passages: int,
    on_text: Callable[[str], None],
) -> TurnView:
    """Answer a question from the ledger at the two times, where the scope says, from so many passages at most."""
    answers = project.answers(text_model(models))
    at = two_times(project, times)
    scoped = scope.as_dict() or None
    answer = answers.ask(question, scope=scoped, k=passages, on_text=on_text, cancel=task.token, **at)
    turn = turn_of(answer, project.ledger, valid=times.valid, known=times.known, scope=scope)
    return _view(project, turn, Reopened(turn, turn.marks, reopen(turn, project.ledger, answers).standings))


def conversations(project: Project, *, wanted: str) -> tuple[Conversation, ...]:
    """Return the conversations that hold all the words, the one changed last first."""
    return project.conversations.all(wanted)


def read(project: Project, *, conversation: int, last: int) -> tuple[TurnView, ...]:
    """Return the last turns of a conversation, each judged by what holds now."""
    answers = project.answers(None)
    turns = project.conversations.turns(conversation, last=last)
    return tuple(_view(project, turn, reopen(turn, project.ledger, answers)) for turn in turns)


def keep(project: Project, *, turn: Turn, thread: Thread) -> Turn:
    """Keep a turn in its conversation, which begins with its first one."""
    if thread.deleted:
        return turn
    kept = project.conversations.keep(turn, thread.id)
    thread.id = kept.conversation
    return kept


def rename(project: Project, *, conversation: int, title: str) -> None:
    """Give a conversation a title."""
    project.conversations.rename(conversation, title)


def delete(project: Project, *, conversation: int, thread: Thread | None) -> None:
    """Delete a conversation for good; ``thread`` if it is the one that goes on."""
    if thread is not None:
        thread.deleted = True
    project.conversations.delete(conversation)


def judge(project: Project, *, turn: int, feedback: Feedback) -> None:
    """Keep what the user says of an answer."""
    project.conversations.judge(turn, feedback)


@dataclass(frozen=True, slots=True)
class About:
    """A fact with what the dialogs that end or correct it need."""

    view: KeyView
    fact: Fact
    statement: Statement


def about(project: Project, *, fact: Fact) -> About:
    """Return a fact with its statement and key, as it is now."""
    view = key_view(project, key=fact.key, times=TwoTimes())
    now = next((one for one in view.history if one.statement == fact.statement), fact)
    return About(view, now, project.ledger.statement(now.statement))


def key_of_passage(project: Project, *, passage: int) -> Key | None:
    """Return a key that a passage states something about."""
    found = project.ledger.statements_of_passages([passage])
    return found[0].key if found else None


def _view(project: Project, turn: Turn, reopened: Reopened) -> TurnView:
    if turn.verdict is not Verdict.ABSTAINED or turn.erased:
        return TurnView(reopened, Nearby())
    ledger = project.ledger
    found = nearby(
        ledger,
        keys=turn.keys or (),
        subjects=turn.subjects,
        named=turn.named,
        valid=ledger.clock() if turn.at is None else turn.at,
        known=turn.tx,
    )
    return TurnView(reopened, found)


def judged(view: TurnView, feedback: Feedback) -> TurnView:
    """Return a turn with what the user says of it."""
    return replace(view, reopened=replace(view.reopened, turn=replace(view.turn, feedback=feedback)))


def numbered(view: TurnView, kept: Turn) -> TurnView:
    """Return a turn with its numbers, once it is kept."""
    turn = replace(view.turn, id=kept.id, conversation=kept.conversation)
    return replace(view, reopened=replace(view.reopened, turn=turn))


def placed(view: TurnView, number: int) -> TurnView:
    """Return an answer that takes the place of a kept turn; 0 for none."""
    return replace(view, reopened=replace(view.reopened, turn=replace(view.turn, id=number)))
