"""The theme in force: follows the system or the user's choice, and tells who draws by hand."""

from __future__ import annotations

from enum import StrEnum
from importlib import resources
from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt, QTemporaryDir, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

import tenure_resources
from tenure_app.theming.render import palette, style_sheet
from tenure_app.theming.tokens import Tokens, load_tokens, scaled


class ThemeMode(StrEnum):
    """Which side of the table to use."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Theme(QObject):
    """Applies tokens to an application and hands out icons in their colours.

    Signals:
        changed: the tokens changed; whoever paints by hand repaints.
    """

    changed = Signal()

    def __init__(self, app: QApplication, mode: ThemeMode = ThemeMode.SYSTEM, scale: int = 100) -> None:
        super().__init__()
        self._app = app
        self._mode = mode
        self._scale = scale
        self._tokens = load_tokens(self._side(), scale)
        self._folder = QTemporaryDir()
        _load_fonts()
        # Style and font are the same in both themes; setting them again would lay every widget out again.
        app.setStyle("Fusion")
        app.setFont(self.font())
        app.styleHints().colorSchemeChanged.connect(self._system_changed)
        self._apply()

    @property
    def tokens(self) -> Tokens:
        """The tokens in force."""
        return self._tokens

    @property
    def mode(self) -> ThemeMode:
        """What the user chose."""
        return self._mode

    def set_mode(self, mode: ThemeMode) -> None:
        """Follow the system, or stay light or dark."""
        self._mode = mode
        self._refresh()

    def set_scale(self, scale: int) -> None:
        """Write text, and what holds it, at a scale in percent."""
        self._scale = scale
        self._refresh()

    def px(self, pixels: int) -> int:
        """Return a measure at the scale in force, for what is not in the style sheet."""
        return scaled(pixels, self._tokens.scale)

    @property
    def still(self) -> bool:
        """Whether nothing may move by itself."""
        return not self._app.isEffectEnabled(Qt.UIEffect.UI_General)

    def set_still(self, still: bool) -> None:
        """Let nothing move by itself, or only what explains."""
        effects = (Qt.UIEffect.UI_AnimateMenu, Qt.UIEffect.UI_AnimateCombo, Qt.UIEffect.UI_AnimateTooltip)
        for effect in (Qt.UIEffect.UI_General, *effects):
            self._app.setEffectEnabled(effect, not still)

    def colour(self, token: str) -> QColor:
        """Return a token's colour."""
        return QColor(self._tokens[token])

    def font(self, role: str = "body", *, weight: int = 400, mono: bool = False) -> QFont:
        """Return the font of a role (``small``, ``body``, ``title``, ``display``)."""
        font = QFont()
        font.setFamilies(list(self._tokens.mono if mono else self._tokens.family))
        font.setPixelSize(self._tokens.sizes[role])
        font.setWeight(QFont.Weight(weight))
        return font

    def icon(self, name: str, token: str = "muted") -> QIcon:
        """Return an icon of the resources drawn in a token's colour, dimmed when disabled."""
        icon = QIcon(self.pixmap(name, token, 32))
        icon.addPixmap(self.pixmap(name, "borderStrong", 32), QIcon.Mode.Disabled)
        return icon

    def pixmap(self, name: str, token: str, pixels: int) -> QPixmap:
        """Return an icon as a square pixmap of that many pixels."""
        renderer = QSvgRenderer(QByteArray(self._svg(name, token).encode()))
        pixmap = QPixmap(QSize(pixels, pixels))
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter, QRectF(0, 0, pixels, pixels))
        painter.end()
        return pixmap

    def _side(self) -> str:
        if self._mode is not ThemeMode.SYSTEM:
            return self._mode.value
        return "dark" if self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark else "light"

    def _system_changed(self) -> None:
        if self._mode is ThemeMode.SYSTEM:
            self._refresh()

    def _refresh(self) -> None:
        side, before = self._side(), self._tokens
        if side == before.name and self._scale == before.scale:
            return
        self._tokens = load_tokens(side, self._scale)
        if self._scale != before.scale:
            self._app.setFont(self.font())
        self._apply()
        self.changed.emit()

    def _apply(self) -> None:
        self._app.setPalette(palette(self._tokens))
        self._app.setStyleSheet(style_sheet(self._tokens, self._style_icons()))

    def _svg(self, name: str, token: str) -> str:
        text = resources.files(tenure_resources).joinpath(f"icons/{name}.svg").read_text(encoding="utf-8")
        return text.replace("currentColor", self._tokens[token])

    def _style_icons(self) -> str:
        """Write the icons the style sheet names, in this theme's colours; return their folder."""
        folder = Path(self._folder.path()) / self._tokens.name
        folder.mkdir(exist_ok=True)
        for name, token in (("down", "muted"), ("up", "muted"), ("right", "muted"), ("check", "accentText")):
            text = self._svg(name, token).replace("<svg ", '<svg width="16" height="16" ', 1)
            (folder / f"{name}.svg").write_text(text, encoding="utf-8")
        return folder.as_posix()


def _load_fonts() -> None:
    """Register the packaged fonts, so that a bare machine looks as intended."""
    for file in resources.files(tenure_resources).joinpath("themes/fonts").iterdir():
        if file.name.endswith(".ttf"):
            QFontDatabase.addApplicationFontFromData(QByteArray(file.read_bytes()))
