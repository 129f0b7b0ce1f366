"""Folders and repositories read again, and repositories taken back as one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.git_repository import START, GitRepository
from tenure.clock import fixed_clock
from tenure.errors import Cancelled, ConflictError
from tenure.ingest import import_paths
from tenure.ingest.git import GitSource
from tenure.ingest.mapping import parse_mapping, store_mapping
from tenure.ingest.rollback import rollback
from tenure.ingest.runs import Runs
from tenure.ingest.sync import import_repository, sync
from tenure.instants import parse_date
from tenure.keys import Key, Scope
from tenure.ledger import Ledger
from tenure.ledger.interchange import export_lines
from tenure.project import Project

NOW = parse_date("2035-01-01").at
PORT = Key("app.env", "PORT")


@pytest.fixture(name="ledger")
def _ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Project.create(tmp_path / "p.tenure", clock=fixed_clock(NOW)) as project:
        yield project.ledger


@pytest.fixture(name="repository")
def _repository(tmp_path: Path) -> GitRepository:
    found = GitRepository(tmp_path / "shop.git")
    for port in ("80", "81", "82"):
        found.commit({"app.env": f"PORT={port}\nLEVEL=1\n"})
    return found


def value(ledger: Ledger, key: Key = PORT) -> str | None:
    return ledger.slot(key).value


def test_a_repository_is_one_import(ledger: Ledger, repository: GitRepository) -> None:
    done = import_repository(ledger, GitSource(repository.path))
    (run,) = Runs(ledger).all()
    assert (run.id, run.kind, run.statements) == (done.run, "git", done.summary.statements)
    assert run.batches == ((1, done.summary.tx),)
    assert import_repository(ledger, GitSource(repository.path)).run is None
    assert len(Runs(ledger).all()) == 1


def test_a_repository_taken_back_is_imported_anew(ledger: Ledger, repository: GitRepository) -> None:
    done = import_repository(ledger, GitSource(repository.path))
    assert done.run is not None
    tx = rollback(ledger, done.run).summary.tx
    assert value(ledger) is None
    again = import_repository(ledger, GitSource(repository.path))
    assert again.summary.statements == done.summary.statements
    assert value(ledger) == "82"
    assert again.run is not None
    rollback(ledger, again.run)
    ledger.undo(tx)
    assert value(ledger) == "82"
    assert import_repository(ledger, GitSource(repository.path)).summary.commits == 0
    assert ledger.check().ok


def test_a_later_import_goes_first(ledger: Ledger, repository: GitRepository) -> None:
    first = import_repository(ledger, GitSource(repository.path)).run
    repository.commit({"app.env": "PORT=90\n"})
    second = import_repository(ledger, GitSource(repository.path)).run
    assert first is not None
    assert second is not None
    with pytest.raises(ConflictError, match=f"import {second} goes on from import {first}"):
        rollback(ledger, first)
    rollback(ledger, second)
    assert (value(ledger), value(ledger, Key("app.env", "LEVEL"))) == ("82", "1")
    rollback(ledger, first)
    assert value(ledger) is None


def test_a_dry_run_of_a_repository_writes_nothing(ledger: Ledger, repository: GitRepository) -> None:
    dry = import_repository(ledger, GitSource(repository.path), dry_run=True)
    assert (ledger.last_tx(), Runs(ledger).all(), Runs(ledger).places()) == (0, (), ())
    assert [(r.object, r.by) for r in dry.retired] == [("80", "81"), ("81", "82")]
    real = import_repository(ledger, GitSource(repository.path))
    assert (dry.summary.statements, len(dry.stated)) == (real.summary.statements, real.summary.statements)


def test_cancelling_keeps_what_was_written_to_be_rolled_back(ledger: Ledger, repository: GitRepository) -> None:
    def stop(_message: str, _fraction: float) -> None:
        raise Cancelled

    with pytest.raises(Cancelled, match="3 of 3 commits are kept"):
        import_repository(ledger, GitSource(repository.path), progress=stop)
    (run,) = Runs(ledger).all()
    assert run.finished is None
    assert run.statements == 4
    rollback(ledger, run.id)
    assert value(ledger) is None


def test_sync_reads_folders_and_repositories_again(ledger: Ledger, repository: GitRepository, tmp_path: Path) -> None:
    folder = tmp_path / "conf"
    folder.mkdir()
    (folder / "a.toml").write_text("level = 1\n", "utf-8")
    (folder / "b.toml").write_text("level = 1\n", "utf-8")
    os.utime(folder / "a.toml", (START, START))
    import_paths(ledger, [folder])
    import_repository(ledger, GitSource(repository.path))
    before = list(export_lines(ledger))
    assert [s.problem for s in sync(ledger)] == ["", ""]
    assert list(export_lines(ledger)) == before
    repository.commit({"app.env": "PORT=90\n"})
    (folder / "a.toml").write_text("level = 2\n", "utf-8")
    os.utime(folder / "a.toml", (START + 100, START + 100))
    (folder / "b.toml").unlink()
    dry = sync(ledger, dry_run=True)
    assert list(export_lines(ledger)) == before
    done = sync(ledger)
    assert (dry[0].files and dry[0].files.statements, done[0].files and done[0].files.statements) == (2, 2)
    assert value(ledger) == "90"
    assert value(ledger, Key("a.toml", "level")) == "2"
    assert value(ledger, Key("b.toml", "level")) is None
    after = list(export_lines(ledger))
    sync(ledger)
    assert list(export_lines(ledger)) == after
    assert ledger.check().ok


def test_what_is_missing_is_told_and_the_rest_goes_on(
    ledger: Ledger, repository: GitRepository, tmp_path: Path
) -> None:
    folder = tmp_path / "conf"
    folder.mkdir()
    (folder / "a.toml").write_text("level = 1\n", "utf-8")
    import_paths(ledger, [folder])
    import_repository(ledger, GitSource(repository.path))
    repository.commit({"app.env": "PORT=90\n"})
    shutil.rmtree(folder)
    first, second = sync(ledger)
    assert (first.problem, second.problem) == ("the folder is missing", "")
    assert value(ledger, Key("a.toml", "level")) == "1"
    assert value(ledger) == "90"


def test_a_file_that_comes_back_states_again(ledger: Ledger, tmp_path: Path) -> None:
    folder = tmp_path / "conf"
    folder.mkdir()
    path = folder / "a.toml"
    path.write_text("level = 1\n", "utf-8")
    import_paths(ledger, [folder])
    path.unlink()
    sync(ledger)
    assert value(ledger, Key("a.toml", "level")) is None
    sync(ledger)
    path.write_text("level = 1\n", "utf-8")
    sync(ledger)
    assert value(ledger, Key("a.toml", "level")) == "1"


def test_the_mapping_is_for_repositories_too(ledger: Ledger, repository: GitRepository) -> None:
    text = '[[files]]\nmatch = "*.env"\nsubject = "{stem}"\nkeep = ["PORT"]\n'
    store_mapping(ledger.connection, parse_mapping(text).text)
    import_repository(ledger, GitSource(repository.path))
    key = Key("app", "PORT")
    assert [fact.object for fact in ledger.history(key)] == ["80", "81", "82"]
    assert value(ledger, Key("app", "LEVEL")) is None
    assert value(ledger) is None


BEFORE = """
def send(message: str, retries: int = 3) -> bool:
    return transport(message, retries) or send(message, retries - 1)

