"""The table of facts: a model that holds ids and fetches rows as they are painted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal

from tenure.instants import Precision
from tenure.ledger.types import Fact
from tenure_app.ops.queries import FactRow
from tenure_app.widgets.format import date_text, flags_text, state_word
from tenure_app.widgets.qt_types import Index

CHUNK = 128
"""Rows fetched at once."""

STATE_ROLE = Qt.ItemDataRole.UserRole + 1
FACT_ROLE = Qt.ItemDataRole.UserRole + 2


Fetch = Callable[[Sequence[str], Callable[[dict[str, FactRow]], None]], None]
"""Fetches rows by id elsewhere and gives them to the callback on this thread."""

COLUMNS = ("subject", "relation", "scope", "value", "state", "from", "to", "known", "source")


class FactsModel(QAbstractTableModel):
    """Ids at once, rows when painted.

    Signals:
        sort_asked(str, bool): a column's name and whether descending.
    """

    sort_asked = Signal(str, bool)

    def __init__(self, fetch: Fetch, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._fetch = fetch
        self._ids: list[str] = []
        self._rows: dict[str, FactRow] = {}
        self._asked: set[int] = set()
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

    def show_ids(self, ids: Sequence[str]) -> None:
        """Show these facts in this order."""
        self.beginResetModel()
        self._ids = list(ids)
        self._rows = {}
        self._asked = set()
        self.endResetModel()

    @property
    def ids(self) -> list[str]:
        """The facts shown, in order."""
        return self._ids

    def fact(self, row: int) -> Fact | None:
        """The fact of a row, if fetched."""
        found = self._rows.get(self._ids[row]) if 0 <= row < len(self._ids) else None
        return found.fact if found else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt override
        """How many facts."""
        return 0 if parent.isValid() else len(self._ids)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt override
        """How many columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(  # noqa: N802 - Qt override
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Column titles."""
        if orientation is Qt.Orientation.Horizontal and 0 <= section < len(COLUMNS):
            if role == Qt.ItemDataRole.DisplayRole:
                return self._titles[COLUMNS[section]]
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What to paint; a row not there yet is fetched with its neighbours."""
        if not index.isValid() or index.row() >= len(self._ids):
            return None
        row = self._rows.get(self._ids[index.row()])
        if row is None:
            self._ask(index.row() // CHUNK)
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

    def _ask(self, chunk: int) -> None:
        if chunk in self._asked:
            return
        self._asked.add(chunk)
        ids = self._ids[chunk * CHUNK : (chunk + 1) * CHUNK]
        self._fetch(ids, lambda rows: self._take(ids, rows, chunk))

    def _take(self, ids: Sequence[str], rows: dict[str, FactRow], chunk: int) -> None:
        start = chunk * CHUNK
        if self._ids[start : start + len(ids)] != list(ids):
            return
        self._rows |= rows
        last = start + len(ids) - 1
        self.dataChanged.emit(self.index(start, 0), self.index(last, len(COLUMNS) - 1))


def cell(row: FactRow, column: str) -> str:
    """The text of a cell."""
    fact = row.fact
    if column == "state":
        flags = flags_text(fact)
        return state_word(fact.state.value) + (f" · {flags}" if flags else "")
    texts = {
        "subject": fact.key.subject,
        "relation": fact.key.relation,
        "scope": str(fact.key.scope),
        "value": fact.object,
        "from": date_text(fact.valid_from, fact.precision),
        "to": date_text(fact.valid_to, fact.to_precision),
        "known": date_text(row.known_since, Precision.DAY),
        "source": fact.evidence.source or "",
    }
    return texts[column]


def record(row: FactRow) -> dict[str, str | None]:
    """A row as it is exported: the words of the interchange format."""
    fact = row.fact
    return {
        "subject": fact.key.subject,
        "relation": fact.key.relation,
        "scope": str(fact.key.scope),
        "object": fact.object,
        "valid_from": cell(row, "from").replace(" ", "T"),
        "valid_to": cell(row, "to").replace(" ", "T") or None,
        "known_since": cell(row, "known"),
        "state": fact.state.value,
        "source": fact.evidence.source,
    }
