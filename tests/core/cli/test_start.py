"""The command line before any project is open: help, unknown commands, light start."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tenure import __version__
from tenure.cli import MODULES, run


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    printed = capsys.readouterr().out
    assert all(f"\n  {name} " in printed for name in MODULES)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"tenure {__version__}\n"


@pytest.mark.parametrize("name", list(MODULES))
def test_each_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"]) == 0
    printed = capsys.readouterr().out
    assert f"Usage: tenure {name}" in printed
    if name in {
        "new",
        "import",
        "assert",
        "end",
        "correct",
        "withdraw",
        "erase",
        "undo",
        "relation",
        "alias",
        "sync",
        "rollback",
        "mapping",
    }:
        assert "--dry-run" in printed
    if name not in {"app", "lab", "models", "review", "rules"}:
        assert "--json" in printed


def test_an_unknown_command_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["frobnicate"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "frobnicate" in captured.err


def test_help_imports_no_model_no_window_and_no_chart() -> None:
    script = (
        "import sys; from tenure.cli import run; run(['--help']);"
        "print(sorted({'torch', 'llama_cpp', 'numpy', 'plotly', 'PySide6', 'sqlite_utils'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
