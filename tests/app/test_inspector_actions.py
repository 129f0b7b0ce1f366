from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QRadioButton, QWidget

from helpers.app_window import Opened
from helpers.facts_world import NOW
from helpers.git_repository import GitRepository
from tenure.clock import fixed_clock
from tenure.ingest.git import GitSource, import_git
from tenure.ingest.runs import FOLDER, Runs
from tenure.instants import DAY, parse_date
from tenure.keys import Key
from tenure.ledger.types import Assert, Evidence
from tenure.project import Project
from tenure.rules.effects import OF_RULES
from tenure_app.dialogs.alias import AliasDialog, LifeDialog
from tenure_app.dialogs.erase import EraseDialog
from tenure_app.dialogs.source import SourceDialog
from tenure_app.ops import inspecting
from tenure_app.settings.specs import EDITOR
from tenure_app.widgets.editor import editor_command, open_in_editor

PORT = Key("billing", "port")
SOURCE = "notes/2026-02-03-14.md"


def show(opened: Opened, key: Key = PORT) -> None:
    with opened.qtbot.waitSignal(opened.window.inspector.shown, timeout=10_000):
        opened.window.context.places.go_key(key)


def press(inside: QWidget, text: str) -> None:
    QTest.mouseClick(next(b for b in inside.findChildren(QPushButton) if b.text() == text), Qt.MouseButton.LeftButton)


def choose(opened: Opened, text: str) -> None:
    """Choose from the menu behind "More…"."""
    press(opened.window.inspector, "More…")
    menus = opened.window.inspector.findChildren
    opened.qtbot.waitUntil(lambda: any(one.isVisible() for one in menus(QMenu)), timeout=5_000)
    (menu,) = [one for one in menus(QMenu) if one.isVisible()]
    action: QAction = next(a for a in menu.actions() if a.text() == text)
    menu.close()
    action.trigger()


def texts(inside: QWidget) -> str:
    return "\n".join(one.text() for one in inside.findChildren(QLabel))


def erasing(opened: Opened) -> EraseDialog:
    show(opened)
    choose(opened, "Erase…")
    (box,) = opened.window.findChildren(EraseDialog)
    opened.qtbot.waitUntil(lambda: "statement" in box.state.text(), timeout=5_000)
    return box


def test_erasing_lists_all_it_touches_and_asks_for_the_name(window: Opened) -> None:
    box = erasing(window)
    assert "billing · port: 8443" in box.taken.toPlainText()
    assert box.state.text() == "1 statement · 1 passage · 0 questions of conversations"
    assert "cannot be undone" in texts(box)
    assert not box.erase_button.isEnabled()
    QTest.keyClicks(box.confirm, "billin")
    assert not box.erase_button.isEnabled()
    QTest.keyClicks(box.confirm, "g")
    assert box.erase_button.isEnabled()
    with window.reader() as project:
        assert project.ledger.slot(PORT).value == "8443"
    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        QTest.mouseClick(box.erase_button, Qt.MouseButton.LeftButton)
    with window.reader() as project:
        assert project.ledger.slot(PORT).value != "8443"
        assert any(one.erased for one in project.ledger.statements(PORT))
    assert not window.window.context.session.can_undo


def test_all_of_a_subject_or_of_a_source_can_be_erased(window: Opened) -> None:
    box = erasing(window)
    subject, source = box.findChildren(QRadioButton)[1:]
    assert source.text() == f"Everything from {SOURCE}"
    subject.click()
    with window.reader() as project:
        count = sum(len(project.ledger.statements(key)) for key in project.ledger.find_keys(subject="billing"))
    window.qtbot.waitUntil(lambda: box.state.text().startswith(f"{count} statements"), timeout=5_000)
    assert "billing · owner: Ledger team" in box.taken.toPlainText()
    QTest.keyClicks(box.confirm, "BILLING")
    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        QTest.mouseClick(box.erase_button, Qt.MouseButton.LeftButton)
    with window.reader() as project:
        assert project.ledger.slot(PORT).facts == ()
        assert project.ledger.slot(Key("api-gateway", "owner")).value == "Edge team"


def test_an_alias_is_added_and_known_at_once(window: Opened) -> None:
    show(window)
    choose(window, "Add alias…")
    (box,) = window.window.findChildren(AliasDialog)
    QTest.keyClicks(box.alias, "invoicer")
    window.qtbot.waitUntil(box.done_button.isEnabled, timeout=5_000)
    assert box.preview.lines == ["“invoicer” will be read as billing too. No interval changes."]
    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        QTest.mouseClick(box.done_button, Qt.MouseButton.LeftButton)
    with window.reader() as project:
        assert project.ledger.aliases_of("billing") == ("invoicer",)
    choose(window, "Add alias…")
    again = window.window.findChildren(AliasDialog)[-1]
    window.qtbot.waitUntil(lambda: "invoicer" in again.known.text(), timeout=5_000)
    again.alias.setText("Billing")
    window.qtbot.waitUntil(lambda: "its name already" in " ".join(again.preview.lines), timeout=5_000)
    assert not again.done_button.isEnabled()


