"""A whole question set: choose it, run it, see the totals, the chart and the table."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from tenure.project import Project
from tenure_app.context import AppContext
from tenure_app.ops import answers, question_sets
from tenure_app.ops.question_sets import QuestionSet, Totals
from tenure_app.panes.compare.chart import SetChart
from tenure_app.panes.compare.set_run import SetRun
from tenure_app.panes.compare.set_table import SetTable
from tenure_app.panes.compare.totals import TotalsTable
from tenure_app.widgets.answer_parts import strategy_title
from tenure_app.widgets.basics import Card, button, label, scrolling
from tenure_app.widgets.format import count_text, date_text

translate = QCoreApplication.translate

_REFRESH_MS = 400
"""How often totals and chart follow a run."""
_TABLE_HEIGHT = 300


class SetPage(QWidget):
    """Sets of questions and the runs made of them while the project is open.

    Signals:
        opened(int): a question of the table was chosen; its row as sorted and filtered.
        refreshed: the totals show what was answered so far.
    """

    opened = Signal(int)
    refreshed = Signal()

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self.runs: dict[Path, SetRun] = {}
        self.run: SetRun | None = None
        self._build()
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_REFRESH_MS)
        self._later.timeout.connect(self._refresh)
        context.session.opened.connect(self._list_own)
        context.session.closed.connect(self._forget)
        context.session.changed.connect(lambda _summary: self._outdate())
        self._show()

    # Assembly

    def _build(self) -> None:
        self._make_choice()
        self._make_results()
        inner = QWidget()
        inside = QVBoxLayout(inner)
        inside.setContentsMargins(16, 12, 16, 16)
        inside.setSpacing(12)
        inside.addLayout(self._choice)
        inside.addLayout(self._asked)
        inside.addLayout(self._progress)
        inside.addWidget(self.note)
        inside.addWidget(self.summary)
        inside.addLayout(self._above_table)
        inside.addWidget(self.table, 1)
        inside.addWidget(self.empty)
        inside.addStretch(0)
        area = scrolling(inner, self.tr("Question set"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    def _make_choice(self) -> None:
        self.sets = QComboBox()
        self.sets.setAccessibleName(self.tr("Question set"))
        self.sets.setProperty("data", True)
        self.sets.setPlaceholderText(self.tr("Choose a set of questions"))
        self.sets.setMinimumWidth(180)
        self.sets.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.sets.activated.connect(self._set_chosen)
        self.file_button = button(self.tr("From a file…"), self.choose_file)
        self.run_button = button("", self.go, "primary")
        self.again_button = button(self.tr("Start over"), self.start_over, "quiet")
        self._choice = QHBoxLayout()
        self._choice.setSpacing(8)
        self._choice.addWidget(self.sets, 1)
        self._choice.addWidget(self.file_button)
        self._choice.addWidget(self.again_button)
        self._choice.addWidget(self.run_button)
        self.boxes = {name: QCheckBox(strategy_title(name)) for name in answers.strategies()}
        self._asked = QHBoxLayout()
        self._asked.setSpacing(16)
        self._asked.addWidget(label(self.tr("Asked of"), "muted"))
        for box in self.boxes.values():
            box.setAccessibleName(self.tr("Ask {0}").format(box.text()))
            box.setChecked(True)
            box.toggled.connect(lambda _on: self._strategies_chosen())
            self._asked.addWidget(box)
        self._asked.addStretch(1)
        self.count = label("", "small")
        self.count.setProperty("data", True)
        self._asked.addWidget(self.count)

    def _make_results(self) -> None:
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of the question set"))
        self.status = label("", "small")
        self.status.setProperty("data", True)
        self._progress = QHBoxLayout()
        self._progress.setSpacing(12)
        self._progress.addWidget(self.bar, 1)
        self._progress.addWidget(self.status)
        self.note = label("", "small", wrap=True)
        self.note.setProperty("data", True)
        self.summary = Card()
        self.totals = TotalsTable()
        self.chart = SetChart(self._context)
        self.summary.column.setSpacing(12)
        self.summary.column.addWidget(self.totals)
        self.summary.column.addWidget(self.chart)
        self.filter = QComboBox()
        self.filter.setAccessibleName(self.tr("Which questions"))
        for data, text in self._filters():
            self.filter.addItem(text, data)
        self.filter.currentIndexChanged.connect(lambda _index: self._filtered())
        self.shown = label("", "small")
        self.shown.setProperty("data", True)
        self._above_table = QHBoxLayout()
        self._above_table.addWidget(self.filter)
        self._above_table.addWidget(self.shown)
        self._above_table.addStretch(1)
        self.table = SetTable(self._context.theme)
        self.table.setMinimumHeight(_TABLE_HEIGHT)
        self.table.opened.connect(self.opened)
        self.empty = label(
            self.tr(
                "Ask many questions with known answers of several strategies, and see how often each gives a retired "
                "value. Choose the sample's questions, or a file of JSON Lines with id, kind, question and gold."
            ),
            "muted",
            wrap=True,
        )

    def _filters(self) -> list[tuple[str, str]]:
        return [
            ("all", self.tr("All questions")),
            ("differ", self.tr("Where the strategies differ")),
            ("stale", self.tr("With a stale answer")),
            ("other", self.tr("With a wrong answer")),
            ("abstained", self.tr("With an abstention")),
        ]

    # Choosing

    def choose_file(self) -> None:
        """Ask for a file of questions."""
        name, _kind = QFileDialog.getOpenFileName(
            self, self.tr("Questions"), "", self.tr("JSON Lines (*.jsonl);;All files (*)")
        )
        if name:
            self.choose(Path(name))

    def choose(self, path: Path) -> None:
        """Read a file of questions and show it, with what was answered of it before."""
        if path in self.runs:
            self._show_run(self.runs[path])
            return
        session = self._context.session
        session.query(self, lambda project: question_sets.read_set(project, path=path), self._read, channel="set")

    @property
    def strategies(self) -> tuple[str, ...]:
        """The strategies to ask."""
        return tuple(name for name, box in self.boxes.items() if box.isChecked())

    def offer(self) -> None:
        """Choose the first set there is, unless one is chosen."""
        if self.run is None and self.sets.count():
            self.choose(Path(self.sets.itemData(0)))

    def _list_own(self) -> None:
        def work(project: Project) -> tuple[Path, ...]:
            return question_sets.own_files(project)

        def show(paths: tuple[Path, ...]) -> None:
            for path in paths:
                self._list(path)
            if self.isVisible():
                self.offer()

        self._context.session.query(self, work, show, channel="sets")

    def _list(self, path: Path) -> int:
        found = self.sets.findData(str(path))
        if found < 0:
            self.sets.addItem(f"{path.parent.name} / {path.name}", str(path))
            found = self.sets.count() - 1
        return found

    def _set_chosen(self, index: int) -> None:
        self.choose(Path(self.sets.itemData(index)))

    def _read(self, found: QuestionSet) -> None:
        run = SetRun(self._context, found)
        run.advanced.connect(lambda _index: self._advanced(run))
        run.changed.connect(self._show)
        run.failed.connect(lambda text: self._failed(run, text))
        self.runs[found.path] = run
        self._show_run(run)

    def _show_run(self, run: SetRun) -> None:
        self.run = run
        run.strategies = run.strategies or self.strategies
        for name, box in self.boxes.items():
            box.blockSignals(True)
            box.setChecked(name in run.strategies)
            box.blockSignals(False)
        self.sets.setCurrentIndex(self._list(run.set.path))
        self.note.setText("")
        self.table.show_run(run)
        self._refresh()

    def _strategies_chosen(self) -> None:
        if self.run is not None and not self.run.running:
            self.table.show_run(None)
            self.run.strategies = self.strategies
            self.table.show_run(self.run)
        self._refresh()

    # Running

    def go(self) -> None:
        """Run, go on, or stop."""
        run = self.run
        if run is None:
            return
        if run.running:
            run.stop()
        elif run.done == run.total:
            self.start_over()
        else:
            self._start(run)

    def start_over(self) -> None:
        """Forget the answers of the set and ask anew."""
        if self.run is not None:
            self.run.clear()
            self._start(self.run)

    def stop(self) -> None:
        """Stop what is under way; what was answered stays."""
        for run in self.runs.values():
            run.stop()

    def _start(self, run: SetRun) -> None:
        for other in self.runs.values():
            if other is not run:
                other.stop()
        self.note.setText("")
        run.start()
        self._refresh()

    def _advanced(self, run: SetRun) -> None:
        if run is self.run and not self._later.isActive():
            self._later.start()

    def _failed(self, run: SetRun, text: str) -> None:
        if run is self.run:
            self.note.setText(text)
            self._show()

    def _outdate(self) -> None:
        for run in self.runs.values():
            run.outdated = run.done > 0
        self._show()

    def _forget(self) -> None:
        self.stop()
        self.runs.clear()
        self.run = None
        self.table.show_run(None)
        self.sets.clear()
        self.note.setText("")
        self._show()

    # Showing

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt override
        """Begin with the set the project brings."""
        super().showEvent(event)
        self.offer()

    def totals_now(self) -> list[Totals]:
        """The totals of what was answered so far; empty before the first answer."""
        run = self.run
        if run is None or not any(run.answers):
            return []
        return question_sets.totals(run.set.questions, run.answers, run.strategies)

    def _refresh(self) -> None:
        """Bring totals, chart and progress up to date."""
        totals = [one for one in self.totals_now() if one.figures.questions]
        self.summary.setVisible(bool(totals))
        if totals:
            self.totals.show_totals(totals)
            self.chart.show_totals(totals)
        self._filtered()
        self._show()
        self.refreshed.emit()

    def _filtered(self) -> None:
        self.table.shown.show_only(str(self.filter.currentData()))
        rows = self.table.shown.rowCount()
        self.shown.setText(count_text(rows, self.tr("{0} question"), self.tr("{0} questions")))

    def _show(self) -> None:
        """Show what the state of the run allows."""
        run = self.run
        there = run is not None
        running = run is not None and run.running
        done, total = (run.done, run.total) if run is not None else (0, 0)
        self.run_button.setText(self._run_word(running=running, done=done, total=total))
        self.run_button.setAccessibleName(self.run_button.text())
        self.run_button.setEnabled(total > 0)
        self.again_button.setVisible(0 < done < total and not running)
        for box in self.boxes.values():
            box.setEnabled(not running)
        self.bar.setVisible(running or 0 < done < total)
        self.status.setVisible(total > 0)
        self.bar.setRange(0, max(1, total))
        self.bar.setValue(done)
        self.status.setText(self.tr("{0} of {1} answers").format(f"{done:,}", f"{total:,}"))
        self.count.setText(_about(run) if run is not None else "")
        if run is not None and run.outdated:
            self.note.setText(self.tr("The facts changed since these answers were given. Start over to ask anew."))
        self.note.setVisible(bool(self.note.text()))
        self.empty.setVisible(not there)
        for part in (self.table, self.filter, self.shown):
            part.setVisible(there)
        self.summary.setVisible(self.summary.isVisibleTo(self) and there)

    def _run_word(self, *, running: bool, done: int, total: int) -> str:
        if running:
            return self.tr("Stop")
        if done == 0:
            return self.tr("Run")
        return self.tr("Resume") if done < total else self.tr("Run again")


def _about(run: SetRun) -> str:
    """How many questions a set has, and when they are asked."""
    count = count_text(
        len(run.set.questions), translate("SetPage", "{0} question"), translate("SetPage", "{0} questions")
    )
    if run.set.now is None:
        return count
    return translate("SetPage", "{0}, asked as of {1}").format(count, date_text(run.set.now)[:10])
