"""What the timeline says of a fact under the pointer."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from tenure.ledger.types import Fact
from tenure_app.widgets.format import closing_text, count_text, flags_text, span_text, state_word


def hover_lines(fact: Fact) -> list[str]:
    """What a bar says on hover: value, state and span, reason of closing and evidence."""
    evidence = count_text(
        fact.evidence_count,
        QCoreApplication.translate("Timeline", "{0} piece of evidence"),
        QCoreApplication.translate("Timeline", "{0} pieces of evidence"),
    )
    state = state_word(fact.state.value)
    flags = flags_text(fact)
    return [
        f"{fact.key.relation}: {fact.object[:120]}",
        f"{state}{', ' + flags if flags else ''} · {span_text(fact)}",
        f"{closing_text(fact)} · {evidence}",
    ]
