"""The handles the window's tests use."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from helpers.facts_world import NOW
from tenure.clock import fixed_clock
from tenure.project import Project
from tenure_app.errors.hook import Report
from tenure_app.window import MainWindow


@dataclass
class Opened:
    """A window under test."""

    window: MainWindow
    qtbot: QtBot
    closed: bool = False

    @property
    def path(self) -> Path:
        path = self.window.context.session.path
        assert path is not None
        return path

    def reader(self) -> Project:
        """The project opened beside the window, to compare with."""
        return Project.open(self.path, read_only=True, clock=fixed_clock(NOW))

    def js(self, code: str) -> Any:
        """Run code on the timeline's page and return what it gives, through JSON."""
        found: list[str] = []
        self.window.timeline.web.locked_page.runJavaScript(f"JSON.stringify({code})", found.append)
        self.qtbot.waitUntil(lambda: bool(found), timeout=10_000)
        return json.loads(found[0]) if found[0] else None

    @contextmanager
    def drawn(self) -> Iterator[None]:
        """After the block, wait until the timeline shows what was asked for last."""
        yield
        self.qtbot.waitUntil(lambda: self.window.timeline.up_to_date, timeout=15_000)

    def settle(self) -> None:
        """Wait until no query is under way and the page shows what it was given last."""
        executors = self.window.context.executors
        self.qtbot.waitUntil(lambda: not executors.busy(["query", "survey", "write"]), timeout=15_000)
        self.qtbot.wait(120)

    def type_into(self, field: Any, text: str) -> None:
        """Type as a person would, ending with Enter."""
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)

    def click_page(self, x: float, y: float) -> None:
        """Click on the timeline's page at a place given in its own pixels."""
        target = self.window.timeline.web.focusProxy()
        place = QPoint(int(x), int(y))
        QTest.mouseMove(target, place - QPoint(3, 3))
        self.qtbot.wait(120)
        QTest.mouseMove(target, place)
        self.qtbot.wait(200)
        QTest.mouseClick(target, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)

    def reports(self) -> list[Report]:
        """Collect what the window would show of exceptions from now on."""
        shown: list[Report] = []
        self.window.show_report = shown.append  # type: ignore[method-assign]
        return shown

    def close(self) -> None:
        """Close the window as a person would and wait for its threads; twice does nothing."""
        if self.closed:
            return
        self.closed = True
        executors = self.window.context.executors
        self.window.close()
        self.qtbot.waitUntil(lambda: executors.all_stopped() and not self.window.isVisible(), timeout=20_000)
        executors.join()
        self.window.deleteLater()
        self.qtbot.wait(20)
