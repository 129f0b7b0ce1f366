"""The window for bugs: what happened, and details to copy."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from tenure_app.errors.hook import Report
from tenure_app.widgets.basics import button, data_label, label


class BugDialog(QDialog):
    """Shows a fault of the program; the window stays usable."""

    def __init__(self, report: Report, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Something went wrong in Tenure"))
        self.setMinimumWidth(560)
        self._details = report.details
        details = QPlainTextEdit(report.details)
        details.setReadOnly(True)
        details.setAccessibleName(self.tr("Details"))
        details.setTabChangesFocus(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 18)
        column.setSpacing(10)
        column.addWidget(label(self.tr("This is a fault in Tenure, not something you did."), "title", wrap=True))
        safe = self.tr("Your project is safe: what was not finished was not written.")
        column.addWidget(label(safe, "muted", wrap=True))
        column.addWidget(data_label(report.message, wrap=True))
        column.addWidget(details, 1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(button(self.tr("Copy details"), self._copy))
        row.addWidget(button(self.tr("Close"), self.accept, "primary"))
        column.addLayout(row)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._details)
