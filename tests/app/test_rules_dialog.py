from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from helpers.app_window import Opened
from helpers.waiting_world import make_waiting
from tenure.keys import Key
from tenure.rules import Life
from tenure_app.dialogs.rules import MoveRule, RulesDialog

NAME = "service-decommissioned"
CATALOG = Key("catalog", "port")
FILE = """
[[rule]]
name = "my-rule"
version = 1
kind = "ends all of a subject"
author = "me"
reason = "What is closed has no port"
trigger = { relation = "status", values = ["decommissioned"] }
effect = { only = ["port"] }
"""


@pytest.fixture
def project_file(tmp_path: Path) -> Path:
    return make_waiting(tmp_path / "waiting.tenure")


@pytest.fixture
def box(window: Opened) -> RulesDialog:
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    QTest.keyClick(window.window, Qt.Key.Key_R, keys)
    window.qtbot.waitUntil(lambda: bool(window.window.findChildren(RulesDialog)), timeout=5_000)
    (found,) = window.window.findChildren(RulesDialog)
    window.qtbot.waitUntil(lambda: found.view is not None, timeout=10_000)
    return found


def press(inside: QWidget, text: str) -> None:
    next(b for b in inside.findChildren(QPushButton) if b.text() == text).click()


def moving(window: Opened, box: RulesDialog) -> MoveRule:
    window.qtbot.waitUntil(lambda: any(d.isVisible() for d in box.findChildren(MoveRule)), timeout=5_000)
    found = next(d for d in box.findChildren(MoveRule) if d.isVisible())
    window.qtbot.waitUntil(found.done_button.isEnabled, timeout=10_000)
    return found


def commit(window: Opened, move: MoveRule) -> None:
    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        move.done_button.click()
    window.settle()


def life(window: Opened, name: str = NAME) -> Life:
    with window.reader() as project:
        return project.rules.get(name).life


def shows(box: RulesDialog, name: str, state: Life) -> bool:
    view = box.view
    return view is not None and view.stored.rule.name == name and view.stored.life is state


def choose(window: Opened, box: RulesDialog, name: str) -> None:
    box.list.setCurrentIndex(box.model.index(box.model.row_of(name)))
    window.qtbot.waitUntil(
        lambda: box.view is not None and f"{box.view.stored.rule.name}@{box.view.stored.rule.version}" == name,
        timeout=10_000,
    )


def test_the_list_is_the_projects_and_begins_with_the_rule_that_would_act(window: Opened, box: RulesDialog) -> None:
    testers = [
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
        for model in (box.model, box.table.effects)
    ]
    with window.reader() as project:
        assert box.model.rowCount() == len(project.rules.all())
    assert str(box.model.index(0).data()) == f"{NAME}@1\n◌ shadow · would retire 2"
    texts = " ".join(label.text() for label in box.findChildren(QLabel))
    assert "nobody is on call for it" in texts
    assert "WOULD RETIRE 2 VALUES" in texts
    assert [box.table.effects.index(n, 1).data() for n in range(2)] == ["Shop team", "1"]
    box.table.setCurrentIndex(box.table.effects.index(1, 0))
    with window.qtbot.waitSignal(window.window.inspector.shown, timeout=10_000):
        box.table.activated.emit(box.table.effects.index(1, 0))
    assert window.window.context.places.here.key == CATALOG
    assert len(testers) == 2


def test_a_rule_is_activated_for_the_past_and_rolled_back(window: Opened, box: RulesDialog) -> None:
    press(box, "Activate…")
    move = moving(window, box)
    assert "leaves 2 values" in move.counted.text()
    move.past.click()
    window.qtbot.waitUntil(lambda: "changes 2 values" in move.counted.text(), timeout=10_000)
    assert life(window) is Life.SHADOW
    commit(window, move)
    window.qtbot.waitUntil(lambda: shows(box, NAME, Life.ACTIVE), timeout=10_000)
    with window.reader() as project:
        assert project.ledger.slot(CATALOG).value is None
    press(box, "Roll back…")
    move = moving(window, box)
    assert "2 effects are taken back" in move.counted.text()
    commit(window, move)
    assert life(window) is Life.RETIRED
    with window.reader() as project:
        assert project.ledger.slot(CATALOG).value == "1"
    window.qtbot.waitUntil(lambda: shows(box, NAME, Life.RETIRED), timeout=10_000)
    assert not [b for b in box._buttons.parentWidget().findChildren(QPushButton) if not b.isHidden()]


def test_activated_from_now_on_a_rule_leaves_the_past_alone(window: Opened, box: RulesDialog) -> None:
    press(box, "Activate…")
    commit(window, moving(window, box))
    assert life(window) is Life.ACTIVE
    with window.reader() as project:
        assert project.ledger.slot(CATALOG).value == "1"


def test_a_rule_of_a_file_is_a_draft_and_is_tried_in_shadow(window: Opened, box: RulesDialog, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(FILE, "utf-8")
    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        box.add_from(path)
    window.qtbot.waitUntil(lambda: box.model.row_of("my-rule@1") >= 0, timeout=10_000)
    assert life(window, "my-rule") is Life.DRAFT
    choose(window, box, "my-rule@1")
    press(box, "Try in shadow…")
    move = moving(window, box)
    move.past.click()
    window.qtbot.waitUntil(lambda: "would retire 1 value" in move.counted.text(), timeout=10_000)
    commit(window, move)
    assert life(window, "my-rule") is Life.SHADOW
    window.qtbot.waitUntil(lambda: shows(box, "my-rule", Life.SHADOW), timeout=10_000)
    assert box.table.effects.rowCount() == 1


def test_a_file_that_holds_no_rules_is_refused_in_words(window: Opened, box: RulesDialog, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("nothing = 1\n", "utf-8")
    reports = window.reports()
    box.add_from(path)
    window.qtbot.waitUntil(lambda: bool(reports), timeout=10_000)
    assert "holds tables [[rule]]" in reports[0].message
    assert not reports[0].bug


def test_closing_the_project_closes_the_dialog(window: Opened, box: RulesDialog) -> None:
    window.window.commands["close"].trigger()
    window.qtbot.waitUntil(lambda: not window.window.findChildren(RulesDialog), timeout=5_000)
