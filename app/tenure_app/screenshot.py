"""``python -m tenure_app.screenshot PROJECT OUT.png``: a picture of the window, without a display.

Used by the demo and for the pictures in the documents. Runs in a process of its own; the caller needs no Qt.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tenure.errors import TenureError
from tenure.instants import parse_date
from tenure.keys import Key

if TYPE_CHECKING:
    from tenure_app.window import MainWindow

PANES = ("timeline", "twotime", "facts", "compare", "chat", "difference")
_TIMEOUT_S = 300
_SETTLE_MS = 700


def take(
    project: Path,
    out: Path,
    *,
    pane: str = "compare",
    dark: bool = False,
    question: str | None = None,
    subject: str | None = None,
    relation: str | None = None,
) -> None:
    """Make a picture of the window on a project, in a child process.

    Raises:
        TenureError: if the picture could not be made; the sentence is what the child said last.
    """
    command = [sys.executable, "-m", "tenure_app.screenshot", str(project), str(out), "--pane", pane]
    command += ["--dark"] if dark else []
    for option, value in (("--question", question), ("--subject", subject), ("--relation", relation)):
        command += [option, value] if value is not None else []
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_S + 30, check=False)
    except subprocess.TimeoutExpired as error:
        raise TenureError("the picture of the window took too long") from error
    if done.returncode != 0 or not out.is_file():
        last = (done.stderr.strip().splitlines() or ["nothing was said"])[-1]
        raise TenureError(f"the picture of the window could not be made: {last}")


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tenure_app.screenshot", description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--pane", choices=PANES, default="compare")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--size", default="1440x900", help="width and height, such as 1440x900")
    parser.add_argument("--question", help="asked in Compare and Chat")
    parser.add_argument("--subject", help="shown in the timeline and the facts")
    parser.add_argument("--relation", help="of that subject, shown in the inspector")
    parser.add_argument("--valid", help="valid time, such as 2025-03-14")
    parser.add_argument("--known", help="known time, such as 2025-03-14")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Take one picture; returns the exit code."""
    options = _options(arguments)
    if sys.platform.startswith("linux"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from tenure_app.main import build_window, make_application
    from tenure_app.settings.settings import Settings
    from tenure_app.theming.theme import ThemeMode

    app = make_application(sys.argv[:1])
    with tempfile.TemporaryDirectory() as folder:
        mode = ThemeMode.DARK if options.dark else ThemeMode.LIGHT
        window = build_window(app, settings=Settings(Path(folder) / "settings.ini"), mode=mode)
        width, _, height = options.size.partition("x")
        window.resize(int(width), int(height))
        shot = _Shot(window, options)
        shot.start()
        app.exec()
        window.context.executors.join()
    if shot.error:
        sys.stderr.write(shot.error + "\n")
    return 1 if shot.error else 0


class _Shot:
    """Opens, goes to the place, waits until all is drawn, saves, closes."""

    def __init__(self, window: MainWindow, options: argparse.Namespace) -> None:
        from PySide6.QtCore import QTimer

        self.window = window
        self.options = options
        self.error = ""
        self._saved = False
        self._asked_twice = False
        self._later: Callable[[int, Callable[[], object]], None] = QTimer.singleShot

    def start(self) -> None:
        """Open the project."""
        session = self.window.context.session
        session.opened.connect(self._opened)
        session.failed.connect(self._failed)
        self.window.show()
        late = TenureError("the window was not ready in time")
        self._later(_TIMEOUT_S * 1000, lambda: self._failed(late))
        self.window.open_at_start(self.options.project)

    def _opened(self) -> None:
        options, window = self.options, self.window
        times = window.context.times
        for text, move in ((options.valid, times.set_valid), (options.known, times.set_known)):
            if text:
                move(parse_date(text))
        if options.pane == "timeline":
            window.timeline.drawn.connect(self._settle)
        elif options.pane == "twotime":
            window.twotime.drawn.connect(self._settle)
        elif options.pane == "facts":
            window.facts.loaded.connect(self._settle)
        elif options.pane == "difference":
            window.difference.loaded.connect(self._settle)
        if options.subject:
            self._place(Key(options.subject, options.relation) if options.relation else None, options.subject)
        else:
            from tenure_app.ops.queries import changed_keys

            session = window.context.session
            session.query(window, changed_keys, lambda keys: self._place(*(_first(keys))), failed=self._failed)

    def _place(self, key: Key | None, subject: str | None) -> None:
        from tenure_app.places import Place

        options, window = self.options, self.window
        asks = options.pane in ("compare", "chat", "difference") and not options.subject
        window.context.places.go(Place(options.pane, None if asks else subject, None if asks else key))
        if options.pane in ("compare", "chat"):
            pane = window.compare if options.pane == "compare" else window.chat
            pane.answered.connect(self._answered)
            if options.question:
                pane.ask_this(options.question)
            else:
                self._settle()
        elif options.pane == "timeline" and window.context.places.here == Place():
            window.timeline.refresh()

    def _answered(self) -> None:
        """Ask Compare once more, so that its figures are those of loaded models; then show the key asked about."""
        from tenure_app.places import Place

        if self.options.pane == "compare" and not self._asked_twice:
            self._asked_twice = True
            self.window.compare.ask()
            return
        key = self._answered_key()
        if key is not None and not self.options.subject:
            self.window.context.places.go(Place(self.options.pane, key.subject, key))
        self._settle()

    def _answered_key(self) -> Key | None:
        if self.options.pane == "chat":
            view = self.window.chat.turns[-1].view
            return next((c.key for c in view.turn.citations), None) if view is not None else None
        shown = self.window.compare.columns[-1].view
        return shown.answer.facts[0].key if shown is not None and shown.answer.facts else None

    def _settle(self) -> None:
        self._later(_SETTLE_MS, self._save)

    def _save(self) -> None:
        if self._saved:
            return
        self._saved = True
        if not self.window.grab().save(str(self.options.out)):
            self.error = f"{self.options.out} could not be written"
        self.window.close()

    def _failed(self, error: BaseException) -> None:
        if self._saved:
            return
        self.error = self.error or str(error)
        self.window.close()


def _first(keys: list[Key]) -> tuple[Key | None, str | None]:
    return (keys[0], keys[0].subject) if keys else (None, None)


if __name__ == "__main__":
    sys.exit(main())
