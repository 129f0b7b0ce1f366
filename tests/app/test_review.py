from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QWidget

from helpers.app_window import Opened
from helpers.waiting_world import FLAVOUR, NOTE, PORT, TIMEOUT, make_waiting
from tenure.clock import fixed_clock
from tenure.ingest.deciding import Deciding, Verdict
from tenure.keys import Key
from tenure.ledger.types import Assert, Flag
from tenure.project import Project
from tenure.relations import Cardinality
from tenure.rules import Life
from tenure_app.dialogs.ask import Question
from tenure_app.dialogs.base import FactDialog
from tenure_app.dialogs.deciding import AcceptEdited, AcceptEnd, MapRelation
from tenure_app.dialogs.facts import CorrectFact
from tenure_app.dialogs.rules import MoveRule, RulesDialog
from tenure_app.ops.review import Entry, Kind, Ref
from tenure_app.panes.review.model import CHUNK, ReviewModel
from tenure_app.panes.review.pane import ReviewPane

D = TypeVar("D", bound=QWidget)


@pytest.fixture
def project_file(tmp_path: Path) -> Path:
    return make_waiting(tmp_path / "waiting.tenure")


@pytest.fixture
def pane(window: Opened) -> ReviewPane:
    QTest.keyClick(window.window, Qt.Key.Key_6, Qt.KeyboardModifier.ControlModifier)
    window.qtbot.waitUntil(lambda: window.window.review.detail.entry is not None, timeout=10_000)
    return window.window.review


def shown(window: Opened, kind: Kind, at: int = 0) -> Entry:
    """Choose one of a kind and wait until it is shown with what it would do."""
    pane = window.window.review
    ref = Ref(kind, pane._refs[kind][at])
    pane.list.setCurrentIndex(pane.model.index(pane.model.row_of(ref)))
    window.qtbot.waitUntil(lambda: pane.detail.entry is not None and pane.detail.entry.ref == ref, timeout=10_000)
    previewed(window)
    assert pane.detail.entry is not None
    return pane.detail.entry


def previewed(window: Opened) -> list[str]:
    preview = window.window.review.detail.preview
    window.qtbot.waitUntil(lambda: preview.isHidden() or preview.lines != ["Looking…"], timeout=10_000)
    return preview.lines


def press(window: Opened, key: Qt.Key) -> None:
    """Type a key on the list and wait until what it writes is written."""
    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        QTest.keyClick(window.window.review.list, key)
    window.settle()


def command(window: Opened, name: str) -> None:
    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        window.window.commands[name].trigger()
    window.settle()


def value(window: Opened, key: Key) -> str | None:
    with window.reader() as project:
        return project.ledger.slot(key).value


def waits(window: Opened, kind: Kind) -> int:
    """How many of a kind wait, as the ledger says; the list must say the same."""
    from tenure_app.ops import review

    with window.reader() as project:
        found = len(review.refs(project).get(kind, []))
    assert len(window.window.review._refs.get(kind, [])) == found
    return found


def dialog(window: Opened, kind: type[D]) -> D:
    window.qtbot.waitUntil(lambda: any(d.isVisible() for d in window.window.findChildren(kind)), timeout=10_000)
    return next(d for d in window.window.findChildren(kind) if d.isVisible())


def commit(window: Opened, box: FactDialog) -> None:
    window.qtbot.waitUntil(box.done_button.isEnabled, timeout=10_000)
    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        box.done_button.click()
    window.settle()


def texts(root: QWidget) -> str:
    return " ".join(one.text() for one in root.findChildren(QLabel) if not one.isHidden())


# --- the list ---------------------------------------------------------------------------------


