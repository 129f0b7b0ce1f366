"""Summaries of several writes put together."""

from __future__ import annotations

from typing import TypeVar

from tenure.ledger.types import Summary

_LISTED = 1000
_T = TypeVar("_T")


def merged(first: Summary, second: Summary) -> Summary:
    """Return what two writes in a row did; long lists are cut, counts are not."""
    return Summary(
        tx=max(first.tx, second.tx),
        statements=_joined(first.statements, second.statements),
        statement_count=first.statement_count + second.statement_count,
        keys=tuple({key.normal: key for key in _joined(first.keys, second.keys)}.values()),
        opened=_joined(first.opened, second.opened),
        closed=_joined(first.closed, second.closed),
        corrected=first.corrected + second.corrected,
        erased=first.erased + second.erased,
        moved_up=first.moved_up + second.moved_up,
        conflicts=first.conflicts + second.conflicts,
        opened_count=first.opened_count + second.opened_count,
        closed_count=first.closed_count + second.closed_count,
        key_count=first.key_count + second.key_count,
    )


def _joined(first: tuple[_T, ...], second: tuple[_T, ...]) -> tuple[_T, ...]:
    return (first + second)[:_LISTED] if len(first) < _LISTED else first
