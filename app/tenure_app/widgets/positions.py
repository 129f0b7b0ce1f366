"""Places in a text as Qt counts them: it takes a character beyond the basic plane, such as an emoji, for two."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

_BASIC = "\uffff"


def qt_places(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return character spans of a text as Qt's documents count them."""
    wide = [at for at, character in enumerate(text) if character > _BASIC] if not _plain(text) else []
    if not wide:
        return list(spans)
    return [(start + bisect_left(wide, start), end + bisect_left(wide, end)) for start, end in spans]


def _plain(text: str) -> bool:
    return text.isascii() or max(text) <= _BASIC
