"""What the fact dialogs share: fields in a form, a preview by dry run, one button that does it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from tenure.errors import InputError
from tenure.instants import Dated, parse_date
from tenure.ledger.types import Summary
from tenure.project import Project
from tenure_app.context import AppContext
from tenure_app.errors.hook import report_of
from tenure_app.widgets.basics import button, data_label, label
from tenure_app.widgets.preview import Preview
from tenure_app.widgets.time_bar import repolish

Work = Callable[[Project, bool], Summary]
"""The write; the second argument is whether it is a dry run."""


class FactDialog(QDialog):
    """A form over one write: every change of a field dry-runs it again."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.context = context
        self.setMinimumWidth(520)
        self.summary: Summary | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(20, 18, 20, 18)
        self._column.setSpacing(10)
        self._title = label("", "title")
        self._explanation = label("", "muted", wrap=True)
        self._column.addWidget(self._title)
        self._column.addWidget(self._explanation)
        self.preview = Preview(context.theme)
        self.done_button = button("", self._commit, "primary")
        self.done_button.setDefault(True)
        self.done_button.setEnabled(False)
        self._waiting = QTimer(self)
        self._waiting.setSingleShot(True)
        self._waiting.setInterval(200)
        self._waiting.timeout.connect(self._dry_run)

    def retitle(self, title: str, explanation: str, action: str) -> None:
        """Set the title, what the write means, and the word on its button."""
        self.setWindowTitle(title)
        self._title.setText(title)
        self._explanation.setText(explanation)
        self.done_button.setText(action)
        self.done_button.setAccessibleName(action)

    def add_row(self, caption: str, *fields: QWidget) -> None:
        """Add a captioned row of fields."""
        row = QHBoxLayout()
        row.setSpacing(8)
        name = label(caption, "muted")
        name.setFixedWidth(90)
        name.setBuddy(fields[0])
        row.addWidget(name)
        for field in fields:
            row.addWidget(field, 1)
            if isinstance(field, QLineEdit):
                field.textChanged.connect(self.changed)
        self._column.addLayout(row)

    def add_about(self, text: str) -> None:
        """Add a line that says what the dialog is about."""
        self._column.addWidget(data_label(text, "strong", wrap=True))

    def finish_form(self) -> None:
        """Add the preview and the buttons below the fields."""
        self._column.addSpacing(4)
        self._column.addWidget(label(self.tr("WHAT THIS DOES"), "section"))
        self._column.addWidget(self.preview)
        self._column.addStretch(1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(button(self.tr("Cancel"), self.reject))
        row.addWidget(self.done_button)
        self._column.addLayout(row)
        self.preview.say(self.tr("Fill in the fields to see what it opens and closes."))
        self.changed()

    def changed(self) -> None:
        """A field changed: nothing may be done until the dry run says what it does."""
        self.done_button.setEnabled(False)
        self._waiting.start()

    def work(self) -> Work | None:
        """Return the write the fields describe, or None while they are incomplete. May raise ``InputError``."""
        raise NotImplementedError

    def _dry_run(self) -> None:
        try:
            work = self.work()
        except InputError as error:
            self.preview.say(str(error), error=True)
            return
        if work is None:
            self.preview.say(self.tr("Fill in the fields to see what it opens and closes."))
            return
        self.context.session.preview(self, lambda p: work(p, True), self._previewed, self._refused, channel="preview")

    def _previewed(self, summary: Summary) -> None:
        self.summary = summary
        self.preview.show_summary(summary)
        QTimer.singleShot(0, self, self.adjustSize)
        self.done_button.setEnabled(True)

    def _refused(self, error: BaseException) -> None:
        report = report_of(error)
        if report is not None and report.bug:
            self.context.hook.handle(error)
        elif report is not None:
            self.preview.say(report.message, error=True)

    def _commit(self) -> None:
        work = self.work()
        if work is None:
            return
        self.done_button.setEnabled(False)
        self.context.session.write(lambda project, _task: work(project, False), self._committed, self._refused)

    def _committed(self, _summary: Summary) -> None:
        self.accept()


def date_field(name: str, placeholder: str, date: str = "") -> QLineEdit:
    """Return a field for an ISO date."""
    field = QLineEdit(date)
    field.setProperty("kind", "date")
    field.setAccessibleName(name)
    field.setPlaceholderText(placeholder)
    return field


def read_date(field: QLineEdit) -> Dated | None:
    """Read a date field; empty gives None. What cannot be read marks the field and raises ``InputError``."""
    text = field.text().strip()
    try:
        date = parse_date(text) if text else None
    except InputError:
        _mark(field, wrong=True)
        raise
    _mark(field, wrong=False)
    return date


def _mark(field: QLineEdit, *, wrong: bool) -> None:
    if bool(field.property("wrong")) != wrong:
        field.setProperty("wrong", wrong)
        repolish(field)
