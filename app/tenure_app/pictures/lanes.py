"""The timeline as a picture: the rows in view and below, with their bars or counts, in the time in view."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from tenure.instants import Precision
from tenure_app.ops.drawing import Bar
from tenure_app.ops.drawing import Drawing as Lanes
from tenure_app.panes.timeline.model import bar_colour, bar_sign
from tenure_app.pictures.svg import Drawing, Picture, fitted, span_around, ticks
from tenure_app.theming.tokens import STATE_COLOURS, STATE_SIGNS, Tokens
from tenure_app.times import TwoTimes
from tenure_app.widgets.format import date_text, state_word
from tenure_app.widgets.time_bar import written

translate = QCoreApplication.translate

ROWS = 400
"""Most rows drawn."""
WIDTH = 1200
_LEFT, _RIGHT, _ROW, _BAR = 212, 24, 34, 24
_HEAD, _AXIS, _FOOT = 64, 44, 52
_COUNTED = ("current", "superseded", "future")


@dataclass(frozen=True, slots=True)
class Frame:
    """Where valid time stands in a picture, between a top and a bottom."""

    start: int
    end: int
    top: float
    bottom: float
    left: float = _LEFT
    right: float = WIDTH - _RIGHT

    def x(self, at: int) -> float:
        """The place of an instant, held inside."""
        place = self.left + (at - self.start) / max(1, self.end - self.start) * (self.right - self.left)
        return min(max(place, self.left), self.right)


def lanes_picture(
    lanes: Lanes, *, seen: tuple[int, int] | None, subject: str | None, times: TwoTimes, tokens: Tokens
) -> Picture:
    """Draw what a timeline shows; ``seen`` is the time in view, None for all."""
    title = subject if subject is not None else translate("Picture", "All subjects")
    rows = min(lanes.rows - lanes.first, ROWS)
    top = _HEAD + _AXIS
    bottom = top + max(rows, 1) * _ROW
    drawing, frame = Drawing(tokens), Frame(*(seen or span_around(*lanes.span)), top, bottom)
    draw_head(drawing, title, times)
    draw_axis(drawing, frame)
    shown = range(lanes.first, lanes.first + rows)
    for lane in lanes.lanes:
        if lane.row not in shown:
            continue
        y = top + (lane.row - lanes.first) * _ROW
        drawing.line(24, y, WIDTH - _RIGHT, y, "divider")
        name = f"{lane.label} {lane.small}".strip()
        inset = 24 if lane.header or subject is not None else 36
        drawing.text(inset, y + _ROW / 2, name, weight=600 if lane.header else 400, room=_LEFT - inset - 8)
    _draw_counts(drawing, lanes, frame, shown)
    bars = [bar for bar in lanes.bars if bar.row in shown and _in(bar, frame)]
    for bar in bars:
        _draw_bar(drawing, bar, frame, top + (bar.row - lanes.first) * _ROW)
    draw_valid_line(drawing, frame, times, lanes.now)
    more = lanes.rows - lanes.first - rows
    _draw_foot(drawing, bottom + 28, lanes.counts, more)
    height = bottom + _FOOT
    heads = [
        translate("Picture", "Subject"),
        translate("Picture", "Relation"),
        translate("Picture", "Value"),
        translate("Picture", "From"),
        translate("Picture", "To"),
        translate("Picture", "State"),
    ]
    table = [_row(bar) for bar in bars]
    return Picture(title, drawing.finish(WIDTH, height, title), WIDTH, height, heads, table)


def draw_head(drawing: Drawing, title: str, times: TwoTimes) -> None:
    """Write whose picture it is and of which times."""
    drawing.text(24, 30, title, role="display", weight=600, room=WIDTH - 420)
    now = translate("Picture", "now")
    valid = translate("Picture", "valid at {0}").format(now if times.valid is None else written(times.valid))
    known = translate("Picture", "known at {0}").format(now if times.known is None else written(times.known))
    drawing.text(WIDTH - _RIGHT, 30, f"{valid} · {known}", "muted", anchor="end")


def draw_axis(drawing: Drawing, frame: Frame) -> None:
    """Draw the dates of valid time above and lines down from them."""
    for at, name in ticks(frame.start, frame.end, 9):
        x = frame.x(at)
        drawing.line(x, frame.top, x, frame.bottom, "divider")
        if frame.left + 24 < x < frame.right - 24:
            drawing.text(x, frame.top - 14, name, "muted", role="small", anchor="middle")
    drawing.line(frame.left, frame.top, frame.right, frame.top, "border")


def draw_valid_line(drawing: Drawing, frame: Frame, times: TwoTimes, now: int) -> None:
    """Draw the line of the valid time in force."""
    at = now if times.valid is None else times.valid.at
    if frame.start <= at <= frame.end:
        x = frame.x(at)
        name = translate("Picture", "Valid {0}").format(
            translate("Picture", "now") if times.valid is None else written(times.valid)
        )
        drawing.line(x, frame.top - 20, x, frame.bottom, "accent", wide=2)
        drawing.pill(x, frame.top - 32, name, "accent", "accentText", left=frame.left - 20, right=frame.right + 20)


def _in(bar: Bar, frame: Frame) -> bool:
    return bar.start <= frame.end and (bar.end is None or bar.end >= frame.start)


def _draw_bar(drawing: Drawing, bar: Bar, frame: Frame, y: float) -> None:
    left = frame.x(bar.start)
    right = max(frame.right if bar.end is None else frame.x(bar.end) - 2, left + 6)
    colour, sign = bar_colour(bar), bar_sign(bar)
    says = " · ".join(_row(bar))
    drawing.rect(left, y + (_ROW - _BAR) / 2, right - left, _BAR, colour + "Fill", stroke=colour, radius=5, title=says)
    text, size = f"{sign} {bar.value}".strip(), drawing.tokens.sizes["body"]
    room = right - left - 16
    shown = fitted(text, room, size) or (sign if room > size * 0.6 else "")
    drawing.text(left + 8, y + _ROW / 2, shown, colour)


def _draw_counts(drawing: Drawing, lanes: Lanes, frame: Frame, shown: Sequence[int]) -> None:
    """Draw counts as columns: what holds at the bottom, what was retired above it, the future on top."""
    cells = lanes.cells
    most = math.log1p(max((sum(cell[3:]) for cell in cells.counts), default=1))
    for row, _lane, place, *parts in cells.counts:
        if row not in shown:
            continue
        left = frame.x(cells.first + place * cells.width)
        right = frame.x(cells.first + (place + 1) * cells.width)
        y = frame.top + (row - lanes.first + 1) * _ROW - 4
        total = sum(parts)
        room = 26 * (0.18 + 0.82 * math.log1p(total) / most)
        for state, count in zip(_COUNTED, parts, strict=False):
            tall = room * count / total
            if count and right > left:
                y -= tall
                says = f"{count:,} {state_word(state)}"
                token = STATE_COLOURS[state]
                drawing.rect(left, y, right - left - 1, tall, token + "Fill", stroke=token, title=says)


def _draw_foot(drawing: Drawing, y: float, counts: Mapping[str, int], more: int) -> None:
    words = (
        (f"{sign} {state_word(state)} {counts[state]:,}", STATE_COLOURS[state])
        for state, sign in STATE_SIGNS.items()
        if counts.get(state)
    )
    x = drawing.legend(24, y, words)
    if more > 0:
        drawing.text(x + 8, y, translate("Picture", "and {0} more rows").format(f"{more:,}"), "muted", role="small")


def _row(bar: Bar) -> list[str]:
    end = date_text(bar.end, Precision.DAY) if bar.end is not None else ""
    return [bar.subject, bar.relation, bar.value, date_text(bar.start, Precision.DAY), end, state_word(bar.state.value)]
