"""One project file: made, opened, copied, closed; settings; who holds it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC
from pathlib import Path

import pytest

from tenure.clock import fixed_clock
from tenure.errors import BusyError, InputError, ProjectError
from tenure.instants import parse_date
from tenure.keys import Key
from tenure.ledger.types import Assert
from tenure.models.fake import HashEmbedder, ScriptedModel
from tenure.project import Models, Project, explain_busy
from tenure.project.holders import holders

NOW = parse_date("2026-01-01").at
PORT = Key("billing", "port")


def models() -> Models:
    return Models(text_model=ScriptedModel("8443"), use_embedder=False)


def make(path: Path, **options: str) -> Project:
    return Project.create(path, clock=fixed_clock(NOW), models=models(), **options)


def put(project: Project, value: str, at: str = "2025-01-01") -> None:
    project.ledger.apply([Assert(PORT, value, parse_date(at).at)])


def test_create_then_open(tmp_path: Path) -> None:
    path = tmp_path / "p.tenure"
    with make(path, title="Ours", zone="Europe/Berlin") as project:
        put(project, "8443")
    with Project.open(path, models=models()) as project:
        assert project.ledger.slot(PORT).value == "8443"
        assert project.settings.get("title") == "Ours"
        assert str(project.zone) == "Europe/Berlin"
        assert project.ledger.zone is project.zone


def test_a_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "p.tenure"
    path.write_text("mine")
    with pytest.raises(InputError, match="exists already"):
        make(path)
    assert path.read_text() == "mine"


def test_create_leaves_nothing_when_it_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("tenure.project.project._migrate", fail)
    with pytest.raises(OSError, match="full"):
        make(tmp_path / "p.tenure")
    assert list(tmp_path.iterdir()) == []


def test_read_only_reads_and_refuses_writing(tmp_path: Path) -> None:
    path = tmp_path / "p.tenure"
    with make(path) as project:
        put(project, "8443")
    with Project.open(path, read_only=True, clock=fixed_clock(NOW), models=models()) as project:
        assert project.ledger.slot(PORT).value == "8443"
        with pytest.raises((ProjectError, BusyError, sqlite3.OperationalError)):
            put(project, "1")
    with Project.open(path, clock=fixed_clock(NOW), models=models()) as project:
        assert project.ledger.slot(PORT).value == "8443"


def test_a_reader_sees_what_a_writer_committed(tmp_path: Path) -> None:
    path = tmp_path / "p.tenure"
    with make(path) as writer, Project.open(path, read_only=True, clock=fixed_clock(NOW), models=models()) as reader:
        put(writer, "8080")
        assert reader.ledger.slot(PORT).value == "8080"
        put(writer, "8443", "2025-02-01")
        assert reader.ledger.slot(PORT).value == "8443"


def test_backup_is_a_whole_project(tmp_path: Path) -> None:
    with make(tmp_path / "p.tenure") as project:
        put(project, "8443")
        project.backup(tmp_path / "copy.tenure")
        put(project, "1", "2025-06-01")
        with pytest.raises(InputError, match="exists already"):
            project.backup(tmp_path / "copy.tenure")
    with Project.open(tmp_path / "copy.tenure", clock=fixed_clock(NOW), models=models()) as copy:
        assert copy.ledger.slot(PORT).value == "8443"
        assert copy.ledger.check().ok


def test_settings_refuse_what_does_not_fit(tmp_path: Path) -> None:
    with make(tmp_path / "p.tenure") as project:
        assert project.settings.zone is UTC
        with pytest.raises(InputError, match="no setting"):
            project.settings.set("colour", "red")
        with pytest.raises(InputError, match="time zone"):
            project.settings.set("zone", "Mars/Olympus")
        project.settings.set("title", "Other")
        assert project.settings.as_dict() == {"title": "Other"}


def test_settings_roll_back_with_the_rest(tmp_path: Path) -> None:
    with make(tmp_path / "p.tenure") as project:
        with pytest.raises(InputError), project.ledger.writing():
            project.settings.set("title", "Half")
            raise InputError("stop")
        assert project.settings.get("title") == "p"


def test_a_locked_project_names_its_holder(tmp_path: Path) -> None:
    path = tmp_path / "p.tenure"
    make(path).close()
    assert holders(path) == []
    script = "import sys; held = open(sys.argv[1], 'rb'); print('held', flush=True); sys.stdin.read()"
    child = subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with child:
        assert child.stdout is not None
        assert child.stdout.readline() == "held\n"
        says = explain_busy(BusyError("another process is writing to the project"), path)
        child.communicate()
    if Path("/proc").is_dir():
        assert says.startswith("another process is writing to the project; it is open in ")
        assert says.endswith(f"(process {child.pid})")
    else:
        assert says == "another process is writing to the project"
    assert explain_busy(BusyError("it is locked.")) == "it is locked."


def test_models_are_made_once_and_closed_with_the_project(tmp_path: Path) -> None:
    shared = Models(text_model=ScriptedModel("x"), embedder=HashEmbedder())
    assert shared.text_model() is shared.text_model()
    assert shared.chosen("none") is None
    assert shared.chosen(None) is shared.text_model()
    assert shared.embedder() is shared.embedder()
    with pytest.raises(InputError, match="cannot be read"):
        shared.chosen(str(tmp_path / "missing.gguf"))
    with make(tmp_path / "p.tenure"):
        pass
    assert shared.embedder() is not None
    shared.close()
    assert shared.embedder() is None


def test_a_damaged_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "p.tenure"
    with make(path) as project:
        put(project, "8443")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    path.write_bytes(path.read_bytes()[:2000])
    with pytest.raises((ProjectError, sqlite3.DatabaseError)):
        Project.open(path)


def test_questions_share_what_was_looked_up(tmp_path: Path) -> None:
    embedder = HashEmbedder()
    with Project.create(tmp_path / "p.tenure", models=Models(embedder=embedder)) as project:
        for number in range(3):
            project.ledger.assert_(Key("billing", f"relation {number}"), "x", 0)
        project.answers(None).inquire("How long does billing wait?")
        before = embedder.calls
        project.answers(None).inquire("How long does billing wait for an answer?")
        assert before > 100, "the names of all relations"
        assert embedder.calls - before <= 14, (
            "the question in full and without the name, and labels of likely relations"
        )
        project.ledger.assert_(Key("billing", "patience"), "3 s", 0)
        assert [k.relation for k in project.answers(None).inquire("What is the patience of billing?").keys] == [
            "patience"
        ]


def test_a_folder_that_cannot_be_written_is_named_as_the_cause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Project.create(tmp_path / "a.tenure", models=models()).close()
    monkeypatch.setattr("tenure.project.project.os.access", lambda _path, _mode: False)
    with pytest.raises(ProjectError, match=r"cannot be written.*copy a\.tenure to another folder"):
        Project.open(tmp_path / "a.tenure", read_only=True, models=models())
