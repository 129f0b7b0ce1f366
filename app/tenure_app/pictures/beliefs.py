"""The two-time map as a picture."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from tenure_app.ops.twotime import Block, Standing, TwoTimeMap
from tenure_app.panes.twotime import model
from tenure_app.panes.twotime.model import COLOURS, SIGNS, standing_word
from tenure_app.pictures.lanes import WIDTH, Frame, draw_axis, draw_head, draw_valid_line
from tenure_app.pictures.svg import Drawing, Picture, fitted, span_around
from tenure_app.theming.tokens import Tokens
from tenure_app.times import TwoTimes
from tenure_app.widgets.time_bar import written

translate = QCoreApplication.translate

_LEFT, _TOP, _BAND, _LEAST = 170, 108, 56, 12
_TALLEST = 6_000
"""Most pixels of height of all bands together."""


def beliefs_picture(found: TwoTimeMap, *, times: TwoTimes, tokens: Tokens) -> Picture:
    """Draw a map in even steps of known time."""
    title = str(found.key)
    drawing = Drawing(tokens)
    count = max(len(found.levels), 1)
    band = max(_LEAST, min(_BAND, _TALLEST / count))
    bottom = _TOP + band * count
    frame = Frame(*span_around(*model.span(found)), _TOP, bottom, left=_LEFT)
    draw_head(drawing, title, times)
    draw_axis(drawing, frame)
    for block in found.blocks:
        _draw_block(drawing, block, frame, band)
    last = float("inf")
    for place, name in enumerate(model.level_labels(found.levels)):
        y = bottom - place * band
        if last - y >= 16:
            last = y
            drawing.text(_LEFT - 10, y, name, "muted", role="small", anchor="end", room=_LEFT - 34)
    _draw_known(drawing, found, times, frame, band)
    draw_valid_line(drawing, frame, times, found.now)
    _draw_foot(drawing, bottom + 32, found)
    height = int(bottom + 56)
    heads = [
        translate("Picture", "Value"),
        translate("Picture", "State"),
        translate("Picture", "In the world"),
        translate("Picture", "As we knew it"),
        translate("Picture", "Source"),
    ]
    return Picture(title, drawing.finish(WIDTH, height, title), WIDTH, height, heads, _table(found))


def _table(found: TwoTimeMap) -> Sequence[Sequence[str]]:
    return [
        [
            block.rectangle.object,
            standing_word(block.standing),
            model.valid_text(block).partition(" · ")[2],
            model.known_text(block, found.levels),
            model.source_text(block),
        ]
        for block in found.blocks
    ]


def _draw_block(drawing: Drawing, block: Block, frame: Frame, band: float) -> None:
    one, token = block.rectangle, COLOURS[block.standing]
    left = frame.x(one.valid_from)
    right = max(frame.right if one.valid_to is None else frame.x(one.valid_to), left + 3)
    top, low = frame.bottom - block.top * band, frame.bottom - block.bottom * band
    gone = not block.standing.believed
    says = f"{one.object} · {model.valid_text(block)} · {model.source_text(block)}"
    drawing.rect(left, top, right - left, low - top, token + "Fill", stroke=token, dashed=gone, title=says)
    sign = "" if block.standing is Standing.CURRENT else SIGNS[block.standing]
    text, size = f"{sign} {one.object}".strip(), drawing.tokens.sizes["body"]
    if low - top >= size + 2:
        shown = fitted(text, right - left - 12, size) or (sign if right - left > size * 2 else "")
        drawing.text((left + right) / 2, (top + low) / 2, shown, token, anchor="middle")


def _draw_known(drawing: Drawing, found: TwoTimeMap, times: TwoTimes, frame: Frame, band: float) -> None:
    y = frame.top if times.known is None else frame.bottom - max(found.band + 0.5, 0) * band
    name = translate("Picture", "Known {0}").format(
        translate("Picture", "now") if times.known is None else written(times.known)
    )
    drawing.line(frame.left, y, frame.right, y, "timeTravelBorder", wide=2, dashed=True)
    drawing.pill(frame.left, y, name, "timeTravel", "timeTravelText", left=frame.left + 6, right=frame.right)


def _draw_foot(drawing: Drawing, y: float, found: TwoTimeMap) -> None:
    present = {block.standing for block in found.blocks}
    words = ((f"{SIGNS[one]} {standing_word(one)}", COLOURS[one]) for one in Standing if one in present)
    drawing.legend(24, y, words)
