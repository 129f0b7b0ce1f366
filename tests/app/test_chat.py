from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QWidget

from helpers.app_window import Opened
from helpers.facts_world import HOSTILE, NOW
from tenure.clock import fixed_clock
from tenure.conversations.turn import Feedback, Turn, turn_of
from tenure.instants import parse_date
from tenure.keys import NO_SCOPE, Key
from tenure.ledger.types import Erase
from tenure.models.fake import ScriptedModel
from tenure.project import Project
from tenure_app.dialogs.ask import Question
from tenure_app.dialogs.facts import AddFact, CorrectFact, EndFact
from tenure_app.ops import writes
from tenure_app.panes.chat.model import ConversationModel
from tenure_app.panes.chat.turn import TurnBox
from tenure_app.panes.chat.words import CITE
from tenure_app.places import Place
from tenure_app.widgets.positions import qt_places

PORT = Key("billing", "port")
QUESTION = "Which port does billing listen on?"
OWNER = "Who owns billing?"


def ask(opened: Opened, question: str = QUESTION) -> TurnBox:
    """Ask as a person would and wait until the answer is kept."""
    opened.window.context.places.go(Place("chat"))
    chat = opened.window.chat
    with opened.qtbot.waitSignal(chat.kept, timeout=20_000):
        opened.type_into(chat.question, question)
    opened.settle()
    return chat.turns[-1]


def press(inside: QWidget, text: str) -> None:
    QTest.mouseClick(next(b for b in inside.findChildren(QPushButton) if b.text() == text), Qt.MouseButton.LeftButton)


def kept(opened: Opened) -> list[Turn]:
    with opened.reader() as project:
        return [turn for one in project.conversations.all() for turn in project.conversations.turns(one.id)]


def move_port(project: Project, value: str = "9000") -> None:
    writes.add_fact(
        project, key=PORT, value=value, start=parse_date("2026-03-10"), end=None, temporary=False, dry_run=False
    )


def texts(inside: QWidget) -> str:
    return "\n".join(one.text() for one in inside.findChildren(QLabel) if not one.isHidden())


def test_what_is_asked_and_answered_is_kept_in_the_project(window: Opened) -> None:
    turn = ask(window)
    (stored,) = kept(window)
    assert turn.view is not None
    assert stored == turn.view.turn
    assert (stored.question, stored.valid, stored.strategy) == (QUESTION, None, "temporal")
    assert "8443" in stored.text
    assert not window.window.context.session.can_undo


def test_each_sentence_cites_and_a_number_opens_the_fact(window: Opened) -> None:
    turn = ask(window)
    numbers = [span for span in turn.text.spans if span.state == CITE]
    shown = turn.text.toPlainText()
    assert [shown[span.start : span.end].strip() for span in numbers] == ["1"]
    marked = [shown[span.start : span.end] for span in turn.text.spans if span.state == "current"]
    assert marked == ["8443"]
    window.window.context.places.go_key(None)
    with window.qtbot.waitSignal(window.window.inspector.shown, timeout=5_000):
        turn._span_clicked(turn.text.spans.index(numbers[0]))
    assert window.window.inspector.fact is not None
    assert window.window.inspector.fact.object == "8443"


def test_copy_gives_question_answer_and_sources(window: Opened) -> None:
    turn = ask(window)
    press(turn, "Copy")
    text = QGuiApplication.clipboard().text()
    assert text.startswith(QUESTION)
    assert "[1] billing · port: 8443 (since 2026-02-02)" in text
    assert "notes/2026-02-03" in text
    assert "line " in text


def test_a_conversation_comes_back_with_what_holds_no_more_struck_through(
    open_window: Callable[..., Opened], project_file: Path
) -> None:
    first = open_window(project_file)
    ask(first)
    first.close()
    with Project.open(project_file) as project:
        move_port(project)
    second = open_window(project_file)
    chat = second.window.chat
    with second.qtbot.waitSignal(chat.reopened, timeout=10_000):
        second.window.context.places.go(Place("chat"))
    (turn,) = chat.turns
    assert turn.question == QUESTION
    shown = turn.text.toPlainText()
    struck = [shown[s.start : s.end] for s in turn.text.spans if s.state == "superseded"]
    assert struck == ["8443"]
    assert "billing · port: 8443 holds no more: until 2026-03-10, then 9000" in texts(turn.lapses)
    assert not turn.lapses.isHidden()
    assert chat.list.view.currentIndex().data() == QUESTION


