"""The two-time map: every belief about one key, valid time across, system time up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from tenure.instants import DAY, Dated, Precision
from tenure.ledger.types import Fact
from tenure.project import Project
from tenure_app.context import AppContext
from tenure_app.ops import twotime
from tenure_app.ops.twotime import Block, Standing, TwoTimeMap
from tenure_app.panes.twotime import model
from tenure_app.panes.twotime.model import MILLISECOND, page_text, standing_word
from tenure_app.places import Place
from tenure_app.theming.render import plotly_template
from tenure_app.times import TwoTimes
from tenure_app.web.page import WebPane
from tenure_app.widgets.basics import Card, Chip, ElidedLabel, button, data_label, label, tool
from tenure_app.widgets.format import count_text
from tenure_app.widgets.time_bar import written


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the query lane makes ready: the beliefs, and the same as the page takes them."""

    found: TwoTimeMap
    text: str


class TwoTimePane(QWidget):
    """A rectangle a belief. The page is made when the pane is first seen.

    Signals:
        drawn: the page shows what was asked for last.
        fact_chosen(object): a rectangle believed at the known time was chosen; its fact.
    """

    drawn = Signal()
    fact_chosen = Signal(object)

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self._ready = False
        self._dirty = True
        self._asked = self._shown = 0
        self._at_key: tuple[str, str, str] | None = None
        self._scale = "steps"
        self.found: TwoTimeMap | None = None
        self.selected = ""
        self.web: WebPane | None = None
        self._build()
        context.times.changed.connect(self.refresh)
        context.session.opened.connect(self.refresh)
        context.session.closed.connect(self._forget)
        context.session.changed.connect(lambda _summary: self.refresh())
        context.places.changed.connect(self._moved)
        context.theme.changed.connect(self._theme_changed)

    # Assembly

    def _build(self) -> None:
        theme = self._context.theme
        self.title = ElidedLabel("", "display")
        self.subtitle = data_label("", "muted")
        self.scale = QComboBox()
        self.scale.setAccessibleName(self.tr("How known time is drawn"))
        self.scale.setToolTip(self.tr("How known time is drawn"))
        self.scale.addItem(self.tr("Even steps"), "steps")
        self.scale.addItem(self.tr("To scale"), "time")
        self.scale.activated.connect(lambda _place: self._set_scale(self.scale.currentData()))
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self.title, 1)
        head.addWidget(self.subtitle)
        head.addWidget(self.scale)
        head.addWidget(tool(theme, "zoom-out", self.tr("Zoom out"), lambda: self._zoom(1.25)))
        head.addWidget(tool(theme, "zoom-in", self.tr("Zoom in"), lambda: self._zoom(0.8)))
        head.addWidget(tool(theme, "fit", self.tr("Show the whole span"), lambda: self._zoom(None)))
        self._card = QFrame()
        self._card.setProperty("kind", "card")
        self._inside = QVBoxLayout(self._card)
        self._inside.setContentsMargins(2, 4, 2, 4)
        self.pages = QStackedWidget()
        self.pages.addWidget(self._card)
        self.pages.addWidget(self._no_key())
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 12)
        column.setSpacing(12)
        column.addLayout(head)
        column.addWidget(self.pages, 1)
        column.addWidget(self._details())
        column.addLayout(self._foot())

    def _no_key(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.addStretch(1)
        for text, role in (
            (self.tr("Whose beliefs?"), "title"),
            (
                self.tr("Choose a relation of a subject at the left, a bar of the timeline or a row of the facts."),
                "muted",
            ),
        ):
            made = label(text, role, wrap=True)
            made.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(made)
        column.addStretch(2)
        return page

    def _details(self) -> Card:
        self.card = Card(margins=(16, 12, 16, 12))
        self.value = ElidedLabel("", "title")
        self.standing = Chip(self._context.theme)
        self.travel = button(self.tr("Go there"), self._travel_there, tip=self.tr("Set both times to this belief"))
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.standing)
        top.addWidget(self.value, 1)
        top.addWidget(self.travel)
        self.card.column.addLayout(top)
        self.spans = data_label("", "muted", wrap=True)
        self.source = data_label("", "small", wrap=True)
        self.card.column.addWidget(self.spans)
        self.card.column.addWidget(self.source)
        self.card.hide()
        return self.card

    def _foot(self) -> QHBoxLayout:
        theme = self._context.theme
        self.chips = {
            one: Chip(theme, one.value if one.believed else "unknown", standing_word(one), model.SIGNS[one])
            for one in Standing
        }
        foot = QHBoxLayout()
        foot.setSpacing(8)
        for chip in self.chips.values():
            foot.addWidget(chip)
        self.hint = ElidedLabel("", "small")
        self.hint.setProperty("data", False)
        foot.addSpacing(4)
        foot.addWidget(self.hint, 1)
        return foot

    def _make_page(self) -> None:
        self.web = WebPane("twotime", self._context.theme)
        self.web.setAccessibleName(self.tr("Two-time map"))
        self.web.setMinimumSize(320, 160)
        self._inside.addWidget(self.web)
        self.web.bridge.received.connect(self._received)

    # Asking

    def refresh(self) -> None:
        """Ask for the key's beliefs; a hidden pane only remembers to."""
        if not self.isVisible() or self._context.session.overview is None:
            self._dirty = True
            return
        key = self._context.places.here.key
        self.pages.setCurrentIndex(0 if key is not None else 1)
        if key is None:
            self._forget()
            return
        if self.web is None:
            self._make_page()
        if not self._ready:
            self._dirty = True
            return
        self._dirty = False
        self._asked += 1
        times = self._context.times.value

        def work(project: Project) -> Drawn:
            found = twotime.two_time_map(project, key=key, times=times)
            return Drawn(found, page_text(found))

        self._context.session.query(self, work, self._show, channel="two-time")

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
        if self.web is not None:
            self.web.release()

    # Showing

    def _show(self, drawn: Drawn) -> None:
        found = self.found = drawn.found
        keep = self._at_key == found.key.normal
        self._at_key = found.key.normal
        chosen = self._chosen_again(keep)
        self.selected = chosen.id if chosen is not None else ""
        self._say(chosen)
        self._post("show", self._frame(found, keep=keep), drawn.text)
        self._headings(found)

    def _chosen_again(self, keep: bool) -> Block | None:
        """Return the block chosen before, where the same key is shown again."""
        if self.found is None or not keep:
            return None
        return next((block for block in self.found.blocks if block.id == self.selected), None)

    def _frame(self, found: TwoTimeMap, *, keep: bool) -> dict[str, Any]:
        times, now = self._context.times.value, self.tr("now")
        return {
            "valid": found.valid / MILLISECOND,
            "known": None if times.known is None else found.known_at / MILLISECOND,
            "band": found.band,
            "now": found.now / MILLISECOND,
            "scale": self._scale,
            "keep": keep,
            "serial": self._asked,
            "selected": self.selected,
            "template": plotly_template(self._context.theme.tokens),
            "texts": {
                "name": self.tr("Beliefs about {0}: arrows move between them").format(str(found.key)),
                "across": self.tr("true in the world (valid time) →"),
                "up": self.tr("as we knew it (known time) →"),
                "valid": self.tr("Valid {0}").format(now if times.valid is None else written(times.valid)),
                "known": self.tr("Known {0}").format(now if times.known is None else written(times.known)),
                "latest": self.tr("Known {0}").format(now),
                "validName": self.tr("Valid at: line to move"),
                "knownName": self.tr("Known at: line to move"),
                "empty": self.tr("Nothing was ever believed about this."),
            },
        }

    def _headings(self, found: TwoTimeMap) -> None:
        self.title.setText(str(found.key))
        count = count_text(len(found.blocks), self.tr("{0} belief"), self.tr("{0} beliefs"))
        steps = count_text(len(found.levels), self.tr("{0} time of learning"), self.tr("{0} times of learning"))
        self.subtitle.setText(f"{count} · {steps}")
        standings = [block.standing for block in found.blocks]
        for standing, chip in self.chips.items():
            chip.setVisible(standing in standings)
        self.hint.setText(
            self.tr("Showing the {0} latest beliefs only.").format(f"{len(found.blocks):,}")
            if found.more
            else self.tr("Click a rectangle for its statement. Drag a line to travel.")
        )

    def _say(self, block: Block | None) -> None:
        self.card.setVisible(block is not None)
        if block is None or self.found is None:
            return
        standing = block.standing
        state = standing.value if standing.believed else "unknown"
        self.standing.show_state(state, standing_word(standing), model.SIGNS[standing])
        self.value.setText(block.rectangle.object)
        spans = (model.valid_text(block), model.known_text(block, self.found.levels))
        self.spans.setText(" · ".join(spans).partition(" · ")[2])
        self.source.setText(model.source_text(block))

    # What the page says

    def _received(self, kind: str, data: dict[str, Any]) -> None:
        if kind == "ready":
            self._ready = True
            self.refresh()
        elif kind == "drawn":
            self._shown = int(data.get("serial", 0))
            if self.up_to_date:
                self.drawn.emit()
        elif kind == "select":
            self._choose(str(data.get("id")))
        elif kind == "travel" and isinstance(data.get("at"), int | float):
            self._context.times.set_valid(_day(int(data["at"]) * MILLISECOND))
        elif kind == "known":
            at = data.get("at")
            self._context.times.set_known(_moment(int(at * MILLISECOND)) if isinstance(at, int | float) else None)

    def _choose(self, number: str) -> None:
        found = self.found
        block = None if found is None else next((one for one in found.blocks if one.id == number), None)
        if found is None or block is None:
            return
        self.selected = number
        self._say(block)
        if block.standing.believed:
            fact, times = block.rectangle.fact, self._context.times.value
            self._context.session.query(
                self, lambda p: twotime.fact_of(p, fact=fact, times=times), self._tell, channel="two-time fact"
            )

    def _tell(self, fact: Fact | None) -> None:
        if fact is not None:
            self.fact_chosen.emit(fact)

    def _travel_there(self) -> None:
        """Set both times to where the chosen rectangle begins."""
        found = self.found
        block = self._chosen_again(keep=True)
        if found is None or block is None:
            return
        level = found.levels[block.bottom]
        valid = block.statement.valid_from == block.rectangle.valid_from
        precision = block.statement.precision if valid else Precision.INSTANT
        self._context.times.set(TwoTimes(Dated(block.rectangle.valid_from, precision), _moment(level.at)))

    def _set_scale(self, scale: str) -> None:
        self._scale = scale
        self._post("scale", {"scale": scale})

    def _zoom(self, factor: float | None) -> None:
        self._post("zoom", {"factor": factor})

    def _post(self, kind: str, data: dict[str, Any], more: str = "") -> None:
        if self.web is not None:
            self.web.bridge.post(kind, data, more)

    def _moved(self, before: Place, here: Place) -> None:
        if before.key != here.key:
            self.refresh()

    def _forget(self) -> None:
        self.found = None
        self._at_key = None
        self.selected = ""
        self._dirty = True
        self._say(None)
        self.title.setText(self.tr("Two-time map"))
        self.subtitle.setText("")
        for chip in self.chips.values():
            chip.hide()
        self.hint.setText("")

    def _theme_changed(self) -> None:
        tokens = self._context.theme.tokens
        self._post("theme", {"css": f"theme.css?{tokens.name}", "template": plotly_template(tokens)})


def _day(at: int) -> Dated:
    return Dated(at - at % DAY, Precision.DAY)


def _moment(at: int) -> Dated:
    return Dated(at, Precision.INSTANT)
