"""The field beside a question that says where the answer is to apply."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit

from tenure.keys import Scope

_WIDTHS = (72, 170)
"""Least and most pixels; the question takes the rest."""


class ScopeField(QLineEdit):
    """A scope as written on the command line: ``env=prod, region=eu``; empty means everywhere."""

    def __init__(self) -> None:
        super().__init__()
        self.setMinimumWidth(_WIDTHS[0])
        self.setMaximumWidth(_WIDTHS[1])
        self.setProperty("kind", "question")
        self.setPlaceholderText(self.tr("Scope"))
        self.setAccessibleName(self.tr("Scope"))
        self.setToolTip(self.tr("Where the answer is to apply, such as env=prod, region=eu; empty: everywhere"))

    def scope(self) -> Scope:
        """Return what is written.

        Raises:
            InputError: if it is no scope.
        """
        return Scope.parse(self.text())