def test_a_write_judges_the_open_conversation_anew(window: Opened) -> None:
    turn = ask(window)
    assert turn.lapses.isHidden()
    with window.qtbot.waitSignal(window.window.chat.reopened, timeout=10_000):
        window.window.context.session.write(lambda project, _task: move_port(project))
    assert turn.lapses.isVisible()
    with window.qtbot.waitSignal(window.window.chat.reopened, timeout=10_000):
        window.window.commands["undo"].trigger()
    assert turn.lapses.isHidden()


def test_asked_of_a_past_time_it_stays_right(window: Opened) -> None:
    window.type_into(window.window.time_bar.valid.field, "2025-07-01")
    turn = ask(window)
    assert "8080" in turn.text.toPlainText()
    assert "valid 2025-07-01" in texts(turn)
    with window.qtbot.waitSignal(window.window.chat.reopened, timeout=10_000):
        window.window.context.session.write(lambda project, _task: move_port(project))
    assert turn.lapses.isHidden()
    assert [one.valid for one in kept(window)] == [parse_date("2025-07-01")]


def test_asking_again_takes_the_place_of_the_answer(window: Opened) -> None:
    turn = ask(window)
    before = kept(window)
    with window.qtbot.waitSignal(window.window.chat.kept, timeout=20_000):
        press(turn, "Ask again")
    after = kept(window)
    assert [one.id for one in after] == [one.id for one in before]
    assert window.window.chat.turns == [turn]