def test_how_long_values_live_is_set_for_the_relation(window: Opened) -> None:
    show(window)
    choose(window, "Time to live…")
    (box,) = window.window.findChildren(LifeDialog)
    box.days.setText("a week")
    window.qtbot.waitUntil(lambda: "whole number of days" in " ".join(box.preview.lines), timeout=5_000)
    box.days.setText("7")
    window.qtbot.waitUntil(box.done_button.isEnabled, timeout=5_000)
    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        QTest.mouseClick(box.done_button, Qt.MouseButton.LeftButton)
    with window.reader() as project:
        assert project.ledger.registry.get("port").time_to_live == 7 * DAY
        assert [flag.value for flag in project.ledger.slot(PORT).facts[0].flags] == ["expired"]
    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        window.window.commands["undo"].trigger()
    with window.reader() as project:
        assert project.ledger.registry.get("port").time_to_live is None


def test_a_source_that_is_no_file_any_more_is_shown_in_the_window(window: Opened) -> None:
    show(window)
    press(window.window.inspector, "Open source")
    window.qtbot.waitUntil(lambda: bool(window.window.findChildren(SourceDialog)), timeout=5_000)
    (box,) = window.window.findChildren(SourceDialog)
    assert box.windowTitle() == SOURCE


@pytest.mark.skipif(sys.platform == "win32", reason="the editor of the test is a shell script")
def test_a_source_opens_at_its_line_in_the_editor_that_is_set(
    open_window: Callable[..., Opened], project_file: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "the docs"
    (folder / "notes").mkdir(parents=True)
    (folder / SOURCE).write_text("x\n", encoding="utf-8")
    with Project.open(project_file) as project:
        Runs(project.ledger).remember(FOLDER, str(folder), {})
    opened = open_window(project_file)
    seen = tmp_path / "seen.txt"
    script = tmp_path / "editor.sh"
    script.write_text(f'#!/bin/sh\nprintf "%s|%s" "$1" "$2" > "{seen}"\n', encoding="utf-8")
    script.chmod(0o700)
    opened.window.context.settings.set(EDITOR, f"{script} {{file}} +{{line}}")
    show(opened)
    press(opened.window.inspector, "Open source")
    opened.qtbot.waitUntil(lambda: seen.is_file() and bool(seen.read_text("utf-8")), timeout=10_000)
    assert seen.read_text("utf-8") == f"{folder.resolve() / SOURCE}|+17"
    assert not opened.window.findChildren(SourceDialog)


def test_an_editor_that_cannot_be_started_is_said(
    open_window: Callable[..., Opened], project_file: Path, tmp_path: Path
) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / SOURCE).write_text("x\n", encoding="utf-8")
    with Project.open(project_file) as project:
        Runs(project.ledger).remember(FOLDER, str(tmp_path), {})
    opened = open_window(project_file)
    opened.window.context.settings.set(EDITOR, "/no/such/editor {file}")
    show(opened)
    with opened.qtbot.waitSignal(opened.window.inspector.said, timeout=5_000):
        press(opened.window.inspector, "Open source")
    assert opened.window.findChildren(SourceDialog)


def test_no_shell_reads_the_command_and_scripts_are_not_run(tmp_path: Path) -> None:
    file = Path("/x/a; rm -rf $HOME `id`.md")
    assert editor_command("'my editor' --at {file}:{line} -n", file, 3) == ["my editor", "--at", f"{file}:3", "-n"]
    script = tmp_path / "evil.sh"
    script.write_text("#!/bin/sh\n", encoding="utf-8")
    assert open_in_editor("", script, 1) is False


def test_a_source_outside_of_what_was_imported_is_never_opened(project_file: Path, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "out.md").write_text("x", encoding="utf-8")
    with Project.open(project_file) as project:
        Runs(project.ledger).remember(FOLDER, str(tmp_path / "in"), {})
        assert inspecting.file_of(project, source="../out.md") is None
        assert inspecting.file_of(project, source=str(tmp_path / "out.md")) is None


def test_the_rule_that_stated_a_value_and_ended_another_is_named(window: Opened) -> None:
    operation = Assert(PORT, "9000", parse_date("2026-03-10").at, evidence=Evidence(source=f"{OF_RULES}ports@2"))
    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        window.window.context.session.write(lambda project, _task: project.ledger.apply([operation]))
    show(window)
    assert "stated by the rule ports@2" in texts(window.window.inspector)
    view = window.window.inspector.view
    assert view is not None
    old = next(fact for fact in view.history if fact.object == "8443")
    with window.qtbot.waitSignal(window.window.inspector.shown):
        window.window.inspector.show_fact(old)
    assert "ended by the rule ports@2" in texts(window.window.inspector)


def test_the_commit_that_stated_a_value_is_named(open_window: Callable[..., Opened], tmp_path: Path) -> None:
    repository = GitRepository(tmp_path / "app.git")
    sha = repository.commit({"app.toml": "[server]\nport = 8080\n"}, message="Open the door")
    path = tmp_path / "git.tenure"
    with Project.create(path, clock=fixed_clock(NOW)) as project:
        import_git(project.ledger, GitSource(repository.path))
        (key,) = [key for key in project.ledger.find_keys() if project.ledger.slot(key).values == ("8080",)][:1]
    opened = open_window(path)
    show(opened, key)
    opened.qtbot.waitUntil(lambda: "Open the door" in texts(opened.window.inspector), timeout=5_000)
    assert f"commit {str(sha)[:12]} by Ada" in texts(opened.window.inspector)
