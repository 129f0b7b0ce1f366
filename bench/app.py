"""How fast the window is and what it holds, on a project of a million intervals.

    python bench/app.py [--folder DIR] [--rounds N] [--intervals N] [--json FILE]

Offscreen, in processes of its own, each figure the median of the rounds. The project is made once in the folder.
Prints a Markdown table: what, measured, bar, pass or fail.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from million import make_million

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent, QObject

    from tenure_app.window import MainWindow

BARS = {
    "painted": ("window painted and taking keys", 2.5, "s"),
    "chart": ("first chart, the harbor sample", 5.0, "s"),
    "million_chart": ("first chart, a million intervals", 5.0, "s"),
    "open": ("a million intervals opened and taking keys", 1.5, "s"),
    "query": ("timeline, query of a view", 0.05, "s"),
    "redraw": ("timeline, redraw of a view", 0.3, "s"),
    "page": ("facts, first page", 0.1, "s"),
    "filter": ("facts, filter by a text to its first page", 0.3, "s"),
    "stall": ("longest stall of the window's thread in all that", 0.1, "s"),
    "memory": ("memory of all processes, no model", 650.0, "MB"),
    "memory_models": ("memory of all processes, both built-in models", 1600.0, "MB"),
}
"""What is measured: its words, its bar, its unit."""
WAIT = 120.0
TEXTS = ("payments team 7", "billing-api-01", "PostgreSQL 1", "eu-west", "8443")


@dataclass
class Result:
    """One line of the table."""

    what: str
    measured: str
    bar: str
    passed: bool | None


# --- in the process that is measured ---------------------------------------------------------------


class Window:
    """A real window under measurement."""

    def __init__(self, models: bool, folder: Path) -> None:
        from PySide6.QtCore import QEvent, QObject

        from tenure.models.fake import HashEmbedder, ScriptedModel
        from tenure.project import Models
        from tenure_app.main import build_window, make_application
        from tenure_app.settings.settings import Settings

        outer = self

        class Paints(QObject):
            def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt override
                if event.type() is QEvent.Type.Paint and outer.painted is None:
                    outer.painted = time.monotonic()
                return False

        self.painted: float | None = None
        self.stall = 0.0
        self.models = Models() if models else Models(text_model=ScriptedModel("8080"), embedder=HashEmbedder())
        self.app = make_application(["bench"])
        self.window: MainWindow = build_window(self.app, settings=Settings(folder / "bench.ini"), models=self.models)
        self._paints = Paints()
        self.window.frame.installEventFilter(self._paints)
        self.window.resize(1440, 900)
        self.window.show()

    def until(self, ready: Callable[[], object]) -> float:
        """Run the window until something is so; return when."""
        end = time.monotonic() + WAIT
        while not ready():
            begun = time.monotonic()
            self.app.processEvents()
            self.stall = max(self.stall, time.monotonic() - begun)
            if time.monotonic() > end:
                raise SystemExit("the window was not ready in time")
            time.sleep(0.0005)
        return time.monotonic()

    def settle(self, seconds: float) -> None:
        """Let the window run on."""
        end = time.monotonic() + seconds
        self.until(lambda: time.monotonic() > end)

    def key(self) -> float:
        """Press a key where the keys go; return when it was handled."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        QTest.keyClick(self.app.focusWidget() or self.window, Qt.Key.Key_Down)
        return time.monotonic()

    def open(self, path: Path) -> None:
        """Open a project and wait for its chart."""
        self.window.files.open_path(path)
        self.until(lambda: self.window.context.session.overview is not None)
        self.until(lambda: self.window.timeline.up_to_date)

    def close(self) -> None:
        """Close the window and wait for its threads."""
        self.window.close()
        self.until(self.window.context.executors.all_stopped)


def child_start(folder: Path, started: float) -> dict[str, float]:
    """From the start of the process to a painted window that took a key, and to the first chart."""
    bench = Window(models=False, folder=folder)
    bench.until(lambda: bench.painted)
    found = {"painted": bench.key() - started}
    bench.open(folder / "harbor.tenure")
    return found | {"chart": time.monotonic() - started, "close": _closed(bench)}


def child_million(folder: Path, _started: float) -> dict[str, float]:
    """Opening and using the million project."""
    bench = Window(models=False, folder=folder)
    bench.until(lambda: bench.painted)
    bench.settle(1.0)
    window, session = bench.window, bench.window.context.session
    bench.stall, begun = 0.0, time.monotonic()
    window.files.open_path(folder / "million.tenure")
    bench.until(lambda: session.overview is not None and window.navigator.tree.topLevelItemCount() > 1)
    found = {"open": bench.key() - begun}
    found["million_chart"] = bench.until(lambda: window.timeline.up_to_date) - begun
    bench.settle(1.0)
    found["memory"] = tree_memory()
    found |= timeline_times(bench) | facts_times(bench)
    found["stall"] = bench.stall
    return found | {"close": _closed(bench)}


def child_models(folder: Path, _started: float) -> dict[str, float]:
    """Memory with both built-in models loaded and used, the million project open."""
    from tenure.models.protocols import Message

    bench = Window(models=True, folder=folder)
    bench.open(folder / "million.tenure")
    done: list[object] = []

    def work(_project: object, _task: object) -> str:
        embedder = bench.models.embedder()
        if embedder is not None:
            embedder.embed(["Which port does billing listen on?"])
        return bench.models.text_model().complete([Message("user", "Say one word.")], max_tokens=8).text

    bench.window.context.session.answer(bench.window, work, done.append, done.append)
    bench.until(lambda: done)
    if not isinstance(done[0], str):
        raise SystemExit(f"the models did not answer: {done[0]!r}")
    bench.settle(1.0)
    return {"memory_models": tree_memory(), "close": _closed(bench)}


