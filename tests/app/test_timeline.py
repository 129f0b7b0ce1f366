from __future__ import annotations

from typing import Any

from helpers.app_window import HOSTILE, Opened
from tenure.instants import parse_date
from tenure.ledger.types import Fact
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


def test_more_bars_than_the_limit_are_capped_and_said(window: Opened, monkeypatch: Any) -> None:
    monkeypatch.setattr("tenure_app.panes.timeline.pane.LIMIT", 5)
    with window.drawn():
        window.window.timeline.refresh()
    assert len(window.js("tenure.bars()")) == 5
    assert "5" in window.window.timeline.hint.text()
