"""The table of a run, for terminal and report."""

from __future__ import annotations

from collections.abc import Sequence

from tenure.lab.run import Figures

_COLUMNS = (
    "strategy",
    "accuracy",
    "stale-fact errors",
    "abstained",
    "p50",
    "p95",
    "worded by model",
    "guard rejections",
    "current among k",
)


def table_rows(figures: Sequence[Figures]) -> list[tuple[str, ...]]:
    """Return the table as texts, its head first."""
    return [_COLUMNS, *(_row(one) for one in figures)]


def _row(one: Figures) -> tuple[str, ...]:
    return (
        one.strategy,
        f"{one.accuracy:.3f} ({one.correct}/{one.questions})",
        f"{one.stale_rate:.3f} ({one.stale}/{one.answered})",
        f"{one.abstention:.3f} ({one.abstained}/{one.questions})",
        f"{one.p50:.2f} s",
        f"{one.p95:.2f} s",
        f"{one.model_worded / one.questions:.0%}" if one.questions else "—",
        str(one.rejections) if one.strategy == "temporal" else "—",
        f"{one.current_found}/{one.current_asked}",
    )