def test_the_list_groups_what_waits_and_the_tab_the_chips_and_the_status_bar_count_it(
    window: Opened, pane: ReviewPane
) -> None:
    rows = [str(pane.model.index(n).data()) for n in range(pane.model.rowCount())]
    headings = [text for n, text in enumerate(rows) if pane.model.ref(n) is None]
    assert headings == [
        "Conflicts · 1", "Ambiguous names · 1", "Uncertain statements · 3", "No longer in their source · 1",
        "Unknown relations · 1", "Rules in shadow · 1",
    ]  # fmt: skip
    window.qtbot.waitUntil(lambda: pane.model.index(1).data() == "billing · timeout: 10 s / 30 s", timeout=5_000)
    chips = [chip.text() for chip in pane.filter.chips.values()]
    assert chips == ["All 8", "Conflicts 1", "Names 1", "Uncertain 3", "Missing 1", "Relations 1", "Rules 1"]
    tabs = window.window.tabs
    assert tabs.bar.tabText(tabs.names.index("review")) == "Review 8"
    assert window.window.status.review.text() == "8 to review"
    pane.filter.chips[Kind.PROPOSAL].click()
    assert [pane.model.ref(n) for n in range(pane.model.rowCount())] == [
        None, *(Ref(Kind.PROPOSAL, number) for number in pane._refs[Kind.PROPOSAL]),
    ]  # fmt: skip


def test_the_status_bar_leads_to_the_pane(window: Opened) -> None:
    window.qtbot.waitUntil(window.window.status.review.isVisible, timeout=5_000)
    window.window.status.review.click()
    assert window.window.context.places.here.tab == "review"
    assert window.window.review.isVisible()


def test_letters_and_space_step_through_and_headings_are_passed_over(window: Opened, pane: ReviewPane) -> None:
    pane.list.setCurrentIndex(pane.model.index(1))
    seen = []
    for key in (Qt.Key.Key_J, Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_K):
        QTest.keyClick(pane.list, key)
        ref = pane.model.ref(pane.list.currentIndex().row())
        assert ref is not None
        seen.append(ref.kind)
    assert seen == [Kind.NAME, Kind.PROPOSAL, Kind.PROPOSAL, Kind.PROPOSAL]
    assert pane.model.neighbour(1, -1) == -1


def test_the_model_keeps_qts_rules_while_entries_come_and_go(qtbot: Any) -> None:
    asked: list[Ref] = []

    def fetch(refs: Any, _take: Any) -> None:
        asked.extend(refs)

    model = ReviewModel(fetch)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_refs({Kind.CONFLICT: [4], Kind.PROPOSAL: list(range(10, 100_010))})
    assert model.rowCount() == 100_003
    asked.clear()
    model.index(50_000).data()
    assert 0 < len(asked) <= CHUNK
    last = Ref(Kind.PROPOSAL, 100_009)
    assert model.row_of(last) == 100_002
    model.remove(Ref(Kind.CONFLICT, 4))
    assert (model.row_of(last), model.rowCount()) == (100_000, 100_001)
    model.remove(Ref(Kind.CONFLICT, 4))
    model.show_refs({})
    assert model.rowCount() == 0
    del tester


def test_an_empty_queue_says_what_review_is_for(window: Opened, pane: ReviewPane) -> None:
    with Project.open(window.path, clock=fixed_clock(0)) as project:
        Deciding(project.ledger).decide_all([item.id for item in project.ledger.review()], Verdict.REJECTED)
        project.rules.retire("service-decommissioned")
    pane.refresh()
    window.qtbot.waitUntil(lambda: pane.pages.currentIndex() == 0, timeout=10_000)
    assert "Nothing waits for review" in texts(pane.pages.widget(0))
    tabs = window.window.tabs
    assert tabs.bar.tabText(tabs.names.index("review")) == "Review"


# --- uncertain statements ---------------------------------------------------------------------


