"""Answers and marks as JSON, and as text for a terminal with the stale values struck through in red."""

from __future__ import annotations

from datetime import tzinfo
from typing import TYPE_CHECKING

import click

from tenure.answer.answer import Answer, EvidenceItem, Verdict
from tenure.answer.marks import Mark
from tenure.cli.common import Json
from tenure.cli.shapes import key_json, known_json, precision_json, time_json
from tenure.instants import format_instant
from tenure.lab.ansi import marked

if TYPE_CHECKING:
    from tenure.ledger import Ledger

_VERDICT_COLOURS = {Verdict.CURRENT: "green", Verdict.STALE: "red", Verdict.WRONG: "red"}


def mark_json(mark: Mark) -> Json:
    """Return a value found in a text."""
    return {
        "start": mark.start,
        "end": mark.end,
        "text": mark.text,
        "value": mark.value,
        **key_json(mark.key),
        "state": mark.state.value,
        "stance": mark.stance.value,
        "since": time_json(mark.since),
        "since_precision": precision_json(mark.since, mark.since_precision),
        "until": time_json(mark.until),
        "until_precision": precision_json(mark.until, mark.until_precision),
        "superseded_by": mark.superseded_by,
    }


def evidence_item_json(item: EvidenceItem) -> Json:
    """Return a piece of text an answer rests on."""
    return {
        "source": item.source,
        "line": item.line,
        "passage": item.passage,
        "span": list(item.span) if item.span else None,
        "text": item.text,
        "date": time_json(item.at),
        "date_precision": precision_json(item.at, item.precision),
        "state": item.state.value,
        "score": item.score,
    }


def answer_json(answer: Answer, ledger: Ledger) -> Json:
    """Return an answer with all that shows how it came about."""
    inquiry = answer.inquiry
    value = list(answer.value) if isinstance(answer.value, tuple) else answer.value
    return {
        "question": inquiry.question,
        "strategy": answer.strategy,
        "text": answer.text,
        "value": value,
        "verdict": answer.verdict.value,
        "reason": answer.reason.value if answer.reason else None,
        "worded_by": answer.worded_by.value,
        "raw_text": answer.raw_text,
        "kind": inquiry.kind.value,
        "keys": [key_json(key) for key in inquiry.keys],
        "valid": time_json(inquiry.valid),
        "known": known_json(ledger.last_tx() if inquiry.known is None else inquiry.known, ledger),
        "evidence": [evidence_item_json(item) for item in answer.evidence],
        "marks": [mark_json(mark) for mark in answer.marks],
        "seconds": {step: round(seconds, 6) for step, seconds in answer.seconds.items()},
        "tokens": {"prompt": answer.tokens.prompt, "completion": answer.tokens.completion},
        "model_calls": answer.model_calls,
        "rejections": list(answer.rejections),
    }


def answer_lines(answer: Answer, zone: tzinfo) -> list[str]:
    """Return an answer for a terminal: text, verdict, evidence."""
    lines = [marked(answer.text, answer.marks)]
    verdict = click.style(answer.verdict.value, fg=_VERDICT_COLOURS.get(answer.verdict, "yellow"))
    seconds = answer.seconds.get("total", 0.0)
    lines.append(f"{verdict} · worded by the {answer.worded_by.value} · {seconds:.2f} s")
    for item in answer.evidence:
        date = format_instant(item.at, item.precision, zone) if item.at is not None else ""
        where = "  ".join(part for part in (item.source or "", date, item.state.value) if part)
        lines.append(click.style(f"  {where}", dim=True))
        lines.append(f"    {_shortened(' '.join(item.text.split()))}")
    return lines


def _shortened(text: str, width: int = 160) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def abstained(answer: Answer) -> bool:
    """Return whether an answer says that it does not know."""
    return answer.verdict is Verdict.ABSTAINED
