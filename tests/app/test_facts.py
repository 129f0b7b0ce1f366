from __future__ import annotations

import csv
import json
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.modeltest import ModelTester

from helpers.app_window import HOSTILE, Opened
from tenure.ledger.browse import FactQuery
from tenure.ledger.types import State
from tenure_app.panes.facts.model import COLUMNS
from tenure_app.places import Place


def show(opened: Opened) -> None:
    with opened.qtbot.waitSignal(opened.window.facts.loaded, timeout=10_000):
        opened.window.context.places.go(Place("facts"))
    ready(opened)


def ready(opened: Opened) -> None:
    model = opened.window.facts.model
    opened.settle()
    if model.rowCount():
        opened.qtbot.waitUntil(lambda: model.index(0, 0).data() != "…", timeout=5_000)


def column(opened: Opened, name: str) -> list[str]:
    model = opened.window.facts.model
    return [model.index(row, COLUMNS.index(name)).data() for row in range(model.rowCount())]


def test_rows_are_the_facts_of_the_ledger_fetched_as_painted(window: Opened, qtmodeltester: ModelTester) -> None:
    show(window)
    model = window.window.facts.model
    qtmodeltester.check(model)
    with window.reader() as project:
        facts = project.ledger.facts_by_id(project.ledger.fact_ids(FactQuery()))
    assert [fact.id for fact in facts] == model.ids
    assert column(window, "value") == [fact.object for fact in facts]
    assert column(window, "state") == [fact.state.value for fact in facts]


def test_search_filter_and_order_are_the_ledgers(window: Opened) -> None:
    show(window)
    pane = window.window.facts
    with window.qtbot.waitSignal(pane.loaded, timeout=5_000):
        pane.search.setText("team")
    ready(window)
    assert set(column(window, "relation")) == {"owner"}
    with window.qtbot.waitSignal(pane.loaded, timeout=5_000):
        pane.states.setCurrentIndex(1)
    ready(window)
    assert sorted(column(window, "value")) == ["Edge team", "Ledger team"]
    with window.qtbot.waitSignal(pane.loaded, timeout=5_000):
        pane.table.sortByColumn(COLUMNS.index("value"), Qt.SortOrder.DescendingOrder)
    ready(window)
    assert column(window, "value") == ["Ledger team", "Edge team"]


def test_a_column_the_ledger_cannot_order_by_changes_nothing(window: Opened) -> None:
    show(window)
    before = list(window.window.facts.model.ids)
    window.window.facts.table.sortByColumn(COLUMNS.index("source"), Qt.SortOrder.DescendingOrder)
    window.settle()
    assert window.window.facts.model.ids == before
    assert window.window.facts.table.horizontalHeader().sortIndicatorSection() == COLUMNS.index("subject")


def test_no_match_says_so(window: Opened) -> None:
    show(window)
    with window.qtbot.waitSignal(window.window.facts.loaded, timeout=5_000):
        window.window.facts.search.setText("nothing like this")
    assert window.window.facts.empty.isVisible()


def test_copy_takes_the_selected_rows(window: Opened) -> None:
    show(window)
    window.window.facts.table.selectRow(0)
    window.window.facts.copy()
    first = [column(window, name)[0] for name in ("subject", "relation")]
    assert QGuiApplication.clipboard().text().split("\t")[:2] == first


def test_export_writes_every_row_shown(window: Opened, tmp_path: Path) -> None:
    show(window)
    table, lines = tmp_path / "facts.csv", tmp_path / "facts.jsonl"
    for path in (table, lines):
        window.window.facts.export_to(path)
        window.qtbot.waitUntil(path.is_file, timeout=10_000)
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(window.window.facts.model.ids)
    assert HOSTILE in {row["object"] for row in rows}
    records = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    assert [record["object"] for record in records] == [row["object"] for row in rows]
    assert {record["state"] for record in records} == {state.value for state in State} - {"unknown"}


def test_choosing_a_row_shows_it_in_the_inspector(window: Opened) -> None:
    show(window)
    row = column(window, "value").index("Payments team")
    with window.qtbot.waitSignal(window.window.inspector.shown, timeout=5_000):
        window.window.facts.table.setCurrentIndex(window.window.facts.model.index(row, 0))
    window.settle()
    fact = window.window.inspector.fact
    assert fact is not None
    assert fact.object == "Payments team"
