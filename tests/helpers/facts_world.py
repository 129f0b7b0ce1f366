"""A small project of facts that changed, each with its passage."""

from __future__ import annotations

from pathlib import Path

from tenure.clock import fixed_clock
from tenure.instants import DateOrigin, parse_date
from tenure.keys import Key, Scope
from tenure.ledger.types import Assert, End, Evidence
from tenure.passages.store import NewPassage
from tenure.project import Project

NOW = parse_date("2026-03-14T09:00:00Z").at
HOSTILE = '<img src=x onerror="window.hacked=1">'

FACTS = f"""
billing|port|8000|2024-11-04|2024-11-05|
billing|port|8080|2025-06-11|2025-06-12|
billing|port|8443|2026-02-02|2026-02-03|
billing|owner|Payments team|2024-11-04|2024-11-05|
billing|owner|Ledger team|2025-08-20|2025-08-21|
billing|database version|14|2024-11|2025-01-10|
billing|database version|16|2025-11|2025-11-03|
billing|database version|17|2026-06|2026-03-01|
billing|timeout|30 s|2024-12-01|2024-12-02|
billing|timeout|10 s|2025-07-01|2025-07-02|
billing|timeout|30 s|2025-10-01|2025-10-02|
billing|region|eu-west-1|2024-11-04|2024-11-05|env=prod
api-gateway|owner|Platform team|2024-10-01|2024-10-02|
api-gateway|owner|Edge team|2025-05-02|2025-05-03|
warehouse|owner|Yard team|2024-10-01|2024-10-02|
warehouse|note|{HOSTILE}|2025-01-01|2025-01-02|
"""


def make_project(path: Path) -> Path:
    """Make a project of sixteen statements and an end, each with its passage."""
    rows = sorted((line.split("|") for line in FACTS.strip().splitlines()), key=lambda row: row[4])
    Project.create(path, clock=fixed_clock(NOW)).close()
    project = Project.open(path, clock=fixed_clock(NOW))
    ledger = project.ledger
    for number, (subject, relation, value, start, recorded, scope) in enumerate(rows):
        said, at = parse_date(recorded), parse_date(start)
        sentence = f"{subject} has {relation} {value}"
        text = f"Weekly notes. From now on {sentence}; nothing else changed."
        source, begin = f"notes/{recorded}-{number}.md", text.index(sentence)
        with ledger.writing():
            ids = ledger.passages.add(
                source,
                "markdown",
                [NewPassage(text, said.at, said.precision, DateOrigin.DOCUMENT, line=number + 3)],
                digest=str(number),
                tx=ledger.last_tx() + 1,
            ).ids
            span = (begin, begin + len(sentence))
            fact = Assert(
                Key(subject, relation, Scope.parse(scope)),
                value,
                at.at,
                precision=at.precision,
                evidence=Evidence(source, sentence, ids[0], span),
            )
            ledger.apply([fact], recorded_at=said.at, passages=ids)
    ended = parse_date("2025-12-01")
    ledger.apply([End(Key("warehouse", "owner"), ended.at, precision=ended.precision)], recorded_at=ended.at)
    project.close()
    return path
