"""The timeline pane: the page, what it is given and what it says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from tenure.instants import DAY, Dated, Precision
from tenure.keys import Key
from tenure.ledger.types import Fact, State
from tenure_app.context import AppContext
from tenure_app.ops import timeline
from tenure_app.ops.drawing import Drawing, Lane, View
from tenure_app.ops.layout import Level
from tenure_app.ops.survey import Asked, Survey
from tenure_app.panes.timeline.hover import hover_lines
from tenure_app.panes.timeline.model import MILLISECOND, day, page_text
from tenure_app.panes.timeline.state_toggle import StateToggle
from tenure_app.places import Place
from tenure_app.theming.render import plotly_template
from tenure_app.web.page import WebPane
from tenure_app.widgets.basics import Chip, ElidedLabel, data_label, tool
from tenure_app.widgets.format import count_text, state_word

_STATES = (State.CURRENT, State.SUPERSEDED, State.ENDED, State.FUTURE)
_FLAGS = ("disputed", "expired")
ROW, FRAME = 34, 88
"""Height of a row of the page, and of all that is no row, in pixels."""
_LEAST_ROWS, _MOST_ROWS = 6, 1000
_TYPING_MS = 150


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the survey lane makes ready, so that the window's thread only passes it on.

    Attributes:
        asked: what it is about.
        drawing: what is in view.
        text: the same as the page takes it.
        serial: which question it answers.
        keep: whether the page keeps ``all`` of what it shows, the ``time`` only, or nothing (empty).
    """

    asked: Asked
    drawing: Drawing
    text: str
    serial: int
    keep: str


