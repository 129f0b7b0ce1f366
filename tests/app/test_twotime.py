from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from helpers.app_window import Opened
from helpers.facts_world import HOSTILE, NOW
from tenure.clock import fixed_clock
from tenure.instants import DAY, Precision, parse_date
from tenure.keys import Key
from tenure.ledger.types import Assert, Correct, Evidence, Withdraw
from tenure.project import Project
from tenure_app.panes.twotime.pane import TwoTimePane
from tenure_app.places import Place

PORT = Key("billing", "port")


def at(text: str) -> int:
    return parse_date(text).at


@pytest.fixture
def beliefs_file(project_file: Path) -> Path:
    """The project with a late arrival, a correction, a withdrawal and a hostile value about one key."""
    with Project.open(project_file, clock=fixed_clock(NOW)) as project:
        ledger = project.ledger
        late = ledger.apply([Assert(PORT, "8090", at("2025-03-01"))], recorded_at=at("2026-03-04")).statements[0]
        (held,) = [s for s in ledger.statements(PORT) if s.object == "8080"]
        ledger.apply([Correct(held.id, object="8081")], recorded_at=at("2026-03-05"))
        ledger.apply([Withdraw(late)], recorded_at=at("2026-03-06"))
        said = Evidence("notes/hostile.md", f"the port is {HOSTILE}")
        ledger.apply([Assert(PORT, HOSTILE, at("2026-08"), evidence=said)], recorded_at=at("2026-03-07"))
    return project_file


@contextmanager
def drawn(opened: Opened) -> Iterator[None]:
    yield
    opened.qtbot.waitUntil(lambda: opened.window.twotime.up_to_date, timeout=20_000)


@pytest.fixture
def mapped(open_window: Callable[..., Opened], beliefs_file: Path) -> Opened:
    opened = open_window(beliefs_file)
    with drawn(opened):
        opened.window.context.places.go(Place("twotime", "billing", PORT))
    return opened


def js(opened: Opened, code: str) -> Any:
    found: list[str] = []
    web = opened.window.twotime.web
    assert web is not None
    web.locked_page.runJavaScript(f"JSON.stringify({code})", found.append)
    opened.qtbot.waitUntil(lambda: bool(found), timeout=10_000)
    return json.loads(found[0]) if found[0] else None


def click(opened: Opened, x: float, y: float) -> None:
    web = opened.window.twotime.web
    assert web is not None
    target, place = web.focusProxy(), QPoint(int(x), int(y))
    QTest.mouseMove(target, place - QPoint(3, 3))
    opened.qtbot.wait(120)
    QTest.mouseMove(target, place)
    opened.qtbot.wait(200)
    QTest.mouseClick(target, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)


def pane(opened: Opened) -> TwoTimePane:
    return opened.window.twotime


def test_each_point_of_the_page_has_the_value_the_ledger_reads(mapped: Opened) -> None:
    blocks = js(mapped, "tenure.blocks()")
    assert len(blocks) >= 10
    found = pane(mapped).found
    assert found is not None
    levels = [level.tx for level in found.levels]
    rng = random.Random(7)
    with mapped.reader() as project:
        ledger = project.ledger
        for _ in range(300):
            valid = rng.randrange(at("2024-10"), at("2026-10"))
            known = rng.randrange(ledger.last_tx() + 1)
            band = sum(tx <= known for tx in levels) - 1
            there = [
                block["value"]
                for block in blocks
                if block["from"] <= valid / 1000
                and (block["to"] is None or valid / 1000 < block["to"])
                and block["bottom"] <= band < block["top"]
            ]
            assert Counter(there) == Counter(ledger.value("billing", "port", valid=valid, known=known).values)


def test_standing_to_the_two_times_by_colour_sign_and_word(mapped: Opened) -> None:
    states = {(block["value"], block["state"]) for block in js(mapped, "tenure.blocks()")}
    assert {("8443", "current"), ("8081", "superseded"), ("8080", "given up"), (HOSTILE, "future")} <= states
    with drawn(mapped):
        mapped.type_into(mapped.window.time_bar.known.field, "2025-07-01")
    blocks = js(mapped, "tenure.blocks()")
    assert {block["value"] for block in blocks if block["state"] == "current"} == {"8080"}
    assert {block["value"] for block in blocks if block["state"] == "not yet"} >= {"8443", "8090", "8081"}
    current, unknown = (next(b for b in blocks if b["state"] == state) for state in ("current", "not yet"))
    assert current["colour"] != unknown["colour"]
    assert unknown["text"] == "" or unknown["text"].startswith("…")
    assert pane(mapped).chips[next(s for s in pane(mapped).chips if s.value == "not yet")].isVisible()
    lines = dict(zip(("valid", "known"), js(mapped, "tenure.lines()"), strict=True))
    assert lines["known"] == [False, "Known 2025-07-01"]


