"""What the inspector says of a key. Knows nothing of Qt's widgets."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from tenure.ledger.types import Fact, Op, State, Statement
from tenure.rules.effects import OF_RULES
from tenure_app.ops.inspecting import Commit
from tenure_app.ops.queries import KeyView
from tenure_app.widgets.format import date_text

translate = QCoreApplication.translate

_SHORT = 12
"""So many characters of a commit's id tell it apart for a person."""
_STATEMENTS = 40
"""Most statements listed; a key that is restated daily has thousands."""


def chosen_fact(view: KeyView, fact: str | None) -> Fact | None:
    """Return the fact asked for, else what holds, else the last that did."""
    for one in view.history:
        if one.id == fact:
            return one
    current = [one for one in view.history if one.state is State.CURRENT]
    return (current or list(view.history) or [None])[-1]  # type: ignore[list-item]


def ruling_statement(view: KeyView, fact: Fact) -> Statement | None:
    """Return the statement a fact's value comes from."""
    return next((one for one in view.statements if one.id == fact.statement), None)


def passage_text(view: KeyView, statement: Statement) -> tuple[str, tuple[int, int] | None]:
    """Return the text a statement stands in and the stretch to highlight."""
    evidence = statement.evidence
    passage = view.passages.get(evidence.passage) if evidence.passage is not None else None
    if passage is None:
        text = evidence.text or ""
        return text, (0, len(text)) if text else None
    if evidence.span is not None:
        return passage.text, evidence.span
    if evidence.text and (at := passage.text.find(evidence.text)) >= 0:
        return passage.text, (at, at + len(evidence.text))
    return passage.text, None


def line_of(view: KeyView, statement: Statement) -> int:
    """Return the line of the source, from 1, that a statement's sentence stands in."""
    evidence = statement.evidence
    passage = view.passages.get(evidence.passage) if evidence.passage is not None else None
    if passage is None:
        return 1
    return passage.line + passage.text.count("\n", 0, evidence.span[0] if evidence.span is not None else 0)


def source_line(view: KeyView, statement: Statement) -> str:
    """Return where a statement stands: source, date, line."""
    evidence = statement.evidence
    passage = view.passages.get(evidence.passage) if evidence.passage is not None else None
    if passage is None:
        source = evidence.source or translate("Inspector", "manual")
        return f"{source} · {date_text(statement.recorded_at)[:10]}"
    place = translate("Inspector", "line {0}").format(passage.line)
    return f"{passage.source} · {date_text(passage.at, passage.precision)} · {place}"


def statement_rows(view: KeyView) -> list[tuple[str, str, bool]]:
    """Return the statements, latest first: what they say, where and when, whether they were taken back."""
    rows = []
    for one in list(view.statements)[::-1][:_STATEMENTS]:
        start = date_text(one.valid_from, one.precision)
        if one.op is Op.END:
            text = translate("Inspector", "ends on {0}").format(start)
            if one.object is not None:
                text = f"{one.object} {text}"
        else:
            value = translate("Inspector", "(erased)") if one.erased else one.object or ""
            text = translate("Inspector", "{0} from {1}").format(value, start)
            if one.valid_to is not None:
                text += " " + translate("Inspector", "until {0}").format(date_text(one.valid_to, one.to_precision))
        closed = one.closed_tx is not None
        fate = (
            translate("Inspector", "corrected")
            if one.corrected_by is not None
            else translate("Inspector", "withdrawn")
            if closed
            else ""
        )
        recorded = translate("Inspector", "recorded {0}").format(date_text(one.recorded_at)[:16])
        parts = [one.evidence.source or translate("Inspector", "manual"), recorded, fate]
        rows.append((text, " · ".join(part for part in parts if part), closed))
    return rows


def rule_of(statement: Statement) -> str | None:
    """Return the rule that made a statement, as ``name@version``, or None for others."""
    source = statement.evidence.source or ""
    return source.removeprefix(OF_RULES) if source.startswith(OF_RULES) else None


def ended_by(view: KeyView, fact: Fact) -> str | None:
    """Return the rule whose statement ended a value or replaced it, or None."""
    for one in view.statements:
        guarded = one.op is Op.END and one.object not in (None, fact.object)
        if fact.valid_to is not None and one.valid_from == fact.valid_to and one.closed_tx is None and not guarded:
            rule = rule_of(one)
            if rule is not None:
                return rule
    return None


def commit_text(commit: Commit) -> str:
    """Return a commit in one line: id, author, date, subject line."""
    date = date_text(commit.at)[:10]
    by = translate("Inspector", "commit {0} by {1}").format(commit.sha[:_SHORT], commit.author)
    return " · ".join(part for part in (by, date, commit.summary) if part)
