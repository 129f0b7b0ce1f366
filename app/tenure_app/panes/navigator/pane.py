"""The navigator: subjects with their current counts, relations under them, and sources."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from tenure.keys import Key, fold
from tenure_app.context import AppContext
from tenure_app.ops import queries, survey
from tenure_app.ops.queries import SubjectRow
from tenure_app.ops.survey import Totals
from tenure_app.places import Place
from tenure_app.widgets.format import count_text
from tenure_app.widgets.qt_types import Index

_KIND = Qt.ItemDataRole.UserRole
_DATA = Qt.ItemDataRole.UserRole + 1
_COUNT = Qt.ItemDataRole.UserRole + 2
_ADDED = Qt.ItemDataRole.UserRole + 3


class CountDelegate(QStyledItemDelegate):
    """Paints a count at the right of a row."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the row, then its count."""
        count = index.data(_COUNT)
        if index.data(_KIND) == "section":
            painter.save()
            painter.setFont(self._context.theme.font("small", weight=500))
            painter.setPen(self._context.theme.colour("muted"))
            rect: QRect = option.rect
            painter.drawText(rect.adjusted(8, 6, -8, 0), Qt.AlignmentFlag.AlignVCenter, str(index.data()))
            painter.restore()
            return
        super().paint(painter, option, index)
        if count is None:
            return
        painter.save()
        painter.setFont(self._context.theme.font("small"))
        painter.setPen(QColor(self._context.theme.tokens["muted"]))
        area: QRect = option.rect
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(area.adjusted(0, 0, -12, 0), right, count)
        painter.restore()

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802
        """Shorten the name so that the count has room."""
        super().initStyleOption(option, index)
        count = index.data(_COUNT)
        if count:
            metrics = option.fontMetrics
            room = option.rect.width() - metrics.horizontalAdvance(count) - 30
            option.text = metrics.elidedText(option.text, Qt.TextElideMode.ElideMiddle, max(room, 20))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """Sections stand apart."""
        size = super().sizeHint(option, index)
        return QSize(size.width() + 40, 34 if index.data(_KIND) == "section" else 28)


