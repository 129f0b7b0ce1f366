from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWidget,
)

from helpers.app_window import Opened
from tenure.keys import Key
from tenure_app.dialogs.facts import AddFact
from tenure_app.dialogs.importing import ImportDialog
from tenure_app.places import Place
from tenure_app.theming.theme import ThemeMode
from tenure_app.web.page import WebPane

CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    WebPane,
)
OPEN, SHUT = "⟦", "⟧"


def inner(widget: QWidget) -> bool:
    """Whether a widget is a part of one of Qt's own controls, which is named as a whole."""
    name = widget.objectName()
    owner = widget.parentWidget()
    return (
        name.startswith("qt_")
        or isinstance(widget, QScrollBar)
        or type(widget).__name__ in {"QTableCornerButton", "QComboBoxPrivateContainer", "QComboBoxListView"}
        or (type(widget).__name__ in {"QHeaderView", "QToolButton"} and isinstance(owner, QAbstractItemView | QTabBar))
        or isinstance(owner, QComboBox | QLineEdit)
        or (owner is not None and isinstance(owner.parentWidget(), QComboBox))
    )


def controls(root: QWidget) -> Iterator[QWidget]:
    for widget in root.findChildren(QWidget):
        if isinstance(widget, CONTROLS) and not inner(widget) and not isinstance(widget.parentWidget(), WebPane):
            yield widget


def full(opened: Opened) -> None:
    """Bring every pane, an answer and a dialog into being."""
    window = opened.window
    with opened.qtbot.waitSignal(window.inspector.shown, timeout=10_000):
        window.context.places.go(Place("facts", "billing", Key("billing", "port")))
    with opened.qtbot.waitSignal(window.difference.loaded, timeout=10_000):
        window.go_tab("difference")
    window.go_tab("twotime")
    opened.qtbot.waitUntil(lambda: window.twotime.up_to_date, timeout=20_000)
    for tab, pane in (("compare", window.compare), ("chat", window.chat)):
        window.context.places.go_tab(tab)
        with opened.qtbot.waitSignal(pane.answered, timeout=20_000):
            pane.ask_this("Which port does billing listen on?")
    window.go_tab("review")
    review = window.review
    opened.qtbot.waitUntil(lambda: review.detail.entry is not None or not review.model.rowCount(), timeout=10_000)
    window.show_rules()
    window.show_imports()
    window.jobs.open()
    table = opened.path.with_name("cranes.csv")
    table.write_text("Crane,Colour,Since\nnorth,red,2025-01-01\n", encoding="utf-8")
    window.files.import_table()
    (box,) = window.findChildren(ImportDialog)
    box.table.show_table(table)
    opened.qtbot.waitUntil(box.next.isEnabled, timeout=10_000)
    with opened.qtbot.waitSignal(window.chat.kept, timeout=20_000):
        window.chat.ask_this("Who owns the frobnicator?")
    window.commands["check_text"].trigger()
    shown = window.inspector
    assert shown.view is not None
    shown.erase_asked.emit((shown.view, shown.fact, shown.view.statements[-1]))
    shown.alias_asked.emit("billing")
    shown.life_asked.emit(shown.view.relation)
    window.add_fact()
    opened.qtbot.waitUntil(lambda: bool(window.findChildren(AddFact)), timeout=5_000)
    opened.settle()


def test_every_control_is_named_and_reached_by_keyboard(window: Opened) -> None:
    full(window)
    nameless, unreachable = [], []
    for widget in controls(window.window):
        label = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
        where = f"{type(widget.parentWidget()).__name__} > {type(widget).__name__} {label!r}"
        if not label.strip():
            nameless.append(where)
        reachable = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        replaced = isinstance(widget, QTextEdit | QAbstractItemView | WebPane)
        if not reachable and not replaced:
            unreachable.append(where)
    assert nameless == []
    assert unreachable == []


def test_shortcuts_are_unique_and_every_command_stands_in_menu_and_palette(window: Opened) -> None:
    commands = window.window.commands
    counts = Counter(action.shortcut().toString() for _group, action in commands if not action.shortcut().isEmpty())
    assert [keys for keys, count in counts.items() if count > 1] == []
    assert len(counts) >= 20
    menu = window.window.top.menu_button.menu()
    assert isinstance(menu, QMenu)
    in_menu = [action for sub in menu.actions() for action in sub.menu().actions()]  # type: ignore[union-attr]
    assert in_menu == [action for _group, action in commands]
    window.window.open_palette()
    titles = {entry.title for entry in window.window.palette_box._entries}
    enabled = {action.text() for _group, action in commands if action.isEnabled() and action.objectName() != "palette"}
    assert enabled <= titles


class Pseudo(QTranslator):
    """Puts brackets around whatever passes through translation."""

    def translate(  # type: ignore[override]
        self, context: str, source: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        return f"{OPEN}{source}{SHUT}"


@pytest.fixture
def pseudo() -> Iterator[None]:
    translator = Pseudo()
    QCoreApplication.installTranslator(translator)
    yield
    QCoreApplication.removeTranslator(translator)


def shown_texts(root: QWidget) -> Iterator[tuple[str, str]]:
    for widget in root.findChildren(QWidget):
        if inner(widget) or widget.property("data") is True:
            continue
        kind = type(widget).__name__
        if isinstance(widget, QLabel | QAbstractButton):
            yield kind, widget.text()
        if isinstance(widget, QLineEdit):
            yield kind, widget.placeholderText()
        if isinstance(widget, CONTROLS):
            yield kind, widget.accessibleName()
            yield kind, widget.toolTip()
        if isinstance(widget, QTabBar):
            yield from ((kind, widget.tabText(n)) for n in range(widget.count()))


@pytest.mark.usefixtures("pseudo")
def test_every_text_passes_through_translation(open_window: Callable[..., Opened], project_file: Path) -> None:
    opened = open_window(project_file)
    full(opened)
    actions = [("action", a.text()) for a in opened.window.findChildren(QAction) if a.objectName()]
    texts = [*shown_texts(opened.window), *actions]
    raw = [(kind, text) for kind, text in texts if any(c.isalpha() for c in text) and OPEN not in text]
    assert [one for one in raw if not names_only(one[1])] == []


def names_only(text: str) -> bool:
    """Texts that are names and not words: the product's, the models' states, data of a heading."""
    return text in {"Tenure", "2025-03-14"}


def test_both_themes_can_be_switched_while_open(window: Opened) -> None:
    before = window.window.context.theme.colour("surface").name()
    with window.qtbot.waitSignal(window.window.context.theme.changed):
        window.window.commands["theme_dark"].trigger()
    assert window.window.context.theme.mode is ThemeMode.DARK
    assert window.window.context.theme.colour("surface").name() != before
    css = "getComputedStyle(document.documentElement).getPropertyValue('--surface').trim()"
    dark = window.window.context.theme.tokens["surface"]
    window.qtbot.waitUntil(lambda: window.js(css) == dark, timeout=5_000)
    tokens = window.window.context.theme.tokens
    dark_bars = {tokens["currentFill"], tokens["retiredFill"], tokens["futureFill"]}
    window.qtbot.waitUntil(lambda: {bar["colour"] for bar in window.js("tenure.bars()")} == dark_bars, timeout=5_000)
    window.window.commands["theme_light"].trigger()


def test_tool_buttons_have_tips(window: Opened) -> None:
    bare = [
        b.accessibleName()
        for b in window.window.findChildren(QToolButton)
        if not inner(b) and not b.toolTip() and b.accessibleName()
    ]
    assert bare == []
