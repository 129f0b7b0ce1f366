"""Clauses that name a value without its relation: what a subject is known to have had tells which is meant.

"billing dropped Redis" and "billing is back on Redis" say something where Redis is known as a value
of exactly one relation of billing; "billing moved to Postgres 16" where that had "Postgres 14".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.lexicon import either, words
from tenure.ingest.extract.names import Names
from tenure.ingest.extract.times import Tense

_S = r"(?P<s>[^;:!?,\ue000]{2,60}?)"
_V = r"(?P<o>[^;:!?,\ue000\s][^;:!?,\ue000]{0,50}?)"
_END = (
    r"(?=$|[.,;!)](?:\s|$)|\s*\ue000|\s+(?:as|since|because|after|when|and|entirely|completely|altogether"
    r"|now|again|for good)\b)"
)
_WE = r"(?:(?i:we|they|i)(?:'ve)?\s+(?:(?:have|had)\s+)?(?:just\s+|finally\s+|also\s+|now\s+)?)?"
_NOW = r"(?:(?:also|now|finally|just|since)\s+)?"
_NUMBERED = re.compile(r"(?P<head>[^\W\d][\w+#.-]*) v?(?P<n>\d+(?:\.\d+)*)")
_BACK = (
    r"(?:(?:is|are)\s+(?:now\s+|again\s+)?back\s+(?:on|to|with|in|at)|(?:(?:has|have)\s+)?(?:went|gone|moved|switched"
    r"|rolled|fell|fallen|came|changed|migrated)\s+back\s+(?:to|on)|(?:(?:has|have)\s+)?(?:reverted|returned)\s+to"
    r"|(?:was|were|has been|have been)\s+(?:moved|switched|rolled|put|brought|changed|migrated)\s+back\s+(?:to|on)"
    r"|(?:was|were|has been)\s+(?:reverted|restored)\s+to)"
)
_UP = (
    r"(?:(?:(?:has|have)\s+)?(?:moved|upgraded|switched|migrated|went|gone|updated|bumped|downgraded)\s+(?:up\s+)?to"
    r"|(?:was|were|has been|have been|is now)\s+(?:moved|upgraded|switched|migrated|updated|bumped|downgraded|lifted)"
    r"\s+to|(?:is|are)\s+(?:now\s+|already\s+|finally\s+)?(?:on|running|running on|at)|(?:now\s+)?(?:runs"
    r"|uses)(?:\s+on)?)"
)


class Holdings:
    """Reads clauses about values a subject is known to have had; see the module's text."""

    def __init__(self, names: Names) -> None:
        self._names = names
        adverb = either(words("adverbs"))
        self._adverbs = re.compile(rf"^(?:{adverb}\s+)+|(?:\s+{adverb})+$", re.IGNORECASE)
        gone = (
            r"(?:has\s+|have\s+)?(?:stopped\s+using|dropped|abandoned|ditched|got\s+rid\s+of|gave\s+up|given\s+up"
            r"|moved\s+off|moved\s+away\s+from|left|pulled\s+out\s+of|no\s+longer\s+uses|no\s+longer\s+use"
            r"|no\s+longer\s+runs\s+(?:in|on)|does\s+without|(?:doesn't|does\s+not)\s+use)"
        )
        out = r"(?:removed|dropped|ripped\s+out|taken\s+out|stripped|withdrawn|retired|deleted|pulled)"
        forms: tuple[tuple[str, Callable[[re.Match[str]], list[Claim]]], ...] = (
            (rf"{_S}\s+{_NOW}{gone}\s+{_V}(?:\s+as\s+(?:its|the|an?)\s+[\w ]{{2,30}}?)?{_END}", self._ends),
            (rf"{_V}\s+(?:was|were|has\s+been|have\s+been|is)\s+{_NOW}{out}\s+(?:from|of)\s+{_S}{_END}", self._ends),
            (rf"{_WE}(?i:{out}|took)\s+{_V}\s+(?:out\s+)?(?:from|of)\s+{_S}{_END}", self._ends),
            (rf"{_S}\s+(?:was|were|has\s+been)\s+{_NOW}{out}\s+from\s+{_V}{_END}", self._ends),
            (rf"{_S}\s+{_BACK}\s+{_V}{_END}", self._returns),
            ((rf"{_WE}(?i:moved|switched|rolled|put|brought|changed)\s+{_S}\s+back\s+(?:to|on)"
                rf"\s+{_V}{_END}"), self._returns),
            (rf"{_S}\s+{_UP}\s+{_V}{_END}", self._grows),
            ((rf"{_WE}(?i:moved|upgraded|switched|migrated|bumped|updated|downgraded)\s+{_S}\s+to"
                rf"\s+{_V}{_END}"), self._grows),
        )  # fmt: skip
        self._forms = tuple((re.compile(form), read) for form, read in forms)

    def read(self, text: str, start: int) -> list[Claim]:
        """Return what the clause that begins at ``start`` says of a known value, or nothing.

        Args:
            text: the marked sentence.
            start: where the clause begins.
        """
        if not self._names.values_known:
            return []
        for form, read in self._forms:
            match = form.match(text, start)
            claims = read(match) if match is not None else []
            if claims:
                return [replace(c, start=start) for c in claims]
        return []

    def _subject(self, match: re.Match[str]) -> str | None:
        return self._names.subject(self._adverbs.sub("", match["s"].strip()))

    def _value(self, match: re.Match[str]) -> str:
        return self._adverbs.sub("", match["o"].strip().rstrip(".,"))

    def _ends(self, match: re.Match[str]) -> list[Claim]:
        """Read "billing dropped Redis", "Redis was removed from billing", "billing was removed from eu-west-1"."""
        subject, value = self._subject(match), self._value(match)
        held = self._names.relation_with(subject, value) if subject else None
        words = self._tidy(value).split()
        for cut in range(1, len(words)):  # "the mail relay relay-2"
            role, rest = " ".join(words[:cut]), " ".join(words[cut:])
            named = self._names.relation_with(subject, rest) if held is None and subject else None
            if named is not None and named.name == self._names.registry.get(role).name:
                held, value = named, rest
        if subject is None or held is None:
            return []
        return [Claim(subject, held, self._tidy(value), Tense.EVENT, match.start(), match.end(), True)]

    def _returns(self, match: re.Match[str]) -> list[Claim]:
        """Read "billing is back on Redis"."""
        subject, value = self._subject(match), self._value(match)
        held = self._names.relation_with(subject, value) if subject else None
        if subject is None or held is None:
            return []
        return [Claim(subject, held, self._tidy(value), Tense.EVENT, match.start(), match.end())]

    def _grows(self, match: re.Match[str]) -> list[Claim]:
        """Read "billing moved to Postgres 16" of a subject that had "Postgres 14"."""
        subject, value = self._subject(match), self._value(match)
        part = _NUMBERED.fullmatch(value)
        version = self._names.stated(subject, f"{part['head']} version") if subject and part else None
        if subject and part and version:  # "billing uses Lua 5.4", its "Lua version" being known
            return [Claim(subject, version, part["n"], Tense.STATE, match.start(), match.end())]
        held = self._names.relation_like(subject, value) if subject else None
        if subject is None or held is None:
            return []
        return [Claim(subject, held, self._tidy(value), Tense.EVENT, match.start(), match.end())]

    def _tidy(self, value: str) -> str:
        return re.sub(r"^(?:the|our)\s+", "", value, flags=re.IGNORECASE)
