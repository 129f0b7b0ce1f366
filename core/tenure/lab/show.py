"""A demo run for a terminal: some answers side by side, the table, what was written."""

from __future__ import annotations

from tenure.lab.ansi import GREEN, RED, YELLOW, coloured, marked
from tenure.lab.demo import DemoRun
from tenure.lab.pick import telling
from tenure.lab.scoring import Score
from tenure.lab.table import table_rows

_SCORES = {Score.CORRECT: GREEN, Score.STALE: RED, Score.ABSTAINED: YELLOW, Score.OTHER: YELLOW}


def side_by_side(run: DemoRun, count: int = 4) -> list[str]:
    """Return a few questions with all answers, those first where a baseline is stale and ours is right."""
    lines: list[str] = []
    for one in telling(run.asked, count):
        question = one.question
        asked_at = "".join(
            f"  ({name} {when})" for name, when in (("valid", question.valid), ("known", question.known)) if when
        )
        gold = ", ".join(question.gold) or "nothing holds"
        lines += ["", f"Q  {question.text}{asked_at}", f"   gold: {gold}"]
        for name, scored in one.answers.items():
            text = " ".join(marked(scored.answer.text, scored.answer.marks).split())
            verdict = coloured(f"{scored.score.value:<9}", _SCORES[scored.score])
            lines.append(f"   {name:<10} {verdict} {text}")
    return lines


def closing_lines(run: DemoRun) -> list[str]:
    """Return the table and the files written."""
    rows = table_rows(run.figures)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "",
        *("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows),
    ]
    differ = len(run.results["disagreements"])
    answers = sum(one.questions for one in run.figures)
    lines += [
        "",
        f"An independent scorer by whole tokens differs on {differ} of {answers} answers; the report lists them.",
        f"Done in {run.seconds:.0f} s; written: {', '.join(str(file) for file in run.files)}",
    ]
    return lines
