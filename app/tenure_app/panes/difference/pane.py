"""The difference pane: what changed between two points of both times, by subject."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QPushButton,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from tenure.errors import InputError
from tenure.instants import DAY, Dated, Precision
from tenure.ledger.differing import DifferingFact
from tenure.project import Project
from tenure_app.context import AppContext
from tenure_app.ops import difference
from tenure_app.ops.difference import DifferenceRow, Ends, Found
from tenure_app.ops.executors import Task
from tenure_app.panes.difference.chips import KindChips
from tenure_app.panes.difference.ends import DAYS, Choice, EndsBar
from tenure_app.panes.difference.model import COLUMNS, ROW_ROLE, DifferenceModel
from tenure_app.panes.difference.painting import DifferenceDelegate
from tenure_app.panes.difference.words import kind_words
from tenure_app.places import Place
from tenure_app.widgets.basics import ElidedLabel, button, label
from tenure_app.widgets.format import count_text

_WIDTHS = {"kind": 126, "at": 100, "known": 104}
"""Columns of a width of their own; the others share the rest."""
_ROOMY = 720
"""A narrower table leaves out when it was known, which the inspector says too."""
_FIRST_LOOK = (Choice.MONTH, Choice.YEAR, Choice.ALL)
"""Tried in turn until something differs, when the pane is seen first."""


class DifferencePane(QWidget):
    """What changed between two points.

    Signals:
        fact_chosen(object): a row was chosen; its fact.
        loaded: the differences asked for last are shown.
    """

    fact_chosen = Signal(object)
    loaded = Signal()

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self._dirty = self._fresh = True
        self._seen_span: tuple[int, int] | None = None
        self.found: Found | None = None
        self.model = DifferenceModel(self._fetch, self)
        self._build()
        context.times.changed.connect(self.refresh)
        context.session.opened.connect(self._opened)
        context.session.closed.connect(self._forget)
        context.session.changed.connect(lambda _summary: self.refresh())
        context.places.changed.connect(self._moved)
        context.theme.changed.connect(self.table.viewport().update)

    # Assembly

    def _build(self) -> None:
        self.title = label(self.tr("What changed"), "display")
        self.subtitle = ElidedLabel("", "muted")
        self.copy_button = QPushButton(self.tr("Copy"))
        self.copy_button.setAccessibleName(self.tr("Copy what is shown"))
        self.copy_button.setMenu(self._copy_menu())
        self.export_button = button(
            self.tr("Export…"), self.export, tip=self.tr("Write what is shown as CSV or JSON Lines")
        )
        self.ends = EndsBar()
        self.ends.changed.connect(self._ends_changed)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self.title)
        head.addWidget(self.subtitle, 1)
        for part in (self.ends.choice, self.copy_button, self.export_button):
            head.addWidget(part)
        self.chips = KindChips(self._context.theme)
        self.chips.changed.connect(self._filter)
        self.table = QTableView()
        self._set_table()
        self.pages = QStackedWidget()
        self.pages.addWidget(self.table)
        self.pages.addWidget(self._empty_page())
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 12)
        column.setSpacing(12)
        column.addLayout(head)
        column.addWidget(self.ends)
        column.addWidget(self.chips)
        column.addWidget(self.pages, 1)

    def _copy_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(self.tr("Copy as text"), lambda: self.copy(markdown=False))
        menu.addAction(self.tr("Copy as Markdown"), lambda: self.copy(markdown=True))
        return menu

    def _empty_page(self) -> QWidget:
        page = QWidget()
        self.empty = label("", "title", wrap=True)
        self.empty_hint = label("", "muted", wrap=True)
        longer = button(self.tr("Last year"), lambda: self._choose(Choice.YEAR))
        everything = button(self.tr("From the beginning"), lambda: self._choose(Choice.ALL))
        self.wider = QWidget()
        row = QHBoxLayout(self.wider)
        row.setContentsMargins(0, 8, 0, 0)
        row.setSpacing(8)
        row.addStretch(1)
        row.addWidget(longer)
        row.addWidget(everything)
        row.addStretch(1)
        column = QVBoxLayout(page)
        column.addStretch(1)
        for text in (self.empty, self.empty_hint):
            text.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(text)
        column.addWidget(self.wider)
        column.addStretch(2)
        return page

    def _set_table(self) -> None:
        table = self.table
        table.setAccessibleName(self.tr("Differences"))
        table.setModel(self.model)
        table.setItemDelegate(DifferenceDelegate(self._context.theme, table))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setTabKeyNavigation(False)
        table.setCornerButtonEnabled(False)
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(34)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(60)
        for at, name in enumerate(COLUMNS):
            if name in _WIDTHS:
                table.setColumnWidth(at, _WIDTHS[name])
            else:
                header.setSectionResizeMode(at, QHeaderView.ResizeMode.Stretch)
        table.selectionModel().currentRowChanged.connect(self._row_changed)
        table.clicked.connect(self._clicked)
        table.keyPressEvent = self._table_keys  # type: ignore[method-assign]

    # Asking

    def refresh(self) -> None:
        """Compare again; a hidden pane only remembers to."""
        if not self.isVisible() or self._context.session.overview is None:
            self._dirty = True
            return
        self._dirty = False
        session = self._context.session
        session.query(self, difference.imports, self.ends.fill_imports, channel="imports")
        self.subtitle.setText(self.tr("Comparing…"))
        session.query(self, self._work(), self._show, channel="difference", failed=self._refused)

    def _work(self) -> Callable[[Project], tuple[int | None, Found]]:
        times, subject, kinds = self._context.times.value, self._context.places.here.subject, self.chips.chosen
        if self._fresh:
            spans = [DAYS.get(choice) for choice in _FIRST_LOOK]
            return lambda project: difference.first_look(
                project, spans=spans, times=times, subject=subject, kinds=kinds
            )
        ends = self.ends.ends_of()
        return lambda project: (
            None,
            difference.differences(project, ends=ends(project), times=times, subject=subject, kinds=kinds),
        )

    def show_span(self, start: int, end: int) -> None:
        """Compare the first and last instant of a span (microseconds UTC), as known now; whole days."""
        known = self._context.times.value.known
        first, last = (Dated(at - at % DAY, Precision.DAY) for at in (start, end))
        fixed = known if known is not None else Dated(self._now(), Precision.INSTANT)
        self._fresh = False
        self.chips.clear()
        self.ends.choose(Choice.OWN, Ends(first, last, fixed, None))
        self.refresh()

    def note_timeline(self, kind: str, data: dict[str, Any]) -> None:
        """Remember which span the timeline's page says it shows."""
        if kind == "range" and "from" in data:
            self._seen_span = int(data["from"] * 1000), int(data["to"] * 1000)

    def what_changed_here(self) -> None:
        """Compare the ends of what the timeline shows."""
        overview = self._context.session.overview
        if overview is not None:
            start, end = self._seen_span or overview.valid_span
            self.show_span(start, min(max(end, start + DAY), overview.valid_span[1] + DAY))

    def _now(self) -> int:
        return self._context.clock()

    def _ends_changed(self) -> None:
        self._fresh = False
        self.chips.clear()
        self.refresh()

    def _choose(self, choice: Choice) -> None:
        self.ends.choose(choice)
        self._ends_changed()

    def _filter(self) -> None:
        found, kinds = self.found, self.chips.chosen
        if found is not None:
            differing = found.differing
            self._context.session.query(
                self, lambda _project: difference.arrange(differing, kinds), self._arranged, channel="difference"
            )

    def _fetch(self, differing: Sequence[DifferingFact], take: Callable[[list[DifferenceRow]], None]) -> None:
        found = self.found
        if found is not None:
            first, second = found.first, found.second
            self._context.session.query(
                self, lambda p: difference.rows_of(p, differing=differing, first=first, second=second), take
            )

    # Showing

    def _show(self, result: tuple[int | None, Found]) -> None:
        place, found = result
        self._fresh = False
        if place is not None:
            self.ends.choose(_FIRST_LOOK[place])
        self.found = found
        self.ends.show_ends(found.ends)
        self.chips.show_counts(found.counts)
        self._arranged(found.arranged)

    def _arranged(self, arranged: difference.Arranged) -> None:
        self.model.show_arranged(arranged)
        count = count_text(len(arranged.shown), self.tr("{0} difference"), self.tr("{0} differences"))
        subject = self._context.places.here.subject
        self.subtitle.setText(f"{subject} · {count}" if subject is not None else count)
        self._say_empty(self.tr("Nothing differs between these two points."), self._hint())
        self.pages.setCurrentIndex(0 if arranged.shown else 1)
        self._enable(bool(arranged.shown))
        self.loaded.emit()

    def _hint(self) -> str:
        if self.chips.chosen:
            return self.tr("Of the kinds chosen above. Choose others, or a longer span.")
        if self._context.places.here.subject is not None:
            return self.tr("Choose a longer span, or all subjects.")
        return self.tr("Choose a longer span.")

    def _say_empty(self, text: str, hint: str) -> None:
        self.empty.setText(text)
        self.empty_hint.setText(hint)

    def _enable(self, on: bool) -> None:
        self.copy_button.setEnabled(on)
        self.export_button.setEnabled(on)

    def _refused(self, error: BaseException) -> None:
        if not isinstance(error, InputError):
            self._context.session.failed.emit(error)
            return
        self.found = None
        self.model.show_arranged(difference.Arranged())
        self.chips.show_counts({})
        self.subtitle.setText("")
        self._say_empty(
            self.tr("These two points are the wrong way round."),
            self.tr("The second date must not lie before the first, in either time."),
        )
        self.pages.setCurrentIndex(1)
        self._enable(False)
        self.loaded.emit()

    def _opened(self) -> None:
        self._fresh = True
        self._seen_span = None
        self.chips.clear()
        self.refresh()

    def _forget(self) -> None:
        self.found = None
        self.model.show_arranged(difference.Arranged())
        self._dirty = True

    def _moved(self, before: Place, here: Place) -> None:
        if before.subject != here.subject:
            self._seen_span = None
            self.refresh()

    def showEvent(self, event: Any) -> None:  # noqa: N802 - Qt override
        """Catch up with what was missed while hidden."""
        super().showEvent(event)
        if self._dirty:
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt override
        """Leave out a column where there is no room for it."""
        super().resizeEvent(event)
        self.table.setColumnHidden(COLUMNS.index("known"), self.width() < _ROOMY)

    # Choosing, copying, exporting

    def _row_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        self._go(current)

    def _clicked(self, index: QModelIndex) -> None:
        one = self.model.difference(index.row())
        here = self._context.places.here.key
        if one is not None and (here is None or here.normal != one.key.normal):
            self._go(index)

    def _go(self, index: QModelIndex) -> None:
        one = self.model.difference(index.row())
        if one is None:
            return
        self._context.places.go_key(one.key)
        row = self.model.index(index.row(), 0).data(ROW_ROLE)
        fact = None if row is None else row.after or row.before
        if fact is not None:
            self.fact_chosen.emit(fact)

    def _table_keys(self, event: Any) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
            found = [one for row in rows if (one := self.model.difference(row)) is not None]
            self._copy(found, markdown=False)
        else:
            QTableView.keyPressEvent(self.table, event)

    def copy(self, *, markdown: bool) -> None:
        """Copy all that is shown, by subject."""
        self._copy(self.model.shown, markdown=markdown)

    def _copy(self, differing: Sequence[DifferingFact], *, markdown: bool) -> None:
        found, words = self.found, kind_words()
        if found is None or not differing:
            return
        first, second = found.first, found.second

        def work(project: Project) -> str:
            rows = difference.rows_of(project, differing=differing, first=first, second=second)
            return difference.as_text(rows, words, markdown=markdown)

        self._context.session.query(self, work, QGuiApplication.clipboard().setText, channel="difference-copy")

    def export(self) -> None:
        """Ask for a file and write what is shown to it."""
        name, _kind = QFileDialog.getSaveFileName(
            self, self.tr("Export differences"), "differences.csv", self.tr("CSV (*.csv);;JSON Lines (*.jsonl)")
        )
        if name:
            self.export_to(Path(name))

    def export_to(self, path: Path) -> None:
        """Write what is shown to a file; its ending says how."""
        found, shown = self.found, self.model.shown
        if found is not None:
            title = self.tr("Exporting {0}").format(path.name)

            def work(project: Project, task: Task) -> None:
                difference.export(project, task, found=found, shown=shown, path=path)

            task = Task(work, lambda _none: None, self._context.session.failed.emit, self, title=title)
            self._context.executors.submit("query", task)
