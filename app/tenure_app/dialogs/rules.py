"""The rules across keys: their list, what each does, and the moves of its life, each with its list first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QModelIndex, QObject, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QListView,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from tenure.rules import Life, Moved
from tenure_app.context import AppContext
from tenure_app.errors.hook import report_of
from tenure_app.ops import rules
from tenure_app.ops.rules import RuleRow, RuleView, Step
from tenure_app.widgets.basics import Chip, FlowLayout, button, clear, data_label, label
from tenure_app.widgets.effects_table import EffectsTable
from tenure_app.widgets.format import count_text, date_text
from tenure_app.widgets.qt_types import Index

translate = QCoreApplication.translate

_STATES = {Life.DRAFT: "unknown", Life.SHADOW: "future", Life.ACTIVE: "current", Life.RETIRED: "ended"}
_SIGNS = {Life.DRAFT: "✎", Life.SHADOW: "◌", Life.ACTIVE: "●", Life.RETIRED: "■"}


class RulesModel(QAbstractListModel):
    """The rules, one a line: name, life, how much it does."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[RuleRow] = []

    def show_rules(self, rows: list[RuleRow]) -> None:
        """Show these."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rule(self, row: int) -> RuleRow | None:
        """The rule of a line."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, name: str) -> int:
        """The line of a rule by its name with version, or -1."""
        return next((n for n, row in enumerate(self._rows) if row.name == name), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt override
        """How many."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The line's text; its reason as a tip."""
        row = self.rule(index.row()) if index.isValid() else None
        if row is None:
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.stored.rule.reason
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        life = row.stored.life
        return f"{row.name}\n{_SIGNS[life]} {life_word(life)}{self._effects(row)}"

    def _effects(self, row: RuleRow) -> str:
        if not row.effects:
            return ""
        if row.stored.life is Life.SHADOW:
            return " · " + self.tr("would retire {0}").format(f"{row.effects:,}")
        return " · " + count_text(row.effects, self.tr("{0} effect"), self.tr("{0} effects"))


class RulesDialog(QDialog):
    """The list at the left, one rule at the right."""

    def __init__(self, context: AppContext, parent: QWidget, chosen: str = "") -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Rules"))
        self.resize(940, 620)
        self._context, self._wanted = context, chosen
        self.view: RuleView | None = None
        self.model = RulesModel(self)
        self.list = QListView()
        self.list.setAccessibleName(self.tr("Rules"))
        self.list.setModel(self.model)
        self.list.setSpacing(2)
        self.list.selectionModel().currentChanged.connect(lambda now, _before: self._chosen(now))
        self.table = EffectsTable()
        self.table.key_chosen.connect(context.places.go_key)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(16, 0, 0, 0)
        column.setSpacing(8)
        self._head = QVBoxLayout()
        self._head.setSpacing(8)
        column.addLayout(self._head)
        column.addWidget(self.table, 1)
        holder = QWidget()
        self._buttons = FlowLayout(holder, 8)
        column.addWidget(holder)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        split.addWidget(self.list)
        split.addWidget(right)
        split.setSizes([320, 600])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(20, 18, 20, 18)
        outer.setSpacing(12)
        outer.addWidget(label(self.tr("Rules"), "title"))
        about = self.tr(
            "A rule ends or moves values of other keys when something is stated: a service that was shut down has no"
            " port any more. It goes from draft to shadow, where it only keeps a list, and acts when you activate it."
        )
        outer.addWidget(label(about, "muted", wrap=True))
        outer.addWidget(split, 1)
        outer.addLayout(self._foot())
        context.session.changed.connect(self._changed)
        context.session.closed.connect(self.reject)
        self.refresh()

    def refresh(self) -> None:
        """Fetch the rules again, keeping the one chosen."""
        self._context.session.query(self, rules.rules, self._show, channel="rules")

    def _changed(self, _value: object) -> None:
        self.refresh()

    def _foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(button(self.tr("Add from a file…"), self._add_file, tip=self.tr("A TOML file of rules")))
        starter = self.tr("Put the rules that come with Tenure in shadow, as far as they are missing")
        row.addWidget(button(self.tr("Add the starter rules"), self._add_starter, tip=starter))
        row.addStretch(1)
        row.addWidget(button(self.tr("Close"), self.accept))
        return row

    def _show(self, rows: list[RuleRow]) -> None:
        before = self.model.rule(self.list.currentIndex().row())
        wanted = self._wanted or (before.name if before is not None else "")
        self._wanted = ""
        self.model.show_rules(rows)
        self.list.setCurrentIndex(self.model.index(max(0, self.model.row_of(wanted))))
        if not rows:
            self._empty()

    def _empty(self) -> None:
        clear(self._head)
        clear(self._buttons)
        self.table.effects.show_done(())
        self._head.addWidget(label(self.tr("There are no rules yet."), "strong"))
        hint = self.tr("Add those that come with Tenure, or a file of your own, with the buttons below.")
        self._head.addWidget(label(hint, "muted", wrap=True))

    def _chosen(self, index: QModelIndex) -> None:
        row = self.model.rule(index.row())
        if row is not None:
            rule = row.stored.rule
            work = partial(rules.rule_view, name=rule.name, version=rule.version)
            self._context.session.query(self, work, self._show_rule, channel="rule")

    def _show_rule(self, view: RuleView) -> None:
        self.view = view
        rule, life = view.stored.rule, view.stored.life
        clear(self._head)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(data_label(f"{rule.name}@{rule.version}", "title", wrap=True), 1)
        row.addWidget(Chip(self._context.theme, _STATES[life], life_word(life), _SIGNS[life]))
        self._head.addLayout(row)
        self._head.addWidget(data_label(rule.reason, "", wrap=True))
        last = view.moves[-1] if view.moves else None
        since = self.tr("{0} since {1}").format(life_word(life), date_text(last.at)[:16]) if last else ""
        parts = [self.tr("by {0}").format(rule.author), since, self._when(view)]
        self._head.addWidget(data_label("\n".join(part for part in parts if part), "small", wrap=True))
        self._head.addWidget(label(self._counted(view), "section"))
        self.table.effects.show_done(view.done)
        clear(self._buttons)
        for step in view.steps:
            made = button(step_word(step), partial(self._move, step), "primary" if step is view.steps[0] else "")
            self._buttons.addWidget(made)

    def _when(self, view: RuleView) -> str:
        trigger = view.stored.rule.trigger
        values = ", ".join(trigger.values) if trigger.values else self.tr("any value")
        if trigger.operation.value == "end":
            return self.tr("when {0} ends ({1})").format(trigger.relation, values)
        return self.tr("when {0} becomes: {1}").format(trigger.relation, values)

    def _counted(self, view: RuleView) -> str:
        if view.stored.life is Life.SHADOW:
            one, many = self.tr("WOULD RETIRE {0} VALUE"), self.tr("WOULD RETIRE {0} VALUES")
        elif view.stored.life is Life.DRAFT:
            return self.tr("A DRAFT LOOKS AT NOTHING YET")
        else:
            one, many = self.tr("{0} EFFECT STANDS"), self.tr("{0} EFFECTS STAND")
        return count_text(len(view.done), one, many)

    def _move(self, step: Step) -> None:
        if self.view is not None:
            rule = self.view.stored.rule
            MoveRule(self._context, self, step, rule.name, rule.version).open()

    def _add_starter(self) -> None:
        self._context.session.write(lambda project, _task: rules.add_starter(project))

    def _add_file(self) -> None:
        name, _kind = QFileDialog.getOpenFileName(self, self.tr("Add rules"), "", self.tr("Rules (*.toml)"))
        if name:
            self.add_from(Path(name))

    def add_from(self, path: Path) -> None:
        """Add the rules of a file as drafts."""
        self._context.session.write(lambda project, _task: rules.add_file(project, path=path))


class MoveRule(QDialog):
    """One move of a rule: the list of what it does, then the move."""

    def __init__(self, context: AppContext, parent: QWidget, step: Step, name: str, version: int) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(step_word(step).removesuffix("…"))
        self.resize(720, 480 if step is not Step.RETIRE else 220)
        self._context, self._step, self._name, self._version = context, step, name, version
        self.past = QCheckBox(self.tr("Also for facts that are in the project already"))
        self.past.setAccessibleName(self.past.text())
        self.past.toggled.connect(lambda _on: self._look())
        self.past.setVisible(step in (Step.SHADOW, Step.ACTIVATE))
        self.counted = label("", "section")
        self.table = EffectsTable()
        self.table.setVisible(step is not Step.RETIRE)
        self.done_button = button(step_word(step).removesuffix("…"), self._commit, "primary")
        self.done_button.setEnabled(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 18)
        column.setSpacing(10)
        column.addWidget(data_label(f"{name}@{version}", "title", wrap=True))
        column.addWidget(label(self._explanation(), "muted", wrap=True))
        column.addWidget(self.past)
        column.addWidget(self.counted)
        column.addWidget(self.table, 1)
        if step is Step.RETIRE:
            column.addStretch(1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(button(self.tr("Cancel"), self.reject))
        row.addWidget(self.done_button)
        column.addLayout(row)
        self._look()

    def _explanation(self) -> str:
        texts = {
            Step.SHADOW: self.tr("In shadow it changes nothing and keeps a list of what it would retire."),
            Step.ACTIVATE: self.tr(
                "From now on it acts by itself inside every write. What it does can be rolled back."
            ),
            Step.RETIRE: self.tr("It acts no more. What it did stays, and can still be rolled back."),
            Step.ROLL_BACK: self.tr("Everything it did is taken back, and it acts no more. Newer values stay."),
        }
        return texts[self._step]

    def _look(self) -> None:
        self.done_button.setEnabled(False)
        self.counted.setText(self.tr("Looking…"))
        work = self._work(dry_run=True)
        self._context.session.preview(self, work, self._looked, self._refused, channel="move rule")

    def _work(self, *, dry_run: bool) -> Callable[..., Moved]:
        return partial(
            rules.move, step=self._step, name=self._name, version=self._version, past=self.past.isChecked(),
            dry_run=dry_run,
        )  # fmt: skip

    def _looked(self, moved: Moved) -> None:
        self.table.effects.show_done(moved.done)
        self.counted.setText(self._sentence(len(moved.done)))
        self.done_button.setEnabled(True)
        self.done_button.setFocus()

    def _sentence(self, count: int) -> str:
        if self._step is Step.RETIRE:
            return self.tr("No value changes.")
        if self._step is Step.ROLL_BACK:
            return count_text(count, self.tr("{0} effect is taken back:"), self.tr("{0} effects are taken back:"))
        if self._step is Step.ACTIVATE and not self.past.isChecked():
            return count_text(
                count,
                self.tr("It leaves {0} value of facts that are there already as it is:"),
                self.tr("It leaves {0} values of facts that are there already as they are:"),
            )
        if self._step is Step.SHADOW:
            return count_text(count, self.tr("It would retire {0} value:"), self.tr("It would retire {0} values:"))
        return count_text(count, self.tr("It changes {0} value:"), self.tr("It changes {0} values:"))

    def _commit(self) -> None:
        work = self._work(dry_run=False)
        self.done_button.setEnabled(False)
        self._context.session.write(lambda project, _task: work(project), lambda _moved: self.accept(), self._refused)

    def _refused(self, error: BaseException) -> None:
        report = report_of(error)
        if report is not None and report.bug:
            self._context.hook.handle(error)
        elif report is not None:
            self.counted.setText(report.message)


def life_word(life: Life) -> str:
    """The word of a rule's life on screen."""
    words = {
        Life.DRAFT: translate("Rules", "draft"),
        Life.SHADOW: translate("Rules", "shadow"),
        Life.ACTIVE: translate("Rules", "active"),
        Life.RETIRED: translate("Rules", "retired"),
    }
    return words[life]


def step_word(step: Step) -> str:
    """What the button of a move says."""
    words = {
        Step.SHADOW: translate("Rules", "Try in shadow…"),
        Step.ACTIVATE: translate("Rules", "Activate…"),
        Step.RETIRE: translate("Rules", "Retire…"),
        Step.ROLL_BACK: translate("Rules", "Roll back…"),
    }
    return words[step]
