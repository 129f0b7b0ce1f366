"""Small questions about places in a text: what overlaps, what is nearest, what is part of what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tenure.answer.held import Held
from tenure.answer.names import Named, RelationNamed
from tenure.answer.values import Found
from tenure.answer.words import Pattern, Word
from tenure.instants import Precision
from tenure.keys import fold
from tenure.timewords import DateMention

Span = tuple[int, int]
"""A half-open span of characters."""


def subjects_of(names: Sequence[Named]) -> tuple[str, ...]:
    """Return the subjects these names may mean, each once, in order."""
    return tuple(dict.fromkeys(s for name in names for s in name.subjects))


def overlap(name: Named, found: Found) -> bool:
    """Return whether a name and a value share a character."""
    return name.start < found.end and found.start < name.end


def spans_of(patterns: Sequence[Pattern], text: Sequence[Word]) -> Iterator[Span]:
    """Yield the character spans at which one of the patterns stands, white space and hyphens taken as one."""
    for pattern in patterns:
        for at in range(len(text)):
            if pattern.forms and pattern.matches(text, at, loose=True):
                yield text[at].start, text[at + len(pattern.forms) - 1].end


def nearness(names: Sequence[Named], found: Found, about: tuple[str, ...]) -> list[str]:
    """Return the subjects, those named nearest before the value first, then those after it."""
    places = [n for n in names if not overlap(n, found)]
    before = [n for n in reversed(places) if n.end <= found.start]
    after = [n for n in places if n.start >= found.end]
    order = dict.fromkeys(s for n in (*before, *after) for s in n.subjects if s in about)
    return [*order, *(s for s in about if s not in order)]


def gap(named: RelationNamed, place: int) -> int:
    """Return how many words lie between a relation named and the value at word ``place``."""
    return place - named.last if named.last <= place else named.first - place + 1


def telling(value: str) -> bool:
    """Whether a value can be recognised without the words of its relation: not a bare or small number."""
    return len(value) >= 3 and any(c.isalpha() for c in value)


def same_text(one: Held, other: Held) -> bool:
    """Return whether two values are written alike."""
    return fold(one.facts[0].object) == fold(other.facts[0].object)


def moved(date: DateMention, by: int) -> DateMention:
    """Return a date found in a part of a text that begins at ``by``, as of the whole text."""
    return replace(
        date,
        start=date.start + by,
        end=date.end + by,
        group_start=date.group_start + by,
        group_end=date.group_end + by,
    )


def part_of_date(found: Found, date: DateMention) -> bool:
    """Return whether what looks like a value is part of a date, or a date that only says when."""
    inside = date.start <= found.start and found.end <= date.end
    if not inside:
        return False
    if found.end - found.start < date.end - date.start:
        return True
    dated = date.kind != "time" and date.first.precision is not Precision.INSTANT
    return (dated and date.role not in (None, "at")) or (dated and date.preposition in ("in", "during"))
