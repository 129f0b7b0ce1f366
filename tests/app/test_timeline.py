from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from helpers.app_window import Opened
from helpers.facts_world import HOSTILE
from helpers.many import make_many
from tenure.instants import DAY, parse_date
from tenure.ledger.types import Fact, State
from tenure_app.places import Place


def expected(opened: Opened, valid: str | None, known: str | None) -> set[tuple[Any, ...]]:
    with opened.reader() as project:
        tx = None if known is None else project.ledger.tx_at(parse_date(known))
        facts = project.ledger.lanes(valid=None if valid is None else parse_date(valid), known=tx)
    return {bar_of(fact) for fact in facts}


def bar_of(fact: Fact) -> tuple[Any, ...]:
    end = None if fact.valid_to is None else fact.valid_to / 1000
    return fact.key.subject, fact.key.relation, fact.object, fact.valid_from / 1000, end, fact.state.value


def on_page(opened: Opened) -> set[tuple[Any, ...]]:
    fields = ("subject", "relation", "value", "from", "to", "state")
    return {tuple(bar[name] for name in fields) for bar in opened.js("tenure.bars()")}


def test_bars_equal_the_ledger_before_and_after_moving_each_time(window: Opened) -> None:
    bar = window.window.time_bar
    assert on_page(window) == expected(window, None, None)
    assert len(on_page(window)) == 16

    with window.drawn():
        window.type_into(bar.valid.field, "2025-07-15")
    at_valid = on_page(window)
    assert at_valid == expected(window, "2025-07-15", None)

    with window.drawn():
        window.type_into(bar.known.field, "2025-08-01")
    at_both = on_page(window)
    assert at_both == expected(window, "2025-07-15", "2025-08-01")
    assert at_both != at_valid
    assert ("billing", "port", "8443") not in {row[:3] for row in at_both}

    with window.drawn():
        bar.home.click()
    assert on_page(window) == expected(window, None, None)


def test_bars_begin_where_the_ledger_says_and_differ_by_colour_and_sign(window: Opened) -> None:
    bars = window.js("tenure.bars()")
    for bar in bars:
        assert bar["base"] == bar["from"]
    by_state = {bar["state"]: bar for bar in bars}
    assert set(by_state) == {"current", "superseded", "ended", "future"}
    assert by_state["superseded"]["text"].strip().startswith("✕")
    assert by_state["ended"]["text"].strip().startswith("■")
    colours = {by_state[name]["colour"] for name in ("current", "superseded", "future")}
    assert len(colours) == 3


def test_clicking_a_named_bar_selects_its_key(window: Opened) -> None:
    bar = next(bar for bar in window.js("tenure.bars()") if bar["value"] == "Payments team")
    x, y = window.js(f"tenure.at({bar['id']!r})")
    with window.qtbot.waitSignal(window.window.inspector.shown, timeout=10_000):
        window.click_page(x, y)
    window.settle()
    view, fact = window.window.inspector.view, window.window.inspector.fact
    assert view is not None and fact is not None
    assert (view.key.subject, view.key.relation) == ("billing", "owner")
    assert fact.object == "Payments team"
    assert window.window.context.places.here.key == view.key


def test_a_hostile_value_is_text_and_runs_nothing(window: Opened) -> None:
    with window.drawn():
        window.window.context.places.go(Place("timeline", "warehouse"))
    assert HOSTILE in {bar["value"] for bar in window.js("tenure.bars()")}
    assert any(HOSTILE[:12] in text for text in window.js("tenure.texts()"))
    assert window.js("document.querySelectorAll('img').length") == 0
    assert window.js("typeof window.hacked") == "undefined"


