from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

if importlib.util.find_spec("PySide6") is None or importlib.util.find_spec("pytestqt") is None:
    collect_ignore_glob = ["test_*.py"]
else:
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from helpers.app_window import Opened
    from helpers.facts_world import NOW, make_project
    from tenure.clock import fixed_clock
    from tenure.models.fake import HashEmbedder, ScriptedModel
    from tenure.project import Models
    from tenure_app.main import build_window, make_application
    from tenure_app.settings.settings import Settings
    from tenure_app.theming.theme import ThemeMode

    @pytest.fixture(scope="session")
    def qapp() -> QApplication:
        return make_application(["tests"])

    @pytest.fixture
    def project_file(tmp_path: Path) -> Path:
        return make_project(tmp_path / "harbor.tenure")

    @pytest.fixture
    def open_window(qtbot: QtBot, tmp_path: Path, qapp: QApplication) -> Iterator[Callable[..., Opened]]:
        opened: list[Opened] = []

        def open_one(
            path: Path | None = None, *, model: ScriptedModel | None = None, mode: ThemeMode = ThemeMode.LIGHT
        ) -> Opened:
            models = Models(text_model=model or ScriptedModel("billing listens on port 8080."), embedder=HashEmbedder())
            window = build_window(
                qapp,
                settings=Settings(tmp_path / "settings.ini"),
                models=models,
                clock=fixed_clock(NOW),
                mode=mode,
            )
            one = Opened(window, qtbot)
            opened.append(one)
            window.resize(1440, 900)
            window.show()
            if path is not None:
                with qtbot.waitSignals([window.context.session.opened, window.timeline.drawn], timeout=30_000):
                    window.files.open_path(path)
            return one

        yield open_one
        for one in opened:
            one.close()

    @pytest.fixture
    def window(open_window: Callable[..., Opened], project_file: Path) -> Opened:
        return open_window(project_file)
