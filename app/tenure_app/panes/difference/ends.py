"""Between which points to compare: quick choices, two dates of each time, or two imports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import PurePath

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from tenure.ingest.runs import Run
from tenure.instants import Dated, Precision
from tenure.project import Project
from tenure_app.ops.difference import Ends, days_back, since_import
from tenure_app.widgets.basics import FlowLayout, label
from tenure_app.widgets.format import date_text
from tenure_app.widgets.time_bar import DateField

_FIELD_WIDTH = 136


class Choice(StrEnum):
    """A quick choice of both points."""

    YESTERDAY = "yesterday"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"
    ALL = "all"
    LAST_IMPORT = "last import"
    IMPORTS = "imports"
    OWN = "own"


DAYS = {Choice.YESTERDAY: 1, Choice.WEEK: 7, Choice.MONTH: 30, Choice.YEAR: 365}
"""How many days back a choice goes."""
_BY_IMPORT = (Choice.LAST_IMPORT, Choice.IMPORTS)


class EndsBar(QWidget):
    """Both points; ``choice`` stands where its owner puts it.

    Signals:
        changed: other points are wanted.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._ends = Ends()
        self.choice = QComboBox()
        self.choice.setAccessibleName(self.tr("Which span"))
        for choice, text in self._choices():
            self.choice.addItem(text, choice)
        self.choice.activated.connect(self._chosen)
        beginning, now = self.tr("beginning"), self.tr("now")
        self.valid_from = self._field(self.tr("Valid from: date"), beginning, "valid_from")
        self.valid_to = self._field(self.tr("Valid to: date"), now, "valid_to")
        self.known_from = self._field(self.tr("Known from: date"), beginning, "known_from")
        self.known_to = self._field(self.tr("Known to: date"), now, "known_to")
        self.import_from = self._imports(self.tr("Before which import"))
        self.import_to = self._imports(self.tr("After which import"))
        self._by_date = _pair(self.known_from, self.known_to)
        self._by_import = _pair(self.import_from, self.import_to)
        flow = FlowLayout(self, 12)
        world = _pair(self.valid_from, self.valid_to)
        flow.addWidget(_named(self.tr("In the world"), self.tr("Valid time: what held at each date"), world))
        knowledge = self.tr("Known time: what the ledger knew at each date")
        flow.addWidget(_named(self.tr("As we knew it"), knowledge, self._by_date, self._by_import))
        self.fill_imports(())
        self.choose(Choice.MONTH)

    def _choices(self) -> Sequence[tuple[Choice, str]]:
        return (
            (Choice.YESTERDAY, self.tr("Since yesterday")),
            (Choice.WEEK, self.tr("Last week")),
            (Choice.MONTH, self.tr("Last month")),
            (Choice.YEAR, self.tr("Last year")),
            (Choice.ALL, self.tr("From the beginning")),
            (Choice.LAST_IMPORT, self.tr("Since the last import")),
            (Choice.IMPORTS, self.tr("Between two imports")),
            (Choice.OWN, self.tr("Own dates")),
        )

    @property
    def chosen(self) -> Choice:
        """The choice in force."""
        return Choice(self.choice.currentData())

    def ends_of(self) -> Callable[[Project], Ends]:
        """Return what finds the points chosen, on the query lane."""
        choice, ends = self.chosen, self._ends
        if choice in DAYS:
            days = DAYS[choice]
            return lambda project: days_back(project, days)
        if choice is Choice.LAST_IMPORT:
            return since_import
        if choice is Choice.ALL:
            return lambda _project: Ends()
        return lambda _project: ends

    def choose(self, choice: Choice, ends: Ends | None = None) -> None:
        """Choose without telling anyone; ``ends`` are those of own dates."""
        if ends is not None:
            self._ends = ends
        self.choice.setCurrentIndex(self.choice.findData(choice))
        self._by_date.setVisible(choice not in _BY_IMPORT)
        self._by_import.setVisible(choice in _BY_IMPORT)

    def show_ends(self, ends: Ends) -> None:
        """Show the points that were compared."""
        self._ends = ends
        self.valid_from.show_date(ends.valid_from)
        self.valid_to.show_date(ends.valid_to)
        self.known_from.show_date(_date(ends.known_from))
        self.known_to.show_date(_date(ends.known_to))
        self._show_imports()

    def fill_imports(self, runs: Sequence[Run]) -> None:
        """Offer these imports, the latest first."""
        for box, far, form in (
            (self.import_from, 0, self.tr("before {0}")),
            (self.import_to, None, self.tr("after {0}")),
        ):
            with QSignalBlocker(box):
                box.clear()
                if box is self.import_to:
                    box.addItem(self.tr("now"), far)
                for run in runs:
                    tx = run.batches[0][0] - 1 if box is self.import_from else run.batches[-1][1]
                    box.addItem(form.format(import_name(run)), tx)
                if box is self.import_from:
                    box.addItem(self.tr("beginning"), far)
        for choice in _BY_IMPORT:
            self._enable(choice, bool(runs))
        self._show_imports()

    def _enable(self, choice: Choice, on: bool) -> None:
        place = self.choice.findData(choice)
        flags = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled
        self.choice.setItemData(place, int(flags.value) if on else 0, Qt.ItemDataRole.UserRole - 1)

    def _show_imports(self) -> None:
        for box, end in ((self.import_from, self._ends.known_from), (self.import_to, self._ends.known_to)):
            place = box.findData(end)
            with QSignalBlocker(box):
                box.setCurrentIndex(max(place, 0))

    def _field(self, name: str, empty: str, end: str) -> DateField:
        field = DateField(name, empty)
        field.setFixedWidth(_FIELD_WIDTH)
        field.show_date(None)
        field.chosen.connect(lambda date: self._dated(end, date))
        return field

    def _imports(self, name: str) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(name)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(14)
        box.setProperty("data", True)
        box.activated.connect(lambda _place: self._by_imports())
        return box

    def _dated(self, end: str, date: Dated | None) -> None:
        ends = {name: getattr(self._ends, name) for name in ("valid_from", "valid_to", "known_from", "known_to")}
        self.choose(Choice.OWN, Ends(**{**ends, end: date}))
        self.changed.emit()

    def _by_imports(self) -> None:
        valid_from, valid_to = self._ends.valid_from, self._ends.valid_to
        ends = Ends(valid_from, valid_to, self.import_from.currentData(), self.import_to.currentData())
        self.choose(Choice.IMPORTS, ends)
        self.changed.emit()

    def _chosen(self, _place: int) -> None:
        choice = self.chosen
        self.choose(choice)
        if choice is Choice.IMPORTS:
            self._by_imports()
            return
        if choice is Choice.OWN:
            self.valid_from.setFocus()
            self.valid_from.selectAll()
            return
        self.changed.emit()


def import_name(run: Run) -> str:
    """Name an import: what was read and when."""
    name = run.name.split(", ")[0]
    return f"{PurePath(name).name or name} · {date_text(run.started, Precision.DAY)}"


def _date(end: Dated | int | None) -> Dated | None:
    return None if isinstance(end, int) else end


def _pair(first: QWidget, second: QWidget) -> QWidget:
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(4)
    row.addWidget(first)
    row.addWidget(label("→", "muted"))
    row.addWidget(second)
    return holder


def _named(name: str, tip: str, *fields: QWidget) -> QWidget:
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    caption = label(name, "muted")
    caption.setToolTip(tip)
    row.addWidget(caption)
    for part in fields:
        row.addWidget(part)
    return holder
