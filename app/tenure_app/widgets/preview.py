"""What a write would open and close, shown before it is done."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from tenure.instants import Precision
from tenure.ledger.types import Change, Summary
from tenure_app.theming.theme import Theme
from tenure_app.widgets.basics import Chip, ElidedLabel, clear, data_label, label
from tenure_app.widgets.format import date_text

_MOST = 6


class Preview(QFrame):
    """Lists intervals opened and closed; while nothing is known yet, says so."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "preview")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 10, 12, 10)
        self._column.setSpacing(6)
        self.lines: list[str] = []

    def say(self, text: str, *, error: bool = False) -> None:
        """Show one sentence."""
        clear(self._column)
        self.lines = [text]
        self._column.addWidget(label(text, "error" if error else "small", wrap=True))

    def show_summary(self, summary: Summary) -> None:
        """Show what a dry run found."""
        clear(self._column)
        self.lines = []
        rows = effects(summary)
        if not rows:
            more = self.tr("No interval changes: this is one more piece of evidence.")
            self.say(self.tr("No interval changes.") if summary.corrected else more)
            return
        words = {
            "opens": self.tr("opens"),
            "closes": self.tr("closes"),
            "reopens": self.tr("reopens"),
        }
        for effect, change in rows[:_MOST]:
            self._row(effect, words[effect], change)
        if len(rows) > _MOST:
            self._column.addWidget(label(self.tr("and {0} more").format(len(rows) - _MOST), "small"))
        if summary.conflicts:
            self._column.addWidget(label(self.tr("Two values from the same instant: this goes to review."), "small"))

    def _row(self, effect: str, word: str, change: Change) -> None:
        text = f"{change.key.relation}: {change.object}"
        when = change_span(change)
        self.lines.append(f"{word} {text} {when}")
        holder = QWidget()
        holder.setMinimumHeight(26)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        closes = effect == "closes"
        row.addWidget(Chip(self._theme, "superseded" if closes else "current", word, "−" if closes else "+"))
        value = ElidedLabel(text, "value")
        value.setAccessibleDescription(str(change.key))
        row.addWidget(value, 1)
        row.addWidget(data_label(when, "small"))
        self._column.addWidget(holder)


def effects(summary: Summary) -> list[tuple[str, Change]]:
    """Return what a write does to intervals, one line each: ``opens``, ``closes`` or ``reopens``.

    An interval that only ends earlier than before counts as closed, with its new end; one that
    reaches further than before as reopened.
    """
    opened, closed = changes_apart(summary)
    before = {(c.key.normal, c.object, c.valid_from): c for c in closed}
    rows: list[tuple[str, Change]] = []
    for change in opened:
        former = before.pop((change.key.normal, change.object, change.valid_from), None)
        if former is None:
            rows.append(("opens", change))
        else:
            longer = change.valid_to is None or (former.valid_to is not None and change.valid_to > former.valid_to)
            rows.append(("reopens" if longer else "closes", change))
    rows += [("closes", change) for change in before.values()]
    order = ("opens", "reopens", "closes")
    return sorted(rows, key=lambda row: (order.index(row[0]), row[1].valid_from))


def changes_apart(summary: Summary) -> tuple[list[Change], list[Change]]:
    """Return what is opened and what is closed, leaving out what only stayed."""
    same = set(summary.opened) & set(summary.closed)
    return [c for c in summary.opened if c not in same], [c for c in summary.closed if c not in same]


def change_span(change: Change) -> str:
    """Write a change's span."""
    start = date_text(change.valid_from, Precision.INSTANT)
    if change.valid_to is None:
        return QCoreApplication.translate("format", "since {0}").format(start)
    return f"{start} → {date_text(change.valid_to)}"
