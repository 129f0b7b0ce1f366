"""Importing from the dialog: what the preview says is what the import then does."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget

from helpers.app_window import Opened
from helpers.git_repository import GitRepository
from tenure.errors import InputError
from tenure.ingest.git import importer as git_importer
from tenure.ingest.git.writing import BatchWriter
from tenure.ingest.runs import GIT as GIT_RUN
from tenure.ingest.runs import Runs
from tenure.instants import SECOND
from tenure.keys import Key
from tenure.project import Project
from tenure_app.dialogs.ask import Question
from tenure_app.dialogs.importing import ImportDialog, ReportDialog
from tenure_app.dialogs.importing_columns import LEFT_OUT, MANY, SCOPE, VALUE_OF
from tenure_app.ops import importing, looking
from tenure_app.ops.importing import FILES, GIT, Outcome, Plan
from tenure_app.panes.jobs.log import JobState
from tenure_app.panes.welcome.pane import ActionCard

START = 1_735_689_600
"""2025-01-01 (seconds)."""


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    for number in range(6):
        text = f"# Notes\n\nThe port of billing is {9000 + number}.\n\nThe owner of s{number} is Team {number}.\n"
        (folder / f"2026-02-{number + 10}.md").write_text(text, encoding="utf-8")
    (folder / "register.csv").write_text("Name,Colour\ncrane,red\n", encoding="utf-8")
    (folder / "picture.png").write_bytes(b"\x89PNG\0\0\0\0")
    return folder


@pytest.fixture
def repository(tmp_path: Path) -> GitRepository:
    made = GitRepository(tmp_path / "billing.git")
    for number in range(6):
        files = {"app.env": f"PORT={8000 + number}\n", "deploy/x.toml": f"level = {number // 2}\n"}
        made.commit(files, at=START + number * 86_400)
    made.repo.references.create("refs/heads/older", made.repo.revparse_single("main~3").id)
    return made


def dialog(opened: Opened) -> ImportDialog:
    found = [box for box in opened.window.findChildren(ImportDialog) if box.isVisible()]
    assert len(found) == 1
    return found[0]


def previewed(opened: Opened, box: ImportDialog) -> None:
    """Press Preview once it can be, and wait for what it finds."""
    opened.qtbot.waitUntil(box.next.isEnabled, timeout=15_000)
    QTest.mouseClick(box.next, Qt.MouseButton.LeftButton)
    opened.qtbot.waitUntil(lambda: box.task is None, timeout=30_000)


def imported(opened: Opened, box: ImportDialog) -> Outcome:
    """Press Import and wait for it."""
    got: list[Outcome] = []
    importer = opened.window.files.importer
    importer.finished.connect(lambda finished: got.append(finished.outcome))
    with opened.qtbot.waitSignal(importer.finished, timeout=60_000):
        QTest.mouseClick(box.imports, Qt.MouseButton.LeftButton)
    opened.settle()
    return got[0]


def figures(box: ImportDialog) -> dict[str, int]:
    report = box.preview.report
    parts = (report.read, report.statements, report.closed, report.review, report.left)
    return {part.caption.text(): int(part.number.text().replace(",", "")) for part in parts}


def drag(widget: QWidget, paths: list[Path], *, drop: bool = True) -> bool:
    """Drag files over a widget and let them go; return whether they were taken."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    nothing, left = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    enter = QDragEnterEvent(QPointF(60, 60).toPoint(), Qt.DropAction.CopyAction, data, left, nothing)
    QApplication.sendEvent(widget, enter)
    if drop and enter.isAccepted():
        QApplication.sendEvent(widget, QDropEvent(QPointF(60, 60), Qt.DropAction.CopyAction, data, left, nothing))
    return enter.isAccepted()


