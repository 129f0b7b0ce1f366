"""A sentence as words that can be asked for their place, kind and text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tenure.ingest.extract.tokens import MARKED, PUNCTUATION, Token
from tenure.ingest.extract.view import CLOSE, OPEN

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
    """

    text: str
    tokens: list[Token]
    marks: Mapping[int, Mark] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.tokens)

    def low(self, i: int) -> str:
        """Return a token in lower case; empty beyond the end."""
        return self.tokens[i].low if 0 <= i < len(self.tokens) else ""

    def kind(self, i: int) -> str:
        """Return the kind of a token; empty beyond the end."""
        return self.tokens[i].kind if 0 <= i < len(self.tokens) else ""

    def raw(self, i: int, j: int) -> str:
        """Return the text of tokens ``i`` to ``j`` without the quotes of code and quotations."""
        if j - i == 1 and self.tokens[i].kind != MARKED:
            return self.tokens[i].text
        text = self.text[self.tokens[i].start : self.tokens[j - 1].end]
        text = _MARK.sub(lambda m: f" {self.marks[int(m[1])].whole} " if int(m[1]) in self.marks else " ", text)
        return " ".join(text.replace(OPEN, "").replace(CLOSE, "").split())

    def phrase(self, i: int, count: int) -> str:
        """Return some tokens in lower case, joined by blanks."""
        return " ".join(t.low for t in self.tokens[i : i + count])

    def starts(self, i: int, phrases: Mapping[int, frozenset[str]]) -> int:
        """Return how many tokens from ``i`` on make up one of the phrases, grouped by length; 0 if none."""
        for count in sorted(phrases, reverse=True):
            if i + count <= len(self.tokens) and self.phrase(i, count) in phrases[count]:
                return count
        return 0

    def pauses(self, i: int) -> bool:
        """Whether the sentence ends or pauses at a token."""
        return i >= len(self.tokens) or (self.tokens[i].kind == PUNCTUATION and self.tokens[i].text in ",.;:!?)(—–…]")


def by_length(phrases: frozenset[str] | list[str]) -> dict[int, frozenset[str]]:
    """Group phrases by how many words they have."""
    lengths: dict[int, set[str]] = {}
    for phrase in phrases:
        lengths.setdefault(len(phrase.split()), set()).add(phrase)
    return {count: frozenset(group) for count, group in lengths.items()}
