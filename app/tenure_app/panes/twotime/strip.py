"""The buttons beside the tabs while the timeline or the two-time map is seen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from tenure_app.tabs import Tabs
from tenure_app.theming.theme import Theme
from tenure_app.widgets.basics import button, tool

translate = QCoreApplication.translate


def add_strip(tabs: Tabs, theme: Theme, trigger: Callable[[str], None]) -> None:
    """Add them; ``trigger`` runs a command by its name."""
    tip = translate("Strip", "What we believed, when, about the key in the inspector")
    tabs.add_beside(
        ["timeline"], button(translate("Strip", "Two-time map"), lambda: trigger("twotime"), "quiet", tip=tip)
    )
    back = translate("Strip", "Back to the lanes of the timeline")
    tabs.add_beside(["twotime"], button(translate("Strip", "Lanes"), lambda: trigger("timeline"), "quiet", tip=back))
    tabs.add_beside(
        ["timeline", "twotime"],
        tool(theme, "difference", translate("Strip", "What changed here?"), lambda: trigger("changed_here")),
        tool(theme, "picture", translate("Strip", "Export the picture…"), lambda: trigger("export_picture")),
    )
