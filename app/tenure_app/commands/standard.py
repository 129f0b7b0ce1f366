"""The commands of the main window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from tenure_app.dialogs.check_text import CheckText
from tenure_app.theming.theme import ThemeMode
from tenure_app.times import TwoTimes
from tenure_app.widgets.time_bar import DateField

if TYPE_CHECKING:
    from tenure_app.window import MainWindow

translate = QCoreApplication.translate
Keys = QKeySequence.StandardKey


def add_commands(window: MainWindow) -> None:
    """Add every command of the window."""
    _files(window)
    _edit(window)
    _views(window)
    _compare(window)
    _time(window)
    _tenure(window)
    for name in (
        "new",
        "open",
        "import_new",
        "sample",
        "palette",
        "jobs",
        "theme_system",
        "theme_light",
        "theme_dark",
        "models",
        "settings",
        "about",
        "quit",
    ):
        window.commands[name].setProperty("always", True)


def _files(window: MainWindow) -> None:
    group, add, files = translate("Commands", "Project"), window.commands.add, window.files
    add("new", group, translate("Commands", "New project…"), files.new, Keys.New)
    add("open", group, translate("Commands", "Open project…"), files.open, Keys.Open)
    add("sample", group, translate("Commands", "Open the sample project"), files.open_first_sample, "Ctrl+Shift+O")
    add("import_files", group, translate("Commands", "Import files or a folder…"), files.import_files, "Ctrl+I")
    add("import_git", group, translate("Commands", "Import a Git repository…"), files.import_repository, "Ctrl+Shift+I")
    add("import_table", group, translate("Commands", "Import a table…"), files.import_table, "Ctrl+Alt+I")
    add(
        "import_new",
        group,
        translate("Commands", "New project from a folder or a Git repository…"),
        files.import_new,
        "Ctrl+Shift+N",
    )
    add("imports", group, translate("Commands", "Imports…"), window.show_imports, "Ctrl+Alt+M")
    add("close", group, translate("Commands", "Close the project"), files.close, "Ctrl+W")
    add("quit", group, translate("Commands", "Quit"), lambda: _close(window), "Ctrl+Q")


def _close(window: MainWindow) -> None:
    window.close()


def _edit(window: MainWindow) -> None:
    group, add, session = translate("Commands", "Edit"), window.commands.add, window.context.session
    add("undo", group, translate("Commands", "Undo"), session.undo, Keys.Undo)
    add("redo", group, translate("Commands", "Redo"), session.redo, "Ctrl+Shift+Z")
    add("add_fact", group, translate("Commands", "Add a fact…"), window.add_fact, "Ctrl+Shift+A")
    add(
        "copy_citation",
        group,
        translate("Commands", "Copy the fact with its citation"),
        window.inspector.copy_citation,
        "Ctrl+Shift+C",
    )
    add("rules", group, translate("Commands", "Rules…"), window.show_rules, "Ctrl+Alt+R")
    add("export_picture", group, translate("Commands", "Export the picture…"), window.pictures.ask, "Ctrl+Shift+E")
    add("check_text", group, translate("Commands", "Check a text…"), lambda: _check_text(window), "Ctrl+Shift+K")
    add(
        "new_conversation",
        group,
        translate("Commands", "New conversation"),
        lambda: _new_conversation(window),
        "Ctrl+Alt+N",
    )
    add("export", group, translate("Commands", "Export the facts shown…"), window.facts.export, "Ctrl+E")


def _check_text(window: MainWindow) -> None:
    CheckText(window.context, window).show()


def _new_conversation(window: MainWindow) -> None:
    window.go_tab("chat")
    window.chat.begin()


def _views(window: MainWindow) -> None:
    group, add, places = translate("Commands", "Go"), window.commands.add, window.context.places
    add("timeline", group, translate("Commands", "Timeline"), lambda: window.go_tab("timeline"), "Ctrl+1")
    add("twotime", group, translate("Commands", "Two-time map of the key"), lambda: window.go_tab("twotime"), "Ctrl+M")
    add("facts", group, translate("Commands", "Facts"), lambda: window.go_tab("facts"), "Ctrl+2")
    add("compare", group, translate("Commands", "Compare"), lambda: window.go_tab("compare"), "Ctrl+3")
    add("chat", group, translate("Commands", "Chat"), lambda: window.go_tab("chat"), "Ctrl+4")
    add("difference", group, translate("Commands", "Difference"), lambda: window.go_tab("difference"), "Ctrl+5")
    add("changed_here", group, translate("Commands", "What changed here?"), window.what_changed_here, "Ctrl+Alt+D")
    add("review", group, translate("Commands", "Review"), lambda: window.go_tab("review"), "Ctrl+6")
    add("filter", group, translate("Commands", "Filter the subjects"), window.navigator.filter.setFocus, "Ctrl+L")
    add("all_subjects", group, translate("Commands", "All subjects"), lambda: places.go_subject(None), "Ctrl+0")
    add("back", group, translate("Commands", "Back"), places.back, "Alt+Left")
    add("forward", group, translate("Commands", "Forward"), places.forward, "Alt+Right")
    add("palette", group, translate("Commands", "Find or do anything"), window.open_palette, "Ctrl+K")
    view, theme = translate("Commands", "View"), window.context.theme

    def use(mode: ThemeMode) -> None:
        window.context.settings.theme = mode.value
        theme.set_mode(mode)

    add("theme_system", view, translate("Commands", "Follow the system's colours"), lambda: use(ThemeMode.SYSTEM))
    add("theme_light", view, translate("Commands", "Light colours"), lambda: use(ThemeMode.LIGHT), "Ctrl+Shift+L")
    add("theme_dark", view, translate("Commands", "Dark colours"), lambda: use(ThemeMode.DARK), "Ctrl+Shift+D")
    add("jobs", view, translate("Commands", "Jobs and messages"), window.jobs.open, "Ctrl+J")
    add("stop", view, translate("Commands", "Stop the answer under way"), lambda: _stop(window), "Ctrl+.")


def _compare(window: MainWindow) -> None:
    group, add, pane = translate("Commands", "Compare"), window.commands.add, window.compare
    add(
        "add_column",
        group,
        translate("Commands", "Compare one strategy more"),
        lambda: _in_compare(window, pane.add_column),
        "Ctrl+Shift+B",
    )
    add(
        "question_set",
        group,
        translate("Commands", "Question sets"),
        lambda: _in_compare(window, pane.show_sets),
        "Ctrl+Shift+Q",
    )
    add(
        "run_set",
        group,
        translate("Commands", "Run or stop the question set"),
        lambda: _in_compare(window, pane.run_set),
        "Ctrl+Shift+R",
    )
    save = translate("Commands", "Save this comparison as a page…")
    add("save_comparison", group, save, lambda: _in_compare(window, pane.save_page), "Ctrl+Shift+S")


def _in_compare(window: MainWindow, run: Callable[[], None]) -> None:
    window.go_tab("compare")
    run()


def _tenure(window: MainWindow) -> None:
    group, add, tools = translate("Commands", "Tenure"), window.commands.add, window.tools
    add("models", group, translate("Commands", "Models…"), tools.open_models, "Ctrl+Shift+M")
    add("settings", group, translate("Commands", "Settings…"), tools.open_settings, "Ctrl+,")
    add("about", group, translate("Commands", "About Tenure…"), tools.open_about)


def _stop(window: MainWindow) -> None:
    window.compare.stop()
    window.chat.stop()


def _time(window: MainWindow) -> None:
    group, add, times = translate("Commands", "Time"), window.commands.add, window.context.times
    bar = window.time_bar
    add("valid_at", group, translate("Commands", "Set Valid at…"), lambda: _edit_field(bar.valid.field), "Ctrl+T")
    add("known_at", group, translate("Commands", "Set Known at…"), lambda: _edit_field(bar.known.field), "Ctrl+Shift+T")
    add("now", group, translate("Commands", "Both times back to now"), lambda: times.set(TwoTimes()), "Ctrl+Shift+H")


def _edit_field(field: DateField) -> None:
    field.setFocus()
    field.selectAll()
