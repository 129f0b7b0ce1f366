"""Open questions about a known thing: the time-filtered evidence goes to the text model, guarded."""

from __future__ import annotations

from dataclasses import replace

from tenure.answer.abstain import abstentions
from tenure.answer.answer import Answer, EvidenceItem, Reason, Verdict, WordedBy
from tenure.answer.evidence import from_hits
from tenure.answer.inquiry import Inquiry
from tenure.answer.marks import Mark
from tenure.answer.strategies.base import Tools
from tenure.answer.strategies.from_ledger import ledger_answer
from tenure.answer.verdict import grounded


def answer_open(name: str, inquiry: Inquiry, tools: Tools) -> Answer:
    """Answer from the passages that hold at the times asked, or say that nothing is known."""
    subjects = " and ".join(inquiry.subjects)
    with tools.watch.step("search"):
        hits = tools.search.hits(
            inquiry.question,
            k=tools.k,
            valid=inquiry.valid,
            known=inquiry.known,
            context=inquiry.context.as_dict() or None,
            cancel=tools.cancel,
        )
        found = from_hits(hits, tools.ledger, inquiry)
        evidence = tuple(item for item in found if not item.state.retired)
    tools.check_cancelled()
    if not evidence:
        text = f"I have no fact about this for {subjects}." if subjects else "I have no fact about this."
        return ledger_answer(name, inquiry, tools, text, reason=Reason.NO_EVIDENCE)
    if tools.model is not None:
        answer = _worded(name, inquiry, tools, evidence)
        if answer is not None:
            return answer
    return _quoted(name, inquiry, tools, evidence)


def _worded(name: str, inquiry: Inquiry, tools: Tools, evidence: tuple[EvidenceItem, ...]) -> Answer | None:
    completion, kept = tools.complete(inquiry.question, evidence, dated=True, stream=False)
    text = completion.text.strip()
    marks = _marks(text, inquiry, tools)
    cancelled = completion.stopped == "cancelled"
    sound = not any(m.claimed and m.state.retired for m in marks) and not abstentions().in_text(text)
    if not cancelled and not (sound and grounded(text, kept, inquiry.question)):
        return None
    if tools.on_text is not None and not cancelled:
        tools.on_text(text)
    answer = ledger_answer(name, inquiry, replace(tools, on_text=None), text, evidence=kept, marks=marks)
    return replace(
        answer,
        verdict=Verdict.CURRENT if not cancelled else Verdict.UNGROUNDED,
        worded_by=WordedBy.MODEL,
        raw_text=completion.text,
        cancelled=cancelled,
    )


def _quoted(name: str, inquiry: Inquiry, tools: Tools, evidence: tuple[EvidenceItem, ...]) -> Answer:
    """Quote the best piece of evidence that claims nothing retired, else abstain."""
    for item in evidence:
        where = f" ({item.source})" if item.source else ""
        text = " ".join(item.text.split()) + where
        marks = _marks(text, inquiry, tools)
        if not any(m.claimed and m.state.retired for m in marks):
            return ledger_answer(name, inquiry, tools, text, evidence=(item,), marks=marks)
    text = "I have no fact about this that holds at the time asked."
    return ledger_answer(name, inquiry, tools, text, evidence=evidence, reason=Reason.NO_EVIDENCE)


def _marks(text: str, inquiry: Inquiry, tools: Tools) -> tuple[Mark, ...]:
    with tools.watch.step("mark"):
        return tools.marker.mark(text, valid=inquiry.valid, known=inquiry.known)
