"""Answers that the ledger writes itself: abstentions, histories, differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tenure.answer.answer import Answer, EvidenceItem, Reason, Value, Verdict, WordedBy
from tenure.answer.evidence import from_facts
from tenure.answer.holders import holder_of, holders, names_of
from tenure.answer.inquiry import Inquiry
from tenure.answer.marks import Mark
from tenure.answer.phrasing import date_text, history_sentence, is_verb, listed, one_line, scope_text, topic
from tenure.answer.reads import Found
from tenure.answer.strategies.base import Tools
from tenure.instants import Precision, format_instant
from tenure.keys import Key
from tenure.ledger.types import Axis, Fact

_SHOWN_RELATIONS = 8
_SHOWN_CHANGES = 20


def ledger_answer(
    name: str,
    inquiry: Inquiry,
    tools: Tools,
    text: str,
    *,
    value: Value = None,
    facts: Sequence[Fact] = (),
    evidence: Sequence[EvidenceItem] | None = None,
    marks: Sequence[Mark] = (),
    reason: Reason | None = None,
) -> Answer:
    """Return an answer in the ledger's own words."""
    if tools.on_text is not None:
        tools.on_text(text)
    return Answer(
        strategy=name,
        text=text,
        value=value,
        verdict=Verdict.CURRENT if reason is None else Verdict.ABSTAINED,
        worded_by=WordedBy.LEDGER,
        inquiry=inquiry,
        evidence=tuple(from_facts(facts, tools.ledger) if evidence is None else evidence),
        marks=tuple(marks),
        facts=tuple(facts),
        reason=reason,
        seconds=tools.watch.seconds,
        tokens=tools.tokens,
        model_calls=tools.calls,
        trimmed=tools.trimmed,
    )


def abstain(name: str, inquiry: Inquiry, tools: Tools, found: Found) -> Answer:
    """Say that nothing is known, and why."""
    reason = found.reason or Reason.NEVER_STATED
    text = _why_not(inquiry, tools, found, reason)
    facts = () if found.last is None else (found.last,)
    with tools.watch.step("mark"):
        marks = tools.marker.mark(text, valid=found.at, known=found.known, keys=found.keys) if found.keys else ()
    answer = ledger_answer(name, inquiry, tools, text, facts=facts, reason=reason, marks=marks)
    return replace(answer, facts=())


def _why_not(inquiry: Inquiry, tools: Tools, found: Found, reason: Reason) -> str:
    zone = tools.ledger.zone
    if reason is Reason.UNKNOWN_SUBJECT:
        return f"I have no fact about {inquiry.named or 'what this asks about'}."
    if reason is Reason.UNPLACED_TIME:
        words = listed([f"'{w}'" for w in inquiry.unresolved])
        about = f" about {topic(found.keys[0])}" if found.keys else ""
        return f"I cannot tell when {words} was, so I cannot answer{about}. Name a date, or ask for the history."
    if reason is Reason.NEVER_STATED:
        return _never_stated(inquiry, tools, found)
    about = topic(found.keys[0]) + scope_text(found.keys[0])
    when = _asked(inquiry, found, tools)
    last = found.last
    if reason is Reason.NOT_YET and last is not None:
        start = date_text(last.valid_from, last.precision, zone)
        return (
            f"I have no fact about {about}{when}. The first value known, {one_line(last.object)}, holds from {start}."
        )
    if reason is Reason.ENDED and last is not None:
        end = date_text(last.valid_to or found.at, last.to_precision, zone)
        was = one_line(last.object)
        return (
            f"I have no fact about {about} that holds{when or ' now'}. "
            f"It was {was} until {end}. The history has all earlier values."
        )
    if reason is Reason.UNREAD:
        return (
            f"I have no fact about {about}{when} that is certain: a newer passage names its value and a change, and "
            "could not be read. It is shown as evidence; the history has the values known."
        )
    if reason is Reason.ERASED:
        return f"I have no fact about {about}{when}: what was stated has been erased."
    return f"I have no fact about {about}{when}."


def _asked(inquiry: Inquiry, found: Found, tools: Tools) -> str:
    parts = []
    when = inquiry.when[0]
    if when.valid is not None and when.known_date is None:
        parts.append(f" for {when.label or date_text(found.at, Precision.INSTANT, tools.ledger.zone)}")
    if when.known_date is not None:
        parts.append(f" as known on {when.known_date}")
    return "".join(parts)


def _never_stated(inquiry: Inquiry, tools: Tools, found: Found) -> str:
    subject = inquiry.subjects[0] if inquiry.subjects else inquiry.named
    if found.keys and inquiry.beside is not None:
        return f"I have no fact about {topic(found.keys[0])} {inquiry.beside.label}."
    if found.keys:
        return f"I have no fact about {topic(found.keys[0])}{_asked(inquiry, found, tools)}."
    if inquiry.relation is not None:
        return f"I have no fact about {topic(Key(subject, inquiry.relation))}: it was never stated."
    relations = tools.ledger.relations_of(subject)[:_SHOWN_RELATIONS]
    if not relations:
        return f"I have no fact about {subject}."
    return f"I have no fact about this for {subject}. What is known of it: {listed(relations)}."


