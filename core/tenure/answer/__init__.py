"""From a question to a marked answer."""

from __future__ import annotations

from tenure.answer.answer import Answer, EvidenceItem, Reason, Verdict, WordedBy
from tenure.answer.answers import Answers
from tenure.answer.explaining import explain
from tenure.answer.inquiry import Inquiry, Kind
from tenure.answer.mark import Marker, mark
from tenure.answer.marks import Mark
from tenure.answer.stance import Stance

__all__ = [
    "Answer",
    "Answers",
    "EvidenceItem",
    "Inquiry",
    "Kind",
    "Mark",
    "Marker",
    "Reason",
    "Stance",
    "Verdict",
    "WordedBy",
    "explain",
    "mark",
]
