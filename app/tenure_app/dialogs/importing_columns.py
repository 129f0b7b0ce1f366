"""What each column of a table is: a choice and a name a column, and the mapping they make."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLineEdit, QWidget

from tenure.ingest.tablemap import TableMap
from tenure.keys import fold
from tenure_app.widgets.basics import ElidedLabel, clear, label

LEFT_OUT, SUBJECT, VALUE_OF, MANY, NAME, FROM, TO, SCOPE, RELATION, VALUE = (
    "left out",
    "subject",
    "value of",
    "many",
    "name",
    "from",
    "to",
    "scope",
    "relation",
    "value",
)
"""What a column can be."""

_NAMED = {VALUE_OF, MANY, SCOPE}
_ONCE = {SUBJECT, FROM, TO, RELATION, VALUE}
_BETWEEN = ","


class ColumnChoice:
    """The controls of one column: what it is, and the relation or dimension it is called."""

    def __init__(self, column: str, names: dict[str, str], called: str) -> None:
        self.column = column
        self.role = QComboBox()
        self.role.setProperty("data", True)
        for role, word in names.items():
            self.role.addItem(word, role)
        self.name = QLineEdit(column)
        self.name.setProperty("data", True)
        self.role.setAccessibleName(column)
        self.name.setAccessibleName(called)

    @property
    def chosen(self) -> str:
        """What the column is."""
        return str(self.role.currentData())

    @property
    def called(self) -> str:
        """The name of its relation or dimension."""
        return self.name.text().strip() or self.column

    def choose(self, role: str, name: str = "") -> None:
        """Say what it is."""
        self.role.setCurrentIndex(self.role.findData(role))
        self.name.setText(name or self.column)


class Columns(QWidget):
    """One row of controls a column.

    Signals:
        changed: something was chosen or named.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.choices: list[ColumnChoice] = []
        self._base: TableMap | None = None
        self._quiet = False
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 8, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(0, 2)
        self._grid.setColumnStretch(1, 2)
        self._grid.setColumnStretch(2, 2)

    def show_table(self, columns: tuple[str, ...], table: TableMap) -> None:
        """Show the columns as a mapping has them."""
        self._quiet = True
        self._base = table
        clear(self._grid)
        self.choices = []
        for number, column in enumerate(column for column in columns if column):
            called = self.tr("Name of {0}").format(column)
            choice = ColumnChoice(column, self._words(), called)
            choice.choose(*_role_of(column, table))
            choice.role.currentIndexChanged.connect(lambda _index, mine=choice: self._chosen(mine))
            choice.name.textChanged.connect(self._tell)
            self._grid.addWidget(ElidedLabel(column), number, 0)
            self._grid.addWidget(choice.role, number, 1)
            self._grid.addWidget(choice.name, number, 2)
            self.choices.append(choice)
        self._grid.addWidget(label(""), len(self.choices), 0)
        self._grid.setRowStretch(len(self.choices), 1)
        self._show_names()
        self._quiet = False

    def choice(self, column: str) -> ColumnChoice:
        """Return the controls of a column."""
        return next(choice for choice in self.choices if choice.column == column)

    def table(self) -> TableMap | None:
        """Return the mapping chosen; None while no column is the subject or none has a value."""
        if self._base is None:
            return None
        base, of = self._base, self._of
        subject = of(SUBJECT)
        templated = "{" in base.subject and not subject
        relation, value = _first(of(RELATION)), _first(of(VALUE))
        wide = tuple((c.column, c.called) for c in self.choices if c.chosen in {VALUE_OF, MANY})
        long = relation is not None and value is not None
        if not (subject or templated) or not (wide or long) or (wide and long):
            return None
        signs = {fold(column): sign for column, sign in base.sets}
        return TableMap(
            base.files,
            base.subject if templated else subject[0],
            sheet=base.sheet,
            header=base.header,
            names=tuple(of(NAME)),
            relations=() if long else wide,
            relation=relation if long else None,
            value=value if long else None,
            sets=tuple((column, signs.get(fold(column), _BETWEEN)) for column in of(MANY)),
            valid_from=_first(of(FROM)),
            valid_to=_first(of(TO)),
            scope=base.scope,
            scope_columns=tuple((c.called, c.column) for c in self.choices if c.chosen == SCOPE),
        )

    def lacking(self) -> str:
        """Say what is still missing for a mapping; empty if nothing is."""
        if self.table() is not None:
            return ""
        if not self._of(SUBJECT):
            return self.tr("Say which column is the subject.")
        if self._of(RELATION) or self._of(VALUE):
            return self.tr("A column of relations and a column of values go together, and without others of values.")
        return self.tr("Say which column has a value: each becomes a relation of the subject.")

    def _of(self, role: str) -> list[str]:
        return [choice.column for choice in self.choices if choice.chosen == role]

    def _chosen(self, mine: ColumnChoice) -> None:
        """There is one subject, one beginning …: another column that was it is left out now."""
        if mine.chosen in _ONCE:
            for other in self.choices:
                if other is not mine and other.chosen == mine.chosen:
                    other.role.blockSignals(True)
                    other.choose(LEFT_OUT, other.name.text())
                    other.role.blockSignals(False)
        self._show_names()
        self._tell()

    def _show_names(self) -> None:
        for choice in self.choices:
            choice.name.setVisible(choice.chosen in _NAMED)

    def _tell(self) -> None:
        if not self._quiet:
            self.changed.emit()

    def _words(self) -> dict[str, str]:
        return {
            SUBJECT: self.tr("subject"),
            VALUE_OF: self.tr("value, called"),
            MANY: self.tr("several values, called"),
            FROM: self.tr("valid from"),
            TO: self.tr("valid to"),
            SCOPE: self.tr("scope, called"),
            NAME: self.tr("other name of the subject"),
            RELATION: self.tr("relation (a value a row)"),
            VALUE: self.tr("value (a value a row)"),
            LEFT_OUT: self.tr("leave out"),
        }


def _first(columns: list[str]) -> str | None:
    return columns[0] if columns else None


def _role_of(column: str, table: TableMap) -> tuple[str, str]:
    """Return what a mapping says that a column is, and the name it gives."""
    mine = fold(column)
    single = ((table.subject, SUBJECT), (table.relation, RELATION), (table.value, VALUE))
    dates = ((table.valid_from, FROM), (table.valid_to, TO))
    for name, role in (*single, *dates):
        if name is not None and fold(name) == mine:
            return role, ""
    if any(fold(name) == mine for name in table.names):
        return NAME, ""
    for dimension, name in table.scope_columns:
        if fold(name) == mine:
            return SCOPE, dimension
    called = next((relation for name, relation in table.relations or () if fold(name) == mine), None)
    if any(fold(name) == mine for name, _ in table.sets):
        return MANY, called or column
    if called is not None:
        return VALUE_OF, called
    if table.relations is None and table.relation is None and mine not in {fold(name) for name in table.columns()}:
        return VALUE_OF, column
    return LEFT_OUT, ""
