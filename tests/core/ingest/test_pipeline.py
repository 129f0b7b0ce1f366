"""Whole imports into real project files."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tenure.clock import fixed_clock
from tenure.errors import Cancelled, InputError
from tenure.ingest import import_paths
from tenure.instants import DateOrigin, Precision, parse_date
from tenure.keys import Key, Scope
from tenure.ledger import Ledger, open_ledger
from tenure.ledger.interchange import export_lines
from tenure.ledger.projection import Erased, Written

NOW = parse_date("2026-03-01").at
FILES = {
    "notes/2025-03-weekly.md": "# Weekly, March 2025\n\n## 2025-03-10\n\nbilling moved from port 8080 to port 8443.\n",
    "notes/2025-05-weekly.md": "# Weekly\n\n## 2025-05-05\n\nSince 1 April 2025 the timeout of billing is 20 s.\n",
    "chat/2025-04.txt": "[2025-04-02 10:00] ada: the timeout of billing is 30 s\n[2025-04-02 10:01] bob: thanks\n",
    "data/register.csv": (
        "subject,relation,object,valid_from,recorded_at\n"
        "billing,port,8080,2024-09-01,2024-09-01T08:00:00Z\n"
        "billing,owner,Tide team,2024-09-01,2024-09-01T08:00:00Z\n"
    ),
    "data/statements.jsonl": (
        '{"op": "relation", "relation": "deployed to", "cardinality": "set", "aliases": ["sites"]}\n'
        '{"id": "s1", "subject": "billing", "relation": "sites", "object": "north", "valid_from": "2024-10-01", '
        '"recorded_at": "2024-10-02T00:00:00Z"}\n'
        '{"op": "correct", "target": "s1", "object": "south", "recorded_at": "2025-06-01T00:00:00Z"}\n'
    ),
}


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    root = tmp_path / "files"
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


@pytest.fixture(name="ledger")
def _ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_ledger(tmp_path / "project.db", clock=fixed_clock(NOW)) as ledger:
        yield ledger


def at(ledger: Ledger, relation: str, valid: str | None = None, known: str | None = None) -> tuple[str, ...]:
    tx = ledger.tx_at(parse_date(known)) if known else None
    when = parse_date(valid) if valid else None
    return ledger.slot(Key("billing", relation), valid=when, known=tx).values


def test_replay_keeps_what_was_believed_when(ledger: Ledger, folder: Path) -> None:
    summary = import_paths(ledger, [folder], replay=True)
    assert (summary.statements, summary.passages, summary.moved_up, summary.skipped) == (7, 9, 0, 0)
    assert at(ledger, "port") == ("8443",)
    assert at(ledger, "port", "2025-01-01") == ("8080",)
    assert at(ledger, "timeout", "2025-04-20", "2025-04-30") == ("30 s",)
    assert at(ledger, "timeout", "2025-04-02", "2025-05-06") == ("20 s",)
    assert at(ledger, "deployed to", "2025-01-01", "2025-01-01") == ("north",)
    assert at(ledger, "deployed to", "2025-01-01") == ("south",)
    times = [t.recorded_at for t in ledger.transactions()]
    assert times == sorted(times)
    assert ledger.check().ok


def test_without_replay_prose_is_recorded_now(ledger: Ledger, folder: Path) -> None:
    import_paths(ledger, [folder])
    assert at(ledger, "port", known="2025-12-31") == ("8080",)
    assert at(ledger, "port") == ("8443",)


def test_evidence_names_passage_span_and_source(ledger: Ledger, folder: Path) -> None:
    import_paths(ledger, [folder], replay=True)
    statement = ledger.statements(Key("billing", "port"))[-1]
    assert statement.evidence.source == "notes/2025-03-weekly.md"
    assert (statement.precision, statement.origin) == (Precision.DAY, DateOrigin.DOCUMENT)
    assert statement.evidence.passage is not None
    (passage,) = ledger.passages.get([statement.evidence.passage])
    assert statement.evidence.span is not None
    assert passage.text[slice(*statement.evidence.span)] == statement.evidence.text
    assert passage.tx == statement.tx
    row = ledger.statements(Key("billing", "owner"))[0]
    assert row.evidence.text == "billing,owner,Tide team,2024-09-01,2024-09-01T08:00:00Z"


def test_spans_point_into_the_text_as_it_stands_in_each_file(ledger: Ledger, tmp_path: Path) -> None:
    said = "The port of billing is 8080. The timeout of billing is 30 s."
    root = tmp_path / "two"
    root.mkdir()
    (root / "a.md").write_text(said.replace(" ", "\n  "), "utf-8")
    (root / "b.md").write_text(said, "utf-8")
    import_paths(ledger, [root])
    (root / "b.md").write_text(said.replace(". The", ".\n    The") + " The owner of billing is Tide.", "utf-8")
    import_paths(ledger, [root])
    (root / "b.md").write_text(said + "  The owner\nof billing is Tide.", "utf-8")
    import_paths(ledger, [root])
    statements = [s for key in ledger.find_keys(subject="billing") for s in ledger.statements(key)]
    assert len({s.evidence.source for s in statements}) == 2
    for statement in statements:
        passage = ledger.passages.get([statement.evidence.passage or 0])[0]
        start, end = statement.evidence.span or (0, 0)
        assert passage.text[start:end].split() == (statement.evidence.text or "").split()


def test_the_same_again_changes_nothing(ledger: Ledger, folder: Path) -> None:
    import_paths(ledger, [folder], replay=True)
    before = list(export_lines(ledger))
    again = import_paths(ledger, [folder], replay=True)
    assert (again.unchanged, again.statements, again.passages) == (5, 0, 0)
    assert list(export_lines(ledger)) == before


def test_a_new_version_of_prose_queues_what_is_gone(ledger: Ledger, folder: Path) -> None:
    import_paths(ledger, [folder], replay=True)
    path = folder / "notes/2025-03-weekly.md"
    path.write_text("# Weekly, March 2025\n\n## 2025-03-10\n\nbilling moved to port 8444. It rained.\n", "utf-8")
    summary = import_paths(ledger, [folder], replay=True)
    assert (summary.unchanged, summary.statements, summary.missing) == (4, 1, 1)
    assert at(ledger, "port") == ("8444",)
    assert [item.text for item in ledger.review() if item.kind == "missing"] == [
        "'notes/2025-03-weekly.md' no longer says so"
    ]


def test_a_new_version_that_says_the_same_records_nothing(ledger: Ledger, folder: Path) -> None:
    import_paths(ledger, [folder], replay=True)
    path = folder / "notes/2025-03-weekly.md"
    path.write_text(FILES["notes/2025-03-weekly.md"] + "\nIt rained all day.\n", "utf-8")
    summary = import_paths(ledger, [folder], replay=True)
    assert (summary.statements, summary.missing, summary.passages) == (0, 0, 1)


def test_a_new_version_of_a_table_ends_what_is_gone(ledger: Ledger, folder: Path) -> None:
    import_paths(ledger, [folder], replay=True)
    path = folder / "data/register.csv"
    lines = FILES["data/register.csv"].splitlines()
    path.write_text("\n".join([*lines[:2], "billing,language,Go,2024-09-01,"]) + "\n", "utf-8")
    summary = import_paths(ledger, [folder], replay=True)
    assert (summary.statements, summary.missing) == (1, 1)
    assert at(ledger, "owner", "2027-01-01") == ()
    assert at(ledger, "owner", "2025-01-01") == ("Tide team",)
    assert at(ledger, "language") == ("Go",)


def test_corrected_lines_are_not_recorded_again(ledger: Ledger, folder: Path) -> None:
    import_paths(ledger, [folder], replay=True)
    path = folder / "data/statements.jsonl"
    path.write_text(
        FILES["data/statements.jsonl"]
        + '{"id": "s2", "subject": "billing", "relation": "sites", "object": "east", "valid_from": "2025-07-01"}\n',
        "utf-8",
    )
    summary = import_paths(ledger, [folder])
    assert (summary.statements, summary.missing) == (1, 0)
    assert set(at(ledger, "deployed to")) == {"south", "east"}


def test_a_dry_run_leaves_nothing(ledger: Ledger, folder: Path) -> None:
    dry = import_paths(ledger, [folder], replay=True, dry_run=True)
    assert dry.dry_run
    assert (ledger.last_tx(), ledger.passages.count(), ledger.passages.sources()) == (0, 0, [])
    real = import_paths(ledger, [folder], replay=True)
    assert (real.statements, real.passages) == (dry.statements, dry.passages)


@pytest.mark.parametrize("moment", ["reading", "understanding", "writing"])
def test_cancelling_leaves_no_trace(ledger: Ledger, folder: Path, moment: str) -> None:
    def stop(message: str, fraction: float) -> None:
        assert 0.0 <= fraction <= 1.0
        if message.startswith(moment):
            raise Cancelled

    with pytest.raises(Cancelled):
        import_paths(ledger, [folder], replay=True, progress=stop)
    assert (ledger.last_tx(), ledger.passages.count(), ledger.passages.sources()) == (0, 0, [])
    assert import_paths(ledger, [folder], replay=True).statements == 7


def test_progress_rises(ledger: Ledger, folder: Path) -> None:
    seen: list[float] = []
    import_paths(ledger, [folder], progress=lambda _, fraction: seen.append(fraction))
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_a_bad_line_refuses_a_named_file_or_is_left_out(ledger: Ledger, folder: Path) -> None:
    with (folder / "data/register.csv").open("a", encoding="utf-8") as file:
        file.write("billing,,x,2024-09-01,\n")
    with pytest.raises(InputError, match=r"'register\.csv', line 4: it names no relation"):
        import_paths(ledger, [folder / "data/register.csv"], replay=True)
    assert ledger.last_tx() == 0
    summary = import_paths(ledger, [folder], replay=True, skip_bad=True)
    assert summary.skipped == 1
    assert at(ledger, "port") == ("8443",)


def test_a_malformed_file_in_a_folder_is_told_and_the_import_goes_on(ledger: Ledger, folder: Path) -> None:
    with (folder / "data/register.csv").open("a", encoding="utf-8") as file:
        file.write("billing,,x,2024-09-01,\n")
    summary = import_paths(ledger, [folder], replay=True)
    report = next(f for f in summary.files if f.name == "data/register.csv")
    assert report.refused == ("'data/register.csv', line 4: it names no relation",)
    assert (report.statements, summary.skipped) == (0, 1)
    assert at(ledger, "port") == ("8443",)
    assert at(ledger, "owner") == ()


def test_binary_files_in_a_folder_are_skipped_and_reported(ledger: Ledger, folder: Path) -> None:
    (folder / "logo.png").write_bytes(b"\x89PNG\r\n\0\0\0")
    (folder / ".hidden").write_text("billing listens on 9999.", "utf-8")
    summary = import_paths(ledger, [folder])
    report = next(f for f in summary.files if f.name == "logo.png")
    assert report.refused == ("'logo.png' is a binary file, not text",)
    assert not any(f.name == ".hidden" for f in summary.files)
    with pytest.raises(InputError, match="binary"):
        import_paths(ledger, [folder / "logo.png"])


def test_undecodable_text_is_told_in_a_folder_and_refused_by_itself(ledger: Ledger, folder: Path) -> None:
    (folder / "latin.md").write_bytes("Größe".encode("latin-1"))
    with pytest.raises(InputError, match=r"'latin\.md' is not readable text: byte 2"):
        import_paths(ledger, [folder / "latin.md"])
    summary = import_paths(ledger, [folder])
    assert summary.skipped == 1
    assert summary.statements > 0
    (told,) = [f for f in summary.files if f.refused]
    assert told.refused[0].startswith("'latin.md' is not readable text")


def test_a_name_that_is_no_text_is_told(ledger: Ledger, folder: Path) -> None:
    try:
        (folder / os.fsdecode(b"gr\xf6\xdfe.md")).write_text("# x\n")
    except OSError:
        pytest.skip("this file system takes only names that are UTF-8")
    summary = import_paths(ledger, [folder])
    (told,) = [f for f in summary.files if f.refused]
    assert told.refused == ("'gr\\udcf6\\udcdfe.md' has a name that is not UTF-8; rename it to import it",)
    assert summary.statements > 0


def test_bytes_and_what_stands_beside_are_read_in_a_folder(ledger: Ledger, tmp_path: Path) -> None:
    root = tmp_path / "export"
    (root / "deploys").mkdir(parents=True)
    users = [{"id": "U0AAAAAA1", "name": "ada", "profile": {"real_name": "Ada Lovelace"}}]
    said = [{"type": "message", "user": "U0AAAAAA1", "text": "I am now the owner of `billing`.", "ts": "1741000000.0"}]
    (root / "users.json").write_text(json.dumps(users))
    (root / "deploys" / "2025-03-03.json").write_text(json.dumps(said))
    (root / "note.eml").write_bytes(
        b"From: Bob <b@example.org>\nDate: Mon, 03 Mar 2025 10:12:00 +0100\n"
        b"Content-Type: text/plain; charset=latin-1\n\nGr\xfc\xdfe. I am now the lead of `search`.\n"
    )
    assert import_paths(ledger, [root]).skipped == 0
    assert [f.object for f in ledger.history(Key("billing", "owner"))] == ["Ada Lovelace"]
    assert [f.object for f in ledger.history(Key("search", "lead"))] == ["Bob"]


def test_missing_paths_and_double_names(ledger: Ledger, folder: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        import_paths(ledger, [tmp_path / "nowhere"])
    other = tmp_path / "other"
    shutil.copytree(folder, other)
    with pytest.raises(InputError, match="would both be the source"):
        import_paths(ledger, [folder, other])


def test_an_export_comes_back_through_an_import(ledger: Ledger, folder: Path, tmp_path: Path) -> None:
    import_paths(ledger, [folder], replay=True)
    copy = tmp_path / "export.jsonl"
    copy.write_text("".join(line.rstrip("\n") + "\n" for line in export_lines(ledger)), "utf-8")
    with open_ledger(tmp_path / "copy.db", clock=fixed_clock(NOW)) as second:
        import_paths(second, [copy])
        assert list(export_lines(second)) == list(export_lines(ledger))


def test_projections_see_every_passage_in_the_same_transaction(tmp_path: Path, folder: Path) -> None:
    class Recorder:
        def __init__(self) -> None:
            self.passages: set[int] = set()

        def apply(self, connection: object, event: Written) -> None:
            self.passages.update(event.passages)

        def erase(self, connection: object, erased: Erased) -> None:
            raise AssertionError

        def rebuild(self, connection: object) -> None:
            raise AssertionError

    recorder = Recorder()
    with open_ledger(tmp_path / "p.db", clock=fixed_clock(NOW), projections=[recorder]) as ledger:
        import_paths(ledger, [folder])
        assert recorder.passages == set(ledger.passages.all_ids())


def test_names_known_from_one_file_are_subjects_in_another(ledger: Ledger, tmp_path: Path) -> None:
    root = tmp_path / "x"
    root.mkdir()
    (root / "2025-01-01-a.md").write_text("The stacking mode of tracker is greedy.\n", "utf-8")
    (root / "2025-01-02-b.md").write_text("tracker is owned by the Tide team.\n", "utf-8")
    import_paths(ledger, [root])
    assert ledger.slot(Key("tracker", "stacking mode")).values == ("greedy",)


def test_environments_become_scopes(ledger: Ledger, tmp_path: Path) -> None:
    note = tmp_path / "2025-01-01.md"
    note.write_text("In staging, the port of billing is 8081. In prod, the port of billing is 8080.\n", "utf-8")
    import_paths(ledger, [note])
    assert ledger.value("billing", "port", {"env": "staging"}).value == "8081"
    assert ledger.slot(Key("billing", "port", Scope.of({"env": "prod"}))).value == "8080"


def test_a_change_log_gives_versions_that_only_rise(ledger: Ledger, tmp_path: Path) -> None:
    log = tmp_path / "CHANGELOG.md"
    log.write_text(
        "# Changelog of feed-reader\n\n## [Unreleased]\n\n- x\n\n## [1.9.1] - 2025-07-01\n\n- backport\n\n"
        "## [2.0.0] - 2025-06-01\n\n- y\n\n## [1.9.0] - 2025-05-01\n\n- z\n",
        "utf-8",
    )
    import_paths(ledger, [log])
    values = [f.object for f in ledger.history(Key("feed-reader", "version"))]
    assert values == ["1.9.0", "2.0.0"]


def test_a_renamed_thing_keeps_its_keys_under_both_names(tmp_path: Path, ledger: Ledger) -> None:
    text = (
        "# Notes\n\n## 2025-01-06\n\nThe port of billing is 8600.\n\n"
        "## 2025-02-03\n\nbilling was renamed to invoicing.\n\n"
        "## 2025-03-03\n\ninvoicing listens on port 8610.\n\n## 2025-04-07\n\ninvoicing was renamed to accounts.\n\n"
        "## 2025-05-05\n\nThe port of accounts is 8620.\n"
    )
    (tmp_path / "notes.md").write_text(text, "utf-8")
    import_paths(ledger, [tmp_path / "notes.md"], replay=True)
    values = [fact.object for fact in ledger.history(Key("billing", "port", Scope.of(None)))]
    assert values == ["8600", "8610", "8620"]
    assert ledger.find_keys(subject="invoicing") == ledger.find_keys(subject="accounts") == ()
    assert ledger.aliases("invoicing") == ledger.aliases("accounts") == ("billing",)


def test_a_new_name_that_has_facts_of_its_own_stays_a_thing_of_its_own(tmp_path: Path, ledger: Ledger) -> None:
    ledger.assert_(Key("invoicing", "port"), "9000", parse_date("2024-01-01").at)
    text = "# Notes\n\n## 2025-02-03\n\nbilling was renamed to invoicing. The port of billing is 8600.\n"
    (tmp_path / "notes.md").write_text(text, "utf-8")
    import_paths(ledger, [tmp_path / "notes.md"])
    assert {key.subject for key in ledger.find_keys(relation="port")} == {"invoicing", "billing"}


def test_a_value_known_from_one_file_tells_what_another_means(tmp_path: Path, ledger: Ledger) -> None:
    (tmp_path / "a.md").write_text(
        "# Register\n\n## 2025-01-06\n\nThe cache of billing is Redis. The database of billing is Postgres 14.\n",
        "utf-8",
    )
    (tmp_path / "b.md").write_text(
        "# Weekly\n\n## 2025-03-03\n\nbilling moved to Postgres 16.\n\n"
        "## 2025-04-07\n\nRedis was removed from billing.\n",
        "utf-8",
    )
    import_paths(ledger, [tmp_path / "a.md", tmp_path / "b.md"], replay=True)
    assert [f.object for f in ledger.history(Key("billing", "database"))] == ["Postgres 14", "Postgres 16"]
    assert not ledger.value("billing", "cache", valid=parse_date("2025-05-01").at).facts


def test_what_the_ledger_holds_tells_what_a_later_file_means(tmp_path: Path, ledger: Ledger) -> None:
    first = "# Notes\n\n## 2025-01-06\n\nThe cache of billing is Redis. billing was renamed to invoicing.\n"
    later = "# Notes\n\n## 2025-03-03\n\ninvoicing dropped Redis. The port of invoicing is 8443.\n"
    (tmp_path / "a.md").write_text(first, "utf-8")
    import_paths(ledger, [tmp_path / "a.md"])
    (tmp_path / "b.md").write_text(later, "utf-8")
    import_paths(ledger, [tmp_path / "b.md"])
    assert not ledger.value("billing", "cache", valid=parse_date("2025-05-01").at).facts
    assert ledger.value("billing", "port", valid=parse_date("2025-05-01").at).facts[0].object == "8443"
    assert ledger.find_keys(subject="invoicing") == ()


def test_a_dry_run_lists_as_much_as_asked_and_counts_all(ledger: Ledger, folder: Path) -> None:
    whole = import_paths(ledger, [folder], replay=True, dry_run=True)
    short = import_paths(ledger, [folder], replay=True, dry_run=True, most_listed=1)
    assert short.stated == whole.stated[:1]
    assert len(short.retired) <= 2
    assert (short.statements, short.closed) == (whole.statements, whole.closed)
    assert whole.closed == len(whole.retired) > 1


def test_file_times_count_unless_they_are_left_aside(ledger: Ledger, tmp_path: Path) -> None:
    path = tmp_path / "app.env"
    path.write_text("PORT=8443\n", "utf-8")
    copied = parse_date("2025-12-24").at
    os.utime(path, (copied / 1_000_000, copied / 1_000_000))
    counted = import_paths(ledger, [path], dry_run=True)
    aside = import_paths(ledger, [path], dry_run=True, ignore_file_times=True)
    assert [s.valid_from for s in counted.stated] == [copied]
    assert [s.valid_from for s in aside.stated] == [NOW]
    assert aside.stated[0].origin is DateOrigin.ASSUMED
