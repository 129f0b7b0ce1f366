"""A project of some ten thousand facts, for what must hold when there are many."""

from __future__ import annotations

import random
from pathlib import Path

from helpers.facts_world import NOW
from tenure.clock import fixed_clock
from tenure.instants import DAY, parse_date
from tenure.keys import Key
from tenure.ledger.bulk import Batch
from tenure.ledger.types import Assert, Evidence
from tenure.project import Project

FIRST = parse_date("2015-01-01").at
RELATIONS = ("port", "owner", "version", "region", "members", "log level")


def make_many(path: Path, *, subjects: int = 400, values: int = 8, long: int = 300) -> Path:
    """Make a project: so many subjects of six relations with some values each, and one key with a long chain."""
    rng = random.Random(2)
    rows = [
        (f"service {number:03d}", relation, f"{relation} {rng.randrange(500)}", FIRST + rng.randrange(4000) * DAY)
        for number in range(subjects)
        for relation in RELATIONS
        for _ in range(rng.randrange(1, values))
    ]
    rows += [("service 007", "build", f"build {n}", FIRST + n * DAY) for n in range(long)]
    rows.sort(key=lambda row: row[3])
    Project.create(path, clock=fixed_clock(NOW)).close()
    with Project.open(path, clock=fixed_clock(NOW)) as project:
        project.ledger.load([Batch(rows[n : n + 500], FIRST + n * DAY // 4) for n in range(0, len(rows), 500)])
        note = Evidence("notes/late.md", "The port moved.")
        project.ledger.apply([Assert(Key("service 001", "port"), "port 9", NOW - DAY, evidence=note)], recorded_at=NOW)
    return path
