"""Compare: whole question sets, their totals, chart, table and page."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from helpers.app_window import Opened
from helpers.facts_world import HOSTILE, NOW
from helpers.saved_page import Page, needs_nothing, save
from helpers.small_sample import small_sample
from tenure.clock import fixed_clock
from tenure.lab.extraction import wilson
from tenure.lab.questions import read_questions
from tenure.lab.run import Figures, Run, figures
from tenure.models.fake import HashEmbedder, ScriptedModel
from tenure.project import Models, Project, sample_at
from tenure_app.panes.compare.set_model import FIXED, STATE_ROLE, SetFilter, SetModel
from tenure_app.panes.compare.set_page import SetPage
from tenure_app.panes.compare.set_run import SetRun
from tenure_app.places import Place

SAID = "billing listens on port 8080."
STRATEGIES = ("rag", "rag-dated", "temporal")
QUESTIONS: list[dict[str, Any]] = [
    {"id": "a", "kind": "current", "question": "Which port does billing listen on?", "gold": "8443",
     "stale": ["8000", "8080"], "subject": "billing", "relation": "port"},
    {"id": "b", "kind": "as-of", "question": "Which port did billing listen on?", "valid": "2025-07-01",
     "gold": "8080", "stale": ["8000"], "subject": "billing", "relation": "port"},
    {"id": "c", "kind": "current", "question": "Who owns billing?", "gold": "Ledger team",
     "stale": ["Payments team"], "subject": "billing", "relation": "owner"},
    {"id": "d", "kind": "unanswerable", "question": "Who owns warehouse?", "gold": None,
     "stale": ["Yard team"], "subject": "warehouse", "relation": "owner"},
    {"id": f"e {HOSTILE}", "kind": "current", "question": f"What is the note of warehouse? {HOSTILE}",
     "gold": HOSTILE, "subject": "warehouse", "relation": "note"},
]  # fmt: skip


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in QUESTIONS), encoding="utf-8")
    return path


def choose(opened: Opened, path: Path) -> SetPage:
    opened.window.context.places.go(Place("compare"))
    opened.window.commands["question_set"].trigger()
    page = opened.window.compare.sets
    page.choose(path)
    opened.qtbot.waitUntil(lambda: page.run is not None and page.run.set.path == path, timeout=10_000)
    return page


def run_of(page: SetPage) -> SetRun:
    assert page.run is not None
    return page.run


def finish(opened: Opened, page: SetPage) -> SetRun:
    run = run_of(page)
    opened.qtbot.waitUntil(lambda: not run.running, timeout=60_000)
    opened.qtbot.waitUntil(lambda: not page._later.isActive(), timeout=5_000)
    return run


def run_all(opened: Opened, path: Path) -> SetPage:
    page = choose(opened, path)
    page.run_button.click()
    assert run_of(page).running
    finish(opened, page)
    return page


@pytest.fixture
def ran(window: Opened, questions: Path) -> Iterator[tuple[Opened, SetPage]]:
    yield window, run_all(window, questions)


def lab(opened: Opened, questions: Path) -> dict[str, Figures]:
    """What the lab's own run of the same questions finds."""
    models = Models(text_model=ScriptedModel(SAID), embedder=HashEmbedder())
    with Project.open(opened.path, read_only=True, clock=fixed_clock(NOW), models=models) as project:
        run = Run(project.ledger, project.answers(models.text_model()), STRATEGIES)
        asked = run.ask_all(read_questions(questions, UTC))
        return {name: figures(name, asked) for name in STRATEGIES}


def counts(one: Figures) -> tuple[object, ...]:
    return (one.questions, one.correct, one.stale, one.abstained, one.other, one.answered, one.accuracy, one.stale_rate)