def test_a_folder_is_previewed_and_imported_with_the_figures_foretold(window: Opened, notes: Path) -> None:
    main = window.window
    with window.reader() as project:
        before = project.ledger.info()
    QTest.keyClick(main, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    box = dialog(window)
    assert not box.next.isEnabled()
    window.type_into(box.files.field, str(notes))
    previewed(window, box)
    foretold = figures(box)
    assert foretold == {"files read": 6, "statements": 12, "values closed": 6, "to review": 0, "left out": 2}
    report = box.preview.report
    assert ("billing", "port", "9003", "since 2026-02-13", "2026-02-13.md") in report.stated_rows.texts()
    assert ("billing", "port", "8443", "2026-02-10", "9000") in report.closed_rows.texts()
    assert [name for name, _why in report.left_rows.texts()] == ["picture.png", "register.csv"]
    assert "Table" in report.note.text()
    with window.reader() as project:
        assert project.ledger.info() == before
    outcome = imported(window, box)
    assert (outcome.read, outcome.statements, outcome.closed, outcome.review, outcome.refusals) == (6, 12, 6, 0, 2)
    with window.reader() as project:
        assert project.ledger.info()["statements"] == before["statements"] + 12
        assert project.ledger.slot(Key("billing", "port")).value == "9005"
        assert project.ledger.check().ok
    job = main.status.jobs.ended
    assert any(job.state is JobState.DONE and job.message.startswith("12 statements from 6 files") for job in job)
    assert main.banner.isVisible()
    assert "notes: 12 statements from 6 files, 6 values closed" in main.banner.text.text()
    words = {made.text(): made for made in main.banner.findChildren(QPushButton)}
    words["What was left out"].click()
    (details,) = main.findChildren(ReportDialog)
    assert details.report.tabs.tabText(details.report.tabs.currentIndex()) == "Left out 2"
    details.accept()


def test_the_banner_leads_to_the_facts_and_the_import_is_undone_as_a_whole(window: Opened, notes: Path) -> None:
    main = window.window
    main.files.import_dropped([notes])
    box = dialog(window)
    previewed(window, box)
    imported(window, box)
    next(made for made in main.banner.findChildren(QPushButton) if made.text() == "Show the facts").click()
    assert main.context.places.here.tab == "facts"
    with window.qtbot.waitSignal(main.context.session.changed, timeout=15_000):
        main.commands["undo"].trigger()
    window.settle()
    with window.reader() as project:
        assert project.ledger.slot(Key("billing", "port")).value == "8443"
        assert Runs(project.ledger).all()[0].rolled_back
    with window.qtbot.waitSignal(main.context.session.changed, timeout=15_000):
        main.commands["redo"].trigger()
    window.settle()
    with window.reader() as project:
        assert project.ledger.slot(Key("billing", "port")).value == "9005"
    with window.qtbot.waitSignal(main.context.session.changed, timeout=15_000):
        main.commands["undo"].trigger()
    # after an undo the same files are read anew
    with window.qtbot.waitSignal(main.files.importer.finished, timeout=30_000):
        main.files.import_paths([notes])
    window.settle()
    with window.reader() as project:
        assert project.ledger.slot(Key("billing", "port")).value == "9005"


def test_a_repository_is_previewed_by_branch_and_dates_and_imported(window: Opened, repository: GitRepository) -> None:
    main = window.window
    main.commands["import_git"].trigger()
    box = dialog(window)
    window.type_into(box.git.field, str(repository.path))
    window.qtbot.waitUntil(box.next.isEnabled, timeout=15_000)
    assert "2 branches" in box.git.found.text()
    assert [box.git.branch.itemText(n) for n in range(box.git.branch.count())] == ["main", "older"]
    assert box.git.branch.currentText() == "main"
    QTest.keyClicks(box.git.since, "not a date")
    assert not box.next.isEnabled()
    assert box.git.since.property("wrong") is True
    box.git.since.clear()
    QTest.keyClicks(box.git.since, "2025-01-03")
    QTest.keyClicks(box.git.globs, "app.env")
    previewed(window, box)
    foretold = figures(box)
    assert foretold["commits read"] == 5
    assert foretold["statements"] == 5
    with window.reader() as project:
        assert Runs(project.ledger).all() == ()
    outcome = imported(window, box)
    assert (outcome.commits, outcome.statements, outcome.closed) == (5, 5, foretold["values closed"])
    with window.reader() as project:
        assert project.ledger.slot(Key("app.env", "port")).value == "8005"
        assert project.ledger.find_keys(subject="deploy/x.toml") == ()
        (run,) = Runs(project.ledger).all()
        assert (run.kind, run.statements) == (GIT_RUN, 5)
        assert project.ledger.check().ok


def test_what_is_no_repository_is_said_in_words(window: Opened, notes: Path) -> None:
    window.window.commands["import_git"].trigger()
    box = dialog(window)
    window.type_into(box.git.field, str(notes))
    window.qtbot.waitUntil(box.git.problem.isVisible, timeout=10_000)
    assert "is not a Git repository" in box.git.problem.text()
    assert not box.next.isEnabled()
    box.reject()


def test_a_folder_that_is_a_repository_offers_its_history(window: Opened, repository: GitRepository) -> None:
    main = window.window
    assert drag(main, [repository.path])
    box = dialog(window)
    window.qtbot.waitUntil(box.files.history.isVisible, timeout=10_000)
    next(made for made in box.files.history.findChildren(QPushButton)).click()
    assert box.tabs.currentIndex() == 1
    window.qtbot.waitUntil(box.next.isEnabled, timeout=10_000)
    plan = box.git.plan()
    assert plan is not None
    assert (plan.kind, plan.paths) == (GIT, (repository.path,))
    box.reject()


def workbook(path: Path) -> Path:
    book = openpyxl.Workbook()
    cover = book.active
    assert cover is not None
    cover.title = "Cover"
    cover.append(["About this register"])
    sheet = book.create_sheet("Services")
    sheet.append(["Service", "Listens on", "Team", "Since", "Region", "Tags"])
    for row in (
        ["billing", 8500, "Payments", "2026-03-01", "eu", "money, core"],
        ["catalog", 7000, "Shop", "2025-06-01", "us", "core"],
    ):
        sheet.append(row)
    book.save(path)
    return path


def test_a_workbook_is_mapped_by_clicking_with_its_statements_shown_live(window: Opened, tmp_path: Path) -> None:
    main = window.window
    path = workbook(tmp_path / "register.xlsx")
    main.commands["import_table"].trigger()
    box = dialog(window)
    table = box.table
    window.type_into(table.field, str(path))
    window.qtbot.waitUntil(lambda: table.looked is not None, timeout=20_000)
    table.sheet.setCurrentText("Services")
    window.qtbot.waitUntil(lambda: table.looked is not None and table.looked.head.sheet == "Services", timeout=20_000)
    assert table.rows.texts()[0][:3] == ("billing", "8500", "Payments")
    choices = table.columns
    assert choices.choice("Service").chosen == "subject"
    assert choices.choice("Since").chosen == "from"
    choices.choice("Listens on").name.setText("port")
    choices.choice("Region").choose(SCOPE, "region")
    choices.choice("Tags").choose(MANY, "tag")
    choices.choice("Team").choose(LEFT_OUT)
    wanted = {
        ("billing", "port (region=eu)", "8500", "since 2026-03-01"),
        ("billing", "tag (region=eu)", "money", "since 2026-03-01"),
        ("billing", "tag (region=eu)", "core", "since 2026-03-01"),
        ("catalog", "port (region=us)", "7000", "since 2025-06-01"),
        ("catalog", "tag (region=us)", "core", "since 2025-06-01"),
    }
    window.qtbot.waitUntil(lambda: set(table.statements.texts()) == wanted, timeout=10_000)
    previewed(window, box)
    foretold = figures(box)
    assert foretold["statements"] == 5
    outcome = imported(window, box)
    assert (outcome.statements, outcome.closed) == (5, foretold["values closed"])
    with window.reader() as project:
        mapping = looking.reading_of(project).mapping
        assert mapping.tables[0].sheet == "Services"
        assert ("Listens on", "port") in (mapping.tables[0].relations or ())
    # the project keeps how it is read
    main.commands["import_table"].trigger()
    box = dialog(window)
    window.type_into(box.table.field, str(path))
    window.qtbot.waitUntil(lambda: box.table.looked is not None, timeout=20_000)
    box.table.sheet.setCurrentText("Services")
    window.qtbot.waitUntil(
        lambda: bool(box.table.columns.choices) and box.table.columns.choices[0].column == "Service", timeout=20_000
    )
    assert box.table.columns.choice("Listens on").called == "port"
    assert box.table.columns.choice("Team").chosen == LEFT_OUT
    box.reject()


def test_a_table_needs_a_subject_and_a_value(window: Opened, tmp_path: Path) -> None:
    path = tmp_path / "cranes.csv"
    path.write_text("Name,Colour,Since\ncrane,red,someday\n", encoding="utf-8")
    window.window.commands["import_table"].trigger()
    box = dialog(window)
    box.table.show_table(path)
    window.qtbot.waitUntil(box.next.isEnabled, timeout=15_000)
    assert "'someday' is not a date" in box.table.problem.text()
    box.table.columns.choice("Colour").choose(LEFT_OUT)
    assert not box.next.isEnabled()
    assert "has a value" in box.table.problem.text()
    box.table.columns.choice("Colour").choose(VALUE_OF, "colour")
    box.table.columns.choice("Since").choose(LEFT_OUT)
    window.qtbot.waitUntil(box.next.isEnabled, timeout=15_000)
    assert box.table.statements.texts() == [("crane", "colour", "red", "")]
    box.reject()


def test_a_bad_line_is_told_before_anything_is_written_and_can_be_left_out(window: Opened, tmp_path: Path) -> None:
    path = tmp_path / "facts.csv"
    path.write_text("subject,relation,value,from\nbilling,port,1,2026-03-02\nbilling,port,2,never\n", encoding="utf-8")
    window.window.files.import_dropped([path])
    box = dialog(window)
    previewed(window, box)
    assert "line 3" in box.preview.problem.text()
    assert "Leave out lines" in box.preview.hint.text()
    assert not box.imports.isEnabled()
    QTest.mouseClick(box.back, Qt.MouseButton.LeftButton)
    box.files.options.skip_bad.click()
    previewed(window, box)
    assert figures(box)["left out"] == 1
    outcome = imported(window, box)
    assert (outcome.statements, outcome.refusals) == (1, 1)


def test_file_times_can_be_left_aside(window: Opened, tmp_path: Path) -> None:
    path = tmp_path / "app.env"
    path.write_text("PORT=1\n", encoding="utf-8")
    window.window.files.import_dropped([path])
    box = dialog(window)
    window.qtbot.waitUntil(box.next.isEnabled, timeout=10_000)
    box.files.options.file_times.click()
    previewed(window, box)
    (row,) = box.preview.report.stated_rows.texts()
    assert row[3] == "since 2026-03-14 09:00"
    box.reject()


@pytest.fixture
def wait_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Let real imports wait at a step until they are cancelled."""
    original = importing.run_import
    monkeypatch.setattr(git_importer, "BATCH_COMMITS", 2)

    def wait(step: str) -> None:
        def run(project: Project, *, plan: Plan, dry_run: bool, task: importing.Task) -> Outcome:
            report = task.report

            def tell(message: str, fraction: float) -> None:
                report(message, fraction)
                if not dry_run and message.startswith(step):
                    task.token.wait(20)
                    task.token.raise_if_cancelled()

            task.report = tell
            return original(project, plan=plan, dry_run=dry_run, task=task)

        monkeypatch.setattr(importing, "run_import", run)

    return wait


def test_a_folder_import_cancelled_in_the_middle_leaves_no_trace(
    window: Opened, notes: Path, wait_at: Callable[[str], None]
) -> None:
    main = window.window
    with window.reader() as project:
        before = project.ledger.info()
    wait_at("writing")
    shown = window.reports()
    main.files.import_paths([notes])
    window.qtbot.waitUntil(lambda: "writing" in (main.status.job.toolTip() or ""), timeout=20_000)
    QTest.mouseClick(main.status.cancel, Qt.MouseButton.LeftButton)
    window.settle()
    window.qtbot.waitUntil(main.status.bar.isHidden, timeout=10_000)
    assert shown == []
    assert next(job for job in main.status.jobs.ended if "notes" in job.title).state is JobState.STOPPED
    assert not main.context.session.can_undo
    with window.reader() as project:
        assert project.ledger.info() == before
        assert Runs(project.ledger).all() == ()
        assert project.ledger.check().ok


def test_a_cancelled_repository_keeps_whole_batches_and_offers_to_roll_back(
    window: Opened,
    repository: GitRepository,
    wait_at: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    main = window.window
    with window.reader() as project:
        before = {key: project.ledger.slot(key).value for key in project.ledger.find_keys()}
    wait_at("4 of 6")
    task = main.files.importer.run(Plan(GIT, (repository.path,)))
    window.qtbot.waitUntil(lambda: "4 of 6" in (main.status.job.toolTip() or ""), timeout=20_000)
    with window.qtbot.waitSignal(main.files.importer.finished, timeout=20_000):
        main.status.cancel.click()
    window.settle()
    assert task.said.startswith("stopped; ")
    kept = int(re.findall(r"[\d,]+", task.said)[0])
    with window.reader() as project:
        (run,) = Runs(project.ledger).all()
        assert run.finished is None
        assert run.statements == kept
        assert project.ledger.slot(Key("app.env", "port")).value == "8003"
        assert project.ledger.check().ok
    assert f"stopped; {kept} statements are kept" in main.banner.text.text()
    back = next(made for made in main.banner.findChildren(QPushButton) if made.text() == "Roll it back")
    with window.qtbot.waitSignal(main.files.importer.taken_back, timeout=20_000):
        back.click()
    window.settle()
    with window.reader() as project:
        assert Runs(project.ledger).all()[0].rolled_back
        assert {key: project.ledger.slot(key).value for key in before} == before
        assert project.ledger.slot(Key("app.env", "port")).value is None
        assert project.ledger.check().ok
    # and the history can be read from its beginning again
    monkeypatch.undo()
    with window.qtbot.waitSignal(main.files.importer.finished, timeout=20_000):
        main.files.importer.run(Plan(GIT, (repository.path,)))
    with window.reader() as project:
        assert project.ledger.slot(Key("app.env", "port")).value == "8005"


def test_a_repository_cancelled_before_its_first_batch_keeps_nothing(
    window: Opened, repository: GitRepository, wait_at: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    main = window.window
    monkeypatch.setattr(git_importer, "BATCH_COMMITS", 100)
    monkeypatch.setattr(git_importer, "_TOLD_EACH", 2)
    wait_at("4 of 6")
    main.files.importer.run(Plan(GIT, (repository.path,)))
    window.qtbot.waitUntil(lambda: "4 of 6" in (main.status.job.toolTip() or ""), timeout=20_000)
    main.status.cancel.click()
    window.settle()
    with window.reader() as project:
        assert Runs(project.ledger).all() == ()
        assert project.ledger.find_keys(subject="app.env") == ()
        assert project.ledger.check().ok


@pytest.mark.parametrize("kind", [FILES, GIT])
def test_closing_during_an_import_asks_and_leaves_a_sound_file(
    kind: str, window: Opened, notes: Path, repository: GitRepository, wait_at: Callable[[str], None]
) -> None:  # fmt: skip
    main, path = window.window, window.path
    with window.reader() as project:
        before = project.ledger.info()
    step = "writing" if kind == FILES else "4 of 6"
    wait_at(step)
    main.files.importer.run(Plan(kind, (notes if kind == FILES else repository.path,)))
    window.qtbot.waitUntil(lambda: step in (main.status.job.toolTip() or ""), timeout=20_000)
    main.close()
    (question,) = main.findChildren(Question)
    assert main.isVisible()
    question.accept()
    executors = main.context.executors
    window.qtbot.waitUntil(lambda: executors.all_stopped() and not main.isVisible(), timeout=20_000)
    with Project.open(path) as project:
        assert project.ledger.check().ok
        if kind == FILES:
            assert project.ledger.info() == before
        else:
            assert project.ledger.slot(Key("app.env", "port")).value == "8003"


def test_a_preview_is_cancelled_with_the_dialog_and_going_back(
    window: Opened, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(project: Project, *, plan: Plan, dry_run: bool, task: importing.Task) -> Outcome:
        with project.ledger.writing():
            while True:
                task.progress("reading", 0.3)
                task.token.wait(0.01)

    monkeypatch.setattr(importing, "run_import", endless)
    window.window.files.import_dropped([notes])
    box = dialog(window)
    executors = window.window.context.executors
    for leave in (box.back.click, box.reject):
        window.qtbot.waitUntil(box.next.isEnabled, timeout=10_000)
        box.next.click()
        window.qtbot.waitUntil(lambda: box.preview.doing.text() == "reading", timeout=10_000)
        assert box.without.isVisible()
        leave()
        window.qtbot.waitUntil(lambda: not executors.busy(["write"]), timeout=10_000)


def test_a_new_project_is_made_of_a_repository_from_the_welcome_page(
    open_window: Callable[..., Opened], repository: GitRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = open_window()
    main = opened.window
    target = tmp_path / "history.tenure"
    monkeypatch.setattr(type(main.files), "_ask_place", lambda _self, _title, _name="": target)
    card = next(c for c in main.welcome.findChildren(ActionCard) if "Git repository" in c.accessibleName())
    QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    box = dialog(opened)
    assert box.files.options.replay.isChecked()
    box.show_history(repository.path)
    previewed(opened, box)
    foretold = figures(box)
    assert not target.exists()
    outcome = imported(opened, box)
    assert (outcome.commits, outcome.statements, outcome.closed) == (
        foretold["commits read"], foretold["statements"], foretold["values closed"],
    )  # fmt: skip
    assert opened.path == target
    assert main.banner.isVisible()
    with opened.reader() as project:
        assert project.ledger.slot(Key("app.env", "port")).value == "8005"
        at = project.ledger.slot(Key("app.env", "port")).facts[0].valid_from
        assert at == (START + 5 * 86_400) * SECOND


def test_a_new_project_whose_import_is_cancelled_or_refused_is_no_file(
    open_window: Callable[..., Opened], tmp_path: Path, notes: Path,
    wait_at: Callable[[str], None], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    opened = open_window()
    main = opened.window
    target = tmp_path / "new.tenure"
    monkeypatch.setattr(type(main.files), "_ask_place", lambda _self, _title, _name="": target)
    shown = opened.reports()
    main.files.import_new_from([tmp_path / "nothing"])
    opened.qtbot.waitUntil(lambda: bool(shown), timeout=10_000)
    assert "does not exist" in shown[0].message
    assert not target.exists()
    wait_at("writing")
    assert drag(main.welcome, [notes])
    opened.qtbot.waitUntil(lambda: "writing" in (main.status.job.toolTip() or ""), timeout=20_000)
    main.status.cancel.click()
    opened.qtbot.waitUntil(lambda: not main.context.executors.busy(["setup"]), timeout=10_000)
    opened.qtbot.waitUntil(main.status.bar.isHidden, timeout=10_000)
    assert not target.exists()
    assert main.pages.currentWidget() is main.welcome


def test_files_dropped_on_the_window_go_to_the_dialog_and_a_project_is_opened(
    window: Opened, notes: Path, tmp_path: Path
) -> None:
    main = window.window
    assert drag(main, [notes], drop=False)
    assert main.drop.veil.isVisible()
    assert drag(main, [notes])
    assert not main.drop.veil.isVisible()
    box = dialog(window)
    window.qtbot.waitUntil(lambda: box.files.plan() is not None, timeout=10_000)
    assert drag(box.files, [tmp_path])
    window.qtbot.waitUntil(lambda: box.files.list.count() == 2, timeout=10_000)
    box.files.list.setCurrentRow(1)
    QTest.mouseClick(box.files.remove, Qt.MouseButton.LeftButton)
    plan = box.files.plan()
    assert plan is not None
    assert plan.paths == (notes,)
    box.reject()
    other = tmp_path / "other.tenure"
    Project.create(other).close()
    with window.qtbot.waitSignal(main.context.session.opened, timeout=20_000):
        drag(main, [other])
    assert main.context.session.path == other


def test_the_tables_of_the_dialog_hold_what_qt_asks_of_models(window: Opened, notes: Path) -> None:
    window.window.files.import_dropped([notes])
    box = dialog(window)
    report = box.preview.report
    fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
    models = (report.stated_rows, report.closed_rows, report.file_rows, report.left_rows, box.table.rows)
    testers = [QAbstractItemModelTester(model, fatal) for model in models]
    previewed(window, box)
    assert len(testers) == 5
    assert report.stated_rows.rowCount() == 12
    box.reject()


def test_only_fields_for_text_keep_what_is_dropped_from_the_window(window: Opened) -> None:
    main = window.window
    main.go_tab("compare")
    with window.qtbot.waitSignal(main.compare.answered, timeout=20_000):
        main.compare.ask_this("Which port does billing listen on?")
    keeping = [child for child in main.workbench.findChildren(QWidget) if child.acceptDrops()]
    assert [child for child in keeping if not isinstance(child, QLineEdit)] == []


def test_a_repository_import_that_fails_tells_what_is_kept(
    window: Opened, repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    main, original = window.window, BatchWriter.write
    monkeypatch.setattr(git_importer, "BATCH_COMMITS", 2)
    calls: list[int] = []

    def fail_third(self: BatchWriter, *arguments: Any, **options: Any) -> None:
        calls.append(1)
        if len(calls) == 3:
            raise InputError("the disk is full")
        original(self, *arguments, **options)

    monkeypatch.setattr(BatchWriter, "write", fail_third)
    with window.qtbot.waitSignal(main.context.session.changed, timeout=20_000):
        main.files.importer.run(Plan(GIT, (repository.path,)))
    window.qtbot.waitUntil(main.banner.isVisible, timeout=10_000)
    assert main.banner.text.text() == "the disk is full"
    assert main.status.jobs.ended[0].state is JobState.FAILED
    window.settle()
    with window.reader() as project:
        assert project.ledger.slot(Key("app.env", "port")).value == "8003"
    with window.qtbot.waitSignal(main.context.session.changed, timeout=20_000):
        main.commands["undo"].trigger()
    window.settle()
    with window.reader() as project:
        assert project.ledger.slot(Key("app.env", "port")).value is None
        assert Runs(project.ledger).all()[0].rolled_back
        assert project.ledger.check().ok


def test_a_new_project_of_a_cancelled_repository_opens_with_what_is_kept(
    open_window: Callable[..., Opened], repository: GitRepository, tmp_path: Path, wait_at: Callable[[str], None]
) -> None:
    opened = open_window()
    main, target = opened.window, tmp_path / "part.tenure"
    wait_at("2 of 6")
    main.files.importer.run_new(Plan(GIT, (repository.path,)), target, main.files.open_path)
    opened.qtbot.waitUntil(lambda: "2 of 6" in (main.status.job.toolTip() or ""), timeout=20_000)
    with opened.qtbot.waitSignal(main.files.importer.finished, timeout=20_000):
        main.status.cancel.click()
    assert opened.path == target
    assert "are kept" in main.banner.text.text()
    opened.settle()
    with opened.reader() as project:
        assert project.ledger.slot(Key("app.env", "port")).value == "8001"
        assert project.ledger.check().ok