class TimelinePane(QWidget):
    """A lane a key, a bar an interval; from afar, a row a subject or a group of them, with counts by time.

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
        self._view = View()
        self._scene: tuple[object, ...] = ()
        self._drawing: Drawing | None = None
        self._asked = self._shown = 0
        self.selected = ""
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING_MS)
        self._typing.timeout.connect(self.refresh)
        self._build()
        context.times.changed.connect(self.refresh)
        context.session.opened.connect(self._opened)
        context.session.changed.connect(lambda _summary: self.refresh())
        context.places.changed.connect(self._moved)
        context.theme.changed.connect(self._theme_changed)

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
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 12)
        column.setSpacing(12)
        column.addLayout(head)
        column.addLayout(self._filters())
        column.addWidget(self._card, 1)
        column.addLayout(self._foot())
        column.addStretch(0)
        self.web.bridge.received.connect(self._received)

    def _filters(self) -> QHBoxLayout:
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Filter by subject, relation, scope or value…"))
        self.filter.setAccessibleName(self.tr("Filter the timeline"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setMaxLength(200)
        self.filter.textChanged.connect(lambda _text: self._typing.start())
        self.levels = QComboBox()
        self.levels.setAccessibleName(self.tr("What a row stands for"))
        self.levels.setToolTip(self.tr("What a row stands for"))
        for level, text in (
            (Level.GROUPS, self.tr("Overview")),
            (Level.SUBJECTS, self.tr("A row a subject")),
            (Level.RELATIONS, self.tr("A row a relation")),
        ):
            self.levels.addItem(text, level)
        self.levels.activated.connect(lambda _index: self._show_level(Level(self.levels.currentData())))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.filter, 1)
        row.addWidget(self.levels)
        return row

    def _foot(self) -> QHBoxLayout:
        theme = self._context.theme
        self.toggles = {state: StateToggle(theme, state.value, state_word(state)) for state in _STATES}
        self.chips = {flag: Chip(theme, flag, state_word(flag)) for flag in _FLAGS}
        foot = QHBoxLayout()
        foot.setSpacing(8)
        for toggle in self.toggles.values():
            toggle.toggled.connect(lambda _on: self.refresh())
            foot.addWidget(toggle)
        for chip in self.chips.values():
            foot.addWidget(chip)
        self.hint = ElidedLabel("", "small")
        self.hint.setProperty("data", False)
        foot.addSpacing(4)
        foot.addWidget(self.hint, 1)
        return foot

    # Asking

    def refresh(self) -> None:
        """Ask for what is in view at the two times; a hidden pane only remembers to."""
        if not self.isVisible() or not self._ready or self._context.session.overview is None:
            self._dirty = True
            return
        self._dirty = False
        self._asked += 1
        asked = Asked(self._context.times.value, self._context.places.here.subject, self.filter.text().strip())
        keep = self._keep(asked)
        view = replace(self._view, hidden=frozenset(s for s, t in self.toggles.items() if not t.isChecked()))
        serial = self._asked

        def work(survey: Survey) -> Drawn:
            drawing = timeline.draw(survey, asked=asked, view=view)
            return Drawn(asked, drawing, page_text(drawing), serial, keep)

        self._context.session.survey(self, work, self._show, channel="timeline")

    def _keep(self, asked: Asked) -> str:
        """Say what of its view the page keeps: of another subject nothing, of other rows only the time."""
        before, self._scene = self._scene, (asked.subject, asked.text, self._view.level)
        if before == self._scene:
            return "all"
        if before and before[0] == asked.subject:
            if before[1] != asked.text:
                self._view = replace(self._view, first=0)
            return "time"
        self._view = replace(self._view, window=None, first=0)
        return ""

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

    # Showing

    def _show(self, drawn: Drawn) -> None:
        drawing = self._drawing = drawn.drawing
        self.web.bridge.post("show", self._frame(drawn), drawn.text)
        rows = _MOST_ROWS if drawing.level is Level.GROUPS else min(max(drawing.rows, _LEAST_ROWS), _MOST_ROWS)
        self._card.setMaximumHeight(rows * ROW + FRAME)
        self._headings(drawn)

    def _frame(self, drawn: Drawn) -> dict[str, Any]:
        """What the page is given beside what is in view."""
        times, now = drawn.asked.times, drawn.drawing.now
        valid_text = self.tr("now") if times.valid is None else day(times.valid.at)
        known_text = self.tr("now") if times.known is None else day(times.known.at)
        return {
            "now": (now if times.valid is None else self._context.clock()) / MILLISECOND,
            "valid": None if times.valid is None else times.valid.at / MILLISECOND,
            "known": None if times.known is None else times.known.at / MILLISECOND,
            "grouped": drawn.asked.subject is None,
            "keep": drawn.keep,
            "top": self._view.first,
            "serial": drawn.serial,
            "selected": self.selected,
            "template": plotly_template(self._context.theme.tokens),
            "texts": {
                "valid": self.tr("Valid {0}").format(valid_text),
                "validName": self.tr("Valid at: line to move"),
                "known": self.tr("Known {0}").format(known_text),
                "knownName": self.tr("Known at: line to move"),
                "begin": self.tr("{0} begin here: {1}"),
                "states": [state_word("current"), self.tr("superseded or ended"), state_word("future")],
                "empty": self._empty_text(drawn.asked),
            },
        }

    def _empty_text(self, asked: Asked) -> str:
        if asked.text:
            return self.tr("Nothing here has that text. Clear the filter to see all.")
        return self.tr("Nothing is known here at these two times.")

    def _headings(self, drawn: Drawn) -> None:
        drawing, subject = drawn.drawing, drawn.asked.subject
        self.title.setText(subject if subject is not None else self.tr("All subjects"))
        parts = [count_text(drawing.keys, self.tr("{0} relation"), self.tr("{0} relations"))]
        if drawing.level is not Level.RELATIONS:
            parts = [
                count_text(drawing.subjects, self.tr("{0} subject"), self.tr("{0} subjects")),
                count_text(drawing.facts, self.tr("{0} fact"), self.tr("{0} facts")),
            ]
        if drawing.facts:
            parts.append(self.tr("{0} to {1}").format(*(day(edge)[:7] for edge in drawing.span)))
        self.subtitle.setText(" · ".join(parts))
        self.levels.setVisible(subject is None)
        self.levels.setCurrentIndex(self.levels.findData(drawing.level))
        for state, toggle in self.toggles.items():
            toggle.show_count(drawing.counts[state.value])
            toggle.setVisible(bool(drawing.counts[state.value]) or not toggle.isChecked())
        for flag, chip in self.chips.items():
            chip.show_state(flag, f"{state_word(flag)} {drawing.counts[flag]:,}")
            chip.setVisible(bool(drawing.counts[flag]))
        self.hint.setText(self._hint(drawing))

    def _hint(self, drawing: Drawing) -> str:
        if drawing.level is not Level.RELATIONS:
            return self.tr("Columns count the facts that begin then. Click a row to come closer.")
        if drawing.cells.counts:
            return self.tr("Where bars would be too many, columns count them: click one to zoom in.")
        return self.tr("Click a bar for its evidence. Drag a line to travel.")

    # What the page says

    def _received(self, kind: str, data: dict[str, Any]) -> None:
        if kind == "ready":
            self._ready = True
            self._see(data)
            self.refresh()
        elif kind == "drawn":
            self._shown = int(data.get("serial", 0))
            if self.up_to_date:
                self.drawn.emit()
        elif kind == "range":
            rows = self._view.rows
            self._see(data)
            grouped = self._drawing is not None and self._drawing.level is Level.GROUPS
            if data.get("more") or (grouped and rows != self._view.rows):
                self.refresh()
        elif kind in ("select", "hover") and isinstance(data.get("id"), str):
            self._look_up(data["id"], chosen=kind == "select")
        elif kind == "lane" and self._drawing is not None:
            self._come_closer(data.get("of"), data.get("index"))
        elif kind in ("travel", "travelKnown") and isinstance(data.get("at"), int | float):
            self._travel(int(data["at"]) * MILLISECOND, known=kind == "travelKnown")

    def _see(self, data: dict[str, Any]) -> None:
        """Remember what the page has in view."""
        window = self._view.window
        if "from" in data:
            window = (int(data["from"] * MILLISECOND), int(data["to"] * MILLISECOND))
        first, rows, cells = (int(data.get(name, 0)) for name in ("first", "rows", "cells"))
        self._view = replace(self._view, window=window, first=max(0, first), rows=max(1, rows), cells=max(1, cells))

    def _look_up(self, fact_id: str, *, chosen: bool) -> None:
        """Fetch the fact of a bar, to show it or to say what it is."""
        times = self._context.times.value

        def found(fact: Fact | None) -> None:
            if fact is None:
                return
            if chosen:
                self._choose(fact)
            else:
                self.web.bridge.post("hover", {"id": fact.id, "lines": hover_lines(fact)})

        channel = "timeline select" if chosen else "timeline hover"
        self._context.session.query(
            self, lambda project: timeline.fact_of(project, fact=fact_id, times=times), found, channel=channel
        )

    def _choose(self, fact: Fact) -> None:
        self.selected = fact.id
        self._context.places.go_key(fact.key)
        self.fact_chosen.emit(fact)

    def _come_closer(self, kind: object, index: object) -> None:
        """Go to the key of a lane, to the subject of a row, or from a group to its subjects."""
        drawing = self._drawing
        lane = self._lane(kind, index)
        if lane is None or drawing is None:
            return
        if lane.kind is Level.RELATIONS:
            asked = Asked(self._context.times.value, self._context.places.here.subject, self.filter.text().strip())
            self._context.session.survey(
                self,
                lambda survey: timeline.key_at(survey, place=lane.index, asked=asked),
                self._go_key,
                channel="lane",
            )
        elif lane.kind is Level.GROUPS and lane.small:
            self._show_level(Level.SUBJECTS, lane.row * drawing.size)
        else:
            self._context.places.go_subject(lane.title)

    def _lane(self, kind: object, index: object) -> Lane | None:
        lanes = self._drawing.lanes if self._drawing is not None else []
        return next((lane for lane in lanes if lane.kind.value == kind and lane.index == index), None)

    def _go_key(self, key: Key) -> None:
        self._context.places.go_key(key)

    def _show_level(self, level: Level, first: int = 0) -> None:
        """Let a row stand for something else, from a row on."""
        self._view = replace(self._view, level=level, first=first)
        self.refresh()

    def _travel(self, at: int, *, known: bool) -> None:
        day_of = Dated(at - at % DAY, Precision.DAY)
        if not known:
            self._context.times.set_valid(day_of)
        else:
            self._context.times.set_known(None if at >= self._context.clock() else day_of)

    def _zoom(self, factor: float | None) -> None:
        self.web.bridge.post("zoom", {"factor": factor})

    def _opened(self) -> None:
        self._scene = ()
        self._view = replace(self._view, level=None, window=None, first=0)
        self.refresh()

    def _moved(self, before: Place, here: Place) -> None:
        if before.subject != here.subject:
            self.refresh()

    def _theme_changed(self) -> None:
        template = plotly_template(self._context.theme.tokens)
        name = self._context.theme.tokens.name
        self.web.bridge.post("theme", {"css": f"theme.css?{name}", "template": template})
