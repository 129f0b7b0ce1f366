from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QPushButton

from helpers.app_window import Opened
from tenure.models.fake import ScriptedModel
from tenure_app.places import Place

QUESTION = "Which port does billing listen on?"


def compare(opened: Opened) -> None:
    opened.window.context.places.go(Place("compare"))
    with opened.qtbot.waitSignal(opened.window.compare.answered, timeout=20_000):
        opened.window.compare.ask_this(QUESTION)


def test_two_strategies_are_marked_and_judged_side_by_side(window: Opened) -> None:
    compare(window)
    rag, temporal = window.window.compare.columns
    assert rag.verdict.property("verdict") == "stale"
    assert temporal.verdict.property("verdict") == "current"
    (struck,) = [span for span in rag.text.spans if span.state == "superseded"]
    assert rag.text.toPlainText()[struck.start : struck.end] == "8080"
    assert "until 2026-02-02, then 8443" in struck.tip
    assert any(span.state == "current" for span in temporal.text.spans)
    assert "8443" in temporal.text.toPlainText()
    assert "8080" not in temporal.text.toPlainText()
    assert "model call" in rag.figures.text()


def test_evidence_has_its_state_and_opens_in_the_inspector(window: Opened) -> None:
    compare(window)
    rows = window.window.compare.columns[0].rows
    assert rows
    states = {row.item.state.value for row in rows}
    assert {"current", "superseded"} <= states
    with window.qtbot.waitSignal(window.window.inspector.shown, timeout=5_000):
        rows[0]._choose()
    view = window.window.inspector.view
    assert view is not None
    assert view.key.subject == "billing"


def test_moving_the_time_asks_again(window: Opened) -> None:
    compare(window)
    with window.qtbot.waitSignal(window.window.compare.answered, timeout=20_000):
        window.type_into(window.window.time_bar.valid.field, "2025-07-01")
    rag, temporal = window.window.compare.columns
    assert rag.verdict.property("verdict") == "current"
    assert "8080" in temporal.text.toPlainText()


def test_another_strategy_can_be_chosen(window: Opened) -> None:
    compare(window)
    with window.qtbot.waitSignal(window.window.compare.answered, timeout=20_000):
        window.window.compare.columns[0].choose("rag-dated")
    view = window.window.compare.columns[0].view
    assert view is not None
    assert view.answer.strategy == "rag-dated"


def test_chat_cites_and_leads_to_the_inspector(window: Opened) -> None:
    window.window.context.places.go(Place("chat"))
    with window.qtbot.waitSignal(window.window.chat.answered, timeout=20_000):
        window.window.chat.ask_this(QUESTION)
    (turn,) = window.window.chat.turns
    assert "8443" in turn.text.toPlainText()
    cites = [b for b in turn.findChildren(QPushButton) if b.property("kind") == "citation"]
    assert cites
    with window.qtbot.waitSignal(window.window.inspector.shown, timeout=5_000):
        cites[0].click()
    view = window.window.inspector.view
    assert view is not None
    assert (view.key.subject, view.key.relation) == ("billing", "port")


def test_questions_queue_while_one_is_answered_and_stop_ends_all(
    open_window: Callable[..., Opened], project_file: Path
) -> None:
    slow = ScriptedModel("The port of billing is 8443 " * 20, delay=0.2)
    opened = open_window(project_file, model=slow)
    opened.window.context.places.go(Place("chat"))
    chat = opened.window.chat
    chat.ask_this(QUESTION)
    chat.ask_this("Who owns billing?")
    assert len(chat.turns) == 2
    assert chat.turns[1].task is not None
    opened.qtbot.waitUntil(lambda: bool(slow.history), timeout=10_000)
    chat.stop()
    opened.qtbot.waitUntil(lambda: all(turn.task is None for turn in chat.turns), timeout=10_000)
    assert not chat.stop_button.isVisible()


def test_a_question_about_nothing_known_abstains(window: Opened) -> None:
    window.window.context.places.go(Place("chat"))
    with window.qtbot.waitSignal(window.window.chat.answered, timeout=20_000):
        window.window.chat.ask_this("Which port does the frobnicator listen on?")
    (turn,) = window.window.chat.turns
    assert turn.verdict.property("verdict") == "abstained"


def test_closing_in_the_middle_of_an_answer(open_window: Callable[..., Opened], project_file: Path) -> None:
    slow = ScriptedModel("The port of billing is 8443 " * 50, delay=0.2)
    opened = open_window(project_file, model=slow)
    opened.window.context.places.go(Place("chat"))
    opened.window.chat.ask_this(QUESTION)
    opened.qtbot.waitUntil(lambda: bool(slow.history), timeout=10_000)
    executors = opened.window.context.executors
    opened.close()
    assert executors.all_stopped()


def test_questions_are_suggested_and_asked_by_a_click(window: Opened) -> None:
    window.window.context.places.go(Place("compare"))
    window.settle()
    offered = [b for b in window.window.compare.findChildren(QPushButton) if b.property("kind") == "citation"]
    assert "What is the port of billing?" in [b.text() for b in offered]
    with window.qtbot.waitSignal(window.window.compare.answered, timeout=20_000):
        offered[0].click()
    assert window.window.compare.question.text() == offered[0].text()


def test_what_is_waited_for_is_said_where_the_answer_will_be(
    open_window: Callable[..., Opened], project_file: Path
) -> None:
    slow = ScriptedModel("The port of billing is 8443 " * 20, delay=0.5)
    opened = open_window(project_file, model=slow)
    opened.window.context.places.go(Place("chat"))
    opened.window.chat.ask_this(QUESTION)
    opened.window.show_model_state("loading the text model…")
    (turn,) = opened.window.chat.turns
    assert turn.text.toPlainText() == "Loading the text model…"
    assert "loading the text model…" in opened.window.status.model.text()
    opened.window.chat.stop()
    opened.qtbot.waitUntil(lambda: turn.task is None, timeout=10_000)


def test_a_scope_beside_the_question_narrows_the_answer(window: Opened) -> None:
    pane = window.window.compare
    window.window.context.places.go(Place("compare"))
    for scope, value in (("env=prod", True), ("env=test", False)):
        pane.scope.setText(scope)
        with window.qtbot.waitSignal(pane.answered, timeout=20_000):
            pane.ask_this("Which region does billing run in?")
        assert ("eu-west-1" in pane.columns[1].text.toPlainText()) is value


def test_what_is_no_scope_is_said_and_nothing_is_asked(window: Opened) -> None:
    pane = window.window.compare
    window.window.context.places.go(Place("compare"))
    pane.scope.setText("prod")
    pane.ask_this(QUESTION)
    assert "'prod' is not a scope" in pane.columns[0].text.toPlainText()
    assert not pane.stop_button.isVisible()
    chat = window.window.chat
    reports = window.reports()
    chat.scope.setText("prod")
    chat.ask_this(QUESTION)
    assert not chat.turns
    window.qtbot.waitUntil(lambda: [report.bug for report in reports] == [False], timeout=5_000)
    assert chat.question.text() == QUESTION
    chat.scope.setText("env=prod")
    with window.qtbot.waitSignal(chat.answered, timeout=20_000):
        chat.ask()
    assert str(chat.turns[0].scope) == "env=prod"
