"""Sizes that code has set in pixels follow the scale of the text; the style sheet has its own."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize, Qt, QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication, QHeaderView, QWidget

from tenure_app.theming.theme import Theme

_UNLIMITED = 16_777_215
_MARK = "sized at"
"""The property of a widget that keeps its sizes."""


class Scaling(QObject):
    """Brings limits of widgets' sizes, icons and rows to the theme's scale: once the window is made, and at a change.

    What is made later keeps its sizes; it has none that would cut its text.
    """

    def __init__(self, app: QApplication, theme: Theme) -> None:
        super().__init__()
        self._app = app
        self._theme = theme
        self._scale = 100
        theme.changed.connect(self._follow)
        QTimer.singleShot(0, self, self._follow)

    def _follow(self) -> None:
        scale = self._theme.tokens.scale
        if scale != self._scale:
            self._scale = scale
            for widget in self._app.allWidgets():
                bring_to(widget, scale)


class _Sizes:
    """What a widget's sizes were brought to, and from what, so that going back gives the same again."""

    def __init__(self) -> None:
        self.scale = 100
        self._known: dict[str, tuple[int, int]] = {}

    def at(self, name: str, size: int, scale: int) -> int:
        """Return a size at another scale; one that code has set meanwhile was meant at the scale until now."""
        if size < 3 or size >= _UNLIMITED:
            return size
        usual, shown = self._known.get(name, (size, -1))
        if shown != size:
            usual = round(size * 100 / self.scale)
        shown = round(usual * scale / 100)
        self._known[name] = (usual, shown)
        return shown


def bring_to(widget: QWidget, scale: int) -> None:
    """Bring what was set in pixels for a widget to a scale in percent: upper limits, fixed sizes, icons, rows."""
    sizes = widget.property(_MARK)
    if not isinstance(sizes, _Sizes):
        sizes = _Sizes()
        widget.setProperty(_MARK, sizes)
    if sizes.scale == scale:
        return
    least, most = widget.minimumSize(), widget.maximumSize()
    width, height = sizes.at("width", most.width(), scale), sizes.at("height", most.height(), scale)
    widget.setMaximumSize(width, height)
    fixed = QSize(
        width if least.width() == most.width() else least.width(),
        height if least.height() == most.height() else least.height(),
    )
    widget.setMinimumSize(fixed)
    if isinstance(widget, QAbstractButton):
        icon = widget.iconSize()
        side = sizes.at("icon", icon.width(), scale)
        widget.setIconSize(QSize(side, side * icon.height() // max(1, icon.width())))
    if isinstance(widget, QHeaderView):
        _bring_sections(widget, sizes, scale)
    sizes.scale = scale


def _bring_sections(header: QHeaderView, sizes: _Sizes, scale: int) -> None:
    """Scale rows by their usual height, columns one by one where the user may set them."""
    if header.orientation() == Qt.Orientation.Vertical:
        header.setDefaultSectionSize(sizes.at("rows", header.defaultSectionSize(), scale))
        return
    for section in range(header.count()):
        if header.sectionResizeMode(section) is QHeaderView.ResizeMode.Interactive:
            header.resizeSection(section, sizes.at(f"column {section}", header.sectionSize(section), scale))
