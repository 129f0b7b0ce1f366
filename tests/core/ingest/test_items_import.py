"""Folders of structured data: a second version asserts and ends exactly what differs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tenure.clock import fixed_clock
from tenure.ingest import import_paths
from tenure.ingest.pipeline import ImportOptions, reimport_folder
from tenure.instants import DAY, SECOND, DateOrigin, parse_date
from tenure.keys import Key
from tenure.ledger import Ledger, open_ledger
from tenure.ledger.interchange import export_lines
from tenure.ledger.types import Op

NOW = parse_date("2026-03-01").at
FIRST = parse_date("2025-01-01").at
SECOND_VERSION = parse_date("2025-06-01").at
CONFIG = """\
# the service
debug = false

[server]
port = 8080
host = "api.example.net"

[[workers]]
name = "mail"
threads = 2

[[workers]]
name = "search"
threads = 4
"""


def write(folder: Path, name: str, text: str, at: int) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    os.utime(path, (at / SECOND, at / SECOND))
    return path


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    root = tmp_path / "files"
    write(root, "conf/app.toml", CONFIG, FIRST)
    return root


@pytest.fixture(name="ledger")
def _ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_ledger(tmp_path / "project.db", clock=fixed_clock(NOW)) as ledger:
        yield ledger


def at(ledger: Ledger, subject: str, relation: str, valid: int) -> str | None:
    return ledger.slot(Key(subject, relation), valid=valid).value


def test_every_value_holds_from_the_files_date_with_its_line(ledger: Ledger, folder: Path) -> None:
    summary = import_paths(ledger, [folder])
    assert summary.statements == 7  # an id member names its item and is a value too
    assert at(ledger, "conf/app.toml", "server.port", FIRST) == "8080"
    assert at(ledger, "conf/app.toml", "server.port", FIRST - 1) is None
    assert at(ledger, "conf/app.toml › workers › mail", "threads", FIRST) == "2"
    (statement,) = ledger.statements(Key("conf/app.toml", "server.port"))
    assert (statement.evidence.text, statement.origin) == ("port = 8080", DateOrigin.ASSUMED)
    assert statement.evidence.passage is not None
    assert statement.evidence.span is not None
    (passage,) = ledger.passages.get([statement.evidence.passage])
    assert passage.text[slice(*statement.evidence.span)] == "port = 8080"
    assert (passage.heading, passage.source) == ("conf/app.toml", "conf/app.toml")
    assert not ledger.review()
    assert ledger.check().ok


def test_a_second_version_states_exactly_the_difference(ledger: Ledger, folder: Path) -> None:
    import_paths(ledger, [folder])
    before = ledger.last_tx()
    changed = CONFIG.replace("8080", "8443").replace("debug = false\n", "").replace('"search"', '"index"')
    write(folder, "conf/app.toml", changed + "\n[extra]\nlevel = 3\n", SECOND_VERSION)
    summary = import_paths(ledger, [folder])
    said = [ledger.statement(number) for number in range(8, 8 + summary.statements)]
    assert {(s.op, s.key.subject, s.key.relation, s.object) for s in said} == {
        (Op.ASSERT, "conf/app.toml", "server.port", "8443"),
        (Op.ASSERT, "conf/app.toml", "extra.level", "3"),
        (Op.END, "conf/app.toml", "debug", "false"),
        (Op.ASSERT, "conf/app.toml › workers › index", "threads", "4"),
        (Op.ASSERT, "conf/app.toml › workers › index", "name", "index"),
        (Op.END, "conf/app.toml › workers › search", "threads", "4"),
        (Op.END, "conf/app.toml › workers › search", "name", "search"),
    }
    assert all(s.valid_from == SECOND_VERSION for s in said)
    assert at(ledger, "conf/app.toml", "server.port", SECOND_VERSION - 1) == "8080"
    assert at(ledger, "conf/app.toml", "server.port", SECOND_VERSION) == "8443"
    assert at(ledger, "conf/app.toml", "debug", SECOND_VERSION) is None
    assert ledger.last_tx() == before + 1
    assert ledger.check().ok


def test_the_same_content_again_writes_nothing(ledger: Ledger, folder: Path) -> None:
    import_paths(ledger, [folder])
    before = list(export_lines(ledger))
    os.utime(folder / "conf/app.toml", (NOW / SECOND, NOW / SECOND))
    assert import_paths(ledger, [folder]).unchanged == 1
    write(folder, "conf/app.toml", CONFIG + "# a comment\n", SECOND_VERSION)
    assert import_paths(ledger, [folder]).statements == 0
    assert list(export_lines(ledger)) == before


def test_reverting_gives_the_old_value_again(ledger: Ledger, folder: Path) -> None:
    for day, port in enumerate(("8080", "8443", "8080", "8443")):
        write(folder, "conf/app.toml", CONFIG.replace("8080", port), FIRST + day * DAY)
        import_paths(ledger, [folder])
    seen = [at(ledger, "conf/app.toml", "server.port", FIRST + day * DAY) for day in range(4)]
    assert seen == ["8080", "8443", "8080", "8443"]
    assert len(ledger.history(Key("conf/app.toml", "server.port"))) == 4


def test_an_older_file_date_never_changes_the_past(ledger: Ledger, folder: Path) -> None:
    write(folder, "conf/app.toml", CONFIG.replace("8080", "9000"), SECOND_VERSION)
    import_paths(ledger, [folder])
    write(folder, "conf/app.toml", CONFIG, FIRST)
    import_paths(ledger, [folder])
    assert at(ledger, "conf/app.toml", "server.port", FIRST) is None
    assert at(ledger, "conf/app.toml", "server.port", NOW) == "8080"


def test_a_file_that_is_gone_ends_what_it_said(ledger: Ledger, folder: Path) -> None:
    write(folder, "other.json", '{"level": 1}', FIRST)
    import_paths(ledger, [folder])
    (folder / "other.json").unlink()
    summary = reimport_folder(ledger, folder, ImportOptions(), gone=["other.json", "conf/app.toml"])
    assert [(f.name, f.gone, f.unchanged) for f in summary.files] == [
        ("conf/app.toml", False, True),
        ("other.json", True, False),
    ]
    assert at(ledger, "other.json", "level", NOW) is None
    assert at(ledger, "other.json", "level", NOW - 1) == "1"
    assert ledger.passages.of_source("other.json") == []


def test_a_malformed_file_is_told_and_the_others_come_in(ledger: Ledger, folder: Path) -> None:
    write(folder, "bad.toml", "a = = 1\n", FIRST)
    summary = import_paths(ledger, [folder])
    report = next(f for f in summary.files if f.name == "bad.toml")
    assert len(report.refused) == 1
    assert "line 1" in report.refused[0]
    assert at(ledger, "conf/app.toml", "server.port", FIRST) == "8080"


def test_a_file_that_becomes_malformed_keeps_what_it_said(ledger: Ledger, folder: Path) -> None:
    import_paths(ledger, [folder])
    write(folder, "conf/app.toml", "[server\n", SECOND_VERSION)
    assert import_paths(ledger, [folder]).skipped == 1
    assert at(ledger, "conf/app.toml", "server.port", NOW) == "8080"


def test_front_matter_is_compared_beside_the_prose(ledger: Ledger, tmp_path: Path) -> None:
    root = tmp_path / "docs"
    text = "---\nstatus: draft\nreviewer: Ada\n---\n# Weather\n\nIt rained all day.\n"
    write(root, "note.md", text, FIRST)
    import_paths(ledger, [root])
    write(root, "note.md", text.replace("draft", "final").replace("reviewer: Ada\n", ""), SECOND_VERSION)
    summary = import_paths(ledger, [root])
    assert at(ledger, "note.md", "status", SECOND_VERSION) == "final"
    assert at(ledger, "note.md", "status", FIRST) == "draft"
    assert at(ledger, "note.md", "reviewer", NOW) is None
    assert (summary.statements, summary.missing) == (2, 0)
    (statement,) = (s for s in ledger.statements(Key("note.md", "status")) if s.object == "final")
    assert statement.evidence.passage is not None
    assert statement.evidence.span is not None
    (passage,) = ledger.passages.get([statement.evidence.passage])
    assert passage.text[slice(*statement.evidence.span)] == statement.evidence.text


def test_a_dry_run_lists_what_the_real_one_does(ledger: Ledger, folder: Path) -> None:
    import_paths(ledger, [folder])
    write(folder, "conf/app.toml", CONFIG.replace("8080", "8443").replace("debug = false\n", ""), SECOND_VERSION)
    before = list(export_lines(ledger))
    dry = import_paths(ledger, [folder], dry_run=True)
    assert list(export_lines(ledger)) == before
    assert [(r.key.relation, r.object, r.by, r.at) for r in dry.retired] == [
        ("debug", "false", None, SECOND_VERSION),
        ("server.port", "8080", "8443", SECOND_VERSION),
    ]
    first = max(s.id for s in dry.stated) - len(dry.stated)
    real = import_paths(ledger, [folder])
    written = [ledger.statement(first + 1 + n) for n in range(real.statements)]
    assert [(s.key, s.op, s.object, s.valid_from) for s in dry.stated] == [
        (s.key, s.op, s.object, s.valid_from) for s in written
    ]
    assert (dry.statements, dry.passages, dry.tx) == (real.statements, real.passages, real.tx)


def test_replay_records_each_file_at_its_date(ledger: Ledger, folder: Path) -> None:
    write(folder, "b.json", '{"level": 1}', SECOND_VERSION)
    import_paths(ledger, [folder], replay=True)
    assert [t.recorded_at for t in ledger.transactions()] == [FIRST, SECOND_VERSION]
