"""Parts of the window without the window."""

from __future__ import annotations

import sys
import threading

import pytest
from pytestqt.qtbot import QtBot

from tenure.errors import Cancelled, InputError
from tenure.instants import parse_date
from tenure.ledger.types import Flag, State
from tenure_app.dialogs.palette import Entry, rank
from tenure_app.errors.hook import ExceptionHook, Report, report_of
from tenure_app.ops.drawing import Bar
from tenure_app.ops.executors import Executors, Task
from tenure_app.ops.layout import rows_beside
from tenure_app.panes.timeline.model import bar_colour, bar_sign
from tenure_app.places import Place, Places
from tenure_app.theming.render import plotly_template, style_sheet, web_css
from tenure_app.theming.tokens import STATE_COLOURS, load_tokens
from tenure_app.times import Times

LIGHT, DARK = load_tokens("light"), load_tokens("dark")


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_texts_can_be_read(tokens: object) -> None:
    side = LIGHT if tokens is LIGHT else DARK
    pairs = [(text, ground) for text in ("text", "muted", "faint") for ground in ("surface", "window", "raised")]
    pairs += [(token, token + "Fill") for token in set(STATE_COLOURS.values())]
    pairs += [("accentText", "accent"), ("accent", "surface"), ("timeTravelText", "timeTravel"), ("text", "selection")]
    assert [(a, b) for a, b in pairs if contrast(side[a], side[b]) < 4.5] == []


def test_both_sides_of_the_table_have_the_same_names_and_fill_everything() -> None:
    assert set(LIGHT.colours) == set(DARK.colours)
    assert "@" not in style_sheet(LIGHT, "icons").replace("@font-face", "")
    assert f"--current-fill: {DARK['currentFill']};" in web_css(DARK)
    assert plotly_template(DARK)["layout"]["paper_bgcolor"] == DARK["surface"]


def bar(state: State = State.CURRENT, flags: frozenset[Flag] = frozenset()) -> Bar:
    start = parse_date("2024-01-01").at
    return Bar("1:1:1", 0, 0, "billing", "port", "8080", start, None, state, flags)


def test_members_of_a_set_run_in_rows_of_their_own() -> None:
    spans = [(0, 10), (5, 2**62), (7, 8), (9, 12), (12, 12), (12, 20)]
    assert rows_beside(spans) == [0, 1, 2, 2, 0, 2]


def test_a_flag_outweighs_current_and_every_retired_bar_has_a_sign() -> None:
    disputed = bar(flags=frozenset({Flag.DISPUTED}))
    assert (bar_colour(disputed), bar_sign(disputed)) == ("disputed", "!")
    for state in (State.SUPERSEDED, State.ENDED, State.FUTURE):
        assert bar_sign(bar(state))


def test_places_go_back_and_forward() -> None:
    places = Places()
    places.go_tab("facts")
    places.go_subject("billing")
    places.back()
    assert places.here == Place("facts")
    places.forward()
    assert places.here.subject == "billing"
    places.back()
    places.go_tab("chat")
    assert not places.can_forward


def test_times_tell_only_of_changes(qtbot: QtBot) -> None:
    times = Times()
    heard: list[int] = []
    times.changed.connect(lambda: heard.append(1))
    times.set_valid(parse_date("2025-01-01"))
    times.set_valid(parse_date("2025-01-01"))
    assert heard == [1]
    assert times.value.away


def test_the_palette_ranks_beginnings_first() -> None:
    entries = [Entry(t, "Go", "", lambda: None) for t in ("Show the facts", "Facts", "Timeline")]
    assert [e.title for e in rank(entries, "facts")] == ["Facts", "Show the facts"]
    assert [e.title for e in rank(entries, "go time")] == ["Timeline"]


def test_user_errors_and_bugs_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    user, bug = report_of(InputError("no such file")), report_of(KeyError("x"))
    assert user is not None and not user.bug and user.message == "no such file"
    assert bug is not None and bug.bug and "KeyError" in bug.details
    assert report_of(Cancelled()) is None
    shown: list[Report] = []
    hook, before = ExceptionHook(shown.append), sys.excepthook
    hook.install()
    thread = threading.Thread(target=lambda: 1 / 0)
    thread.start()
    thread.join()
    hook.remove()
    assert sys.excepthook is before
    assert [report.bug for report in shown] == [True]
    assert "ZeroDivisionError" in capsys.readouterr().err


class Lanes:
    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.executors = Executors()
        self.closed: list[str] = []
        self.executors.add_lane("query", 1, threading.get_ident, lambda _ident: self.closed.append("closed"))
        self.done: list[object] = []
        self.failed: list[BaseException] = []

    def submit(self, work: object, channel: str = "") -> Task:
        return self.executors.submit("query", Task(work, self.done.append, self.failed.append, channel=channel))  # type: ignore[arg-type]

    def stop(self) -> None:
        self.executors.stop_lanes()
        self.qtbot.waitUntil(self.executors.all_stopped, timeout=5_000)


def test_results_come_back_on_the_windows_thread_and_the_resource_stays_on_its_own(qtbot: QtBot) -> None:
    lanes = Lanes(qtbot)
    lanes.submit(lambda ident, _task: (ident, threading.get_ident()))
    qtbot.waitUntil(lambda: bool(lanes.done), timeout=5_000)
    opened_on, worked_on = lanes.done[0]  # type: ignore[misc]
    assert opened_on == worked_on != threading.get_ident()
    lanes.stop()
    assert lanes.closed == ["closed"]


def test_a_newer_task_of_a_channel_replaces_the_older(qtbot: QtBot) -> None:
    lanes = Lanes(qtbot)
    gate = threading.Event()
    lanes.submit(lambda _ident, _task: gate.wait(5), "view")
    lanes.submit(lambda _ident, _task: "stale", "view")
    lanes.submit(lambda _ident, _task: "fresh", "view")
    gate.set()
    qtbot.waitUntil(lambda: bool(lanes.done), timeout=5_000)
    qtbot.wait(50)
    assert lanes.done == ["fresh"]
    lanes.stop()


def test_stopping_cancels_what_runs_and_forgets_what_waits(qtbot: QtBot) -> None:
    lanes = Lanes(qtbot)
    begun = threading.Event()

    def long(_ident: int, task: Task) -> None:
        begun.set()
        while True:
            task.token.wait(0.01)
            task.progress("working", 0.5)

    lanes.submit(long)
    lanes.submit(lambda _ident, _task: "never")
    assert begun.wait(5)
    lanes.stop()
    assert lanes.done == []
    assert all(isinstance(error, Cancelled) for error in lanes.failed)
