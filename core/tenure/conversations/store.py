"""The conversations of one project. Nothing here is a write of the ledger, and so nothing a step to undo."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tenure.answer.answer import Reason, Verdict
from tenure.conversations import details
from tenure.conversations.turn import Feedback, Turn
from tenure.errors import InputError, NotFoundError
from tenure.instants import Dated, Precision, zone_named
from tenure.keys import Scope, fold
from tenure.ledger import Ledger

LONGEST_TITLE = 200
"""Characters."""

_COLUMNS = (
    "id, conversation, question, asked_at, valid, known, scope, strategy, text, verdict, reason, details, feedback, "
    "erased"
)
_LISTED = (
    "SELECT c.id, coalesce(nullif(c.title, ''), (SELECT question FROM turn WHERE conversation = c.id AND erased = 0 "
    "ORDER BY id LIMIT 1), ''), c.created_at, c.changed_at, (SELECT count(*) FROM turn WHERE conversation = c.id) "
    "FROM conversation c"
)


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation as it is listed.

    Attributes:
        id: unique in the project.
        title: as given, else its first question; empty if there is neither.
        created_at, changed_at: microseconds UTC.
        turns: how many questions were asked.
    """

    id: int
    title: str
    created_at: int
    changed_at: int
    turns: int


class Conversations:
    """Keeps and finds conversations, through the ledger's connection."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._db = ledger.connection

    def all(self, wanted: str = "", *, limit: int = 1000) -> tuple[Conversation, ...]:
        """Return the conversations, the one changed last first; those whose title, questions or answers hold all
        words of ``wanted``."""
        rows = self._db.execute(f"{_LISTED} ORDER BY c.changed_at DESC, c.id DESC").fetchall()
        words = fold(wanted).split()
        inside = {row[0] for row in rows} if not words else self._holding(words)
        return tuple(Conversation(*row) for row in rows if row[0] in inside)[:limit]

    def get(self, conversation: int) -> Conversation:
        """Return one conversation.

        Raises:
            NotFoundError: if there is none of this number.
        """
        row = self._db.execute(f"{_LISTED} WHERE c.id = ?", (conversation,)).fetchone()
        if row is None:
            raise NotFoundError("this conversation was deleted")
        return Conversation(*row)

    def turns(self, conversation: int, *, last: int | None = None) -> tuple[Turn, ...]:
        """Return the turns of a conversation in their order; with ``last``, so many of its end."""
        rows = self._db.execute(
            f"SELECT {_COLUMNS} FROM turn WHERE conversation = ? ORDER BY id DESC LIMIT ?",
            (conversation, -1 if last is None else last),
        ).fetchall()
        return tuple(_turn(row) for row in reversed(rows))

    def keep(self, turn: Turn, conversation: int | None = None) -> Turn:
        """Keep a turn at the end of a conversation, or of a new one; one that has an id is replaced where it is.

        Returns:
            The turn with its numbers.

        Raises:
            NotFoundError: if the conversation was deleted.
        """
        now = self._ledger.clock()
        with self._ledger.writing():
            if conversation is None:
                row = self._db.execute(
                    "INSERT INTO conversation (title, created_at, changed_at) VALUES ('', ?, ?)", (now, now)
                )
                conversation = int(row.lastrowid or 0)
            self.get(conversation)
            kept = replace(turn, conversation=conversation, id=turn.id or self._new_turn(conversation))
            self._write(kept)
            self._db.execute("UPDATE conversation SET changed_at = ? WHERE id = ?", (now, conversation))
        return kept

    def rename(self, conversation: int, title: str) -> None:
        """Give a conversation a title; an empty one is its first question again.

        Raises:
            InputError: if the title is too long.
            NotFoundError: if the conversation was deleted.
        """
        if len(title) > LONGEST_TITLE:
            raise InputError(f"a title has at most {LONGEST_TITLE} characters, this one {len(title):,}")
        self.get(conversation)
        with self._ledger.writing():
            self._db.execute("UPDATE conversation SET title = ? WHERE id = ?", (" ".join(title.split()), conversation))

    def delete(self, conversation: int) -> None:
        """Delete a conversation with all its turns, for good; one that is gone already is no error."""
        with self._ledger.writing():
            self._db.execute("DELETE FROM conversation WHERE id = ?", (conversation,))

    def judge(self, turn: int, feedback: Feedback | None) -> None:
        """Keep what a person says of an answer; None takes it back."""
        with self._ledger.writing():
            value = None if feedback is None else feedback.value
            self._db.execute("UPDATE turn SET feedback = ? WHERE id = ?", (value, turn))

    def _holding(self, words: Sequence[str]) -> set[int]:
        texts: dict[int, str] = {}
        for number, text in self._db.execute("SELECT id, title FROM conversation").fetchall():
            texts[number] = fold(text)
        for number, question, answer in self._db.execute("SELECT conversation, question, text FROM turn").fetchall():
            texts[number] = f"{texts.get(number, '')}\n{fold(question)}\n{fold(answer)}"
        return {number for number, text in texts.items() if all(word in text for word in words)}

    def _new_turn(self, conversation: int) -> int:
        row = self._db.execute(
            "INSERT INTO turn (conversation, question, asked_at, scope, strategy, text, verdict, details) "
            "VALUES (?, '', 0, '', '', '', '', '{}')",
            (conversation,),
        )
        return int(row.lastrowid or 0)

    def _write(self, turn: Turn) -> None:
        values = (
            turn.conversation,
            turn.question,
            turn.asked_at,
            _dated(turn.valid),
            _dated(turn.known),
            json.dumps(turn.scope.as_dict(), ensure_ascii=False),
            turn.strategy,
            turn.text,
            turn.verdict.value,
            None if turn.reason is None else turn.reason.value,
            details.written(turn),
            None if turn.feedback is None else turn.feedback.value,
            turn.erased,
        )
        self._db.execute(
            "UPDATE turn SET conversation = ?, question = ?, asked_at = ?, valid = ?, known = ?, scope = ?, "
            "strategy = ?, text = ?, verdict = ?, reason = ?, details = ?, feedback = ?, erased = ? WHERE id = ?",
            (*values, turn.id),
        )
        self._db.execute("DELETE FROM turn_quote WHERE turn = ?", (turn.id,))
        self._db.executemany(
            "INSERT OR IGNORE INTO turn_quote (kind, quoted, turn) VALUES (?, ?, ?)",
            [(kind, quoted, turn.id) for kind, quoted in turn.quotes()],
        )


def _turn(row: Sequence[Any]) -> Turn:
    number, conversation, question, asked, valid, known, scope, strategy, text, verdict, reason, rest, said, erased = (
        row
    )
    return Turn(
        question=question,
        asked_at=asked,
        valid=_read_date(valid),
        known=_read_date(known),
        scope=Scope.of(json.loads(scope or "{}")),
        strategy=strategy,
        text=text,
        verdict=Verdict(verdict),
        reason=None if reason is None else Reason(reason),
        feedback=None if said is None else Feedback(said),
        erased=bool(erased),
        id=number,
        conversation=conversation,
        **details.read(rest),
    )


def _dated(date: Dated | None) -> str | None:
    return None if date is None else json.dumps([date.at, date.precision.value, str(date.zone)])


def _read_date(written: str | None) -> Dated | None:
    if written is None:
        return None
    at, precision, zone = json.loads(written)
    return Dated(at, Precision(precision), zone_named(zone))
