"""import: what it says, that it is all or nothing, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers.cli import done, fits, refused, tenure


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    path = tmp_path / "e.tenure"
    done("new", path)
    return path


def lines(folder: Path, *found: object) -> Path:
    path = folder / "s.jsonl"
    path.write_bytes(b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in found))
    return path


PORT = {"subject": "billing", "relation": "port", "object": "8080", "valid_from": "2024-09-01"}


def test_statements_are_counted_and_there(empty: Path, tmp_path: Path) -> None:
    path = lines(tmp_path, PORT, {**PORT, "object": "8443", "valid_from": "2024-11-05"})
    summary = fits("import", done("import", empty, path, "--json").json)
    assert summary["statements"] == 2
    assert summary["dry_run"] is False
    assert done("value", empty, "billing", "port", "--json").json["value"] == "8443"


def test_the_same_again_changes_nothing(empty: Path, tmp_path: Path) -> None:
    path = lines(tmp_path, PORT)
    done("import", empty, path)
    before = done("export", empty).out
    assert done("import", empty, path, "--json").json["statements"] == 0
    assert done("export", empty).out == before


def test_dry_run_writes_nothing(empty: Path, tmp_path: Path) -> None:
    assert done("import", empty, lines(tmp_path, PORT), "--dry-run", "--json").json["statements"] == 1
    assert tenure("value", empty, "billing", "port").code == 3


def test_replay_keeps_what_was_believed(empty: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "2024-09-01-a.md").write_text("The port of billing is 8080.\n")
    (notes / "2024-11-05-b.md").write_text("Since 2024-10-01 the port of billing is 8443.\n")
    done("import", empty, notes, "--replay")
    known = done("value", empty, "billing", "port", "--valid", "2024-10-15", "--known", "2024-11-01", "--json").json
    now = done("value", empty, "billing", "port", "--valid", "2024-10-15", "--json").json
    assert (known["value"], now["value"]) == ("8080", "8443")


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (b"{not json", "2"),
        ({**PORT, "valid_from": "soon"}, "soon"),
        ({**PORT, "valid_to": "2020-01-01"}, "impossible interval"),
        ({"subject": "billing"}, "2"),
        ({**PORT, "op": "frob"}, "frob"),
    ],
)
def test_a_malformed_line_refuses_the_file_or_is_skipped(empty: Path, tmp_path: Path, bad: object, says: str) -> None:
    path = lines(tmp_path, PORT, bad, {**PORT, "relation": "owner", "object": "Ledger team"})
    sentence = refused("import", empty, path)
    assert says in sentence
    assert "line 2" in sentence
    assert tenure("value", empty, "billing", "port").code == 3
    skipped = done("import", empty, path, "--skip-bad", "--json").json
    assert skipped["statements"] == 2
    assert skipped["skipped"] == 1
    assert done("value", empty, "billing", "owner", "--json").json["value"] == "Ledger team"


def test_one_bad_file_that_was_named_leaves_none_of_the_others(empty: Path, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    note = folder / "2024-09-01-a.md"
    note.write_text("The port of billing is 8080.\n")
    refused("import", empty, note, lines(folder, b"{not json"))
    assert tenure("value", empty, "billing", "port").code == 3
    assert done("info", empty, "--json").json["counts"]["passages"] == 0


def test_a_bad_file_in_a_folder_is_told_and_the_others_come_in(empty: Path, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "2024-09-01-a.md").write_text("The port of billing is 8080.\n")
    lines(folder, b"{not json")
    summary = fits("import", done("import", empty, folder, "--json").json)
    assert summary["skipped"] == 1
    assert done("value", empty, "billing", "port", "--json").json["value"] == "8080"


def test_a_recording_time_in_the_past_is_moved_or_refused(empty: Path, tmp_path: Path) -> None:
    done("assert", empty, "billing", "owner", "Ledger team")
    path = lines(tmp_path, {**PORT, "recorded_at": "2024-09-02T10:00:00Z"})
    assert "earlier than the last" in refused("import", empty, path, "--exact-times")
    assert done("import", empty, path, "--json").json["moved_up"] == 1


def test_what_cannot_be_read_is_refused(empty: Path, tmp_path: Path) -> None:
    assert "missing" in refused("import", empty, tmp_path / "missing.md")
    (tmp_path / "bytes.md").write_bytes(b"The port of billing is \xff\xfe\x00.\n")
    assert "bytes.md" in refused("import", empty, tmp_path / "bytes.md")


def test_counts_are_worded_for_one_and_for_many(empty: Path, tmp_path: Path) -> None:
    path = lines(tmp_path, {"subject": "a", "relation": "port", "object": "1", "valid_from": "2025"}, [1])
    said = done("import", empty, path, "--skip-bad").out.splitlines()
    assert said == [
        "Read 1 statement and 1 passage from 1 file (import 1)",
        "  1 malformed item left out",
        "  s.jsonl, line 2: not a JSON object",
    ]


def test_an_end_that_stands_for_open_is_taken(empty: Path, tmp_path: Path) -> None:
    path = tmp_path / "ports.csv"
    path.write_text("subject,relation,object,valid_from,valid_to\nbilling,port,8080,2024-01-01,9999-12-31\n")
    done("import", empty, path)
    assert done("value", empty, "billing", "port", "--valid", "2025-01-01", "--json").json["value"] == "8080"
    assert done("value", empty, "billing", "port", "--known", "9999-12-31", "--json").json["value"] == "8080"


def test_half_a_character_is_refused_in_one_sentence(empty: Path, tmp_path: Path) -> None:
    path = lines(tmp_path, {"subject": "a\ud800", "relation": "port", "object": "1", "valid_from": "2025"})
    assert "not Unicode text" in refused("import", empty, path)
    assert "not Unicode text" in refused("assert", empty, "a\udcff", "port", "1")
    assert done("info", empty, "--json").json["counts"]["statements"] == 0


def test_an_export_into_no_folder_is_refused(empty: Path, tmp_path: Path) -> None:
    assert refused("export", empty, "--out", tmp_path / "no" / "x.jsonl").endswith("no: there is no such folder")
