"""The window's thread stays free: what it computes at one stretch is watched while work goes on."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QDialog

from helpers.app_window import Opened
from helpers.watchdog import STANDING, watched
from tenure.models.fake import ScriptedModel
from tenure_app.dialogs.importing import ImportDialog
from tenure_app.ops.importing import MOST_LISTED
from tenure_app.places import Place


def statements(path: Path, count: int) -> Path:
    rows = (
        {"subject": f"service {i % 997}", "relation": "port", "object": str(i), "valid_from": f"20{10 + i % 15}-05-01"}
        for i in range(count)
    )
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_standing_thread_is_noticed(window: Opened) -> None:
    with watched() as heartbeat:
        window.qtbot.wait(100)
        time.sleep(STANDING + 0.3)
        window.qtbot.wait(100)
    assert heartbeat.stalls
    assert heartbeat.standing > STANDING


def test_the_window_runs_on_while_many_statements_are_imported(window: Opened, tmp_path: Path) -> None:
    file, session = statements(tmp_path / "many.jsonl", 100_000), window.window.context.session
    with watched() as heartbeat:
        with window.qtbot.waitSignal(session.changed, timeout=120_000):
            window.window.files.import_paths([file])
        window.settle()
        for tab in window.window.tabs.names:
            window.window.context.places.go(Place(tab))
            window.settle()
    assert heartbeat.stalls == []
    assert heartbeat.beats > 20
    overview = session.overview
    assert overview is not None
    assert any(subject.name == "service 996" for subject in overview.subjects) or len(overview.subjects) >= 100


def test_the_window_runs_on_while_dialogs_open_and_close(window: Opened) -> None:
    commands = ("rules", "imports", "models", "settings", "about", "add_fact", "check_text")
    with watched() as heartbeat:
        for name in commands:
            window.window.commands[name].trigger()
            window.settle()
            for box in window.window.findChildren(QDialog):
                box.reject()
            window.settle()
    assert heartbeat.stalls == []


def test_the_window_runs_on_while_a_long_preview_is_made_and_shown(window: Opened, tmp_path: Path) -> None:
    file = statements(tmp_path / "many.jsonl", 20_000)
    window.window.files.import_dropped([file])
    (box,) = window.window.findChildren(ImportDialog)
    window.qtbot.waitUntil(box.next.isEnabled, timeout=20_000)
    with watched() as heartbeat:
        box.next.click()
        window.qtbot.waitUntil(lambda: box.task is None, timeout=120_000)
    assert heartbeat.stalls == []
    assert box.preview.report.statements.number.text() == "20,000"
    assert box.preview.report.stated_rows.rowCount() == MOST_LISTED
    box.reject()


def test_the_window_runs_on_while_the_model_writes(open_window: Callable[..., Opened], project_file: Path) -> None:
    opened = open_window(project_file, model=ScriptedModel("billing listens on port 8443. " * 200))
    opened.window.context.places.go(Place("chat"))
    with watched() as heartbeat:
        for _ in range(3):
            opened.window.chat.ask_this("Which port does billing listen on?")
        opened.qtbot.waitUntil(lambda: all(turn.task is None for turn in opened.window.chat.turns), timeout=60_000)
    assert heartbeat.stalls == []
    assert all(turn.view is not None for turn in opened.window.chat.turns)
