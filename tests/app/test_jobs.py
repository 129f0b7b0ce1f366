"""Jobs and messages: what runs, waits and ended, and everything that was said."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from helpers.app_window import Opened
from tenure.errors import Cancelled, InputError
from tenure_app.errors.dialogs import BugDialog
from tenure_app.ops.executors import Executors, Task
from tenure_app.panes.jobs.log import JobLog, JobState, MessageLog, Severity
from tenure_app.panes.jobs.models import EndedJobs, Messages
from tenure_app.panes.jobs.panel import JobRow


class Gate:
    """Work that goes on until it is let go or cancelled."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.begun = threading.Event()

    def __call__(self, _resource: object, task: Task) -> str:
        self.begun.set()
        task.progress("half of it", 0.5)
        while not self.go.wait(0.01):
            task.progress("half of it", 0.5)
        return "all of it"


@pytest.fixture
def executors(qtbot: QtBot) -> Executors:
    return Executors()


def settle(qtbot: QtBot, executors: Executors) -> None:
    executors.stop_lanes()
    qtbot.waitUntil(executors.all_stopped, timeout=10_000)
    executors.join()


def test_a_job_waits_runs_and_ends_with_what_came_of_it(qtbot: QtBot, executors: Executors) -> None:
    log = JobLog(executors)
    executors.add_lane("write", 1, lambda: None, lambda _none: None)
    first, second = Gate(), Gate()
    got: list[str] = []
    for gate, title in ((first, "First"), (second, "Second")):
        executors.submit("write", Task(gate, got.append, got.append, title=title, outcome=str.upper))
    qtbot.waitUntil(lambda: log.active[0].state is JobState.RUNNING and log.active[0].fraction == 0.5)
    assert log.active[1].state is JobState.WAITING
    assert log.first is log.active[0]
    first.go.set()
    qtbot.waitUntil(lambda: bool(log.ended))
    ended = log.ended[0]
    assert (ended.title, ended.state, ended.message) == ("First", JobState.DONE, "ALL OF IT")
    assert got == ["all of it"]
    second.go.set()
    qtbot.waitUntil(lambda: not log.active)
    assert log.first is None
    settle(qtbot, executors)


def test_a_waiting_job_that_is_cancelled_never_begins(qtbot: QtBot, executors: Executors) -> None:
    log = JobLog(executors)
    executors.add_lane("write", 1, lambda: None, lambda _none: None)
    first, second = Gate(), Gate()
    failed: list[BaseException] = []
    executors.submit("write", Task(first, lambda _done: None, failed.append, title="First"))
    executors.submit("write", Task(second, lambda _done: None, failed.append, title="Second"))
    qtbot.waitUntil(first.begun.is_set)
    log.cancel(log.active[1])
    assert [job.state for job in log.ended] == [JobState.STOPPED]
    assert isinstance(failed[0], Cancelled)
    log.cancel(log.active[0])
    qtbot.waitUntil(lambda: not log.active)
    assert [job.state for job in log.ended] == [JobState.STOPPED, JobState.STOPPED]
    assert not second.begun.is_set()
    settle(qtbot, executors)


def test_jobs_that_are_dropped_are_not_left_over(qtbot: QtBot, executors: Executors) -> None:
    log = JobLog(executors)
    executors.add_lane("background", 1, lambda: None, lambda _none: None)
    gate = Gate()
    executors.submit("background", Task(gate, lambda _done: None, lambda _error: None, title="Running"))
    for title in ("Older", "Newer"):
        task = Task(Gate(), lambda _done: None, lambda _error: None, channel="same", title=title)
        executors.submit("background", task)
    assert [job.title for job in log.active] == ["Running", "Newer"]
    settle(qtbot, executors)
    qtbot.waitUntil(lambda: not log.active, timeout=5_000)


def test_a_job_that_fails_says_why(qtbot: QtBot, executors: Executors) -> None:
    log = JobLog(executors)
    executors.add_lane("write", 1, lambda: None, lambda _none: None)

    def refuse(_resource: object, _task: Task) -> None:
        raise InputError("there is no such file")

    executors.submit("write", Task(refuse, lambda _done: None, lambda _error: None, title="Reading"))
    qtbot.waitUntil(lambda: bool(log.ended))
    assert (log.ended[0].state, log.ended[0].message) == (JobState.FAILED, "there is no such file")
    settle(qtbot, executors)


def test_messages_are_kept_and_problems_nobody_saw_are_counted(qtbot: QtBot) -> None:
    log = MessageLog()
    log.add("ready")
    log.add("ready")
    log.add("that is not possible", Severity.PROBLEM)
    log.add("that is not possible", Severity.PROBLEM)
    assert len(log.messages) == 3
    assert log.unseen == 2
    log.watch(True)
    assert log.unseen == 0
    log.add("a fault", Severity.FAULT)
    assert log.unseen == 0


