"""What the tables of the window share: titled columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from tenure_app.widgets.qt_types import Index


class TitledModel(QAbstractTableModel):
    """A table whose columns have titles.

    Args:
        titles: one a column, shown.
    """

    def __init__(self, titles: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.titles = tuple(titles)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt override
        """How many columns."""
        return 0 if parent.isValid() else len(self.titles)

    def headerData(  # noqa: N802 - Qt override
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Column titles."""
        if orientation is Qt.Orientation.Horizontal and 0 <= section < len(self.titles):
            if role == Qt.ItemDataRole.DisplayRole:
                return self.titles[section]
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return None
