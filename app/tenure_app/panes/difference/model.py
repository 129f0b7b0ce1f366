"""The table of differences: ids under headings, rows fetched as they are painted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt

from tenure.instants import Precision
from tenure.ledger.differing import DifferingFact
from tenure_app.ops.difference import CHUNK, Arranged, DifferenceRow
from tenure_app.panes.difference.words import kind_words, when_text
from tenure_app.widgets.format import count_text, date_text
from tenure_app.widgets.qt_types import Index
from tenure_app.widgets.table_model import TitledModel

HEADING_ROLE = Qt.ItemDataRole.UserRole + 1
"""Of a heading, its (subject, count in words); else None."""
ROW_ROLE = Qt.ItemDataRole.UserRole + 2
"""The row, where it is fetched."""

COLUMNS = ("kind", "relation", "before", "after", "at", "known", "source")

Fetch = Callable[[Sequence[DifferingFact], Callable[[list[DifferenceRow]], None]], None]
"""Fetches rows elsewhere and gives them to the callback on this thread."""


class DifferenceModel(TitledModel):
    """Differences by subject: headings and ids at once, rows when painted."""

    def __init__(self, fetch: Fetch, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self._fetch = fetch
        self._arranged = Arranged()
        self._fetched: dict[int, DifferenceRow] = {}
        self._asked: set[int] = set()
        self._serial = 0
        self._words = kind_words()
        self._titles = {
            "kind": self.tr("What"),
            "relation": self.tr("Relation"),
            "before": self.tr("Before"),
            "after": self.tr("After"),
            "at": self.tr("When"),
            "known": self.tr("Known since"),
            "source": self.tr("Source"),
        }
        self.titles = tuple(self._titles[column] for column in COLUMNS)

    def show_arranged(self, arranged: Arranged) -> None:
        """Show these differences."""
        self.beginResetModel()
        self._arranged = arranged
        self._fetched = {}
        self._asked = set()
        self._serial += 1
        self.endResetModel()

    @property
    def shown(self) -> Sequence[DifferingFact]:
        """The differences shown, in order."""
        return self._arranged.shown

    def difference(self, row: int) -> DifferingFact | None:
        """The difference in a row, None for a heading."""
        place = self._arranged.rows[row] if 0 <= row < len(self._arranged.rows) else -1
        return self._arranged.shown[place] if place >= 0 else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt override
        """How many differences and headings."""
        return 0 if parent.isValid() else len(self._arranged.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A heading is no row to choose."""
        if index.isValid() and self._arranged.rows[index.row()] < 0:
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What to paint; a row not there yet is fetched with its neighbours."""
        if not index.isValid() or index.row() >= len(self._arranged.rows):
            return None
        place, name = self._arranged.rows[index.row()], COLUMNS[index.column()]
        if place < 0:
            return self._heading(-1 - place, name, role)
        row = self._fetched.get(place)
        if row is None:
            self._ask(place // CHUNK)
            return "…" if role == Qt.ItemDataRole.DisplayRole else None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self.cell(row, name)
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self._titles[name]}: {self.cell(row, name)}"
        return None

    def cell(self, row: DifferenceRow, column: str) -> str:
        """The text of a cell."""
        where = f" [{row.key.scope}]" if row.key.scope else ""
        texts = {
            "kind": self._words[row.kind],
            "relation": row.key.relation + where,
            "before": "—" if row.before is None else row.before.object,
            "after": "—" if row.after is None else row.after.object,
            "at": when_text(row),
            "known": date_text(row.known_at, Precision.DAY),
            "source": row.source,
        }
        return texts[column]

    def _heading(self, group: int, column: str, role: int) -> Any:
        subject, count = self._arranged.groups[group]
        counted = count_text(count, self.tr("{0} difference"), self.tr("{0} differences"))
        if role == HEADING_ROLE:
            return subject, counted
        if role == Qt.ItemDataRole.DisplayRole:
            return subject if column == COLUMNS[0] else None
        if role == Qt.ItemDataRole.AccessibleTextRole and column == COLUMNS[0]:
            return f"{subject}: {counted}"
        return None

    def _ask(self, chunk: int) -> None:
        if chunk in self._asked:
            return
        self._asked.add(chunk)
        serial = self._serial
        wanted = self._arranged.shown[chunk * CHUNK : (chunk + 1) * CHUNK]
        self._fetch(wanted, lambda rows: self._take(rows, chunk, serial))

    def _take(self, rows: Sequence[DifferenceRow], chunk: int, serial: int) -> None:
        if serial != self._serial:
            return
        start = chunk * CHUNK
        self._fetched.update(enumerate(rows, start))
        first = self._arranged.rows.index(start)
        last = self._arranged.rows.index(start + len(rows) - 1, first)
        self.dataChanged.emit(self.index(first, 0), self.index(last, len(COLUMNS) - 1))
