"""The window's thread stays free: a heartbeat on it is watched from another thread while work goes on."""

from __future__ import annotations

import json
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QTimer

from helpers.app_window import Opened
from tenure.models.fake import ScriptedModel
from tenure_app.dialogs.importing import ImportDialog
from tenure_app.ops.importing import MOST_LISTED
from tenure_app.places import Place

BEAT = 0.01
BOUND = 1.5
"""Seconds; generous, because the machine may be busy with other things. A window that waits for
an import, a query or an answer stands still for longer."""


@dataclass
class Heartbeat:
    """When the window's thread last ran, and where it stood when it did not for too long."""

    longest: float = 0.0
    beats: int = 0
    stood: list[str] = field(default_factory=list)


def where(thread: int) -> str:
    """Tell where a thread stands; its frame is let go at once, as it may hold a painter Qt wants to end."""
    return "".join(traceback.format_stack(sys._current_frames().get(thread))[-8:])


@contextmanager
def watched() -> Iterator[Heartbeat]:
    """Beat on this thread's event loop and watch the beats from another thread."""
    heartbeat, last, over = Heartbeat(), [time.perf_counter()], threading.Event()
    watched_thread = threading.get_ident()

    def beat() -> None:
        now = time.perf_counter()
        heartbeat.longest = max(heartbeat.longest, now - last[0])
        heartbeat.beats += 1
        last[0] = now

    def watch() -> None:
        while not over.wait(BEAT):
            if time.perf_counter() - last[0] > BOUND:
                heartbeat.stood.append(where(watched_thread))
                last[0] = time.perf_counter()

    timer = QTimer()
    timer.setInterval(int(BEAT * 1000))
    timer.timeout.connect(beat)
    timer.start()
    watcher = threading.Thread(target=watch, name="watchdog")
    watcher.start()
    try:
        yield heartbeat
    finally:
        timer.stop()
        over.set()
        watcher.join()


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
        time.sleep(BOUND + 0.3)
        window.qtbot.wait(100)
    assert heartbeat.stood
    assert heartbeat.longest > 0.1


def test_the_window_runs_on_while_many_statements_are_imported(window: Opened, tmp_path: Path) -> None:
    file, session = statements(tmp_path / "many.jsonl", 20_000), window.window.context.session
    with watched() as heartbeat:
        with window.qtbot.waitSignal(session.changed, timeout=120_000):
            window.window.files.import_paths([file])
        window.settle()
        for tab in ("timeline", "facts", "compare", "chat"):
            window.window.context.places.go(Place(tab))
            window.settle()
    assert heartbeat.stood == []
    assert heartbeat.beats > 20
    overview = session.overview
    assert overview is not None
    assert any(subject.name == "service 996" for subject in overview.subjects) or len(overview.subjects) >= 100


def test_the_window_runs_on_while_a_long_preview_is_made_and_shown(window: Opened, tmp_path: Path) -> None:
    file = statements(tmp_path / "many.jsonl", 20_000)
    window.window.files.import_dropped([file])
    (box,) = window.window.findChildren(ImportDialog)
    window.qtbot.waitUntil(box.next.isEnabled, timeout=20_000)
    with watched() as heartbeat:
        box.next.click()
        window.qtbot.waitUntil(lambda: box.task is None, timeout=120_000)
    assert heartbeat.stood == []
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
    assert heartbeat.stood == []
    assert all(turn.view is not None for turn in opened.window.chat.turns)