def timeline_times(bench: Window) -> dict[str, float]:
    """Medians over views of every level: the query, and from the answer to the drawn page."""
    from tenure_app.ops import timeline
    from tenure_app.ops.layout import Level

    pane = bench.window.timeline
    queries: list[float] = []
    redraws: list[float] = []
    original, show = timeline.draw, pane._show

    def timed(*args: Any, **options: Any) -> Any:
        begun = time.perf_counter()
        drawing = original(*args, **options)
        queries.append(time.perf_counter() - begun)
        return drawing

    def shown(drawn: Any) -> None:
        begun = time.monotonic()
        show(drawn)
        pane.drawn.connect(lambda: redraws.append(time.monotonic() - begun))
        bench.until(lambda: pane._shown == drawn.serial)
        pane.drawn.disconnect()

    timeline.draw = timed
    pane._show = shown  # type: ignore[method-assign]
    rng = random.Random(1)
    for level, rows in ((Level.GROUPS, 1), (Level.SUBJECTS, 12_000), (Level.RELATIONS, 150_000)):
        for _ in range(5):
            pane._show_level(level, rng.randrange(rows))
            bench.until(lambda: pane.up_to_date)
            pane.web.bridge.post("zoom", {"factor": rng.choice((0.3, 0.1))})
            bench.settle(0.4)
            bench.until(lambda: pane.up_to_date)
            pane.web.bridge.post("zoom", {"factor": None})
            bench.settle(0.4)
            bench.until(lambda: pane.up_to_date)
    timeline.draw = original
    pane._show = show  # type: ignore[method-assign]
    return {"query": statistics.median(queries), "redraw": statistics.median(redraws)}


def facts_times(bench: Window) -> dict[str, float]:
    """The first page of the table, and filters from the last letter to the first page."""
    pane = bench.window.facts
    begun = time.monotonic()
    bench.window.go_tab("facts")
    page = bench.until(lambda: pane.model.fact(0)) - begun
    filters: list[float] = []
    for text in TEXTS:
        loaded: list[bool] = []
        pane.loaded.connect(lambda into=loaded: into.append(True))
        begun = time.monotonic()
        pane.search.setText(text)
        filters.append(
            bench.until(lambda into=loaded: into and (pane.model.fact(0) or not pane.model.rowCount())) - begun
        )
        pane.loaded.disconnect()
    return {"page": page, "filter": statistics.median(filters)}


def _closed(bench: Window) -> float:
    begun = time.monotonic()
    bench.close()
    return time.monotonic() - begun


def tree_memory() -> float:
    """The proportional set size of this process and all below it, in MB."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
    tree = {os.getpid()}
    while more := {number for number, parent in parents.items() if parent in tree} - tree:
        tree |= more
    return sum(_pss(number) for number in tree) / 1024


def _pss(number: int) -> int:
    with suppress(OSError):
        for line in Path(f"/proc/{number}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    return 0


CHILDREN = {"start": child_start, "million": child_million, "models": child_models}


# --- outside ---------------------------------------------------------------------------------------


def run_child(name: str, folder: Path) -> dict[str, float]:
    """Run one measurement in a fresh process."""
    environment = dict(os.environ) | {"QT_QPA_PLATFORM": "offscreen"}
    started = time.monotonic()
    command = [sys.executable, __file__, "--child", name, "--folder", str(folder), "--started", repr(started)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def run_here(name: str, folder: Path, started: float) -> int:
    """Measure in this process. If that fails the window's threads still run, so it ends without waiting for them."""
    try:
        print(json.dumps(CHILDREN[name](folder, started)))
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
    return 0


def prepare(folder: Path, intervals: int) -> None:
    """Make the projects that are missing, and let the file cache take what a start reads."""
    from tenure.project import Project

    folder.mkdir(parents=True, exist_ok=True)
    make_million(folder / "million.tenure", intervals)
    if not (folder / "harbor.tenure").exists():
        Project.from_sample("harbor", folder / "harbor.tenure").close()
    run_child("start", folder)


def written(value: float, unit: str) -> str:
    """A figure with its unit."""
    if unit == "MB":
        return f"{value:,.0f} MB"
    return f"{value * 1000:,.0f} ms" if value < 1 else f"{value:.2f} s"


def table(found: dict[str, list[float]]) -> list[Result]:
    """The medians beside their bars."""
    results: list[Result] = []
    for name, (what, bar, unit) in BARS.items():
        if found.get(name):
            middle = statistics.median(found[name])
            results.append(Result(what, written(middle, unit), f"≤ {written(bar, unit)}", middle <= bar))
    return results


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "tenure-bench-app")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--intervals", type=int, default=1_000_000)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--child", choices=list(CHILDREN), help=argparse.SUPPRESS)
    parser.add_argument("--started", type=float, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        return run_here(options.child, options.folder, options.started)
    prepare(options.folder, options.intervals)
    found: dict[str, list[float]] = {}
    for name in CHILDREN:
        for _ in range(1 if name == "models" else options.rounds):
            for key, value in run_child(name, options.folder).items():
                found.setdefault(key, []).append(value)
    results = table(found)
    print("| what | measured | bar | |\n|---|---|---|---|")
    for line in results:
        print(f"| {line.what} | {line.measured} | {line.bar} | {'pass' if line.passed else 'FAIL'} |")
    if options.json:
        options.json.write_text(json.dumps([asdict(line) for line in results], indent=1), encoding="utf-8")
    return 0 if all(line.passed for line in results) else 1


if __name__ == "__main__":
    sys.exit(main())
