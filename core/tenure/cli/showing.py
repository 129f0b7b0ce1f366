"""What shows the product: the window, and the demo."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import click

from tenure.cli.common import json_option, print_json, progress_line
from tenure.errors import InputError, MissingExtraError


@click.command("app")
@click.argument("project_path", metavar="[PROJECT]", required=False, type=click.Path(path_type=Path))
def app_command(*, project_path: Path | None) -> int:
    """Open the window on PROJECT, or on a copy of the sample project."""
    if importlib.util.find_spec("PySide6") is None:
        raise MissingExtraError("gui", "the window")
    if project_path is not None and not project_path.exists():
        raise InputError(f"{project_path}: there is no such file; make it with: tenure new {project_path}")
    arguments = ["--sample"] if project_path is None else [str(project_path)]
    return subprocess.run(
        [sys.executable, "-m", "tenure_app", *arguments], check=False, env=window_environment()
    ).returncode


def window_environment() -> dict[str, str]:
    """Return the environment for a child with a window: Chromium's sandbox refuses to start for root."""
    environment = dict(os.environ)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        environment["QTWEBENGINE_DISABLE_SANDBOX"] = "1"
    return environment


@click.command("demo")
@click.option("--out", type=click.Path(path_type=Path), default=Path("build/demo"), show_default=True)
@click.option("--sample", default="harbor", show_default=True, help="A sample's name, or a folder of the same shape.")
@click.option("--model", metavar="GGUF|URL|none", help="The text model, see ask; default: built in.")
@click.option("--questions", type=click.IntRange(1), metavar="N", help="Only every question up to the Nth.")
@click.option("--window/--no-window", default=True, help="Also take a screenshot of the window.")
@json_option
def demo_command(
    *, out: Path, sample: str, model: str | None, questions: int | None, window: bool, as_json: bool
) -> None:
    """Ask a sample project's questions by rag, rag-dated and temporal, and score the answers."""
    from tenure.lab.demo import DemoOptions, run_demo
    from tenure.lab.show import closing_lines, side_by_side

    options = DemoOptions(sample=sample, out=out, model=model, limit=questions, window=window)
    run = run_demo(options, say=_say_to_stderr if as_json else click.echo, progress=progress_line())
    if as_json:
        print_json(run.results)
        return
    click.echo("\n".join(side_by_side(run)))
    click.echo("\n".join(closing_lines(run)))


def _say_to_stderr(message: str) -> None:
    click.echo(message, err=True)
