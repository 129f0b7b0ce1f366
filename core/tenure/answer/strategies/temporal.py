"""The ledger answers; the text model only words it (after MemStrata and Engram)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tenure.answer.answer import Answer, EvidenceItem, Reason, Value, Verdict, WordedBy
from tenure.answer.evidence import from_facts
from tenure.answer.guard import Guard, Guarded
from tenure.answer.inquiry import Inquiry, Kind, Resolved
from tenure.answer.phrasing import date_text, dateless, one_line, says, value_sentences
from tenure.answer.reads import Found, is_many, look_up
from tenure.answer.strategies.base import Tools
from tenure.answer.strategies.from_ledger import abstain, difference, history, ledger_answer, since_when, who_has
from tenure.answer.strategies.open_question import answer_open
from tenure.answer.unread import newer_unread
from tenure.ledger.types import Fact, Flag

_ATTEMPTS = 2


class Temporal:
    """Current values only, both times honoured; abstains when nothing holds."""

    name = "temporal"

    def answer(self, inquiry: Inquiry, tools: Tools) -> Answer:
        """Answer from what the ledger holds at the times asked, or say why it cannot."""
        tools.check_cancelled()
        if inquiry.kind is Kind.DIFFERENCE:
            return difference(self.name, inquiry, tools)
        if inquiry.kind is Kind.OPEN and inquiry.resolved is not Resolved.NO_SUBJECT:
            return answer_open(self.name, inquiry, tools)
        if inquiry.held_by and not inquiry.unresolved and len(inquiry.when) == 1:
            return who_has(self.name, inquiry, tools)
        with tools.watch.step("ledger"):
            found = look_up(tools.ledger, inquiry)
        if found.reason is not None:
            return abstain(self.name, inquiry, tools, found)
        if inquiry.kind is Kind.HISTORY:
            return history(self.name, inquiry, tools, found)
        if inquiry.kind is Kind.WHEN:
            return since_when(self.name, inquiry, tools, found)
        unread = self._unread(found, tools)
        if unread is not None:
            return replace(abstain(self.name, inquiry, tools, replace(found, reason=Reason.UNREAD)), evidence=(unread,))
        return self._say(inquiry, tools, found)

    def _unread(self, found: Found, tools: Tools) -> EvidenceItem | None:
        """Return a newer passage that may have changed the one value that holds, and could not be read."""
        if (
            len(found.facts) != 1
            or found.readings
            or found.changes
            or found.table
            or is_many(tools.ledger, found.facts)
        ):
            return None
        fact = found.facts[0]
        names = (fact.key.subject, *tools.ledger.aliases_of(fact.key.subject))
        with tools.watch.step("search"):
            return newer_unread(tools.search, fact, names, at=found.at, known=found.known)

    def _say(self, inquiry: Inquiry, tools: Tools, found: Found) -> Answer:
        """Let the model word what holds; what the guard turns down is said by the ledger."""
        past = found.at < inquiry.now
        other = [fact for _, one in found.readings for fact in one.facts]
        holds = (*found.facts, *found.changes, *other)
        guard = Guard(tools.marker, found.keys, found.facts, holds, valid=found.at, known=found.known, past=past)
        evidence = from_facts(holds, tools.ledger)
        plain = [*value_sentences(found.facts, past=past, zone=tools.ledger.zone)]
        special = self._special(found, past=past, tools=tools)
        attempt = _Attempt()
        if tools.model is not None and not special:
            attempt = self._ask(inquiry, tools, guard, evidence, dateless(found.facts, past=past))
            if attempt.answered:
                return self._answer(inquiry, tools, found, attempt)
        text, judged = self._first_passing(guard, [*special, *plain], tools)
        if tools.on_text is not None:
            tools.on_text(text)
        return self._answer(inquiry, tools, found, replace(attempt, text=text, judged=judged, evidence=evidence))

    def _ask(
        self, inquiry: Inquiry, tools: Tools, guard: Guard, evidence: Sequence[EvidenceItem], plain: str
    ) -> _Attempt:
        """Ask the model; if the guard turns its text down, once more with nothing but the plain fact."""
        stated = EvidenceItem(plain)
        attempt = _Attempt()
        for number in range(_ATTEMPTS):
            tools.check_cancelled()
            given = (stated, *evidence) if number == 0 else (stated,)
            completion, kept = tools.complete(inquiry.question, given, dated=False, stream=False)
            text = completion.text.strip()
            shown = tuple(item for item in kept if item is not stated) if number == 0 else tuple(evidence)
            if completion.stopped == "cancelled":
                return replace(attempt, text="", raw=completion.text, evidence=shown, cancelled=True)
            with tools.watch.step("mark"):
                judged = guard.judge(text)
            attempt = replace(attempt, raw=completion.text, evidence=shown)
            if judged.passed:
                if tools.on_text is not None:
                    tools.on_text(text)
                return replace(attempt, text=text, judged=judged, by_model=True)
            attempt = replace(attempt, rejections=(*attempt.rejections, judged.fault))
        return attempt

    def _special(self, found: Found, *, past: bool, tools: Tools) -> list[str]:
        """Return sentences that only the ledger words: several readings, changes in the period, disputes, scopes."""
        zone = tools.ledger.zone
        if found.readings:
            told = []
            for label, one in found.readings:
                what = one_line(", ".join(f.object for f in one.facts)) if one.facts else "nothing known"
                told.append(f"for {label}: {what}")
            return ["This can be read in several ways; " + "; ".join(told) + "."]
        if found.table:
            return [
                "This differs by scope. " + "; ".join(says(f.key, [f.object], past=past) for f in found.facts) + "."
            ]
        if found.changes:
            later = "; ".join(
                f"{one_line(f.object)} from {date_text(f.valid_from, f.precision, zone)}" for f in found.changes
            )
            return [f"{says(found.facts[0].key, [f.object for f in found.facts], past=past)}; then {later}."]
        if any(Flag.DISPUTED in f.flags for f in found.facts):
            sentence = next(iter(value_sentences(found.facts, past=past, zone=zone)))
            return [f"{sentence} Sources disagree about this."]
        if any(Flag.EXPIRED in f.flags for f in found.facts):
            sentence = next(iter(value_sentences(found.facts, past=past, zone=zone)))
            return [f"{sentence} It has not been confirmed for longer than such facts are good for."]
        return []

    def _first_passing(self, guard: Guard, sentences: Sequence[str], tools: Tools) -> tuple[str, Guarded]:
        """Return the first sentence the guard lets through; the last, the values alone, always passes."""
        with tools.watch.step("mark"):
            for sentence in sentences:
                judged = guard.judge(sentence)
                if judged.passed:
                    return sentence, judged
        return sentence, judged

    def _answer(self, inquiry: Inquiry, tools: Tools, found: Found, attempt: _Attempt) -> Answer:
        answer = ledger_answer(
            self.name,
            inquiry,
            replace(tools, on_text=None),
            attempt.text,
            value=_value(found, tools),
            facts=(*found.facts, *found.changes),
            evidence=attempt.evidence,
            marks=attempt.judged.marks if attempt.judged is not None else (),
        )
        ambiguous = bool(found.readings)
        return replace(
            answer,
            verdict=Verdict.CURRENT if not attempt.cancelled else Verdict.ABSTAINED,
            reason=Reason.AMBIGUOUS if ambiguous else None,
            value=None if ambiguous or attempt.cancelled else answer.value,
            worded_by=WordedBy.MODEL if attempt.by_model else WordedBy.LEDGER,
            raw_text=attempt.raw,
            rejections=attempt.rejections,
            cancelled=attempt.cancelled,
        )


@dataclass(frozen=True, slots=True)
class _Attempt:
    """What came of asking the model."""

    text: str = ""
    raw: str = ""
    judged: Guarded | None = None
    evidence: tuple[EvidenceItem, ...] = ()
    rejections: tuple[str, ...] = ()
    by_model: bool = False
    cancelled: bool = False

    @property
    def answered(self) -> bool:
        """Whether there is nothing left for the ledger to say."""
        return self.by_model or self.cancelled


def _value(found: Found, tools: Tools) -> Value:
    values: tuple[str, ...] = tuple(dict.fromkeys(fact.object for fact in found.facts))
    if is_many(tools.ledger, found.facts) or found.table or len(values) > 1:
        return values
    return _only(found.facts)


def _only(facts: Sequence[Fact]) -> str | None:
    return facts[0].object if facts else None
