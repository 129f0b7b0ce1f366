"""The table of a run: a row a question, a column a strategy."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, QSortFilterProxyModel, Qt

from tenure.lab.questions import Asks
from tenure.lab.scoring import Score
from tenure_app.panes.compare.set_run import SetRun
from tenure_app.widgets.answer_parts import strategy_title
from tenure_app.widgets.qt_types import Index

STATE_ROLE = Qt.ItemDataRole.UserRole + 1
SORT_ROLE = Qt.ItemDataRole.UserRole + 2
SIGN_ROLE = Qt.ItemDataRole.UserRole + 3

FIXED = 3
"""Columns before those of the strategies: id, question, kind."""

SCORE_STATES = {
    Score.CORRECT: "current",
    Score.STALE: "superseded",
    Score.ABSTAINED: "unknown",
    Score.OTHER: "disputed",
}
"""The state whose colour a score has."""

SCORE_SIGNS = {Score.CORRECT: "●", Score.STALE: "✕", Score.ABSTAINED: "—", Score.OTHER: "!"}
"""The second sign beside the colour."""

_ORDER = (Score.STALE, Score.OTHER, Score.ABSTAINED, Score.CORRECT)


def score_word(score: Score) -> str:
    """The word of a score."""
    return {
        Score.CORRECT: QCoreApplication.translate("Score", "Right"),
        Score.STALE: QCoreApplication.translate("Score", "Stale"),
        Score.ABSTAINED: QCoreApplication.translate("Score", "Abstained"),
        Score.OTHER: QCoreApplication.translate("Score", "Wrong"),
    }[score]


def kind_word(asks: Asks) -> str:
    """The word of what a question asks for."""
    return {
        Asks.CURRENT: QCoreApplication.translate("Asks", "current"),
        Asks.AS_OF: QCoreApplication.translate("Asks", "as of a date"),
        Asks.KNOWN_AT: QCoreApplication.translate("Asks", "as known at a date"),
        Asks.HISTORY: QCoreApplication.translate("Asks", "history"),
        Asks.STATIC: QCoreApplication.translate("Asks", "never changed"),
        Asks.UNANSWERABLE: QCoreApplication.translate("Asks", "nothing holds"),
    }[asks]


class SetModel(QAbstractTableModel):
    """The questions of a run and what came of them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.run: SetRun | None = None
        self._titles = (self.tr("Id"), self.tr("Question"), self.tr("Asks for"))
        self._no_answer = self.tr("No answer")

    def show_run(self, run: SetRun | None) -> None:
        """Show another run, or none."""
        self.beginResetModel()
        if self.run is not None:
            self.run.advanced.disconnect(self._advanced)
        self.run = run
        if run is not None:
            run.advanced.connect(self._advanced)
        self.endResetModel()

    def score(self, row: int, strategy: str) -> Score | None:
        """What a strategy's answer was worth, or None where there is none."""
        given = self.run.answers[row].get(strategy) if self.run is not None else None
        return given.scored.score if given is not None else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt override
        """A row a question."""
        return 0 if parent.isValid() or self.run is None else len(self.run.answers)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt override
        """What stands of a question, and a column a strategy."""
        return 0 if parent.isValid() else FIXED + (len(self.run.strategies) if self.run is not None else 0)

    def headerData(  # noqa: N802 - Qt override
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The titles."""
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole or section < 0:
            return None
        if section < FIXED:
            return self._titles[section]
        if self.run is None or section >= self.columnCount():
            return None
        return strategy_title(self.run.strategies[section - FIXED])

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell: words, the state that colours it, what it is sorted by, a tip."""
        if self.run is None or not index.isValid():
            return None
        row, column = index.row(), index.column()
        if column >= FIXED:
            return self._answer(row, self.run.strategies[column - FIXED], role)
        question = self.run.set.questions[row]
        if role == SORT_ROLE and column == 0:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, SORT_ROLE):
            return (question.id, question.text, kind_word(question.asks))[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            gold = ", ".join(question.gold) or self.tr("nothing holds")
            told = self.tr("{0}\nAsks for: {1}\nRight: {2}").format(question.text, kind_word(question.asks), gold)
            return told if column == 1 else None
        return None

    def _answer(self, row: int, strategy: str, role: int) -> Any:
        score = self.score(row, strategy)
        refused = self.run.refused.get((row, strategy)) if self.run is not None else None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return score_word(score) if score is not None else self._no_answer if refused else ""
        if role == STATE_ROLE:
            return SCORE_STATES[score] if score is not None else "unknown" if refused else ""
        if role == SIGN_ROLE:
            return SCORE_SIGNS[score] if score is not None else "?"
        if role == SORT_ROLE:
            return _ORDER.index(score) if score is not None else len(_ORDER)
        if role == Qt.ItemDataRole.ToolTipRole and self.run is not None:
            given = self.run.answers[row].get(strategy)
            return given.view.answer.text[:400] if given is not None else refused
        return None

    def _advanced(self, row: int) -> None:
        self.dataChanged.emit(self.index(row, FIXED), self.index(row, self.columnCount() - 1))


class SetFilter(QSortFilterProxyModel):
    """Sorts the table and leaves out what is not asked for."""

    def __init__(self, model: SetModel) -> None:
        super().__init__(model)
        self._model = model
        self.shown = "all"
        """``all``, ``differ``, or a score."""
        self.setSortRole(SORT_ROLE)
        self.setSortCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setSourceModel(model)

    def show_only(self, shown: str) -> None:
        """Show ``all`` questions, those where the strategies ``differ``, or those with a score."""
        self.shown = shown
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:  # noqa: N802, ARG002 - Qt override
        """Whether a question is shown."""
        run = self._model.run
        if run is None or self.shown == "all":
            return True
        scores = [given.scored.score for given in run.answers[row].values()]
        if self.shown == "differ":
            return len(set(scores)) > 1
        return Score(self.shown) in scores
