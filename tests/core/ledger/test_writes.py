from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tenure.errors import BusyError, ConflictError, InputError, NotFoundError, ProjectError
from tenure.instants import Dated, Precision, parse_date
from tenure.keys import Key, Scope
from tenure.ledger import Assert, Correct, End, Evidence, Ledger, Withdraw, open_ledger
from tenure.ledger.review_queue import ReviewKind
from tenure.ledger.types import Absence, Flag, State
from tenure.relations import Cardinality, Relation

NOW = parse_date("2025-06-01").at
SEED = [
    Relation("port", unit=None, aliases=("listens on",)),
    Relation("owner", case_sensitive=False),
    Relation("timeout", unit="s", time_to_live=86_400_000_000 * 30),
    Relation("maintainers", Cardinality.SET),
    Relation("released", Cardinality.EVENT),
]
PORT = Key("Orders", "port")


def at(text: str) -> int:
    return parse_date(text).at


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:  # type: ignore[misc]
    with open_ledger(tmp_path / "l.tenure", seed=SEED, clock=lambda: NOW) as opened:
        yield opened  # type: ignore[misc]


def test_a_newer_value_takes_over_and_nothing_is_deleted(ledger: Ledger) -> None:
    first = ledger.assert_(PORT, "8080", at("2024-01-01"))
    second = ledger.assert_(Key("ORDERS", "listens on"), "9090", at("2025-01-01"))
    assert [c.valid_to for c in first.opened] == [None]
    assert [(c.object, c.valid_to) for c in second.closed] == [("8080", None)]
    assert sorted((c.object, c.valid_to) for c in second.opened if c.valid_to) == [("8080", at("2025-01-01"))]
    assert ledger.slot(PORT, valid=at("2024-06-01")).value == "8080"
    old, new = ledger.history(PORT)
    assert (old.state, old.superseded_by) == (State.SUPERSEDED, "9090")
    assert new.state is State.CURRENT
    assert new.key.subject == "Orders"
    assert ledger.slot(PORT, known=1).value == "8080"


def test_mentioning_a_subject_retires_nothing_else(ledger: Ledger) -> None:
    ledger.assert_(PORT, "8080", at("2024-01-01"))
    ledger.assert_(Key("Orders", "owner"), "Team A", at("2024-01-01"))
    ledger.assert_(Key("Orders", "port", Scope.of({"env": "prod"})), "80", at("2024-02-01"))
    assert ledger.slot(PORT).value == "8080"


def test_a_backfilled_older_fact_never_disturbs_the_present(ledger: Ledger) -> None:
    ledger.assert_(PORT, "9090", at("2025-01-01"))
    ledger.assert_(PORT, "8080", at("2023-01-01"))
    assert ledger.slot(PORT).value == "9090"
    assert [f.object for f in ledger.history(PORT)] == ["8080", "9090"]


def test_same_value_in_other_spelling_is_evidence_not_a_change(ledger: Ledger) -> None:
    key = Key("Orders", "timeout")
    ledger.assert_(key, "30", at("2024-01-01"))
    summary = ledger.assert_(key, "30 seconds", at("2025-05-20"))
    assert summary.opened == summary.closed == ()
    (fact,) = ledger.history(key)
    assert (fact.object, fact.evidence_count, fact.flags) == ("30", 2, frozenset())
    assert Flag.EXPIRED in ledger.history(key, valid=at("2025-08-01"))[0].flags
    owner = Key("Orders", "owner")
    ledger.assert_(owner, "Team A", at("2024-01-01"))
    assert ledger.assert_(owner, "TEAM  a", at("2024-02-01")).opened == ()


@pytest.mark.parametrize(("start", "end"), [(2, 2), (2, 1), (1.5, None), ("2024", None), (True, None), (2**63, None)])
def test_impossible_times_are_refused(ledger: Ledger, start: int, end: int | None) -> None:
    with pytest.raises(InputError):
        ledger.assert_(PORT, "1", start, end)
    assert ledger.last_tx() == 0


def test_empty_names_and_values_are_refused(ledger: Ledger) -> None:
    for key, value in ((Key(" ", "port"), "1"), (Key("a", " "), "1"), (PORT, "  ")):
        with pytest.raises(InputError):
            ledger.assert_(key, value, 0)


def test_a_failing_operation_leaves_nothing_of_its_transaction(ledger: Ledger) -> None:
    with pytest.raises(NotFoundError):
        ledger.apply([Assert(PORT, "1", 0), Withdraw("nobody")])
    assert ledger.slot(PORT).absence is Absence.NEVER_STATED
    assert ledger.info()["keys"] == 0
    with ledger.writing():
        ledger.assert_(PORT, "2", 0)
        with pytest.raises(ConflictError):
            ledger.apply([Assert(PORT, "3", 5), Withdraw(1), Withdraw(1)])
    assert ledger.slot(PORT).value == "2"


