"""Values of a familiar kind that the ledger never had for the key a text speaks about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tenure.answer.values import NAMED, is_unit, numbers

_VERSION = re.compile(r"(?<![\w.])v?\d+(?:\.\d+)+(?![\w]|\.\d)", re.IGNORECASE)
_TEAM = re.compile(r"\b(?:[A-Z][\w-]*\s+)+[Tt]eam\b")
_CODE = re.compile(r"(?<![\w-])[A-Za-z]+[-_]\d+(?![\w-])")
_NUMBER = r"\d+(?:\.\d+)*(?![\w]|\.\d)"
_ARTICLES = ("the ", "our ", "a ")


def unknown_values(
    text: str, start: int, end: int, shapes: set[str], taken: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield the places of values that look like those of a relation and are none of them.

    Args:
        text: the whole text.
        start, end: the part to look through.
        shapes: the kinds of value to look for.
        taken: spans that are already something else: known values, names, dates.
    """
    for first, last in _places(text, start, end, shapes):
        if not any(a < last and first < b for a, b in taken):
            yield first, last


def _places(text: str, start: int, end: int, shapes: set[str]) -> Iterator[tuple[int, int]]:
    if "version" in shapes:
        for match in _VERSION.finditer(text, start, end):
            yield match.span()
    if "team" in shapes:
        for match in _TEAM.finditer(text, start, end):
            skip = next((len(a) for a in _ARTICLES if match[0].lower().startswith(a)), 0)
            yield match.start() + skip, match.end()
    if "code" in shapes:
        for match in _CODE.finditer(text, start, end):
            yield match.span()
    for name in (s.removeprefix(NAMED) for s in shapes if s.startswith(NAMED)):
        for match in re.compile(rf"(?<![\w-]){re.escape(name)}\s+{_NUMBER}", re.IGNORECASE).finditer(text, start, end):
            yield match.span()
    if not shapes & {"number", "measure"}:
        return
    for number in numbers(text, start, end):
        measured = number.unit is not None and is_unit(number.unit)
        if number.worded or (measured and "measure" not in shapes) or (not measured and len(number.digits) < 2):
            continue
        yield number.start, number.end if measured else number.bare_end
