"""The rows of the dialog of models: one model, what it is, whether it can be used, what can be done with it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QPushButton, QScrollArea, QVBoxLayout, QWidget

from tenure.models.suitable import size_text
from tenure_app.ops.models import FoundModel, Offer
from tenure_app.theming.theme import Theme
from tenure_app.widgets.basics import Card, Chip, ElidedLabel, clear, data_label, label

translate = QCoreApplication.translate


class ModelRow(Card):
    """A card with a name, a line about it, and buttons at its right; a reason or a progress below."""

    def __init__(self, theme: Theme, name: str, about: str, *, data: bool = True) -> None:
        super().__init__(margins=(16, 12, 12, 12))
        self._theme = theme
        title = ElidedLabel(name, "strong")
        title.setProperty("data", data)
        line = ElidedLabel(about, "small")
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(title)
        if about:
            words.addWidget(line)
        self._row = QHBoxLayout()
        self._row.setSpacing(8)
        self._row.addLayout(words, 1)
        self.column.addLayout(self._row)

    def add_use(self, in_use: bool, use: Callable[[], None], name: str) -> None:
        """Add the mark of what is in use, or the button to use it."""
        if in_use:
            self._row.addWidget(Chip(self._theme, "current", translate("Models", "in use")))
            return
        self.add_button(translate("Models", "Use"), use, name)

    def add_chip(self, state: str, text: str, sign: str | None = None) -> None:
        """Add a mark."""
        self._row.addWidget(Chip(self._theme, state, text, sign))

    def add_button(self, text: str, run: Callable[[], None], name: str, kind: str = "") -> QPushButton:
        """Add a button; ``name`` says for screen readers what it is about."""
        made = QPushButton(text)
        made.setAccessibleName(f"{text}: {name}")
        made.setCursor(Qt.CursorShape.PointingHandCursor)
        made.setProperty("kind", kind)
        made.clicked.connect(lambda _checked=False: run())
        self._row.addWidget(made)
        return made

    def add_reason(self, reason: str) -> None:
        """Say why it cannot be used."""
        self._row.addWidget(Chip(self._theme, "superseded", translate("Models", "cannot be used")))
        self.column.addWidget(data_label(reason, "error", wrap=True))

    def add_progress(self, text: str, fraction: float) -> None:
        """Show how far a download is; :meth:`show_progress` moves it."""
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(translate("Models", "Progress of the download"))
        self._amount = data_label("", "small")
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self._bar, 1)
        row.addWidget(self._amount)
        self.column.addLayout(row)
        self.show_progress(text, fraction)

    def show_progress(self, text: str, fraction: float) -> None:
        """Move the progress of a row that has one."""
        self._bar.setRange(0, 1000 if fraction else 0)
        self._bar.setValue(int(fraction * 1000))
        self._amount.setText(text)


class RowList(QScrollArea):
    """Rows below one another, scrolling; rebuilt as a whole, keeping the place and the keyboard's focus."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        body = QWidget()
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(0, 0, 8, 0)
        self._column.setSpacing(8)
        self.setWidget(body)

    def show_rows(self, rows: list[QWidget]) -> None:
        """Show these rows instead."""
        at = self.verticalScrollBar().value()
        focused = self._focused_name()
        clear(self._column)
        for row in rows:
            self._column.addWidget(row)
        self._column.addStretch(1)
        self.verticalScrollBar().setValue(at)
        for made in self.findChildren(QPushButton) if focused else ():
            if made.accessibleName() == focused:
                made.setFocus()

    def _focused_name(self) -> str:
        focused = self.focusWidget()
        return focused.accessibleName() if isinstance(focused, QPushButton) and focused.hasFocus() else ""


def section(text: str) -> QWidget:
    """Return the heading of a group of rows."""
    made = label(text, "section")
    made.setContentsMargins(0, 8, 0, 0)
    return made


def note(text: str) -> QWidget:
    """Return a line for what is not there."""
    return label(text, "muted", wrap=True)


def about_found(found: FoundModel) -> str:
    """Say in one line what a model file is."""
    header = found.header
    parts = [found.origin, size_text(found.size)]
    if header is not None:
        parts += [
            header.architecture,
            header.quantisation,
            translate("Models", "{0} parameters").format(count_words(header.parameters)),
        ]
        if header.context:
            parts.append(translate("Models", "{0} tokens").format(f"{header.context:,}"))
        if not header.chat_template:
            parts.append(translate("Models", "no chat template"))
    return " · ".join(part for part in parts if part)


def about_offer(offer: Offer) -> str:
    """Say in one line what can be downloaded."""
    return " · ".join(
        (
            offer.publisher,
            offer.licence,
            offer.parameters,
            offer.quantisation,
            size_text(offer.about_bytes),
            translate("Models", "{0} GB of memory").format(offer.memory_gb),
            ", ".join(offer.languages),
        )
    )


def count_words(number: int) -> str:
    """Write a number of parameters as people say it: ``7.2B``, ``135M``."""
    for letter, factor in (("B", 10**9), ("M", 10**6), ("K", 10**3)):
        if number >= factor:
            return f"{number / factor:.3g}{letter}"
    return str(number) if number else ""
