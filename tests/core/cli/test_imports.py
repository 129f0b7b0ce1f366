"""Imports as wholes on the command line: list, rollback, sync, mapping, dry runs, repositories."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from helpers.cli import done, fits, refused, tenure
from helpers.git_repository import GitRepository

OLD, NEW = 1_735_689_600, 1_748_736_000


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    path = tmp_path / "e.tenure"
    done("new", path)
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "conf"
    found.mkdir()
    put(found / "app.toml", "port = 8080\nlevel = 1\n", OLD)
    return found


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    found = GitRepository(tmp_path / "shop.git")
    for port in ("80", "81"):
        found.commit({"app.env": f"PORT={port}\n", "notes.md": "Nothing.\n"})
    return found.path


def put(path: Path, text: str, at: int) -> None:
    path.write_text(text, "utf-8")
    os.utime(path, (at, at))


def port(project: Path, subject: str = "app.toml") -> object:
    return tenure("value", project, subject, "port", "--json").json["value"]


def test_a_dry_run_prints_statements_and_what_would_stop(empty: Path, folder: Path) -> None:
    done("import", empty, folder)
    put(folder / "app.toml", "port = 8443\n", NEW)
    dry = fits("import", done("import", empty, folder, "--dry-run", "--json").json)
    assert [(s["op"], s["relation"], s["object"]) for s in dry["stated"]] == [
        ("end", "level", "1"),
        ("assert", "port", "8443"),
    ]
    assert [(r["relation"], r["value"], r["superseded_by"]) for r in dry["retired"]] == [
        ("level", "1", None),
        ("port", "8080", "8443"),
    ]
    assert done("import", empty, folder, "--dry-run").out.splitlines() == [
        "Would read 2 statements and 1 passage from 1 file",
        "Statements:",
        "  app.toml · level: end  1  at 2025-06-01T00:00:00Z",
        "  app.toml · port: assert  8443  from 2025-06-01T00:00:00Z",
        "Values that would stop:",
        "  app.toml · level: 1  until 2025-06-01T00:00:00Z",
        "  app.toml · port: 8080  until 2025-06-01T00:00:00Z  then 8443",
    ]
    assert port(empty) == "8080"


def test_imports_are_listed_and_rolled_back(empty: Path, folder: Path) -> None:
    run = fits("import", done("import", empty, folder, "--json").json)["runs"][0]
    (listed,) = fits("imports", done("imports", empty, "--json").json)["imports"]
    assert (listed["run"], listed["statements"], listed["rolled_back"]) == (run, 2, False)
    dry = fits("rollback", done("rollback", empty, run, "--dry-run", "--json").json)
    assert (dry["dry_run"], dry["withdrawn"], port(empty)) == (True, 2, "8080")
    assert "Took back import 1" in done("rollback", empty, run).out
    assert port(empty) is None
    assert "rolled back already" in refused("rollback", empty, run)
    assert "there is no import 9" in refused("rollback", empty, 9)
    assert "rolled back" in done("imports", empty).out
    done("undo", empty)
    assert port(empty) == "8080"


def test_sync_reads_everything_again(empty: Path, folder: Path, repository: Path) -> None:
    assert done("sync", empty).out == "No folder or repository was imported yet\n"
    done("import", empty, folder, "--git", repository)
    put(folder / "app.toml", "port = 8443\n", NEW)
    found = fits("sync", done("sync", empty, "--dry-run", "--json").json)
    assert [(p["kind"], p["problem"]) for p in found["places"]] == [("folder", None), ("git", None)]
    assert port(empty) == "8080"
    done("sync", empty)
    assert port(empty) == "8443"
    (folder / "app.toml").unlink()
    folder.rmdir()
    assert "the folder is missing" in done("sync", empty).out


def test_the_history_of_a_repository(empty: Path, repository: Path) -> None:
    dry = fits("import", done("import", empty, "--git", repository, "--dry-run", "--json").json)
    assert (dry["repository"]["commits"], dry["statements"], len(dry["stated"]), dry["runs"]) == (2, 2, 2, [])
    assert tenure("value", empty, "app.env", "PORT").code == 3
    real = fits("import", done("import", empty, "--git", repository, "--paths", "*.env", "--json").json)
    assert (real["statements"], real["runs"]) == (2, [1])
    assert done("value", empty, "app.env", "PORT", "--json").json["value"] == "81"
    assert "from 0 commits" in done("import", empty, "--git", repository, "--paths", "*.env").out
    assert "not a Git repository" in refused("import", empty, "--git", repository.parent)
    assert "give PATHS" in refused("import", empty)
    assert "go with --git" in refused("import", empty, repository, "--since", "2025")


def test_history_and_why_name_the_commit(empty: Path, tmp_path: Path) -> None:
    repository = GitRepository(tmp_path / "shop")
    first = repository.commit({"app.env": "PORT=80\n"}, author="Ada", message="Open the shop\n\nAt last.")
    repository.commit({"app.env": "PORT=81\n"}, author="Bob", message="Move")
    done("import", empty, "--git", tmp_path / "shop")
    listed = fits("history", done("history", empty, "app.env", "port", "--json").json)["intervals"]
    assert [interval["commit"]["author"] for interval in listed] == ["Ada", "Bob"]
    assert (listed[0]["commit"]["sha"], listed[0]["commit"]["summary"]) == (str(first), "Open the shop")
    assert listed[0]["ended_by"] is None
    assert f"commit {str(first)[:12]} by Ada, 20" in done("history", empty, "app.env", "port").out
    assert fits("why", done("why", empty, "app.env", "port", "--json").json)["ruling"]["commit"]["author"] == "Bob"
    assert "by Bob, 20" in done("why", empty, "app.env", "port").out


def test_the_mapping_is_kept_shown_and_checked(empty: Path, folder: Path, tmp_path: Path) -> None:
    text = '[[files]]\nmatch = "*.toml"\nsubject = "{stem}"\nkeep = ["port"]\n'
    path = tmp_path / "map.toml"
    path.write_text(text, "utf-8")
    done("import", empty, folder)
    done("mapping", empty, "--set", path, "--dry-run")
    assert done("mapping", empty).out == "The project has no mapping\n"
    done("import", empty, folder, "--map", path)
    assert (port(empty, "app"), port(empty)) == ("8080", None)
    assert done("mapping", empty, "--show").out == text
    assert done("mapping", empty, "--check").out == "*.toml: 1 of 1 sources\n"
    checked = fits("mapping", done("mapping", empty, "--json").json)
    assert checked["files"] == [{"match": ["*.toml"], "sources": 1}]
    path.write_text("[[files]]\nmatch = 1\n", "utf-8")
    assert "map.toml, line 1: 'match' is a text" in refused("mapping", empty, "--set", path)
    path.write_text('[[files]]\nmatch = "*"\nreader = "none"\n', "utf-8")
    done("mapping", empty, "--set", path)
    assert done("import", empty, folder, "--json").json["files"][0]["kind"] == "none"


def test_readers_say_what_they_cover() -> None:
    found = fits("readers", done("readers", "--json").json)["readers"]
    assert {"toml", "yaml", "json", "csv", "markdown"} <= {reader["kind"] for reader in found}
    assert all(reader["covers"] for reader in found)
    assert len(done("readers").out.splitlines()) == len(found)
