"""The demo on a small sample with a model that always names the first port."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from helpers.cli import fits
from helpers.small_sample import small_sample
from tenure.errors import InputError, NotFoundError
from tenure.lab.demo import DemoOptions, DemoRun, run_demo
from tenure.lab.scoring import Score
from tenure.lab.show import closing_lines, side_by_side
from tenure.models.fake import ScriptedModel
from tenure.project import Models


def demo(tmp_path: Path, **options: object) -> DemoRun:
    sample = tmp_path / "sample"
    if not sample.exists():
        small_sample(sample)
    models = Models(text_model=ScriptedModel("Billing is on port 8080 <script>."), use_embedder=False)
    chosen = DemoOptions(sample=str(sample), out=tmp_path / "out", window=False, **options)  # type: ignore[arg-type]
    return run_demo(chosen, say=lambda line: None, models=models)


def test_the_figures_show_the_difference(tmp_path: Path) -> None:
    run = demo(tmp_path)
    figures = {one.strategy: one for one in run.figures}
    assert list(figures) == ["rag", "rag-dated", "temporal"]
    temporal, rag = figures["temporal"], figures["rag"]
    assert (temporal.correct, temporal.stale, temporal.questions) == (6, 0, 6)
    assert temporal.abstained == 1
    assert rag.stale >= 2
    assert rag.current_asked == 4
    assert rag.current_found == 4
    scores = {one.question.id: one.answers["rag"].score for one in run.asked}
    assert scores["q1"] is Score.STALE
    assert scores["q2"] is Score.CORRECT


def test_results_fit_their_schema_and_have_every_answer(tmp_path: Path) -> None:
    run = demo(tmp_path)
    results = fits("results", json.loads((tmp_path / "out" / "results.json").read_text("utf-8")))
    assert results["strategies"]["temporal"]["accuracy"] == 1.0
    assert len(results["questions"]) == 6
    assert all(set(question["answers"]) == {"rag", "rag-dated", "temporal"} for question in results["questions"])
    assert results == run.results


def test_the_report_is_one_file_without_script_and_escaped(tmp_path: Path) -> None:
    demo(tmp_path)
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "Small &lt;b&gt;" in page
    assert "<script" not in page
    (policy,) = re.findall(r"style-src 'sha256-([^']+)'", page)
    rules = page.partition("<style>")[2].partition("</style>")[0]
    assert policy == b64encode(sha256(rules.encode()).digest()).decode()
    assert " style=" not in page
    assert not re.search(r"""(?:src|href)\s*=|url\(|https?://""", page)
    assert '<s class="stale">8080</s>' in page
    assert page.count("<details>") == 6


def test_the_terminal_output_names_stale_values_in_words(tmp_path: Path) -> None:
    run = demo(tmp_path)
    lines = "\n".join(side_by_side(run))
    assert "Q  What port is billing on?" in lines
    assert "[superseded since 2024-11-05, then 8443]" in lines
    table = "\n".join(closing_lines(run))
    assert "1.000 (6/6)" in table
    assert "results.json" in table


def test_a_second_run_begins_anew(tmp_path: Path) -> None:
    first = demo(tmp_path)
    second = demo(tmp_path)
    assert first.results["statements"] == second.results["statements"]


def test_fewer_questions_and_strategies(tmp_path: Path) -> None:
    run = demo(tmp_path, limit=2, strategies=("temporal",))
    assert [one.question.id for one in run.asked] == ["q1", "q4"]
    assert list(run.results["strategies"]) == ["temporal"]


def test_without_a_model_only_the_ledger_answers(tmp_path: Path) -> None:
    run = demo(tmp_path, model="none")
    assert [(one.strategy, one.correct, one.model_worded) for one in run.figures] == [("temporal", 6, 0)]


def test_what_cannot_be_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        run_demo(DemoOptions(sample="atlantis", out=tmp_path), say=lambda line: None)
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="cannot be made"):
        run_demo(DemoOptions(out=tmp_path / "file"), say=lambda line: None)