def test_accepting_shows_its_sentence_and_what_it_closes_and_undo_lets_it_wait_again(
    window: Opened, pane: ReviewPane
) -> None:
    entry = shown(window, Kind.PROPOSAL)
    (evidence,) = pane.detail.evidence
    (span,) = evidence.spans
    assert evidence.toPlainText()[span.start : span.end] == "The port of billing is 8443."
    lines = previewed(window)
    assert any(line.startswith("opens port: 8443") for line in lines)
    assert any(line.startswith("closes port: 8080") for line in lines)
    assert (value(window, PORT), waits(window, Kind.PROPOSAL)) == ("8080", 3)
    press(window, Qt.Key.Key_A)
    assert (value(window, PORT), waits(window, Kind.PROPOSAL)) == ("8443", 2)
    following = pane.model.ref(pane.list.currentIndex().row())
    assert following == Ref(Kind.PROPOSAL, pane._refs[Kind.PROPOSAL][0])
    for name, expected in (("undo", ("8080", 3)), ("redo", ("8443", 2)), ("undo", ("8080", 3))):
        command(window, name)
        assert (value(window, PORT), waits(window, Kind.PROPOSAL)) == expected
    assert entry.ref.number in pane._refs[Kind.PROPOSAL]


def test_rejecting_writes_nothing_stays_known_and_can_be_undone(window: Opened, pane: ReviewPane) -> None:
    entry = shown(window, Kind.PROPOSAL)
    press(window, Qt.Key.Key_R)
    assert (value(window, PORT), waits(window, Kind.PROPOSAL)) == ("8080", 2)
    with window.reader() as project:
        assert [(d.item.id, d.verdict) for d in Deciding(project.ledger).decisions()] == [
            (entry.ref.number, Verdict.REJECTED)
        ]
    command(window, "undo")
    assert waits(window, Kind.PROPOSAL) == 3


def test_typing_fast_decides_one_after_the_other(window: Opened, pane: ReviewPane) -> None:
    shown(window, Kind.PROPOSAL)
    for left in (2, 1, 0):
        QTest.keyClick(pane.list, Qt.Key.Key_A)
        window.qtbot.waitUntil(
            lambda: (
                pane.detail.entry is not None
                and pane.detail.entry.ref == pane.model.ref(pane.list.currentIndex().row())
            ),
            timeout=10_000,
        )
        assert (
            len([n for n in range(pane.model.rowCount()) if (r := pane.model.ref(n)) and r.kind is Kind.PROPOSAL])
            == left
        )
    window.settle()
    assert (value(window, PORT), value(window, Key("auth-service", "port"))) == ("8443", "9000")
    assert waits(window, Kind.PROPOSAL) == 0


def test_editing_opens_the_fact_filled_in_and_keeps_the_sentence(window: Opened, pane: ReviewPane) -> None:
    shown(window, Kind.PROPOSAL)
    QTest.keyClick(pane.list, Qt.Key.Key_E)
    box = dialog(window, AcceptEdited)
    assert (box.subject.text(), box.relation.text(), box.value.text(), box.start.text()) == (
        "billing", "port", "8443", "2025-03-10",
    )  # fmt: skip
    box.value.setText("8444")
    commit(window, box)
    with window.reader() as project:
        said = project.ledger.statements(PORT)[-1]
    assert (said.object, said.evidence.source, said.evidence.text) == ("8444", NOTE, "The port of billing is 8443.")
    assert waits(window, Kind.PROPOSAL) == 2


def test_o_opens_the_key_in_the_inspector(window: Opened, pane: ReviewPane) -> None:
    shown(window, Kind.PROPOSAL)
    with window.qtbot.waitSignal(window.window.inspector.shown, timeout=10_000):
        QTest.keyClick(pane.list, Qt.Key.Key_O)
    assert window.window.inspector.view is not None
    assert window.window.inspector.view.key == PORT