def idle() -> None: ...
"""
HELPERS = """
def pad(text: str, width: int = 8) -> str:
    return text.ljust(width)
"""


def test_a_function_renamed_in_a_folder_is_told_from_an_end_and_a_beginning(ledger: Ledger, tmp_path: Path) -> None:
    folder = tmp_path / "code"
    folder.mkdir()
    (folder / "mail.py").write_text(BEFORE, "utf-8")
    (folder / "text.py").write_text(HELPERS, "utf-8")
    import_paths(ledger, [folder])
    (folder / "mail.py").write_text(BEFORE.replace("send", "post").replace("idle", "rest"), "utf-8")
    (folder / "text.py").write_text("# helpers moved\n", "utf-8")
    (folder / "layout.py").write_text(HELPERS.replace("pad", "fill"), "utf-8")
    sync(ledger)
    renames = {key.subject: ledger.statements(key) for key in ledger.find_keys(relation="renamed")}
    assert {old: [s.object for s in said] for old, said in renames.items()} == {
        "mail.send": ["mail.post"],
        "text.pad": ["layout.fill"],
    }
    assert "mail.send" in ledger.aliases_of("mail.post")
    assert value(ledger, Key("mail.post", "default value", Scope.of({"parameter": "retries"}))) == "3"
    assert value(ledger, Key("mail.send", "default value", Scope.of({"parameter": "retries"}))) is None
    sync(ledger)
    (folder / "mail.py").write_text(BEFORE.replace("send", "post").replace("idle", "rest") + "\n", "utf-8")
    sync(ledger)
    again = {key.subject: len(ledger.statements(key)) for key in ledger.find_keys(relation="renamed")}
    assert again == {"mail.send": 1, "text.pad": 1}
    assert ledger.check().ok


def test_no_name_of_a_function_is_kept_with_its_digest(ledger: Ledger, tmp_path: Path) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "code/mail.py").write_text(BEFORE, "utf-8")
    import_paths(ledger, [tmp_path / "code"])
    rows = ledger.connection.execute("SELECT subject, body FROM source_body").fetchall()
    assert [(len(subject), len(body)) for subject, body in rows] == [(32, 32)]
