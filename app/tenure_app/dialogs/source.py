"""A source, read as it was imported: its passages in order with date and line."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from tenure.passages.store import Passage
from tenure_app.context import AppContext
from tenure_app.ops import queries
from tenure_app.widgets.basics import button, data_label
from tenure_app.widgets.format import date_text


class SourceDialog(QDialog):
    """Shows the passages of one source."""

    def __init__(self, context: AppContext, parent: QWidget, source: str) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(source)
        self.resize(720, 560)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(self.tr("Text of the source"))
        self.text.setPlaceholderText(self.tr("Reading…"))
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 18)
        column.setSpacing(10)
        column.addWidget(data_label(source, "title", wrap=True))
        column.addWidget(self.text, 1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(button(self.tr("Close"), self.accept))
        column.addLayout(row)
        context.session.query(self, lambda project: queries.source_passages(project, source=source), self._show)

    def _show(self, passages: list[Passage]) -> None:
        parts = []
        for passage in passages:
            head = " · ".join(
                part
                for part in (
                    date_text(passage.at, passage.precision),
                    self.tr("line {0}").format(passage.line),
                    passage.heading,
                    passage.speaker or "",
                )
                if part
            )
            parts.append(f"{head}\n{passage.text.strip()}")
        self.text.setPlainText("\n\n".join(parts))
