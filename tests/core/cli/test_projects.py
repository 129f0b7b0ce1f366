"""Opening what is not a project, new, check, info."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from helpers.cli import Done, done, fits, refused, tenure


def test_new_makes_an_empty_project_once(tmp_path: Path) -> None:
    path = tmp_path / "new.tenure"
    assert fits("new", done("new", path, "--json").json)["project"] == str(path)
    info = fits("info", done("info", path, "--json").json)
    assert info["settings"]["title"] == "new"
    assert info["counts"]["statements"] == 0
    assert "exists already" in refused("new", path)


def test_new_dry_run_makes_nothing(tmp_path: Path) -> None:
    done("new", tmp_path / "new.tenure", "--dry-run")
    assert list(tmp_path.iterdir()) == []


def test_new_with_a_zone_reads_dates_in_it(tmp_path: Path) -> None:
    path = tmp_path / "new.tenure"
    done("new", path, "--zone", "Europe/Berlin")
    done("assert", path, "billing", "port", "1", "--from", "2025-07-01")
    assert done("value", path, "billing", "port", "--json").json["valid_from"] == "2025-06-30T22:00:00Z"
    assert "since 2025-07-01" in done("value", path, "billing", "port").out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--zone", "Mars/Olympus"), "not a known time zone"),
        (("--sample", "atlantis"), "no sample 'atlantis'"),
    ],
)
def test_new_refuses_what_does_not_exist(tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    assert says in refused("new", tmp_path / "p.tenure", *arguments)
    assert list(tmp_path.iterdir()) == []


def test_new_in_a_missing_folder(tmp_path: Path) -> None:
    assert "no such folder" in refused("new", tmp_path / "nowhere" / "p.tenure")


def _missing(folder: Path) -> Path:
    return folder / "missing.tenure"


def _text(folder: Path) -> Path:
    path = folder / "text.tenure"
    path.write_text("not a database")
    return path


def _empty(folder: Path) -> Path:
    path = folder / "empty.tenure"
    path.touch()
    return path


def _other_database(folder: Path) -> Path:
    path = folder / "other.tenure"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE t (x)")
    return path


def _newer(folder: Path) -> Path:
    path = folder / "newer.tenure"
    done("new", path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO migration VALUES ('ledger', 999, 'later', 'of a version to come')")
    return path


def _truncated(folder: Path) -> Path:
    path = folder / "cut.tenure"
    done("new", path)
    path.write_bytes(path.read_bytes()[:3000])
    return path


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (_missing, "no such file"),
        (lambda folder: folder, "is a folder"),
        (_text, "not a Tenure project"),
        (_empty, "not a Tenure project"),
        (_other_database, "not a Tenure project"),
        (_newer, "newer version"),
        (_truncated, ""),
    ],
    ids=["missing", "folder", "text", "empty", "other database", "newer", "truncated"],
)
@pytest.mark.parametrize(
    "command", [("value", "a", "b"), ("assert", "a", "b", "c"), ("info",), ("check",)], ids=lambda c: c[0]
)
def test_what_is_not_a_project_is_refused_untouched(
    tmp_path: Path, make: object, says: str, command: tuple[str, ...]
) -> None:
    assert callable(make)
    path = make(tmp_path)
    before = path.read_bytes() if path.is_file() else None
    name, *rest = command
    assert says in refused(name, path, *rest)
    assert (path.read_bytes() if path.is_file() else None) == before


def test_a_locked_project_says_who_holds_it(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenure.project.project.BUSY_TIMEOUT", 0.05)
    with closing(sqlite3.connect(project, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        says = refused("assert", project, "billing", "port", "1")
        assert "writing" in says or "lock" in says
        assert done("value", project, "billing", "port", "--json").json["value"] == "8443"


def _corrupt(project: Path) -> None:
    with closing(sqlite3.connect(project)) as connection, connection:
        connection.execute("DELETE FROM interval")


def test_check_is_exit_1_until_repaired(project: Path) -> None:
    assert fits("check", done("check", project, "--json").json)["ok"] is True
    _corrupt(project)
    broken: Done = tenure("check", project, "--json")
    assert broken.code == 1
    assert fits("check", broken.json)["problems"]
    assert tenure("check", project, "--repair").code == 0
    assert done("check", project).out.endswith("all agree\n")
    assert done("value", project, "billing", "port", "--json").json["value"] == "8443"


def test_info_counts_and_spans(project: Path) -> None:
    info = fits("info", done("info", project, "--json").json)
    assert info["counts"]["statements"] == 8
    assert info["valid_from"] == "2024-01-01T00:00:00Z"
    assert info["known"]["tx"] == 8
    assert "statements: 8" in done("info", project).out


def test_export_reads_back_to_the_same(project: Path, tmp_path: Path) -> None:
    out = tmp_path / "all.jsonl"
    written = fits("export", done("export", project, "--out", out, "--json").json)
    lines = out.read_text("utf-8").splitlines()
    assert written["lines"] == len(lines)
    assert all(isinstance(json.loads(line), dict) for line in lines)
    other = tmp_path / "other.tenure"
    done("new", other)
    done("import", other, out)
    assert done("history", other, "billing", "port", "--json").json["intervals"][0]["value"] == "8080"
    assert done("value", other, "billing", "port", "--json").json["value"] == "8443"


def test_a_folder_of_the_shape_of_a_sample_serves_as_one(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    (folder / "files").mkdir(parents=True)
    (folder / "files" / "notes.md").write_text("# Notes, 2024-05-01\n\nThe port of billing is 8080.\n")
    about = {"name": "my-own", "title": "My own", "description": "A test.", "now": "2024-06-01"}
    (folder / "project.json").write_text(json.dumps(about))
    path = tmp_path / "p.tenure"
    assert done("new", path, "--sample", folder).out == f"Made {path} from the sample My own\n"
    assert done("value", path, "billing", "port", "--json").json["value"] == "8080"


def test_a_file_beside_the_project_that_cannot_be_made_is_not_laid_to_the_project(project: Path) -> None:
    project.with_name(project.name + "-wal").mkdir()
    told = refused("info", project)
    assert "cannot open" in told
    assert "not a Tenure project" not in told
