"""The text of simple HTML, as in e-mail: paragraphs and items apart, quotations marked ``>``."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_BREAKS = frozenset(
    ["p", "div", "br", "tr", "table", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "pre", "section", "article"]
)
_SKIPPED = frozenset(["script", "style", "head", "title", "template"])


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = [""]
        self._skip = 0
        self._quoted = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - the base class's
        if tag in _SKIPPED:
            self._skip += 1
        elif tag == "blockquote":
            self._break()
            self._quoted += 1
        elif tag == "li":
            self._break()
            self._put("- ")
        elif tag in {"td", "th"}:
            self._put(" ")
        elif tag in _BREAKS:
            self._break()

    def handle_endtag(self, tag: str) -> None:
        if tag in _SKIPPED:
            self._skip = max(0, self._skip - 1)
        elif tag == "blockquote":
            self._break()
            self._quoted = max(0, self._quoted - 1)
        elif tag in _BREAKS and tag != "br":
            self._break()
            if tag in {"p", "table", "ul", "ol"}:
                self.lines.append("")

    def handle_data(self, data: str) -> None:
        if not self._skip:
            self._put(re.sub(r"\s+", " ", data))

    def _put(self, text: str) -> None:
        if self._quoted and text.strip() and not self.lines[-1]:
            self.lines[-1] = "> "
        self.lines[-1] += text

    def _break(self) -> None:
        if self.lines[-1].strip():
            self.lines.append("")


def text_of(html: str) -> str:
    """Return the text that a reader of the HTML sees, without scripts and styles."""
    parser = _Text()
    try:
        parser.feed(html)
        parser.close()
    except (AssertionError, ValueError):  # what the standard parser raises for broken declarations
        return re.sub(r"<[^>]*>", " ", html)
    text = "\n".join(" ".join(line.split()) for line in parser.lines)
    return re.sub(r"\n{3,}", "\n\n", text).strip()
