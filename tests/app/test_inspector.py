from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget

from helpers.app_window import Opened
from tenure.keys import Key
from tenure.ledger.types import State
from tenure_app.dialogs.base import FactDialog
from tenure_app.dialogs.facts import AddFact, CorrectFact, EndFact, WithdrawFact
from tenure_app.panes.inspector.pane import ChainRow

PORT = Key("billing", "port")


def show(opened: Opened, key: Key = PORT) -> None:
    with opened.qtbot.waitSignal(opened.window.inspector.shown, timeout=10_000):
        opened.window.context.places.go_key(key)


def press(inside: QWidget, text: str) -> None:
    next(b for b in inside.findChildren(QPushButton) if b.text() == text).click()


def dialog(opened: Opened, kind: type[FactDialog]) -> FactDialog:
    found = [d for d in opened.window.findChildren(kind) if d.isVisible()]
    assert len(found) == 1
    return found[0]


def wait_preview(opened: Opened, box: FactDialog) -> list[str]:
    opened.qtbot.waitUntil(box.done_button.isEnabled, timeout=10_000)
    return box.preview.lines


def value_now(opened: Opened, key: Key = PORT) -> str | None:
    with opened.reader() as project:
        return project.ledger.slot(key).value


def test_the_chain_is_the_history_of_the_ledger(window: Opened) -> None:
    show(window)
    view = window.window.inspector.view
    assert view is not None
    with window.reader() as project:
        assert view.history == project.ledger.history(PORT)
    rows = window.window.inspector.findChildren(ChainRow)
    assert [row.accessibleName().split(",")[0] for row in rows] == [
        "current: 8443",
        "superseded: 8080",
        "superseded: 8000",
    ]


def test_the_evidence_sentence_is_highlighted_in_its_passage(window: Opened) -> None:
    show(window)
    shown = window.window.inspector.evidence
    assert shown is not None
    text = shown.toPlainText()
    assert text.startswith("Weekly notes.")
    (span,) = shown.spans
    assert text[span.start : span.end] == "billing has port 8443"


def test_another_fact_of_the_chain_shows_its_own_evidence(window: Opened) -> None:
    show(window)
    row = window.window.inspector.findChildren(ChainRow)[-1]
    with window.qtbot.waitSignal(window.window.inspector.shown):
        row.click()
    shown = window.window.inspector.evidence
    assert shown is not None
    assert "port 8000" in shown.toPlainText()


def test_correcting_shows_first_what_it_opens_and_closes_and_can_be_undone(window: Opened) -> None:
    show(window)
    press(window.window.inspector, "Correct…")
    box = dialog(window, CorrectFact)
    assert isinstance(box, CorrectFact)
    wait_preview(window, box)
    box.value.setText("9443")
    assert not box.done_button.isEnabled()
    lines = wait_preview(window, box)
    assert any(line.startswith("opens port: 9443") for line in lines)
    assert any(line.startswith("closes port: 8443") for line in lines)
    assert value_now(window) == "8443"

    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        box.done_button.click()
    window.settle()
    assert value_now(window) == "9443"
    for command, expected in (("undo", "8443"), ("redo", "9443"), ("undo", "8443")):
        with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
            window.window.commands[command].trigger()
        window.settle()
        assert value_now(window) == expected
    fact = window.window.inspector.fact
    assert fact is not None
    assert fact.object == "8443"


def test_ending_closes_the_interval_on_that_day(window: Opened) -> None:
    show(window)
    press(window.window.inspector, "End…")
    box = dialog(window, EndFact)
    assert isinstance(box, EndFact)
    box.at.setText("2026-03-01")
    assert any("closes port: 8443" in line for line in wait_preview(window, box))
    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        box.done_button.click()
    window.settle()
    assert value_now(window) is None
    with window.reader() as project:
        assert project.ledger.history(PORT)[-1].state is State.ENDED


def test_withdrawing_gives_the_time_back_to_the_one_before(window: Opened) -> None:
    show(window)
    press(window.window.inspector, "Withdraw…")
    box = dialog(window, WithdrawFact)
    lines = wait_preview(window, box)
    assert any(line.startswith("closes port: 8443") for line in lines)
    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        box.done_button.click()
    window.settle()
    assert value_now(window) == "8080"


def test_adding_a_fact_completes_names_and_says_what_it_closes(window: Opened) -> None:
    show(window)
    window.window.commands["add_fact"].trigger()
    box = dialog(window, AddFact)
    assert isinstance(box, AddFact)
    assert (box.subject.text(), box.relation.text()) == ("billing", "port")
    box.subject.setText("bill")
    box.subject.textEdited.emit("bill")
    completer = box.subject.completer()
    window.qtbot.waitUntil(lambda: completer.model().rowCount() == 1, timeout=5_000)
    assert completer.model().index(0, 0).data() == "billing"
    box.subject.setText("billing")
    box.value.setText("9000")
    box.start.setText("2026-03-10")
    lines = wait_preview(window, box)
    assert lines[0].startswith("opens port:")
    assert any("8443" in line and line.startswith("closes") for line in lines)
    with window.drawn(), window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        box.done_button.click()
    window.settle()
    assert "9000" in {bar["value"] for bar in window.js("tenure.bars()")}


def test_a_date_that_is_none_is_refused_in_words(window: Opened) -> None:
    show(window)
    window.window.commands["add_fact"].trigger()
    box = dialog(window, AddFact)
    assert isinstance(box, AddFact)
    box.value.setText("9000")
    box.start.setText("next spring")
    window.qtbot.waitUntil(lambda: "not a date" in " ".join(box.preview.lines), timeout=5_000)
    assert not box.done_button.isEnabled()
    box.start.setText("2026-03-10")
    box.end.setText("2026-03-01")
    window.qtbot.waitUntil(lambda: not any("Fill" in line or "not a date" in line for line in box.preview.lines))
    assert not box.done_button.isEnabled()


def test_copy_gives_value_and_source(window: Opened) -> None:
    show(window)
    window.window.commands["copy_citation"].trigger()
    text = QGuiApplication.clipboard().text()
    assert "8443" in text
    assert "notes/2026-02-03" in text


def test_absence_is_explained(window: Opened) -> None:
    show(window, Key("warehouse", "owner"))
    texts = [child.text() for child in window.window.inspector.findChildren(QWidget) if hasattr(child, "text")]
    assert any("ended" in text for text in texts)
