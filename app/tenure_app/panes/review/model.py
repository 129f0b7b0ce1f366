"""The list of what waits: a heading a kind, numbers at once, lines when they are painted."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from tenure_app.ops.review import Kind, Ref, Row
from tenure_app.panes.review.words import kind_title, row_detail, row_title, shortened
from tenure_app.widgets.qt_types import Index

CHUNK = 64
"""Lines fetched at once."""

KIND_ROLE = Qt.ItemDataRole.UserRole + 1
HEADING_ROLE = Qt.ItemDataRole.UserRole + 2
DETAIL_ROLE = Qt.ItemDataRole.UserRole + 3

Fetch = Callable[[Sequence[Ref], Callable[[dict[Ref, Row]], None]], None]
"""Fetches lines elsewhere and gives them to the callback on this thread."""


@dataclass
class _Group:
    """A kind and its numbers, rising; ``start`` is the row of its heading."""

    kind: Kind
    numbers: list[int]
    start: int = 0

    @property
    def end(self) -> int:
        return self.start + 1 + len(self.numbers)


class ReviewModel(QAbstractListModel):
    """What waits, grouped by kind. Headings can't be chosen."""

    def __init__(self, fetch: Fetch, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._fetch = fetch
        self._groups: list[_Group] = []
        self._rows: dict[Ref, Row] = {}
        self._asked: set[Ref] = set()

    # What is shown

    def show_refs(self, refs: Mapping[Kind, Sequence[int]], *, anew: bool = True) -> None:
        """Show these numbers by kind, each rising; with ``anew`` their lines are fetched again."""
        groups = [_Group(kind, list(refs[kind])) for kind in Kind if refs.get(kind)]
        if anew:
            self._rows.clear()
        self._asked.clear()
        if [(g.kind, g.numbers) for g in groups] == [(g.kind, g.numbers) for g in self._groups]:
            if anew and groups:
                self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))
            return
        self.beginResetModel()
        self._groups = groups
        self._place()
        self.endResetModel()

    def remove(self, ref: Ref) -> None:
        """Take one out, with its heading if it was the last of its kind."""
        row = self.row_of(ref)
        if row < 0:
            return
        group = self._group_at(row)
        first = group.start if len(group.numbers) == 1 else row
        self.beginRemoveRows(QModelIndex(), first, row)
        group.numbers.pop(row - group.start - 1)
        self._groups = [g for g in self._groups if g.numbers]
        self._place()
        self.endRemoveRows()
        if group.numbers:
            heading = self.index(group.start)
            self.dataChanged.emit(heading, heading)

    def ref(self, row: int) -> Ref | None:
        """What stands in a row; None for a heading or no row."""
        if not 0 <= row < self.rowCount():
            return None
        group = self._group_at(row)
        return None if row == group.start else Ref(group.kind, group.numbers[row - group.start - 1])

    def row_of(self, ref: Ref | None) -> int:
        """The row of one, or -1."""
        for group in self._groups:
            if ref is not None and group.kind is ref.kind:
                at = bisect_left(group.numbers, ref.number)
                if at < len(group.numbers) and group.numbers[at] == ref.number:
                    return group.start + 1 + at
        return -1

    def neighbour(self, row: int, step: int) -> int:
        """The next row up or down that is no heading, or -1."""
        row += step
        while 0 <= row < self.rowCount() and self.ref(row) is None:
            row += step
        return row if 0 <= row < self.rowCount() else -1

    def line(self, row: int) -> Row | None:
        """The line of a row, if fetched."""
        ref = self.ref(row)
        return None if ref is None else self._rows.get(ref)

    # Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt override
        """How many rows, headings included."""
        return 0 if parent.isValid() or not self._groups else self._groups[-1].end

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Headings are passed over."""
        if not index.isValid() or self.ref(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What to paint; a line not there yet is fetched with its neighbours."""
        if not index.isValid() or index.row() >= self.rowCount():
            return None
        group = self._group_at(index.row())
        if role == KIND_ROLE:
            return group.kind
        if index.row() == group.start:
            return self._heading(group, role)
        row = self._rows.get(Ref(group.kind, group.numbers[index.row() - group.start - 1]))
        if row is None:
            if role == Qt.ItemDataRole.DisplayRole:
                self._ask(group, index.row() - group.start - 1)
                return "…"
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return shortened(row_title(row))
        if role == DETAIL_ROLE:
            return row_detail(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{kind_title(group.kind)}: {shortened(row_title(row))}, {row_detail(row)}"
        return None

    def _heading(self, group: _Group, role: int) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{kind_title(group.kind)} · {len(group.numbers):,}"
        return True if role == HEADING_ROLE else None

    def _group_at(self, row: int) -> _Group:
        return next(group for group in self._groups if row < group.end)

    def _place(self) -> None:
        start = 0
        for group in self._groups:
            group.start = start
            start = group.end

    def _ask(self, group: _Group, at: int) -> None:
        start = at - at % CHUNK
        wanted = [Ref(group.kind, number) for number in group.numbers[start : start + CHUNK]]
        missing = [ref for ref in wanted if ref not in self._asked and ref not in self._rows]
        if missing:
            self._asked.update(missing)
            self._fetch(missing, self._take)

    def _take(self, rows: dict[Ref, Row]) -> None:
        self._rows |= rows
        found = [row for row in (self.row_of(ref) for ref in rows) if row >= 0]
        if found:
            self.dataChanged.emit(self.index(min(found)), self.index(max(found)))
