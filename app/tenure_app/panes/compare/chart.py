"""The chart of a run: accuracy and stale-fact errors of each strategy, drawn by plotly on a page of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tenure_app.context import AppContext
from tenure_app.ops.question_sets import Totals
from tenure_app.theming.render import plotly_template
from tenure_app.web.page import WebPane
from tenure_app.widgets.answer_parts import strategy_title

_FRAME, _STRATEGY = 78, 54
"""Height in pixels of all that is no bar, and of a strategy's two bars."""


class SetChart(QWidget):
    """Makes its web page when there is something to draw, not before.

    Signals:
        drawn: the page shows what it was given last.
    """

    drawn = Signal()

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self._ready = False
        self._totals: Sequence[Totals] = ()
        self.web: WebPane | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        context.theme.changed.connect(self._theme_changed)

    def show_totals(self, totals: Sequence[Totals]) -> None:
        """Draw these totals."""
        self._totals = totals
        self.setFixedHeight(_FRAME + _STRATEGY * max(1, len(totals)))
        if self.web is None and totals:
            self.web = WebPane("compare", self._context.theme)
            self.web.setAccessibleName(self.tr("Chart of accuracy and stale-fact errors"))
            self.web.bridge.received.connect(self._received)
            self._column.addWidget(self.web)
        self._post()

    def release(self) -> None:
        """Let the web page go before its profile."""
        if self.web is not None:
            self.web.release()

    def _post(self) -> None:
        if self._ready and self.web is not None:
            tokens = self._context.theme.tokens
            data = {"strategies": [_of_page(one) for one in self._totals], "template": plotly_template(tokens)}
            self.web.bridge.post("show", {**data, "texts": self._texts()})

    def _texts(self) -> dict[str, str]:
        return {
            "right": self.tr("● Right"),
            "stale": self.tr("✕ Stale-fact errors"),
            "share": self.tr("share of the questions, and of the answers given"),
        }

    def _received(self, kind: str, _data: object) -> None:
        if kind == "ready":
            self._ready = True
            self._post()
        elif kind == "drawn":
            self.drawn.emit()

    def _theme_changed(self) -> None:
        if self.web is not None:
            theme = self._context.theme.tokens
            self.web.bridge.post("theme", {"css": f"theme.css?{theme.name}", "template": plotly_template(theme)})


def share_text(share: float, interval: tuple[float, float]) -> str:
    """Write a share with its interval: "31 % (22–41)"."""
    low, high = (f"{round(100 * edge)}" for edge in interval)
    return QCoreApplication.translate("Compare", "{0} % ({1}–{2})").format(f"{round(100 * share)}", low, high)


def _of_page(one: Totals) -> dict[str, Any]:
    figures = one.figures
    return {
        "name": strategy_title(figures.strategy),
        "right": {
            "share": figures.accuracy,
            "interval": one.accuracy,
            "text": share_text(figures.accuracy, one.accuracy),
        },
        "stale": {
            "share": figures.stale_rate,
            "interval": one.stale,
            "text": share_text(figures.stale_rate, one.stale),
        },
    }
