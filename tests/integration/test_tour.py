"""The tour through the window: what it shows at each step is what the ledger says."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

TOUR = Path(__file__).resolve().parents[2] / "docs" / "tour.py"
pytestmark = [pytest.mark.models, pytest.mark.slow]


@pytest.mark.skipif(importlib.util.find_spec("PySide6") is None, reason="needs the extra 'gui'")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_tour_goes_through(tmp_path: Path, language: str) -> None:
    command = [sys.executable, str(TOUR), "--out", str(tmp_path / "tour"), "--language", language]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(list((tmp_path / "tour").glob("*.png"))) == 20
