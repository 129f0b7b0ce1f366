"""Taking an import back: what it stated goes, nothing newer; undo brings it back."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tenure.errors import ConflictError, NotFoundError
from tenure.ingest import import_paths
from tenure.ingest.rollback import rollback, run_within
from tenure.ingest.runs import FILES, FOLDER, Runs
from tenure.instants import SECOND, parse_date
from tenure.keys import Key
from tenure.ledger import Ledger, open_ledger
from tenure.ledger.interchange import export_lines

DAY_ONE = parse_date("2025-01-01").at
DAY_TWO = parse_date("2025-02-01").at
NOW = parse_date("2026-03-01").at
PORT = Key("app.toml", "port")


class Ticking:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        self.now += SECOND
        return self.now


@pytest.fixture(name="ledger")
def _ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_ledger(tmp_path / "project.db", clock=Ticking()) as ledger:
        yield ledger


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    put(folder, "port = 8080\nlevel = 1\n", DAY_ONE)
    return folder


def put(folder: Path, text: str, at: int) -> None:
    path = folder / "app.toml"
    path.write_text(text, "utf-8")
    os.utime(path, (at / SECOND, at / SECOND))


def value(ledger: Ledger, key: Key = PORT, known: int | None = None) -> str | None:
    return ledger.slot(key, known=known).value


def test_an_import_is_noted(ledger: Ledger, folder: Path) -> None:
    summary = import_paths(ledger, [folder], replay=True)
    (run,) = Runs(ledger).all()
    assert (run.id, run.kind, run.name, run.options) == (summary.run, FOLDER, str(folder), {"replay": True})
    assert (run.batches, run.statements, run.rolled_back) == (((1, summary.tx),), 2, False)
    assert run.finished is not None
    assert run.started <= run.finished
    assert import_paths(ledger, [folder]).run is None
    assert len(Runs(ledger).all()) == 1
    assert [(place.path, place.options) for place in Runs(ledger).places()] == [(str(folder), {})]


def test_named_files_are_an_import_and_no_place(ledger: Ledger, folder: Path) -> None:
    import_paths(ledger, [folder / "app.toml"])
    assert [run.kind for run in Runs(ledger).all()] == [FILES]
    assert Runs(ledger).places() == ()


def test_rolling_back_the_second_import_restores_the_first(ledger: Ledger, folder: Path) -> None:
    import_paths(ledger, [folder])
    before = ledger.last_tx()
    put(folder, "port = 8443\nextra = true\n", DAY_TWO)
    second = import_paths(ledger, [folder]).run
    assert second is not None
    assert (value(ledger), value(ledger, Key("app.toml", "level"))) == ("8443", None)
    done = rollback(ledger, second)
    assert (done.withdrawn, done.restored, done.left) == (3, 0, 0)
    assert (value(ledger), value(ledger, Key("app.toml", "level"))) == ("8080", "1")
    assert value(ledger, Key("app.toml", "extra")) is None
    assert value(ledger, known=before + 1) == "8443"
    assert ledger.last_tx() == before + 2
    assert Runs(ledger).get(second).rolled_back
    assert ledger.check().ok


def test_the_files_are_read_again_after_a_rollback(ledger: Ledger, folder: Path) -> None:
    run = import_paths(ledger, [folder]).run
    assert run is not None
    rollback(ledger, run)
    assert value(ledger) is None
    again = import_paths(ledger, [folder])
    assert (again.statements, again.unchanged) == (2, 0)
    assert value(ledger) == "8080"


def test_newer_statements_stay(ledger: Ledger, folder: Path) -> None:
    run = import_paths(ledger, [folder]).run
    assert run is not None
    ledger.assert_(PORT, "9000", DAY_TWO)
    rollback(ledger, run)
    assert value(ledger) == "9000"
    assert ledger.slot(PORT, valid=DAY_ONE).value is None


def test_what_others_changed_is_left_and_counted(ledger: Ledger, folder: Path) -> None:
    run = import_paths(ledger, [folder]).run
    assert run is not None
    port, level = ledger.statements(PORT)[0].id, ledger.statements(Key("app.toml", "level"))[0].id
    ledger.correct(port, object="8081")
    ledger.withdraw(level)
    done = rollback(ledger, run)
    assert (done.withdrawn, done.left) == (0, 2)
    assert value(ledger) == "8081"
    assert Runs(ledger).get(run).rolled_back


def test_twice_is_an_error_and_so_is_an_unknown_import(ledger: Ledger, folder: Path) -> None:
    run = import_paths(ledger, [folder]).run
    assert run is not None
    rollback(ledger, run)
    with pytest.raises(ConflictError, match="rolled back already"):
        rollback(ledger, run)
    with pytest.raises(NotFoundError):
        rollback(ledger, 99)


def test_a_rollback_is_undone_and_redone_like_any_transaction(ledger: Ledger, folder: Path) -> None:
    run = import_paths(ledger, [folder]).run
    assert run is not None
    tx = rollback(ledger, run).summary.tx
    undone = ledger.undo(tx).tx
    assert value(ledger) == "8080"
    assert not Runs(ledger).get(run).rolled_back
    ledger.undo(undone)
    assert value(ledger) is None
    assert Runs(ledger).get(run).rolled_back
    ledger.undo(ledger.last_tx())
    rollback(ledger, run)
    assert value(ledger) is None
    assert ledger.check().ok


def test_a_dry_run_says_the_same_and_writes_nothing(ledger: Ledger, folder: Path) -> None:
    run = import_paths(ledger, [folder]).run
    assert run is not None
    before = list(export_lines(ledger))
    dry = rollback(ledger, run, dry_run=True)
    assert list(export_lines(ledger)) == before
    assert not Runs(ledger).get(run).rolled_back
    real = rollback(ledger, run)
    assert (dry.withdrawn, dry.summary.closed, dry.summary.tx) == (real.withdrawn, real.summary.closed, real.summary.tx)


def test_names_and_relations_of_the_import_go(ledger: Ledger, tmp_path: Path) -> None:
    folder = tmp_path / "lines"
    folder.mkdir()
    (folder / "a.jsonl").write_text(
        '{"op": "relation", "relation": "sites", "cardinality": "set"}\n'
        '{"op": "alias", "subject": "billing", "alias": "payments"}\n'
        '{"subject": "billing", "relation": "sites", "object": "north", "valid_from": "2025-01-01"}\n',
        "utf-8",
    )
    run = import_paths(ledger, [folder]).run
    assert run is not None
    assert ledger.registry.find("sites") is not None
    done = rollback(ledger, run)
    assert done.aliases == 1
    assert ledger.aliases_of("billing") == ()
    assert ledger.registry.find("sites") is None
    ledger.undo(done.summary.tx)
    assert ledger.slot(Key("billing", "sites")).values == ("north",)
    assert ledger.registry.find("sites") is not None


def test_a_relation_that_others_use_by_now_stays(ledger: Ledger, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"op": "relation", "relation": "sites", "cardinality": "set"}\n', "utf-8")
    run = import_paths(ledger, [path]).run
    assert run is not None
    ledger.assert_(Key("billing", "sites"), "north", DAY_ONE)
    ledger.assert_(Key("billing", "sites"), "south", DAY_ONE)
    assert rollback(ledger, run).left == 1
    assert set(ledger.slot(Key("billing", "sites")).values) == {"north", "south"}


def test_a_killed_import_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    for number in range(40):
        (folder / f"f{number:02}.toml").write_text(f"port = {number}\n", "utf-8")
    path = tmp_path / "p.db"
    open_ledger(path).close()
    script = (
        "import sys, time\n"
        "from tenure.ingest import import_paths\n"
        "from tenure.ledger import open_ledger\n"
        "def slow(message, fraction):\n"
        "    if message.startswith('writing') and fraction > 0:\n"
        "        print('now', flush=True); time.sleep(60)\n"
        "with open_ledger(sys.argv[1]) as ledger:\n"
        "    import_paths(ledger, [sys.argv[2]], progress=slow)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script, path, folder], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "now\n"
        child.send_signal(signal.SIGKILL)
        child.wait()
    time.sleep(0)
    with open_ledger(path) as ledger:
        assert (ledger.last_tx(), ledger.passages.count(), Runs(ledger).all()) == (0, 0, ())
        assert import_paths(ledger, [folder]).statements == 40
        assert ledger.check().ok


def test_an_import_is_found_by_the_transactions_it_wrote(ledger: Ledger, folder: Path) -> None:
    first = ledger.last_tx() + 1
    import_paths(ledger, [folder])
    last = ledger.last_tx()
    assert run_within(ledger, first, last) == 1
    assert run_within(ledger, first, last + 1) is None
    rollback(ledger, 1)
    assert run_within(ledger, first, last) is None
    ledger.undo(ledger.last_tx())
    assert run_within(ledger, first, last) == 1