@pytest.mark.parametrize(("word", "port"), [("Accept all…", "8443"), ("Reject all…", "8080")])
def test_all_of_one_source_are_decided_after_the_totals(window: Opened, pane: ReviewPane, word: str, port: str) -> None:
    shown(window, Kind.PROPOSAL)
    next(b for b in pane.detail.findChildren(QPushButton) if b.text() == word).click()
    box = dialog(window, Question)
    asked = texts(box)
    assert f"2 statements wait from {NOTE}" in asked
    assert ("2 intervals open, 1 closes" in asked) is (port == "8443")
    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        next(b for b in box.findChildren(QPushButton) if b.text() == word.removesuffix("…")).click()
    window.settle()
    assert (value(window, PORT), waits(window, Kind.PROPOSAL)) == (port, 1)
    command(window, "undo")
    assert (value(window, PORT), waits(window, Kind.PROPOSAL)) == ("8080", 3)


# --- the other kinds --------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "kept"), [(Qt.Key.Key_1, "10 s"), (Qt.Key.Key_2, "30 s"), (Qt.Key.Key_A, "30 s")])
def test_a_conflict_is_settled_by_choosing_the_value(window: Opened, pane: ReviewPane, key: Qt.Key, kept: str) -> None:
    entry = shown(window, Kind.CONFLICT)
    assert [(side.statement.object, side.rules) for side in entry.sides] == [("10 s", False), ("30 s", True)]
    assert [text.toPlainText() for text in pane.detail.evidence] == [
        "The timeout of billing is 10 s.", "The timeout of billing is 30 s.",
    ]  # fmt: skip
    press(window, key)
    assert (value(window, TIMEOUT), waits(window, Kind.CONFLICT)) == (kept, 0)
    command(window, "undo")
    assert (value(window, TIMEOUT), waits(window, Kind.CONFLICT)) == ("30 s", 1)


def test_a_conflict_can_be_left_and_a_button_says_first_what_it_does(window: Opened, pane: ReviewPane) -> None:
    shown(window, Kind.CONFLICT)
    keep = next(b for b in pane.detail.findChildren(QPushButton) if b.text().startswith("Keep 10 s"))
    keep.setFocus()
    window.qtbot.waitUntil(lambda: any("opens timeout: 10 s" in line for line in pane.detail.preview.lines))
    press(window, Qt.Key.Key_R)
    with window.reader() as project:
        assert project.ledger.slot(TIMEOUT).facts[0].flags == frozenset()
    command(window, "undo")
    with window.reader() as project:
        assert project.ledger.slot(TIMEOUT).facts[0].flags == {Flag.DISPUTED}


def test_a_conflict_is_settled_by_correcting_a_statement(window: Opened, pane: ReviewPane) -> None:
    shown(window, Kind.CONFLICT)
    QTest.keyClick(pane.list, Qt.Key.Key_E)
    box = dialog(window, CorrectFact)
    box.value.setText("10 s")
    commit(window, box)
    assert (value(window, TIMEOUT), waits(window, Kind.CONFLICT)) == ("10 s", 0)


@pytest.mark.parametrize(("key", "kept"), [(Qt.Key.Key_A, True), (Qt.Key.Key_R, False)])
def test_an_ambiguous_name_is_kept_or_taken_back(window: Opened, pane: ReviewPane, key: Qt.Key, kept: bool) -> None:
    entry = shown(window, Kind.NAME)
    assert [(one.subject, one.learned) for one in entry.meant] == [("billing", False), ("search-api", True)]
    press(window, key)
    with window.reader() as project:
        assert ("BP" in project.ledger.aliases_of("search-api")) is kept
    assert waits(window, Kind.NAME) == 0
    command(window, "undo")
    with window.reader() as project:
        assert "BP" in project.ledger.aliases_of("search-api")
    assert waits(window, Kind.NAME) == 1


