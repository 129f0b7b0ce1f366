"""A page saved from Compare, opened to be read back."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtWebEngineCore import QWebEnginePage, QWebEngineProfile
from pytestqt.qtbot import QtBot

from helpers.app_window import Opened


class Page:
    """A saved page in a browser of its own that may run scripts: whatever could run would run."""

    def __init__(self, qtbot: QtBot, path: Path) -> None:
        self._qtbot = qtbot
        self.profile = QWebEngineProfile()
        self.page = QWebEnginePage(self.profile)
        with qtbot.waitSignal(self.page.loadFinished, timeout=20_000):
            self.page.load(QUrl.fromLocalFile(str(path)))

    def js(self, code: str) -> object:
        found: list[str] = []
        self.page.runJavaScript(f"JSON.stringify({code})", found.append)
        self._qtbot.waitUntil(lambda: bool(found), timeout=10_000)
        return json.loads(found[0]) if found[0] else None

    def texts(self, selector: str) -> list[str]:
        found = self.js(f"[...document.querySelectorAll({json.dumps(selector)})].map(n => n.textContent)")
        assert isinstance(found, list)
        return found

    def close(self) -> None:
        self.page.deleteLater()
        self._qtbot.wait(20)


def save(opened: Opened, path: Path) -> str:
    with opened.qtbot.waitSignal(opened.window.compare.saved, timeout=20_000):
        opened.window.compare.save_to(path)
    return path.read_text("utf-8")


def needs_nothing(page: Page) -> None:
    """A page that loads nothing, runs nothing and styles nothing inline."""
    assert page.js("document.querySelectorAll('script, img, link, iframe, object, [src], [href], [style]').length") == 0
    rules = page.texts("style")[0]
    assert "url(" not in rules and "@import" not in rules
    (policy,) = page.js("[...document.querySelectorAll('meta[http-equiv]')].map(node => node.content)")  # type: ignore[misc]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert page.js("getComputedStyle(document.body).maxWidth") != "none"
