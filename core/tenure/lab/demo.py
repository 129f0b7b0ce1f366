"""The demo: a sample from its raw files, its questions by every strategy, a report of what came out."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tenure.clock import fixed_clock
from tenure.errors import InputError
from tenure.instants import format_instant
from tenure.lab.pick import telling
from tenure.lab.questions import read_questions
from tenure.lab.report import write_report
from tenure.lab.results import disagreements, figures_json, question_json
from tenure.lab.run import Asked, Figures, Run, figures
from tenure.progress import Progress, no_progress, part
from tenure.project import Models, Project, Sample, sample_named
from tenure.project.project import remove_project

STRATEGIES = ("rag", "rag-dated", "temporal")
WINDOW_SECONDS = 180

Say = Callable[[str], None]
"""Receives a line for the person who waits."""


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """What to run.

    Attributes:
        sample: a sample's name, or the path of a folder of the same shape.
        out: folder for the project and the report; made if missing.
        model: a GGUF file, ``none`` (then only ``temporal`` runs), or None for the built-in model.
        limit: ask only so many questions, spread over the file.
        window: whether to take a screenshot of the window.
        k: passages each strategy may retrieve; three are what the small built-in model can use, and
            with five it answered no better.
        strategies: which to ask, in this order.
    """

    sample: str = "harbor"
    out: Path = Path("build/demo")
    model: str | None = None
    limit: int | None = None
    window: bool = True
    k: int = 3
    strategies: tuple[str, ...] = STRATEGIES


@dataclass(frozen=True, slots=True)
class DemoRun:
    """What a demo found.

    Attributes:
        sample: which sample was asked.
        asked: every question with its answers.
        figures: a line for each strategy.
        results: what ``results.json`` holds.
        files: what was written.
        seconds: the whole run.
    """

    sample: Sample
    asked: tuple[Asked, ...]
    figures: tuple[Figures, ...]
    results: dict[str, Any]
    files: tuple[Path, ...] = field(default=())
    seconds: float = 0.0


def run_demo(
    options: DemoOptions, *, say: Say, progress: Progress = no_progress, models: Models | None = None
) -> DemoRun:
    """Run the demo and leave ``report.html``, ``results.json`` and ``window.png`` in ``options.out``.

    Raises:
        TenureError: if the sample, the questions or a model cannot be used, or ``out`` cannot be written.
    """
    started = time.monotonic()
    sample = sample_named(options.sample)
    out = _folder(options.out)
    path = out / f"{sample.name}.tenure"
    remove_project(path)
    own = models is None
    models = models or Models(on_state=lambda state: _say_state(say, state))
    try:
        with _imported(sample, path, models, say, progress) as project:
            asked, summed, results = _ask(project, sample, options, say, progress)
    finally:
        if own:
            models.close()
    seconds = time.monotonic() - started
    results["seconds"] = round(seconds, 1)
    files = [out / "results.json", out / "report.html", path]
    files[0].write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    write_report(files[1], sample, asked, summed, results)
    if options.window:
        files += _window(path, out / "window.png", telling(asked, 1)[0].question.text, say)
    return DemoRun(sample, asked, summed, results, tuple(files), time.monotonic() - started)


def _say_state(say: Say, state: str) -> None:
    if state != "ready":
        say(f"  {state}")


def _folder(out: Path) -> Path:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{out} cannot be made: {error.strerror}") from error
    return out


def _imported(sample: Sample, path: Path, models: Models, say: Say, progress: Progress) -> Project:
    started = time.monotonic()
    say(f"Importing {sample.title} from its raw files, each recorded at its own date …")
    project = Project.from_sample(
        str(sample.folder), path, clock=fixed_clock(sample.now), models=models, progress=part(progress, 0.0, 0.1)
    )
    ledger = project.ledger
    changed = sum(1 for fact in ledger.lanes() if fact.superseded_by is not None)
    say(
        f"  {len(project.passages.sources())} files, {project.passages.count()} passages, "
        f"{ledger.info()['statements']} statements, {changed} values superseded "
        f"({time.monotonic() - started:.1f} s)"
    )
    return project


def _ask(
    project: Project, sample: Sample, options: DemoOptions, say: Say, progress: Progress
) -> tuple[tuple[Asked, ...], tuple[Figures, ...], dict[str, Any]]:
    questions = read_questions(sample.questions, project.zone)
    if options.limit is not None and options.limit < len(questions):
        step = len(questions) / options.limit
        questions = tuple(questions[int(number * step)] for number in range(options.limit))
    text_model = project.models.chosen(options.model)
    strategies = options.strategies if text_model is not None else ("temporal",)
    say("Making vectors for search by meaning …")
    project.search.catch_up(progress=part(progress, 0.1, 0.2))
    say(f"Asking {len(questions)} questions by {', '.join(strategies)}, as of {format_instant(sample.now)[:10]} …")
    run = Run(project.ledger, project.answers(text_model), strategies, k=options.k)
    asked = run.ask_all(questions, _telling_quarters(say, part(progress, 0.2, 1.0)))
    summed = tuple(figures(name, asked) for name in strategies)
    embedder = project.models.embedder()
    results = {
        "sample": sample.name,
        "now": format_instant(sample.now),
        "k": options.k,
        "text_model": text_model.name if text_model is not None else None,
        "embedder": embedder.name if embedder is not None else None,
        "files": len(project.passages.sources()),
        "passages": project.passages.count(),
        "statements": project.ledger.info()["statements"],
        "strategies": {one.strategy: figures_json(one, asked) for one in summed},
        "questions": [question_json(one) for one in asked],
        "disagreements": disagreements(asked),
    }
    return asked, summed, results


def _telling_quarters(say: Say, progress: Progress) -> Progress:
    """Say each quarter done: for a log, where no line is rewritten."""
    told = 0

    def report(message: str, fraction: float) -> None:
        nonlocal told
        progress(message, fraction)
        if int(fraction * 4) > told:
            told = int(fraction * 4)
            say(f"  {fraction:.0%} asked")

    return report


def _window(project: Path, picture: Path, question: str, say: Say) -> list[Path]:
    """Let the window draw itself in a child process, without a display if need be."""
    picture.unlink(missing_ok=True)
    if importlib.util.find_spec("PySide6") is None:
        say("No window.png: the window needs the optional part 'gui': pip install 'tenure[gui]'")
        return []
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        environment["QTWEBENGINE_DISABLE_SANDBOX"] = "1"
    command = [sys.executable, "-m", "tenure_app.screenshot", str(project), str(picture), "--pane", "compare"]
    command += ["--question", question]
    say("Taking a picture of the window …")
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=WINDOW_SECONDS, check=False
        )
        trouble = done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
    except subprocess.TimeoutExpired:
        trouble = [f"it took longer than {WINDOW_SECONDS} s"]
    if picture.exists():
        return [picture]
    say(f"No window.png: the window could not be drawn here ({trouble[0]})")
    return []
