"""What the difference pane asks: what differs between two points of both times, and its rows as they are painted."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tenure.ingest.runs import Run, Runs
from tenure.instants import DAY, MINUTE, Dated, Precision, format_instant
from tenure.keys import Key
from tenure.ledger.core import EARLIEST
from tenure.ledger.differing import DifferenceKind, DifferingFact, TwoPoint
from tenure.ledger.types import Fact
from tenure.project import Project
from tenure_app.ops.executors import Task
from tenure_app.times import TwoTimes

CHUNK = 128
"""Rows fetched at once."""


@dataclass(frozen=True, slots=True)
class Ends:
    """Two points as they were asked for.

    Attributes:
        valid_from: None is before everything.
        valid_to: None is the time in force.
        known_from: a date, of which the end is meant, or a transaction; None is before everything.
        known_to: likewise; None is the time in force.
    """

    valid_from: Dated | None = None
    valid_to: Dated | None = None
    known_from: Dated | int | None = None
    known_to: Dated | int | None = None


@dataclass(frozen=True, slots=True)
class Arranged:
    """Differences in the order of the table.

    Attributes:
        rows: an index of ``shown`` each, or below zero a heading: ``-1 - n`` is that of ``groups[n]``.
        shown: the differences left by the filter.
        groups: (subject, number of differences) of each heading.
    """

    rows: Sequence[int] = ()
    shown: Sequence[DifferingFact] = ()
    groups: Sequence[tuple[str, int]] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """What differs between two points.

    Attributes:
        ends: as asked for.
        first, second: the points they mean.
        differing: all differences, by key.
        counts: of each kind.
        arranged: those the filter leaves, ready for the table.
    """

    ends: Ends
    first: TwoPoint
    second: TwoPoint
    differing: Sequence[DifferingFact] = ()
    counts: Mapping[DifferenceKind, int] = field(default_factory=dict)
    arranged: Arranged = Arranged()


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """A row of the table.

    Attributes:
        kind: how it differs.
        key: in display form.
        before, after: the facts on each side.
        at: when it differs in valid time (microseconds UTC), as precise as ``precision``.
        known_at: when the ledger came to know it, microseconds UTC.
        source: where that stands.
    """

    kind: DifferenceKind
    key: Key
    before: Fact | None
    after: Fact | None
    at: int | None
    precision: Precision
    known_at: int | None
    source: str


def days_back(project: Project, days: int) -> Ends:
    """Return the ends of the last days, in the world and in what is known."""
    at = project.ledger.clock() - days * DAY
    start = Dated(at - at % DAY, Precision.DAY)
    return Ends(valid_from=start, known_from=start)


def since_import(project: Project) -> Ends:
    """Return the ends of what the last import taught about the time in force; without one, of the last month."""
    runs = [run for run in imports(project) if not run.rolled_back]
    if not runs:
        return days_back(project, 30)
    at = project.ledger.clock()
    now = Dated(at - at % MINUTE, Precision.INSTANT)
    return Ends(now, now, runs[0].batches[0][0] - 1, None)


def imports(project: Project) -> list[Run]:
    """Return the imports that wrote anything, the latest first."""
    return [run for run in Runs(project.ledger).all() if run.batches]


def differences(
    project: Project, *, ends: Ends, times: TwoTimes, subject: str | None, kinds: frozenset[DifferenceKind]
) -> Found:
    """Return what differs between two points.

    Raises:
        InputError: if the second point lies before the first.
    """
    first, second = _points(project, ends, times)
    found = project.ledger.differences(first, second, subject=subject)
    counts = Counter(one.kind for one in found)
    return Found(ends, first, second, found, counts, arrange(found, kinds))


def first_look(
    project: Project, *, spans: Sequence[int | None], times: TwoTimes, subject: str | None,
    kinds: frozenset[DifferenceKind],
) -> tuple[int, Found]:  # fmt: skip
    """Return which of some spans (days back, None for all) is the first in which anything differs, and what does."""
    found = Found(Ends(), TwoPoint(0, 0), TwoPoint(0, 0))
    for place, days in enumerate(spans):
        ends = Ends() if days is None else days_back(project, days)
        found = differences(project, ends=ends, times=times, subject=subject, kinds=kinds)
        if found.differing:
            return place, found
    return 0, found


def arrange(differing: Sequence[DifferingFact], kinds: frozenset[DifferenceKind]) -> Arranged:
    """Put differences of some kinds (all, if none are named) under the headings of their subjects."""
    shown = [one for one in differing if not kinds or one.kind in kinds]
    rows: list[int] = []
    groups: list[tuple[str, int]] = []
    for place, one in enumerate(shown):
        if not groups or groups[-1][0] != one.key.subject:
            groups.append((one.key.subject, 0))
            rows.append(-len(groups))
        groups[-1] = (one.key.subject, groups[-1][1] + 1)
        rows.append(place)
    return Arranged(rows, shown, groups)


def rows_of(
    project: Project, *, differing: Sequence[DifferingFact], first: TwoPoint, second: TwoPoint
) -> list[DifferenceRow]:
    """Return the rows of some differences between two points."""
    wanted: dict[TwoPoint, dict[str, None]] = {}
    for one in differing:
        for fact, point in zip((one.before, one.after), _sides(one, first, second), strict=True):
            if fact is not None:
                wanted.setdefault(point, {})[fact] = None
    facts = {
        (fact.id, point): fact
        for point, ids in wanted.items()
        for fact in project.ledger.facts_by_id(ids, valid=point.valid, known=point.known)
    }
    made: list[DifferenceRow] = []
    for one in differing:
        old, new = _sides(one, first, second)
        before = None if one.before is None else facts.get((one.before, old))
        after = None if one.after is None else facts.get((one.after, new))
        made.append(_row(project, one, before, after, new))
    return made


def _sides(one: DifferingFact, first: TwoPoint, second: TwoPoint) -> tuple[TwoPoint, TwoPoint]:
    """Return the points at which the two sides of a difference are seen."""
    middle = TwoPoint(first.valid, second.known)
    return (first, middle) if one.kind.belief else (middle, second)


def _row(
    project: Project, one: DifferingFact, before: Fact | None, after: Fact | None, seen: TwoPoint
) -> DifferenceRow:
    ledger = project.ledger
    known_at = ledger.transaction(one.tx).recorded_at if one.tx > 0 else None
    fact, source = after or before, ""
    at, precision = (None, Precision.DAY) if fact is None else (fact.valid_from, fact.precision)
    if fact is not None:
        source = fact.evidence.source or ""
    if after is None and one.before is not None:
        closing = ledger.closing_statement(one.before, valid=seen.valid, known=seen.known)
        if closing is not None and closing.object is None:
            at, precision, source = closing.valid_from, closing.precision, closing.evidence.source or ""
        elif before is not None and before.valid_to is not None and not one.kind.belief:
            at, precision = before.valid_to, before.to_precision
    return DifferenceRow(one.kind, one.key, before, after, at, precision, known_at, source)


def _points(project: Project, ends: Ends, times: TwoTimes) -> tuple[TwoPoint, TwoPoint]:
    ledger = project.ledger
    now = ledger.clock() if times.valid is None else times.valid.at
    latest = ledger.last_tx() if times.known is None else ledger.tx_at(times.known)

    def known(end: Dated | int | None, otherwise: int) -> int:
        if end is None:
            return otherwise
        return end if isinstance(end, int) else min(ledger.tx_at(end), latest)

    return (
        TwoPoint(EARLIEST if ends.valid_from is None else ends.valid_from.at, known(ends.known_from, 0)),
        TwoPoint(now if ends.valid_to is None else ends.valid_to.at, known(ends.known_to, latest)),
    )


# --- copy and export --------------------------------------------------------------------------


def record(row: DifferenceRow) -> dict[str, str | None]:
    """Return a row as it is exported, in the words of the interchange format."""
    return {
        "difference": row.kind.value,
        "subject": row.key.subject,
        "relation": row.key.relation,
        "scope": str(row.key.scope),
        "before": None if row.before is None else row.before.object,
        "after": None if row.after is None else row.after.object,
        "at": None if row.at is None else format_instant(row.at, row.precision),
        "known_since": None if row.known_at is None else format_instant(row.known_at),
        "source": row.source or None,
    }


def records(project: Project, task: Task, found: Found, shown: Sequence[DifferingFact]) -> Iterator[dict[str, Any]]:
    """Yield records, fetched in chunks; cancelling stops it."""
    for start in range(0, len(shown), CHUNK):
        task.progress("", start / max(1, len(shown)))
        chunk = shown[start : start + CHUNK]
        yield from map(record, rows_of(project, differing=chunk, first=found.first, second=found.second))


def export(project: Project, task: Task, *, found: Found, shown: Sequence[DifferingFact], path: Path) -> None:
    """Write differences to a file as CSV, or as JSON Lines by its ending; cancelling leaves no file."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="") as out:
            writer: csv.DictWriter[str] | None = None
            for one in records(project, task, found, shown):
                if path.suffix == ".jsonl":
                    out.write(json.dumps(one, ensure_ascii=False) + "\n")
                    continue
                if writer is None:
                    writer = csv.DictWriter(out, list(one))
                    writer.writeheader()
                writer.writerow(one)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def as_text(rows: Sequence[DifferenceRow], words: Mapping[DifferenceKind, str], *, markdown: bool) -> str:
    """Write rows under their subjects, as plain text or Markdown."""
    out = io.StringIO()
    subject: str | None = None
    for row in rows:
        if row.key.subject != subject:
            out.write("\n" if subject is not None else "")
            subject = row.key.subject
            out.write(f"## {_escaped(subject)}\n\n" if markdown else f"{subject}\n")
        out.write(_line(row, words[row.kind], markdown=markdown) + "\n")
    return out.getvalue()


def _line(row: DifferenceRow, word: str, *, markdown: bool) -> str:
    one = record(row)
    write = _escaped if markdown else str
    before, after = (write(one[side] or "—") for side in ("before", "after"))
    if markdown and one["before"] is not None:
        before = f"~~{before}~~"
    where = f" [{one['scope']}]" if one["scope"] else ""
    details = ", ".join(text for text in (one["at"], one["source"]) if text)
    name = write(f"{row.key.relation}{where}")
    start = f"- **{name}**" if markdown else f"  {name}"
    return f"{start} {word}: {before} → {after}" + (f" ({write(details)})" if details else "")


def _escaped(text: str) -> str:
    """Return text that Markdown shows as it is, on one line."""
    return "".join("\\" + sign if sign in "\\`*_{}[]<>#|~" else sign for sign in " ".join(text.split()))
