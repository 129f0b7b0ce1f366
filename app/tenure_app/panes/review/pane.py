"""The review pane: what waits at the left, one of it at the right, decided by one keystroke."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from tenure_app.context import AppContext
from tenure_app.dialogs.base import Work
from tenure_app.ops import review
from tenure_app.ops.review import Entry, Kind, Ref, Row
from tenure_app.panes.review.actions import Action
from tenure_app.panes.review.detail import Detail
from tenure_app.panes.review.filters import KindFilter
from tenure_app.panes.review.listing import LineView
from tenure_app.panes.review.model import ReviewModel
from tenure_app.panes.review.opening import Opener
from tenure_app.widgets.basics import label

_SETTLE_MS = 60
"""How long a line is chosen before it is fetched, so that stepping fast asks only for the last."""


class ReviewPane(QWidget):
    """What waits for a person.

    Signals:
        counted(int): how much waits.
        loaded: the list is there.
        shown(object): one is shown; its :class:`Entry`.
    """

    counted = Signal(int)
    loaded = Signal()
    shown = Signal(object)

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self._dirty = True
        self._refs: Mapping[Kind, Sequence[int]] = {}
        self._deciding: set[Ref] = set()
        self._opener = Opener(context, self)
        self.model = ReviewModel(self._fetch, self)
        self.list = LineView(context, self.model)
        self.filter = KindFilter()
        self.detail = Detail(context)
        self._settling = QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.setInterval(_SETTLE_MS)
        self._settling.timeout.connect(self._ask_entry)
        self._build()
        self.list.selectionModel().currentChanged.connect(lambda _now, _before: self._settling.start())
        self.filter.chosen.connect(self._filtered)
        self.detail.chosen.connect(self.do)
        self.detail.key_chosen.connect(context.places.go_key)
        self.detail.source_asked.connect(self._of_source)
        context.session.opened.connect(self.refresh)
        context.session.closed.connect(self._forget)
        context.session.changed.connect(lambda _value: self.refresh())
        context.theme.changed.connect(self.list.viewport().update)

    def _build(self) -> None:
        left = QFrame()
        left.setObjectName("Side")
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        chips = QHBoxLayout()
        chips.setContentsMargins(12, 0, 12, 0)
        chips.addWidget(self.filter)
        column.addLayout(chips)
        column.addWidget(self.list, 1)
        keys = label(self.tr("A accept · R reject · E edit · O open · Space or J next · K back"), "small", wrap=True)
        keys.setContentsMargins(12, 4, 12, 8)
        column.addWidget(keys)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        left.setMinimumWidth(220)
        self.detail.setMinimumWidth(300)
        split.addWidget(left)
        split.addWidget(self.detail)
        split.setStretchFactor(1, 1)
        split.setSizes([300, 560])
        self.pages = QStackedWidget()
        self.pages.addWidget(self._empty())
        self.pages.addWidget(split)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.pages)

    def _empty(self) -> QWidget:
        page, middle = QWidget(), QWidget()
        middle.setMaximumWidth(520)
        column = QVBoxLayout(middle)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(8)
        column.addStretch(2)
        about = self.tr(
            "What Tenure is not certain of comes here for you to decide: values that contradict each other, names of"
            " more than one subject, statements read with doubt, relations it does not know, and what a rule in shadow"
            " would retire."
        )
        next_step = self.tr("Import files with Ctrl+I; what needs you appears here, and its count on the tab.")
        for text, role in ((self.tr("Nothing waits for review"), "title"), (about, "muted"), (next_step, "muted")):
            made = label(text, role, wrap=True)
            made.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(made)
        column.addStretch(3)
        row = QHBoxLayout(page)
        row.addStretch(1)
        row.addWidget(middle, 8)
        row.addStretch(1)
        return page

    # What waits

    def refresh(self) -> None:
        """Ask again what waits; hidden, only how much."""
        session = self._context.session
        if session.path is None:
            return
        if self.isVisible():
            self._dirty = False
            session.query(self, review.refs, self._show, channel="review")
        else:
            self._dirty = True
            session.query(self, review.waiting, self.counted.emit, channel="review")

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt override
        """Catch up with what was missed while hidden."""
        super().showEvent(event)
        if self._dirty:
            self.refresh()

    def show_kind(self, kind: Kind | None) -> None:
        """List one kind only, or all."""
        self.filter.kind = kind
        self._filtered()

    def _show(self, refs: dict[Kind, list[int]]) -> None:
        self._refs = refs
        self.counted.emit(sum(len(numbers) for numbers in refs.values()))
        self._list(anew=True)
        self.loaded.emit()

    def _list(self, *, anew: bool) -> None:
        """Show what waits and is not being decided, keeping the place."""
        left = self._left()
        self._count(left)
        row = self.list.currentIndex().row()
        here = self.model.ref(row)
        kind = self.filter.kind
        self.model.show_refs(left if kind is None else {kind: left.get(kind, [])}, anew=anew)
        found = self.model.row_of(here)
        self._go(found if found >= 0 else min(row, self.model.rowCount() - 1))

    def _left(self) -> dict[Kind, Sequence[int]]:
        taken: dict[Kind, set[int]] = {}
        for ref in self._deciding:
            taken.setdefault(ref.kind, set()).add(ref.number)
        left = {
            kind: [number for number in numbers if number not in taken[kind]] if kind in taken else numbers
            for kind, numbers in self._refs.items()
        }
        return {kind: numbers for kind, numbers in left.items() if numbers}

    def _count(self, left: Mapping[Kind, Sequence[int]]) -> None:
        self.filter.show_counts({kind: len(numbers) for kind, numbers in left.items()})
        self.pages.setCurrentIndex(1 if left else 0)

    def _go(self, row: int) -> None:
        """Choose a row, or the next below or above it that is no heading."""
        if self.model.ref(row) is None:
            below = self.model.neighbour(row, 1)
            row = below if below >= 0 else self.model.neighbour(row, -1)
        before = self.list.currentIndex()
        self.list.setCurrentIndex(self.model.index(row) if row >= 0 else QModelIndex())
        if self.list.currentIndex() == before:
            self._settling.start()

    def _filtered(self) -> None:
        self._list(anew=False)
        self.list.setFocus()

    def _fetch(self, wanted: Sequence[Ref], take: Callable[[dict[Ref, Row]], None]) -> None:
        self._context.session.query(self, partial(review.rows, wanted=wanted), take)

    def _ask_entry(self) -> None:
        ref = self.model.ref(self.list.currentIndex().row())
        if ref is None or self._context.session.path is None:
            return
        self._context.session.query(self, partial(review.entry, ref=ref), self._show_entry, channel="review entry")

    def _show_entry(self, entry: Entry | None) -> None:
        if entry is None or entry.ref != self.model.ref(self.list.currentIndex().row()):
            return
        self.detail.show_entry(entry)
        self.shown.emit(entry)

    def _forget(self) -> None:
        self._refs = {}
        self._deciding.clear()
        self.detail.forget()
        self._list(anew=True)

    # Deciding

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt override
        """One keystroke each."""
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        key = event.text().upper()
        if not plain or self.pages.currentIndex() == 0:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Space or key == "J":
            self.step(1)
        elif key == "K":
            self.step(-1)
        elif key and (action := self._action(key)) is not None:
            self.do(action)
        else:
            super().keyPressEvent(event)

    def _action(self, key: str) -> Action | None:
        """The action of a key, of what is chosen: while that is being fetched there is none."""
        entry = self.detail.entry
        here = self.model.ref(self.list.currentIndex().row())
        return self.detail.action(key) if entry is not None and entry.ref == here else None

    def step(self, step: int) -> None:
        """Choose the next one, or the one before."""
        row = self.model.neighbour(self.list.currentIndex().row(), step)
        if row >= 0:
            self.list.setCurrentIndex(self.model.index(row))

    def do(self, action: Action) -> None:
        """Do what was chosen about the entry shown."""
        entry = self.detail.entry
        if entry is None:
            return
        if action.work is not None:
            self._decide(entry.ref, action.work)
        else:
            self._opener.open(action.opens, entry)

    def _decide(self, ref: Ref, work: Work) -> None:
        """Take it off the list at once and write; what is refused comes back."""
        if ref in self._deciding:
            return
        self._deciding.add(ref)
        self._leave(ref)

        def done(_summary: object) -> None:
            self._deciding.discard(ref)

        def failed(error: BaseException) -> None:
            self._deciding.discard(ref)
            self.refresh()
            self._context.session.failed.emit(error)

        self._context.session.write(lambda project, _task: work(project, False), done, failed)

    def _leave(self, ref: Ref) -> None:
        """Take one off the list and choose the next."""
        row = self.model.row_of(ref)
        following = self.model.neighbour(row, 1)
        target = self.model.ref(following if following >= 0 else self.model.neighbour(row, -1))
        self.model.remove(ref)
        self._count(self._left())
        self._go(self.model.row_of(target))
        self.list.setFocus()

    def _of_source(self, accept: bool) -> None:
        entry = self.detail.entry
        if entry is not None and entry.proposal is not None:
            self._opener.ask_source(entry.proposal.source, accept=accept)
