"""The words, signs and colours of the kinds of difference."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from tenure.ledger.differing import DifferenceKind
from tenure_app.ops.difference import DifferenceRow
from tenure_app.widgets.format import date_text

translate = QCoreApplication.translate

COLOURS: Mapping[DifferenceKind, str] = {
    DifferenceKind.OPENED: "current",
    DifferenceKind.CLOSED: "retired",
    DifferenceKind.CHANGED: "future",
    DifferenceKind.CORRECTED: "disputed",
    DifferenceKind.LEARNED: "expired",
}
"""Kind to the name of its colour token; the fill is that name with ``Fill``."""

SIGNS: Mapping[DifferenceKind, str] = {
    DifferenceKind.OPENED: "●",
    DifferenceKind.CLOSED: "✕",
    DifferenceKind.CHANGED: "→",
    DifferenceKind.CORRECTED: "≠",
    DifferenceKind.LEARNED: "◆",
}
"""The second sign beside colour."""


def kind_words() -> dict[DifferenceKind, str]:
    """The word of each kind."""
    return {
        DifferenceKind.OPENED: translate("Difference", "opened"),
        DifferenceKind.CLOSED: translate("Difference", "closed"),
        DifferenceKind.CHANGED: translate("Difference", "changed"),
        DifferenceKind.CORRECTED: translate("Difference", "corrected"),
        DifferenceKind.LEARNED: translate("Difference", "learned later"),
    }


def kind_tips() -> dict[DifferenceKind, str]:
    """What each kind means."""
    return {
        DifferenceKind.OPENED: translate("Difference", "Nothing held at the first date; something does at the second."),
        DifferenceKind.CLOSED: translate(
            "Difference", "It held at the first date; at the second it does not, and nothing took over."
        ),
        DifferenceKind.CHANGED: translate("Difference", "Another value took over between the two dates."),
        DifferenceKind.CORRECTED: translate(
            "Difference", "What was believed of the first date was corrected or withdrawn."
        ),
        DifferenceKind.LEARNED: translate(
            "Difference", "It held at the first date already; we learned of it only later."
        ),
    }


def when_text(row: DifferenceRow) -> str:
    """When it differs, as precise as it was written."""
    return date_text(row.at, row.precision)
