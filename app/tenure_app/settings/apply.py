"""Makes changed settings take effect in the running window."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from tenure_app.settings.settings import Settings
from tenure_app.settings.specs import EDITOR, SCALE, STILL, THEME, ZONE
from tenure_app.theming.scale import Scaling
from tenure_app.theming.theme import Theme, ThemeMode
from tenure_app.widgets.format import show_times_in


class Applier(QObject):
    """Listens to the settings for as long as it lives; what panes read when they need it is not its business.

    Args:
        app: whose widgets follow the size of text.
        settings, theme: of the window.
        redraw: called when what dates look like has changed.
    """

    def __init__(self, app: QApplication, settings: Settings, theme: Theme, redraw: Callable[[], None]) -> None:
        super().__init__()
        self._settings = settings
        self._theme = theme
        self._redraw = redraw
        self._scaling = Scaling(app, theme)
        show_times_in(settings.get(ZONE))
        theme.set_still(settings.get(STILL))
        settings.changed.connect(self._changed)

    def _changed(self, name: str) -> None:
        settings, theme = self._settings, self._theme
        if name == THEME.name:
            theme.set_mode(ThemeMode(settings.get(THEME)))
        elif name == SCALE.name:
            theme.set_scale(settings.get(SCALE))
        elif name == STILL.name:
            theme.set_still(settings.get(STILL))
        elif name == ZONE.name:
            show_times_in(settings.get(ZONE))
            self._redraw()


def editor_command(settings: Settings, file: Path, line: int | None) -> list[str]:
    """Return the command that opens a file at a line in the user's editor; empty to let the system open it."""
    words = shlex.split(settings.get(EDITOR))
    return [word.replace("{file}", str(file)).replace("{line}", str(line or 1)) for word in words]