def test_the_page_neither_evaluates_fetches_navigates_nor_opens(window: Opened) -> None:
    run = "(() => { try { return eval('1') } catch (error) { return error.name } })()"
    assert window.js(run) == "EvalError"
    window.js(
        "(window.reached = 'no', fetch('https://example.org/').then(() => { window.reached = 'yes' }, "
        "() => { window.reached = 'refused' }), 1)"
    )
    window.qtbot.waitUntil(lambda: window.js("window.reached") == "refused", timeout=5_000)
    assert window.js("window.open('https://example.org/') === null")
    window.js("(location.href = 'https://example.org/', 1)")
    window.qtbot.wait(300)
    assert window.window.timeline.web.url().toString() == "tenure://app/timeline.html"
    assert window.js("tenure.bars().length") == 16


def test_going_to_a_subject_shows_only_its_lanes(window: Opened) -> None:
    with window.drawn():
        window.window.navigator.tree.setCurrentItem(
            next(i for i in window.window.navigator._items("subject") if i.text(0) == "api-gateway")
        )
    assert {bar["subject"] for bar in window.js("tenure.bars()")} == {"api-gateway"}
    assert window.window.timeline.title.text() == "api-gateway"


def test_the_line_travels_by_keyboard(window: Opened) -> None:
    window.js(
        "(document.getElementById('valid').focus(), document.getElementById('valid').dispatchEvent("
        "new KeyboardEvent('keydown', {key: 'ArrowLeft', bubbles: true})), 1)"
    )
    window.qtbot.waitUntil(lambda: window.window.context.times.value.valid is not None, timeout=5_000)
    assert window.window.context.times.value.valid == parse_date("2026-03-13")


def press_key(opened: Opened, element: str, key: str) -> None:
    opened.js(
        f"(document.getElementById({element!r}).focus(), document.activeElement.dispatchEvent("
        f"new KeyboardEvent('keydown', {{key: {key!r}, bubbles: true}})), 1)"
    )


def test_the_known_line_travels_by_keyboard_and_comes_back_to_now(window: Opened) -> None:
    times = window.window.context.times
    press_key(window, "known", "PageDown")
    window.qtbot.waitUntil(lambda: times.value.known == parse_date("2026-02-12"), timeout=5_000)
    window.settle()
    assert on_page(window) == expected(window, None, "2026-02-12")
    for _ in range(2):
        press_key(window, "known", "PageUp")
        window.settle()
    assert times.value.known is None


