"""Finds the predicate of a clause: the verb phrase between subject and object."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tenure.ingest.extract.frames import Frames, VerbFrame, either
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.values import MARK


class Kind(StrEnum):
    """What a predicate does."""

    VERB = "verb"
    STOPS = "stops"
    CHANGE = "change"
    STATE = "state"
    NOT_STATE = "not state"
    HAS = "has"
    LACKS = "lacks"
    RENAME = "rename"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Predicate:
    """A verb phrase at a place in a clause.

    Attributes:
        kind: what it does.
        start, end: its span.
        tense: how it speaks.
        frames: for a verb, what it may relate.
        word: its main word in lower case.
    """

    kind: Kind
    start: int
    end: int
    tense: Tense
    frames: tuple[VerbFrame, ...] = ()
    word: str = ""


_HEADS = frozenset((
    "is", "are", "was", "were", "has", "have", "had", "no", "will", "does", "doesn't", "do", "don't", "isn't",
    "aren't", "stopped", "stops", "ceased", "quit", "got", "now", "currently", "shall",
))  # fmt: skip
_WORD = re.compile(r"[A-Za-z][\w'-]*")


class Predicates:
    """Spots predicates; built once from the frames."""

    def __init__(self, frames: Frames) -> None:
        self._frames = frames
        adverb = either(frames.adverbs)
        self.gap = rf"(?:(?:\s+{adverb}(?=[\s,]|$))|(?:\s*,?\s*{MARK.pattern}\s*,?(?=\s)))*"
        gap = self.gap
        forms = frames.forms
        be = {text.split(" ", 1)[1] for text in forms if text.startswith("is ")}
        plain = [
            text
            for text, uses in forms.items()
            for _, k in uses
            if k == "present" and not text.startswith(("is ", "are "))
        ]
        past = [
            text
            for text, uses in forms.items()
            for _, k in uses
            if k == "past" and not text.startswith(("was ", "were "))
        ]
        base = [text for text, uses in forms.items() for _, k in uses if k == "base"]
        gerund = [
            text for text, uses in forms.items() for _, k in uses if k == "gerund" and not text.startswith("being ")
        ]
        any_more = r"(?=.*\b(?:any\s?more|any longer)\b)"
        change = frames.change
        table: tuple[tuple[Kind, Tense, str], ...] = (
            (Kind.STOPS, Tense.EVENT, rf"no longer{gap}\s+(?P<form>{either(plain + past)})"),
            (Kind.STOPS, Tense.EVENT, rf"(?:is|are){gap}\s+no longer{gap}\s+(?P<be>{either(sorted(be))})"),
            (Kind.STOPS, Tense.EVENT, rf"(?:was|were)\s+no longer{gap}\s+(?P<be>{either(sorted(be))})"),
            (Kind.STOPS, Tense.FUTURE, rf"will\s+no longer{gap}\s+(?P<form>{either(base)})"),
            (Kind.STOPS, Tense.FUTURE, rf"will\s+(?:stop|cease)\s+(?P<form>{either(gerund)})"),
            (Kind.STOPS, Tense.EVENT, rf"(?:does not|doesn't|do not|don't){gap}\s+(?P<form>{either(base)}){any_more}"),
            (Kind.STOPS, Tense.EVENT, (rf"(?:is not|isn't|are not"
                                      rf"|aren't){gap}\s+(?P<be>{either(sorted(be))}){any_more}")),
            (Kind.STOPS, Tense.EVENT, (rf"(?:has |have )?(?:stopped|stops|ceased"
                                      rf"|quit){gap}\s+(?P<form>{either(gerund)})")),
            (Kind.STOPS, Tense.EVENT, rf"ceased\s+to\s+(?P<form>{either(base)})"),
            (Kind.NOT_STATE, Tense.EVENT, rf"(?:is|are){gap}\s+no longer"),
            (Kind.NOT_STATE, Tense.EVENT, rf"(?:is not|isn't|are not|aren't){any_more}"),
            (Kind.LACKS, Tense.EVENT, rf"no longer{gap}\s+(?:has|have|needs|gets)(?:\s+(?:an?|any|the))?"),
            (Kind.LACKS, Tense.EVENT, r"(?:now |currently )?has\s+no(?:\s+more)?"),
            (Kind.RENAME, Tense.EVENT, (rf"(?:was|were|has been|got|is){gap}\s+(?:renamed|rebranded)(?:\s+(?:to|as"
                                       rf"|into))?")),
            (Kind.RENAME, Tense.EVENT, r"(?:is|are)\s+(?:now|henceforth)\s+(?:called|named|known as)"),
            (Kind.RENAME, Tense.FUTURE, r"will\s+be\s+(?:renamed|called|named|known)(?:\s+(?:to|as))?"),
            (Kind.GONE, Tense.EVENT, (rf"(?:was|were|has been|have been|got){gap}\s+{either(frames.ended)}(?!\s+(?:to"
                                     rf"|from)\b)")),
            (Kind.GONE, Tense.EVENT, rf"{either(frames.ending)}(?!\s+(?:to|from)\s+\d)"),
            (Kind.GONE, Tense.FUTURE, rf"will\s+(?:be{gap}\s+{either(frames.ended)}|end|expire|lapse|run out|cease)"),
            (Kind.CHANGE, Tense.EVENT, (rf"(?:was|were|has been|have been|got|is now|are now"
                                       rf"|has just been){gap}\s+{self._word('passive')}")),
            (Kind.CHANGE, Tense.EVENT, rf"(?:(?:has|have|had){gap}\s+)?{self._word('past')}"),
            (Kind.CHANGE, Tense.EVENT, rf"(?:has|have){gap}\s+gone(?P<cw>)"),
            (Kind.CHANGE, Tense.EVENT, rf"(?:is|are){gap}\s+(?:(?P<cw>up)(?=\s+from\b)|down(?=\s+(?:from|to)\b))"),
            (Kind.CHANGE, Tense.FUTURE, rf"{_WILL}{gap}\s+(?:{either(change['infinitive'])})(?P<cw>)"),
            (Kind.CHANGE, Tense.EVENT, rf"(?:was|were|has been|have been|is now){gap}\s+(?P<cw>replaced)"),
            (Kind.CHANGE, Tense.EVENT, rf"{self._word('passive')}(?=\s+(?:from|to)\s)"),
            (Kind.CHANGE, Tense.EVENT, rf"{self._word('present')}"),
            (Kind.VERB, Tense.STATE, rf"(?:is|are){gap}\s+(?P<be>{either(sorted(be))})"),
            (Kind.VERB, Tense.STATE, rf"(?:has|have){gap}\s+been{gap}\s+(?P<be>{either(sorted(be))})"),
            (Kind.VERB, Tense.STATE, rf"(?:has|have){gap}\s+been{gap}\s+(?P<form>{either(gerund)})"),
            (Kind.VERB, Tense.PAST, rf"(?:was|were){gap}\s+(?P<be>{either(sorted(be))})"),
            (Kind.VERB, Tense.FUTURE, rf"{_WILL}{gap}\s+(?P<form>{either(base)})"),
            (Kind.VERB, Tense.STATE, rf"(?P<form>{either(plain)})"),
            (Kind.VERB, Tense.STATE, rf"(?P<form>{either([f'is {g}' for g in gerund])})"),
            (Kind.VERB, Tense.PAST, rf"(?P<form>{either(past)})"),
            (Kind.HAS, Tense.STATE, rf"(?:{either(frames.having)})"),
            (Kind.HAS, Tense.FUTURE, rf"{_WILL}\s+(?:have|get|use|run with|run)"),
            (Kind.STATE, Tense.FUTURE, rf"{_WILL}{gap}\s+(?:be|become|stay|remain)(?:\s+(?:at|on|set to))?"),
            (Kind.STATE, Tense.STATE, rf"(?:has|have){gap}\s+been(?:\s+(?:at|on|set to))?"),
            (Kind.STATE, Tense.STATE, (rf"(?:is|are){gap}\s+(?:set to|set at|configured to be|configured as"
                                      rf"|configured to|fixed at|pinned to|kept at|capped at)")),
            (Kind.STATE, Tense.STATE, rf"(?:{either(frames.states)})"),
            (Kind.STATE, Tense.EVENT, rf"(?:{either(frames.becomes)})"),
            (Kind.STATE, Tense.STATE, r"now(?=\s+\d)"),
            (Kind.STATE, Tense.PAST, r"(?:was|were)(?:\s+(?:at|on|set to))?"),
        )  # fmt: skip
        self._table = tuple(
            (kind, tense, re.compile(form + r"(?![\w'-])", re.IGNORECASE)) for kind, tense, form in table
        )
        self._heads = self._first_words()

    def _word(self, group: str) -> str:
        return f"(?P<cw>{either(self._frames.change[group])})"

    def _first_words(self) -> frozenset[str]:
        frames = self._frames
        phrases = [*frames.forms, *frames.states, *frames.becomes, *frames.having, *frames.ending]
        phrases += [w for group in ("past", "present", "passive") for w in frames.change[group]]
        words = {p.split()[0].lower() for p in phrases}
        return frozenset(words | _HEADS)

    def in_clause(self, text: str, start: int, limit: int) -> Iterator[Predicate]:
        """Yield the predicates that begin after the first word of a clause, nearest first.

        Of those that begin at one place all are given, the more telling kind first.
        """
        first = True
        for match in _WORD.finditer(text, start, limit):
            if first:
                first = False
                continue
            if match[0].lower() in self._heads:
                yield from self.at(text, match.start())

    def at(self, text: str, place: int) -> Iterator[Predicate]:
        """Yield the predicates that begin exactly at a place."""
        for kind, tense, form in self._table:
            found = form.match(text, place)
            if found is None:
                continue
            groups = found.groupdict()
            frames: tuple[VerbFrame, ...] = ()
            if groups.get("be") or groups.get("form"):
                frames = self._frames_of(groups)
                if not frames:
                    continue
            yield Predicate(kind, place, found.end(), tense, frames, " ".join((groups.get("cw") or "").lower().split()))

    def _frames_of(self, groups: dict[str, str | None]) -> tuple[VerbFrame, ...]:
        be, form = groups.get("be"), groups.get("form")
        key = " ".join((f"is {be}" if be else form or "").lower().split())
        forms = self._frames.forms
        uses = forms.get(key) or (forms.get(key.removeprefix("is ")) if key.startswith("is ") else None) or []
        seen: dict[int, VerbFrame] = {id(frame): frame for frame, _ in uses}
        return tuple(seen.values())


_WILL = (
    r"(?:will|shall|is going to|are going to|is scheduled to|are scheduled to|is planned to|is due to|is about to|'ll"
    r"|plans to)"
)
