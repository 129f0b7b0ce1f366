"""``python -m tenure_app.screenshot PROJECT OUT.png``: a picture of the window, without a display.

Used by the demo and for the pictures in the documents. Runs in a process of its own; the caller needs no Qt.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tenure.errors import TenureError
from tenure.instants import parse_date
from tenure.keys import Key

_TIMEOUT_S = 330
_ERROR = "error: "
"""Before the sentence that says why there is no picture; Qt may say more after it."""


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
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired as error:
        raise TenureError("the picture of the window took too long") from error
    if done.returncode != 0 or not out.is_file():
        said = done.stderr.strip().splitlines() or ["nothing was said"]
        reason = next((line.removeprefix(_ERROR) for line in said if line.startswith(_ERROR)), said[-1])
        raise TenureError(f"the picture of the window could not be made: {reason}")


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tenure_app.screenshot", description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("out", type=Path, help="a PNG file; with several panes a folder")
    parser.add_argument("--pane", default="compare", help="a pane or dialog, several apart by commas, or all")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--language", default="en", help="such as zh")
    parser.add_argument("--size", default="1440x900", help="width and height, such as 1440x900")
    parser.add_argument("--question", help="asked in Compare and Chat")
    parser.add_argument("--subject", help="shown in the timeline and the facts")
    parser.add_argument("--relation", help="of that subject, shown in the inspector")
    parser.add_argument("--valid", help="valid time, such as 2025-03-14")
    parser.add_argument("--known", help="known time, such as 2025-03-14")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the pictures; returns the exit code."""
    options = _options(arguments)
    if sys.platform.startswith("linux"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from tenure_app.i18n.language import speak
    from tenure_app.main import build_window, make_application
    from tenure_app.scenes import SCENES, Stage, take_scene
    from tenure_app.settings.settings import Settings
    from tenure_app.theming.theme import ThemeMode

    panes = list(SCENES) if options.pane == "all" else options.pane.split(",")
    unknown = [pane for pane in panes if pane not in SCENES]
    if unknown:
        sys.stderr.write(f"there is no pane '{unknown[0]}'; there are {', '.join(SCENES)}\n")
        return 2
    app = make_application(sys.argv[:1])
    speak(app, options.language)
    with tempfile.TemporaryDirectory() as folder:
        mode = ThemeMode.DARK if options.dark else ThemeMode.LIGHT
        window = build_window(app, settings=Settings(Path(folder) / "settings.ini"), mode=mode)
        width, _, height = options.size.partition("x")
        window.resize(int(width), int(height))
        window.show()
        key = Key(options.subject, options.relation or "") if options.subject else None
        stage = Stage(window, key, options.question)
        try:
            stage.open(options.project)
            for text, move in (
                (options.valid, window.context.times.set_valid),
                (options.known, window.context.times.set_known),
            ):
                if text:
                    move(parse_date(text))
            for pane in panes:
                name = f"{pane}-{'dark' if options.dark else 'light'}.png"
                take_scene(stage, pane, options.out / name if len(panes) > 1 else options.out)
        except TenureError as error:
            sys.stderr.write(f"{_ERROR}{error}\n")
            return 1
        finally:
            stage.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
