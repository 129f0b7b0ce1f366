"""A process that imports a repository and kills itself, as ``kill -9`` does, after some batches."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from tenure.clock import fixed_clock
from tenure.ingest.git import GitSource, import_git
from tenure.ingest.git import importer as git_importer
from tenure.project import Project

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""Windows ends a process at once by any signal."""


def main(project: str, repository: str, now: int, batch: int, point: str) -> None:
    """Import until a point such as ``between:3`` or ``inside:1`` is reached."""
    git_importer.BATCH_COMMITS = batch
    where, _, count = point.partition(":")
    seen = 0

    def reached(place: str) -> None:
        nonlocal seen
        seen += place == where
        if seen == int(count):
            os.kill(os.getpid(), KILL)

    with Project.open(Path(project), clock=fixed_clock(now)) as opened:
        import_git(
            opened.ledger,
            GitSource(Path(repository)),
            written=lambda _first, _last: reached("inside"),
            progress=lambda _message, _fraction: reached("between"),
        )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:5]), sys.argv[5])