def test_the_totals_are_those_of_the_labs_scoring(ran: tuple[Opened, SetPage], questions: Path) -> None:
    opened, page = ran
    expected = lab(opened, questions)
    totals = page.totals_now()
    assert [counts(one.figures) for one in totals] == [counts(expected[name]) for name in STRATEGIES]
    assert {one.figures.stale for one in totals} > {0}
    for shown, one in zip(page.totals.texts(), totals, strict=True):
        f = one.figures
        assert one.accuracy == wilson(f.correct, f.questions)
        assert one.stale == wilson(f.stale, f.answered)
        assert shown[1:4] == [str(f.correct), str(f.stale), str(f.other)]
        low, high = (round(100 * edge) for edge in one.stale)
        assert shown[6] == f"{round(100 * f.stale_rate)} % ({low}–{high})"


def test_the_table_has_a_row_a_question_and_a_chip_a_strategy(ran: tuple[Opened, SetPage]) -> None:
    _opened, page = ran
    run, model = run_of(page), page.table.rows
    assert (model.rowCount(), model.columnCount()) == (len(QUESTIONS), FIXED + 3)
    heads = [model.headerData(n, Qt.Orientation.Horizontal) for n in range(model.columnCount())]
    assert heads == ["Id", "Question", "Asks for", "RAG", "RAG, dated", "Temporal"]
    words = {"correct": "Right", "stale": "Stale", "abstained": "Abstained", "other": "Wrong"}
    for row, given in enumerate(run.answers):
        for place, name in enumerate(run.strategies):
            cell = model.index(row, FIXED + place)
            assert cell.data() == words[given[name].scored.score.value]
            assert cell.data(STATE_ROLE) in {"current", "superseded", "unknown", "disputed"}
    assert model.index(0, FIXED).data() == "Stale"
    assert model.index(0, FIXED + 2).data() == "Right"
    assert model.index(4, 1).data() == QUESTIONS[4]["question"]


def test_the_models_keep_the_rules_of_qt(window: Opened, questions: Path) -> None:
    model = SetModel()
    shown = SetFilter(model)
    testers = [
        QAbstractItemModelTester(one, QAbstractItemModelTester.FailureReportingMode.Fatal) for one in (model, shown)
    ]
    page = choose(window, questions)
    run = run_of(page)
    model.show_run(run)
    shown.sort(FIXED)
    page.run_button.click()
    finish(window, page)
    for only in ("stale", "differ", "all"):
        shown.show_only(only)
    model.show_run(None)
    assert len(testers) == 2


def test_the_table_sorts_by_header_and_filters(ran: tuple[Opened, SetPage]) -> None:
    opened, page = ran
    table = page.table
    header = table.horizontalHeader()
    x = header.sectionViewportPosition(FIXED) + 20
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, header.height() // 2))
    order = [table.shown.index(row, FIXED).data() for row in range(table.shown.rowCount())]
    rank = ["Stale", "Wrong", "Abstained", "Right"]
    assert order in (sorted(order, key=rank.index), sorted(order, key=rank.index, reverse=True))
    page.filter.setCurrentIndex(page.filter.findData("stale"))
    stale = list(range(table.shown.rowCount()))
    assert stale
    for row in stale:
        assert "Stale" in [table.shown.index(row, FIXED + n).data() for n in range(3)]
    assert page.shown.text().startswith(str(len(stale)))
    page.filter.setCurrentIndex(page.filter.findData("all"))
    opened.settle()
    assert table.shown.rowCount() == len(QUESTIONS)


