"""The command palette: every command, every subject, by typing a few letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import shiboken6
from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from tenure.keys import fold
from tenure_app.theming.theme import Theme
from tenure_app.widgets.qt_types import Index

_ENTRY = Qt.ItemDataRole.UserRole
_SHOWN = 200
_ROW = 34


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the palette.

    Attributes:
        title: what it does.
        group: shown before it, muted.
        hint: shown at the right, such as the shortcut.
        run: does it.
    """

    title: str
    group: str
    hint: str
    run: Callable[[], None]


def rank(entries: Sequence[Entry], typed: str) -> list[Entry]:
    """Return the entries that hold every word typed; those whose title begins with it first."""
    words = fold(typed).split()
    found = [e for e in entries if all(word in fold(f"{e.group} {e.title}") for word in words)]
    if not words:
        return found
    return sorted(found, key=lambda e: (not fold(e.title).startswith(words[0]), words[0] not in fold(e.title)))


class EntryDelegate(QStyledItemDelegate):
    """Paints group, title and hint."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the ground, then the three texts."""
        plain = QStyleOptionViewItem(option)
        self.initStyleOption(plain, index)
        plain.text = ""
        style = plain.widget.style()
        style.drawControl(style.ControlElement.CE_ItemViewItem, plain, painter, plain.widget)
        entry: Entry = index.data(_ENTRY)
        area: QRect = option.rect.adjusted(12, 0, -12, 0)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.save()
        painter.setFont(self._theme.font())
        painter.setPen(self._theme.colour("faint"))
        painter.drawText(area, middle, entry.group)
        indent = area.adjusted(96, 0, 0, 0)
        painter.setPen(self._theme.colour("text"))
        painter.drawText(indent, middle, entry.title)
        painter.setFont(self._theme.font("small", mono=True))
        painter.setPen(self._theme.colour("muted"))
        painter.drawText(area, middle | Qt.AlignmentFlag.AlignRight, entry.hint)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """Rows of one height."""
        return QSize(super().sizeHint(option, index).width(), _ROW)


class Palette(QFrame):
    """Drops over the window; Escape or a click elsewhere closes it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("Palette")
        self._entries: Sequence[Entry] = ()
        self._fallback: Callable[[str], Entry] | None = None
        self._window = parent
        self._most = 460
        self._before: QWidget | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Find a subject, ask a question or do anything…"))
        self.field.setAccessibleName(self.tr("Find or do anything"))
        self.list = QListView()
        self.list.setAccessibleName(self.tr("Commands found"))
        self._model = QStandardItemModel(self)
        self.list.setModel(self._model)
        self.list.setItemDelegate(EntryDelegate(theme, self.list))
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(self.field)
        column.addWidget(self.list, 1)
        self.field.textChanged.connect(self._fill)
        self.field.installEventFilter(self)
        self.list.clicked.connect(lambda index: self._run(index.data(_ENTRY)))
        self.hide()

    def open(self, entries: Sequence[Entry], fallback: Callable[[str], Entry] | None = None) -> None:
        """Show these entries; ``fallback`` makes a last one from what was typed."""
        self._entries, self._fallback = entries, fallback
        self._before = self._window.focusWidget()
        window = self._window
        width = min(640, window.width() - 80)
        self._most = min(460, window.height() - 140)
        self.setGeometry((window.width() - width) // 2, 64, width, self._most)
        self.field.clear()
        self._fill("")
        self.show()
        self.raise_()
        self.field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt override
        """Let arrows move in the list while typing."""
        if watched is self.field and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            if key in (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
                size = 8 if key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp) else 1
                self._step(size if key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown) else -size)
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run(self.list.currentIndex().data(_ENTRY))
                return True
            if key == Qt.Key.Key_Escape:
                self._leave()
                return True
        if watched is self.field and event.type() == QEvent.Type.FocusOut:
            self.hide()
        return super().eventFilter(watched, event)

    def _fill(self, typed: str) -> None:
        self._model.clear()
        found = rank(self._entries, typed)[:_SHOWN]
        if typed.strip() and self._fallback is not None:
            found.append(self._fallback(typed.strip()))
        for entry in found:
            item = QStandardItem(entry.title)
            item.setData(entry, _ENTRY)
            item.setData(f"{entry.group}: {entry.title} {entry.hint}", Qt.ItemDataRole.AccessibleTextRole)
            self._model.appendRow(item)
        self.list.setCurrentIndex(self._model.index(0, 0))
        self.resize(self.width(), min(58 + len(found) * _ROW + 8, self._most))

    def _step(self, step: int) -> None:
        row = min(max(self.list.currentIndex().row() + step, 0), self._model.rowCount() - 1)
        self.list.setCurrentIndex(self._model.index(row, 0))

    def _leave(self) -> None:
        """Close, and give the keyboard back to where it was."""
        before, self._before = self._before, None
        self.hide()
        if before is not None and shiboken6.isValid(before):
            before.setFocus()

    def _run(self, entry: Entry | None) -> None:
        self._leave()
        if entry is not None:
            entry.run()
