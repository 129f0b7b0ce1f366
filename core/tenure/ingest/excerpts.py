"""The lines of a file that changed values stand on, as passages; and where in them each value's line is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

_GAP = 2
"""Changed lines that stand at most so many lines apart become one passage, with what is between."""
_MOST_LINES = 40
_LONGEST_LINE = 1_000
_AROUND = 200
"""Characters kept on each side of a value in a line longer than ``_LONGEST_LINE`` (minified JSON)."""


class Excerpt(NamedTuple):
    """A piece of a file: its text and the number of its first line, from 1."""

    text: str
    line: int


class Spot(NamedTuple):
    """Where a value's line is: the number of the excerpt, and the characters in it, half-open."""

    excerpt: int
    start: int
    end: int


def excerpts(lines: Sequence[str], values: Iterable[tuple[int, str]]) -> tuple[list[Excerpt], list[Spot | None]]:
    """Return the passages that changed values make, and for each value its spot.

    Args:
        lines: of the file, secrets blanked out.
        values: pairs (line from 1, value); a line of 0 is unknown and has no spot.
    """
    wanted = list(values)
    if len(wanted) == 1:
        found = _single(lines, wanted[0][0])
        if found is not None:
            return found
    pieces: list[Excerpt] = []
    spots: dict[int, Spot] = {}
    count = len(lines)
    numbers = sorted({n for n, _ in wanted if 0 < n <= count and len(lines[n - 1]) <= _LONGEST_LINE})
    start = 0
    while start < len(numbers):
        end = start
        while (
            end + 1 < len(numbers)
            and numbers[end + 1] - numbers[end] <= _GAP + 1
            and numbers[end + 1] - numbers[start] < _MOST_LINES
        ):
            end += 1
        _cut(lines, numbers[start : end + 1], pieces, spots)
        start = end + 1
    clipped: dict[str, int] = {}
    return pieces, [spots.get(n) or _clip(lines, n, value, pieces, clipped) for n, value in wanted]


def _single(lines: Sequence[str], number: int) -> tuple[list[Excerpt], list[Spot | None]] | None:
    """Return what the commonest case makes: one value on one line."""
    if not 0 < number <= len(lines) or len(lines[number - 1]) > _LONGEST_LINE:
        return None
    line = lines[number - 1]
    text = line.strip()
    return ([Excerpt(text, number)], [Spot(0, 0, len(text))]) if text else ([], [None])


def _cut(lines: Sequence[str], numbers: Sequence[int], pieces: list[Excerpt], spots: dict[int, Spot]) -> None:
    first, last = numbers[0], numbers[-1]
    if first == last:
        line = lines[first - 1]
        text = line.strip()
        if text:
            begin = line.index(text)
            spots[first] = Spot(len(pieces), begin, begin + len(text))
            pieces.append(Excerpt(line, first))
        return
    kept = [line if len(line) <= _LONGEST_LINE else line[:_AROUND] for line in lines[first - 1 : last]]
    text = "\n".join(kept)
    if not text.strip():
        return
    wanted = set(numbers)
    at = 0
    for number, line in enumerate(kept, first):
        if number in wanted and line.strip():
            begin = at + len(line) - len(line.lstrip())
            spots[number] = Spot(len(pieces), begin, at + len(line.rstrip()))
        at += len(line) + 1
    pieces.append(Excerpt(text, first))


def _clip(lines: Sequence[str], number: int, value: str, pieces: list[Excerpt], known: dict[str, int]) -> Spot | None:
    """Return the spot of a value in a very long line: what stands around it is a passage of its own."""
    if not 0 < number <= len(lines) or len(lines[number - 1]) <= _LONGEST_LINE:
        return None
    line = lines[number - 1]
    at = max(line.find(value), 0)
    text = line[max(at - _AROUND, 0) : at + min(len(value), _LONGEST_LINE) + _AROUND].strip()
    if not text:
        return None
    if text not in known:
        known[text] = len(pieces)
        pieces.append(Excerpt(text, number))
    return Spot(known[text], 0, len(text))
