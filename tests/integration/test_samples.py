"""The sample projects from their raw files, asked by the ledger with the built-in models.

Harbor is what the rules were written with; Observatory was written likewise and held out.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers.cli import fits
from tenure.clock import fixed_clock
from tenure.lab.demo import DemoOptions, run_demo
from tenure.lab.questions import read_questions
from tenure.lab.run import Run, figures
from tenure.project import Project, sample_named

pytestmark = [pytest.mark.models, pytest.mark.slow]

OBSERVATORY = Path(__file__).parents[1] / "data" / "observatory"


@pytest.mark.timeout(420)
@pytest.mark.parametrize(("sample", "bar"), [("harbor", 0.95), (str(OBSERVATORY), 0.85)], ids=["harbor", "held-out"])
def test_temporal_reaches_the_bar_and_is_never_stale(sample: str, bar: float, tmp_path: Path) -> None:
    options = DemoOptions(sample=sample, out=tmp_path, strategies=("temporal",), window=False)
    (figures,) = run_demo(options, say=lambda line: None).figures
    assert figures.stale == 0
    assert figures.accuracy >= bar


def test_the_questions_the_demo_has_no_time_for_are_answered_too(tmp_path: Path) -> None:
    sample = sample_named("harbor")
    path = tmp_path / "harbor.tenure"
    with Project.from_sample("harbor", path, clock=fixed_clock(sample.now)) as project:
        project.search.catch_up()
        questions = read_questions(sample.more_questions, project.zone)
        asked = Run(project.ledger, project.answers(None), ("temporal",)).ask_all(questions)
    found = figures("temporal", asked)
    assert found.questions >= 30
    assert found.stale == 0
    assert found.accuracy >= 0.95


@pytest.mark.timeout(420)
def test_the_demo_leaves_report_results_and_picture(tmp_path: Path) -> None:
    pytest.importorskip("PySide6")
    said: list[str] = []
    run = run_demo(DemoOptions(out=tmp_path, limit=6), say=said.append)
    assert {file.name for file in run.files} == {"report.html", "results.json", "harbor.tenure", "window.png"}, said
    results = fits("results", json.loads((tmp_path / "results.json").read_text("utf-8")))
    assert set(results["strategies"]) == {"rag", "rag-dated", "temporal"}
    assert results["text_model"] == "SmolLM2-135M-Instruct"
    assert results["strategies"]["rag"]["worded_by_model"] == 6
    assert (tmp_path / "window.png").read_bytes().startswith(b"\x89PNG")
