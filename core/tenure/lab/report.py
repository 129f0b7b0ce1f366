"""``report.html``: one file that needs nothing else, no script, nothing remote; all text is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from tenure.lab.ansi import explained
from tenure.lab.extraction import wilson
from tenure.lab.page import Bar, chart, document, marked, table
from tenure.lab.questions import Question
from tenure.lab.run import Asked, Figures, Scored
from tenure.lab.table import table_rows
from tenure.project import Sample


def write_report(
    path: Path, sample: Sample, asked: Sequence[Asked], figures: Sequence[Figures], results: dict[str, Any]
) -> None:
    """Write the report of one run."""
    path.write_text(report(sample, asked, figures, results), encoding="utf-8")


def report(sample: Sample, asked: Sequence[Asked], figures: Sequence[Figures], results: dict[str, Any]) -> str:
    """Return the report of one run as HTML."""
    title = f"{sample.title}: {len(asked)} questions, {len(figures)} strategies"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="soft">{escape(sample.description)}</p>',
        _setting(results),
        "<h2>Strategies</h2>",
        table(table_rows(figures)),
        "<h2>Right and stale</h2>",
        _chart(figures),
        "<h2>By kind of question</h2>",
        table(_kind_rows(results, figures)),
        "<h2>Every question</h2>",
        *(_question(one) for one in asked),
        "<h2>Where the two scorers differ</h2>",
        _differences(results),
    ]
    return document(title, parts)


def _setting(results: dict[str, Any]) -> str:
    model = results["text_model"] or "none: the ledger words its answers"
    return (
        f"<p>Read from {results['files']} raw files ({results['passages']} passages, {results['statements']} "
        f"statements), each recorded at its own date; now is {escape(results['now'][:10])}. Text model: "
        f"{escape(model)}. Embedder: {escape(results['embedder'] or 'none')}. Each strategy may retrieve "
        f"{results['k']} passages. An answer is <b class='correct'>correct</b> if it claims the gold value and no "
        "other of its key, <b class='stale'>stale</b> if it claims a value that was superseded or ended. Stale-fact "
        "errors are counted among the answered. Times are of whole questions, with search and generation.</p>"
    )


def _chart(figures: Sequence[Figures]) -> str:
    """Two bars a strategy: the share correct, the share of the answered that is stale, with their intervals."""
    groups = []
    for one in figures:
        right, stale = wilson(one.correct, one.questions), wilson(one.stale, one.answered)
        bars = [
            Bar("current", one.accuracy, *right, f"{one.accuracy:.1%} correct"),
            Bar("stale", one.stale_rate, *stale, f"{one.stale_rate:.1%} stale"),
        ]
        groups.append((one.strategy, bars))
    return chart(groups, "Shares correct and stale")


def _kind_rows(results: dict[str, Any], figures: Sequence[Figures]) -> list[list[str]]:
    kinds = dict.fromkeys(kind for one in results["strategies"].values() for kind in one["by_kind"])
    rows = [["kind", *(f"{one.strategy}: correct / stale / asked" for one in figures)]]
    for kind in kinds:
        cells = (results["strategies"][one.strategy]["by_kind"][kind] for one in figures)
        rows.append([kind, *(f"{cell['correct']} / {cell['stale']} / {cell['questions']}" for cell in cells)])
    return rows


def _question(one: Asked) -> str:
    question = one.question
    badges = " ".join(
        f'<span class="badge {scored.score.value}">{escape(name)}: {scored.score.value}</span>'
        for name, scored in one.answers.items()
    )
    answers = "".join(_answer(name, scored) for name, scored in one.answers.items())
    return (
        f'<details><summary><span class="soft">{escape(question.id)}</span><span class="q">{escape(question.text)}'
        f'<span class="soft">{escape(_times(question))}</span></span>{badges}</summary><div class="inside">'
        f'<p class="soft">Gold: {escape(", ".join(question.gold) or "nothing holds")} · {question.asks.value} · '
        f'{escape(question.where)}</p><div class="answers">{answers}</div></div></details>'
    )


def _times(question: Question) -> str:
    parts = [f" {name} {when}" for name, when in (("valid", question.valid), ("known", question.known)) if when]
    parts += [f" {question.scope}"] if question.scope else []
    return " ·" + ",".join(parts) if parts else ""


def _answer(name: str, scored: Scored) -> str:
    answer = scored.answer
    evidence = "".join(
        f'<li class="{item.state.value}">{escape(" ".join(item.text.split())[:240])} '
        f'<span class="soft">{escape(item.source or "")}</span></li>'
        for item in answer.evidence
    )
    return (
        f'<div class="answer"><h3><span>{escape(name)}</span><span class="{scored.score.value}">{scored.score.value}'
        f"</span></h3><p>{marked(answer.text, answer.marks, explained)}</p>"
        f'<p class="soft">worded by the {answer.worded_by.value} · {scored.seconds:.2f} s</p><ul>{evidence}</ul></div>'
    )


def _differences(results: dict[str, Any]) -> str:
    found = results["disagreements"]
    if not found:
        return "<p>Nowhere: the scorer by marks and the one by whole tokens agree on every answer.</p>"
    rows = [["question", "strategy", "by marks", "by tokens", "answer"]]
    rows += [[one["id"], one["strategy"], one["by_marks"], one["by_tokens"], one["text"]] for one in found]
    return table(rows)
