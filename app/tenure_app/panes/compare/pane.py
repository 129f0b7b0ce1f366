"""Compare: one question, or a whole set of them, answered by several strategies side by side."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QFileDialog, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from tenure.errors import InputError
from tenure.project import Project
from tenure_app.context import AppContext
from tenure_app.panes.compare import page as comparison_page
from tenure_app.panes.compare.asking import AskPage
from tenure_app.panes.compare.column import StrategyColumn
from tenure_app.panes.compare.set_model import SCORE_SIGNS, SCORE_STATES, score_word
from tenure_app.panes.compare.set_page import SetPage
from tenure_app.panes.compare.set_strip import SetStrip
from tenure_app.widgets.basics import button


class ComparePane(QWidget):
    """Two pages, one question and question sets, and the way between them.

    Signals:
        answered: every column has its answer.
        said(str): a message for the status bar.
        saved(object): a page was written; its path.
    """

    answered = Signal()
    said = Signal(str)
    saved = Signal(object)

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        self._row = 0
        self.asking = AskPage(context)
        self.sets = SetPage(context)
        self.strip = SetStrip(context.theme)
        self.asking.extra.addWidget(self.strip)
        self.question, self.scope = self.asking.question, self.asking.scope
        self.stop_button = self.asking.stop_button
        self._build()
        self.asking.answered.connect(self.answered)
        self.asking.asked.connect(self.strip.hide)
        self.sets.opened.connect(self.open_question)
        self.strip.stepped.connect(lambda step: self.open_question(self._row + step))
        self.strip.back_asked.connect(self.show_sets)
        context.session.closed.connect(self.strip.hide)

    def _build(self) -> None:
        self._pages = QStackedWidget()
        self._switches = QButtonGroup(self)
        row = QHBoxLayout()
        row.setContentsMargins(16, 12, 16, 0)
        row.setSpacing(4)
        for page, title in ((self.asking, self.tr("One question")), (self.sets, self.tr("Question set"))):
            switch = QPushButton(title)
            switch.setAccessibleName(title)
            switch.setCheckable(True)
            switch.setProperty("kind", "segment")
            self._switches.addButton(switch, self._pages.addWidget(page))
            row.addWidget(switch)
        self._switches.button(0).setChecked(True)
        self._switches.idClicked.connect(self._pages.setCurrentIndex)
        row.addStretch(1)
        tip = self.tr("Save what is shown as one HTML page that needs nothing else")
        row.addWidget(button(self.tr("Save as a page…"), self.save_page, "quiet", tip=tip))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self._pages, 1)

    @property
    def columns(self) -> list[StrategyColumn]:
        """The columns, from the left."""
        return self.asking.board.columns

    # One question

    def ask_this(self, text: str) -> None:
        """Put a question and ask it."""
        self.show_asking()
        self.asking.ask_this(text)

    def ask(self) -> None:
        """Ask what stands in the field."""
        self.asking.ask()

    def add_column(self) -> None:
        """Show one strategy more."""
        self.show_asking()
        self.asking.add_column()

    def say_waiting(self, state: str) -> None:
        """Tell in the columns that wait what they wait for."""
        self.asking.say_waiting(state)

    def stop(self) -> None:
        """Stop every question under way."""
        self.asking.stop()
        self.sets.stop()

    def show_asking(self) -> None:
        """Show the page of one question."""
        self._show(0)

    # Question sets

    def show_sets(self) -> None:
        """Show the page of question sets."""
        self._show(1)
        self.sets.table.setFocus()

    def run_set(self) -> None:
        """Run the set that is chosen, go on with it, or stop it."""
        self.show_sets()
        self.sets.go()

    def open_question(self, row: int) -> None:
        """Show a question of the set, by its row in the table, in the columns with the answers it got."""
        run, table = self.sets.run, self.sets.table
        if run is None or not 0 <= row < table.shown.rowCount():
            return
        index = table.question_at(row)
        question, given = run.set.questions[index], run.answers[index]
        self._row = row
        table.choose(row)
        views = [given[name].view for name in run.strategies if name in given]
        self.asking.show_views(question.text, question.scope, list(run.strategies), views)
        for column in self.columns:
            if column.strategy in given:
                score = given[column.strategy].scored.score
                word = self.tr("In the set: {0}").format(score_word(score))
                column.show_score(SCORE_STATES[score], word, SCORE_SIGNS[score])
            elif (index, column.strategy) in run.refused:
                column.show_error(run.refused[(index, column.strategy)])
        self.strip.show_question(question, row, table.shown.rowCount())
        self._show(0)

    # Saving

    def save_page(self) -> None:
        """Ask for a file and write what is shown to it as one HTML page."""
        if not self._can_save():
            hint = self.tr("There is nothing to save yet: ask a question or run a question set first.")
            self._context.session.failed.emit(InputError(hint))
            return
        name, _kind = QFileDialog.getSaveFileName(
            self, self.tr("Save this comparison as a page"), "comparison.html", self.tr("Web pages (*.html)")
        )
        if name:
            path = Path(name)
            self.save_to(path if path.suffix else path.with_suffix(".html"))

    def save_to(self, path: Path) -> None:
        """Write what is shown to a file."""
        run = self.sets.run
        if self._pages.currentIndex() == 1 and run is not None:
            questions, answers, strategies = run.set, [dict(given) for given in run.answers], run.strategies

            def work(project: Project) -> None:
                comparison_page.save_set(
                    project, path=path, questions=questions, answers=answers, strategies=strategies
                )
        else:
            views, scope = self.asking.views, self.scope.text().strip()

            def work(project: Project) -> None:
                comparison_page.save_question(project, path=path, views=views, scope=scope)

        self._context.session.query(self, work, lambda _none: self._saved(path))

    def release(self) -> None:
        """Let the web page go before its profile."""
        self.sets.chart.release()

    def _can_save(self) -> bool:
        return bool(self.sets.totals_now()) if self._pages.currentIndex() == 1 else bool(self.asking.views)

    def _saved(self, path: Path) -> None:
        self.said.emit(self.tr("Saved {0}").format(path))
        self.saved.emit(path)

    def _show(self, page: int) -> None:
        self._pages.setCurrentIndex(page)
        self._switches.button(page).setChecked(True)
