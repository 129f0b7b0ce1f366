"""The columns of Compare in one grid, so that the same evidence stands in the same row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QVBoxLayout, QWidget

from tenure.answer.answer import EvidenceItem
from tenure_app.context import AppContext
from tenure_app.panes.compare.alignment import align
from tenure_app.panes.compare.column import PADDING, StrategyColumn
from tenure_app.widgets.answer_parts import EvidenceRow
from tenure_app.widgets.basics import label, line

LEAST, MOST = 2, 4
"""How many columns there may be."""
_GAP = 12
_NARROWEST = 236
"""Width in pixels a column needs; those without room stand below the others."""


class Board(QWidget):
    """Two to four columns side by side, wrapped into bands where the window is narrow.

    Signals:
        chosen: the user chose other strategies, or another order.
    """

    chosen = Signal()

    def __init__(self, context: AppContext, names: Sequence[str], open_item: Callable[[EvidenceItem], None]) -> None:
        super().__init__()
        self._context, self._names, self._open = context, tuple(names), open_item
        self.columns: list[StrategyColumn] = []
        self.grid_rows: list[list[EvidenceRow | None]] = []
        self._fill: list[QWidget] = []
        self._placed: list[QWidget] = []
        self._per_band = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(_GAP)
        self._grid.setVerticalSpacing(0)

    @property
    def strategies(self) -> list[str]:
        """The strategies shown, from the left."""
        return [column.strategy for column in self.columns]

    @property
    def can_add(self) -> bool:
        """Whether there is a strategy left and room for it."""
        return len(self.columns) < min(MOST, len(self._names))

    def show_strategies(self, strategies: Iterable[str]) -> None:
        """Show these strategies; what is unknown or twice is left out, what lacks to two is filled up."""
        wanted = [name for name in dict.fromkeys(strategies) if name in self._names][:MOST]
        wanted += [name for name in self._names if name not in wanted][: max(0, LEAST - len(wanted))]
        if wanted == self.strategies:
            return
        for column in self.columns:
            column.discard()
        self.columns = [self._make(name) for name in wanted]
        self._arrange()

    def add(self) -> StrategyColumn | None:
        """Add a column of the next strategy not shown yet."""
        left = [name for name in self._names if name not in self.strategies]
        if not self.can_add or not left:
            return None
        column = self._make(left[0])
        self.columns.append(column)
        self._arrange()
        self.chosen.emit()
        return column

    def remove(self, column: StrategyColumn) -> None:
        """Take a column away; two stay."""
        if len(self.columns) <= LEAST:
            return
        self.columns.remove(column)
        column.discard()
        self._arrange()
        self.columns[0].chooser.setFocus()
        self.chosen.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt override
        """Wrap the columns where they have no room side by side."""
        super().resizeEvent(event)
        if self._room() != self._per_band:
            self._arrange()

    def _make(self, strategy: str) -> StrategyColumn:
        column = StrategyColumn(self._context, self._names, strategy, self._open)
        column.filled.connect(self._arrange)
        column.pointed.connect(self._light)
        column.stepped.connect(self._step)
        column.strategy_changed.connect(partial(self._swap, column, [strategy]))
        column.removal_asked.connect(partial(self.remove, column))
        return column

    def _swap(self, column: StrategyColumn, before: list[str]) -> None:
        """A strategy chosen that another column shows: that one takes what was here."""
        left, before[0] = before[0], column.strategy
        for other in self.columns:
            if other is not column and other.strategy == column.strategy:
                other.choose(left)
                return
        self.chosen.emit()

    def _room(self) -> int:
        """How many columns stand side by side, spread evenly over the bands."""
        count = max(1, len(self.columns))
        fit = max(1, min(count, (self.width() + _GAP) // (_NARROWEST + _GAP)))
        bands = -(-count // fit)
        return -(-count // bands)

    def _arrange(self) -> None:
        """Put everything into the grid anew; the keys stay where they are."""
        focused = QApplication.focusWidget()
        # Not by takeAt: an item it returns outlives the next addWidget, and the new one's size is then never renewed.
        for part in (*self._placed, *self._fill):
            self._grid.removeWidget(part)
        self._placed = [part for column in self.columns for part in (column.card, column.head, column.body)]
        for number in range(self._grid.rowCount()):
            self._grid.setRowMinimumHeight(number, 0)
        for part in self._fill:
            part.hide()
            part.deleteLater()
        self._fill = []
        self._per_band = self._room()
        for number in range(MOST):
            self._grid.setColumnStretch(number, 1 if number < self._per_band else 0)
        rows = align([column.view.answer.evidence if column.view else () for column in self.columns])
        self.grid_rows = [
            [None if index is None else column.rows[index] for column, index in zip(self.columns, row, strict=True)]
            for row in rows
        ]
        top = 0
        for start in range(0, len(self.columns), self._per_band):
            top = self._place_band(range(start, min(start + self._per_band, len(self.columns))), top)
        for column in self.columns:
            column.remove.setVisible(len(self.columns) > LEAST)
        self._order_tabs()
        if focused is not None and any(focused is row for column in self.columns for row in column.rows):
            focused.setFocus()

    def _place_band(self, numbers: range, top: int) -> int:
        """Place columns side by side from a row of the grid on; return the row after them."""
        rows = [row for row in self.grid_rows if any(row[number] for number in numbers)]
        count = 2 + len(rows)
        for place, number in enumerate(numbers):
            column = self.columns[number]
            self._grid.addWidget(column.card, top, place, count + 1, 1)
            column.card.lower()
            self._grid.addWidget(column.head, top, place)
            self._grid.addWidget(column.body, top + 1, place)
            for below, row in enumerate(rows):
                self._grid.addWidget(self._cell(column, row[number]), top + 2 + below, place)
            for part in (column.card, column.head, column.body):
                part.show()
        self._grid.setRowMinimumHeight(top + count, 12)
        self._grid.setRowMinimumHeight(top + count + 1, _GAP)
        return top + count + 2

    def _cell(self, column: StrategyColumn, row: EvidenceRow | None) -> QWidget:
        cell = QWidget()
        inside = QVBoxLayout(cell)
        inside.setContentsMargins(PADDING - 8, 0, PADDING - 8, 0)
        inside.setSpacing(4)
        inside.addWidget(line())
        if row is not None:
            inside.addWidget(row)
            row.show()
        elif column.view is not None:
            gap = label(self.tr("not among its evidence"), "small")
            gap.setContentsMargins(8, 8, 8, 8)
            inside.addWidget(gap)
        inside.addStretch(1)
        self._fill.append(cell)
        return cell

    # Twins and keys

    def _place_of(self, row: object) -> tuple[int, int] | None:
        for number, line_of in enumerate(self.grid_rows):
            if row in line_of:
                return number, line_of.index(row)
        return None

    def _light(self, pointed: object, lit: bool) -> None:
        found = self._place_of(pointed)
        if found is not None:
            for row in self.grid_rows[found[0]]:
                if row is not None and row is not pointed:
                    row.show_twin(lit=lit)

    def _step(self, row: object, across: int, down: int) -> None:
        """Go to the twin beside, or to the next piece of evidence above or below."""
        found = self._place_of(row)
        if found is None:
            return
        number, place = found
        if across:
            beside = range(place + across, len(self.columns) if across > 0 else -1, across)
            targets = [self.grid_rows[number][other] for other in beside]
        else:
            further = range(number + down, len(self.grid_rows) if down > 0 else -1, down)
            targets = [self.grid_rows[other][place] for other in further]
        target = next((one for one in targets if one is not None), None)
        if target is not None:
            target.setFocus(Qt.FocusReason.TabFocusReason)

    def _order_tabs(self) -> None:
        """Tab goes down a column, then to the next."""
        order: list[QWidget] = []
        for column in self.columns:
            order += [column.chooser, column.remove, column.text, *column.rows]
        for one, other in pairwise(order):
            QWidget.setTabOrder(one, other)
