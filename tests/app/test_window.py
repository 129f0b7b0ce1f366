from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from helpers.app_window import Opened
from tenure.errors import InputError
from tenure.instants import parse_date
from tenure.keys import Key
from tenure.ledger.types import Assert
from tenure.project import Project
from tenure_app.dialogs.ask import Question
from tenure_app.dialogs.source import SourceDialog
from tenure_app.errors.dialogs import BugDialog
from tenure_app.ops import queries
from tenure_app.panes.welcome.pane import ActionCard
from tenure_app.places import Place


def test_the_welcome_page_offers_the_sample_and_recent_projects(
    open_window: Callable[..., Opened], project_file: Path
) -> None:
    opened = open_window(project_file)
    opened.window.commands["close"].trigger()
    opened.qtbot.waitUntil(lambda: opened.window.pages.currentWidget() is opened.window.welcome)
    names = [b.text() for b in opened.window.welcome.findChildren(QPushButton)]
    assert "harbor" in names
    assert not opened.window.commands["add_fact"].isEnabled()
    assert opened.window.commands["open"].isEnabled()


def test_the_sample_opens_from_the_welcome_page_and_again_from_where_it_was_kept(
    open_window: Callable[..., Opened], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenure_app.files.samples_folder", lambda: tmp_path / "samples")
    opened = open_window()
    card = opened.window.welcome.findChildren(ActionCard)[0]
    with opened.qtbot.waitSignals([opened.window.context.session.opened, opened.window.timeline.drawn], timeout=60_000):
        QTest.keyClick(card, Qt.Key.Key_Return)
    assert opened.path == tmp_path / "samples" / "harbor.tenure"
    assert len(opened.window.navigator._items("subject")) >= 12
    assert len(opened.js("tenure.bars()")) > 10
    opened.window.commands["close"].trigger()
    with opened.qtbot.waitSignal(opened.window.context.session.opened, timeout=20_000):
        opened.window.files.open_first_sample()


def test_what_is_no_project_is_said_in_words(open_window: Callable[..., Opened], tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("not a project", encoding="utf-8")
    opened = open_window()
    shown = opened.reports()
    opened.window.files.open_path(other)
    opened.qtbot.waitUntil(lambda: bool(shown), timeout=5_000)
    assert not shown[0].bug
    assert "not a Tenure project" in shown[0].message
    assert opened.window.pages.currentWidget() is opened.window.welcome


def test_away_from_now_the_frame_says_so(window: Opened) -> None:
    bar = window.window.time_bar
    assert bar.notice.isHidden()
    window.type_into(bar.valid.field, "2025-07-01")
    assert bar.notice.isVisible()
    assert "2025-07-01" in bar.notice.text()
    assert window.window.frame.property("away") is True
    bar.valid.now.click()
    assert bar.notice.isHidden()
    assert window.window.frame.property("away") is False


def test_the_slider_moves_the_time_and_snaps_to_now(window: Opened) -> None:
    control = window.window.time_bar.valid
    times = window.window.context.times
    control.slider.setValue(control.slider.maximum() // 3)
    window.qtbot.waitUntil(lambda: times.value.valid is not None, timeout=3_000)
    assert times.value.valid is not None
    assert control.field.text() == str(times.value.valid)
    control.slider.setValue(control._now_step - 3)
    window.qtbot.waitUntil(lambda: times.value.valid is None, timeout=3_000)


@pytest.mark.parametrize("text", ["13th of never", "2025-02-31", "1700000000"])
def test_a_date_that_is_none_is_marked_and_moves_nothing(window: Opened, text: str) -> None:
    field = window.window.time_bar.known.field
    window.type_into(field, text)
    assert field.property("wrong") is True
    assert window.window.context.times.value.known is None
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.property("wrong") is False


def test_arrows_step_a_day(window: Opened) -> None:
    field = window.window.time_bar.valid.field
    window.type_into(field, "2025-03")
    QTest.keyClick(field, Qt.Key.Key_Up)
    assert window.window.context.times.value.valid == parse_date("2025-03-02")


def test_the_navigator_filters_counts_and_opens_relations(window: Opened) -> None:
    navigator = window.window.navigator
    items = {item.text(0): item for item in navigator._items("subject")}
    with window.reader() as project:
        counts = {row.name: row.current for row in project.ledger.subjects()}
    assert {name: item.data(0, Qt.ItemDataRole.UserRole + 2) for name, item in items.items()} == {
        name: str(count) for name, count in counts.items()
    }
    navigator.filter.setText("bil")
    assert [name for name, item in items.items() if not item.isHidden()] == ["billing"]
    items["billing"].setExpanded(True)
    window.qtbot.waitUntil(lambda: items["billing"].childCount() > 0, timeout=5_000)
    names = [items["billing"].child(n).text(0) for n in range(items["billing"].childCount())]
    assert "port" in names
    with window.qtbot.waitSignal(window.window.inspector.shown, timeout=5_000):
        navigator.tree.setCurrentItem(items["billing"].child(names.index("port")))


def test_subjects_beyond_the_first_listing_are_found_by_the_filter(
    open_window: Callable[..., Opened], project_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = queries.overview
    monkeypatch.setattr("tenure_app.session.overview", lambda project: original(project, limit=1))
    opened = open_window(project_file)
    navigator = opened.window.navigator
    assert [item.text(0) for item in navigator._items("subject")] == ["api-gateway"]
    with opened.reader() as project:
        current = sum(row.current for row in project.ledger.subjects())
    count, more = Qt.ItemDataRole.UserRole + 2, navigator._items("more")[0]
    opened.qtbot.waitUntil(lambda: navigator._items("all")[0].data(0, count) == str(current), timeout=5_000)
    assert more.text(0).startswith("2 more")

    def names() -> list[str]:
        return [item.text(0) for item in navigator._items("subject")]

    navigator.filter.setText("HOUSE")
    opened.qtbot.waitUntil(lambda: "warehouse" in names(), timeout=5_000)
    navigator.filter.setText("bill")
    opened.qtbot.waitUntil(lambda: names() == ["api-gateway", "billing"], timeout=5_000)
    navigator.filter.setText("")
    opened.window.context.places.go(Place("timeline", "warehouse"))
    opened.qtbot.waitUntil(lambda: navigator.tree.selectedItems()[0].text(0) == "warehouse", timeout=5_000)


def test_back_and_forward_go_through_places(window: Opened) -> None:
    places, commands = window.window.context.places, window.window.commands
    places.go(Place("facts", "billing"))
    commands["back"].trigger()
    assert window.window.tabs.bar.currentIndex() == 0
    commands["forward"].trigger()
    assert window.window.tabs.bar.currentIndex() == 1
    assert not commands["forward"].isEnabled()


def test_the_palette_runs_commands_goes_to_subjects_and_asks(window: Opened) -> None:
    box = window.window.palette_box
    window.window.commands["palette"].trigger()
    QTest.keyClicks(box.field, "warehouse")
    QTest.keyClick(box.field, Qt.Key.Key_Return)
    assert window.window.context.places.here.subject == "warehouse"
    window.window.open_palette()
    QTest.keyClicks(box.field, "Facts")
    QTest.keyClick(box.field, Qt.Key.Key_Return)
    assert window.window.context.places.here.tab == "facts"
    window.window.open_palette()
    QTest.keyClicks(box.field, "Which port does billing use?")
    with window.qtbot.waitSignal(window.window.compare.answered, timeout=20_000):
        QTest.keyClick(box.field, Qt.Key.Key_Return)
    assert window.window.compare.question.text() == "Which port does billing use?"


def test_a_source_opens_to_be_read(window: Opened) -> None:
    item = window.window.navigator._items("source")[0]
    window.window.navigator.tree.setCurrentItem(item)
    (box,) = window.window.findChildren(SourceDialog)
    window.qtbot.waitUntil(lambda: "Weekly notes" in box.text.toPlainText(), timeout=5_000)
    box.accept()


def test_a_user_error_is_a_banner_and_a_bug_a_window(window: Opened) -> None:
    hook = window.window.context.hook
    hook.handle(InputError("that is not possible"))
    window.qtbot.waitUntil(window.window.banner.isVisible, timeout=3_000)
    assert window.window.banner.text.text() == "that is not possible"
    hook.handle(RuntimeError("a fault"))
    window.qtbot.waitUntil(lambda: bool(window.window.findChildren(BugDialog)), timeout=3_000)
    window.window.findChildren(BugDialog)[0].accept()


def test_importing_brings_facts_and_can_be_undone(window: Opened, tmp_path: Path) -> None:
    folder = tmp_path / "more"
    folder.mkdir()
    (folder / "2026-01-05.md").write_text("# Notes\n\nThe port of catalog is 7000.\n", encoding="utf-8")
    with window.drawn(), window.qtbot.waitSignal(window.window.context.session.changed, timeout=15_000):
        window.window.files.import_paths([folder])
    window.settle()
    assert "7000" in {bar["value"] for bar in window.js("tenure.bars()")}
    with window.drawn(), window.qtbot.waitSignal(window.window.context.session.changed, timeout=15_000):
        window.window.commands["undo"].trigger()
    window.settle()
    assert "7000" not in {bar["value"] for bar in window.js("tenure.bars()")}


def test_closing_while_a_write_runs_asks_stops_and_leaves_a_sound_file(window: Opened) -> None:
    path = window.path
    session = window.window.context.session

    def endless(project: object, task: object) -> None:
        with project.ledger.writing():  # type: ignore[attr-defined]
            project.ledger.apply([Assert(Key("catalog", "port"), "1", 0)])  # type: ignore[attr-defined]
            while True:
                task.token.wait(0.01)  # type: ignore[attr-defined]
                task.progress("working", 0.1)  # type: ignore[attr-defined]

    session.write(endless, title="Working")
    window.qtbot.waitUntil(lambda: window.window.context.executors.busy(["write"]))
    window.window.close()
    (box,) = window.window.findChildren(Question)
    assert window.window.isVisible()
    box.accept()
    executors = window.window.context.executors
    window.qtbot.waitUntil(lambda: executors.all_stopped() and not window.window.isVisible(), timeout=15_000)
    with Project.open(path) as project:
        assert project.ledger.check().ok
        assert project.ledger.find_keys(subject="catalog") == ()
