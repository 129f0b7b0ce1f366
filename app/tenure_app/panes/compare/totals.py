"""The totals of a run: a line a strategy, with Wilson's 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from tenure_app.ops.question_sets import Totals
from tenure_app.panes.compare.chart import share_text
from tenure_app.widgets.answer_parts import strategy_title
from tenure_app.widgets.basics import clear, data_label, label

translate = QCoreApplication.translate


def totals_head() -> list[str]:
    """The titles over the totals."""
    return [
        translate("Totals", "Strategy"),
        translate("Totals", "Right"),
        translate("Totals", "Stale"),
        translate("Totals", "Wrong"),
        translate("Totals", "Abstained"),
        translate("Totals", "Accuracy (95 %)"),
        translate("Totals", "Stale-fact errors (95 %)"),
        translate("Totals", "Median"),
    ]


def totals_row(one: Totals) -> list[str]:
    """The totals of a strategy as texts: counts, shares with intervals, seconds."""
    figures = one.figures
    abstained = figures.questions - figures.correct - figures.stale - figures.other
    return [
        strategy_title(figures.strategy),
        *(f"{count:,}" for count in (figures.correct, figures.stale, figures.other, abstained)),
        share_text(figures.accuracy, one.accuracy),
        share_text(figures.stale_rate, one.stale),
        translate("Totals", "{0} s").format(f"{figures.p50:.2f}"),
    ]


class TotalsTable(QWidget):
    """The totals as labels in a grid."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[list[QLabel]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(0, 1)

    def show_totals(self, totals: Sequence[Totals]) -> None:
        """Show these totals; while a run goes on only texts change."""
        rows = [totals_row(one) for one in totals]
        if [row[0] for row in rows] != [row[0].text() for row in self._rows]:
            self._rebuild([row[0] for row in rows])
        for labels, texts in zip(self._rows, rows, strict=True):
            for made, text in zip(labels, texts, strict=True):
                made.setText(text)

    def texts(self) -> list[list[str]]:
        """What is shown, row by row, without the head."""
        return [[made.text() for made in row] for row in self._rows]

    def _rebuild(self, names: Sequence[str]) -> None:
        clear(self._grid)
        for place, title in enumerate(totals_head()):
            self._put(label(title, "section", wrap=place > 4), 0, place)
        self._rows = []
        for number, name in enumerate(names, start=1):
            row = [data_label(name, "strong"), *(data_label("") for _title in totals_head()[1:])]
            for place, made in enumerate(row):
                self._put(made, number, place)
            self._rows.append(row)

    def _put(self, made: QLabel, row: int, place: int) -> None:
        side = Qt.AlignmentFlag.AlignLeft if place == 0 else Qt.AlignmentFlag.AlignRight
        made.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(made, row, place)
