from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.ledger_dump import dump
from tenure.errors import ConflictError, NotFoundError
from tenure.keys import Key
from tenure.ledger import AddAlias, Assert, DefineRelation, Ledger, Withdraw, open_ledger
from tenure.ledger.interchange import export_lines, import_text
from tenure.relations import Cardinality, Relation

PORT = Key("orders", "port")
NOW = 10**15


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_ledger(tmp_path / "l.tenure", seed=[Relation("port")], clock=lambda: NOW) as opened:
        yield opened


def values(ledger: Ledger, known: int | None = None) -> list[str]:
    return [fact.object for fact in ledger.history(PORT, known=known)]


def test_undo_and_redo_one_after_another(ledger: Ledger) -> None:
    ledger.assert_(PORT, "1", 0)
    ledger.assert_(PORT, "2", 10)
    ledger.correct(2, object="3")
    assert values(ledger) == ["1", "3"]
    ledger.undo()
    assert values(ledger) == ["1", "2"]
    ledger.undo()
    assert values(ledger) == ["1"]
    ledger.undo()
    assert values(ledger) == []
    with pytest.raises(NotFoundError):
        ledger.undo()
    for tx, expected in ((6, ["1"]), (5, ["1", "2"]), (4, ["1", "3"])):
        ledger.undo(tx)
        assert values(ledger) == expected
    assert values(ledger, known=3) == ["1", "3"]
    ledger.correct(2, object="4")
    assert values(ledger) == ["1", "4"]
    assert ledger.check().problems == ()


def test_ties_keep_their_order_through_undo(ledger: Ledger) -> None:
    ledger.assert_(PORT, "1", 0)
    ledger.assert_(PORT, "2", 0)
    ledger.withdraw(1)
    ledger.undo()
    assert values(ledger) == ["2"]


def test_what_was_built_upon_cannot_be_undone(ledger: Ledger) -> None:
    ledger.assert_(PORT, "1", 0)
    ledger.correct(1, object="2")
    with pytest.raises(ConflictError, match="undo that one first"):
        ledger.undo(1)
    ledger.undo(2)
    with pytest.raises(ConflictError, match="already"):
        ledger.undo(2)
    ledger.undo(1)
    assert values(ledger) == []


def test_an_erasure_cannot_be_undone(ledger: Ledger) -> None:
    ledger.assert_(PORT, "1", 0)
    ledger.erase(1)
    for tx in (None, 2, 1):
        with pytest.raises(ConflictError, match="eras"):
            ledger.undo(tx)


def test_a_dry_undo_writes_nothing(ledger: Ledger) -> None:
    ledger.assert_(PORT, "1", 0)
    summary = ledger.undo(dry_run=True)
    assert [change.object for change in summary.closed] == ["1"]
    assert ledger.last_tx() == 1


def test_registry_and_aliases_are_undone(ledger: Ledger) -> None:
    ledger.apply([Assert(PORT, "1", 0), Assert(PORT, "2", 5), Assert(Key("orders", "tcp"), "3", 7)])
    ledger.apply([DefineRelation(Relation("port", Cardinality.SET, aliases=("tcp",)))])
    assert ledger.slot(PORT).values == ("1", "2", "3")
    ledger.undo()
    assert ledger.slot(PORT).values == ("2",)
    assert ledger.slot(Key("orders", "tcp")).values == ("3",)
    ledger.apply([AddAlias("orders", "order service"), Withdraw(2)])
    assert ledger.aliases("Order  Service") == ("orders",)
    ledger.undo()
    assert ledger.aliases("order service") == ()
    assert values(ledger) == ["1", "2"]
    ledger.undo(ledger.last_tx())
    assert ledger.aliases("order service") == ("orders",)
    ledger.apply([DefineRelation(Relation("colour"))])
    ledger.undo()
    assert ledger.registry.find("colour") is None
    assert ledger.check().problems == ()


def test_undo_survives_the_round_trip(ledger: Ledger, tmp_path: Path) -> None:
    ledger.assert_(PORT, "1", 0, name="a")
    ledger.assert_(PORT, "2", 0)
    ledger.correct("a", object="3")
    ledger.undo()
    ledger.undo(4)
    ledger.withdraw(2)
    ledger.undo()
    ledger.erase("a")
    ledger.apply([DefineRelation(Relation("port", Cardinality.SET))])
    ledger.undo()
    with open_ledger(tmp_path / "copy.tenure", clock=lambda: NOW) as copy:
        import_text(copy, export_lines(ledger))
        assert dump(copy) == dump(ledger)
        assert copy.check().problems == ()
