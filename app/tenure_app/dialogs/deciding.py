"""The dialogs of the review pane: accept with changes, end, map a relation; each shows first what it does."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget

from tenure.instants import DateOrigin
from tenure.keys import Key, Scope
from tenure.ledger.types import Assert, End, Evidence
from tenure_app.context import AppContext
from tenure_app.dialogs.base import FactDialog, Work, date_field, read_date
from tenure_app.dialogs.facts import AddFact, date_iso
from tenure_app.ops import queries, review
from tenure_app.widgets.basics import FlowLayout, button


class AcceptEdited(AddFact):
    """The statement that waits, to be changed before it is written; its sentence stays its evidence."""

    def __init__(self, context: AppContext, parent: QWidget, number: int, said: Assert) -> None:
        super().__init__(context, parent, said.key)
        self._number, self._said = number, said
        self.retitle(
            self.tr("Edit before accepting"),
            self.tr("It is written as it stands here, with the sentence it was read from as its evidence."),
            self.tr("Accept"),
        )
        self.value.setText(said.object)
        self.start.setText(date_iso(said.valid_from, said.precision))
        self.end.setText("" if said.valid_to is None else date_iso(said.valid_to, said.to_precision))
        self.temporary.setChecked(said.temporary)
        self.value.setFocus()
        self.value.selectAll()

    def work(self) -> Work | None:
        """Return the acceptance of what the fields describe."""
        subject, relation, value = (f.text().strip() for f in (self.subject, self.relation, self.value))
        start, end = read_date(self.start), read_date(self.end)
        scope = Scope.parse(self.scope.text())
        if not subject or not relation or not value or start is None:
            return None
        operation = Assert(
            Key(subject, relation, scope),
            value,
            start.at,
            None if end is None else end.at,
            self.temporary.isChecked(),
            start.precision,
            (end or start).precision,
            self._said.origin if start.at == self._said.valid_from else DateOrigin.WRITTEN,
            self._said.evidence,
        )
        number = self._number
        return lambda project, dry: review.accept_as(project, number=number, operations=[operation], dry_run=dry)


class AcceptEnd(FactDialog):
    """Something stopped being so: the day and the value can be set before it is written."""

    def __init__(
        self, context: AppContext, parent: QWidget, number: int, *, key: Key, value: str, at: str, evidence: Evidence
    ) -> None:
        super().__init__(context, parent)
        self._number, self._key, self._evidence = number, key, evidence
        self.retitle(
            self.tr("End a fact"),
            self.tr("It was so and stopped being so. From that date on nothing holds until something newer is stated."),
            self.tr("End it"),
        )
        self.add_about(str(key))
        self.value = QLineEdit(value)
        self.value.setAccessibleName(self.tr("Value"))
        self.value.setPlaceholderText(self.tr("whatever held"))
        self.at = date_field(self.tr("Ended on"), self.tr("2025-03-14"), at)
        self.add_row(self.tr("Value"), self.value)
        self.add_row(self.tr("Ended on"), self.at)
        self.finish_form()
        self.at.setFocus()

    def work(self) -> Work | None:
        """Return the end the fields describe."""
        at = read_date(self.at)
        if at is None:
            return None
        value = self.value.text().strip() or None
        operation = End(self._key, at.at, value, at.precision, DateOrigin.WRITTEN, self._evidence)
        number = self._number
        return lambda project, dry: review.accept_as(project, number=number, operations=[operation], dry_run=dry)


class MapRelation(FactDialog):
    """A relation is another name of one in the registry."""

    def __init__(
        self, context: AppContext, parent: QWidget, number: int, relation: str, alike: tuple[str, ...]
    ) -> None:
        super().__init__(context, parent)
        self._number, self._name = number, relation
        self.retitle(
            self.tr("Map to a known relation"),
            self.tr("What was stated under this name joins the keys of the relation chosen; nothing is lost."),
            self.tr("Map it"),
        )
        self.add_about(relation)
        self.relation = QLineEdit(alike[0] if alike else "")
        self.relation.setAccessibleName(self.tr("Known relation"))
        self.relation.setPlaceholderText(self.tr("port, owner, version…"))
        self.add_row(self.tr("Same as"), self.relation)
        self._complete()
        if len(alike) > 1:
            self.add_row(self.tr("Or"), self._suggestions(alike[1:]))
        self.finish_form()
        self.relation.setFocus()
        self.relation.selectAll()

    def work(self) -> Work | None:
        """Return the alias the field describes."""
        known = self.relation.text().strip()
        if not known:
            return None
        number, relation = self._number, self._name
        return lambda project, dry: review.map_to(project, number=number, relation=relation, known=known, dry_run=dry)

    def _suggestions(self, alike: tuple[str, ...]) -> QWidget:
        holder = QWidget()
        flow = FlowLayout(holder, 6)
        for name in alike:
            chip = button(name, partial(self.relation.setText, name), "citation")
            chip.setProperty("data", True)
            flow.addWidget(chip)
        return holder

    def _complete(self) -> None:
        names = QStringListModel(self)
        completer = QCompleter(names, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.relation.setCompleter(completer)

        def ask(text: str) -> None:
            work = partial(queries.completions, relation=True, prefix=text)
            self.context.session.query(self, work, names.setStringList, channel="complete relation")

        self.relation.textEdited.connect(ask)
        ask("")