def test_a_click_or_enter_opens_the_question_in_the_columns_with_its_answers(ran: tuple[Opened, SetPage]) -> None:
    opened, page = ran
    pane, table, run = opened.window.compare, page.table, run_of(page)
    table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    opened.qtbot.wait(50)
    place = table.visualRect(table.shown.index(0, 1)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert pane.question.text() == QUESTIONS[0]["question"]
    assert [column.strategy for column in pane.columns] == list(STRATEGIES)
    assert [column.view for column in pane.columns] == [run.answers[0][name].view for name in STRATEGIES]
    assert "Stale" in pane.columns[0].score.text()
    assert pane.strip.isVisible()
    assert "8443" in pane.strip.gold.text()
    opened.qtbot.wait(100)
    for column in pane.columns:
        for part in (column.note, column.figures, column.share):
            assert part.height() >= part.heightForWidth(part.width())
    pane.strip.next.click()
    assert pane.question.text() == QUESTIONS[1]["question"]
    assert "valid at 2025-07-01" in pane.strip.gold.text()
    pane.strip.back.click()
    assert table.isVisible()
    opened.qtbot.waitUntil(table.hasFocus, timeout=5_000)
    assert table.currentIndex().row() == 1
    QTest.keyClick(table, Qt.Key.Key_Down)
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert pane.question.text() == QUESTIONS[2]["question"]
    with opened.qtbot.waitSignal(pane.answered, timeout=20_000):
        pane.ask()
    assert not pane.strip.isVisible()


def test_stopping_keeps_what_was_answered_and_resuming_goes_on_there(
    open_window: Callable[..., Opened], project_file: Path, questions: Path
) -> None:
    slow = ScriptedModel(SAID, delay=0.02)
    opened = open_window(project_file, model=slow)
    page = choose(opened, questions)
    run = run_of(page)
    page.run_button.click()
    assert page.run_button.text() == "Stop"
    opened.qtbot.waitUntil(lambda: run.done >= 4, timeout=30_000)
    opened.window.commands["run_set"].trigger()
    assert not run.running
    done, kept = run.done, [dict(given) for given in run.answers]
    assert 4 <= done < run.total
    assert page.run_button.text() == "Resume"
    opened.qtbot.waitUntil(lambda: not opened.window.context.executors.busy(["answer"]), timeout=20_000)
    assert run.done == done
    page.run_button.click()
    finish(opened, page)
    assert run.done == run.total
    assert all(given.items() >= before.items() for given, before in zip(run.answers, kept, strict=True))
    assert page.run_button.text() == "Run again"


def test_a_run_is_a_job_with_progress_that_the_job_list_can_cancel(
    open_window: Callable[..., Opened], project_file: Path, questions: Path
) -> None:
    opened = open_window(project_file, model=ScriptedModel(SAID, delay=0.02))
    executors = opened.window.context.executors
    told: list[float] = []
    jobs: list[Any] = []
    executors.started.connect(lambda job: jobs.append(job) if "Question set" in job.title else None)
    executors.progressed.connect(lambda job, _text, share: told.append(share) if job in jobs else None)
    page = choose(opened, questions)
    page.run_button.click()
    opened.qtbot.waitUntil(lambda: len(told) >= 3, timeout=30_000)
    assert told == sorted(told)
    with opened.qtbot.waitSignal(executors.finished, timeout=20_000, check_params_cb=lambda job: job in jobs):
        executors.cancel(jobs[0])
    assert not run_of(page).running
    assert page.run_button.text() in {"Resume", "Run"}


def test_chat_gets_its_turn_between_two_questions_of_a_set(
    open_window: Callable[..., Opened], project_file: Path, questions: Path
) -> None:
    opened = open_window(project_file, model=ScriptedModel(SAID, delay=0.03))
    page = choose(opened, questions)
    page.run_button.click()
    run = run_of(page)
    opened.qtbot.waitUntil(lambda: run.done >= 1, timeout=30_000)
    before = run.done
    opened.window.context.places.go(Place("chat"))
    with opened.qtbot.waitSignal(opened.window.chat.answered, timeout=30_000):
        opened.window.chat.ask_this("Who owns billing?")
    assert run.running
    assert run.done <= before + 3
    run.stop()


def test_the_chart_shows_the_totals(ran: tuple[Opened, SetPage], qtbot: QtBot) -> None:
    opened, page = ran
    chart = page.chart
    assert chart.web is not None

    def js(code: str) -> Any:
        assert chart.web is not None
        found: list[str] = []
        chart.web.locked_page.runJavaScript(f"JSON.stringify({code})", found.append)
        qtbot.waitUntil(lambda: bool(found), timeout=10_000)
        return json.loads(found[0]) if found[0] else None

    totals = page.totals_now()
    want = [[one.figures.accuracy for one in totals], [one.figures.stale_rate for one in totals]]
    qtbot.waitUntil(lambda: [bar["x"] for bar in js("tenure.bars()") or []] == want, timeout=20_000)
    right, stale = js("tenure.bars()")
    for place, one in enumerate(totals):
        assert right["x"][place] + right["high"][place] == pytest.approx(one.accuracy[1])
        assert stale["x"][place] - stale["low"][place] == pytest.approx(one.stale[0])
    assert js("tenure.names()") == ["RAG", "RAG, dated", "Temporal"]
    notes = [text for row in page.totals.texts() for text in row[5:7]]
    assert js("tenure.notes()") == notes
    colours = opened.window.context.theme.tokens
    assert (right["colour"], stale["colour"]) == (colours["currentFill"], colours["retiredFill"])
    opened.window.commands["theme_dark"].trigger()
    dark = opened.window.context.theme.tokens["currentFill"]
    qtbot.waitUntil(lambda: js("tenure.bars()")[0]["colour"] == dark, timeout=10_000)
    opened.window.commands["theme_light"].trigger()


def test_the_set_is_saved_as_one_page(ran: tuple[Opened, SetPage], tmp_path: Path) -> None:
    opened, page = ran
    save(opened, tmp_path / "set.html")
    shown = Page(opened.qtbot, tmp_path / "set.html")
    needs_nothing(shown)
    assert shown.texts("h1") == ["questions.jsonl"]
    cells = shown.texts("body > .wide:first-of-type tbody td")
    assert cells == [text for row in page.totals.texts() for text in row]
    assert shown.texts("details .q") == [one["question"] for one in QUESTIONS]
    badges = shown.texts("details:first-of-type summary .badge")
    assert badges == ["✕ RAG: Stale", "✕ RAG, dated: Stale", "● Temporal: Right"]
    assert shown.js("document.querySelectorAll('svg rect').length") == 6
    assert shown.js("window.hacked === undefined") is True
    shown.close()


def test_a_write_makes_the_answers_outdated_and_closing_forgets_them(
    open_window: Callable[..., Opened], project_file: Path, questions: Path
) -> None:
    opened = open_window(project_file)
    page = run_all(opened, questions)
    opened.window.context.session.changed.emit(None)
    assert "facts changed" in page.note.text()
    opened.window.commands["close"].trigger()
    opened.qtbot.waitUntil(lambda: page.run is None, timeout=5_000)
    assert page.table.rows.rowCount() == 0
    assert not page.runs


def test_what_is_no_question_set_is_said(window: Opened, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"id": 1}\n', encoding="utf-8")
    reports = window.reports()
    window.window.context.places.go(Place("compare"))
    window.window.compare.sets.choose(bad)
    window.qtbot.waitUntil(lambda: bool(reports), timeout=5_000)
    assert "line 1: not a question" in reports[0].message
    assert not reports[0].bug


def test_strategies_can_be_left_out_and_their_answers_are_kept(ran: tuple[Opened, SetPage]) -> None:
    _opened, page = ran
    run = run_of(page)
    page.boxes["rag"].click()
    assert run.strategies == ("rag-dated", "temporal")
    assert page.table.rows.columnCount() == FIXED + 2
    assert [row[0] for row in page.totals.texts()] == ["RAG, dated", "Temporal"]
    page.boxes["rag"].click()
    assert run.done == run.total


def test_a_samples_own_questions_are_offered(
    open_window: Callable[..., Opened], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = small_sample(tmp_path)
    monkeypatch.setattr("tenure_app.ops.question_sets.sample_named", lambda _name: sample_at(folder))
    path = tmp_path / "own.tenure"
    Project.from_sample(str(folder), path).close()
    opened = open_window(path)
    opened.window.context.places.go(Place("compare"))
    opened.window.commands["question_set"].trigger()
    page = opened.window.compare.sets
    opened.qtbot.waitUntil(lambda: page.run is not None, timeout=10_000)
    run = run_of(page)
    assert run.set.path.name == "questions.jsonl"
    assert run.set.now is not None
    assert "asked as of" in page.count.text()