class Navigator(QWidget):
    """Left of the window.

    Signals:
        source_opened(str): a source was chosen.
    """

    source_opened = Signal(str)

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self.setObjectName("Side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._context = context
        self._loading = False
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Filter subjects and sources…"))
        self.filter.setAccessibleName(self.tr("Filter subjects and sources"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._filter)
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(self.tr("Subjects and sources"))
        self.tree.setHeaderHidden(True)
        self.tree.setColumnCount(1)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.setIndentation(14)
        self.tree.setRootIsDecorated(True)
        self.tree.setUniformRowHeights(False)
        self.tree.setExpandsOnDoubleClick(True)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.tree.setItemDelegate(CountDelegate(context, self.tree))
        self.tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.tree.setTabKeyNavigation(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 12, 6, 8)
        column.setSpacing(6)
        column.addWidget(self.filter)
        column.addWidget(self.tree, 1)
        self.tree.itemSelectionChanged.connect(self._selected)
        self.tree.itemExpanded.connect(self._expanded)
        context.session.overview_changed.connect(self.refresh)
        context.session.closed.connect(self.tree.clear)
        context.places.changed.connect(self._moved)
        context.theme.changed.connect(self.tree.viewport().update)

    def refresh(self) -> None:
        """Show the project's subjects and sources, keeping what was open and selected."""
        overview = self._context.session.overview
        if overview is None:
            return
        open_subjects = {item.data(0, _DATA) for item in self._items("subject") if item.isExpanded()}
        self._loading = True
        self.tree.clear()
        self._section(self.tr("SUBJECTS"))
        self.tree.addTopLevelItem(self._row(self.tr("All subjects"), "all", None, None))
        items = [self._subject_row(subject) for subject in overview.subjects]
        self.tree.addTopLevelItems(items)
        for item in items:
            if item.text(0) in open_subjects:
                item.setExpanded(True)
                self._expanded(item)
        if overview.more:
            self.tree.addTopLevelItem(self._more_row())
        if overview.sources:
            self._section(self.tr("SOURCES"))
        sources = [self._row(s.title or s.name, "source", s.name, f"{s.passages:,}") for s in overview.sources]
        for item in sources:
            item.setToolTip(0, str(item.data(0, _DATA)))
        self.tree.addTopLevelItems(sources)
        self._loading = False
        self._filter(self.filter.text())
        self._show(self._context.places.here)
        self._context.session.survey(self, survey.totals, self._show_totals, channel="totals")

    def _show_totals(self, totals: Totals) -> None:
        """Count what holds now at "All subjects", and the subjects that are not listed."""
        for item in self._items("all"):
            self._count(item, f"{totals.current:,}")
        rest = totals.subjects - len(self._items("subject"))
        for item in self._items("more"):
            one, many = self.tr("{0} more: type to find it"), self.tr("{0} more: type to find them")
            item.setText(0, count_text(rest, one, many))

    def _more_row(self) -> QTreeWidgetItem:
        item = self._row(self.tr("More: type to find them"), "more", None, None)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        item.setForeground(0, self._context.theme.colour("muted"))
        return item

    def _section(self, text: str) -> None:
        item = self._row(text, "section", None, None)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        item.setFirstColumnSpanned(True)
        self.tree.addTopLevelItem(item)

    def _row(self, text: str, kind: str, data: object, count: str | None) -> QTreeWidgetItem:
        item = QTreeWidgetItem([text])
        item.setData(0, _KIND, kind)
        item.setData(0, _DATA, data)
        if count is not None:
            self._count(item, count)
        return item

    def _count(self, item: QTreeWidgetItem, count: str) -> None:
        item.setData(0, _COUNT, count)
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{item.text(0)}, {count}")

    def _subject_row(self, subject: SubjectRow) -> QTreeWidgetItem:
        item = self._row(subject.name, "subject", subject.name, f"{subject.current:,}")
        item.setChildIndicatorPolicy(QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator)
        return item

    def _items(self, kind: str) -> list[QTreeWidgetItem]:
        tops = [self.tree.topLevelItem(n) for n in range(self.tree.topLevelItemCount())]
        return [item for item in tops if item is not None and item.data(0, _KIND) == kind]

    def _expanded(self, item: QTreeWidgetItem) -> None:
        if item.data(0, _KIND) != "subject" or item.childCount():
            return
        subject = item.data(0, _DATA)

        def fill(keys: list[Key]) -> None:
            for current in self._items("subject"):
                if current.data(0, _DATA) == subject and not current.childCount():
                    self._fill(current, keys)

        self._context.session.query(
            self, lambda project: queries.relations_of(project, subject=subject), fill, channel=f"relations {subject}"
        )

    def _fill(self, item: QTreeWidgetItem, keys: list[Key]) -> None:
        self._loading = True
        for key in sorted(keys, key=lambda k: k.normal):
            scope = f"  {key.scope}" if key.scope else ""
            item.addChild(self._row(key.relation + scope, "key", key, None))
        self._loading = False
        self._show(self._context.places.here)

    def _filter(self, text: str) -> None:
        wanted = fold(text)
        for kind in ("subject", "source"):
            for item in self._items(kind):
                item.setHidden(wanted not in fold(item.text(0)))
        overview = self._context.session.overview
        if overview is None or not overview.more:
            return
        for item in self._items("more"):
            item.setHidden(bool(wanted))
        if wanted:
            self._context.session.survey(
                self, lambda facts: survey.subjects_with(facts, text=text), self._found, channel="filter"
            )

    def _found(self, subjects: tuple[SubjectRow, ...]) -> None:
        """Add subjects that the first listing left out; those added for the text before go."""
        self._loading = True
        for item in self._items("subject"):
            if item.data(0, _ADDED) and not item.isSelected():
                self.tree.takeTopLevelItem(self.tree.indexOfTopLevelItem(item))
        self._loading = False
        listed = self._items("subject")
        names = {item.text(0) for item in listed}
        rows = [self._subject_row(subject) for subject in subjects if subject.name not in names]
        for row in rows:
            row.setData(0, _ADDED, True)
        place = self.tree.indexOfTopLevelItem(listed[-1]) + 1 if listed else 2
        self.tree.insertTopLevelItems(place, rows)
        self._show(self._context.places.here)

    def _selected(self) -> None:
        if self._loading:
            return
        chosen = self.tree.selectedItems()
        if not chosen:
            return
        kind, data = chosen[0].data(0, _KIND), chosen[0].data(0, _DATA)
        places = self._context.places
        if kind in ("subject", "all"):
            places.go_subject(data)
        elif kind == "key":
            places.go(Place(places.here.tab, data.subject, data))
        elif kind == "source":
            self.source_opened.emit(data)

    def _moved(self, before: Place, here: Place) -> None:
        self._show(here)
        overview = self._context.session.overview
        if here.subject in (None, before.subject) or overview is None or not overview.more:
            return
        if here.subject not in {item.data(0, _DATA) for item in self._items("subject")}:
            name = str(here.subject)
            self._context.session.query(
                self, lambda project: queries.subjects(project, prefix=name, limit=1), self._found, channel="place"
            )

    def _show(self, place: Place) -> None:
        """Select the row of the present place."""
        wanted: QTreeWidgetItem | None = None
        for item in [*self._items("all"), *self._items("subject")]:
            if item.data(0, _DATA) == place.subject:
                wanted = item
                wanted = self._child_of(item, place) or item
        self._loading = True
        if wanted is not None:
            self.tree.setCurrentItem(wanted)
        self._loading = False

    def _child_of(self, item: QTreeWidgetItem, place: Place) -> QTreeWidgetItem | None:
        """Return the open row of the place's key, if any."""
        if place.key is None or not item.isExpanded():
            return None
        children = [item.child(n) for n in range(item.childCount())]
        return next((c for c in children if c is not None and c.data(0, _DATA).normal == place.key.normal), None)
