"""Evidence: what an answer rests on, from facts and from search."""

from __future__ import annotations

from collections.abc import Sequence

from tenure.answer.answer import EvidenceItem
from tenure.answer.inquiry import Inquiry
from tenure.keys import fold
from tenure.ledger import Ledger
from tenure.ledger.types import Fact, Op, State, Statement
from tenure.search import Hit


def from_facts(facts: Sequence[Fact], ledger: Ledger) -> tuple[EvidenceItem, ...]:
    """Return the sentence of each fact's ruling statement, each once; facts without one are left out."""
    items: dict[tuple[str | None, str], EvidenceItem] = {}
    for fact in facts:
        told = fact.evidence
        if not told.text:
            continue
        at, precision, line = fact.valid_from, fact.precision, None
        if told.passage is not None:
            found = ledger.passages.get([told.passage])
            if found:
                at, precision, line = found[0].at, found[0].precision, found[0].line
        item = EvidenceItem(told.text, told.source, at, precision, fact.state, told.passage, told.span, line)
        items.setdefault((told.source, told.text), item)
    return tuple(items.values())


def from_hits(hits: Sequence[Hit], ledger: Ledger, inquiry: Inquiry) -> tuple[EvidenceItem, ...]:
    """Return what search found, each with the state of what it states about the keys asked."""
    return tuple(
        EvidenceItem(
            hit.text,
            hit.passage.source,
            hit.passage.at,
            hit.passage.precision,
            hit.state or state_of_passage(ledger, hit.passage.id, inquiry),
            hit.passage.id,
            hit.span,
            hit.passage.line,
            hit.score,
        )
        for hit in hits
    )


def state_of_passage(ledger: Ledger, passage: int, inquiry: Inquiry) -> State:
    """Return the state of what a passage states about the keys asked, else about anything.

    ``current`` if any of it holds at the times asked; ``unknown`` if it states nothing.
    """
    statements = ledger.statements_of_passages([passage], known=inquiry.known)
    asked = {(fold(key.subject), fold(key.relation)) for key in inquiry.keys}
    about = [s for s in statements if s.key.normal[:2] in asked] or statements
    states = {state_of_statement(ledger, s, valid=inquiry.valid, known=inquiry.known) for s in about}
    for state in (State.CURRENT, State.SUPERSEDED, State.ENDED, State.FUTURE):
        if state in states:
            return state
    return State.UNKNOWN


def state_of_statement(ledger: Ledger, statement: Statement, *, valid: int, known: int | None) -> State | None:
    """Return the state of the value a statement asserts, or None if it asserts none."""
    if statement.op is not Op.ASSERT or statement.object is None:
        return None
    facts = ledger.history(statement.key, known=known, valid=valid)
    mine = [f for f in facts if f.valid_from <= statement.valid_from and _ends_after(f, statement.valid_from)]
    same = [f for f in mine if f.object == statement.object or f.statement == statement.id]
    return same[0].state if same else (State.SUPERSEDED if statement.valid_from <= valid else State.FUTURE)


def _ends_after(fact: Fact, at: int) -> bool:
    return fact.valid_to is None or fact.valid_to > at
