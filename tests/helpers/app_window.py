"""A small project and the handles the window's tests use."""

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

from tenure.clock import fixed_clock
from tenure.instants import DateOrigin, parse_date
from tenure.keys import Key, Scope
from tenure.ledger.types import Assert, End, Evidence
from tenure.passages.store import NewPassage
from tenure.project import Project
from tenure_app.errors.hook import Report
from tenure_app.window import MainWindow

NOW = parse_date("2026-03-14T09:00:00Z").at
HOSTILE = '<img src=x onerror="window.hacked=1">'

FACTS = f"""
billing|port|8000|2024-11-04|2024-11-05|
billing|port|8080|2025-06-11|2025-06-12|
billing|port|8443|2026-02-02|2026-02-03|
billing|owner|Payments team|2024-11-04|2024-11-05|
billing|owner|Ledger team|2025-08-20|2025-08-21|
billing|database version|14|2024-11|2025-01-10|
billing|database version|16|2025-11|2025-11-03|
billing|database version|17|2026-06|2026-03-01|
billing|timeout|30 s|2024-12-01|2024-12-02|
billing|timeout|10 s|2025-07-01|2025-07-02|
billing|timeout|30 s|2025-10-01|2025-10-02|
billing|region|eu-west-1|2024-11-04|2024-11-05|env=prod
api-gateway|owner|Platform team|2024-10-01|2024-10-02|
api-gateway|owner|Edge team|2025-05-02|2025-05-03|
warehouse|owner|Yard team|2024-10-01|2024-10-02|
warehouse|note|{HOSTILE}|2025-01-01|2025-01-02|
"""


def make_project(path: Path) -> Path:
    """Make a project of sixteen statements and an end, each with its passage."""
    rows = sorted((line.split("|") for line in FACTS.strip().splitlines()), key=lambda row: row[4])
    Project.create(path, clock=fixed_clock(NOW)).close()
    project = Project.open(path, clock=fixed_clock(NOW))
    ledger = project.ledger
    for number, (subject, relation, value, start, recorded, scope) in enumerate(rows):
        said, at = parse_date(recorded), parse_date(start)
        sentence = f"{subject} has {relation} {value}"
        text = f"Weekly notes. From now on {sentence}; nothing else changed."
        source, begin = f"notes/{recorded}-{number}.md", text.index(sentence)
        with ledger.writing():
            ids = ledger.passages.add(
                source,
                "markdown",
                [NewPassage(text, said.at, said.precision, DateOrigin.DOCUMENT, line=number + 3)],
                digest=str(number),
                tx=ledger.last_tx() + 1,
            ).ids
            span = (begin, begin + len(sentence))
            fact = Assert(
                Key(subject, relation, Scope.parse(scope)),
                value,
                at.at,
                precision=at.precision,
                evidence=Evidence(source, sentence, ids[0], span),
            )
            ledger.apply([fact], recorded_at=said.at, passages=ids)
    ended = parse_date("2025-12-01")
    ledger.apply([End(Key("warehouse", "owner"), ended.at, precision=ended.precision)], recorded_at=ended.at)
    project.close()
    return path


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
