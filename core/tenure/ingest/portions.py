"""Very long blocks of text in portions: a passage of a whole file could be neither found nor shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tenure.ingest.document import Block, BlockKind, Document

LONGEST = 8_000
"""Characters of a block that stays whole."""
_PORTION = 4_000
"""Characters of a portion at most."""
_PLACES = tuple(
    re.compile(pattern)
    for pattern in (r"[.!?:;][\"')\]]*\n|[。！？；][”’）]*\n", r"\n", r"[.!?][\"')\]]*\s|[。！？；]", r"\s")
)
"""Where a portion may end, the best first: after a sentence that ends its line, a line, a sentence, a word."""


def in_portions(document: Document) -> Document:
    """Return a document whose long blocks are in portions, of which each is whole sentences where there are any.

    Tables stay whole, as their rows are read by what heads them, and so do entries with blocks of their own.
    """
    if document.entries or all(len(block.text) <= LONGEST for block in document.blocks):
        return document
    return replace(document, blocks=tuple(portion for block in document.blocks for portion in _portions(block)))


def _portions(block: Block) -> Iterator[Block]:
    if len(block.text) <= LONGEST or block.kind is BlockKind.TABLE:
        yield block
        return
    text, start, line = block.text, 0, block.line
    while start < len(text):
        end = _end(text, start)
        part = text[start:end]
        if part.strip():
            ahead = len(part) - len(part.lstrip("\n"))
            yield replace(block, text=part.strip("\n"), line=line + ahead)
        line += part.count("\n")
        start = end


def _end(text: str, start: int) -> int:
    """Return where the portion that begins at ``start`` ends."""
    stop = start + _PORTION
    if stop >= len(text):
        return len(text)
    for place in _PLACES:
        ends = [found.end() for found in place.finditer(text, start + _PORTION // 2, stop)]
        if ends:
            return ends[-1]
    return stop
