from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel

from helpers.app_window import Opened
from tenure import __version__
from tenure_app.dialogs.about import AboutDialog


def about(opened: Opened) -> AboutDialog:
    opened.window.commands["about"].trigger()
    found = opened.window.findChildren(AboutDialog)
    assert len(found) == 1
    return found[0]


def test_versions_schema_and_licences_are_shown_and_copied(window: Opened) -> None:
    dialog = about(window)
    with window.reader() as project:
        rooms = dict(
            project.ledger.connection.execute("SELECT room, max(number) FROM migration GROUP BY room").fetchall()
        )
    window.qtbot.waitUntil(lambda: f"ledger {rooms['ledger']}" in dialog.text(), timeout=5_000)
    dialog.copy_button.click()
    copied = QGuiApplication.clipboard().text()
    assert copied == dialog.text()
    for name in ("Python", "Qt", "PySide6", "SQLite", "sqlite-utils", "llama-cpp-python", "plotly", "platform"):
        assert f"\n{name}: " in copied
    assert copied.startswith(f"Tenure: {__version__}\n")
    assert "SmolLM2-135M-Instruct: Apache-2.0" in copied
    assert all(f"{room} {number}" in copied for room, number in rooms.items())
    shown = {one.text() for one in dialog.findChildren(QLabel)}
    assert {f"Tenure {__version__}", "SCHEMA OF THE OPEN PROJECT", "BUILT-IN MODELS", "all-MiniLM-L6-v2"} <= shown


def test_without_a_project_it_opens_too(open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    assert opened.window.commands["about"].isEnabled()
    assert "project schema: -" in about(opened).text()


def test_nothing_heavy_is_imported_to_find_versions_and_models() -> None:
    script = (
        "import sys; import tenure_app.dialogs.tools; from tenure_app.ops import about, models;"
        "about.versions(); about.builtin_models(); models.offers();"
        "heavy = {'torch', 'llama_cpp', 'sentence_transformers', 'transformers'} & set(sys.modules);"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
