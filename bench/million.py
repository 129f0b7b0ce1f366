"""A project of a million intervals, made once by the ledger's own bulk load: varied, and the same every time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from tenure.clock import fixed_clock
from tenure.instants import DAY, parse_date
from tenure.ledger.bulk import Batch
from tenure.project import Project

FIRST, NOW = parse_date("2010-01-01").at, parse_date("2026-03-14").at
DAYS = (NOW - FIRST) // DAY
HOUR = DAY // 24
_AREAS = ("billing", "orders", "ledger", "search", "mail", "identity", "media", "metrics", "harbor", "warehouse")
_PARTS = ("api", "worker", "gateway", "store", "cache", "scheduler", "proxy", "agent", "console", "mirror")
_TEAMS = ("Payments", "Platform", "Edge", "Yard", "Search", "Identity", "Data", "Harbor", "Night", "Field")
_RELATIONS = ("port", "owner", "version", "database", "region", "timeout", "log level", "maintainers", "released")
_LONG = 2_500
"""Values of the long chains: one key in five thousand has so many."""

Row = tuple[int, str, str, str, int | None]
"""(valid_from, subject, relation, value, valid_to)."""


def make_million(path: Path, intervals: int = 1_000_000) -> Path:
    """Make the project at ``path`` unless it stands there already; a tenth as many keys as intervals."""
    if path.exists():
        return path
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    Project.create(part, title="Million", clock=fixed_clock(NOW)).close()
    with Project.open(part, clock=fixed_clock(NOW)) as project:
        project.ledger.load(batches(intervals), rising=True)
        project.ledger.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    part.rename(path)
    return path


def batches(intervals: int) -> Iterator[Batch]:
    """Yield a ledger transaction a day, recorded the day after."""
    rows = sorted(_rows(intervals))
    for day, group in groupby(rows, key=lambda row: (row[0] - FIRST) // DAY):
        operations = [
            (subject, relation, value, start) if end is None else (subject, relation, value, start, end)
            for start, subject, relation, value, end in group
        ]
        yield Batch(operations, min(FIRST + (day + 1) * DAY, NOW))  # type: ignore[arg-type]


def _rows(intervals: int) -> Iterator[Row]:
    rng = random.Random(11)
    keys = intervals // 10
    subjects = max(1, keys * 8 // 65)
    for number in range(subjects):
        subject = f"{_AREAS[number % 10]}-{_PARTS[number // 10 % 10]}-{number // 100:03d}"
        for place, relation in enumerate(_RELATIONS[: 9 if number % 100 == 0 else 8]):
            count = _LONG if (number * 8 + place) % 5_000 == 4_321 else rng.randrange(1, 20)
            yield from _chain(rng, subject, relation, count)


def _chain(rng: random.Random, subject: str, relation: str, count: int) -> Iterator[Row]:
    starts = sorted(rng.sample(range(DAYS * 24), min(count, DAYS * 24)))
    before = ""
    for at, (start, following) in enumerate(zip(starts, [*starts[1:], None], strict=True)):
        value = _value(rng, relation, at)
        if value == before:
            value = f"{value} again"
        before = value
        end = None
        if rng.random() < 0.04 and (following is None or following - start > 48):
            end = FIRST + (start + 24) * HOUR
        yield FIRST + start * HOUR, subject, relation, value, end


def _value(rng: random.Random, relation: str, at: int) -> str:
    if relation == "port":
        return str(rng.randrange(1024, 65536))
    if relation in ("version", "released"):
        return f"{at // 10}.{at % 10}.{rng.randrange(30)}"
    if relation == "timeout":
        return f"{rng.randrange(1, 600)} s"
    if relation == "log level":
        return rng.choice(("debug", "info", "warning", "error"))
    if relation == "database":
        return rng.choice(("PostgreSQL", "MySQL", "SQLite", "MongoDB")) + f" {rng.randrange(9, 18)}"
    if relation == "region":
        return rng.choice(("eu", "us", "ap")) + f"-{rng.choice(('west', 'east', 'north'))}-{rng.randrange(1, 4)}"
    return f"{rng.choice(_TEAMS)} {'team' if relation == 'owner' else 'duty'} {rng.randrange(1, 40)}"
