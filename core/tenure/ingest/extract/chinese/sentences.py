"""Splits masked Chinese text into sentences; nothing inside quotation marks or code ends one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tenure.ingest.extract.view import BREAK

_END = re.compile(rf"[。！？；]+[”’」』）)\"]*|…+(?=\s|$)|[{BREAK}\n]+|\.(?=\s+[A-Z\u4e00-\u9fff]|\s*$)")
LONGEST = 1_000
"""Characters; what goes on for longer is debris and states nothing."""


def bounds(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the sentences of a masked text, each with its end mark."""
    start = 0
    for match in _END.finditer(text):
        if match[0] == "." and re.search(
            r"(?:^|\s)(?:\d{1,2}|[A-Z]|e\.g|i\.e|etc|vs|No)$", text[start : match.start()]
        ):
            continue
        if match.end() > start:
            yield start, match.end()
        start = match.end()
    if start < len(text):
        yield start, len(text)
