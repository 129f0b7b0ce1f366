"""Text as words with places, so that what is found can be pointed at.

A word is a run of letters, digits and underscores; every other visible character is a word of its
own, and so is each Chinese, Japanese or Korean character, because these scripts put no spaces
between words. Words compare by their folded form (NFKC, case).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_CJK}]|(?:(?![{_CJK}])[\w\u0300-\u036f])+|[^\w\s]")
_JOINERS = frozenset(".-@+~")
_ENDINGS = ("ing", "ed", "es", "s", "e")

STOP_WORDS = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "in",
        "on",
        "at",
        "to",
        "for",
        "from",
        "by",
        "with",
        "and",
        "or",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "being",
        "do",
        "does",
        "did",
        "has",
        "have",
        "had",
        "it",
        "its",
        "this",
        "that",
        "these",
        "those",
        "there",
        "what",
        "which",
        "who",
        "whom",
        "whose",
        "when",
        "where",
        "why",
        "how",
        "we",
        "our",
        "us",
        "you",
        "your",
        "i",
        "my",
        "me",
        "they",
        "their",
        "he",
        "she",
        "any",
        "some",
        "as",
        "so",
        "if",
        "then",
        "than",
        "not",
        "no",
        "will",
        "would",
        "can",
        "could",
        "may",
        "might",
        "shall",
        "should",
        "must",
        "still",
        "also",
        "just",
        "please",
        "tell",
        "show",
        "give",
        "say",
        "know",
        "into",
        "out",
        "up",
        "down",
        "about",
        "over",
        "under",
        "between",
        "during",
        "per",
        "each",
        "every",
        "s",
        "t",
        "re",
        "ll",
        "ve",
        "d",
        "now",
        "today",
        "currently",
        "nowadays",
        "right",
        "current",
        "latest",
        "present",
        "moment",
        "days",
        "anymore",
        "yet",
    ]
)
"""Words that say nothing about which thing or which attribute is meant."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text.

    Attributes:
        start: index of its first character in the text.
        end: index after its last character.
        form: its folded form.
        glued: whether no white space stands between it and the word before.
    """

    start: int
    end: int
    form: str
    glued: bool


def fold_word(text: str) -> str:
    """Return the form by which words compare: NFKC and case folded."""
    return unicodedata.normalize("NFKC", text).casefold() if not text.isascii() else text.lower()


def words(text: str, offset: int = 0) -> list[Word]:
    """Split a text into words; places are counted from ``offset``."""
    found: list[Word] = []
    last = -1
    for match in _WORD.finditer(text):
        start, end = match.span()
        found.append(Word(start + offset, end + offset, fold_word(match[0]), start == last))
        last = end
    return found


def stem(form: str) -> str:
    """Return a crude stem, enough to see that ``listens`` and ``listening`` are one word."""
    for ending in _ENDINGS:
        if form.endswith(ending) and len(form) - len(ending) >= 3 and not form.endswith("ss"):
            root = form[: -len(ending)]
            return root[:-1] if len(root) > 3 and root[-1] == root[-2] and root[-1] not in "sl" else root
    return form[:-1] + "i" if form.endswith("y") and len(form) > 3 else form


def content_stems(text: str) -> list[str]:
    """Return the stems of the words that carry meaning, in order."""
    return [
        stem(word.form) for word in words(text) if word.form not in STOP_WORDS and any(c.isalnum() for c in word.form)
    ]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A name or value as a sequence of words, with where white space must not stand."""

    forms: tuple[str, ...]
    glued: tuple[bool, ...]

    @classmethod
    def of(cls, text: str) -> Pattern:
        """Build the pattern of a written name or value (empty for one without visible characters)."""
        found = words(text)
        return cls(tuple(w.form for w in found), tuple(w.glued for w in found))

    def matches(self, text: Sequence[Word], at: int, *, loose: bool = False) -> bool:
        """Return whether the pattern stands at index ``at``.

        With ``loose``, white space and hyphens are taken as one (names: ``api gateway`` is
        ``api-gateway``).
        """
        count = len(self.forms)
        if at + count > len(text):
            return False
        for index in range(count):
            word = text[at + index]
            if word.form != self.forms[index]:
                return False
            if index and not loose and word.glued != self.glued[index]:
                return False
        return True


def stands_alone(text: Sequence[Word], start: int, end: int) -> bool:
    """Return whether the words ``start`` to ``end`` are no part of a longer written value.

    ``2.3`` is part of ``2.3.1`` and ``billing`` of ``billing-worker``; ``8080`` in
    ``localhost:8080`` and ``8080/tcp`` stands alone, and so does the end of a sentence.
    """
    return not (_joined_before(text, start) or _joined_after(text, end))


def _joined_before(text: Sequence[Word], start: int) -> bool:
    if start < 2 or not text[start].glued:
        return False
    joint, before = text[start - 1], text[start - 2]
    return joint.form in _JOINERS and joint.glued and joint.form != "~" and _is_word(before) and _is_word(text[start])


def _joined_after(text: Sequence[Word], end: int) -> bool:
    if end + 1 >= len(text) or not text[end].glued:
        return False
    joint, after = text[end], text[end + 1]
    return joint.form in _JOINERS and after.glued and _is_word(after) and _is_word(text[end - 1])


def _is_word(word: Word) -> bool:
    return word.form[0].isalnum() or word.form[0] == "_"
