"""A Git import killed between two batches, or within one: nothing half-written, and the next import completes it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from helpers.git_repository import START, GitRepository
from helpers.ledger_dump import dump
from tenure.clock import fixed_clock
from tenure.ingest.git import GitSource, import_git
from tenure.ingest.git import importer as git_importer
from tenure.instants import SECOND
from tenure.project import Project

KILLED = Path(__file__).with_name("killed.py")
NOW = (START + 100_000_000) * SECOND
COMMITS, BATCH = 23, 5


@pytest.fixture
def repository(tmp_path: Path) -> GitRepository:
    made = GitRepository(tmp_path / "shop.git")
    for n in range(COMMITS):
        files = {
            "app.env": f"PORT={n}\nHOST=h{n // 3}\n",
            "conf/app.toml": f"[server]\nport = {n // 2}\n" + (f"level = {n}\n" if n % 4 else ""),
            "data/app.json": f'{{"size": {n}, "items": [{{"id": "a", "v": {n // 5}}}]}}\n',
            "requirements.txt": "flask>=1\n" + ("click==8\n" if n % 7 > 3 else ""),
        }
        if n % 6 == 5:
            del files["app.env"]
        made.commit(files)
    return made


@pytest.mark.parametrize(("point", "kept"), [("between:1", 5), ("between:3", 15), ("inside:3", 10)])
def test_what_is_left_is_whole_and_the_next_import_completes_it(
    repository: GitRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, point: str, kept: int
) -> None:
    monkeypatch.setattr(git_importer, "BATCH_COMMITS", BATCH)
    path = tmp_path / "killed.tenure"
    Project.create(path, clock=fixed_clock(NOW)).close()
    command = [sys.executable, str(KILLED), str(path), str(repository.path), str(NOW), str(BATCH), point]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode != 0
    assert ended.stderr == ""
    with Project.create(tmp_path / "clean.tenure", clock=fixed_clock(NOW)) as clean:
        import_git(clean.ledger, GitSource(repository.path))
        with Project.open(path, clock=fixed_clock(NOW)) as opened:
            assert opened.ledger.check().problems == ()
            summary = import_git(opened.ledger, GitSource(repository.path))
            assert summary.commits == COMMITS - kept
            assert summary.rewritten is None
            assert opened.ledger.check().problems == ()
            assert dump(opened.ledger) == dump(clean.ledger)
            counts = [
                [table.ledger.connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ROWS]
                for table in (opened, clean)
            ]
            assert counts[0] == counts[1]


ROWS = ("tx", "statement", "evidence", "position", "interval", "passage", "source", "search_doc", "git_commit")
