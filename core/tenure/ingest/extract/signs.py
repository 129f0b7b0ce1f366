"""The words of a text, by which most of what it might hold is ruled out before any pattern is tried."""

from __future__ import annotations

import re
from dataclasses import dataclass

_WORD = re.compile(r"\w+")
_DIGIT = re.compile(r"\d")
_ALIKE = str.maketrans({"ı": "i", "İ": "i", "ſ": "s"})
"""Letters that a pattern which ignores case takes for others, and that ``str.lower`` does not."""


def lowered(text: str) -> str:
    """Return a text in lower case: what a pattern in lower case finds there it finds in the text, ignoring case."""
    return text.lower() if text.isascii() else text.translate(_ALIKE).lower()


def last_words(phrases: tuple[str, ...]) -> frozenset[str]:
    r"""Return the words that phrases end in, as ``\b`` parts them: a text holds none without its last word."""
    return frozenset(_WORD.findall(phrase.lower())[-1] for phrase in phrases)


@dataclass(frozen=True, slots=True)
class Signs:
    """What a text holds at first sight.

    Attributes:
        words: its words in lower case, as ``\\b`` parts them.
        digit: whether it holds a digit.
    """

    words: frozenset[str]
    digit: bool

    def any_of(self, words: frozenset[str]) -> bool:
        """Whether the text holds any of the words."""
        return not self.words.isdisjoint(words)


def signs_of(text: str) -> Signs:
    """Return the signs of a text."""
    return Signs(frozenset(_WORD.findall(lowered(text))), _DIGIT.search(text) is not None)
