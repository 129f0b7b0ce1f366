"""The chips above the list: all, or one kind, each with its count."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from tenure_app.ops.review import Kind
from tenure_app.panes.review.words import kind_chip, kind_title
from tenure_app.widgets.basics import FlowLayout, button, clear


class KindFilter(QWidget):
    """Chooses what is listed; a kind of which nothing waits has no chip.

    Signals:
        chosen: another kind, or all.
    """

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.kind: Kind | None = None
        self._counts: dict[Kind, int] = {}
        self.chips: dict[Kind | None, QPushButton] = {}
        self._flow = FlowLayout(self, 6)

    def show_counts(self, counts: Mapping[Kind, int]) -> None:
        """Show how many of each kind wait."""
        if dict(counts) == self._counts and self.chips:
            return
        if list(counts) != list(self._counts) or not self.chips:
            self._make(list(counts))
        self._counts = dict(counts)
        for kind, chip in self.chips.items():
            every = self.tr("All")
            title = every if kind is None else kind_chip(kind)
            count = sum(counts.values()) if kind is None else counts[kind]
            chip.setText(f"{title} {count:,}")
            chip.setAccessibleName(f"{every if kind is None else kind_title(kind)}: {count:,}")
            chip.setChecked(kind is self.kind)
        self.updateGeometry()

    def _make(self, kinds: list[Kind]) -> None:
        """Make a chip for each kind; the keys stay where they were."""
        had_keys = any(chip.hasFocus() for chip in self.chips.values())
        clear(self._flow)
        if self.kind not in kinds:
            self.kind = None
        self.chips = {}
        for kind in (None, *kinds):
            chip = button("", partial(self._choose, kind), "filter")
            chip.setCheckable(True)
            chip.setToolTip(self.tr("All that waits") if kind is None else kind_title(kind))
            self.chips[kind] = chip
            self._flow.addWidget(chip)
        if had_keys:
            self.chips[self.kind].setFocus()

    def _choose(self, kind: Kind | None) -> None:
        self.kind = kind
        for other, chip in self.chips.items():
            chip.setChecked(other is kind)
        self.chosen.emit()
