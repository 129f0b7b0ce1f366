"""The words of the review pane: its kinds, their signs, the texts of a line."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from tenure_app.ops.review import Kind, Row
from tenure_app.widgets.format import count_text, date_text

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
        Kind.CONFLICT: _tr("Conflicts"),
        Kind.NAME: _tr("Ambiguous names"),
        Kind.PROPOSAL: _tr("Uncertain statements"),
        Kind.MISSING: _tr("No longer in their source"),
        Kind.RELATION: _tr("Unknown relations"),
        Kind.RULE: _tr("Rules in shadow"),
    }
    return titles[kind]


def kind_chip(kind: Kind) -> str:
    """The short name of a kind, for its filter."""
    titles = {
        Kind.CONFLICT: _tr("Conflicts"),
        Kind.NAME: _tr("Names"),
        Kind.PROPOSAL: _tr("Uncertain"),
        Kind.MISSING: _tr("Missing"),
        Kind.RELATION: _tr("Relations"),
        Kind.RULE: _tr("Rules"),
    }
    return titles[kind]


def row_title(row: Row) -> str:
    """The first line of an entry."""
    if row.ref.kind is Kind.CONFLICT and row.key is not None:
        return f"{row.key}: {row.value}"
    if row.ref.kind is Kind.NAME:
        return _tr("“{0}” may mean {1}").format(row.value, row.source)
    if row.ref.kind in (Kind.RULE, Kind.RELATION) or row.key is None:
        return row.value
    if row.ends or row.ref.kind is Kind.MISSING:
        return _tr("{0}: no longer {1}").format(row.key, row.value)
    return f"{row.key}: {row.value}"


def row_detail(row: Row) -> str:
    """The second line of an entry."""
    if row.ref.kind is Kind.NAME:
        return _tr("learned from prose")
    if row.ref.kind is Kind.RULE:
        return count_text(row.count, _tr("would retire {0} value"), _tr("would retire {0} values"))
    if row.ref.kind is Kind.RELATION:
        return _tr("first used of {0}").format(row.key.subject) if row.key is not None else ""
    parts = (date_text(row.at, row.precision) if row.at is not None else "", row.source or _tr("manual"))
    return " · ".join(part for part in parts if part)


def shortened(text: str, most: int = 300) -> str:
    """Return a text in one line, and no longer than a person reads."""
    line = " ".join(text[: most * 4].split())
    return line if len(line) <= most else line[: most - 1] + "…"


def isolated(text: str) -> str:
    """Return a text whose direction of writing does not reach into the sentence it stands in."""
    return text if text.isascii() else f"\u2068{text}\u2069"


def _tr(text: str) -> str:
    return QCoreApplication.translate("Review", text)
