"""What Tenure is and what it is made of here, to read and to copy into a report."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from tenure_app.context import AppContext
from tenure_app.ops import about
from tenure_app.widgets.basics import button, clear, data_label, label, line, scrolling

Rows = Sequence[tuple[str, str]]


class AboutDialog(QDialog):
    """Versions of the parts, the schema of the open project, licences of the built-in models."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("About")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("About Tenure"))
        self.resize(context.theme.px(520), context.theme.px(560))
        self._versions: Rows = about.versions()
        self._schema: Rows = ()
        body = QWidget()
        self._grid = QGridLayout(body)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(24)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self._fill()
        self._assemble(body)
        if context.session.overview is not None:
            context.session.query(self, about.schema, self._show_schema, channel="about")

    def _assemble(self, body: QWidget) -> None:
        area = scrolling(body, self.tr("Versions and licences"))
        claim = self.tr("Knowledge that changes: what is true, what was, and since when we know.")
        foot = QHBoxLayout()
        foot.addStretch(1)
        self.copy_button = button(self.tr("Copy"), self.copy)
        foot.addWidget(self.copy_button)
        foot.addWidget(button(self.tr("Close"), self.accept, "primary"))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(8)
        column.addWidget(data_label(" ".join(self._versions[0]), "display"))
        column.addWidget(label(claim, "muted", wrap=True))
        column.addWidget(label(self.tr("Licensed under the Apache License 2.0."), "small"))
        column.addWidget(line())
        column.addWidget(area, 1)
        column.addLayout(foot)

    def _fill(self) -> None:
        self._grid.setRowStretch(self._grid.rowCount() - 1, 0)
        clear(self._grid)
        self._section(self.tr("PARTS"))
        self._rows([(name, number or self.tr("not installed")) for name, number in self._versions[1:]])
        if self._schema:
            self._section(self.tr("SCHEMA OF THE OPEN PROJECT"))
            self._rows(self._schema)
        self._section(self.tr("BUILT-IN MODELS"))
        for model in about.builtin_models():
            text = " · ".join((model.publisher, model.licence, model.package or self.tr("not installed")))
            self._rows([(model.name, text)])
        self._grid.setRowStretch(self._grid.rowCount(), 1)

    def _section(self, title: str) -> None:
        made = label(title, "section")
        made.setContentsMargins(0, 8, 0, 0)
        self._grid.addWidget(made, self._grid.rowCount(), 0, 1, 2)

    def _rows(self, rows: Rows) -> None:
        for name, text in rows:
            row = self._grid.rowCount()
            self._grid.addWidget(data_label(name, "muted"), row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(data_label(text, wrap=True), row, 1)

    def _show_schema(self, rows: Rows) -> None:
        self._schema = rows
        self._fill()

    def text(self) -> str:
        """Return all of it as plain text, in English, for a report."""
        rows = [*self._versions, ("project schema", ", ".join(f"{room} {n}" for room, n in self._schema) or "-")]
        rows += [(model.name, f"{model.licence}, {model.package or '-'}") for model in about.builtin_models()]
        return "\n".join(f"{name}: {text or '-'}" for name, text in rows)

    def copy(self) -> None:
        """Put the text on the clipboard."""
        QGuiApplication.clipboard().setText(self.text())
