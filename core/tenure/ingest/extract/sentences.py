"""Splits plain text into sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tenure.ingest.extract.signs import lowered
from tenure.ingest.extract.view import BREAK, CLOSE, OPEN

_EMOJI = "\U0001f300-\U0001faff"
_END = re.compile(
    # One class of characters first: such a pattern is found much faster than one that begins with alternatives.
    rf"(?P<stop>[.!?…{BREAK}{_EMOJI}]"
    rf"(?:(?<=[.!?…])[.!?…]*[\"')\]]*(?=\s|$|{BREAK})|(?<={BREAK}){BREAK}*|(?<=[{_EMOJI}])[{_EMOJI}]*))"
)
_ABBREVIATIONS = frozenset(
    ("e.g", "i.e", "etc", "vs", "approx", "no", "mr", "mrs", "ms", "dr", "prof", "st", "fig", "incl", "excl", "resp",
     "cf", "ca", "min", "max", "sec", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sept", "sep", "oct", "nov",
     "dec", "inc", "ltd", "co", "corp", "a.m", "p.m")
)  # fmt: skip
_INITIAL = re.compile(r"[A-Z]")
_SPACE = re.compile(r"[\s(]")
_NO_NAME = re.compile(r"(?:The|It|Its|This|That|We|In|Our|They|But|And)\b")
"""What no surname begins with: "written in C. The licence" is two sentences."""
_AROUND = 40
"""Characters before and after a full stop that decide what it is."""
LONGEST = 2_000
"""Characters; what goes on for longer without an end is data or debris, and states nothing."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a plain text: its span there, and whether it asks."""

    start: int
    end: int
    text: str
    asks: bool


def sentences(text: str) -> Iterator[Sentence]:
    """Yield the sentences of a plain text of at most ``LONGEST`` characters; nothing inside back quotes ends one."""
    start = counted = opened = 0
    for match in _END.finditer(text):
        # Each stretch is looked at once: a file may be one line of many megabytes.
        opened += text.count(OPEN, counted, match.start()) - text.count(CLOSE, counted, match.start())
        counted = match.start()
        if match.start() < start or opened > 0:
            continue
        until = text[max(start, match.end() - _AROUND) : match.end()]
        rest = text[match.end() : match.end() + _AROUND].lstrip()
        # A full stop after an abbreviation ends a sentence only if a capital follows, a month's never.
        if match["stop"] == "." and _abbreviated(until, rest):
            continue
        yield from _one(text, start, match.end())
        start = match.end()
    yield from _one(text, start, len(text))


def _abbreviated(until: str, rest: str) -> bool:
    word = _SPACE.split(until[:-1])[-1]
    if _INITIAL.fullmatch(word):
        return not _NO_NAME.match(rest)
    return lowered(word) in _ABBREVIATIONS and not _new_start(until, rest)


def _new_start(until: str, rest: str) -> bool:
    word = _SPACE.split(until.rstrip("."))[-1].lower()
    return word in {"etc", "min", "max", "sec", "no", "inc", "ltd", "co"} and (rest[:1].isupper() or not rest)


def _one(text: str, start: int, end: int) -> Iterator[Sentence]:
    if end - start > LONGEST:
        return
    piece = text[start:end]
    begin = start + len(piece) - len(piece.lstrip().lstrip(BREAK).lstrip())
    stop = start + len(piece.rstrip().rstrip(BREAK).rstrip())
    if stop > begin:
        sentence = text[begin:stop]
        yield Sentence(begin, stop, sentence, sentence.rstrip("\"')] ").endswith("?"))