def test_the_models_hold_what_qt_asks_of_models(window: Opened) -> None:
    status, theme = window.window.status, window.window.context.theme
    room = status.log.messages.maxlen or 0
    for number in range(room - 2 - len(status.log.messages)):
        status.log.add(f"message {number}")
    models = (EndedJobs(status.jobs, theme), Messages(status.log, theme))
    testers = [QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal) for model in models]
    for number in range(5):
        status.log.add(f"last {number}")
    assert models[1].rowCount() == room
    assert models[1].index(room - 1, 2).data() == "last 4"
    status.log.clear()
    assert models[1].rowCount() == 0
    assert len(testers) == 2


def test_the_panel_opens_by_its_keys_and_shows_jobs_to_cancel(window: Opened) -> None:
    main, gate, waiting = window.window, Gate(), Gate()
    QTest.keyClick(main, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert main.jobs.isVisible()
    session = main.context.session
    session.write(gate, title="A long write")
    session.write(waiting, title="Another one")
    window.qtbot.waitUntil(lambda: "50 %" in main.jobs.rows[0].left.text(), timeout=10_000)
    assert [row.title.text() for row in main.jobs.rows] == ["A long write", "Another one"]
    assert main.jobs.rows[0].doing.text() == "half of it"
    assert main.jobs.rows[1].doing.text() == "waiting"
    assert "A long write (+1)" in main.status.job.text()
    row: JobRow = main.jobs.rows[1]
    QTest.mouseClick(row.stop, Qt.MouseButton.LeftButton)
    assert [row.title.text() for row in main.jobs.rows] == ["A long write"]
    main.status.cancel.click()
    window.qtbot.waitUntil(lambda: not main.jobs.rows, timeout=10_000)
    model = main.jobs.ended_model
    texts = [[model.index(row, column).data() for column in range(2)] for row in range(2)]
    assert texts == [["■ stopped", "A long write"], ["■ stopped", "Another one"]]
    assert not waiting.begun.is_set()
    assert main.jobs.nothing.isVisible()
    QTest.keyClick(main, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert not main.jobs.isVisible()


def test_what_went_wrong_is_counted_in_the_status_bar_until_it_is_seen(window: Opened) -> None:
    main = window.window
    hook, status = main.context.hook, main.status
    assert status.panel.text() == ""
    hook.handle(InputError("that is not possible"))
    hook.handle(RuntimeError("a fault"))
    window.qtbot.waitUntil(lambda: bool(main.findChildren(BugDialog)), timeout=5_000)
    main.findChildren(BugDialog)[0].accept()
    assert status.panel.text() == "! 2 problems"
    QTest.mouseClick(status.panel, Qt.MouseButton.LeftButton)
    assert status.panel.text() == ""
    model = main.jobs.message_model
    said = [(model.index(row, 1).data(), model.index(row, 2).data()) for row in range(model.rowCount())]
    assert said[-2:] == [("! problem", "that is not possible"), ("✕ fault", "RuntimeError: a fault")]
    main.jobs.messages.selectRow(model.rowCount() - 1)
    main.jobs.messages.setFocus()
    QTest.keyClick(main.jobs.messages, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text()
    assert "RuntimeError: a fault" in copied
    assert "that is not possible" not in copied


def test_what_the_status_bar_and_the_banner_say_is_kept(window: Opened) -> None:
    main = window.window
    main.status.say("one interval opened")
    main.banner.say("two files were read", problem=False)
    kept = [(message.text, message.severity) for message in main.status.log.messages]
    assert kept[-2:] == [("one interval opened", Severity.NOTE), ("two files were read", Severity.NOTE)]


def test_a_problem_before_a_project_is_open_is_kept_too(open_window: Callable[..., Opened], tmp_path: Path) -> None:
    opened = open_window()
    opened.window.files.open_path(tmp_path / "nothing.tenure")
    log = opened.window.status.log
    opened.qtbot.waitUntil(lambda: log.unseen == 1, timeout=10_000)
    assert "there is no such file" in log.messages[-1].text
    opened.window.commands["jobs"].trigger()
    assert opened.window.jobs.isVisible()


def test_many_jobs_scroll_and_leave_the_window_its_size(window: Opened) -> None:
    main, gates = window.window, [Gate() for _ in range(6)]
    main.resize(1280, 720)
    main.commands["jobs"].trigger()
    for number, gate in enumerate(gates):
        main.context.session.write(gate, title=f"Importing a folder with a long name that goes on, {number} " * 5)
    window.qtbot.waitUntil(lambda: len(main.jobs.rows) == 6 and main.jobs.rows[0].isVisible(), timeout=10_000)
    window.qtbot.wait(50)
    assert (main.width(), main.height()) == (1280, 720)
    assert main.jobs.running.height() >= main.jobs.rows[0].height()
    assert main.jobs.running.verticalScrollBar().maximum() > 0
    for row in list(main.jobs.rows):
        row.stop.click()
    window.qtbot.waitUntil(lambda: not main.jobs.rows, timeout=10_000)
    assert (main.width(), main.height()) == (1280, 720)
