from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest

from helpers.app_window import Opened
from helpers.facts_world import NOW
from tenure.answer.findings import findings
from tenure.answer.mark import Marker
from tenure_app.dialogs.check_text import CheckText

TEXT = """🙂 Notes

billing listens on port 8080.
The owner of billing is Payments team since 2024-11-04.
billing listens on 8443.
"""


def opened_box(opened: Opened) -> CheckText:
    opened.window.commands["check_text"].trigger()
    (box,) = opened.window.findChildren(CheckText)
    return box


def put(opened: Opened, box: CheckText, text: str) -> None:
    with opened.qtbot.waitSignal(box.checked, timeout=20_000):
        QGuiApplication.clipboard().setText(text)
        box.text.selectAll()
        box.text.paste()


def cells(box: CheckText) -> list[list[str]]:
    model = box.model
    return [[model.index(row, c).data() for c in range(model.columnCount())] for row in range(model.rowCount())]


def struck(box: CheckText) -> list[str]:
    found = []
    block = box.text.document().begin()
    while block.isValid():
        raw = block.text().encode("utf-16-le")
        for one in block.layout().formats():
            assert one.format.fontStrikeOut()
            found.append(raw[one.start * 2 : (one.start + one.length) * 2].decode("utf-16-le"))
        block = block.next()
    return found


def test_retired_values_are_marked_and_listed_as_the_ledger_says(window: Opened) -> None:
    box = opened_box(window)
    put(window, box, TEXT)
    with window.reader() as project:
        expected = findings(Marker(project.ledger), TEXT, valid=NOW)
    assert [row[:3] for row in cells(box)] == [
        [str(one.line), str(one.mark.key), f"✕ {one.mark.text}"] for one in expected
    ]
    assert cells(box)[0] == ["3", "billing · port", "✕ 8080", "8443", "2026-02-02", "notes/2026-02-03-14.md"]
    window.qtbot.waitUntil(lambda: struck(box) == [one.mark.text for one in expected], timeout=5_000)
    assert "2 retired values" in box.state.text()


def test_choosing_a_finding_selects_it_and_opens_the_fact(window: Opened) -> None:
    box = opened_box(window)
    put(window, box, TEXT)
    with window.qtbot.waitSignal(window.window.inspector.shown, timeout=5_000):
        spot = box.table.visualRect(box.model.index(0, 2)).center()
        QTest.mouseClick(box.table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert box.text.textCursor().selectedText() == "8080"
    view = window.window.inspector.view
    assert view is not None
    assert str(view.key) == "billing · port"


def test_the_corrected_version_replaces_what_is_beyond_doubt(window: Opened) -> None:
    box = opened_box(window)
    put(window, box, TEXT)
    QTest.mouseClick(box.better_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == TEXT.replace("8080", "8443")
    assert "1 value replaced" in box.state.text()
    assert "1 was left" in box.state.text()
    QTest.mouseClick(box.list_button, Qt.MouseButton.LeftButton)
    lines = QGuiApplication.clipboard().text().split("\n")
    assert lines[0].startswith("text:3:25: billing · port: 8080 holds no more since 2026-02-02; what holds is 8443")


def test_a_file_is_opened_by_dropping_it(window: Opened, tmp_path: Path) -> None:
    file = tmp_path / "runbook.md"
    file.write_bytes(TEXT.encode("utf-8-sig"))
    box = opened_box(window)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(file))])
    assert box.text.canInsertFromMimeData(mime)
    with window.qtbot.waitSignal(box.checked, timeout=20_000):
        box.text.insertFromMimeData(mime)
    assert box.text.toPlainText() == TEXT
    assert box.windowTitle() == "Check runbook.md"
    assert len(cells(box)) == 2


def test_what_is_no_text_is_said(window: Opened, tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\0\0")
    box = opened_box(window)
    box.open_file(file)
    window.qtbot.waitUntil(lambda: "is no text" in box.state.text(), timeout=5_000)
    box.open_file(tmp_path / "missing.md")
    window.qtbot.waitUntil(lambda: "cannot be read" in box.state.text(), timeout=5_000)


def test_the_two_times_rule_here_too(window: Opened) -> None:
    box = opened_box(window)
    put(window, box, "billing listens on port 8080.")
    assert len(cells(box)) == 1
    with window.qtbot.waitSignal(box.checked, timeout=20_000):
        window.type_into(window.window.time_bar.valid.field, "2025-07-01")
    assert cells(box) == []
    assert "No retired value" in box.state.text()


def test_a_long_text_is_checked_aside_and_can_be_stopped(window: Opened) -> None:
    box = opened_box(window)
    line = "billing listens on port 8080, as the note of that week says in so many words.\n\n"
    box.text.setPlainText(line * 13_000)
    window.qtbot.waitUntil(box.stop_button.isVisible, timeout=10_000)
    assert not box.better_button.isEnabled()
    QTest.mouseClick(box.stop_button, Qt.MouseButton.LeftButton)
    window.qtbot.waitUntil(lambda: box.state.text() == "Stopped.", timeout=20_000)
    assert box.stop_button.isHidden()
    put(window, box, TEXT)
    assert len(cells(box)) == 2


@pytest.mark.parametrize("text", ["", "   \n"])
def test_nothing_is_said_of_an_empty_text(window: Opened, text: str) -> None:
    box = opened_box(window)
    box.text.setPlainText("x")
    box.text.setPlainText(text)
    window.qtbot.waitUntil(lambda: box.state.text() == "", timeout=5_000)
    assert not box.list_button.isEnabled()


def test_it_closes_with_the_project_and_its_table_is_sound(window: Opened) -> None:
    box = opened_box(window)
    tester = QAbstractItemModelTester(box.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    put(window, box, TEXT)
    tester.deleteLater()
    window.window.commands["close"].trigger()
    window.qtbot.waitUntil(lambda: not window.window.findChildren(CheckText), timeout=5_000)
