"""The sentences of a block, as spans of its raw text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tenure.ingest.document import Block, BlockKind
from tenure.ingest.extract.chinese.script import has_han, stretches
from tenure.ingest.extract.chinese.sentences import bounds
from tenure.ingest.extract.said import own_words, paragraphs
from tenure.ingest.extract.sentences import sentences
from tenure.ingest.extract.view import View, plain

Span = tuple[int, int]


def units(block: Block, stated: Iterable[Span]) -> list[Span]:
    """Return the spans to ask about, rising: those that statements were read from, and all other sentences.

    Questions are left out, unless something was read from them.
    """
    taken = sorted(set(stated))
    rest = [one for one in _sentences(block) if all(one[1] <= a or one[0] >= b for a, b in taken)]
    return sorted({*taken, *rest})


def _sentences(block: Block) -> Iterator[Span]:
    for view in _views(block):
        for start, end, chinese in stretches(view.text) if has_han(view.text) else [(0, len(view.text), False)]:
            if chinese:
                yield from (view.span(start + a, start + b) for a, b in bounds(view.text[start:end]))
                continue
            for one in sentences(view.text[start:end]):
                if not one.asks:
                    yield view.span(start + one.start, start + one.end)


def _views(block: Block) -> Iterator[View]:
    if block.kind is BlockKind.ITEMS:
        at = 0
        for line in block.text.split("\n"):
            yield plain(block.text, at, at + len(line))
            at += len(line) + 1
    elif block.kind in {BlockKind.MESSAGE, BlockKind.LETTER}:
        letter = block.kind is BlockKind.LETTER
        for start, end in paragraphs(block.text) if letter else own_words(block.text):
            yield plain(block.text, start, end, lines_end=not letter)
    elif block.kind is BlockKind.PROSE:
        yield plain(block.text)
