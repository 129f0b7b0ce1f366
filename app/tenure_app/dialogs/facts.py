"""Add, correct, end and withdraw: each shows first what it opens and closes."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtWidgets import QCheckBox, QCompleter, QLineEdit, QWidget

from tenure.instants import Dated, Precision
from tenure.keys import Key, Scope
from tenure.ledger.types import Fact, Statement
from tenure_app.context import AppContext
from tenure_app.dialogs.base import FactDialog, Work, date_field, read_date
from tenure_app.ops import queries, writes
from tenure_app.widgets.format import date_text


class AddFact(FactDialog):
    """State something by hand; subject and relation are completed as you type."""

    def __init__(
        self, context: AppContext, parent: QWidget, key: Key | None = None, subject: str | None = None
    ) -> None:
        super().__init__(context, parent)
        self._retitle()
        self.subject = self._text(self.tr("Subject"), key.subject if key else subject or "")
        self.relation = self._text(self.tr("Relation"), key.relation if key else "")
        self.value = self._text(self.tr("Value"), "")
        self.start = date_field(self.tr("Valid from"), self.tr("2025-03-14"), self._today())
        self.end = date_field(self.tr("Valid to"), self.tr("open"))
        self.scope = self._text(self.tr("Scope"), ", ".join(f"{n}={v}" for n, v in key.scope.dimensions) if key else "")
        self.scope.setPlaceholderText(self.tr("everywhere, or env=prod, region=eu"))
        self.temporary = QCheckBox(self.tr("Temporary: afterwards what held before comes back"))
        self.temporary.setAccessibleName(self.temporary.text())
        self.temporary.toggled.connect(self.changed)
        self.add_row(self.tr("Subject"), self.subject)
        self.add_row(self.tr("Relation"), self.relation)
        self.add_row(self.tr("Value"), self.value)
        self.add_row(self.tr("From, to"), self.start, self.end)
        self.add_row(self.tr("Scope"), self.scope)
        self.add_row("", self.temporary)
        self._complete(self.subject, relation=False)
        self._complete(self.relation, relation=True)
        self.finish_form()
        first = next((field for field in (self.subject, self.relation, self.value) if not field.text()), self.value)
        first.setFocus()

    def work(self) -> Work | None:
        """Return the assert the fields describe."""
        subject, relation, value = (f.text().strip() for f in (self.subject, self.relation, self.value))
        start, end = read_date(self.start), read_date(self.end)
        scope = Scope.parse(self.scope.text())
        if not subject or not relation or not value or start is None:
            return None
        key, temporary = Key(subject, relation, scope), self.temporary.isChecked()
        return lambda project, dry: writes.add_fact(
            project, key=key, value=value, start=start, end=end, temporary=temporary, dry_run=dry
        )

    def _retitle(self) -> None:
        self.retitle(
            self.tr("Add a fact"),
            self.tr("It holds from the first date on. A newer value of the same key takes over; nothing is deleted."),
            self.tr("Add the fact"),
        )

    def _today(self) -> str:
        valid = self.context.times.value.valid
        return str(valid) if valid is not None else date_text(self.context.clock(), Precision.DAY)

    def _text(self, name: str, text: str) -> QLineEdit:
        field = QLineEdit(text)
        field.setAccessibleName(name)
        return field

    def _complete(self, field: QLineEdit, *, relation: bool) -> None:
        names = QStringListModel(self)
        completer = QCompleter(names, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setMaxVisibleItems(8)
        field.setCompleter(completer)

        def ask(text: str) -> None:
            self.context.session.query(
                self,
                lambda project: queries.completions(project, relation=relation, prefix=text),
                names.setStringList,
                channel=f"complete {relation}",
            )

        field.textEdited.connect(ask)
        ask("")


class CorrectFact(FactDialog):
    """What we wrote was wrong: replace what a statement says."""

    def __init__(self, context: AppContext, parent: QWidget, fact: Fact, statement: Statement) -> None:
        super().__init__(context, parent)
        self.retitle(
            self.tr("Correct a statement"),
            self.tr(
                "What we wrote was wrong. The new statement replaces it from now on;"
                " what we believed until now stays readable."
            ),
            self.tr("Correct"),
        )
        self._statement = statement
        self.add_about(f"{fact.key}: {fact.object}")
        self.value = QLineEdit(statement.object or "")
        self.value.setAccessibleName(self.tr("Value"))
        self.start = date_field(self.tr("Valid from"), "", date_iso(statement.valid_from, statement.precision))
        end = "" if statement.valid_to is None else date_iso(statement.valid_to, statement.to_precision)
        self.end = date_field(self.tr("Valid to"), self.tr("open"), end)
        self.add_row(self.tr("Value"), self.value)
        self.add_row(self.tr("From, to"), self.start, self.end)
        self.finish_form()
        self.value.setFocus()
        self.value.selectAll()

    def work(self) -> Work | None:
        """Return the correction the fields describe."""
        value, start, end = self.value.text().strip(), read_date(self.start), read_date(self.end)
        if not value or start is None:
            return None
        statement = self._statement
        return lambda project, dry: writes.correct_fact(
            project, statement=statement, value=value, start=start, end=end, dry_run=dry
        )


class EndFact(FactDialog):
    """It stopped being so."""

    def __init__(self, context: AppContext, parent: QWidget, fact: Fact) -> None:
        super().__init__(context, parent)
        self.retitle(
            self.tr("End a fact"),
            self.tr("It was so and stopped being so. From that date on nothing holds until something newer is stated."),
            self.tr("End it"),
        )
        self._fact = fact
        self.add_about(f"{fact.key}: {fact.object}")
        valid = context.times.value.valid
        today = Dated(context.clock(), Precision.DAY) if valid is None else valid
        self.at = date_field(self.tr("Ended on"), self.tr("2025-03-14"), str(today))
        self.add_row(self.tr("Ended on"), self.at)
        self.finish_form()
        self.at.setFocus()

    def work(self) -> Work | None:
        """Return the end the field describes."""
        at = read_date(self.at)
        fact = self._fact
        if at is None:
            return None
        return lambda project, dry: writes.end_fact(project, key=fact.key, value=fact.object, at=at, dry_run=dry)


class WithdrawFact(FactDialog):
    """It was never so."""

    def __init__(self, context: AppContext, parent: QWidget, fact: Fact, statement: Statement) -> None:
        super().__init__(context, parent)
        self.retitle(
            self.tr("Withdraw a statement"),
            self.tr(
                "It was never so. The statement is taken back from now on; what we believed until now stays readable."
            ),
            self.tr("Withdraw"),
        )
        self._statement = statement
        start = date_iso(statement.valid_from, statement.precision)
        self.add_about(f"{fact.key}: {statement.object or ''}")
        self.add_about(self.tr("stated from {0}").format(start))
        self.finish_form()

    def work(self) -> Work | None:
        """Return the withdrawal."""
        statement = self._statement
        return lambda project, dry: writes.withdraw_fact(project, statement=statement, dry_run=dry)


def date_iso(at: int, precision: Precision) -> str:
    """Write a date as the fields take it."""
    return str(Dated(at, precision))
