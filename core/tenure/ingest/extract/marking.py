"""Dates and scopes of a sentence, cut out and numbered, so that its clauses can be read without them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import tzinfo

from tenure.ingest.extract.caution import introduces
from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.scopes import Narrowing, narrowings
from tenure.ingest.extract.signs import signs_of
from tenure.ingest.extract.times import dates_of
from tenure.ingest.extract.values import MARK
from tenure.ingest.extract.view import CLOSE, OPEN
from tenure.ingest.extract.words import Mark
from tenure.instants import Dated
from tenure.timewords import DateMention

_CITED = re.compile(f"{OPEN}[^{CLOSE}]*{CLOSE}")
"""What stands in code: no date or scope of the sentence."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A sentence with its dates and scopes cut out and numbered."""

    text: str
    dates: dict[int, DateMention]
    scopes: dict[int, tuple[str, str]]
    marks: dict[int, Mark]


def marked_of(text: str, dated: Dated, zone: tzinfo) -> Marked | None:
    """Cut dates and scopes out of a sentence; None if they overlap."""
    signs = signs_of(text)
    cuts: list[tuple[int, int, DateMention | Narrowing]] = [
        (m.group_start, m.group_end, m) for m in dates_of(text, signs, dated, zone)
    ]
    for one in narrowings(text, signs):
        if all(one.end <= s or one.start >= e for s, e, _ in cuts):
            cuts.append((one.start, one.end, one))
    if not cuts:
        return Marked(text, {}, {}, {})
    cited = [match.span() for match in _CITED.finditer(text)]
    cuts = [cut for cut in cuts if all(cut[1] <= start or cut[0] >= end for start, end in cited)]
    cuts.sort(key=lambda c: c[0])
    dates: dict[int, DateMention] = {}
    scopes: dict[int, tuple[str, str]] = {}
    marks: dict[int, Mark] = {}
    pieces: list[str] = []
    at = 0
    for number, (start, end, what) in enumerate(cuts):
        if start < at:
            return None
        pieces += [text[at:start], f"\ue000{number}\ue001"]
        at = end
        if isinstance(what, Narrowing):
            scopes[number] = what.dimension, what.value
            marks[number] = Mark(text[start:end], text[start:end], dated=False)
        else:
            dates[number] = what
            marks[number] = Mark(text[what.start : what.end], text[start:end], what.preposition)
    return Marked("".join([*pieces, text[at:]]), dates, scopes, marks)


def numbers_of(claim: Claim, marked: Marked) -> list[int]:
    """The marks of a claim's clause: inside it, right behind it, or at the sentence's head."""
    if claim.marks is not None:
        return list(claim.marks)
    stop = claim.stop
    rest = marked.text[stop:]
    limit = re.search(
        r"[;:—–(]|,(?!\s*\ue000)|\s(?:and|but|so|because|which|who|that|while|whereas|after|before|although|though)\s",
        rest,
    )
    stretch = marked.text[claim.start : stop] + (rest[: limit.start()] if limit else rest)
    inside = [int(n) for n in re.findall("\ue000(\\d+)\ue001", stretch)]
    lead = re.search("(?:\ue000\\d+\ue001[\\s,]*)+$", marked.text[: claim.start])
    at_start = lead is not None and _opens(MARK.sub("", marked.text[: lead.start()]))
    leading = [int(n) for n in re.findall("\ue000(\\d+)\ue001", lead[0])] if lead and at_start else []
    own = leading + inside
    head = re.match("(?:\ue000(\\d+)\ue001[\\s,]*)+", marked.text)
    if head:
        first = [int(n) for n in re.findall("\ue000(\\d+)\ue001", head[0])]
        has_date = any(n in marked.dates for n in own)
        has_scope = any(n in marked.scopes for n in own)
        own += [n for n in first if n not in own and not (has_date if n in marked.dates else has_scope)]
    return own


def _opens(before: str) -> bool:
    """Whether a date behind these words is the clause's own and not theirs ("as decided last week, …")."""
    return introduces(before) and not re.search(r"\w(?:ed|id|aid|old|ote)\s*$", before)


def scope_of(claim: Claim, marked: Marked) -> dict[str, str]:
    """The scope that a claim's clause names; none if it names two of a kind."""
    named = [marked.scopes[n] for n in numbers_of(claim, marked) if n in marked.scopes]
    scope = dict(named)
    if any(scope[dimension] != value for dimension, value in named):
        return {}
    return scope or ({"env": claim.env} if claim.env else {})
