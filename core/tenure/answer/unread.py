"""Newer passages that may have changed a value and could not be read with certainty.

The extractor never guesses: a sentence it cannot read states nothing, and the value stated before it
goes on ruling. Where such a sentence is newer than the value, names the subject and that very value,
and tells of an end or a change, the value is not given out as holding: the answer says that a newer
passage is unread and shows it. This is decided by fixed rules; what the sentence means is left to
the reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tenure.answer.answer import EvidenceItem
from tenure.answer.values import is_unit
from tenure.ledger.types import Fact, State
from tenure.passages.store import Passage
from tenure.search import Hit, Search

_TAKEN = 15
"""How many passages are looked at."""
_CHANGE = re.compile(
    r"\b(?:no longer|not any ?more|stopped|retired|removed|dropped|replaced|replaces|replacing|swapped|switched"
    r"|migrated"
    r"|decommissioned|abandoned|ditched|shut down|turned off|ripped out|phased out|gone|got rid|superseded|succeeded"
    r"|taken over|took over|handed over|gave way|give way|gives way|moved (?:from|off|away|out|on)|instead of"
    r"|in place of"
    r"|is history|was history|without|replacement for|out,|ended|expired|left|stepped down)\b",
    re.IGNORECASE,
)
_DOUBT = re.compile(
    r"\?|\b(?:if|unless|whether|would|could|might|may|should|shall|must|maybe|perhaps|probably|propos\w*|suggest\w*"
    r"|consider\w*|discuss\w*|reject\w*|refused|undecided|plan(?:s|ned|ning)?|wants?|wanted|hopes?|hoped|idea|tried"
    r"|never|not yet|almost|nearly|instead of (?:moving|switching|replacing)|will|going to|asked|back when|used to"
    r"|until|before|still|again|once more|stays?|remains?|rumou?r\w*)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]*)*[.!?]?")


def newer_unread(
    search: Search, fact: Fact, names: Sequence[str], *, at: int, known: int | None
) -> EvidenceItem | None:
    """Return the newest sentence that may have changed a fact and states nothing about its key, or None.

    Args:
        search: finds the passages.
        fact: what holds by all that could be read.
        names: the names of its subject.
        at: the instant asked about (microseconds UTC).
        known: the transaction read at, or None for the latest.
    """
    if not any(c.isalpha() for c in fact.object) or _measure(fact.object) or fact.key.relation == "name":
        return None
    hits = search.hits(f"{names[0]} {fact.object}", k=_TAKEN, valid=at, known=known, include_retired=True)
    newer = [hit for hit in hits if fact.valid_from < hit.passage.at <= at and not _states(hit, fact)]
    for hit in sorted(newer, key=lambda h: -h.passage.at):
        for start, end in _telling(hit.passage, fact.object, names):
            text, passage = hit.passage.text[start:end], hit.passage
            return EvidenceItem(
                text,
                passage.source,
                passage.at,
                passage.precision,
                State.UNKNOWN,
                passage.id,
                (start, end),
                passage.line,
            )
    return None


def _measure(value: str) -> bool:
    """Whether a value is a number with a unit: such are named in too many sentences to tell anything."""
    found = re.fullmatch(r"[\d.,]+\s*(\S+).*", value)
    return found is not None and is_unit(found[1])


def _states(hit: Hit, fact: Fact) -> bool:
    """Whether anything read from a passage is about the key, or about the subject and another value of it."""
    return any(span.key.normal[:2] == fact.key.normal[:2] for span in hit.spans)


def _telling(passage: Passage, value: str, names: Sequence[str]) -> Iterator[tuple[int, int]]:
    for sentence in _SENTENCE.finditer(passage.text):
        text = sentence[0]
        if _DOUBT.search(text) or not _has(text, value) or not any(_has(text, name) for name in names):
            continue
        rest = text
        for name in (*names, value):
            rest = re.sub(re.escape(name), " ", rest, flags=re.IGNORECASE)
        if _CHANGE.search(rest):
            lead = len(text) - len(text.lstrip())
            yield sentence.start() + lead, sentence.end()


def _has(text: str, words: str) -> bool:
    pattern = r"\s+".join(re.escape(word) for word in words.split())
    return re.search(rf"(?<![\w-]){pattern}(?![\w-])", text, re.IGNORECASE) is not None