@pytest.mark.parametrize(
    ("key", "cardinality"),
    [
        (Qt.Key.Key_A, Cardinality.FUNCTIONAL),
        (Qt.Key.Key_S, Cardinality.SET),
        (Qt.Key.Key_V, Cardinality.EVENT),
        (Qt.Key.Key_R, None),
    ],
)
def test_an_unknown_relation_is_defined_or_left_unlisted(
    window: Opened, pane: ReviewPane, key: Qt.Key, cardinality: Cardinality | None
) -> None:
    entry = shown(window, Kind.RELATION)
    assert (entry.relation, entry.keys) == ("flavour", 1)
    press(window, key)
    with window.reader() as project:
        found = project.ledger.registry.find("flavour")
    assert (None if found is None else found.cardinality) == cardinality
    assert waits(window, Kind.RELATION) == 0
    command(window, "undo")
    with window.reader() as project:
        assert project.ledger.registry.find("flavour") is None
    assert waits(window, Kind.RELATION) == 1


def test_an_unknown_relation_is_mapped_to_a_known_one(window: Opened, pane: ReviewPane) -> None:
    shown(window, Kind.RELATION)
    QTest.keyClick(pane.list, Qt.Key.Key_M)
    box = dialog(window, MapRelation)
    box.relation.setText("no such relation")
    window.qtbot.waitUntil(lambda: "no relation 'no such relation'" in " ".join(box.preview.lines), timeout=5_000)
    assert not box.done_button.isEnabled()
    box.relation.setText("version")
    commit(window, box)
    assert value(window, Key("billing", "version")) == "pear"
    with window.reader() as project:
        assert project.ledger.registry.get("flavour").name == "version"
    assert waits(window, Kind.RELATION) == 0
    command(window, "undo")
    assert value(window, FLAVOUR) == "pear"
    assert waits(window, Kind.RELATION) == 1


@pytest.mark.parametrize(
    ("key", "held", "statements"), [(Qt.Key.Key_A, None, 2), (Qt.Key.Key_R, "db-7", 1), (Qt.Key.Key_W, None, 1)]
)
def test_what_is_gone_from_its_source_ended_holds_or_never_was(
    window: Opened, pane: ReviewPane, key: Qt.Key, held: str | None, statements: int
) -> None:
    shown(window, Kind.MISSING)
    press(window, key)
    host = Key("payments", "host")
    with window.reader() as project:
        assert (project.ledger.slot(host).value, len(project.ledger.statements(host))) == (held, statements)
    assert waits(window, Kind.MISSING) == 0
    command(window, "undo")
    assert (value(window, host), waits(window, Kind.MISSING)) == ("db-7", 1)


def test_the_day_something_missing_ended_can_be_set(window: Opened, pane: ReviewPane) -> None:
    shown(window, Kind.MISSING)
    QTest.keyClick(pane.list, Qt.Key.Key_E)
    box = dialog(window, AcceptEnd)
    box.at.setText("2025-12-24")
    commit(window, box)
    host = Key("payments", "host")
    with window.reader() as project:
        fact = project.ledger.history(host)[-1]
    assert fact.valid_to is not None
    assert (str(fact.object), waits(window, Kind.MISSING)) == ("db-7", 0)


def test_a_rule_in_shadow_shows_its_list_before_it_acts(window: Opened, pane: ReviewPane) -> None:
    entry = shown(window, Kind.RULE)
    assert pane.detail.table is not None
    listed = pane.detail.table.effects
    assert [listed.index(n, 0).data() for n in range(listed.rowCount())] == ["catalog · owner", "catalog · port"]
    assert len(entry.done) == 2
    QTest.keyClick(pane.list, Qt.Key.Key_A)
    box = dialog(window, MoveRule)
    window.qtbot.waitUntil(box.done_button.isEnabled, timeout=10_000)
    assert box.table.effects.rowCount() == 2
    box.past.click()
    window.qtbot.waitUntil(lambda: box.done_button.isEnabled() and "changes 2" in box.counted.text(), timeout=10_000)
    assert value(window, Key("catalog", "port")) == "1"
    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        box.done_button.click()
    window.settle()
    assert value(window, Key("catalog", "port")) is None
    assert waits(window, Kind.RULE) == 0


