"""Clauses about what belongs to a subject: its logs, tokens, sessions, backups, uploads, requests."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.names import Names
from tenure.ingest.extract.readings import Readings
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.values import Values
from tenure.relations import Relation

_THING = (
    r"(?P<n>session|(?:access|refresh|session) token|(?:access\s+|refresh\s+|session\s+|audit\s+|access\s+"
    r"|debug\s+|raw\s+|daily\s+|nightly\s+)?(?:tokens|sessions"
    r"|logs|backups|snapshots|records|events|cookies|invitations|invites|links|passwords|keys|cache entries|entries"
    r"|messages|metrics|traces|exports|recordings|reports|files|uploads|requests|drafts|carts|orders|data|images"
    r"|thumbnails|segments|certificates|jobs))"
)
_S = r"(?P<s>[^;:!?,\ue000]{2,40}?)"
_WHOSE = (
    rf"(?:(?:The\s+|the\s+)?{_S}(?:'s)?\s+{_THING}|(?:The\s+|the\s+|All\s+)?(?i:{_THING.replace('P<n>', 'P<m>')})"
    rf"\s+(?:of|for|in|from|to|by|on)\s+{_S.replace('P<s>', 'P<t>')})"
)
_NOW = r"(?:\s+(?:now|currently|again|still|only|automatically))?"
_KEPT = re.compile(
    rf"{_WHOSE}\s+(?:are|is|have\s+been){_NOW}\s+(?:kept|retained|stored|held|archived)\s+(?:around\s+)?for\s+(?P<o>.+)$",
    re.DOTALL,
)
_DELETED = re.compile(
    rf"{_WHOSE}\s+(?:are|is){_NOW}\s+(?:deleted|purged|removed|dropped|pruned|discarded)\s+after\s+(?P<o>.+)$",
    re.DOTALL,
)
_EXPIRES = re.compile(
    rf"{_WHOSE}{_NOW}\s+(?:expires?|lapses?|times?\s+out|lasts?|lives?|are\s+valid|stay\s+valid|remain\s+valid)"
    r"(?:\s+(?:after|for))?\s+(?P<o>\d.*)$",
    re.DOTALL,
)
_LIMITED = re.compile(
    rf"{_WHOSE}\s+(?:are|is){_NOW}\s+(?:limited\s+to|capped\s+at|restricted\s+to|throttled\s+to|throttled\s+at)\s+(?P<o>.+)$",
    re.DOTALL,
)
_RUN = re.compile(
    rf"{_WHOSE}{_NOW}\s+(?:run|are\s+taken|are\s+made|happen|start|are\s+run)\s+(?P<o>(?:every|daily|nightly|hourly"
    r"|weekly|monthly|twice|once|at\s+\d).*)$",
    re.DOTALL,
)
_SIGN = re.compile(r"\b(?:kept|retained|stored|held|archived|after|expires?|lapses?|lasts?|lives?|valid|limited"
    r"|capped|restricted"
                   r"|throttled|run|taken|made|happen|start)\b")  # fmt: skip
_LIFETIMES = {"sessions": "session timeout", "session": "session timeout", "tokens": "token lifetime"}
_LIMITS = {"uploads": "upload limit", "requests": "rate limit", "files": "upload limit"}


class Belongings:
    """Reads such clauses; the thing and what happens to it tell the relation."""

    def __init__(self, names: Names, values: Values, readings: Readings) -> None:
        self._names, self._values, self._readings = names, values, readings
        self._forms: tuple[tuple[re.Pattern[str], Callable[[str], str], str], ...] = (
            (_KEPT, lambda n: "retention" if n == "data" else f"{_one(n)} retention", "quantity"),
            (_DELETED, lambda n: "retention" if n == "data" else f"{_one(n)} retention", "quantity"),
            (_EXPIRES, lambda n: _LIFETIMES.get(n, f"{_one(n)} lifetime"), "quantity"),
            (_LIMITED, lambda n: _LIMITS.get(n, f"{_one(n)} limit"), "quantity"),
            (_RUN, lambda n: f"{_one(n)} schedule", "schedule"),
        )

    def read(self, text: str, start: int) -> list[Claim]:
        """Return what the clause that begins at ``start`` says of a subject's belongings, or nothing.

        Args:
            text: the marked sentence.
            start: where the clause begins.
        """
        if _SIGN.search(text, start) is None:
            return []
        for form, relation_of, kind in self._forms:
            match = form.match(text, start)
            claims = self._claims(match, relation_of, kind) if match is not None else []
            if claims:
                return [replace(c, start=start) for c in claims]
        return []

    def _claims(self, match: re.Match[str], relation_of: Callable[[str], str], kind: str) -> list[Claim]:
        phrase = (match["s"] or match["t"]).strip()
        thing = " ".join((match["n"] or match["m"]).lower().split())
        subject = self._names.subject(self._readings.without_adverbs(phrase))
        if subject is None or not self._names.knows(subject):
            return []
        name = relation_of(thing)
        relation = self._names.registry.find(name) or Relation(name, known=False)
        found = self._values.read(match["o"], relation, kind)
        value = self._values.tidy(found[0], relation) if found else None
        if found is None or value is None:
            return []
        return [Claim(subject, relation, value, Tense.STATE, match.start(), match.start("o") + found[1])]


def _one(things: str) -> str:
    """Return the singular of a plural, as it stands in the name of a setting."""
    if things.endswith("ies"):
        return things[:-3] + "y"
    return things.removesuffix("s")