def test_many_transactions_in_one_are_rolled_back_together(ledger: Ledger) -> None:
    with pytest.raises(ZeroDivisionError), ledger.writing():
        ledger.assert_(PORT, "1", 0)
        ledger.assert_(PORT, "2", 1)
        raise ZeroDivisionError
    assert ledger.last_tx() == 0
    ledger.assert_(PORT, "3", 0)
    assert ledger.slot(PORT).value == "3"


def test_correcting_is_not_storing_again(ledger: Ledger) -> None:
    tx = ledger.assert_(PORT, "8080", at("2024-01-01"), name="a")
    ledger.correct("a", object="8081")
    ledger.correct("a", object="8082")
    assert [f.object for f in ledger.history(PORT)] == ["8082"]
    assert ledger.slot(PORT, known=tx.tx).value == "8080"
    said = ledger.statements(PORT)
    assert [(s.object, s.closed_tx) for s in said] == [("8080", 2), ("8081", 3), ("8082", None)]
    assert said[0].corrected_by == said[1].id
    ledger.withdraw("a")
    for operation in (Withdraw("a"), Correct("a", object="1"), Withdraw(1)):
        with pytest.raises(ConflictError):
            ledger.apply([operation])


def test_system_time(ledger: Ledger) -> None:
    ledger.assert_(PORT, "1", 0, recorded_at=at("2024-05-02"))
    moved = ledger.assert_(PORT, "2", 1, recorded_at=at("2024-05-01"))
    assert moved.moved_up == 1
    entry = ledger.transaction(2)
    assert (entry.recorded_at, entry.stated_at) == (at("2024-05-02"), at("2024-05-01"))
    with pytest.raises(InputError, match="future"):
        ledger.assert_(PORT, "3", 2, recorded_at=NOW + 1)
    with pytest.raises(InputError, match="earlier"):
        ledger.apply([Assert(PORT, "3", 2)], recorded_at=at("2024-05-01"), exact_times=True)
    assert ledger.tx_at(at("2024-05-02") - 1) == 0
    assert ledger.tx_at(parse_date("2024-05-02")) == 2
    assert ledger.tx_at(parse_date("2024-05")) == 2


def test_two_changes_in_the_same_microsecond_are_both_there(ledger: Ledger) -> None:
    ledger.assert_(PORT, "1", 0)
    ledger.assert_(PORT, "2", 1)
    assert ledger.transaction(1).recorded_at == ledger.transaction(2).recorded_at
    assert ledger.slot(PORT, known=1).value == "1"


def test_conflicts_go_to_review(ledger: Ledger) -> None:
    ledger.assert_(PORT, "1", at("2024-05-01"))
    assert ledger.assert_(PORT, "2", at("2024-05-01")).conflicts == 1
    key = Key("Billing", "port")
    ledger.assert_(key, "1", at("2024-01-01"), precision=Precision.YEAR)
    assert ledger.assert_(key, "2", at("2024-03-01"), precision=Precision.MONTH).conflicts == 1
    assert ledger.assert_(key, "2", at("2024-04-01")).conflicts == 0
    queued = ledger.review()
    assert [item.kind for item in queued] == [ReviewKind.CONFLICT] * 2
    assert queued[0].statements == (1, 2)
    assert ledger.slot(PORT).facts[0].flags == {Flag.DISPUTED}
    ledger.withdraw(1)
    assert ledger.slot(PORT).facts[0].flags == frozenset()
    assert len(ledger.why("billing", "port", valid=at("2024-03-15")).conflicts) == 1


def test_an_unknown_relation_is_functional_and_listed_once(ledger: Ledger) -> None:
    ledger.assert_(Key("a", "Flavour"), "x", 0)
    ledger.assert_(Key("b", "flavour"), "X", 1)
    ledger.assert_(Key("b", "flavour"), "x", 2)
    assert [f.object for f in ledger.history(Key("b", "flavour"))] == ["X", "x"]
    assert [item.text for item in ledger.review()] == ["flavour"]
    ledger.define(Relation("flavour", Cardinality.SET))
    assert ledger.review() == ()


def test_a_bare_date_shows_what_changed_during_it(ledger: Ledger) -> None:
    ledger.assert_(PORT, "1", at("2024-05-01"))
    ledger.assert_(PORT, "2", at("2024-05-10T12:00"))
    reading = ledger.slot(PORT, valid=Dated(at("2024-05-10"), Precision.DAY))
    assert reading.value == "1"
    assert [f.object for f in reading.changed_during] == ["2"]
    assert ledger.slot(PORT, valid=at("2024-05-10")).changed_during == ()


