"""The bar along the top: menu, project name, places, undo, the search box, add a fact."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QSizePolicy, QToolButton

from tenure_app.commands.registry import Commands, keys_of
from tenure_app.context import AppContext
from tenure_app.widgets.basics import button, data_label, tool


class TopBar(QFrame):
    """Along the upper edge.

    Signals:
        search_asked: the search box was chosen.
    """

    search_asked = Signal()

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self.setObjectName("TopBar")
        self.setFixedHeight(52)
        self._commands: Commands | None = None
        theme = context.theme
        self.menu_button = tool(theme, "menu", self.tr("Menu"), self._nothing)
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.name = data_label("")
        self.name.setObjectName("ProjectName")
        self._tools = {
            "back": tool(theme, "back", self.tr("Back"), lambda: self._trigger("back")),
            "forward": tool(theme, "forward", self.tr("Forward"), lambda: self._trigger("forward")),
            "undo": tool(theme, "undo", self.tr("Undo"), lambda: self._trigger("undo")),
            "redo": tool(theme, "redo", self.tr("Redo"), lambda: self._trigger("redo")),
        }
        self.search = button(self.tr("Find or do anything"), self.search_asked.emit, "search")
        self.search.setMinimumWidth(180)
        self.search.setMaximumWidth(380)
        self.search.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

        def paint() -> None:
            self.search.setIcon(theme.icon("search"))
            self.add.setIcon(theme.icon("add", "accentText"))

        self.add = button(self.tr("Add a fact"), lambda: self._trigger("add_fact"), "primary")
        theme.changed.connect(paint)
        paint()
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 12, 0)
        row.setSpacing(4)
        row.addWidget(self.menu_button)
        row.addSpacing(4)
        row.addWidget(self.name)
        row.addSpacing(10)
        for part in self._tools.values():
            row.addWidget(part)
        row.addStretch(1)
        row.addWidget(self.search, 2)
        row.addStretch(1)
        row.addWidget(self.add)

    def show_project(self, name: str, path: str) -> None:
        """Show which project is open."""
        self.name.setText(name or "Tenure")
        self.name.setToolTip(path)

    def fill_menu(self, commands: Commands) -> None:
        """Make the menu from the commands."""
        self._commands = commands
        menu = QMenu(self)
        for group in commands.groups():
            sub = menu.addMenu(group)
            for action in commands.of_group(group):
                sub.addAction(action)
        self.menu_button.setMenu(menu)
        for name, part in self._tools.items():
            part.setToolTip(_with_keys(commands[name]))
        self.search.setText(f"{self.search.accessibleName()}   {keys_of(commands['palette'])}")
        self.add.setToolTip(_with_keys(commands["add_fact"]))

    def enable(self, commands: Commands, is_open: bool) -> None:
        """Enable what can be done now; without a project only the search box stays."""
        for name, part in self._tools.items():
            part.setEnabled(commands[name].isEnabled())
            part.setVisible(is_open)
        self.add.setVisible(is_open)

    def _trigger(self, name: str) -> None:
        if self._commands is not None:
            self._commands[name].trigger()

    def _nothing(self) -> None:
        """The menu opens by itself."""


def _with_keys(action: QAction) -> str:
    keys = keys_of(action)
    return f"{action.text()} ({keys})" if keys else action.text()
