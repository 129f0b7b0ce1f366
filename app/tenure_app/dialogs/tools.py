"""Models, settings and about: what the window offers beside its panes."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget

from tenure_app.context import AppContext
from tenure_app.dialogs.about import AboutDialog
from tenure_app.dialogs.models import ModelsDialog
from tenure_app.dialogs.models_control import ModelControl
from tenure_app.dialogs.settings import SettingsDialog
from tenure_app.settings.apply import Applier


class Tools:
    """Opens the dialogs; keeps what goes on without them.

    Attributes:
        models: loads, finds and fetches models behind the window.
    """

    def __init__(self, context: AppContext, window: QWidget) -> None:
        self.models = ModelControl(context, window)
        self._context = context
        self._window = window
        app = QApplication.instance()
        if isinstance(app, QApplication):
            self._applier = Applier(app, context.settings, context.theme, context.times.changed.emit)

    def open_models(self) -> None:
        """Open the dialog of models, over the settings if they are open."""
        above = QApplication.activeModalWidget()
        ModelsDialog(self._context, self.models, above if above is not None else self._window).open()

    def open_settings(self) -> None:
        """Open the page of settings."""
        SettingsDialog(self._context, self.models, self.open_models, self._window).open()

    def open_about(self) -> None:
        """Say what Tenure is made of here."""
        AboutDialog(self._context, self._window).open()
