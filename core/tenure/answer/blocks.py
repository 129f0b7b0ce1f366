"""A text as blocks and sentences: what may be read together, and whom it is about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_BLOCK_END = re.compile(r"\n[ \t]*\n|\n(?=[ \t]*(?:[-*+>|#]|\d+[.)][ \t]|[\w \t./-]{1,40}:[ \t]))|(?<=\|)[ \t]*\n")
_SENTENCE_END = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)[.!?][\"')\]]*(?=\s)")
_HEADING = re.compile(r"[ \t]*(?P<marks>#{1,6})[ \t]+|(?:\A|\n)[ \t]*\[(?P<section>[^\]\n]+)\][ \t]*$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, table row, list item or key-value line, as a character span."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, list item, row or heading.

    Attributes:
        start, end: character span.
        level: of a heading, its depth (1 to 6); 0 for any other block.
        sentences: the sentences it consists of.
        fresh: whether an empty line or a heading stands before it, so that nothing carries over.
    """

    start: int
    end: int
    level: int
    sentences: tuple[Sentence, ...]
    fresh: bool


def blocks(text: str) -> Iterator[Block]:
    """Split a text into blocks; together they cover every visible character."""
    at = 0
    fresh = True
    for match in _BLOCK_END.finditer(text):
        if match.start() > at:
            yield _block(text, at, match.start(), fresh)
        fresh = match[0].count("\n") > 1
        at = match.end()
    if at < len(text):
        yield _block(text, at, len(text), fresh)


def _block(text: str, start: int, end: int, fresh: bool) -> Block:
    heading = _HEADING.match(text, start, end)
    level = 0 if heading is None else len(heading["marks"] or "##")
    return Block(start, end, level, tuple(_sentences(text, start, end)), fresh)


def _sentences(text: str, start: int, end: int) -> Iterator[Sentence]:
    at = start
    for match in _SENTENCE_END.finditer(text, start, end):
        yield Sentence(at, match.end())
        at = match.end()
    if at < end:
        yield Sentence(at, end)


def sentence_at(sentences: Sequence[Sentence], place: int) -> Sentence:
    """Return the sentence that holds the character at ``place``."""
    for sentence in sentences:
        if place < sentence.end:
            return sentence
    return sentences[-1]
