"""The composition root: builds the context and the window."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from tenure.clock import Clock, system_clock
from tenure.project import Models, Project

from PySide6.QtCore import QCoreApplication  # isort: skip - after what uses pydantic
from PySide6.QtWidgets import QApplication  # isort: skip

from tenure_app.context import AppContext  # isort: skip
from tenure_app.errors.hook import ExceptionHook, Report  # isort: skip
from tenure_app.i18n.language import speak  # isort: skip
from tenure_app.ops.executors import Executors  # isort: skip
from tenure_app.ops.models import restore  # isort: skip
from tenure_app.places import Places  # isort: skip
from tenure_app.session import Session  # isort: skip
from tenure_app.settings.settings import Settings  # isort: skip
from tenure_app.settings.specs import EMBEDDER, LANGUAGE, SCALE, TEXT_MODEL  # isort: skip
from tenure_app.theming.theme import Theme, ThemeMode  # isort: skip
from tenure_app.times import Times  # isort: skip
from tenure_app.web.scheme import register_scheme  # isort: skip
from tenure_app.window import MainWindow  # isort: skip


def prepare_environment() -> None:
    """Set what Qt must find before it starts."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")
    flags = os.environ.get("QTWEBENGINE_CHROMIUM_FLAGS", "")
    wanted = ["--disable-logging", "--no-pings", "--disable-background-networking"]
    os.environ["QTWEBENGINE_CHROMIUM_FLAGS"] = " ".join([flags, *(w for w in wanted if w not in flags)]).strip()


def make_application(arguments: Sequence[str], language: str = "system") -> QApplication:
    """Make the application object; the pages' scheme is registered before it.

    Args:
        arguments: of the command line.
        language: what the window speaks; see :func:`tenure_app.i18n.language.speak`.
    """
    prepare_environment()
    # the threads that read and write yield to the window's thread sooner than Python's usual five milliseconds
    sys.setswitchinterval(0.001)
    register_scheme()
    app = QApplication(list(arguments))
    QCoreApplication.setOrganizationName("Tenure")
    QCoreApplication.setApplicationName("Tenure")
    speak(app, language)
    return app


def build_window(
    app: QApplication,
    *,
    settings: Settings | None = None,
    models: Models | None = None,
    clock: Clock = system_clock,
    mode: ThemeMode | None = None,
) -> MainWindow:
    """Build the context and the window: the one place where the parts are made."""
    kept = settings or Settings()
    executors = Executors()
    windows: list[MainWindow] = []

    def show(report: Report) -> None:
        executors.call(lambda: windows[0].show_report(report) if windows else None)

    def say_state(state: str) -> None:
        executors.call(lambda: windows[0].show_model_state(state) if windows else None)

    def open_project(path: Path, *, read_only: bool = False, models: Models | None = None) -> Project:
        return Project.open(path, read_only=read_only, clock=clock, models=models)

    used = models or Models(on_state=say_state)
    restore(used, kept.get(TEXT_MODEL), kept.get(EMBEDDER))
    context = AppContext(
        theme=Theme(app, mode or ThemeMode(kept.theme), kept.get(SCALE)),
        settings=kept,
        executors=executors,
        session=Session(executors, used, open_project),
        times=Times(),
        places=Places(),
        models=used,
        hook=ExceptionHook(show),
        clock=clock,
    )
    window = MainWindow(context)
    windows.append(window)
    return window


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the window; returns the exit code."""
    parser = argparse.ArgumentParser(prog="tenure app", description="Open Tenure's window.")
    parser.add_argument("project", nargs="?", type=Path, help="a project file to open")
    parser.add_argument("--sample", action="store_true", help="open the sample project")
    options = parser.parse_args(sys.argv[1:] if arguments is None else arguments)
    settings = Settings()
    app = make_application(sys.argv[:1], settings.get(LANGUAGE))
    window = build_window(app, settings=settings)
    window.context.hook.install()
    window.show()
    if options.sample:
        window.files.open_first_sample()
    else:
        window.open_at_start(options.project)
    code = app.exec()
    window.context.hook.remove()
    window.context.executors.join()
    return code