def test_conversations_are_begun_found_opened_renamed_and_deleted(window: Opened) -> None:
    chat = window.window.chat
    ask(window)
    press(chat.list, "New")
    assert chat.turns == []
    ask(window, OWNER)
    names = [chat.list.model.index(row).data() for row in range(chat.list.model.rowCount())]
    assert names == [OWNER, QUESTION]
    chat.list.search.setText("port")
    window.qtbot.waitUntil(lambda: chat.list.model.rowCount() == 1, timeout=5_000)
    with window.qtbot.waitSignal(chat.reopened, timeout=10_000):
        spot = chat.list.view.visualRect(chat.list.model.index(0)).center()
        QTest.mouseClick(chat.list.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert [turn.question for turn in chat.turns] == [QUESTION]
    chat.list.search.clear()
    window.qtbot.waitUntil(lambda: chat.list.model.rowCount() == 2, timeout=5_000)
    assert chat.list.view.currentIndex().data() == QUESTION
    chat.list.model.setData(chat.list.view.currentIndex(), "The port")
    window.qtbot.waitUntil(lambda: chat.list.view.currentIndex().data() == "The port", timeout=5_000)
    QTest.mouseClick(chat.list.delete_button, Qt.MouseButton.LeftButton)
    (box,) = window.window.findChildren(Question)
    with window.qtbot.waitSignal(chat.list.deleted, timeout=5_000):
        press(box, "Delete")
    window.qtbot.waitUntil(lambda: chat.list.model.rowCount() == 1, timeout=5_000)
    assert chat.turns == []
    assert [turn.question for turn in kept(window)] == [OWNER]


def test_a_long_conversation_shows_its_end_and_more_when_asked(
    open_window: Callable[..., Opened], project_file: Path
) -> None:
    with Project.open(project_file, clock=fixed_clock(NOW)) as project:
        answer = project.answers(None).ask(QUESTION)
        turn = turn_of(answer, project.ledger, valid=None, known=None, scope=NO_SCOPE)
        here = None
        for number in range(50):
            kept_turn = project.conversations.keep(replace(turn, question=f"{number}?"), here)
            here = kept_turn.conversation
    opened = open_window(project_file)
    chat = opened.window.chat
    with opened.qtbot.waitSignal(chat.reopened, timeout=10_000):
        opened.window.context.places.go(Place("chat"))
    assert [turn.question for turn in chat.turns] == [f"{number}?" for number in range(30, 50)]
    assert not chat.earlier.isHidden()
    for first in (10, 0):
        with opened.qtbot.waitSignal(chat.reopened, timeout=10_000):
            chat.earlier.click()
        assert [turn.question for turn in chat.turns] == [f"{number}?" for number in range(first, 50)]
    assert chat.earlier.isHidden()
    ask(opened)
    assert [turn.question for turn in chat.turns[-2:]] == ["49?", QUESTION]


def test_an_answer_comes_to_its_own_conversation_though_another_is_begun(
    open_window: Callable[..., Opened], project_file: Path
) -> None:
    opened = open_window(project_file, model=ScriptedModel("The port of billing is 8443.", delay=0.05))
    chat = opened.window.chat
    opened.window.context.places.go(Place("chat"))
    chat.ask_this(QUESTION)
    chat.begin()
    with opened.qtbot.waitSignal(chat.kept, timeout=20_000):
        pass
    assert chat.turns == []
    opened.settle()
    assert [turn.question for turn in kept(opened)] == [QUESTION]
    assert chat.list.model.rowCount() == 1


def test_what_was_stopped_says_so_and_can_be_asked_again(
    open_window: Callable[..., Opened], project_file: Path
) -> None:
    slow = ScriptedModel("The port of billing is 8443 " * 30, delay=0.1)
    opened = open_window(project_file, model=slow)
    chat = opened.window.chat
    opened.window.context.places.go(Place("chat"))
    chat.ask_this(QUESTION)
    opened.qtbot.waitUntil(lambda: bool(slow.history), timeout=10_000)
    press(chat, "Stop")
    opened.qtbot.waitUntil(chat.stop_button.isHidden, timeout=10_000)
    (turn,) = chat.turns
    assert turn.again.isVisible()
    assert "Stopped" in turn.text.toPlainText() + texts(turn)


def test_not_knowing_is_explained_with_what_is_known_nearby(window: Opened) -> None:
    turn = ask(window, "Who owns the warehouse?")
    assert turn.verdict.property("verdict") == "abstained"
    assert "It held once and was ended" in texts(turn.absence)
    near = [b for b in turn.absence.findChildren(QPushButton) if b.property("kind") == "citation"]
    assert any("Yard team" in b.text() for b in near)
    with window.qtbot.waitSignal(window.window.inspector.shown, timeout=5_000):
        near[0].click()
    press(turn.absence, "Add the fact…")
    (box,) = window.window.findChildren(AddFact)
    assert (box.subject.text(), box.relation.text(), box.value.text()) == ("warehouse", "owner", "")


def test_a_name_like_the_unknown_one_is_offered(window: Opened) -> None:
    turn = ask(window, "Which port does biling listen on?")
    offered = [b for b in turn.absence.findChildren(QPushButton) if "Did you mean" in b.text()]
    assert [b.text() for b in offered] == ["Did you mean billing?"]
    with window.qtbot.waitSignal(window.window.chat.kept, timeout=20_000):
        offered[0].click()
    assert "8443" in window.window.chat.turns[-1].text.toPlainText()


@pytest.mark.parametrize(
    ("word", "kind", "feedback"),
    [("Outdated", EndFact, Feedback.OUTDATED), ("Wrong", CorrectFact, Feedback.WRONG)],
)
def test_feedback_is_kept_and_opens_the_dialog_with_the_fact(
    window: Opened, word: str, kind: type[EndFact | CorrectFact], feedback: Feedback
) -> None:
    turn = ask(window)
    press(turn, word)
    window.qtbot.waitUntil(lambda: bool(window.window.findChildren(kind)), timeout=5_000)
    (box,) = window.window.findChildren(kind)
    assert "billing · port: 8443" in texts(box)
    window.qtbot.waitUntil(lambda: [one.feedback for one in kept(window)] == [feedback], timeout=5_000)
    assert turn.said.isVisible()
    assert word.lower() in turn.said.text()
    assert not window.window.context.session.can_undo


def test_feedback_on_several_facts_asks_which(window: Opened) -> None:
    def depend(project: Project) -> None:
        for name in ("ledger-db", "event-bus"):
            key = Key("billing", "depends on")
            writes.add_fact(project, key=key, value=name, start=parse_date("2025-01-01"), end=None, temporary=False)

    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        window.window.context.session.write(lambda project, _task: depend(project))
    turn = ask(window, "What does billing depend on?")
    press(turn, "Wrong")
    (menu,) = turn.findChildren(QMenu)
    assert {action.text() for action in menu.actions()} == {
        "billing · depends on: ledger-db",
        "billing · depends on: event-bus",
    }
    menu.actions()[1].trigger()
    window.qtbot.waitUntil(lambda: bool(window.window.findChildren(CorrectFact)), timeout=5_000)
    (box,) = window.window.findChildren(CorrectFact)
    assert menu.actions()[1].text() in texts(box)
    menu.close()


def test_an_erasure_empties_the_open_conversation(window: Opened) -> None:
    turn = ask(window)
    with window.qtbot.waitSignal(window.window.chat.reopened, timeout=10_000):
        window.window.context.session.write(lambda project, _task: project.ledger.apply([Erase(subject="billing")]))
    assert "8443" not in turn.text.toPlainText() + texts(turn)
    assert "erased" in turn.text.toPlainText()
    assert turn.cites.isHidden()
    (stored,) = kept(window)
    assert stored.erased
    assert not window.window.context.session.can_undo


def test_hostile_values_stay_text(window: Opened) -> None:
    turn = ask(window, "What is the note of the warehouse?")
    assert HOSTILE in turn.text.toPlainText()
    cites = turn.cites.findChildren(QPushButton)
    assert cites
    assert all(b.toolTip() for b in cites)


def test_the_list_is_a_sound_model(window: Opened) -> None:
    model = window.window.chat.list.model
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    ask(window)
    assert isinstance(model, ConversationModel)
    assert model.rowCount() == 1
    window.window.chat.list.search.setText("nothing like it")
    window.qtbot.waitUntil(lambda: model.rowCount() == 0, timeout=5_000)
    assert "Nothing found" in window.window.chat.list.empty.text()
    tester.deleteLater()


def test_the_list_steps_aside_where_there_is_little_room(window: Opened) -> None:
    window.window.context.places.go(Place("chat"))
    chat = window.window.chat
    assert chat.list.isVisible()
    window.window.resize(1100, 720)
    window.qtbot.waitUntil(chat.list.isHidden, timeout=3_000)
    QTest.mouseClick(chat.list_button, Qt.MouseButton.LeftButton)
    assert chat.list.isVisible()


def test_the_end_stays_in_sight_until_one_scrolls_up(window: Opened) -> None:
    window.window.resize(1100, 640)
    for question in (QUESTION, OWNER, "Who owns the warehouse?"):
        ask(window, question)
    bar = window.window.chat.column.verticalScrollBar()
    window.qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum(), timeout=5_000)
    bar.setValue(0)
    with window.qtbot.waitSignal(window.window.chat.reopened, timeout=10_000):
        window.window.context.session.write(lambda project, _task: move_port(project))
    window.settle()
    assert bar.value() == 0


def test_places_are_counted_as_qt_counts_them() -> None:
    assert qt_places("ab", [(0, 2)]) == [(0, 2)]
    assert qt_places("é漢", [(1, 2)]) == [(1, 2)]
    assert qt_places("🙂a🙂b", [(0, 1), (1, 2), (3, 4)]) == [(0, 2), (2, 3), (5, 6)]


def test_closing_finishes_keeping_without_asking(open_window: Callable[..., Opened], project_file: Path) -> None:
    opened = open_window(project_file)
    opened.window.context.places.go(Place("chat"))
    with opened.qtbot.waitSignal(opened.window.chat.answered, timeout=20_000):
        opened.window.chat.ask_this(QUESTION)
    opened.close()
    with Project.open(project_file, read_only=True) as project:
        (one,) = project.conversations.all()
    assert one.title == QUESTION