def test_a_rule_in_shadow_is_retired_or_looked_at_in_the_list(window: Opened, pane: ReviewPane) -> None:
    shown(window, Kind.RULE)
    QTest.keyClick(pane.list, Qt.Key.Key_E)
    rules = dialog(window, RulesDialog)
    window.qtbot.waitUntil(lambda: rules.view is not None, timeout=10_000)
    assert rules.view is not None
    assert rules.view.stored.rule.name == "service-decommissioned"
    rules.reject()
    QTest.keyClick(pane.list, Qt.Key.Key_R)
    box = dialog(window, MoveRule)
    window.qtbot.waitUntil(box.done_button.isEnabled, timeout=10_000)
    with window.qtbot.waitSignal(window.window.context.session.changed, timeout=10_000):
        box.done_button.click()
    window.settle()
    with window.reader() as project:
        assert project.rules.get("service-decommissioned").life is Life.RETIRED
    assert waits(window, Kind.RULE) == 0


def test_very_long_and_right_to_left_values_are_shortened_and_keep_to_themselves(
    window: Opened, pane: ReviewPane
) -> None:
    key, values = Key("mail", "owner"), ("long " * 20_000, "\u202eright <b>left</b>")
    window.window.context.session.write(
        lambda project, _task: project.ledger.apply([Assert(key, value, 0) for value in values])
    )
    window.qtbot.waitUntil(lambda: len(pane._refs[Kind.CONFLICT]) == 2, timeout=10_000)
    shown(window, Kind.CONFLICT, 1)
    keep = [b.text() for b in pane.detail.findChildren(QPushButton) if b.text().startswith("Keep")]
    assert keep == ["Keep \u2068long long long long lon…\u2069   1", "Keep \u2068\u202eright <b>left</b>\u2069   2"]
    assert max(len(one.text()) for one in pane.detail.findChildren(QLabel)) < 500
    assert max(len(one.toPlainText()) for one in pane.detail.evidence) < 5_000


# --- when it goes wrong -----------------------------------------------------------------------


def test_what_another_window_decided_meanwhile_is_said_and_leaves_the_list(window: Opened, pane: ReviewPane) -> None:
    entry = shown(window, Kind.PROPOSAL)
    with Project.open(window.path, clock=fixed_clock(window.window.context.clock())) as project:
        Deciding(project.ledger).decide(entry.ref.number, Verdict.REJECTED)
    reports = window.reports()
    QTest.keyClick(pane.list, Qt.Key.Key_A)
    window.qtbot.waitUntil(lambda: bool(reports), timeout=10_000)
    assert "was rejected already" in reports[0].message
    assert not reports[0].bug
    window.qtbot.waitUntil(lambda: entry.ref.number not in pane._refs[Kind.PROPOSAL], timeout=10_000)
    assert value(window, PORT) == "8080"


def test_a_hidden_pane_counts_and_catches_up_when_shown(window: Opened, pane: ReviewPane) -> None:
    window.window.go_tab("facts")
    number = pane._refs[Kind.PROPOSAL][0]
    with window.qtbot.waitSignal(pane.counted, check_params_cb=lambda count: count == 7, timeout=10_000):
        window.window.context.session.write(
            lambda project, _task: Deciding(project.ledger).decide(number, Verdict.REJECTED).summary
        )
    with window.qtbot.waitSignal(pane.loaded, timeout=10_000):
        window.window.go_tab("review")
    assert number not in pane._refs[Kind.PROPOSAL]


def test_closing_the_project_empties_the_pane(
    open_window: Callable[..., Opened], project_file: Path, tmp_path: Path
) -> None:
    opened = open_window(project_file)
    opened.window.go_tab("review")
    opened.qtbot.waitUntil(lambda: opened.window.review.model.rowCount() > 0, timeout=10_000)
    opened.window.commands["close"].trigger()
    opened.qtbot.waitUntil(lambda: opened.window.review.model.rowCount() == 0, timeout=10_000)
    assert not [d for d in opened.window.findChildren(QDialog) if d.isVisible()]
