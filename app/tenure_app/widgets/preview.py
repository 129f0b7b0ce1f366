"""What a write would open and close, shown before it is done."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from tenure.instants import Precision
from tenure.ledger.types import Change, Summary
from tenure_app.theming.theme import Theme
from tenure_app.widgets.basics import Chip, clear, data_label, label
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
        opened, closed = changes_apart(summary)
        if not opened and not closed:
            text = self.tr("No interval changes: this is one more piece of evidence.")
            if summary.corrected:
                text = self.tr("No interval changes.")
            self.say(text)
            return
        for state, word, changes in (
            ("current", self.tr("opens"), opened),
            ("superseded", self.tr("closes"), closed),
        ):
            for change in changes[:_MOST]:
                self._row(state, word, change)
            if len(changes) > _MOST:
                self._column.addWidget(label(self.tr("and {0} more").format(len(changes) - _MOST), "small"))
        if summary.conflicts:
            self._column.addWidget(label(self.tr("Two values from the same instant: this goes to review."), "small"))

    def _row(self, state: str, word: str, change: Change) -> None:
        text = f"{change.key.relation}: {change.object}"
        when = change_span(change)
        self.lines.append(f"{word} {text} {when}")
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(Chip(self._theme, state, word, "+" if state == "current" else "−"))
        value = data_label(text, "value")
        value.setToolTip(str(change.key))
        row.addWidget(value, 1)
        row.addWidget(data_label(when, "small"))
        self._column.addWidget(holder)


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
