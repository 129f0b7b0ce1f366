"""Which kind of answer a question wants, by its wording."""

from __future__ import annotations

import re

from tenure.answer.inquiry import Kind, Which

_DIFFERENCE = re.compile(
    r"\bwhat(?:'s| is| has| have| had| was| were)?\s+(?:\w+\s+){0,2}?(?:changed?|different|new|differs?)\b(?!\s+of)"
    r"|\bdifferences?\s+(?:between|since|from|in)\b|\bhow\s+do(?:es)?\b.*\bdiffer\b|\bwhich\s+\w+\s+(?:have\s+)?changed\b",
    re.IGNORECASE,
)
_HISTORY = re.compile(
    r"\bhistory\b|\b(?:oldest|earliest|newest|latest|most recent) (?:one )?first\b|\bover (?:time|the (?:years?"
    r"|months?|weeks?|course))\b|\bevol(?:ve|ved|ution)\b"
    r"|\bone after (?:the other|another)\b"
    r"|\bin (?:chronological )?order\b(?!\s+(?:to|for|that))|\bso far\b"
    r"|\bthrough(?:out)? the (?:years|months)\b|\btimeline\b"
    r"|\bhow (?:has|have|did|had)\b.*\b(?:changed?|develop(?:ed)?|evolved?|progress(?:ed)?|varied|vary"
    r"|grown?|moved?)\b"
    r"|\b(?:every|all|each|list|which|what)\b.*\b(?:ever|we have had|we've had|have there been"
    r"|has (?:it )?had|have had)\b"
    r"|\b(?:which|what)\s+(?:[\w-]+\s+)?[\w-]+s\s+(?:has|have|did)\b.*\b(?:been|had|used|gone|belonged|run|passed|go)\b"
    r"|\b(?:past|previous|former|earlier|successive)\s+(?:\w+\s+)?(?:values|owners|teams|versions|ports|names|\w+s)\b"
    r"|\bwhat values\b|^\W*(?:was|were|has|have|had|did)\b.*\bever\b",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"^\W*(?:since when|as of when|from when)\b"
    r"|^\W*when (?:did|was|were|has|have|does|do|will|is)\b.*"
    r"\b(?:changed?|mov(?:e|ed)|switch(?:ed)?|become|became|start(?:ed)?|stop(?:ped)?|begin|began|take over|taken over"
    r"|upgraded?|migrated?|end(?:ed)?|retired?|replaced?|bumped|raised|lowered|renamed)\b"
    r"|\bhow long has\b.*\bbeen\b",
    re.IGNORECASE,
)
_FIRST = re.compile(
    r"\b(?:originally|initially|at first|to begin with|in the beginning|at the start|very first|first ever)\b", re.I
)
_PREVIOUS = re.compile(
    r"\b(?:previously|previous|formerly|former|before that|used to|until recently|last one)\b"
    r"(?!\s+(?:called|named|known|dubbed)\b)",
    re.I,
)


def kind_of(question: str, *, dated: bool) -> Kind:
    """Return the kind of a question, before its key is known.

    Args:
        question: as asked.
        dated: whether it names a time of validity.
    """
    if _WHEN.search(question):
        return Kind.WHEN
    if _DIFFERENCE.search(question):
        return Kind.DIFFERENCE
    if _HISTORY.search(question):
        return Kind.HISTORY
    return Kind.AS_OF if dated else Kind.VALUE


def which_of(question: str) -> Which:
    """Return which value of a history a question without a date asks for."""
    if _FIRST.search(question):
        return Which.FIRST
    return Which.PREVIOUS if _PREVIOUS.search(question) else Which.ALL
