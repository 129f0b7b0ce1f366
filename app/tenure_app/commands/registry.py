"""The commands of the window, each an action with a name and most with a shortcut."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget


class Commands(QObject):
    """All commands in the order they were added; the palette and the menu are made from it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._actions: dict[str, QAction] = {}
        self._groups: dict[str, str] = {}

    def add(
        self, name: str, group: str, title: str, run: Callable[[], None], shortcut: str | QKeySequence.StandardKey = ""
    ) -> QAction:
        """Add a command.

        Args:
            name: unique, never shown.
            group: the menu it stands in, shown.
            title: shown.
            run: what it does.
            shortcut: keys, or Qt's standard key of the platform.
        """
        action = QAction(title, self._window)
        action.setObjectName(name)
        sequence = QKeySequence.fromString(shortcut) if isinstance(shortcut, str) else QKeySequence(shortcut)
        if not sequence.isEmpty():
            action.setShortcut(sequence)
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.triggered.connect(lambda _checked=False: run())
        self._window.addAction(action)
        self._actions[name] = action
        self._groups[name] = group
        return action

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def __iter__(self) -> Iterator[tuple[str, QAction]]:
        for name, action in self._actions.items():
            yield self._groups[name], action

    def groups(self) -> list[str]:
        """The groups in order."""
        return list(dict.fromkeys(self._groups.values()))

    def of_group(self, group: str) -> list[QAction]:
        """The commands of a group."""
        return [action for name, action in self._actions.items() if self._groups[name] == group]


def keys_of(action: QAction) -> str:
    """The shortcut of a command as the platform writes it; empty if it has none."""
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
