"""The words of the review pane: its kinds, their signs, the texts of a line."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from tenure_app.ops.review import Kind, Row
from tenure_app.widgets.format import count_text, date_text

translate = QCoreApplication.translate

SIGNS = {
    Kind.CONFLICT: "!",
    Kind.NAME: "≈",
    Kind.PROPOSAL: "?",
    Kind.MISSING: "−",
    Kind.RELATION: "#",
    Kind.RULE: "⇒",
}
"""The sign of a kind beside its colour."""

COLOURS = {
    Kind.CONFLICT: "disputed",
    Kind.NAME: "expired",
    Kind.PROPOSAL: "future",
    Kind.MISSING: "retired",
    Kind.RELATION: "unknown",
    Kind.RULE: "current",
}
"""The name of a kind's colour token; its fill is that name with ``Fill``."""


def kind_title(kind: Kind) -> str:
    """The heading of a kind in the list."""
    titles = {
        Kind.CONFLICT: translate("Review", "Conflicts"),
        Kind.NAME: translate("Review", "Ambiguous names"),
        Kind.PROPOSAL: translate("Review", "Uncertain statements"),
        Kind.MISSING: translate("Review", "No longer in their source"),
        Kind.RELATION: translate("Review", "Unknown relations"),
        Kind.RULE: translate("Review", "Rules in shadow"),
    }
    return titles[kind]


def kind_chip(kind: Kind) -> str:
    """The short name of a kind, for its filter."""
    titles = {
        Kind.CONFLICT: translate("Review", "Conflicts"),
        Kind.NAME: translate("Review", "Names"),
        Kind.PROPOSAL: translate("Review", "Uncertain"),
        Kind.MISSING: translate("Review", "Missing"),
        Kind.RELATION: translate("Review", "Relations"),
        Kind.RULE: translate("Review", "Rules"),
    }
    return titles[kind]


def row_title(row: Row) -> str:
    """The first line of an entry."""
    if row.ref.kind is Kind.CONFLICT and row.key is not None:
        return f"{row.key}: {row.value}"
    if row.ref.kind is Kind.NAME:
        return translate("Review", "“{0}” may mean {1}").format(row.value, row.source)
    if row.ref.kind in (Kind.RULE, Kind.RELATION) or row.key is None:
        return row.value
    if row.ends or row.ref.kind is Kind.MISSING:
        return translate("Review", "{0}: no longer {1}").format(row.key, row.value)
    return f"{row.key}: {row.value}"


def row_detail(row: Row) -> str:
    """The second line of an entry."""
    if row.ref.kind is Kind.NAME:
        return translate("Review", "learned from prose")
    if row.ref.kind is Kind.RULE:
        return count_text(
            row.count, translate("Review", "would retire {0} value"), translate("Review", "would retire {0} values")
        )
    if row.ref.kind is Kind.RELATION:
        return translate("Review", "first used of {0}").format(row.key.subject) if row.key is not None else ""
    parts = (
        date_text(row.at, row.precision) if row.at is not None else "",
        row.source or translate("Review", "manual"),
    )
    return " · ".join(part for part in parts if part)


def shortened(text: str, most: int = 300) -> str:
    """Return a text in one line, and no longer than a person reads."""
    line = " ".join(text[: most * 4].split())
    return line if len(line) <= most else line[: most - 1] + "…"


def isolated(text: str) -> str:
    """Return a text whose direction of writing does not reach into the sentence it stands in."""
    return text if text.isascii() else f"\u2068{text}\u2069"
