from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.modeltest import ModelTester

from helpers.app_window import Opened
from helpers.facts_world import HOSTILE, NOW
from tenure.clock import fixed_clock
from tenure.instants import DAY, parse_date
from tenure.keys import Key
from tenure.ledger.differing import DifferenceKind, TwoPoint
from tenure.ledger.types import Assert, Withdraw
from tenure.project import Project
from tenure_app.panes.difference.ends import Choice
from tenure_app.panes.difference.model import COLUMNS, HEADING_ROLE
from tenure_app.panes.difference.pane import DifferencePane
from tenure_app.panes.difference.words import SIGNS
from tenure_app.places import Place

Kinds = DifferenceKind
Row = tuple[str, str, str, str]


def show(opened: Opened, subject: str | None = None) -> DifferencePane:
    pane = opened.window.difference
    with opened.qtbot.waitSignal(pane.loaded, timeout=10_000):
        opened.window.context.places.go(Place("difference", subject))
    return ready(opened)


def ready(opened: Opened) -> DifferencePane:
    """Wait until every row is fetched."""
    pane = opened.window.difference
    opened.settle()
    opened.qtbot.waitUntil(lambda: "…" not in {cell for row in rows(pane) for cell in row}, timeout=5_000)
    return pane


def rows(pane: DifferencePane) -> list[Row]:
    """Kind, relation, before and after of each difference on screen."""
    model = pane.model
    return [
        tuple(model.index(row, COLUMNS.index(name)).data() for name in ("kind", "relation", "before", "after"))
        for row in range(model.rowCount())
        if model.difference(row) is not None
    ]  # type: ignore[misc]


def type_ends(opened: Opened, **ends: str) -> DifferencePane:
    pane = opened.window.difference
    for name, text in ends.items():
        with opened.qtbot.waitSignal(pane.loaded, timeout=10_000):
            opened.type_into(getattr(pane.ends, name), text)
    return ready(opened)


def test_what_it_shows_is_what_the_ledger_says_differs(window: Opened, qtmodeltester: ModelTester) -> None:
    show(window)
    pane = type_ends(
        window, valid_from="2025-07-15", valid_to="2026-03-01", known_from="2025-08-01", known_to="2026-03-05"
    )
    assert pane.ends.chosen is Choice.OWN
    qtmodeltester.check(pane.model)
    with window.reader() as project:
        ledger = project.ledger
        first = TwoPoint(parse_date("2025-07-15").at, ledger.tx_at(parse_date("2025-08-01")))
        second = TwoPoint(parse_date("2026-03-01").at, ledger.tx_at(parse_date("2026-03-05")))
        assert list(pane.model.shown) == ledger.differences(first, second)
    assert rows(pane) == [
        ("changed", "database version", "14", "16"),
        ("changed", "owner", "Payments team", "Ledger team"),
        ("changed", "port", "8080", "8443"),
        ("changed", "timeout", "10 s", "30 s"),
        ("closed", "owner", "Yard team", "—"),
    ]
    headings = [pane.model.index(row, 0).data(HEADING_ROLE) for row in range(pane.model.rowCount())]
    assert [heading[0] for heading in headings if heading] == ["billing", "warehouse"]
    assert pane.chips.chips[Kinds.CHANGED].text() == f"{SIGNS[Kinds.CHANGED]} changed 4"
    assert not pane.chips.chips[Kinds.CORRECTED].isVisible()


def test_first_look_widens_until_something_differs(window: Opened) -> None:
    pane = show(window, "api-gateway")
    assert pane.ends.chosen is Choice.YEAR
    assert rows(pane) == [("changed", "owner", "Platform team", "Edge team")]
    assert pane.ends.valid_from.text() == "2025-03-14"


def test_corrected_and_learned_later_are_told_apart_and_chips_filter(
    open_window: Callable[..., Opened], project_file: Path
) -> None:
    with Project.open(project_file, clock=fixed_clock(NOW)) as project:
        ledger = project.ledger
        (port,) = [s for s in ledger.statements(Key("billing", "port")) if s.object == "8443"]
        ledger.correct(port.id, object="9443")
        ledger.apply([Assert(Key("billing", "queue"), "nats", parse_date("2024").at)])
    opened = open_window(project_file)
    pane = show(opened)
    with opened.qtbot.waitSignal(pane.loaded):
        choose(pane, Choice.WEEK)
    pane = ready(opened)
    assert rows(pane) == [("corrected", "port", "8443", "9443"), ("learned later", "queue", "—", "nats")]
    chip = pane.chips.chips[Kinds.LEARNED]
    with opened.qtbot.waitSignal(pane.loaded):
        QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    pane = ready(opened)
    assert rows(pane) == [("learned later", "queue", "—", "nats")]


def choose(pane: DifferencePane, choice: Choice) -> None:
    place = pane.ends.choice.findData(choice)
    pane.ends.choice.setCurrentIndex(place)
    pane.ends.choice.activated.emit(place)


