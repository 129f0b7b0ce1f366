"""Words of texts and questions, as the lexical index keeps and asks for them.

FTS5's own tokenizer takes a run of Chinese, Japanese or Korean letters for one word, so that nothing
inside it is found. Such runs are therefore written as overlapping pairs, and the last letter once
more by itself: 世界地図 becomes 世界 界地 地図 図. A question's run becomes the phrase of its pairs; a
single letter becomes a prefix, which finds it wherever it stands.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003134f"
_CJK_RUN = re.compile(f"[{_CJK}]+")
_WORD = re.compile(r"\w+")

_COMMON = (
    "a about after all also am an and any are as at be been before being but by can could did do does doing "
    "for from had has have having he her here him his how i if in into is it its just may me more most my no nor not "
    "now of on once only or other our out over own please she should so some such tell than that the their them then "
    "there these they this those through to too under until up us very was we were what when where which while who "
    "whom whose why will with would you your"
)
STOP_WORDS = frozenset(_COMMON.split())
"""Words that tell nothing about what a text is about."""


def index_form(text: str) -> str:
    """Return ``text`` as the index takes it: NFKC, case-folded, CJK runs as pairs."""
    return _CJK_RUN.sub(lambda found: f" {' '.join(_pairs(found[0]))} ", _same_case(text))


def _same_case(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _pairs(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)] + [run[-1]]


def match_expression(query: str) -> str:
    """Return the FTS5 expression that finds texts with any word of ``query``; empty if it has none.

    Every word is quoted, so that no letter of a question is ever taken for an operator. Common
    words are left out unless there is nothing else.
    """
    phrases: dict[str, bool] = {}
    for piece in _same_case(query).split():
        phrases.update(_phrases(piece))
    wanted = [phrase for phrase, common in phrases.items() if not common] or list(phrases)
    return " OR ".join(wanted)


def _phrases(piece: str) -> Iterable[tuple[str, bool]]:
    for run in _CJK_RUN.findall(piece):
        if len(run) == 1:
            yield f'"{run}" *', False
        else:
            yield f'"{" ".join(_pairs(run)[:-1])}"', False
    rest = _CJK_RUN.sub(" ", piece)
    for part in rest.split():
        words = _WORD.findall(part)
        if not words:
            continue
        common = len(words) == 1 and words[0] in STOP_WORDS
        yield f'"{" ".join(words)}"', common
        if len(words) > 1 and words[-1] in {"s", "re", "ll", "ve", "d", "t"}:
            yield f'"{words[0]}"', words[0] in STOP_WORDS


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return a rough stem, enough to tell that ``listens`` and ``listening`` are one word."""
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            return word[: -len(ending)]
    return word


def words(text: str) -> list[str]:
    """Return the folded words of ``text`` in order; CJK runs as pairs."""
    return _WORD.findall(index_form(text))


def content_stems(text: str) -> frozenset[str]:
    """Return the stems of the words of ``text`` that are not common ones."""
    return frozenset(stem(word) for word in words(text) if word not in STOP_WORDS)
