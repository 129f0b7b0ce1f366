"""What the inspector says of a key. Knows nothing of Qt's widgets."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from tenure.ledger.types import Fact, Op, State, Statement
from tenure_app.ops.queries import KeyView
from tenure_app.widgets.format import date_text

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


def source_line(view: KeyView, statement: Statement) -> str:
    """Return where a statement stands: source, date, line."""
    evidence = statement.evidence
    passage = view.passages.get(evidence.passage) if evidence.passage is not None else None
    if passage is None:
        return f"{evidence.source or _tr('manual')} · {date_text(statement.recorded_at)[:10]}"
    place = _tr("line {0}").format(passage.line)
    return f"{passage.source} · {date_text(passage.at, passage.precision)} · {place}"


def statement_rows(view: KeyView) -> list[tuple[str, str, bool]]:
    """Return the statements, latest first: what they say, where and when, whether they were taken back."""
    rows = []
    for one in list(view.statements)[::-1][:_STATEMENTS]:
        start = date_text(one.valid_from, one.precision)
        if one.op is Op.END:
            text = _tr("ends on {0}").format(start)
            if one.object is not None:
                text = f"{one.object} {text}"
        else:
            value = _tr("(erased)") if one.erased else one.object or ""
            text = _tr("{0} from {1}").format(value, start)
            if one.valid_to is not None:
                text += " " + _tr("until {0}").format(date_text(one.valid_to, one.to_precision))
        closed = one.closed_tx is not None
        fate = _tr("corrected") if one.corrected_by is not None else _tr("withdrawn") if closed else ""
        recorded = _tr("recorded {0}").format(date_text(one.recorded_at)[:16])
        parts = [one.evidence.source or _tr("manual"), recorded, fate]
        rows.append((text, " · ".join(part for part in parts if part), closed))
    return rows


def _tr(text: str) -> str:
    return QCoreApplication.translate("Inspector", text)
