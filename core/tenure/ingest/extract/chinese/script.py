"""Which stretches of a text are Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tenure.ingest.extract.chinese.normal import masked
from tenure.ingest.extract.chinese.sentences import bounds

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_WORD = re.compile(r"[A-Za-z][\w./:@#-]*")
_GRAMMAR = re.compile(r"[的是为了由在用不有将改换至和与]|支持|监听|依赖")


def has_han(text: str) -> bool:
    """Whether a text has any Chinese character."""
    return _HAN.search(text) is not None


def is_chinese(text: str) -> bool:
    """Whether a sentence is to be read as Chinese: more Chinese characters than other words."""
    han = len(_HAN.findall(text))
    if han < 2:
        return False
    words = len(_WORD.findall(text))
    return han >= words or (han * 2 > words and _GRAMMAR.search(text) is not None)


def stretches(text: str) -> Iterator[tuple[int, int, bool]]:
    """Yield spans that make up a text, each with whether it is Chinese; neighbours of a kind are one span."""
    open_start, open_kind, end = 0, None, 0
    for start, stop in bounds(masked(text).text):
        kind = is_chinese(text[start:stop])
        if open_kind is not None and kind is not open_kind:
            yield open_start, start, open_kind
            open_start = start
        open_kind, end = kind, stop
    if open_kind is not None:
        yield open_start, end, open_kind
