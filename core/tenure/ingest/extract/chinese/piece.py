"""A stretch of masked text with its dates and scopes cut out, that remembers where it came from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tenure.ingest.extract.chinese.scopes import ScopeMention
from tenure.timewords import DateMention

DATE, SCOPE = "\ue030", "\ue031"
"""A date; a scope."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Text to match against, with for each character its place in the sentence.

    Attributes:
        text: masked, each date one ``DATE`` and each scope one ``SCOPE``.
        places: for each character its first place in the sentence, and one more for the end.
        source: the sentence as written.
        dates: what stands at each ``DATE``, by place.
        scopes: what stands at each ``SCOPE``, by place.
    """

    text: str
    places: tuple[int, ...]
    source: str
    dates: dict[int, DateMention]
    scopes: dict[int, ScopeMention]

    @classmethod
    def of(cls, text: str, source: str, dates: list[DateMention], scopes: list[ScopeMention]) -> Piece:
        """Cut dates and scopes out of a masked sentence; of two that overlap, the scope."""
        cuts: list[tuple[int, int, DateMention | ScopeMention]] = [(s.start, s.end, s) for s in scopes]
        cuts += [
            (d.group_start, d.group_end, d)
            for d in dates
            if all(d.group_end <= s.start or d.group_start >= s.end for s in scopes)
        ]
        cuts.sort(key=lambda c: c[0])
        pieces: list[str] = []
        places: list[int] = []
        found_dates: dict[int, DateMention] = {}
        found_scopes: dict[int, ScopeMention] = {}
        at = 0
        for start, end, what in cuts:
            if start < at:
                continue
            pieces.append(text[at:start])
            places.extend(range(at, start))
            places.append(start)
            if isinstance(what, ScopeMention):
                pieces.append(SCOPE)
                found_scopes[start] = what
            else:
                pieces.append(DATE)
                found_dates[start] = what
            at = end
        pieces.append(text[at:])
        places.extend(range(at, len(text) + 1))
        return cls("".join(pieces), tuple(places), source, found_dates, found_scopes)

    def part(self, start: int, end: int) -> Piece:
        """Return a part as a piece of its own."""
        return Piece(self.text[start:end], self.places[start : end + 1], self.source, self.dates, self.scopes)

    def without(self, start: int, end: int) -> Piece:
        """Return the piece with a span left out."""
        return Piece(
            self.text[:start] + self.text[end:],
            self.places[:start] + self.places[end:],
            self.source,
            self.dates,
            self.scopes,
        )

    def raw(self, start: int, end: int) -> str:
        """Return what is written at a span of the piece; a date without the words around it."""
        if end - start == 1 and self.text[start] == DATE:
            mention = self.dates[self.places[start]]
            return self.source[mention.start : mention.end]
        if end <= start:
            return ""
        return self.source[self.places[start] : self.places[end - 1] + 1]

    def dates_in(self, start: int, end: int) -> list[DateMention]:
        """Return the dates of a span of the piece."""
        return [self.dates[self.places[i]] for i in range(start, end) if self.text[i] == DATE]

    def scopes_in(self) -> list[ScopeMention]:
        """Return the scopes of the piece."""
        return [self.scopes[self.places[i]] for i, c in enumerate(self.text) if c == SCOPE]


_SPLIT = re.compile(r"[，。；！？]|--|(?<=\s)-(?=\s)|\s{2,}|\s(?=[\u4e00-\u9fff]{2,6}：)|\s?[|•·▪]\s")


def clauses(piece: Piece) -> Iterator[Piece]:
    """Yield the clauses of a sentence."""
    start = 0
    for match in _SPLIT.finditer(piece.text):
        if match.start() > start:
            yield piece.part(start, match.start())
        start = match.end()
    if start < len(piece.text):
        yield piece.part(start, len(piece.text))
