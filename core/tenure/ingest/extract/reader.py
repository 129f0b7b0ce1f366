"""Reads the clauses of a sentence: who or what, the verb, and what stands in its roles."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tenure.ingest.extract.claims import Claim
from tenure.ingest.extract.lexicon import words as _words
from tenure.ingest.extract.names import Names
from tenure.ingest.extract.reading import Reading
from tenure.ingest.extract.rules import Rules
from tenure.ingest.extract.times import Tense
from tenure.ingest.extract.tokens import tokenize
from tenure.ingest.extract.words import Mark, Words

_NUMBERED = re.compile(
    r"^(?:(?:ADR|RFC|INC|PM)[- ]?\d+\s*[:–—-]?\s+|\d{3,4}[.:]?\s+|\d+(?:\.\d+)*[.)]\s+)", re.IGNORECASE
)


_MEANS = re.compile(r"\b(?:it|its|he|she|his|her|they|their|the|this|our)\b|:", re.IGNORECASE)
"""Words that may mean what was named before."""
_NAMES_SOMETHING = re.compile(r"(?<=[^.!?]\s)[(\"“]?[A-Z]|[`\"“\ue010]|\w[-_./@#]\w|\d")
"""Marks of a name that is not the sentence's first word."""
_LONGEST = 600
"""Characters; a longer sentence states nothing for sure."""


_HEADINGS = (
    _words("generic nouns") | _words("labels") | frozenset(("changelog", "changed", "added", "fixed", "removed"))
)
"""Headings that name nothing."""


def is_heading(name: str) -> bool:
    """Whether a name is but a heading's: "Changed", "Changelog"."""
    return name.lower() in _HEADINGS


_DECISION = re.compile(r"(?P<id>(?:ADR|RFC|RFD|PEP|KEP|DEP)[- ]?\d+)\b")
_STATUS = re.compile(
    r"status: (?P<status>accepted|proposed|draft|rejected|superseded|deprecated|withdrawn|final|implemented|approved)\b"
    r"(?=\W|$)(?! (?:by|if|unless|pending|with|until|in)\b)",
    re.IGNORECASE,
)


class Reader:
    """Reads sentences; one for a whole import."""

    def __init__(self, names: Names) -> None:
        self._rules = Rules(names)

    def topic(self, headings: Sequence[str]) -> tuple[str, ...]:
        """Return what the innermost heading is about: "Larix 0.5", "Meet the Compass team", "INC-1: billing down"."""
        if not headings:
            return ()
        title = re.sub(r"[*_`]|\s#+$", "", headings[-1]).strip()
        title = _NUMBERED.sub("", title).strip() or title
        words = Words(title, tokenize(title))
        if not len(words):
            return ()
        phrases = self._rules.phrases
        sole = [t.text for t in words.tokens if re.fullmatch(r"[a-z][\w.]*(?:[-_/]\w+)+", t.text)]
        if len(sole) == 1:
            return (sole[0],)
        whole = phrases.entity(words, 0, len(words)) or phrases.entity(words, 1, len(words))
        if (
            whole is not None
            and len(whole.names) == 1
            and title.startswith("The ")
            and title == f"The {whole.names[0]}"
        ):
            return (title,)
        if whole is not None and len(whole.names) == 1:
            return () if whole.names[0].lower() in _HEADINGS else whole.names
        for i in range(len(words) - 1):
            if words.low(i) in ("for", "of", "meet", "to", "about", ":", "on", "—", "–"):
                found = phrases.entity(words, i + 1, len(words))
                if found is not None and len(found.names) == 1:
                    return found.names
        first = phrases.entity(words, 0)
        told = first is not None and first.end < len(words) and words.low(first.end) in (":", "—", "–", "(")
        if first is not None and (told or re.search(r"[-_/.]", first.names[0])):
            return first.names
        return ()

    def may_state(self, text: str, topic: tuple[str, ...]) -> bool:
        """Whether a sentence may be about anything: it names something, or means what was named before.

        Args:
            text: the sentence.
            topic: what the sentences before, or the heading, are about.
        """
        if (topic and _MEANS.search(text)) or _NAMES_SOMETHING.search(text) or not text[:1].isupper():
            return True
        words = text.split()
        first = words[0].strip(".,:;").lower() if words else ""
        if first not in self._rules.phrases.common:
            return True
        return any(self._rules.names.may_begin(w.strip("(,.").lower()) for w in words)

    def claims(
        self, text: str, marks: dict[int, Mark], topic: tuple[str, ...] = (), decision: str = ""
    ) -> tuple[list[Claim], tuple[str, ...]]:
        """Return what a sentence says, and what it was last about.

        Args:
            text: the sentence, its dates and scopes numbered.
            marks: what the numbers stand for.
            topic: what the sentences before, or the heading, are about.
            decision: the decision record that the sentence stands in, or the empty string.
        """
        if len(text) > _LONGEST:
            return [], topic
        if decision and (claim := self._status_of(decision, text)) is not None:
            return [claim], topic
        return Reading(self._rules, Words(text, tokenize(text), marks), topic).run()

    def _status_of(self, decision: str, text: str) -> Claim | None:
        """Read "Status: accepted." in a decision record: the record's status, not that of what it is about."""
        match = _STATUS.match(text)
        relation = self._rules.registry.find("status")
        if match is None or relation is None:
            return None
        return Claim(decision, relation, match["status"], Tense.STATE, 0, len(text), marks=())


def decision_of(headings: Sequence[str]) -> str:
    """Return the number of the decision record whose heading is the innermost ("ADR 41: …"), or the empty string."""
    match = _DECISION.match(headings[-1].strip("# *_")) if headings else None
    return match["id"] if match is not None else ""
