"""Plain text notes: paragraphs apart by blank lines, dated lines as headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC

from tenure.ingest.document import Block, BlockKind, Document
from tenure.ingest.readers.base import Content
from tenure.ingest.readers.dates import Origin, from_heading, of_document, whole_date
from tenure.instants import DateOrigin, parse_date
from tenure.timewords import find_dates

_UNDERLINE = re.compile(r"^(?P<sign>[=~^\"'`#*+.:_-])(?P=sign){2,}\s*$")
_DIRECTIVE = re.compile(r"^\.\. (?!\[)\S")
_ITEM = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+")


class TextReader:
    """Reads any text; the reader of last resort."""

    kind = "text"
    covers = "Any other text: paragraphs, lists, lines of a name and a value; dated lines govern what follows."
    rank = 90
    structured = False
    binary = False

    def claims(self, name: str) -> bool:
        """Whether there is a file, whatever its name."""
        return bool(name)

    def accepts(self, content: Content) -> bool:
        """Whether it is text at all, which it is once decoded."""
        return bool(content.name)

    def read(self, content: Content) -> Document:
        """Read the notes; a line that is only a date governs what stands under it."""
        lines = content.text.split("\n")
        first = next((line.strip() for line in lines if line.strip()), "")
        whole = of_document(content.name, None, content.file_time, content.zone, content.now)
        blocks = tuple(_blocks(lines, whole, content))
        return Document(content.name, "text", first if len(first) <= 80 else "", content.digest, whole.dated, blocks)


def _blocks(lines: list[str], origin: Origin, content: Content) -> Iterator[Block]:
    heading = ""
    code = False
    for start, end in _paragraphs(lines):
        text = "\n".join(lines[start:end])
        # Code of reStructuredText: what is indented below a directive or a line that ends in "::".
        indented = all(line.startswith((" ", "\t")) for line in lines[start:end])
        directive = _DIRECTIVE.match(text) is not None
        code = directive or (code and indented)
        title = _title(lines, start, end)
        if title is not None:
            dated = from_heading(title, content.zone)
            heading = title
            if dated is not None:
                origin = Origin(dated, DateOrigin.DOCUMENT)
            continue
        items = all(_ITEM.match(line) or line.startswith((" ", "\t")) for line in lines[start:end])
        quoted = all(line.lstrip().startswith(">") for line in lines[start:end])
        kind = BlockKind.SILENT if quoted or code else BlockKind.ITEMS if items else BlockKind.PROSE
        code = code or text.endswith("::")
        yield Block(text, origin.dated, origin.origin, start + 1, (heading,) if heading else (), kind)


def _paragraphs(lines: list[str]) -> Iterator[tuple[int, int]]:
    start: int | None = None
    for number, line in enumerate([*lines, ""]):
        if line.strip():
            dated_line = start is not None and _is_dated_line(line)
            if dated_line and start is not None:
                yield start, number
                start = number
            start = number if start is None else start
            if _is_dated_line(line):
                yield number, number + 1
                start = None
        elif start is not None:
            yield start, number
            start = None


def _is_dated_line(line: str) -> bool:
    text = line.strip().rstrip(":")
    digits = len(text) <= 40 and text[:1].isalnum() and bool(re.search(r"\d", text))
    return digits and _all_date(text) and whole_date(text, UTC) is not None


def _all_date(text: str) -> bool:
    found = find_dates(f"on {text}", parse_date("2000"), UTC)
    return len(found) == 1 and found[0].end - found[0].start >= len(text) - 1


def _title(lines: list[str], start: int, end: int) -> str | None:
    if end - start == 1 and (_is_dated_line(lines[start]) or lines[start].startswith("#")):
        return lines[start].strip().strip("#").strip()
    if end - start == 2 and _UNDERLINE.match(lines[end - 1]):
        return lines[start].strip()
    return None


READERS = (TextReader(),)
