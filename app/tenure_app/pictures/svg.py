"""Drawing as SVG: shapes and texts in the theme's colours, nothing that refers to anything outside.

Knows nothing of Qt. Only what Qt's own renderer draws too is used: no clipping, no patterns, no style sheets.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from tenure.instants import DAY, from_datetime, to_datetime
from tenure_app.theming.tokens import Tokens

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MONTHS = (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture and what it shows, in words.

    Attributes:
        title: what it is of.
        svg: the drawing.
        width, height: in pixels.
        heads, rows: the same as a table of texts.
    """

    title: str
    svg: str
    width: int
    height: int
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


class Drawing:
    """Collects shapes; colours are names of theme tokens."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self._parts: list[str] = []

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        *,
        stroke: str = "",
        radius: float = 0,
        dashed: bool = False,
        title: str = "",
    ) -> None:
        """Draw a rectangle; ``title`` is said where a browser shows tool tips."""
        border = f' stroke="{self.tokens[stroke]}" stroke-width="1"' if stroke else ""
        dashes = ' stroke-dasharray="5 3"' if dashed else ""
        inner = f"<title>{text_of(title)}</title>" if title else ""
        self._parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0.5):.1f}" height="{max(height, 0.5):.1f}" '
            f'rx="{radius:g}" fill="{self.tokens[fill]}"{border}{dashes}>{inner}</rect>'
        )

    def line(
        self, x1: float, y1: float, x2: float, y2: float, colour: str, *, wide: float = 1, dashed: bool = False
    ) -> None:
        """Draw a straight line."""
        dashes = ' stroke-dasharray="5 4"' if dashed else ""
        self._parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{self.tokens[colour]}" '
            f'stroke-width="{wide:g}"{dashes}/>'
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        colour: str = "text",
        *,
        role: str = "body",
        weight: int = 400,
        anchor: str = "start",
        room: float | None = None,
    ) -> None:
        """Write one line with its middle at ``y``, shortened to its room."""
        size = self.tokens.sizes[role]
        shown = text if room is None else fitted(text, room, size)
        if shown:
            self._parts.append(
                f'<text x="{x:.1f}" y="{y + size * 0.36:.1f}" font-size="{size}" font-weight="{weight}" '
                f'text-anchor="{anchor}" fill="{self.tokens[colour]}">{text_of(shown)}</text>'
            )

    def pill(self, x: float, y: float, text: str, fill: str, colour: str, *, left: float, right: float) -> None:
        """Write a text on a rounded ground with its middle at a place, moved to stay between two edges."""
        size = self.tokens.sizes["small"]
        width = width_of(text, size) + 20
        middle = min(max(x, left + width / 2), right - width / 2)
        self.rect(middle - width / 2, y - 11, width, 22, fill, radius=11)
        self.text(middle, y, text, colour, role="small", anchor="middle")

    def legend(self, x: float, y: float, words: Iterable[tuple[str, str]]) -> float:
        """Write (text, colour token) on grounds side by side from ``x`` on; return where the last ends."""
        for text, token in words:
            width = width_of(text, self.tokens.sizes["small"]) + 20
            self.pill(x + width / 2, y, text, token + "Fill", token, left=x, right=x + width)
            x += width + 8
        return x

    def finish(self, width: int, height: int, title: str) -> str:
        """Return the whole as a document."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family={quoteattr(font_family(self.tokens))} role="img">\n'
            f"<title>{text_of(title)}</title>\n"
            f'<rect x="0" y="0" width="{width}" height="{height}" fill="{self.tokens["surface"]}"/>\n'
            + "\n".join(self._parts)
            + "\n</svg>\n"
        )


def font_family(tokens: Tokens) -> str:
    """Return the font families as an attribute lists them."""
    return ", ".join(tokens.family)


def text_of(text: str) -> str:
    """Return text as it may stand in a document: on one line, marked characters and those of no text replaced."""
    return escape(_NOT_XML.sub("\ufffd", " ".join(text.split())), {'"': "&quot;"})


def width_of(text: str, size: float) -> float:
    """Estimate how wide a text is, rather too wide than too narrow."""
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return size * (wide * 1.02 + (len(text) - wide) * 0.58)


def fitted(text: str, room: float, size: float) -> str:
    """Return a text shortened to its room; nothing where not even two letters fit."""
    whole = " ".join(text[:500].split())
    if width_of(whole, size) <= room:
        return whole
    count = len(whole)
    while count > 1 and width_of(whole[:count], size) + size > room:
        count -= 1
    return whole[:count].rstrip() + "…" if count > 1 else ""


def ticks(start: int, end: int, most: int) -> list[tuple[int, str]]:
    """Return the first instants of months or years (of days, for a short span) and how they are written.

    Args:
        start, end: microseconds UTC.
        most: most ticks wanted.
    """
    days = max(1, (end - start) // DAY)
    if days <= 2 * most:
        step = max(1, -(-days // most))
        first = start - start % DAY + DAY
        return [(at, f"{to_datetime(at):%Y-%m-%d}") for at in range(first, end, step * DAY)]
    step = next((months for months in _MONTHS if days / 30.4 / months <= most), _MONTHS[-1])
    moment = to_datetime(start)
    month = (moment.year * 12 + moment.month - 1) // step * step
    found: list[tuple[int, str]] = []
    while month < 9999 * 12:
        first_day = datetime(month // 12, month % 12 + 1, 1, tzinfo=UTC) if month >= 12 else moment
        at = from_datetime(first_day)
        if at > end:
            break
        if at >= start:
            found.append((at, f"{first_day:%Y}" if step >= 12 else f"{first_day:%Y-%m}"))
        month += step
    return found


def span_around(start: int, end: int) -> tuple[int, int]:
    """Return a span with a little room on each side (microseconds UTC)."""
    room = max(end - start, 30 * DAY) // 40
    return start - room, end + 2 * room
