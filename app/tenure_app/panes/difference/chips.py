"""Counts of each kind of difference, as chips that filter."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from tenure.ledger.differing import DifferenceKind
from tenure_app.panes.difference.words import COLOURS, SIGNS, kind_tips, kind_words
from tenure_app.theming.theme import Theme
from tenure_app.widgets.basics import FlowLayout


class KindChip(QPushButton):
    """One kind and its count; pressed, the table shows it."""

    def __init__(self, theme: Theme, kind: DifferenceKind, word: str, tip: str) -> None:
        super().__init__()
        self._theme, self._kind, self._word = theme, kind, word
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(tip)
        theme.changed.connect(self._paint)
        self.show_count(0)
        self._paint()

    def show_count(self, count: int) -> None:
        """Show how many there are."""
        self.setText(f"{SIGNS[self._kind]} {self._word} {count:,}")
        self.setAccessibleName(f"{self._word}: {count:,}")
        self.setVisible(count > 0 or self.isChecked())

    def _paint(self) -> None:
        tokens, token = self._theme.tokens, COLOURS[self._kind]
        self.setStyleSheet(
            f"QPushButton {{ background: {tokens[token + 'Fill']}; color: {tokens[token]}; border-radius: 11px;"
            f" border: 1px solid {tokens[token + 'Fill']}; padding: 2px 10px; min-height: 16px;"
            f" font-size: {tokens.sizes['small']}px; }}"
            f"QPushButton:hover, QPushButton:focus {{ border-color: {tokens[token]}; }}"
            f"QPushButton:checked {{ background: {tokens[token]}; color: {tokens['surface']}; font-weight: 600; }}"
        )


class KindChips(QWidget):
    """All kinds in a row that wraps.

    Signals:
        changed: another choice of kinds.
    """

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        words, tips = kind_words(), kind_tips()
        self.chips = {kind: KindChip(theme, kind, words[kind], tips[kind]) for kind in DifferenceKind}
        row = FlowLayout(self, 8)
        for chip in self.chips.values():
            chip.setParent(self)
            row.addWidget(chip)
            chip.toggled.connect(lambda _on: self.changed.emit())

    @property
    def chosen(self) -> frozenset[DifferenceKind]:
        """The kinds chosen; none means all."""
        return frozenset(kind for kind, chip in self.chips.items() if chip.isChecked())

    def clear(self) -> None:
        """Choose none, without telling anyone."""
        for chip in self.chips.values():
            with QSignalBlocker(chip):
                chip.setChecked(False)

    def show_counts(self, counts: Mapping[DifferenceKind, int]) -> None:
        """Show how many there are of each kind."""
        for kind, chip in self.chips.items():
            chip.show_count(counts.get(kind, 0))
        self.updateGeometry()
