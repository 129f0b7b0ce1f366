"""Whether a text claims a value, or merely mentions it.

``billing listens on 8443`` claims 8443. ``no longer 8080`` and ``not 8080`` deny 8080; ``moved from
8080 to 8443``, ``was 8080 until May``, ``formerly 8080`` speak of the past. Decided by fixed
patterns around the value within its clause, so the same text is always read the same way.
"""

from __future__ import annotations

import re
from datetime import tzinfo
from enum import StrEnum

from tenure.errors import InputError
from tenure.instants import Dated, parse_date
from tenure.timewords import find_dates

REACH = 120
"""How many characters before and after a value are looked at."""


class Stance(StrEnum):
    """What a text does with a value."""

    CLAIM = "claim"
    PAST = "past"
    DENIED = "denied"


def _few(most: int, *barred: str) -> str:
    """Return the pattern of up to so many words, none of which turns what was said around."""
    return rf"(?:(?!(?:{'|'.join(('but', 'and', 'now', *barred))})\b)[\w'-]+\s+){{0,{most}}}"


_NO_DENIAL = (
    "only",
    "just",
    "merely",
    "forget",
    "secret",
    "surprise",
    "surprising",
    "doubt",
    "worry",
    "mind",
    "wonder",
)
"""Words after "not" that deny something else than the value: "not only 8080", "don't forget: 8080"."""
_TO_A_NEW_ONE = ("moved", "switched", "changed", "raised", "lowered", "bumped", "upgraded", "migrated", "went")
"""Verbs after "earlier" that bring the value in: "earlier this week it moved to 8080"."""
_DENIED_BEFORE = re.compile(
    r"(?:\b(?:no longer|not|never|neither|nor|cannot|isn't|wasn't|aren't|doesn't|don't|didn't|n't|instead of"
    rf"|rather than|without|stopped|stops|ceased|unlike|ruled out|rejected)\s+{_few(5, *_NO_DENIAL)})(?:[\"'`(*_]*)$",
    re.IGNORECASE,
)
_DENIED_AFTER = re.compile(
    r"^[\"'`)*_]*\s*(?:,\s*)?(?:which\s+)?(?:(?:is|are|was|were)\s+"
    r"(?:no longer|not (?:used|valid|right|correct|the|it)|wrong|incorrect)\b"
    r"|[(,]?\s*no longer\s*(?:[).]|$|(?:used|valid|supported|in use|the case|true|holds)\b))",
    re.IGNORECASE,
)
_PAST_BEFORE = re.compile(
    r"(?:\b(?:formerly|previously|originally|once(?!\s+(?:more|again|an?|per|every)\b)"
    r"|earlier|initially|at first|back then|back when|back on|used to"
    r"|in the past|prior to|before that|until then|until recently|had been)"
    rf"[,:]?\s+{_few(6, *_TO_A_NEW_ONE)}"
    r"|\b(?:old|previous|former|legacy|earlier|prior|original|outdated|retired|obsolete|superseded|deprecated|past)"
    r"\s+(?:(?!but\b|and\b|now\b|is\b)[\w'-]+,?\s+){0,2}"
    r"|\b(?:replac(?:ed|es|ing)|supersed(?:ed|es|ing)|retir(?:ed|es|ing)|dropp(?:ed|ing)|drops|abandon(?:ed|ing|s)"
    r"|remov(?:ed|es|ing)|away from|off|down from|up from|after leaving|succeeds?|ended)\s+"
    rf"{_few(2, 'to', 'is')})(?:[\"'`(*_]*)$",
    re.IGNORECASE,
)
_FROM_BEFORE = re.compile(rf"\bfrom\s+{_few(3)}[\"'`(*_]*$", re.IGNORECASE)
_TO_AFTER = re.compile(r"^[\"'`)*_]*,?\s*(?:[\w-]+\s+){0,3}(?:to|onto|into|->|→|in favou?r of)(?!\w)", re.IGNORECASE)
_PAST_AFTER = re.compile(
    r"^[\"'`)*_]*\s*(?:(?:->|→|=>)|(?:,\s*)?(?:which\s+)?(?:(?:was|were|is|are|has been|have been|had been|got)\s+)?"
    r"(?:replaced|retired|removed|superseded|dropped|deprecated|decommissioned|switched off|turned off|ended|gone)\b"
    r"|gave way to|made way for|in the past\b|back then\b|at the time\b|at first\b|originally\b|before that\b"
    r"|,?\s*(?:\(|and\s+)?then\b)",
    re.IGNORECASE,
)
_UNTIL_AFTER = re.compile(
    r"^[\"'`)*_]*[^.;\n]{0,40}?\b(?:until|till|up to|through|to)\s+(?P<when>[^.;)\n]{3,40})", re.IGNORECASE
)
_UNTIL_BEFORE = re.compile(r"^\W*(?:until|till|up to)\s+(?P<when>[^.;\n]{3,40})", re.IGNORECASE)
_WAS_BEFORE = re.compile(r"\b(?:was|were|had|listened|ran|used|belonged|stood|kept)\b[^.;\n]{0,40}$", re.IGNORECASE)
_BEFORE_AFTER = re.compile(r"^[\"'`)*_]*\s*(?:before|until|till|prior to)\b", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[.;!?](?=\s)|\n\s*\n|\n(?=\s*(?:[-*+|#]|\d+\.\s))")
_ISO_DATE = re.compile(r"\d{4}-\d{2}(?:-\d{2})?(?:[T ]\d{2}:\d{2}(?::\d{2})?Z?)?")


def stance(text: str, start: int, end: int, *, at: int, zone: tzinfo) -> Stance:
    """Return what the text does with the value at ``start`` to ``end``.

    Args:
        text: the whole text.
        start: index of the value's first character.
        end: index after its last.
        at: the valid time asked (microseconds UTC); ``until D`` is past when ``D`` is not after it.
        zone: the zone of dates written without one.
    """
    before, after = _clause(text, start, end)
    if _DENIED_BEFORE.search(before) or _DENIED_AFTER.match(after):
        return Stance.DENIED
    if _PAST_BEFORE.search(before) or _PAST_AFTER.match(after):
        return Stance.PAST
    if _FROM_BEFORE.search(before) and _TO_AFTER.match(after):
        return Stance.PAST
    if _WAS_BEFORE.search(before) and _BEFORE_AFTER.match(after):
        return Stance.PAST
    ended = _UNTIL_AFTER.match(after)
    if ended is None and _WAS_BEFORE.search(before):
        ended = _UNTIL_BEFORE.match(before)
    if ended is not None:
        date = _first_date(ended["when"], at, zone)
        if date is not None and date.at <= at:
            return Stance.PAST
    return Stance.CLAIM


def _clause(text: str, start: int, end: int) -> tuple[str, str]:
    before = text[max(0, start - REACH) : start]
    breaks = list(_CLAUSE_END.finditer(before))
    if breaks:
        before = before[breaks[-1].end() :]
    after = text[end : end + REACH]
    stop = _CLAUSE_END.search(after)
    return before, after[: stop.start()] if stop else after


def _first_date(text: str, at: int, zone: tzinfo) -> Dated | None:
    iso = _ISO_DATE.match(text.strip())
    if iso is not None:
        try:
            return parse_date(iso[0], zone)
        except InputError:
            return None
    found = find_dates(text, at, zone)
    return found[0].first if found and found[0].start <= 6 else None
