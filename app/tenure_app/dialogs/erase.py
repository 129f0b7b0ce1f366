"""Erase for good: first the list of all it takes, then the subject's name typed by hand."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from tenure.keys import fold
from tenure.ledger.types import Erase, Fact, Op, Statement, Summary
from tenure_app.context import AppContext
from tenure_app.errors.hook import report_of
from tenure_app.ops import inspecting
from tenure_app.ops.inspecting import Erasure
from tenure_app.widgets.basics import button, data_label, label
from tenure_app.widgets.format import count_text, date_text
from tenure_app.widgets.preview import change_span, effects
from tenure_app.widgets.time_bar import repolish


class EraseDialog(QDialog):
    """Erases a statement, all about its subject, or all from its source."""

    def __init__(self, context: AppContext, parent: QWidget, fact: Fact, statement: Statement) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Erase"))
        self.setMinimumWidth(context.theme.px(560))
        self._context, self._fact, self._statement = context, fact, statement
        self._subject = fact.key.subject
        self._operation = Erase(statement=statement.id)
        self._ready = False
        self.taken = QPlainTextEdit()
        self.taken.setReadOnly(True)
        self.taken.setTabChangesFocus(True)
        self.taken.setFixedHeight(context.theme.px(190))
        self.taken.setAccessibleName(self.tr("What is erased"))
        self.confirm = QLineEdit()
        self.confirm.setAccessibleName(self.tr("Name of the subject, to confirm"))
        self.confirm.setPlaceholderText(self._subject)
        self.confirm.setProperty("data", True)
        self.confirm.textChanged.connect(lambda _text: self._enable())
        self.state = label("", "small", wrap=True)
        self.erase_button = button(self.tr("Erase for good"), self._erase, "danger")
        self._build()
        self._dry_run()
        self.confirm.setFocus()

    def _build(self) -> None:
        warning = self.tr(
            "The text goes from every place it is kept: statements, passages, the index, conversations. That something "
            "was erased stays visible. This cannot be undone."
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addWidget(label(self.tr("Erase"), "title"))
        column.addWidget(label(warning, "problem-line", wrap=True))
        for choice in self._choices():
            column.addWidget(choice)
        column.addWidget(label(self.tr("WHAT IS ERASED"), "section"))
        column.addWidget(self.taken)
        column.addWidget(self.state)
        ask = label(self.tr("Type the name of the subject to confirm:"), "muted")
        ask.setBuddy(self.confirm)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(ask)
        row.addWidget(data_label(self._subject, "strong", wrap=True), 1)
        column.addLayout(row)
        column.addWidget(self.confirm)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addStretch(1)
        cancel = button(self.tr("Cancel"), self.reject)
        cancel.setDefault(True)
        self.erase_button.setAutoDefault(False)
        foot.addWidget(cancel)
        foot.addWidget(self.erase_button)
        column.addLayout(foot)

    def _choices(self) -> list[QRadioButton]:
        source = self._statement.evidence.source
        offered = [
            (self.tr("This statement, with its corrections"), Erase(statement=self._statement.id)),
            (self.tr("Everything about {0}").format(_short(self._subject)), Erase(subject=self._subject)),
        ]
        if source:
            offered.append((self.tr("Everything from {0}").format(_short(source)), Erase(source=source)))
        self._group = QButtonGroup(self)
        made = []
        for number, (text, operation) in enumerate(offered):
            choice = QRadioButton(text.replace("&", "&&"))
            choice.setAccessibleName(text)
            choice.setProperty("data", number > 0)
            choice.setChecked(number == 0)
            choice.toggled.connect(lambda on, wanted=operation: self._choose(wanted) if on else None)
            self._group.addButton(choice)
            made.append(choice)
        return made

    def _choose(self, operation: Erase) -> None:
        self._operation = operation
        self._dry_run()

    def _dry_run(self) -> None:
        self._ready = False
        self._enable()
        self.state.setText(self.tr("Looking what it touches…"))
        operation = self._operation
        self._context.session.preview(
            self,
            lambda project: inspecting.would_erase(project, operation=operation),
            self._previewed,
            self._refused,
            channel="preview",
        )

    def _previewed(self, erasure: Erasure) -> None:
        lines = [statement_line(one) for one in erasure.statements]
        if erasure.count > len(lines):
            lines.append(self.tr("and {0} more statements").format(f"{erasure.count - len(lines):,}"))
        changes = effects(erasure.summary)
        if changes:
            words = {"opens": self.tr("opens"), "closes": self.tr("closes"), "reopens": self.tr("reopens")}
            lines += ["", self.tr("Of what holds or held, it:")]
            lines += [f"{words[what]}  {one.key}: {one.object}  {change_span(one)}" for what, one in changes[:50]]
        self.taken.setPlainText("\n".join(lines))
        parts = [
            count_text(erasure.count, self.tr("{0} statement"), self.tr("{0} statements")),
            count_text(erasure.passages, self.tr("{0} passage"), self.tr("{0} passages")),
            count_text(
                erasure.turns, self.tr("{0} question of a conversation"), self.tr("{0} questions of conversations")
            ),
        ]
        self._say(" · ".join(parts), "small")
        self._ready = True
        self._enable()

    def _refused(self, error: BaseException) -> None:
        report = report_of(error)
        if report is not None and report.bug:
            self._context.hook.handle(error)
        elif report is not None:
            self._say(report.message, "error")

    def _say(self, text: str, role: str) -> None:
        self.state.setText(text)
        self.state.setProperty("role", role)
        repolish(self.state)

    def _enable(self) -> None:
        self.erase_button.setEnabled(self._ready and fold(self.confirm.text()) == fold(self._subject))

    def _erase(self) -> None:
        self._ready = False
        self._enable()
        operation = self._operation
        self._context.session.write(
            lambda project, _task: inspecting.erase(project, operation=operation), self._erased, self._refused
        )

    def _erased(self, _summary: Summary) -> None:
        self.accept()


def statement_line(one: Statement) -> str:
    """A statement in one line: what it says of which key, from when."""
    start = date_text(one.valid_from, one.precision)
    sign = "■" if one.op is Op.END else "●"
    value = " ".join((one.object or "").split())[:200]
    return f"{sign} {one.key}: {value}  {start}"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 60 else flat[:59] + "…"
