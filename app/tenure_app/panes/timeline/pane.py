"""The timeline pane: the page, what it is given and what it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from tenure.instants import DAY, Dated, Precision
from tenure.ledger.types import Fact
from tenure.project import Project
from tenure_app.context import AppContext
from tenure_app.ops import queries
from tenure_app.panes.timeline.model import MILLISECOND, TimelineData, day, lay_out, page_text
from tenure_app.places import Place
from tenure_app.theming.render import plotly_template
from tenure_app.times import TwoTimes
from tenure_app.web.page import WebPane
from tenure_app.widgets.basics import Chip, ElidedLabel, data_label, tool
from tenure_app.widgets.format import closing_text, count_text, flags_text, span_text, state_word

_SHOWN_STATES = ("current", "superseded", "ended", "future", "disputed", "expired")
ROW, FRAME = 34, 66
"""Height of a row of the page, and of all that is no row, in pixels."""
_LEAST_ROWS = 6
LIMIT = 4000
"""Most bars asked for at once; beyond it the pane says so."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the query lane makes ready, so that the window's thread only passes it on.

    Attributes:
        subject: the subject shown, or None for all.
        found: the facts.
        data: their lanes and bars.
        text: the same as the page takes it.
    """

    subject: str | None
    found: queries.TimelineFacts
    data: TimelineData
    text: str


class TimelinePane(QWidget):
    """A lane a key, a bar an interval.

    Signals:
        drawn: the page shows what was asked for last.
        fact_chosen(object): a bar was clicked; its fact.
    """

    drawn = Signal()
    fact_chosen = Signal(object)

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self._ready = False
        self._dirty = True
        self._facts: dict[str, Fact] = {}
        self._data: TimelineData | None = None
        self._shown_subject: str | None = ""
        self._more = False
        self._asked = self._shown = 0
        self.selected = ""
        self._build()
        context.times.changed.connect(self.refresh)
        context.session.opened.connect(self.refresh)
        context.session.changed.connect(lambda _summary: self.refresh())
        context.places.changed.connect(self._moved)
        context.theme.changed.connect(self._theme_changed)
        self._window = QTimer(self)
        self._window.setSingleShot(True)
        self._window.setInterval(250)
        self._window.timeout.connect(self._ask_window)
        self._range: tuple[int, int] | None = None

    def _build(self) -> None:
        self.title = ElidedLabel("", "display")
        self.subtitle = data_label("", "muted")
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self.title, 1)
        head.addWidget(self.subtitle)
        theme = self._context.theme
        head.addWidget(tool(theme, "zoom-out", self.tr("Zoom out"), lambda: self._zoom(1.25)))
        head.addWidget(tool(theme, "zoom-in", self.tr("Zoom in"), lambda: self._zoom(0.8)))
        head.addWidget(tool(theme, "fit", self.tr("Show the whole span"), lambda: self._zoom(None)))
        self.web = WebPane("timeline", theme)
        self.web.setAccessibleName(self.tr("Timeline of facts"))
        self.web.setMinimumSize(320, 160)
        self._card = QFrame()
        self._card.setProperty("kind", "card")
        inside = QVBoxLayout(self._card)
        inside.setContentsMargins(2, 4, 2, 4)
        inside.addWidget(self.web)
        self.chips = {state: Chip(theme, state, state_word(state)) for state in _SHOWN_STATES}
        foot = QHBoxLayout()
        foot.setSpacing(8)
        for chip in self.chips.values():
            foot.addWidget(chip)
        self.hint = ElidedLabel(self.tr("Click a bar for its evidence. Drag the line to travel."), "small")
        self.hint.setProperty("data", False)
        foot.addSpacing(4)
        foot.addWidget(self.hint, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 12)
        column.setSpacing(12)
        column.addLayout(head)
        column.addWidget(self._card, 1)
        column.addLayout(foot)
        column.addStretch(0)
        self.web.bridge.received.connect(self._received)

    def refresh(self) -> None:
        """Ask for the facts at the two times; a hidden pane only remembers to."""
        if not self.isVisible() or not self._ready or self._context.session.overview is None:
            self._dirty = True
            return
        self._dirty = False
        self._asked += 1
        place, times, window = self._context.places.here, self._context.times.value, self._range
        subject = place.subject

        def work(project: Project) -> Drawn:
            found = queries.timeline(project, times=times, subject=subject, window=window, limit=LIMIT)
            data = lay_out(found.facts, now=found.now, grouped=subject is None, hover=hover_lines)
            return Drawn(subject, found, data, page_text(data))

        self._context.session.query(self, work, self._show, channel="timeline")

    @property
    def up_to_date(self) -> bool:
        """Whether the page shows what was asked for last."""
        return not self._dirty and self._shown == self._asked > 0

    def showEvent(self, event: Any) -> None:  # noqa: N802 - Qt override
        """Catch up with what was missed while hidden."""
        super().showEvent(event)
        if self._dirty:
            self.refresh()

    def release(self) -> None:
        """Let the web page go before its profile."""
        self.web.release()

    def select(self, fact: str) -> None:
        """Mark a fact's bar."""
        self.selected = fact
        self.web.bridge.post("selected", {"id": fact})

    def _show(self, drawn: Drawn) -> None:
        found, data, subject = drawn.found, drawn.data, drawn.subject
        self._facts = {fact.id: fact for fact in found.facts}
        self._more = found.more
        self._data = data
        times = self._context.times.value
        keep = subject == self._shown_subject
        self._shown_subject = subject
        self.web.bridge.post("show", self._frame(found.now, times, keep=keep), drawn.text)
        self._card.setMaximumHeight(max(data.rows, _LEAST_ROWS) * ROW + FRAME)
        self._headings(subject, found)

    def _frame(self, now: int, times: TwoTimes, *, keep: bool) -> dict[str, Any]:
        """What the page is given beside lanes and bars."""
        valid_text = self.tr("now") if times.valid is None else day(times.valid.at)
        return {
            "now": now / MILLISECOND,
            "valid": None if times.valid is None else times.valid.at / MILLISECOND,
            "known": None if times.known is None else times.known.at / MILLISECOND,
            "grouped": self._shown_subject is None,
            "keep": keep,
            "serial": self._asked,
            "selected": self.selected,
            "template": plotly_template(self._context.theme.tokens),
            "texts": {
                "valid": self.tr("Valid {0}").format(valid_text),
                "validName": self.tr("Valid at: line to move"),
                "known": "" if times.known is None else self.tr("Known {0}").format(day(times.known.at)),
                "empty": self.tr("Nothing is known here at these two times."),
            },
        }

    def _headings(self, subject: str | None, found: queries.TimelineFacts) -> None:
        self.title.setText(subject if subject is not None else self.tr("All subjects"))
        keys = len(self._data.keys) if self._data else 0
        parts = [count_text(keys, self.tr("{0} relation"), self.tr("{0} relations"))]
        if found.facts:
            first = min(fact.valid_from for fact in found.facts)
            ends = [fact.valid_to for fact in found.facts if fact.valid_to is not None]
            last = max([found.now, *ends])
            parts.append(self.tr("{0} to {1}").format(day(first)[:7], day(last)[:7]))
        self.subtitle.setText(" · ".join(parts))
        counts = queries.state_counts(found.facts)
        for state, chip in self.chips.items():
            chip.show_state(state, f"{state_word(state)} {counts[state]:,}")
            chip.setVisible(bool(counts[state]))
        self.hint.setText(
            self.tr("Showing the first {0} bars: choose a subject or zoom in for the rest.").format(f"{LIMIT:,}")
            if found.more
            else self.tr("Click a bar for its evidence. Drag the line to travel.")
        )

    def _received(self, kind: str, data: dict[str, Any]) -> None:
        if kind == "ready":
            self._ready = True
            self.refresh()
        elif kind == "drawn":
            self._shown = int(data.get("serial", 0))
            if self.up_to_date:
                self.drawn.emit()
        elif kind == "select" and data.get("id") in self._facts:
            self._choose(self._facts[data["id"]])
        elif kind == "lane" and self._data is not None and data.get("lane") in range(len(self._data.keys)):
            self._context.places.go_key(self._data.keys[data["lane"]])
        elif kind == "travel" and isinstance(data.get("at"), int | float):
            at = int(data["at"]) * MILLISECOND
            self._context.times.set_valid(Dated(at - at % DAY, Precision.DAY))
        elif kind == "range" and self._more:
            self._range = (int(data["from"]) * MILLISECOND, int(data["to"]) * MILLISECOND)
            self._window.start()

    def _choose(self, fact: Fact) -> None:
        self.selected = fact.id
        self._context.places.go_key(fact.key)
        self.fact_chosen.emit(fact)

    def _zoom(self, factor: float | None) -> None:
        self.web.bridge.post("zoom", {"factor": factor})

    def _ask_window(self) -> None:
        self.refresh()

    def _moved(self, before: Place, here: Place) -> None:
        if before.subject != here.subject:
            self._range = None
            self._more = False
            self.refresh()

    def _theme_changed(self) -> None:
        template = plotly_template(self._context.theme.tokens)
        name = self._context.theme.tokens.name
        self.web.bridge.post("theme", {"css": f"theme.css?{name}", "template": template})


def hover_lines(fact: Fact) -> list[str]:
    """What a bar says on hover: value, state and span, reason of closing and evidence."""
    evidence = count_text(
        fact.evidence_count,
        QCoreApplication.translate("Timeline", "{0} piece of evidence"),
        QCoreApplication.translate("Timeline", "{0} pieces of evidence"),
    )
    state = state_word(fact.state.value)
    flags = flags_text(fact)
    return [
        f"{fact.key.relation}: {fact.object[:120]}",
        f"{state}{', ' + flags if flags else ''} · {span_text(fact)}",
        f"{closing_text(fact)} · {evidence}",
    ]
