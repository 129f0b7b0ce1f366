from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.modeltest import ModelTester

from helpers.app_window import Opened
from helpers.facts_world import HOSTILE, NOW
from helpers.many import make_many
from tenure.keys import Key
from tenure.ledger.listing import FactQuery
from tenure.ledger.types import Assert, Fact, State
from tenure_app.ops.fact_rows import COLUMNS
from tenure_app.panes.facts.model import CHUNK
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


@pytest.mark.parametrize("name", COLUMNS)
def test_every_column_orders_the_whole_table(window: Opened, name: str) -> None:
    show(window)
    pane = window.window.facts
    if name == "subject":
        pane.table.sortByColumn(COLUMNS.index("value"), Qt.SortOrder.AscendingOrder)
        window.settle()
    with window.qtbot.waitSignal(pane.loaded, timeout=5_000):
        pane.table.sortByColumn(COLUMNS.index(name), Qt.SortOrder.DescendingOrder)
    ready(window)
    with window.reader() as project:
        facts = project.ledger.facts_by_id(pane.model.ids)
    keys = [order_key(fact, name) for fact in facts]
    assert len(keys) == 16
    assert keys == sorted(keys, reverse=True)
    assert pane.table.horizontalHeader().sortIndicatorSection() == COLUMNS.index(name)


def order_key(fact: Fact, name: str) -> Any:
    return {
        "subject": fact.key.normal[0],
        "relation": fact.key.normal[1],
        "scope": fact.key.normal[2],
        "value": fact.object.casefold(),
        "state": list(State).index(fact.state),
        "from": fact.valid_from,
        "to": float("inf") if fact.valid_to is None else fact.valid_to,
        "known": fact.system_from,
        "source": fact.evidence.source or "",
    }[name]


def test_columns_are_chosen_and_kept(open_window: Callable[..., Opened], project_file: Path) -> None:
    opened = open_window(project_file)
    show(opened)
    pane = opened.window.facts
    actions = {action.objectName(): action for action in pane.columns_menu.actions()}
    for name in ("scope", "known"):
        actions[name].trigger()
    assert pane.table.isColumnHidden(COLUMNS.index("scope"))
    pane.table.selectRow(0)
    pane.copy()
    assert len(QGuiApplication.clipboard().text().split("\t")) == len(COLUMNS) - 2
    for name in COLUMNS:
        if actions[name].isChecked():
            actions[name].trigger()
    assert not all(pane.table.isColumnHidden(at) for at in range(len(COLUMNS)))
    actions["value"].trigger()
    opened.close()
    again = open_window(project_file)
    hidden = {name for at, name in enumerate(COLUMNS) if again.window.facts.table.isColumnHidden(at)}
    assert hidden == set(COLUMNS) - {"subject", "value"}


@pytest.fixture
def many(open_window: Callable[..., Opened], tmp_path: Path) -> Opened:
    opened = open_window(make_many(tmp_path / "many.tenure"))
    show(opened)
    return opened


def test_thousands_of_rows_are_those_of_the_ledger_wherever_one_scrolls(
    many: Opened, qtmodeltester: ModelTester
) -> None:
    model, table = many.window.facts.model, many.window.facts.table
    with many.reader() as project:
        ids = project.ledger.fact_ids(FactQuery())
    assert model.ids == ids
    assert len(ids) > 8_000
    for row in (len(ids) - 1, len(ids) // 2, 0):
        table.scrollTo(model.index(row, 0))
        many.qtbot.waitUntil(lambda row=row: model.fact(row) is not None, timeout=10_000)
        assert model.fact(row).id == ids[row]  # type: ignore[union-attr]
    assert model.fact(len(ids) // 4) is None
    qtmodeltester.check(model)


def test_rows_scrolled_past_quickly_are_not_all_fetched(many: Opened) -> None:
    pane, asked = many.window.facts, []
    original = pane.model._fetch

    def counted(ids: Any, times: Any, take: Any) -> None:
        asked.append(ids)
        original(ids, times, take)

    pane.model._fetch = counted
    for row in range(0, pane.model.rowCount(), CHUNK):
        pane.model.index(row, 0).data()
    many.settle()
    assert len(asked) < 12


def test_filters_of_thousands_are_the_ledgers(many: Opened) -> None:
    pane = many.window.facts
    with many.qtbot.waitSignal(pane.loaded, timeout=10_000):
        pane.search.setText("port 4")
    with many.qtbot.waitSignal(pane.loaded, timeout=10_000):
        pane.states.setCurrentIndex(2)
    states = frozenset({State.SUPERSEDED, State.ENDED})
    with many.reader() as project:
        wanted = project.ledger.fact_ids(FactQuery(text="port 4", states=states))
    assert pane.model.ids == wanted
    assert str(len(wanted)) in pane.count.text()
    with many.qtbot.waitSignal(pane.loaded, timeout=10_000):
        pane.table.sortByColumn(COLUMNS.index("value"), Qt.SortOrder.DescendingOrder)
    with many.reader() as project:
        query = FactQuery(text="port 4", states=states, order="object", descending=True)
        assert pane.model.ids == project.ledger.fact_ids(query)


def test_rows_never_painted_are_copied_too(many: Opened) -> None:
    pane = many.window.facts
    pane.table.selectAll()
    QGuiApplication.clipboard().setText("before")
    pane.copy()
    many.qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() != "before", timeout=60_000)
    lines = QGuiApplication.clipboard().text().split("\n")
    with many.reader() as project:
        facts = project.ledger.facts_by_id(pane.model.ids)
    assert [line.split("\t")[3] for line in lines] == [fact.object for fact in facts]


def test_a_write_shows_in_the_table(many: Opened) -> None:
    pane, session = many.window.facts, many.window.context.session
    before = pane.model.rowCount()
    with many.qtbot.waitSignal(pane.loaded, timeout=20_000):
        fact = Assert(Key("service 001", "port"), "port new", NOW)
        session.write(lambda project, _task: project.ledger.apply([fact]))
    assert pane.model.rowCount() == before + 1


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