def test_clicking_a_rectangle_says_its_statement_and_opens_the_fact(mapped: Opened) -> None:
    block = next(b for b in js(mapped, "tenure.blocks()") if b["state"] == "superseded" and b["value"] == "8081")
    x, y = js(mapped, f"tenure.at({block['id']!r})")
    with mapped.qtbot.waitSignal(pane(mapped).fact_chosen, timeout=10_000):
        click(mapped, x, y)
    mapped.settle()
    assert pane(mapped).value.text() == "8081" and pane(mapped).card.isVisible()
    assert "believed since 2026-03-0" in pane(mapped).spans.text()
    fact = mapped.window.inspector.fact
    assert fact is not None and fact.object == "8081"


def test_going_there_sets_both_times_inside_the_belief(mapped: Opened) -> None:
    found = pane(mapped).found
    assert found is not None
    gone = next(b for b in found.blocks if b.standing.value == "given up" and b.rectangle.object == "8090")
    pane(mapped)._received("select", {"id": gone.id})
    with drawn(mapped):
        pane(mapped).travel.click()
    times = mapped.window.context.times.value
    assert times.valid is not None and times.known is not None
    with mapped.reader() as project:
        known = project.ledger.tx_at(times.known)
        assert project.ledger.value("billing", "port", valid=times.valid, known=known).value == "8090"


def test_arrows_move_between_beliefs_and_lines_travel(mapped: Opened) -> None:
    press = "(window.dispatchEvent(new KeyboardEvent('keydown', {{key: '{0}', bubbles: true}})), 1)"
    js(mapped, press.format("ArrowUp"))
    mapped.qtbot.waitUntil(lambda: pane(mapped).selected != "", timeout=5_000)
    first = pane(mapped).selected
    js(mapped, press.format("ArrowLeft"))
    mapped.qtbot.waitUntil(lambda: pane(mapped).selected != first, timeout=5_000)
    drag = "(document.getElementById('{0}').dispatchEvent(new KeyboardEvent('keydown', {{key: '{1}'}})), 1)"
    js(mapped, drag.format("valid", "ArrowLeft"))
    times = mapped.window.context.times
    mapped.qtbot.waitUntil(lambda: times.value.valid is not None, timeout=5_000)
    assert times.value.valid == parse_date("2026-03-13")
    mapped.settle()
    js(mapped, drag.format("known", "ArrowDown"))
    mapped.qtbot.waitUntil(lambda: times.value.known is not None, timeout=5_000)
    assert times.value.known is not None and times.value.known.at == at("2026-03-06")


def test_a_hostile_value_is_text_and_runs_nothing(mapped: Opened) -> None:
    assert HOSTILE in {block["value"] for block in js(mapped, "tenure.blocks()")}
    assert js(mapped, "document.querySelectorAll('img').length") == 0
    assert js(mapped, "typeof window.hacked") == "undefined"
    assert js(mapped, "(() => { try { return eval('1') } catch (error) { return error.name } })()") == "EvalError"


def test_it_is_a_view_of_the_timeline_reached_back_and_forward(window: Opened) -> None:
    places, tabs = window.window.context.places, window.window.tabs
    window.window.commands["twotime"].trigger()
    assert pane(window).isVisible() and tabs.bar.currentIndex() == 0
    assert pane(window).pages.currentIndex() == 1 and pane(window).web is None
    with drawn(window):
        places.go_key(PORT)
    assert pane(window).title.text() == "billing · port"
    places.back()
    places.back()
    assert window.window.timeline.isVisible() and not pane(window).isVisible()
    places.forward()
    assert pane(window).isVisible()
    QTest.mouseClick(tabs.bar, Qt.MouseButton.LeftButton, pos=tabs.bar.tabRect(0).center())
    assert window.window.timeline.isVisible() and places.here.tab == "timeline"


def test_both_scales_theme_and_writes(mapped: Opened) -> None:
    before = js(mapped, "tenure.blocks()")
    assert {block["height"] for block in before} <= set(range(1, 40))
    pane(mapped).scale.setCurrentIndex(1)
    pane(mapped).scale.activated.emit(1)
    mapped.qtbot.waitUntil(lambda: js(mapped, "tenure.blocks()[0].height") > 1000, timeout=5_000)
    dark = mapped.window.commands["theme_dark"]
    dark.trigger()
    fill = mapped.window.context.theme.tokens["currentFill"]
    mapped.qtbot.waitUntil(lambda: fill in {b["colour"] for b in js(mapped, "tenure.blocks()")}, timeout=5_000)
    mapped.window.commands["theme_light"].trigger()
    new = Assert(PORT, "7000", NOW - DAY, precision=Precision.DAY)
    mapped.window.context.session.write(lambda p, _t: p.ledger.apply([new]))
    mapped.qtbot.waitUntil(lambda: "7000" in {b["value"] for b in js(mapped, "tenure.blocks()")}, timeout=10_000)
