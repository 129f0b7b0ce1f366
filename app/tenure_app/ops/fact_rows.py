"""Rows of the table of facts as text: on screen, copied, and written to a file."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path

from tenure.instants import Precision
from tenure.project import Project
from tenure_app.ops import queries
from tenure_app.ops.executors import Task
from tenure_app.ops.queries import FactRow
from tenure_app.ops.survey import FactList
from tenure_app.times import TwoTimes
from tenure_app.widgets.format import date_text, flags_text, state_word

COLUMNS = ("subject", "relation", "scope", "value", "state", "from", "to", "known", "source")
"""The table's columns, by name."""
_AT_ONCE = 256


def cell(row: FactRow, column: str) -> str:
    """The text of a cell."""
    fact = row.fact
    if column == "state":
        flags = flags_text(fact)
        return state_word(fact.state.value) + (f" · {flags}" if flags else "")
    texts = {
        "subject": fact.key.subject,
        "relation": fact.key.relation,
        "scope": str(fact.key.scope),
        "value": fact.object,
        "from": date_text(fact.valid_from, fact.precision),
        "to": date_text(fact.valid_to, fact.to_precision),
        "known": date_text(row.known_since, Precision.DAY),
        "source": fact.evidence.source or "",
    }
    return texts[column]


def record(row: FactRow) -> dict[str, str | None]:
    """A row as it is exported: the words of the interchange format."""
    fact = row.fact
    return {
        "subject": fact.key.subject,
        "relation": fact.key.relation,
        "scope": str(fact.key.scope),
        "object": fact.object,
        "valid_from": cell(row, "from").replace(" ", "T"),
        "valid_to": cell(row, "to").replace(" ", "T") or None,
        "known_since": cell(row, "known"),
        "state": fact.state.value,
        "source": fact.evidence.source,
    }


def tabbed(rows: Sequence[FactRow], columns: Sequence[str]) -> str:
    """Rows as tab-separated text; white space in a cell is folded, so that it stays one cell."""
    return "\n".join("\t".join(" ".join(cell(row, name).split()) for name in columns) for row in rows)


def tabbed_rows(project: Project, task: Task, *, ids: Sequence[str], times: TwoTimes, columns: Sequence[str]) -> str:
    """Fetch rows and return them as tab-separated text."""
    parts: list[str] = []
    for start in range(0, len(ids), _AT_ONCE):
        task.progress("", start / len(ids))
        chunk = ids[start : start + _AT_ONCE]
        rows = queries.fact_rows(project, ids=chunk, times=times)
        parts.append(tabbed([rows[number] for number in chunk if number in rows], columns))
    return "\n".join(parts)


def export_rows(project: Project, task: Task, *, facts: FactList, path: Path) -> None:
    """Write rows to a file in chunks, as its ending says; cancelling leaves no file."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="") as out:
            for start in range(0, len(facts), _AT_ONCE):
                task.progress(path.name, start / len(facts))
                chunk = facts.ids(start, start + _AT_ONCE)
                rows = queries.fact_rows(project, ids=chunk, times=facts.times)
                out.write(_written([rows[i] for i in chunk if i in rows], path.suffix, first=start == 0))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _written(rows: Sequence[FactRow], suffix: str, *, first: bool) -> str:
    records = [record(row) for row in rows]
    if suffix == ".jsonl":
        return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records)
    text = io.StringIO()
    if records:
        writer = csv.DictWriter(text, list(records[0]))
        if first:
            writer.writeheader()
        writer.writerows(records)
    return text.getvalue()
