"""What an answer is worth: the chip beside it."""

from __future__ import annotations

from collections.abc import Sequence

from tenure.answer.abstain import abstentions
from tenure.answer.answer import EvidenceItem, Verdict
from tenure.answer.marks import Mark
from tenure.answer.words import content_stems
from tenure.ledger.types import State

_GROUNDED = 0.6
"""Share of an open answer's words that its evidence must hold for it to count as grounded."""


def judge(
    text: str, marks: Sequence[Mark], evidence: Sequence[EvidenceItem], *, keyed: bool, holds: bool, question: str = ""
) -> Verdict:
    """Return the verdict on a text.

    Args:
        text: the answer.
        marks: the values in it; those of the key asked about if ``keyed``.
        evidence: what it was given.
        keyed: whether the question is about a key that the ledger knows.
        holds: whether anything holds for that key at the times asked.
        question: its words need no evidence.
    """
    claims = [m for m in marks if m.claimed]
    if any(m.state in (State.SUPERSEDED, State.ENDED, State.FUTURE) for m in claims):
        return Verdict.STALE
    current = any(m.state is State.CURRENT for m in claims)
    if not current and abstentions().in_text(text):
        return Verdict.ABSTAINED
    if any(m.state is State.UNKNOWN for m in claims):
        return Verdict.WRONG
    if current:
        return Verdict.CURRENT
    if keyed:
        return Verdict.WRONG if holds else Verdict.UNGROUNDED
    return Verdict.CURRENT if grounded(text, evidence, question) else Verdict.UNGROUNDED


def grounded(text: str, evidence: Sequence[EvidenceItem], question: str) -> bool:
    """Return whether the words of an answer stand in its evidence, some of which holds."""
    wanted = set(content_stems(text)) - set(content_stems(question))
    if not wanted or not evidence:
        return False
    if any(item.state.retired for item in evidence) and not any(item.state is State.CURRENT for item in evidence):
        return False
    given = {stem for item in evidence for stem in content_stems(item.text)}
    return len(wanted & given) / len(wanted) >= _GROUNDED
