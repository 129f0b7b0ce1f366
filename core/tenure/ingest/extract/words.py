"""A sentence as words that can be asked for their place, kind and text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Concatenate, ParamSpec, TypeVar

from tenure.ingest.extract.signs import lowered
from tenure.ingest.extract.tokens import MARKED, PUNCTUATION, Token
from tenure.ingest.extract.view import CLOSE, OPEN

Phrases = Mapping[str, tuple[tuple[str, ...], ...]]
"""Phrases by their first word; see :func:`by_first`."""
_BEYOND = [""] * 64
"""Places before and behind a sentence that may be asked for."""
_STOPS = frozenset((";", ":", "!"))
_UNREAD = object()
_P = ParamSpec("_P")
_R = TypeVar("_R")
_S = TypeVar("_S")
_MARK = re.compile("\ue000(\\d+)\ue001")


@dataclass(frozen=True, slots=True)
class Mark:
    """What a number in a sentence stands for.

    Attributes:
        text: the date or the scope's words, without what stands before them.
        whole: with those ("since March").
        preposition: those, in lower case.
        dated: whether it is a date.
    """

    text: str
    whole: str
    preposition: str = ""
    dated: bool = True


@dataclass(slots=True)
class Words:
    """A sentence as tokens.

    Attributes:
        text: the sentence, its dates and scopes numbered.
        tokens: its tokens.
        marks: for each number what it stands for.
        low: returns a token in lower case by its place; empty beyond the ends.
        kind: returns the kind of a token by its place; empty beyond the ends.
        present: all its tokens in lower case.
        lowered: the sentence in lower case; see :func:`~tenure.ingest.extract.signs.lowered`.
        read: what was read of it before; see :func:`once`.
    """

    text: str
    tokens: list[Token]
    marks: Mapping[int, Mark] = field(default_factory=dict)
    low: Callable[[int], str] = field(init=False, repr=False)
    kind: Callable[[int], str] = field(init=False, repr=False)
    present: frozenset[str] = field(init=False, repr=False)
    lowered: str = field(init=False, repr=False)
    read: dict[tuple[object, ...], Any] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        lows = [t.low for t in self.tokens]
        self.present = frozenset(lows)
        self.lowered = lowered(self.text)
        # Asked for tens of times a token: the lists' own methods cost no call of Python's.
        self.low = [*lows, *_BEYOND].__getitem__
        self.kind = [*[t.kind for t in self.tokens], *_BEYOND].__getitem__

    def __len__(self) -> int:
        return len(self.tokens)

    def raw(self, i: int, j: int) -> str:
        """Return the text of tokens ``i`` to ``j`` without the quotes of code and quotations."""
        if j - i == 1 and self.tokens[i].kind != MARKED:
            return self.tokens[i].text
        text = self.text[self.tokens[i].start : self.tokens[j - 1].end]
        text = _MARK.sub(lambda m: f" {self.marks[int(m[1])].whole} " if int(m[1]) in self.marks else " ", text)
        return " ".join(text.replace(OPEN, "").replace(CLOSE, "").split())

    def phrase(self, i: int, count: int) -> str:
        """Return some tokens in lower case, joined by blanks."""
        return " ".join([t.low for t in self.tokens[i : i + count]])

    def starts(self, i: int, phrases: Phrases) -> int:
        """Return how many tokens from ``i`` on make up one of the phrases, the longest; 0 if none."""
        for phrase in phrases.get(self.low(i), ()):
            count = len(phrase)
            if count == 1 or tuple([t.low for t in self.tokens[i : i + count]]) == phrase:
                return count
        return 0

    def stop(self, i: int, farthest: int, *, cited: bool) -> int:
        """Return where a clause stops at the latest: at ";", ":" or "!" or far enough.

        Args:
            i: where it begins.
            farthest: what is far enough.
            cited: whether such a mark in code or quotation marks is one too.
        """
        last = min(farthest, len(self.tokens))
        if self.present.isdisjoint(_STOPS):
            return last
        stops = (k for k in range(i, last) if self.low(k) in _STOPS and (cited or self.kind(k) == PUNCTUATION))
        return next(stops, last)

    def pauses(self, i: int) -> bool:
        """Whether the sentence ends or pauses at a token."""
        return i >= len(self.tokens) or (self.tokens[i].kind == PUNCTUATION and self.tokens[i].text in ",.;:!?)(—–…]")


def once(
    read: Callable[Concatenate[_S, Words, _P], _R],
) -> Callable[Concatenate[_S, Words, _P], _R]:
    """Read the same thing of a sentence only once: the rules of clauses ask for it at every token."""

    def found(self: _S, words: Words, /, *args: _P.args, **named: _P.kwargs) -> _R:
        key = (read, *args, *named.values()) if named else (read, *args)
        value: _R = words.read.get(key, _UNREAD)
        if value is _UNREAD:
            value = words.read[key] = read(self, words, *args, **named)
        return value

    return found


def by_first(phrases: Iterable[str]) -> Phrases:
    """Group phrases by their first word, the longest first."""
    groups: dict[str, list[tuple[str, ...]]] = {}
    for phrase in set(phrases):
        words = tuple(phrase.split())
        groups.setdefault(words[0], []).append(words)
    return {first: tuple(sorted(group, key=len, reverse=True)) for first, group in groups.items()}
