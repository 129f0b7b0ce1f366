"""A web view that shows one of our pages and nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, Qt, QUrl, Signal, Slot
from PySide6.QtWebChannel import QWebChannel
from PySide6.QtWebEngineCore import (
    QWebEnginePage,
    QWebEngineProfile,
    QWebEngineSettings,
)
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QWidget

from tenure_app.theming.render import web_css
from tenure_app.theming.theme import Theme
from tenure_app.web.scheme import HOST, SCHEME, PageServer


class Bridge(QObject):
    """The one door between a page and the window; everything passes as JSON text.

    Signals:
        message: to the page.
        received(str, object): from the page: what it is and its data.
    """

    message = Signal(str)
    received = Signal(str, object)

    @Slot(str)
    def send(self, text: str) -> None:
        """Take a message from the page; what is not of the agreed form is dropped."""
        try:
            data = json.loads(text)
        except json.JSONDecodeError:
            return
        if isinstance(data, dict) and isinstance(data.get("kind"), str):
            self.received.emit(data["kind"], data)

    def post(self, kind: str, data: Mapping[str, Any], more: str = "") -> None:
        """Send a message to the page; ``more`` holds further members, written as JSON already."""
        text = json.dumps({"kind": kind, **data}, ensure_ascii=False)
        self.message.emit(f"{text[:-1]}, {more}}}" if more else text)


class LockedPage(QWebEnginePage):
    """A page that neither navigates nor opens windows.

    Signals:
        console: a message the page wrote, for tests and the log.
    """

    console = Signal(str)

    def acceptNavigationRequest(  # noqa: N802 - Qt override
        self, url: QUrl | str, kind: QWebEnginePage.NavigationType, main_frame: bool
    ) -> bool:
        """Allow our own page when we load it ourselves."""
        asked = QUrl(url)
        types = QWebEnginePage.NavigationType
        typed = kind in (types.NavigationTypeTyped, types.NavigationTypeReload)
        return main_frame and typed and asked.scheme() == SCHEME.toStdString() and asked.host() == HOST

    def createWindow(self, kind: QWebEnginePage.WebWindowType) -> QWebEnginePage:  # noqa: N802, ARG002 - Qt override
        """Open nothing."""
        return None  # type: ignore[return-value]

    def javaScriptConsoleMessage(  # noqa: N802 - Qt override
        self, _level: QWebEnginePage.JavaScriptConsoleMessageLevel, message: str, line: int, source: str
    ) -> None:
        """Pass the page's messages on."""
        self.console.emit(f"{source}:{line}: {message}")


class WebPane(QWebEngineView):
    """Shows ``tenure://app/<name>.html`` with a bridge and the theme's colours.

    Signals:
        ready: the page has its bridge and takes messages.
    """

    ready = Signal()

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._profile = QWebEngineProfile(self)
        self._server = PageServer(lambda: web_css(theme.tokens), self._profile)
        self._profile.installUrlSchemeHandler(SCHEME, self._server)
        self._page = LockedPage(self._profile, self)
        self.bridge = Bridge(self)
        self._channel = QWebChannel(self._page)
        self._channel.registerObject("bridge", self.bridge)
        self._page.setWebChannel(self._channel)
        self._page.setBackgroundColor(theme.colour("surface"))
        _restrict(self._page.settings())
        self.setPage(self._page)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setAcceptDrops(False)
        # the child that draws takes what is dropped by itself, and comes with the first page
        self.loadFinished.connect(lambda _ok: self._no_drops())
        self.bridge.received.connect(self._received)
        theme.changed.connect(self._theme_changed)
        self._page.load(QUrl(f"tenure://{HOST}/{name}.html"))

    def _no_drops(self) -> None:
        for child in self.findChildren(QWidget):
            child.setAcceptDrops(False)

    @property
    def locked_page(self) -> LockedPage:
        """The page."""
        return self._page

    def release(self) -> None:
        """Let the page go before its profile, as Qt asks."""
        self.setPage(None)  # type: ignore[arg-type]
        self._page.deleteLater()

    def _received(self, kind: str, _data: object) -> None:
        if kind == "ready":
            self.ready.emit()

    def _theme_changed(self) -> None:
        self._page.setBackgroundColor(self._theme.colour("surface"))


def _restrict(settings: QWebEngineSettings) -> None:
    attribute = QWebEngineSettings.WebAttribute
    for off in (
        attribute.LocalContentCanAccessRemoteUrls,
        attribute.LocalContentCanAccessFileUrls,
        attribute.JavascriptCanOpenWindows,
        attribute.JavascriptCanAccessClipboard,
        attribute.LocalStorageEnabled,
        attribute.PluginsEnabled,
        attribute.FullScreenSupportEnabled,
        attribute.HyperlinkAuditingEnabled,
        attribute.NavigateOnDropEnabled,
        attribute.ErrorPageEnabled,
    ):
        settings.setAttribute(off, False)
