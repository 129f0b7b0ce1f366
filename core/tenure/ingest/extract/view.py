"""A plain view of Markdown or chat text that remembers where each character came from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

OPEN, CLOSE = "\ue010", "\ue011"
"""Stand for the back quotes around a literal value in the plain view."""
BREAK = "\ue012"
"""Stands for a line break that ends a sentence (chat lines, hard breaks)."""

_MARKUP = re.compile(
    r"(?P<code>(?P<tick>`+)(?P<inner>[^`\n]+)(?P=tick))"
    r"|(?P<image>!\[[^\]\n]*\]\([^)\n]*\))"
    r"|(?P<link>\[(?P<label>[^\]\n]+)\]\((?P<url>[^)\s]+)(?:\s+\"[^\"]*\")?\))"
    r"|(?P<wiki>\[\[(?:[^\]|\n]*\|)?(?P<page>[^\]\n]+)\]\])"
    r"|(?P<auto><(?P<bare>https?://[^>\s]+)>)"
    r"|(?P<html></?[A-Za-z][^>\n]*>|<!--.*?-->)"
    r"|(?P<mark>\*\*|__|~~|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w))"
    r"|(?P<escape>\\(?P<escaped>[\\`*_{}\[\]()#+\-.!|<>]))"
    r"|(?P<break>\n[ \t>]*)",
    re.DOTALL,
)
_SIGN = re.compile(r"[`!\[<*_~\\\n]")
"""What all markup begins with: found much faster than the markup itself."""
_SAME = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "\u00a0": " ", "\u202f": " ", "\t": " "})


@dataclass(frozen=True, slots=True)
class View:
    """Plain text and, for each of its characters, the index in the raw text.

    Attributes:
        text: without markup; literal values stand between ``OPEN`` and ``CLOSE``.
        places: for each character of ``text`` its index in the raw text, and one more for the end.
        raw: the raw text.
        begin: where in it the view begins.
    """

    text: str
    places: Sequence[int]
    raw: str
    begin: int

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the raw span of a span of the plain text, with the markup that hugs it."""
        first = self.places[start - 1] + 1 if start else self.begin
        last = self.places[end]
        while first < self.places[start] and self.raw[first].isspace():
            first += 1
        inner = self.places[end - 1] + 1
        while last > inner and self.raw[last - 1].isspace():
            last -= 1
        return first, last


def plain(raw: str, start: int = 0, end: int | None = None, *, lines_end: bool = False) -> View:
    """Return the plain view of ``raw[start:end]``; places are indexes into ``raw``.

    Args:
        raw: the passage's text.
        start: where to begin.
        end: where to stop; None for the end.
        lines_end: whether a line break ends a sentence, as it does in chats.
    """
    stop = len(raw) if end is None else end
    if _SIGN.search(raw, start, stop) is None:
        return View(raw[start:stop].translate(_SAME), range(start, stop + 1), raw, start)
    text: list[str] = []
    places: list[int] = []

    def take(piece: str, at: int) -> None:
        text.append(piece.translate(_SAME))
        places.extend(range(at, at + len(piece)))

    def put(piece: str, at: int) -> None:
        text.append(piece)
        places.extend([at] * len(piece))

    at = start
    for match in _markup(raw, start, stop):
        before = raw[at : match.start()]
        kept = before.rstrip(" \t") if match["break"] is not None else before
        take(kept, at)
        broken = at + len(kept)
        at = match.end()
        if match["code"]:
            put(OPEN, match.start())
            take(match["inner"], match.start("inner"))
            put(CLOSE, match.end() - 1)
        elif match["break"] is not None:
            put(BREAK if lines_end or before.startswith("  ", len(kept)) else " ", broken)
        else:
            for group in ("label", "page", "bare", "escaped"):
                if match[group]:
                    take(match[group], match.start(group))
    take(raw[at:stop], at)
    return View("".join(text), (*places, stop), raw, start)


def _markup(raw: str, start: int, stop: int) -> Iterator[re.Match[str]]:
    at = start
    for sign in _SIGN.finditer(raw, start, stop):
        match = _MARKUP.match(raw, sign.start(), stop) if sign.start() >= at else None
        if match is not None:
            yield match
            at = match.end()
