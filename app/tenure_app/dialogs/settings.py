"""The page of settings, made from their table."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from tenure_app.context import AppContext
from tenure_app.dialogs.models_control import ModelControl
from tenure_app.dialogs.settings_controls import Control, caption, control_for, words
from tenure_app.settings.specs import EMBEDDER, SPECS, TEXT_MODEL
from tenure_app.widgets.basics import button, label, scrolling


class SettingsDialog(QDialog):
    """Every setting with a label; each takes effect at once unless it says otherwise.

    Args:
        context: of the window.
        models: knows the models' names.
        choose_model: opens the dialog of models.
        parent: the window.
    """

    def __init__(
        self, context: AppContext, models: ModelControl, choose_model: Callable[[], None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("Settings")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Settings"))
        self.resize(QSize(context.theme.px(660), context.theme.px(640)).boundedTo(parent.size() * 0.94))
        self._context = context
        self.controls: dict[str, Control] = {}
        titles = {TEXT_MODEL.name: models.title, EMBEDDER.name: models.embedder_title}
        body = QWidget()
        self._grid = QGridLayout(body)
        self._grid.setContentsMargins(0, 0, 16, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        section = ""
        for spec in SPECS:
            if not spec.label:
                continue
            if spec.section != section:
                section = spec.section
                self._add_section(words(section))
            control = control_for(context.settings, spec, titles, choose_model)
            self.controls[spec.name] = control
            self._add(control)
        self._grid.setRowStretch(self._grid.rowCount(), 1)
        self._assemble(body)

    def _add_section(self, title: str) -> None:
        made = label(title, "strong")
        made.setContentsMargins(0, 16 if self._grid.count() else 0, 0, 4)
        self._grid.addWidget(made, self._grid.rowCount(), 0, 1, 2)

    def _add(self, control: Control) -> None:
        spec, row = control.spec, self._grid.rowCount()
        name = caption(spec, control)
        name.setContentsMargins(0, self._context.theme.px(7), 0, 0)
        self._grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(control, row, 1)
        parts = [words(spec.help)] if spec.help else []
        if spec.later:
            parts.append(self.tr("Takes effect when Tenure is started again."))
        if parts:
            help_line = label(" ".join(parts), "small", wrap=True)
            help_line.setContentsMargins(0, 0, 0, 8)
            self._grid.addWidget(help_line, row + 1, 1)

    def _assemble(self, body: QWidget) -> None:
        area = scrolling(body, self.tr("Settings"))
        foot = QHBoxLayout()
        foot.addWidget(button(self.tr("Back to the defaults"), self._reset, "quiet"))
        foot.addStretch(1)
        foot.addWidget(button(self.tr("Close"), self.accept, "primary"))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 8, 16)
        column.setSpacing(12)
        column.addWidget(area, 1)
        foot.setContentsMargins(0, 0, 16, 0)
        column.addLayout(foot)

    def _reset(self) -> None:
        """Set every setting of the page to its default, but the models, which have their own dialog."""
        for control in self.controls.values():
            if control.spec.name not in {TEXT_MODEL.name, EMBEDDER.name}:
                control.keep(control.spec.default)
