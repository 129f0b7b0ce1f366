from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tenure.errors import ConflictError, InputError, NotFoundError
from tenure.instants import DateOrigin, Precision
from tenure.keys import Key
from tenure.ledger import Assert, Erase, Evidence, Ledger, Withdraw, open_ledger
from tenure.ledger.interchange import export_lines
from tenure.ledger.projection import Erased, Written
from tenure.passages.store import NewPassage
from tenure.relations import Cardinality, Relation

PORT = Key("orders", "port")
NOW = 10**15
SECRET = "hunter-two-secret"


class Recorder:
    """A projection that notes what it is told."""

    def __init__(self) -> None:
        self.written: list[Written] = []
        self.erased: list[Erased] = []
        self.rebuilt = 0

    def apply(self, connection: sqlite3.Connection, event: Written) -> None:
        self.written.append(event)

    def erase(self, connection: sqlite3.Connection, erased: Erased) -> None:
        self.erased.append(erased)

    def rebuild(self, connection: sqlite3.Connection) -> None:
        self.rebuilt += 1


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    seed = [Relation("port"), Relation("members", Cardinality.SET)]
    with open_ledger(tmp_path / "l.tenure", seed=seed, clock=lambda: NOW) as opened:
        yield opened
        assert opened.check().problems == ()


def note(ledger: Ledger, name: str, *texts: str) -> tuple[int, ...]:
    passages = [NewPassage(t, 0, Precision.DAY, DateOrigin.DOCUMENT) for t in texts]
    with ledger.writing():
        return ledger.passages.add(name, "text", passages, digest=name, tx=1, title=name).ids


def bytes_of(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir() if file.name.startswith("l.tenure"))


def test_the_bytes_are_gone(ledger: Ledger, tmp_path: Path) -> None:
    for number in range(50):
        ledger.assert_(Key(f"s{number}", "port"), f"value {number}", number)
    text = f"The port is {SECRET} now."
    (passage,) = note(ledger, "a.md", text)
    ledger.assert_(PORT, SECRET, 5, evidence=Evidence("a.md", text, passage, (0, 10)), name="x")
    ledger.assert_(Key("other", "port"), "80", 5, evidence=Evidence("a.md", text, passage, (0, 10)))
    ledger.correct("x", object=f"{SECRET} again")
    assert SECRET.encode() in bytes_of(tmp_path)
    ledger.erase("x")
    assert SECRET.encode() not in bytes_of(tmp_path)
    assert ledger.passages.get([passage])[0].text == ""
    assert all(SECRET not in line for line in export_lines(ledger))
    assert [s.erased for s in ledger.statements(PORT)] == [True, True]
    assert all(s.object is None and s.evidence.text is None for s in ledger.statements(PORT))
    assert ledger.statements(Key("other", "port"))[0].object == "80"
    for known in range(ledger.last_tx() + 1):
        assert ledger.history(PORT, known=known) == ()


def test_a_value_that_others_state_stays_with_them(ledger: Ledger) -> None:
    ledger.assert_(PORT, "8080", 0)
    ledger.assert_(Key("billing", "port"), "8080", 0)
    ledger.erase(1)
    assert ledger.slot(Key("billing", "port")).value == "8080"


def test_by_source(ledger: Ledger, tmp_path: Path) -> None:
    ids = note(ledger, "secret.md", SECRET, "harmless")
    ledger.assert_(PORT, SECRET, 0, evidence=Evidence("secret.md", SECRET, ids[0], (0, 5)))
    ledger.assert_(PORT, "1", 5)
    summary = ledger.erase(source="secret.md")
    assert summary.erased == 1
    assert SECRET.encode() not in bytes_of(tmp_path)
    assert b"secret.md" not in bytes_of(tmp_path)
    assert [p.text for p in ledger.passages.get(ids)] == ["", ""]
    with pytest.raises(NotFoundError):
        ledger.erase(source="secret.md")


def test_by_subject(ledger: Ledger, tmp_path: Path) -> None:
    ledger.assert_(PORT, SECRET, 0)
    ledger.assert_(Key("Orders", "members"), SECRET, 0)
    ledger.add_alias("orders", f"alias {SECRET}")
    ledger.assert_(Key("billing", "port"), "1", 0)
    assert ledger.erase(subject="ORDERS").erased == 2
    assert SECRET.encode() not in bytes_of(tmp_path)
    assert ledger.slot(Key("billing", "port")).value == "1"


def test_a_dry_run_erases_nothing(ledger: Ledger) -> None:
    ledger.assert_(PORT, "1", 0)
    assert ledger.erase(1, dry_run=True).erased == 1
    assert ledger.slot(PORT).value == "1"


def test_what_was_erased_is_beyond_reach(ledger: Ledger) -> None:
    ledger.assert_(PORT, "1", 0)
    ledger.erase(1)
    for operation in (Erase(1), Withdraw(1)):
        with pytest.raises(ConflictError):
            ledger.apply([operation])
    with pytest.raises(InputError):
        ledger.apply([Erase(1, subject="orders")])
    with pytest.raises(sqlite3.IntegrityError):
        ledger.connection.execute("DELETE FROM statement")


def test_a_member_wholly_erased_and_stated_again_is_new(ledger: Ledger) -> None:
    key = Key("orders", "members")
    ledger.assert_(key, "Ann", 0)
    ledger.end(key, 10, "Ann")
    ledger.assert_(key, "Ann", 2)
    ledger.erase(2)
    assert ledger.slot(key, valid=20).values == ()
    ledger.erase(1)
    ledger.erase(3)
    ledger.assert_(key, "Ann", 5)
    assert ledger.slot(key, valid=20).values == ("Ann",)


def test_projections_are_told(ledger: Ledger) -> None:
    recorder = Recorder()
    ledger.projections.append(recorder)
    (passage,) = note(ledger, "a.md", SECRET)
    ledger.apply([Assert(PORT, SECRET, 0, evidence=Evidence("a.md", SECRET, passage))], passages=(passage,))
    ledger.withdraw(1)
    ledger.erase(1)
    assert [(e.tx, e.recorded, e.closed, e.passages) for e in recorder.written[:2]] == [
        (1, (1,), (), (passage,)),
        (2, (), (1,), ()),
    ]
    (erased,) = recorder.erased
    assert (erased.statements, erased.passages, erased.objects) == ((1,), (passage,), (SECRET,))


def test_a_projection_that_fails_takes_the_write_with_it(ledger: Ledger) -> None:
    class Failing(Recorder):
        def apply(self, connection: sqlite3.Connection, event: Written) -> None:
            raise ZeroDivisionError

    ledger.projections.append(Failing())
    with pytest.raises(ZeroDivisionError):
        ledger.assert_(PORT, "1", 0)
    ledger.projections.clear()
    assert ledger.slot(PORT).facts == ()


def test_inside_a_larger_transaction_too(ledger: Ledger, tmp_path: Path) -> None:
    ledger.assert_(PORT, SECRET, 0)
    with ledger.writing():
        ledger.erase(1)
        ledger.assert_(PORT, "2", 5)
    assert SECRET.encode() not in bytes_of(tmp_path)
    assert ledger.slot(PORT).value == "2"
