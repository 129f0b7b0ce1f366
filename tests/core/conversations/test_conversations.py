from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.facts_world import NOW, make_project
from tenure.clock import fixed_clock
from tenure.conversations.standing import reopen
from tenure.conversations.store import LONGEST_TITLE
from tenure.conversations.turn import Feedback, Turn, turn_of
from tenure.errors import InputError, NotFoundError
from tenure.instants import Dated, parse_date
from tenure.keys import NO_SCOPE, Key, Scope
from tenure.ledger.types import Assert, Correct, Erase, State
from tenure.project import Project

PORT = Key("billing", "port")
QUESTION = "Which port does billing listen on?"


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    path = make_project(tmp_path / "harbor.tenure")
    with Project.open(path, clock=fixed_clock(NOW)) as opened:
        yield opened


def asked(project: Project, question: str, *, valid: Dated | None = None, scope: Scope = NO_SCOPE) -> Turn:
    answer = project.answers(None).ask(question, valid=valid, scope=scope.as_dict() or None)
    return turn_of(answer, project.ledger, valid=valid, known=None, scope=scope)


def states(project: Project, turn: Turn) -> list[tuple[str, str]]:
    seen = reopen(turn, project.ledger, project.answers(None))
    return [(one.citation.value, one.state.value) for one in seen.standings]


def file_bytes(project: Project) -> bytes:
    return b"".join(file.read_bytes() for file in project.path.parent.iterdir() if file.name.startswith("harbor"))


def test_a_turn_comes_back_as_it_was_kept(project: Project) -> None:
    kept = project.conversations.keep(asked(project, QUESTION, valid=parse_date("2025-07"), scope=Scope.parse("env=x")))
    assert kept.citations
    assert project.conversations.turns(kept.conversation) == (kept,)
    before = project.ledger.last_tx()
    other = project.conversations.keep(asked(project, "Who owns billing?"), kept.conversation)
    assert [turn.id for turn in project.conversations.turns(kept.conversation)] == [kept.id, other.id]
    assert project.ledger.last_tx() == before


def test_asked_again_it_takes_its_place(project: Project) -> None:
    first = project.conversations.keep(asked(project, QUESTION))
    second = project.conversations.keep(asked(project, "Who owns billing?"), first.conversation)
    again = project.conversations.keep(replace(asked(project, QUESTION), id=first.id), first.conversation)
    assert project.conversations.turns(first.conversation) == (again, second)


def test_conversations_are_listed_found_renamed_and_deleted(project: Project) -> None:
    room = project.conversations
    port = room.keep(asked(project, QUESTION)).conversation
    owner = room.keep(asked(project, "Who owns billing?")).conversation
    assert [one.title for one in room.all()] == ["Who owns billing?", QUESTION]
    assert [one.id for one in room.all("PORT billing")] == [port]
    assert [one.id for one in room.all("ledger team")] == [owner]
    room.rename(owner, "  The\nowner ")
    assert room.get(owner).title == "The owner"
    with pytest.raises(InputError, match="at most"):
        room.rename(owner, "x" * (LONGEST_TITLE + 1))
    room.rename(owner, "")
    assert room.get(owner).title == "Who owns billing?"
    room.delete(port)
    assert [one.id for one in room.all()] == [owner]
    assert room.turns(port) == ()
    with pytest.raises(NotFoundError, match="deleted"):
        room.rename(port, "x")
    with pytest.raises(NotFoundError, match="deleted"):
        room.keep(asked(project, QUESTION), port)
    quotes = project.ledger.connection.execute(
        "SELECT count(*) FROM turn_quote WHERE turn NOT IN (SELECT id FROM turn)"
    )
    assert quotes.fetchone()[0] == 0


def test_feedback_stays_with_the_turn(project: Project) -> None:
    kept = project.conversations.keep(asked(project, QUESTION))
    project.conversations.judge(kept.id, Feedback.OUTDATED)
    assert project.conversations.turns(kept.conversation)[0].feedback is Feedback.OUTDATED
    project.conversations.judge(kept.id, None)
    assert project.conversations.turns(kept.conversation)[0].feedback is None


def test_an_old_answer_is_judged_by_what_holds_now(project: Project) -> None:
    now, then = asked(project, QUESTION), asked(project, QUESTION, valid=parse_date("2025-07-01"))
    project.ledger.assert_(PORT, "9000", parse_date("2026-03-10").at)
    seen = reopen(now, project.ledger, project.answers(None))
    assert {(mark.value, mark.state) for mark in seen.marks} == {("8443", State.SUPERSEDED)}
    (lapsed,) = seen.lapsed
    assert lapsed.fact is not None
    assert lapsed.fact.superseded_by == "9000"
    assert reopen(then, project.ledger, project.answers(None)).lapsed == ()
    assert states(project, then) == [("8080", "current")]


def test_what_was_corrected_or_came_back_is_told(project: Project) -> None:
    turn = asked(project, QUESTION)
    (statement,) = (cited.statement for cited in turn.citations)
    assert statement is not None
    project.ledger.apply([Correct(statement, object="8444")])
    (lapsed,) = reopen(turn, project.ledger, project.answers(None)).lapsed
    assert lapsed.fact is None
    project.ledger.apply([Assert(PORT, "8443", parse_date("2026-03-01").at)])
    assert reopen(turn, project.ledger, project.answers(None)).lapsed == ()


@pytest.mark.parametrize("by", ["statement", "source", "subject"])
def test_an_erasure_blanks_what_quotes_it(project: Project, by: str) -> None:
    room = project.conversations
    turn = room.keep(asked(project, QUESTION))
    other = room.keep(asked(project, "Who owns the api-gateway?"), turn.conversation)
    (cited,) = turn.citations
    operation = {
        "statement": Erase(statement=cited.statement),
        "source": Erase(source=cited.source),
        "subject": Erase(subject="Billing"),
    }[by]
    assert b"billing listen" in file_bytes(project)
    project.ledger.apply([operation], dry_run=True)
    assert not room.turns(turn.conversation)[0].erased
    project.ledger.apply([operation])
    blank, kept = room.turns(turn.conversation)
    assert blank.erased
    assert (blank.question, blank.text, blank.citations, blank.marks) == ("", "", (), ())
    assert blank.asked_at == turn.asked_at
    assert kept == other
    assert room.get(turn.conversation).title == "Who owns the api-gateway?"
    assert b"billing listen" not in file_bytes(project)
    assert list(blank.quotes()) == []


def test_an_erased_value_goes_wherever_it_is_spoken_of(project: Project) -> None:
    room = project.conversations
    secret = Key("vault", "password")
    project.ledger.assert_(secret, "hunter-two", parse_date("2026-01-01").at, name="x")
    turn = room.keep(asked(project, "Is hunter-two used by anybody?"))
    other = room.keep(asked(project, "Are hunter-twosomes used by anybody?"))
    room.rename(turn.conversation, "About Hunter-Two")
    project.ledger.erase("x")
    assert room.turns(turn.conversation)[0].erased
    assert room.get(turn.conversation).title == ""
    assert not room.turns(other.conversation)[0].erased


def test_a_turn_that_was_erased_can_be_reopened(project: Project) -> None:
    kept = project.conversations.keep(asked(project, QUESTION))
    project.ledger.apply([Erase(subject="billing")])
    (blank,) = project.conversations.turns(kept.conversation)
    seen = reopen(blank, project.ledger, project.answers(None))
    assert (seen.marks, seen.standings) == ((), ())
