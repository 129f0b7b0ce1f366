"""The two times a question asks about, from its words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo

from tenure.answer.inquiry import When
from tenure.instants import Dated, Precision
from tenure.timewords import DateMention, find_dates

_BELIEVED = re.compile(
    r"\bas far as (?:we|i|anyone|they|people) (?:knew|know|could tell|were aware|was aware)\b"
    r"|\b(?:did|had|do) (?:we|i|they|anyone|people) (?:\w+ )?(?:believe|believed|think|thought|know|known"
    r"|assumed?|suppose|take|have on record|have on file|expect)\b"
    r"|\b(?:we|they|people) (?:\w+ )?(?:believed|thought|knew|assumed|supposed|had on record)\b"
    r"|\b(?:according to|going by|given|from) what (?:we|was|they|people|had)\b"
    r"|\b(?:as )?(?:known|recorded|believed|on record|on file) (?:at|on|by|in|as of)\b"
    r"|\bto (?:our|the best of our) knowledge\b|\bwere (?:we|they) aware\b",
    re.IGNORECASE,
)
_UNPLACED = re.compile(
    r"\b(?P<all>(?:before|after|since|until|prior to|as of|at the time of|during|right after|just before)\s+"
    r"(?P<what>(?:the|our|that|this|its|their)\s+(?!others?\b|another\b|fact\b|way\b)[\w-]+(?:\s+(?:incident|release|migration|upgrade|outage|move|switch"
    r"|change|launch|correction|rewrite|audit|meeting|review|freeze|split|rollout|cutover))?"
    r"|(?:version|release)?\s*v?\d+(?:\.\d+)+))",
    re.IGNORECASE,
)
_NEUTRAL = re.compile(r"\b(?:the|this|that) (?:moment|time|day|present|end|start|beginning)\b", re.IGNORECASE)

_NOW = frozenset(("now", "today", "right now", "this moment"))


@dataclass(frozen=True, slots=True)
class Times:
    """What a question says about time.

    Attributes:
        when: the readings, at least one.
        window: the span it asks about (microseconds UTC), ends None if open.
        dated: whether it names a time of validity.
        unresolved: time words that name no date.
        spans: the character spans of all time words.
        asks_belief: whether it asks what was believed.
    """

    when: tuple[When, ...]
    window: tuple[int | None, int | None]
    dated: bool
    unresolved: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    asks_belief: bool


def read_times(question: str, now: int, zone: tzinfo) -> Times:
    """Read the times in a question.

    Args:
        question: the question.
        now: the clock's instant (microseconds UTC).
        zone: the zone of dates without one.
    """
    found = [d for d in find_dates(question, now, zone) if question[d.start : d.end].lower() not in _NOW]
    belief = _BELIEVED.search(question)
    known: DateMention | None = None
    valid = list(found)
    if belief is not None and found:
        known = next((d for d in found if d.start >= belief.start()), found[0])
        valid.remove(known)
    spans = tuple((d.group_start, d.group_end) for d in found) + ((belief.span(),) if belief else ())
    unresolved = tuple(
        m["all"]
        for m in _UNPLACED.finditer(question)
        if not any(a < m.end() and m.start() < b for a, b in spans) and not _NEUTRAL.search(m["what"])
    )
    when, window = _readings(valid, known, now)
    return Times(when, window, bool(valid), unresolved, spans, belief is not None)


def _readings(
    valid: Sequence[DateMention], known: DateMention | None, now: int
) -> tuple[tuple[When, ...], tuple[int | None, int | None]]:
    believed = known.first if known is not None else None
    if not valid:
        if known is None or believed is None:
            return (When(),), (None, None)
        return (When(valid=min(known.ends, now + 1) - 1, known_date=believed, label=str(believed)),), (None, None)
    if len(valid) > 1:
        first, last = valid[0], valid[-1]
        window = (min(first.begins, last.begins), max(first.ends, last.ends) - 1)
        return (
            When(valid=first.first, until=last.ends, known_date=believed, label=f"{first.first} to {last.first}"),
        ), window
    one = valid[0]
    readings = [_when(one, one.first, one.last, believed)]
    readings += [_when(one, first, last, believed) for first, last in one.ambiguous]
    return tuple(readings), _window(one)


def _when(mention: DateMention, first: Dated, last: Dated | None, known: Dated | None) -> When:
    label = str(first) if last is None else f"{first} to {last}"
    if mention.role == "since":
        return When(valid=None, known_date=known, label="")
    if mention.role in ("before", "until"):
        return When(valid=first.at - 1, known_date=known, label=f"{mention.role} {label}")
    if mention.role == "after":
        return When(valid=(last or first).end, known_date=known, label=f"after {label}")
    if last is None and first.precision is Precision.INSTANT:
        return When(valid=first.at, known_date=known, label=label)
    return When(valid=first, until=(last or first).end, known_date=known, label=label)


def _window(mention: DateMention) -> tuple[int | None, int | None]:
    if mention.role in ("since", "after", "from"):
        return (mention.boundary, None) if mention.kind != "range" else (mention.begins, mention.ends)
    if mention.role in ("before", "until"):
        return None, mention.begins
    return mention.begins, mention.ends - (mention.kind == "range")
