"""One form of Chinese text to match against: simplified, half-width, quotations covered.

Each step keeps the length, so that a span of the result is a span of the text as written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from tenure.ingest.extract.chinese.lexicon import lexicon
from tenure.ingest.extract.view import CLOSE, OPEN

COVERED, QUOTE, UNQUOTE, TITLE, UNTITLE, ASIDE = (
    "\ue020",
    "\ue021",
    "\ue022",
    "\ue023",
    "\ue024",
    "\ue025",
)
"""A covered character; the marks around a quoted or literal text and around a title; a character of an aside."""

_PAIRS = (
    (re.compile(rf"{OPEN}([^{CLOSE}\n]*){CLOSE}"), QUOTE, UNQUOTE),
    (re.compile(r"“([^”]*)”|「([^」]*)」|『([^』]*)』|\"([^\"\n]*)\""), QUOTE, UNQUOTE),
    (re.compile(r"《([^》\n]*)》"), TITLE, UNTITLE),
)
_ASIDE = re.compile(r"\([^()\n]*\)")
_LABEL = re.compile(r"【[^】\n]*】|[\u2600-\u27bf\U0001F300-\U0001FAFF\ufe0f]+")
_MARKS = re.compile(
    r"^[ \t]*(?:/\**|//+|#+|\*|--|[-•·>])(?=[ \t])|\*/[ \t]*$"
    r"|^(?:feat|fix|chore|docs|refactor|perf|build|style|revert|test|ci)(?:\([^()\n]*\))?!?[:：](?=\s)",
    re.MULTILINE,
)
"""The marks of comments, lists and commits at the edges of a line."""
_COLUMNS = re.compile(
    r"\u3000(?=[^\s\u3000：:，。\n]{2,8} [^\s：:，。]+(?:\u3000|$|\n))"
    r"|\u3000(?=[^\s\u3000：:\n]{1,8} ?[\w ]{0,4}(?:[：:]|——))"
)
"""What parts fields written side by side."""
_THOUSANDS = re.compile(r"(?<=\d)，(?=\d{3}(?!\d))")
_KIN = re.compile(r"之(?=(?:妻|夫|父|母|女|子|长子|次子|长女|次女|弟|兄)(?![\u4e00-\u9fff]*[地后]))")
_CLOCK = re.compile(r"(?<=\d)：(?=\d\d)")
_LOOSE = re.compile(r"[,:;](?=\s|$|[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])[,;:](?!//)|[?!](?=\s|$|[\u4e00-\u9fff])")
_WIDE = {",": "，", ":": "：", ";": "；", "?": "？", "!": "！"}
_HALF = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if chr(code) not in "，：；？！"} | {0x3000: " "}


@dataclass(frozen=True, slots=True)
class Masked:
    """A text in that form, and the spans of its asides (brackets included)."""

    text: str
    asides: tuple[tuple[int, int], ...]


def simplified(text: str) -> str:
    """Return a text of the same length in simplified characters with half-width letters and digits."""
    same = _MARKS.sub(lambda m: " " * len(m[0]), _COLUMNS.sub("，", text)).translate(_HALF).translate(lexicon().simple)
    for word, other in lexicon().same:
        same = same.replace(word, other)
    same = same.replace("——", "： ")
    same = _KIN.sub("的", same)
    same = _CLOCK.sub(":", _THOUSANDS.sub(",", same))
    return _LOOSE.sub(lambda m: _WIDE[m[0]], same)


@lru_cache(maxsize=8)
def masked(text: str) -> Masked:
    """Return the form to match against: see the module's text."""
    same = simplified(text)
    for pattern, opening, closing in _PAIRS:
        same = pattern.sub(lambda m, o=opening, c=closing: o + COVERED * (len(m[0]) - 2) + c, same)  # type: ignore[misc]
    same = _LABEL.sub(lambda m: " " * len(m[0]), same)
    asides = tuple(m.span() for m in _ASIDE.finditer(same))
    return Masked(_ASIDE.sub(lambda m: ASIDE * len(m[0]), same), asides)
