"""The table of facts: a model that holds an order of facts and fetches rows as they are painted."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal

from tenure.ledger.types import Fact
from tenure_app.ops.fact_rows import COLUMNS, cell
from tenure_app.ops.queries import FactRow
from tenure_app.ops.survey import FactList
from tenure_app.times import TwoTimes
from tenure_app.widgets.qt_types import Index
from tenure_app.widgets.table_model import TitledModel

CHUNK = 128
"""Rows fetched at once."""
_KEPT = 240
"""Most chunks kept."""
_WAITING = 4
"""Most chunks that wait to be fetched: what was scrolled past meanwhile is asked for again if it comes back."""

STATE_ROLE = Qt.ItemDataRole.UserRole + 1
FACT_ROLE = Qt.ItemDataRole.UserRole + 2

_Rows = dict[str, FactRow]
Fetch = Callable[[Sequence[str], TwoTimes, Callable[[_Rows], None]], None]
"""Fetches rows by id elsewhere and gives them to the callback on this thread."""


class FactsModel(TitledModel):
    """The order at once, rows when painted.

    Signals:
        sort_asked(str, bool): a column's name and whether descending.
    """

    sort_asked = Signal(str, bool)

    def __init__(self, fetch: Fetch, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self._fetch = fetch
        self._list: FactList | None = None
        self._count = 0
        self._chunks: OrderedDict[int, list[FactRow | None]] = OrderedDict()
        self._waiting: list[int] = []
        self._fetching: int | None = None
        self._titles = {
            "subject": self.tr("Subject"),
            "relation": self.tr("Relation"),
            "scope": self.tr("Scope"),
            "value": self.tr("Value"),
            "from": self.tr("From"),
            "to": self.tr("To"),
            "known": self.tr("Known since"),
            "source": self.tr("Source"),
            "state": self.tr("State"),
        }
        self.titles = tuple(self._titles[column] for column in COLUMNS)

    def show_list(self, facts: FactList | None) -> None:
        """Show these facts in their order."""
        self.beginResetModel()
        self._list = facts
        self._count = 0 if facts is None else len(facts)
        self._chunks.clear()
        self._waiting.clear()
        self._fetching = None
        self.endResetModel()

    @property
    def facts(self) -> FactList | None:
        """The facts shown, in order."""
        return self._list

    @property
    def ids(self) -> list[str]:
        """The ids of all facts shown, in order."""
        return [] if self._list is None else self._list.ids()

    def title(self, column: str) -> str:
        """The title of a column."""
        return self._titles[column]

    def row(self, number: int) -> FactRow | None:
        """A row, if fetched."""
        chunk = self._chunks.get(number // CHUNK)
        return None if chunk is None else chunk[number % CHUNK]

    def fact(self, number: int) -> Fact | None:
        """The fact of a row, if fetched."""
        found = self.row(number) if 0 <= number < self._count else None
        return found.fact if found else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt override
        """How many facts."""
        return 0 if parent.isValid() else self._count

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What to paint; a row not there yet is fetched with its neighbours."""
        if not index.isValid() or index.row() >= self._count:
            return None
        row = self.row(index.row())
        if row is None:
            self._want(index.row() // CHUNK)
            return "…" if role == Qt.ItemDataRole.DisplayRole else None
        name = COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return cell(row, name)
        if role == Qt.ItemDataRole.ToolTipRole and name in ("value", "source", "subject", "from", "to"):
            return cell(row, name)
        if role == STATE_ROLE:
            return row.fact.state.value
        if role == FACT_ROLE:
            return row.fact
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self._titles[name]}: {cell(row, name)}"
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Ask for another order; the ledger sorts, not the table."""
        if 0 <= column < len(COLUMNS):
            self.sort_asked.emit(COLUMNS[column], order is Qt.SortOrder.DescendingOrder)

    # Fetching, one chunk at a time, the one wanted last first

    def _want(self, chunk: int) -> None:
        if chunk in self._chunks or chunk == self._fetching or chunk in self._waiting:
            return
        self._waiting.append(chunk)
        del self._waiting[:-_WAITING]
        self._fetch_next()

    def _fetch_next(self) -> None:
        if self._fetching is not None or not self._waiting or self._list is None:
            return
        chunk, facts = self._waiting.pop(), self._list
        self._fetching = chunk
        ids = facts.ids(chunk * CHUNK, (chunk + 1) * CHUNK)
        self._fetch(ids, facts.times, lambda rows: self._take(facts, chunk, ids, rows))

    def _take(self, facts: FactList, chunk: int, ids: Sequence[str], rows: _Rows) -> None:
        if facts is not self._list:
            return
        self._fetching = None
        self._chunks[chunk] = [rows.get(number) for number in ids]
        while len(self._chunks) > _KEPT:
            self._chunks.popitem(last=False)
        first = chunk * CHUNK
        self.dataChanged.emit(self.index(first, 0), self.index(first + len(ids) - 1, len(COLUMNS) - 1))
        self._fetch_next()
