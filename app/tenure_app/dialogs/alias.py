"""Another name for a subject, and how long values of a relation stay fresh."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from tenure.errors import InputError
from tenure.instants import DAY
from tenure.keys import fold
from tenure.ledger.types import Summary
from tenure.relations import Relation
from tenure_app.context import AppContext
from tenure_app.dialogs.base import FactDialog, Work
from tenure_app.ops import inspecting
from tenure_app.widgets.basics import data_label

_MOST_DAYS = 36_500


class AliasDialog(FactDialog):
    """A subject is also called something else."""

    def __init__(self, context: AppContext, parent: QWidget, subject: str) -> None:
        super().__init__(context, parent)
        self.retitle(
            self.tr("Add an alias"),
            self.tr("Questions and texts that use the other name will mean this subject too. Facts are never merged."),
            self.tr("Add the alias"),
        )
        self._subject = subject
        self.add_about(subject)
        self.known = data_label("", "small", wrap=True)
        self._column.addWidget(self.known)
        self.alias = QLineEdit()
        self.alias.setAccessibleName(self.tr("Also called"))
        self.add_row(self.tr("Also called"), self.alias)
        self.finish_form()
        self.alias.setFocus()
        context.session.query(self, lambda project: inspecting.aliases(project, subject=subject), self._show_known)

    def work(self) -> Work | None:
        """Return the alias the field describes."""
        alias, subject = " ".join(self.alias.text().split()), self._subject
        if not alias:
            return None
        if fold(alias) == fold(subject):
            raise InputError(self.tr("This is its name already."))
        return lambda project, dry: inspecting.add_alias(project, subject=subject, alias=alias, dry_run=dry)

    def _show_known(self, names: tuple[str, ...]) -> None:
        self.known.setText(self.tr("Known as: {0}").format(", ".join(names)) if names else "")
        self.known.setVisible(bool(names))

    def _previewed(self, summary: Summary) -> None:
        super()._previewed(summary)
        told = self.tr("“{0}” will be read as {1} too. No interval changes.")
        self.preview.say(told.format(" ".join(self.alias.text().split()), self._subject))


class LifeDialog(FactDialog):
    """How long a value of a relation counts as fresh after it was stated last."""

    def __init__(self, context: AppContext, parent: QWidget, relation: Relation) -> None:
        super().__init__(context, parent)
        self.retitle(
            self.tr("Time to live"),
            self.tr(
                "A value that nobody stated again within so many days counts as expired: it holds, with a warning."
            ),
            self.tr("Set it"),
        )
        self._relation = relation
        self.add_about(relation.name)
        days = "" if relation.time_to_live is None else str(relation.time_to_live // DAY)
        self.days = QLineEdit(days)
        self.days.setAccessibleName(self.tr("Days"))
        self.days.setPlaceholderText(self.tr("for good"))
        self.add_row(self.tr("Days"), self.days)
        self.finish_form()
        self.days.setFocus()
        self.days.selectAll()

    def work(self) -> Work | None:
        """Return the change of the relation the field describes; an empty field lets values live for good."""
        text = self.days.text().strip()
        if text and not (text.isdecimal() and 0 < int(text) <= _MOST_DAYS):
            raise InputError(self.tr("Write a whole number of days, or nothing."))
        life, name = int(text) * DAY if text else None, self._relation.name
        return lambda project, dry: inspecting.set_life(project, relation=name, life=life, dry_run=dry)

    def _previewed(self, summary: Summary) -> None:
        super()._previewed(summary)
        text = self.days.text().strip()
        if not text:
            self.preview.say(self.tr("Values of {0} live for good.").format(self._relation.name))
        else:
            told = self.tr("Values of {0} count as expired {1} days after they were stated last.")
            self.preview.say(told.format(self._relation.name, text))