def drag_line(opened: Opened, line: str, at: str) -> None:
    box = opened.js(f"document.getElementById({line!r}).firstElementChild.getBoundingClientRect().toJSON()")
    target = opened.window.timeline.web.focusProxy()
    start = QPoint(int(box["x"] + box["width"] / 2), int(box["y"] + box["height"] / 2))
    x, _y = opened.js(f"tenure.place(0, {parse_date(at).at / 1000 + 43_200_000})")
    QTest.mouseMove(target, start)
    opened.qtbot.wait(100)
    QTest.mousePress(target, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    QTest.mouseMove(target, QPoint(int(x) - 9, start.y()))
    opened.qtbot.wait(100)
    QTest.mouseMove(target, QPoint(round(x), start.y()))
    opened.qtbot.wait(100)
    QTest.mouseRelease(target, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(round(x), start.y()))


@pytest.mark.parametrize("line", ["valid", "known"])
def test_both_lines_are_dragged(window: Opened, line: str) -> None:
    times = window.window.context.times
    with window.drawn():
        drag_line(window, line, "2025-07-15")
        window.qtbot.waitUntil(lambda: getattr(times.value, line) is not None, timeout=5_000)
    moved = getattr(times.value, line)
    assert abs(moved.at - parse_date("2025-07-15").at) <= 12 * DAY
    assert (times.value.valid is None) == (line == "known")


def test_hovering_a_bar_says_what_it_is(window: Opened) -> None:
    bar = next(bar for bar in window.js("tenure.bars()") if bar["value"] == "Payments team")
    x, y = window.js(f"tenure.at({bar['id']!r})")
    target = window.window.timeline.web.focusProxy()
    QTest.mouseMove(target, QPoint(int(x) - 3, int(y)))
    window.qtbot.wait(120)
    QTest.mouseMove(target, QPoint(int(x), int(y)))
    tip = "document.getElementById('tip').hidden ? '' : document.getElementById('tip').textContent"
    window.qtbot.waitUntil(lambda: "superseded by Ledger team" in window.js(tip), timeout=5_000)
    assert "owner: Payments team" in window.js(tip)


def test_a_state_is_hidden_and_shown_by_its_chip(window: Opened) -> None:
    pane = window.window.timeline
    toggle = pane.toggles[State.SUPERSEDED]
    before = on_page(window)
    assert str(sum(row[5] == "superseded" for row in before)) in toggle.text()
    with window.drawn():
        QTest.mouseClick(toggle, Qt.MouseButton.LeftButton)
    assert on_page(window) == {row for row in before if row[5] != "superseded"}
    with window.drawn():
        QTest.keyClick(toggle, Qt.Key.Key_Space)
    assert on_page(window) == before


def test_a_text_filters_the_lanes(window: Opened) -> None:
    pane = window.window.timeline
    before = on_page(window)
    pane.filter.setText("TEAM")
    window.qtbot.waitUntil(lambda: len(window.js("tenure.bars()")) == 5, timeout=10_000)
    assert on_page(window) == {row for row in before if "team" in row[2]}
    pane.filter.setText("no such text")
    empty = "document.getElementById('empty').hidden ? '' : document.getElementById('empty').textContent"
    window.qtbot.waitUntil(lambda: "Clear the filter" in window.js(empty), timeout=10_000)


@pytest.fixture
def many(open_window: Callable[..., Opened], tmp_path: Path) -> Opened:
    opened = open_window(make_many(tmp_path / "many.tenure"))
    with opened.drawn():
        opened.settle()
    return opened


def cells_on_page(opened: Opened) -> tuple[list[dict[str, Any]], int]:
    cells = opened.js("tenure.cells()")
    return cells, int(cells[0]["to"] - cells[0]["from"]) * 1000


def counted(facts: list[Fact], name: Callable[[Fact], str], width: int) -> Counter[tuple[str, int, str]]:
    words = {State.SUPERSEDED: "retired", State.ENDED: "retired"}
    return Counter((name(f), f.valid_from // width * width // 1000, words.get(f.state, f.state.value)) for f in facts)


def on_cells(cells: list[dict[str, Any]]) -> Counter[tuple[str, int, str]]:
    found: Counter[tuple[str, int, str]] = Counter()
    for cell in cells:
        for word in ("current", "retired", "future"):
            if cell[word]:
                found[(cell["title"], int(cell["from"]), word)] += cell[word]
    return found


def test_many_facts_are_counted_by_group_and_time_as_the_ledger_counts(many: Opened) -> None:
    assert many.js("tenure.level()") == "groups"
    assert many.js("tenure.bars()") == []
    cells, width = cells_on_page(many)
    with many.reader() as project:
        facts = project.ledger.lanes(limit=10**6)
    assert len(facts) > 8_000
    starts = {lane["title"].split(" … ")[0]: lane["title"] for lane in many.js("tenure.lanes()")}
    heads = sorted(starts)

    def group(fact: Fact) -> str:
        return starts[heads[bisect_right(heads, fact.key.subject) - 1]]

    assert on_cells(cells) == counted(facts, group, width)
    assert sum(many.js("tenure.columns()")) > 100


def test_rows_of_subjects_are_counted_and_asked_for_as_they_come_into_view(many: Opened) -> None:
    pane = many.window.timeline
    with many.drawn():
        pane.levels.setCurrentIndex(1)
        pane.levels.activated.emit(1)
    names = [lane["title"] for lane in many.js("tenure.lanes()")]
    assert names[0] == "service 000"
    assert len(names) < 60
    assert many.js("tenure.rows()") == 400
    many.js("tenure.scroll(200)")
    many.qtbot.waitUntil(lambda: many.js("tenure.lanes()[0].row") > 150, timeout=10_000)
    many.settle()
    cells, width = cells_on_page(many)
    shown = {lane["title"] for lane in many.js("tenure.lanes()")}
    assert "service 205" in shown
    with many.reader() as project:
        facts = project.ledger.lanes(subjects=sorted(shown))
    assert on_cells(cells) == counted(facts, lambda fact: fact.key.subject, width)


def test_lanes_far_down_show_the_bars_of_the_ledger(many: Opened) -> None:
    pane = many.window.timeline
    with many.drawn():
        pane.levels.setCurrentIndex(2)
        pane.levels.activated.emit(2)
    assert many.js("tenure.rows()") > 2_400
    many.js("tenure.scroll(1500)")
    many.qtbot.waitUntil(lambda: many.js("tenure.lanes()[0].row") > 1_400, timeout=10_000)
    many.settle()
    lanes = [lane["title"] for lane in many.js("tenure.lanes()") if not lane["header"]]
    assert 5 < len(lanes) < 60
    with many.reader() as project:
        facts = [fact for fact in project.ledger.lanes(limit=10**6) if str(fact.key) in lanes]
    on_them = {bar_of(fact) for fact in facts}
    assert on_page(many) <= on_them
    in_view = set(lanes[8:12])
    wanted = {bar_of(fact) for fact in facts if str(fact.key) in in_view}
    assert wanted <= on_page(many)


def test_a_full_lane_is_counted_until_one_zooms_in(many: Opened) -> None:
    with many.drawn():
        many.window.context.places.go(Place("timeline", "service 007"))
    many.settle()
    cells, width = cells_on_page(many)
    with many.reader() as project:
        facts = [fact for fact in project.ledger.lanes(subjects=["service 007"]) if fact.key.relation == "build"]
    assert {cell["title"] for cell in cells} == {str(facts[0].key)}
    assert on_cells(cells) == counted(facts, lambda fact: str(fact.key), width)
    first = facts[100].valid_from / 1000
    many.js(f"tenure.setRange({first}, {first + 20 * 86_400_000})")
    many.qtbot.waitUntil(lambda: many.js("tenure.cells()") == [], timeout=10_000)
    many.settle()
    builds = {row[2] for row in on_page(many) if row[1] == "build"}
    assert builds == {f"build {n}" for n in range(100, 120)}


def test_clicking_a_group_comes_closer_and_a_subject_opens(many: Opened) -> None:
    def click(row: int) -> None:
        cell = next(cell for cell in many.js("tenure.cells()") if cell["row"] == row)
        x, y = many.js(f"tenure.place({row}, {(cell['from'] + cell['to']) / 2})")
        many.click_page(x, y)

    first = many.js("tenure.lanes()[2].title").split(" … ")[0]
    click(2)
    many.qtbot.waitUntil(lambda: many.js("tenure.level()") == "subjects", timeout=10_000)
    many.settle()
    row = next(lane["row"] for lane in many.js("tenure.lanes()") if lane["title"] == first)
    click(row)
    many.qtbot.waitUntil(lambda: many.window.context.places.here.subject == first, timeout=10_000)
    with many.drawn():
        many.settle()
    assert {bar["subject"] for bar in many.js("tenure.bars()")} == {first}


def test_rows_are_walked_by_keyboard_beyond_what_is_here(many: Opened) -> None:
    pane = many.window.timeline
    with many.drawn():
        pane.levels.setCurrentIndex(1)
        pane.levels.activated.emit(1)
    many.js("(document.querySelector('#labels button').focus(), 1)")
    press = "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowDown', bubbles: true}))"
    for _ in range(60):
        many.js(f"({press}, 1)")
        many.qtbot.wait(15)
    many.qtbot.waitUntil(lambda: many.js("document.activeElement.title || ''") >= "service 040", timeout=10_000)
