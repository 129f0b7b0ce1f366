"""``results.json``: what a run found, per strategy and per question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tenure.instants import format_instant
from tenure.lab.questions import Question
from tenure.lab.run import Asked, Figures, Scored
from tenure.lab.scoring import Score

Json = dict[str, Any]


def figures_json(figures: Figures, asked: Sequence[Asked]) -> Json:
    """Return the figures of one strategy; shares are between 0 and 1, times in seconds."""
    return {
        "questions": figures.questions,
        "correct": figures.correct,
        "stale": figures.stale,
        "abstained": figures.abstained,
        "other": figures.other,
        "answered": figures.answered,
        "accuracy": round(figures.accuracy, 4),
        "stale_fact_error_rate": round(figures.stale_rate, 4),
        "abstention_rate": round(figures.abstention, 4),
        "p50_seconds": round(figures.p50, 4),
        "p95_seconds": round(figures.p95, 4),
        "worded_by_model": figures.model_worded,
        "guard_rejections": figures.rejections,
        "current_among_k": figures.current_found,
        "current_among_k_of": figures.current_asked,
        "token_scorer": {
            "correct": figures.token_correct,
            "stale": figures.token_stale,
            "disagreements": figures.disagreements,
        },
        "by_kind": _by_kind(figures.strategy, asked),
    }


def _by_kind(strategy: str, asked: Sequence[Asked]) -> Json:
    found: dict[str, dict[str, int]] = {}
    for one in asked:
        row = found.setdefault(one.question.asks.value, {"questions": 0, "correct": 0, "stale": 0})
        score = one.answers[strategy].score
        row["questions"] += 1
        row["correct"] += score is Score.CORRECT
        row["stale"] += score is Score.STALE
    return found


def question_json(one: Asked) -> Json:
    """Return a question with all its answers."""
    question = one.question
    return {
        "id": question.id,
        "kind": question.asks.value,
        "question": question.text,
        "valid": str(question.valid) if question.valid else None,
        "known": str(question.known) if question.known else None,
        "scope": question.scope.as_dict(),
        "gold": _gold(question),
        "stale": list(question.stale),
        "answers": {name: scored_json(scored) for name, scored in one.answers.items()},
    }


def _gold(question: Question) -> list[str] | str | None:
    if not question.gold:
        return None
    return question.gold[0] if len(question.gold) == 1 else list(question.gold)


def scored_json(scored: Scored) -> Json:
    """Return one answer with its scores."""
    answer = scored.answer
    return {
        "text": answer.text,
        "value": list(answer.value) if isinstance(answer.value, tuple) else answer.value,
        "verdict": answer.verdict.value,
        "reason": answer.reason.value if answer.reason else None,
        "worded_by": answer.worded_by.value,
        "raw_text": answer.raw_text,
        "score": scored.score.value,
        "token_score": scored.token_score.value,
        "current_among_k": scored.current_found,
        "rejections": list(answer.rejections),
        "seconds": round(scored.seconds, 4),
        "tokens": {"prompt": answer.tokens.prompt, "completion": answer.tokens.completion},
        "model_calls": answer.model_calls,
        "evidence": [
            {
                "source": item.source,
                "line": item.line,
                "date": format_instant(item.at, item.precision) if item.at is not None else None,
                "state": item.state.value,
                "text": item.text,
            }
            for item in answer.evidence
        ],
    }


def disagreements(asked: Sequence[Asked]) -> list[Json]:
    """Return the answers that the two scorers judge differently."""
    return [
        {
            "id": one.question.id,
            "strategy": name,
            "by_marks": scored.score.value,
            "by_tokens": scored.token_score.value,
            "text": scored.answer.text,
        }
        for one in asked
        for name, scored in one.answers.items()
        if scored.score is not scored.token_score
    ]