def history(name: str, inquiry: Inquiry, tools: Tools, found: Found) -> Answer:
    """Tell all values of a key in the order of their validity."""
    text = history_sentence(found.facts, zone=tools.ledger.zone)
    if inquiry.window != (None, None) and len(found.facts) == 1:
        text += " It did not change in the time asked about."
    marks = _history_marks(text, inquiry, tools, found)
    values = tuple(fact.object for fact in found.facts)
    return ledger_answer(name, inquiry, tools, text, value=values, facts=found.facts, marks=marks)


def _history_marks(text: str, inquiry: Inquiry, tools: Tools, found: Found) -> Sequence[Mark]:
    with tools.watch.step("mark"):
        return tools.marker.mark(text, valid=found.at, known=found.known, keys=found.keys or inquiry.keys)


def since_when(name: str, inquiry: Inquiry, tools: Tools, found: Found) -> Answer:
    """Say since when the present value holds, or when a value named in the question began."""
    zone = tools.ledger.zone
    asked = {m.fact for m in tools.marker.mark(inquiry.question, valid=found.at, known=found.known, keys=found.keys)}
    named = [f for f in found.facts if f.id in asked]
    past = [f for f in found.facts if f.valid_from <= found.at]
    chosen = named or past[-1:] or list(found.facts[:1])
    parts = []
    for fact in chosen:
        start = date_text(fact.valid_from, fact.precision, zone)
        end = "" if fact.valid_to is None else f" until {date_text(fact.valid_to, fact.to_precision, zone)}"
        parts.append(
            f"{one_line(fact.object)} since {start}" if not end else f"{one_line(fact.object)} from {start}{end}"
        )
    key = chosen[0].key
    text = f"{one_line(key.subject)}, {one_line(key.relation)}{scope_text(key)}: " + "; ".join(parts) + "."
    value = tuple(format_instant(f.valid_from, f.precision, zone) for f in chosen)
    marks = _history_marks(text, inquiry, tools, found)
    return ledger_answer(
        name, inquiry, tools, text, value=value[0] if len(value) == 1 else value, facts=chosen, marks=marks
    )


def who_has(name: str, inquiry: Inquiry, tools: Tools) -> Answer:
    """List what has the subject as a value of the relations asked about."""
    subject = inquiry.subjects[0]
    relation, what = one_line(inquiry.held_by[0]), one_line(subject)
    asked = f"{relation} {what}" if is_verb(relation) else f"has {what} as its {relation}"
    with tools.watch.step("ledger"):
        facts = holders(tools.ledger, inquiry)
    when = _asked(inquiry, Found(at=inquiry.valid), tools)
    if not facts:
        text = f"I have no fact about anything that {asked}{when}."
        return ledger_answer(name, inquiry, tools, text, reason=Reason.NEVER_STATED)
    told = [holder_of(fact, subject) + scope_text(fact.key) for fact in facts]
    text = f"What {asked}{when}: {listed(told)}."
    return ledger_answer(name, inquiry, tools, text, value=names_of(facts, subject), facts=facts)


def difference(name: str, inquiry: Inquiry, tools: Tools) -> Answer:
    """Say what changed between two dates, for the subjects named or for everything."""
    start, end = inquiry.window
    with tools.watch.step("ledger"):
        if start is None:
            reason = Reason.UNPLACED_TIME
            text = "I cannot tell from when on: name the date, or the two dates, between which to compare."
            return ledger_answer(name, inquiry, tools, text, reason=reason)
        until = min(end, inquiry.now) if end is not None else inquiry.now
        if until < start:
            text = f"{format_instant(start, Precision.DAY, tools.ledger.zone)} has not come yet."
            return ledger_answer(name, inquiry, tools, text, reason=Reason.NOT_YET)
        subjects = inquiry.subjects or (None,)
        found = [tools.ledger.diff(Axis.VALID, start, until, at=inquiry.known, subject=subject) for subject in subjects]
    zone = tools.ledger.zone
    lines: list[str] = []
    values: list[str] = []
    facts: list[Fact] = []
    for one in found:
        for before, after in one.changed:
            lines.append(f"{_named(after.key)}: {one_line(before.object)} → {one_line(after.object)}")
            values.append(after.object)
            facts += [before, after]
        for fact in one.opened:
            lines.append(f"{_named(fact.key)}: {one_line(fact.object)} is new")
            values.append(fact.object)
            facts.append(fact)
        for fact in one.closed:
            lines.append(f"{_named(fact.key)}: {one_line(fact.object)} ended")
            facts.append(fact)
    span = f"Between {format_instant(start, Precision.DAY, zone)} and {format_instant(until, Precision.DAY, zone)}"
    about = f" for {listed(inquiry.subjects)}" if inquiry.subjects else ""
    if not lines:
        return ledger_answer(name, inquiry, tools, f"{span} nothing changed{about}.", value=())
    more = len(lines) - _SHOWN_CHANGES
    text = f"{span} this changed{about}:\n" + "\n".join(f"- {line}" for line in lines[:_SHOWN_CHANGES])
    if more > 0:
        text += f"\n… and {more} more."
    return ledger_answer(
        name, inquiry, tools, text, value=tuple(values), facts=facts, evidence=from_facts(facts[:40], tools.ledger)
    )


def _named(key: Key) -> str:
    return f"{one_line(key.subject)}, {one_line(key.relation)}{scope_text(key)}"
