"""The list of conversations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from tenure.conversations.store import LONGEST_TITLE, Conversation
from tenure_app.widgets.format import count_text, date_text
from tenure_app.widgets.qt_types import Index

DETAIL_ROLE = Qt.ItemDataRole.UserRole + 1
_MINUTE = len("2026-03-14 09:00")


class ConversationModel(QAbstractListModel):
    """Conversations, the one changed last first; a title can be written."""

    def __init__(self, rename: Callable[[int, str], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rename = rename
        self._rows: list[Conversation] = []

    def show_rows(self, rows: Sequence[Conversation]) -> None:
        """Show these conversations."""
        if [row.id for row in rows] == [row.id for row in self._rows]:
            self._rows = list(rows)
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def conversation(self, row: int) -> Conversation | None:
        """The conversation in a row."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, conversation: int | None) -> int:
        """The row of a conversation, or -1."""
        return next((row for row, one in enumerate(self._rows) if one.id == conversation), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt override
        """How many."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Titles can be written."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.isValid() else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Title, and when it changed last."""
        one = self.conversation(index.row()) if index.isValid() else None
        if one is None:
            return None
        title = one.title or self.tr("(erased)")
        if role == Qt.ItemDataRole.DisplayRole:
            return title
        if role == Qt.ItemDataRole.EditRole:
            return one.title[:LONGEST_TITLE]
        detail = self._detail(one)
        if role == DETAIL_ROLE:
            return detail
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return f"{title}\n{detail}"
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802
        """Rename; the row shows it once it is kept."""
        one = self.conversation(index.row()) if index.isValid() else None
        if one is None or role != Qt.ItemDataRole.EditRole or str(value) == one.title:
            return False
        self._rename(one.id, str(value)[:LONGEST_TITLE])
        return True

    def _detail(self, one: Conversation) -> str:
        asked = count_text(one.turns, self.tr("{0} question"), self.tr("{0} questions"))
        return f"{date_text(one.changed_at)[:_MINUTE]} · {asked}"