def test_why_nothing_holds(ledger: Ledger) -> None:
    assert ledger.slot(PORT).absence is Absence.NEVER_STATED
    ledger.assert_(PORT, "1", at("2026-01-01"))
    early = ledger.slot(PORT)
    assert early.absence is Absence.NOT_YET
    assert early.last is not None
    assert early.last.state is State.FUTURE
    ledger.end(PORT, at("2026-03-01"))
    late = ledger.slot(PORT, valid=at("2027"))
    assert (late.absence, late.last.state if late.last else None) == (Absence.ENDED, State.ENDED)
    ledger.erase(1)
    assert ledger.slot(PORT, valid=at("2026-02-01")).absence is Absence.ERASED


def test_only_narrower_scopes_give_the_table(ledger: Ledger) -> None:
    for env, port in (("prod", "80"), ("dev", "8080")):
        ledger.assert_(Key("Orders", "port", Scope.of({"env": env})), port, 0)
    reading = ledger.value("orders", "port")
    assert reading.absence is Absence.OTHER_SCOPES
    assert sorted((str(f.key.scope), f.object) for f in reading.scopes) == [("env=dev", "8080"), ("env=prod", "80")]
    assert ledger.value("orders", "port", {"ENV": "Prod"}).value == "80"
    assert ledger.why("orders", "port", {"env": "prod"}).scope == Scope.of({"env": "prod"})


def test_events_happened_and_close_nothing(ledger: Ledger) -> None:
    key = Key("Orders", "released")
    for version, day in (("1.0", "2024-01-01"), ("1.1", "2024-02-01"), ("2.0", "2026-01-01")):
        ledger.assert_(key, version, at(day))
    ledger.end(key, at("2024-03-01"))
    assert ledger.slot(key).values == ("1.0", "1.1")
    assert [f.state for f in ledger.history(key)] == [State.CURRENT, State.CURRENT, State.FUTURE]


def test_append_only(ledger: Ledger) -> None:
    ledger.assert_(PORT, "1", 0, evidence=Evidence("note", "the port is 1"))
    ledger.withdraw(1)
    for table in ("statement", "closure", "evidence", "tx", "relation_edit"):
        for sql in (f"DELETE FROM {table}", f"UPDATE {table} SET rowid = rowid"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                ledger.connection.execute(sql)


def test_a_second_writer_waits_and_then_says_so(ledger: Ledger, tmp_path: Path) -> None:
    with (
        open_ledger(tmp_path / "l.tenure", timeout=0.05) as other,
        ledger.writing(),
        pytest.raises(BusyError, match="another process"),
    ):
        other.assert_(PORT, "1", 0)


def test_two_connections_see_each_other(ledger: Ledger, tmp_path: Path) -> None:
    with open_ledger(tmp_path / "l.tenure", clock=lambda: NOW) as other:
        ledger.assert_(PORT, "1", 0)
        other.assert_(PORT, "2", 10)
        ledger.define(Relation("port", Cardinality.SET))
        other.assert_(PORT, "3", 20)
        assert sorted(ledger.slot(PORT).values) == ["1", "2", "3"]
        other.erase(1)
        ledger.assert_(PORT, "1", 30)
        assert sorted(other.slot(PORT).values) == ["1", "2", "3"]
        assert ledger.check().problems == ()


def test_reading_only(ledger: Ledger, tmp_path: Path) -> None:
    ledger.assert_(PORT, "1", 0)
    with open_ledger(tmp_path / "l.tenure", read_only=True) as reader:
        assert reader.slot(PORT).value == "1"
        with pytest.raises((ProjectError, sqlite3.OperationalError)):
            reader.assert_(PORT, "2", 0)
        assert reader.check().ok


def test_a_set_and_its_ends(ledger: Ledger) -> None:
    key = Key("Orders", "maintainers")
    ledger.apply([Assert(key, "Ann", 0), Assert(key, "Bob", 10), End(key, 20, "Ann")])
    assert ledger.slot(key, valid=15).values == ("Ann", "Bob")
    assert ledger.slot(key, valid=25).values == ("Bob",)
    ledger.end(key, 30)
    assert ledger.slot(key, valid=35).absence is Absence.ENDED
    ledger.assert_(key, "Cy", 25)
    assert ledger.slot(key, valid=27).values == ("Bob", "Cy")
    assert ledger.slot(key, valid=35).values == ()
    assert ledger.check().problems == ()