def test_clicking_a_row_opens_its_key_and_headings_are_passed_over(window: Opened) -> None:
    show(window)
    pane = type_ends(window, valid_from="2025-07-15", known_from="2025-07-15")
    row = next(r for r in range(pane.model.rowCount()) if pane.model.index(r, 1).data() == "owner")
    place = pane.table.visualRect(pane.model.index(row, 1)).center()
    with window.qtbot.waitSignal(window.window.inspector.shown, timeout=5_000):
        QTest.mouseClick(pane.table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    window.settle()
    assert window.window.context.places.here.key == Key("billing", "owner")
    fact = window.window.inspector.fact
    assert fact is not None and fact.object == "Ledger team"
    for _ in range(pane.model.rowCount()):
        QTest.keyClick(pane.table, Qt.Key.Key_Down)
        assert pane.model.difference(pane.table.currentIndex().row()) is not None
    heading = pane.table.visualRect(pane.model.index(0, 0)).center() + QPoint(1, 0)
    here = window.window.context.places.here
    QTest.mouseClick(pane.table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, heading)
    assert window.window.context.places.here == here


def test_it_follows_the_navigators_subject_and_says_when_nothing_differs(window: Opened) -> None:
    pane = show(window, "api-gateway")
    assert {one.key.subject for one in pane.model.shown} == {"api-gateway"}
    assert pane.subtitle.text().startswith("api-gateway · ")
    pane = type_ends(window, valid_from="2026-01-01", known_from="2026-01-01")
    assert pane.pages.currentIndex() == 1 and pane.wider.isVisible()
    assert not pane.copy_button.isEnabled()
    with window.qtbot.waitSignal(pane.loaded):
        window.window.context.places.go_subject(None)
    assert ready(window).pages.currentIndex() == 0


def test_points_the_wrong_way_round_are_said_to_be_so(window: Opened) -> None:
    show(window)
    pane = type_ends(window, valid_to="2020-01-01")
    assert pane.empty.text() == "These two points are the wrong way round."
    assert pane.model.rowCount() == 0


def test_copies_and_exports_say_the_same(window: Opened, tmp_path: Path) -> None:
    pane = show(window)
    with window.qtbot.waitSignal(pane.loaded):
        choose(pane, Choice.ALL)
    ready(window)
    pane.copy(markdown=False)
    window.settle()
    text = QGuiApplication.clipboard().text()
    assert text.startswith("api-gateway\n") and HOSTILE in text
    pane.copy(markdown=True)
    window.settle()
    marked = QGuiApplication.clipboard().text()
    assert marked.startswith("## api-gateway\n") and "\\<img" in marked
    assert "<img" not in marked.replace("\\<img", "")
    assert "- **port** opened: — → 8443 (2026-02-02, notes/" in marked
    for name in ("out.csv", "out.jsonl"):
        pane.export_to(tmp_path / name)
    window.qtbot.waitUntil(lambda: (tmp_path / "out.jsonl").exists() and (tmp_path / "out.csv").exists())
    with (tmp_path / "out.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert len(table) == len(lines) == len(pane.model.shown)
    assert [row["after"] for row in table] == [line["after"] or "" for line in lines]
    assert lines[0]["difference"] == "opened" and lines[0]["at"] == "2025-05-02"


def test_a_write_and_the_two_times_are_followed(window: Opened) -> None:
    pane = show(window)
    with window.qtbot.waitSignal(pane.loaded):
        choose(pane, Choice.YEAR)
    assert ("changed", "port", "8000", "8443") in rows(ready(window))
    with window.reader() as project:
        (port,) = [s for s in project.ledger.statements(Key("billing", "port")) if s.object == "8443"]
    with window.qtbot.waitSignal(pane.loaded, timeout=5_000):
        window.window.context.session.write(lambda p, _t: p.ledger.apply([Withdraw(port.id)]))
    assert ("changed", "port", "8000", "8080") in rows(ready(window))
    assert "16" in {row[3] for row in rows(pane)}
    with window.qtbot.waitSignal(pane.loaded, timeout=5_000):
        window.type_into(window.window.time_bar.valid.field, "2025-09-01")
    ready(window)
    assert "16" not in {row[3] for row in rows(pane)}


def test_what_changed_here_compares_the_span_of_the_timeline(window: Opened) -> None:
    start, end = parse_date("2025-06-01").at, parse_date("2025-09-01").at
    window.window.timeline.web.bridge.received.emit("range", {"from": start / 1000, "to": end / 1000})
    pane = window.window.difference
    with window.qtbot.waitSignal(pane.loaded, timeout=5_000):
        window.window.commands["changed_here"].trigger()
    ready(window)
    assert window.window.context.places.here.tab == "difference"
    assert pane.found is not None
    assert (pane.found.first.valid, pane.found.second.valid) == (start, end)
    assert pane.found.first.known == pane.found.second.known
    assert {row[1] for row in rows(pane)} == {"port", "owner", "timeout"}
    assert {one.kind for one in pane.model.shown} == {Kinds.CHANGED}


def test_tens_of_thousands_of_rows_are_fetched_as_painted(open_window: Callable[..., Opened], tmp_path: Path) -> None:
    path = tmp_path / "many.tenure"
    Project.create(path, clock=fixed_clock(NOW)).close()
    with Project.open(path, clock=fixed_clock(NOW)) as project:
        facts = [Assert(Key(f"s{n // 4}", f"r{n % 4}"), str(n), NOW - 5 * DAY) for n in range(20_000)]
        project.ledger.apply(facts, recorded_at=NOW - 4 * DAY)
    opened = open_window(path)
    pane = opened.window.difference
    with opened.qtbot.waitSignal(pane.loaded, timeout=20_000):
        opened.window.go_tab("difference")
    opened.settle()
    assert len(pane.model.shown) == 20_000 and pane.model.rowCount() == 25_000
    assert len(pane.model._fetched) < 1_000
    pane.table.scrollToBottom()
    pane.table.grab()
    last = pane.model.index(pane.model.rowCount() - 1, COLUMNS.index("after"))
    opened.qtbot.waitUntil(lambda: last.data() != "…", timeout=5_000)
    subject, relation = pane.model.shown[-1].key.subject, pane.model.shown[-1].key.relation
    assert last.data() == str(4 * int(subject[1:]) + int(relation[1:]))
