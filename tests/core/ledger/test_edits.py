from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.ledger_dump import dump
from tenure.errors import NotFoundError
from tenure.keys import Key
from tenure.ledger import Ledger, open_ledger
from tenure.ledger.interchange import export_lines, import_text
from tenure.relations import Cardinality, Relation

NOW = 10**15
MAIN = Key("orders", "maintainers")


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_ledger(tmp_path / "l.tenure", seed=[Relation("maintainers")], clock=lambda: NOW) as opened:
        yield opened
        assert opened.check().problems == ()
        with open_ledger(tmp_path / "copy.tenure", seed=[], clock=lambda: NOW) as copy:
            import_text(copy, export_lines(opened))
            assert dump(copy) == dump(opened)


def test_cardinality_there_and_back(ledger: Ledger) -> None:
    ledger.assert_(MAIN, "Ann", 0)
    ledger.assert_(MAIN, "Bob", 10)
    ledger.end(MAIN, 20)
    assert [f.object for f in ledger.history(MAIN)] == ["Ann", "Bob"]
    dry = ledger.define(Relation("maintainers", Cardinality.SET), dry_run=True)
    assert ledger.slot(MAIN, valid=15).values == ("Bob",)
    done = ledger.define(Relation("maintainers", Cardinality.SET))
    assert (dry.opened, dry.closed) == (done.opened, done.closed)
    assert ledger.slot(MAIN, valid=15).values == ("Ann", "Bob")
    assert ledger.slot(MAIN, valid=15, known=3).values == ("Bob",)
    assert ledger.slot(MAIN, valid=25).values == ()
    ledger.assert_(MAIN, "Cy", 12)
    ledger.define(Relation("maintainers", Cardinality.EVENT))
    assert ledger.slot(MAIN, valid=15).values == ("Ann", "Bob", "Cy")
    assert ledger.slot(MAIN, valid=25).values == ("Ann", "Bob", "Cy")
    ledger.define(Relation("maintainers"))
    assert ledger.slot(MAIN, valid=15).values == ("Cy",)
    assert ledger.slot(MAIN, valid=15, known=5).values == ("Ann", "Bob", "Cy")


def test_a_relation_alias_joins_keys_from_now_on(ledger: Ledger) -> None:
    other = Key("orders", "kept by")
    ledger.assert_(MAIN, "Ann", 0)
    ledger.assert_(other, "Bob", 10)
    assert ledger.slot(MAIN).value == "Ann"
    ledger.add_alias("maintainers", "kept by", relation=True)
    assert ledger.slot(MAIN).value == "Bob"
    assert ledger.slot(other).value == "Bob"
    assert ledger.slot(MAIN, known=2).value == "Ann"
    assert ledger.slot(other, known=2).value == "Bob"
    ledger.correct(2, object="Bea")
    assert ledger.slot(MAIN).value == "Bea"
    ledger.remove_alias("maintainers", "kept by", relation=True)
    assert ledger.slot(MAIN).value == "Ann"
    with pytest.raises(NotFoundError):
        ledger.remove_alias("maintainers", "kept by", relation=True)


def test_equality_of_values_is_edited_too(ledger: Ledger) -> None:
    ledger.assert_(MAIN, "Ann", 0)
    ledger.assert_(MAIN, "ANN", 10)
    assert len(ledger.history(MAIN)) == 2
    ledger.define(Relation("maintainers", case_sensitive=False))
    (fact,) = ledger.history(MAIN)
    assert (fact.object, fact.evidence_count) == ("Ann", 2)
    assert len(ledger.history(MAIN, known=2)) == 2


def test_the_same_definition_again_is_no_transaction(ledger: Ledger) -> None:
    assert ledger.define(Relation("maintainers")).tx == 0
    assert ledger.add_alias("orders", "Orders").tx == 0
    ledger.add_alias("orders", "o")
    ledger.add_alias("billing", "o")
    assert ledger.last_tx() == 2
    ledger.add_alias("orders", "O")
    assert ledger.last_tx() == 2
    assert len(ledger.aliases("o")) == 2


def test_erasing_reaches_keys_that_were_joined(ledger: Ledger) -> None:
    ledger.assert_(MAIN, "Ann", 0)
    ledger.assert_(Key("orders", "kept by"), "Bob", 10)
    ledger.define(Relation("maintainers", Cardinality.SET, aliases=("kept by",)))
    ledger.define(Relation("maintainers", aliases=("kept by",)))
    ledger.erase(2)
    for known in range(ledger.last_tx() + 1):
        for key in (MAIN, Key("orders", "kept by")):
            assert "Bob" not in [f.object for f in ledger.history(key, known=known)]
