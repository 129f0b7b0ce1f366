"""Compare: columns, aligned evidence, marks, and the page saved of one question."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from helpers.app_window import Opened
from helpers.facts_world import HOSTILE
from helpers.saved_page import Page, needs_nothing, save
from tenure.answer.answer import EvidenceItem
from tenure.ledger.types import State
from tenure.models.fake import ScriptedModel
from tenure_app.panes.compare.alignment import align
from tenure_app.panes.compare.column import StrategyColumn
from tenure_app.places import Place
from tenure_app.widgets.answer_parts import EvidenceRow
from tenure_app.widgets.format import date_text
from tenure_app.widgets.marked_text import MarkedText

QUESTION = "Which port does billing listen on?"


def item(passage: int | None, text: str = "text") -> EvidenceItem:
    return EvidenceItem(text, "notes.md", passage=passage)


def ask(opened: Opened, text: str = QUESTION) -> list[StrategyColumn]:
    opened.window.context.places.go(Place("compare"))
    with opened.qtbot.waitSignal(opened.window.compare.answered, timeout=30_000):
        opened.window.compare.ask_this(text)
    return placed(opened)


def placed(opened: Opened) -> list[StrategyColumn]:
    """The columns, once the layout has shown everything in them."""
    columns = opened.window.compare.columns
    opened.qtbot.waitUntil(lambda: all(row.isVisible() for c in columns for row in c.rows), timeout=5_000)
    return columns


def ask_three(opened: Opened) -> list[StrategyColumn]:
    ask(opened)
    with opened.qtbot.waitSignal(opened.window.compare.answered, timeout=30_000):
        opened.window.commands["add_column"].trigger()
    return placed(opened)


# Which evidence stands where


def test_the_same_passage_is_in_one_row_and_columns_keep_their_order() -> None:
    rows = align([[item(1), item(2), item(3)], [item(3), item(4)], []])
    assert rows == [(0, None, None), (1, None, None), (2, 0, None), (None, 1, None)]


def test_a_passage_taken_twice_takes_two_rows_and_manual_evidence_goes_by_its_words() -> None:
    twice = [item(1, "first"), item(1, "second")]
    assert align([twice, [item(1, "whole")]]) == [(0, 0), (1, None)]
    assert align([[item(None, "said")], [item(None, " said ")], [item(None, "other")]]) == [
        (0, 0, None),
        (None, None, 0),
    ]


@pytest.mark.parametrize("orders", list(itertools.product(itertools.permutations(range(3)), repeat=2)))
def test_contradicting_orders_lose_no_evidence(orders: tuple[tuple[int, ...], ...]) -> None:
    columns = [[item(number) for number in order] for order in orders]
    rows = align(columns)
    assert len(rows) == 3
    for row in rows:
        assert len({columns[place][index].passage for place, index in enumerate(row) if index is not None}) == 1
    assert [sorted(row[place] for row in rows if row[place] is not None) for place in (0, 1)] == [[0, 1, 2]] * 2  # type: ignore[type-var]


def test_twins_stand_side_by_side_and_light_each_other(window: Opened) -> None:
    ask_three(window)
    board = window.window.compare.asking.board
    assert any(sum(row is not None for row in rows) > 1 for rows in board.grid_rows)
    for rows in board.grid_rows:
        there = [row for row in rows if row is not None]
        assert len({row.item.passage for row in there}) == 1
        tops = {row.mapTo(board, QPoint()).y() for row in there}
        assert len(tops) == 1
    twins = next(
        [row for row in rows if row is not None] for rows in board.grid_rows if None not in rows[:1] + rows[2:]
    )
    twins[0].setFocus()
    assert twins[-1].property("twin") is True
    assert not twins[0].property("twin")
    QTest.keyClick(twins[0], Qt.Key.Key_Right)
    assert QApplication.focusWidget() in twins[1:]
    assert twins[0].property("twin") is True
    window.window.compare.question.setFocus()
    assert not any(row.property("twin") for row in twins)


def test_what_a_column_did_not_get_is_a_gap_that_says_so(window: Opened) -> None:
    rag, temporal = ask(window)
    board = window.window.compare.asking.board
    alone = [rows for rows in board.grid_rows if None in rows]
    assert alone
    gaps = [w for w in board.findChildren(type(rag.note)) if w.isVisible() and w.text() == "not among its evidence"]
    assert len(gaps) == sum(row is None for rows in board.grid_rows for row in rows)
    assert len(rag.rows) + len(temporal.rows) == sum(row is not None for rows in board.grid_rows for row in rows)


# Marks, verdicts, figures


def test_marks_and_their_tips_are_those_of_the_ledger(window: Opened) -> None:
    columns = ask_three(window)
    checked: set[State] = set()
    with window.reader() as project:
        for column in columns:
            assert column.view is not None
            texts: list[tuple[MarkedText, str]] = [(column.text, column.view.answer.text)]
            texts += [(row.text, row.item.text.strip()) for row in column.rows]
            marks = [column.view.answer.marks, *column.view.evidence_marks]
            for (shown, text), of_text in zip(texts, marks, strict=True):
                assert shown.toPlainText() == text
                assert len(shown.spans) == len(of_text)
                for span, mark in zip(shown.spans, of_text, strict=True):
                    assert text[span.start : span.end] == mark.text
                    history = project.ledger.history(mark.key)
                    (fact,) = [one for one in history if one.id == mark.fact] or [None]
                    checked.add(mark.state)
                    if fact is None:
                        assert (span.state, mark.state) == ("unknown", State.UNKNOWN)
                        continue
                    assert span.state == fact.state.value
                    if fact.state is State.SUPERSEDED:
                        end = date_text(fact.valid_to, fact.to_precision)
                        assert span.tip == f"{fact.key}: until {end}, then {fact.superseded_by}"
    assert {State.CURRENT, State.SUPERSEDED} <= checked


def test_retired_values_are_red_and_struck_current_ones_green(window: Opened) -> None:
    rag, temporal = ask(window)
    theme = window.window.context.theme
    for column, state, token, struck in ((rag, "superseded", "retired", True), (temporal, "current", "current", False)):
        span = next(span for span in column.text.spans if span.state == state)
        cursor = column.text.textCursor()
        cursor.setPosition(span.start + 1)
        style = cursor.charFormat()
        assert style.foreground().color() == theme.colour(token)
        assert style.fontStrikeOut() is struck


def test_the_share_of_retired_evidence_time_tokens_and_calls_are_told(window: Opened) -> None:
    for column in ask(window):
        assert column.view is not None
        answer = column.view.answer
        retired = sum(one.state.retired for one in answer.evidence)
        share = round(100 * retired / len(answer.evidence))
        assert column.share.text() == f"Retired evidence: {retired} of {len(answer.evidence)} ({share} %)"
        for part in (" s · ", "token", f"{answer.model_calls} model call"):
            assert part in column.figures.text()


# Columns


def test_columns_come_and_go_and_are_remembered(open_window: Callable[..., Opened], project_file: Path) -> None:
    opened = open_window(project_file)
    pane = opened.window.compare
    assert [column.strategy for column in pane.columns] == ["rag", "temporal"]
    assert not pane.columns[0].remove.isVisibleTo(pane)
    columns = ask_three(opened)
    assert [column.strategy for column in columns] == ["rag", "temporal", "rag-dated"]
    assert not pane.asking.add_button.isVisibleTo(pane)
    kept = columns[1].view
    columns[0].remove.click()
    assert [column.strategy for column in pane.columns] == ["temporal", "rag-dated"]
    assert pane.columns[0].view is kept
    assert opened.window.context.settings.compare_strategies == ["temporal", "rag-dated"]
    opened.close()
    again = open_window(project_file)
    assert [column.strategy for column in again.window.compare.columns] == ["temporal", "rag-dated"]


def test_choosing_what_another_column_shows_swaps_them_without_asking(window: Opened) -> None:
    rag, temporal = ask(window)
    views = (rag.view, temporal.view)
    rag.choose("temporal")
    assert (rag.strategy, temporal.strategy) == ("temporal", "rag")
    assert (temporal.view, rag.view) == views
    assert not window.window.compare.stop_button.isVisible()


def test_narrow_windows_stack_the_columns_and_cut_nothing(window: Opened) -> None:
    ask_three(window)
    board = window.window.compare.asking.board
    for width, side_by_side in ((1440, 3), (1180, 2), (1000, 1)):
        window.window.resize(width, 900)
        window.qtbot.waitUntil(
            lambda side_by_side=side_by_side: len({c.card.y() for c in board.columns}) == (4 - side_by_side),
            timeout=5_000,
        )
        window.qtbot.wait(50)
        for column in board.columns:
            right = board.mapTo(window.window.compare, QPoint(board.width(), 0)).x()
            assert right <= window.window.compare.width()
            for part in (column.note, column.figures, column.share):
                assert part.heightForWidth(part.width()) <= part.height()
    window.window.resize(1440, 900)


def test_every_part_of_a_column_is_reached_by_tab(window: Opened) -> None:
    ask_three(window)
    pane = window.window.compare
    pane.question.setFocus()
    reached = []
    for _press in range(80):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    for column in pane.columns:
        wanted = [column.chooser, column.remove, column.text, *column.rows]
        places = [reached.index(part) for part in wanted]
        assert places == sorted(places)


# The page


def test_the_saved_page_shows_what_the_columns_show(window: Opened, tmp_path: Path) -> None:
    columns = ask_three(window)
    save(window, tmp_path / "q.html")
    page = Page(window.qtbot, tmp_path / "q.html")
    needs_nothing(page)
    assert page.texts("h1") == [QUESTION]
    assert [text.split()[0] for text in page.texts("th b")] == ["RAG", "Temporal", "RAG,"]
    said = page.texts("tr.said td")
    assert said[0] == "billing listens on port 8080 [until 2026-02-02, then 8443]."
    assert page.texts("tr.said s") == ["8080", "8080"]
    assert "8443" in page.texts("tr.said td:nth-child(2) b.current")
    for number, column in enumerate(columns, start=1):
        assert column.view is not None
        rows = page.texts(f"tr.seen td:nth-child({number}):not(.gap)")
        assert len(rows) == len(column.view.answer.evidence)
    assert page.js("getComputedStyle(document.querySelector('tr.said s')).textDecorationLine") == "line-through"
    page.close()


def test_hostile_texts_are_shown_and_not_run(
    open_window: Callable[..., Opened], project_file: Path, tmp_path: Path
) -> None:
    evil = f'{HOSTILE} <script>window.hacked=1</script> </td></table>" onmouseover="window.hacked=1 \x07 \u202e8443'
    opened = open_window(project_file, model=ScriptedModel(evil))
    question = f"What is the note of warehouse? {HOSTILE}</h1>"
    columns = ask(opened, question)
    assert columns[0].text.toPlainText().startswith(HOSTILE)
    needs = save(opened, tmp_path / "evil.html")
    assert "<script" not in needs
    assert "\x07" not in needs
    page = Page(opened.qtbot, tmp_path / "evil.html")
    assert page.texts("h1") == [question]
    assert page.js("document.querySelectorAll('img, script').length") == 0
    assert "<script>window.hacked=1</script>" in page.texts("tr.said td")[0]
    assert any(HOSTILE in text for text in page.texts("tr.seen td"))
    assert page.js("window.hacked === undefined") is True
    page.close()


def test_saving_is_a_command_and_says_what_stands_in_its_way(
    window: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = window.reports()
    window.window.commands["save_comparison"].trigger()
    window.qtbot.waitUntil(lambda: bool(reports), timeout=5_000)
    assert reports[0].message.startswith("There is nothing to save yet")
    ask(window)
    asked: list[str] = []

    def choose(*arguments: object) -> tuple[str, str]:
        asked.append(str(arguments[1]))
        return str(tmp_path / "talk"), ""

    monkeypatch.setattr("tenure_app.panes.compare.pane.QFileDialog.getSaveFileName", choose)
    with window.qtbot.waitSignal(window.window.compare.saved, timeout=20_000):
        window.window.commands["save_comparison"].trigger()
    assert asked == ["Save this comparison as a page"]
    assert (tmp_path / "talk.html").is_file()
    window.window.compare.save_to(tmp_path / "missing" / "talk.html")
    window.qtbot.waitUntil(lambda: len(reports) == 2, timeout=5_000)
    assert "cannot be written" in reports[1].message
    assert not reports[1].bug


def test_removed_columns_leave_no_widgets_behind(window: Opened) -> None:
    ask_three(window)
    pane = window.window.compare
    window.qtbot.wait(50)
    board = pane.asking.board
    for _round in range(3):
        pane.columns[2].remove.click()
        with window.qtbot.waitSignal(pane.answered, timeout=30_000):
            pane.add_column()
    window.qtbot.wait(50)
    rows = board.findChildren(EvidenceRow)
    assert len(rows) == sum(len(column.rows) for column in pane.columns)
