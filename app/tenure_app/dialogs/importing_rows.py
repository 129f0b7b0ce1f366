"""Tables of what an import reads and does: rows kept as values, cells written as they are painted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from tenure_app.widgets.qt_types import Index

T = TypeVar("T")
Role = Qt.ItemDataRole
_MEASURED = 40
"""Rows looked at to find out how wide a column is."""
_WIDEST = 220
_LONGEST = 300
"""Characters of a cell that are painted; the tool tip has more."""


class Rows(QAbstractTableModel, Generic[T]):
    """Rows of any kind.

    Args:
        headings: of the columns.
        cells: writes a row's cells.
    """

    def __init__(self, headings: Sequence[str], cells: Callable[[T], Sequence[str]]) -> None:
        super().__init__()
        self._headings = tuple(headings)
        self._cells = cells
        self._rows: Sequence[T] = ()

    def show_rows(self, rows: Sequence[T], headings: Sequence[str] | None = None) -> None:
        """Show these rows, and other headings if given."""
        self.beginResetModel()
        self._rows = rows
        if headings is not None:
            self._headings = tuple(headings)
        self.endResetModel()

    def texts(self) -> list[tuple[str, ...]]:
        """Return all rows as they are shown."""
        return [tuple(self._cells(row)) for row in self._rows]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt override
        """How many rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt override
        """How many columns."""
        return 0 if parent.isValid() else len(self._headings)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """A cell."""
        if role not in (Role.DisplayRole, Role.ToolTipRole) or not index.isValid() or index.row() >= len(self._rows):
            return None
        cells = self._cells(self._rows[index.row()])
        text = cells[index.column()] if index.column() < len(cells) else ""
        if role == Role.ToolTipRole:
            return text[: 4 * _LONGEST] or None
        return " ".join(text[:_LONGEST].split())

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:  # noqa: N802
        """A column's heading."""
        if role == Role.DisplayRole and orientation == Qt.Orientation.Horizontal and section < len(self._headings):
            return self._headings[section]
        return None


def fit_columns(view: QTableView) -> None:
    """Make columns as wide as their first rows need, within reason."""
    header = view.horizontalHeader()
    view.resizeColumnsToContents()
    for column in range(header.count()):
        if header.sectionResizeMode(column) is not QHeaderView.ResizeMode.Stretch:
            header.resizeSection(column, min(header.sectionSize(column), _WIDEST))


def table_of(model: Rows[Any], name: str, *, stretch: int | None = None, least: int = 90) -> QTableView:
    """Return a table for reading.

    Args:
        model: the rows.
        name: for screen readers.
        stretch: the column that takes the room left; the last if None.
        least: the height it needs (pixels).
    """
    table = QTableView()
    table.setModel(model)
    table.setAccessibleName(name)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setMinimumHeight(least)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(28)
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setResizeContentsPrecision(_MEASURED)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    if stretch is None:
        header.setStretchLastSection(True)
    else:
        header.setSectionResizeMode(stretch, QHeaderView.ResizeMode.Stretch)
    return table
