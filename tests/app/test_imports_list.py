from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest

from helpers.app_window import Opened
from helpers.facts_world import NOW
from helpers.git_repository import GitRepository
from tenure.clock import fixed_clock
from tenure.ingest import import_paths
from tenure.ingest.assist import Assistant
from tenure.ingest.git import GitSource
from tenure.ingest.runs import Runs
from tenure.ingest.sync import import_repository
from tenure.keys import Key
from tenure.models import ScriptedModel
from tenure.project import Project
from tenure_app.dialogs.imports_list import ImportsDialog, RollBack

PORT = Key("billing", "port")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "notes"
    found.mkdir()
    (found / "2025-03-10-note.md").write_text("The port of billing is 8080.\n", "utf-8")
    return found


@pytest.fixture
def project_file(tmp_path: Path, folder: Path) -> Path:
    path, clock = tmp_path / "imports.tenure", fixed_clock(NOW)
    Project.create(path, clock=clock).close()
    with Project.open(path, clock=clock) as project:
        import_paths(project.ledger, [folder])
        later = tmp_path / "2025-06-01-later.md"
        later.write_text("The port of billing is 8443.\n", "utf-8")
        import_paths(project.ledger, [later])
        doubtful = tmp_path / "2025-07-01-doubtful.md"
        doubtful.write_text("The owner of search-api is the Discovery team.\n", "utf-8")
        import_paths(project.ledger, [doubtful], assistant=Assistant(ScriptedModel(lambda _: "[]")))
    return path


def listed(window: Opened) -> ImportsDialog:
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    QTest.keyClick(window.window, Qt.Key.Key_M, keys)
    window.qtbot.waitUntil(lambda: bool(window.window.findChildren(ImportsDialog)), timeout=5_000)
    (found,) = window.window.findChildren(ImportsDialog)
    window.qtbot.waitUntil(lambda: found.places.isVisible() or found.empty.isVisible(), timeout=10_000)
    return found


def rows(box: ImportsDialog) -> list[list[str]]:
    model = box.model
    return [[str(model.index(n, c).data()) for c in range(model.columnCount())] for n in range(model.rowCount())]


def value(window: Opened) -> str | None:
    with window.reader() as project:
        return project.ledger.slot(PORT).value


def choose(window: Opened, box: ImportsDialog, row: int) -> RollBack:
    box.table.setCurrentIndex(box.model.index(row, 0))
    box.back_button.click()
    window.qtbot.waitUntil(lambda: any(d.isVisible() for d in box.findChildren(RollBack)), timeout=5_000)
    return next(d for d in box.findChildren(RollBack) if d.isVisible())


def test_the_imports_are_listed_latest_first_with_the_places_to_read_again(window: Opened, folder: Path) -> None:
    box = listed(window)
    tester = QAbstractItemModelTester(box.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    with window.reader() as project:
        runs = Runs(project.ledger).all()
    assert [row[0] for row in rows(box)] == [str(run.id) for run in runs] == ["3", "2", "1"]
    assert [row[2] for row in rows(box)] == ["files", "files", "folder"]
    assert [row[4] for row in rows(box)] == ["0", "1", "1"]
    assert str(folder) in box.places.text()
    del tester


def test_an_import_is_rolled_back_after_its_list_and_undone(window: Opened) -> None:
    box = listed(window)
    assert value(window) == "8443"
    back = choose(window, box, 1)
    window.qtbot.waitUntil(back.done_button.isEnabled, timeout=10_000)
    assert back.totals.text() == "1 statement withdrawn, 0 restored"
    lines = [[str(back.model.index(n, c).data()) for c in range(4)] for n in range(back.model.rowCount())]
    assert ["− closes", "billing · port", "8443", "since 2025-06-01"] in lines
    assert ["+ opens", "billing · port", "8080", "since 2025-03-10"] in lines
    assert value(window) == "8443"
    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        back.done_button.click()
    window.settle()
    assert value(window) == "8080"
    assert rows(box)[1][5] == "rolled back"
    assert box.table.currentIndex().row() == 1
    assert not box.back_button.isEnabled()
    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        window.window.commands["undo"].trigger()
    window.settle()
    assert value(window) == "8443"
    window.qtbot.waitUntil(lambda: rows(box)[1][5] == "", timeout=5_000)


def test_what_an_import_left_for_review_goes_with_it(window: Opened) -> None:
    box = listed(window)
    back = choose(window, box, 0)
    window.qtbot.waitUntil(back.done_button.isEnabled, timeout=10_000)
    assert "1 no longer waits for review" in back.totals.text()
    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        back.done_button.click()
    window.settle()
    with window.reader() as project:
        assert project.ledger.review() == ()


def test_reading_again_takes_up_what_changed_in_the_folder(window: Opened, folder: Path) -> None:
    box = listed(window)
    (folder / "2025-09-01-new.md").write_text("The port of billing is 9000.\n", "utf-8")
    with window.qtbot.waitSignal(box.reread, timeout=20_000):
        box.again_button.click()
    window.settle()
    assert value(window) == "9000"
    assert box.said.text() == f"{folder}: 1 statement"
    assert rows(box)[0][0] == "4"
    with window.qtbot.waitSignal(box.reread, timeout=20_000):
        box.again_button.click()
    window.settle()
    assert box.said.text() == f"{folder}: nothing new"


def test_a_folder_that_is_missing_is_told(window: Opened, folder: Path) -> None:
    box = listed(window)
    folder.rename(folder.with_name("elsewhere"))
    with window.qtbot.waitSignal(box.reread, timeout=20_000):
        box.again_button.click()
    assert box.said.text() == f"{folder}: the folder is missing"
    window.settle()
    assert value(window) == "8443"


def test_an_import_that_another_goes_on_from_is_not_rolled_back(
    open_window: Callable[..., Opened], tmp_path: Path
) -> None:
    path, clock = tmp_path / "git.tenure", fixed_clock(NOW)
    Project.create(path, clock=clock).close()
    repository = GitRepository(tmp_path / "repo")
    repository.commit({"config.toml": "port = 8080\n"})
    with Project.open(path, clock=clock) as project:
        import_repository(project.ledger, GitSource(repository.path))
        repository.commit({"config.toml": "port = 8443\n"})
        import_repository(project.ledger, GitSource(repository.path))
    opened = open_window(path)
    box = listed(opened)
    back = choose(opened, box, 1)
    opened.qtbot.waitUntil(lambda: "goes on from import 1" in back.totals.text(), timeout=10_000)
    assert not back.done_button.isEnabled()


def test_a_project_without_imports_says_what_to_do(open_window: Callable[..., Opened], tmp_path: Path) -> None:
    path = tmp_path / "new.tenure"
    Project.create(path, clock=fixed_clock(NOW)).close()
    opened = open_window(path)
    box = listed(opened)
    assert box.empty.isVisible()
    assert not box.back_button.isEnabled()
    assert not box.again_button.isEnabled()
