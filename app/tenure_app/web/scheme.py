"""The pages' own URL scheme, ``tenure://app/…``, with a strict Content-Security-Policy.

Only files listed here are served; nothing is fetched from anywhere else and no text is ever
compiled to code.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from pathlib import PurePosixPath

from PySide6.QtCore import QBuffer, QByteArray, QFile, QIODevice, QObject
from PySide6.QtWebEngineCore import (
    QWebEngineUrlRequestJob,
    QWebEngineUrlScheme,
    QWebEngineUrlSchemeHandler,
)

import tenure_resources

SCHEME = QByteArray(b"tenure")
HOST = "app"

POLICY = (
    "default-src 'none'; script-src tenure:; style-src tenure: 'unsafe-inline'; img-src tenure: data:; "
    "font-src tenure:; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'"
)
"""The header. The pages narrow ``style-src`` further in a meta element, to the hash of the empty ``<style>`` that
plotly adds and fills by rules: Qt sends header values in lower case, which would spoil a hash here."""

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".ttf": "font/ttf",
}


def register_scheme() -> None:
    """Register the scheme; must run before the application object is made. Twice does nothing."""
    if QWebEngineUrlScheme.schemeByName(SCHEME).name() == SCHEME:
        return
    scheme = QWebEngineUrlScheme(SCHEME)
    scheme.setSyntax(QWebEngineUrlScheme.Syntax.Host)
    scheme.setFlags(QWebEngineUrlScheme.Flag.SecureScheme | QWebEngineUrlScheme.Flag.CorsEnabled)
    QWebEngineUrlScheme.registerScheme(scheme)


class PageServer(QWebEngineUrlSchemeHandler):
    """Serves the packaged pages, plotly and the theme's CSS."""

    def __init__(self, theme_css: Callable[[], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme_css = theme_css

    def requestStarted(self, job: QWebEngineUrlRequestJob) -> None:  # noqa: N802 - Qt override
        """Answer one request, or refuse it."""
        url = job.requestUrl()
        path = url.path().removeprefix("/")
        body = self._body(path) if url.host() == HOST and bytes(job.requestMethod().data()) == b"GET" else None
        if body is None:
            job.fail(QWebEngineUrlRequestJob.Error.UrlNotFound)
            return
        headers = {"Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff"}
        job.setAdditionalResponseHeaders(
            # Qt takes a list of values a header; its stubs say one value, which Qt would split into letters
            {QByteArray(name.encode()): [QByteArray(value.encode())] for name, value in headers.items()}  # type: ignore[misc]
        )
        buffer = QBuffer(job)
        buffer.setData(QByteArray(body))
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        job.reply(QByteArray(_TYPES[PurePosixPath(path).suffix].encode()), buffer)

    def _body(self, path: str) -> bytes | None:
        if path == "theme.css":
            return self._theme_css().encode()
        if path == "plotly.js":
            return resources.files("plotly").joinpath("package_data/plotly.min.js").read_bytes()
        if path == "qwebchannel.js":
            file = QFile(":/qtwebchannel/qwebchannel.js")
            return bytes(file.readAll().data()) if file.open(QIODevice.OpenModeFlag.ReadOnly) else None
        folder, _, name = path.rpartition("/")
        if folder not in {"", "fonts"} or name.startswith(".") or PurePosixPath(name).suffix not in _TYPES:
            return None
        place = "themes/fonts" if folder else "web"
        file_there = resources.files(tenure_resources).joinpath(place).joinpath(name)
        return file_there.read_bytes() if file_there.is_file() else None
