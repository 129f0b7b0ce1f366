from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tenure.errors import InputError
from tenure.instants import parse_date
from tenure.keys import Key, Scope
from tenure.ledger import Assert, Axis, End, Ledger, open_ledger
from tenure.ledger.browse import FactQuery
from tenure.ledger.types import State
from tenure.relations import Cardinality, Relation

NOW = parse_date("2025-01-01").at


def at(text: str) -> int:
    return parse_date(text).at


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    seed = [Relation("port"), Relation("owner"), Relation("members", Cardinality.SET)]
    seed += [Relation("released", Cardinality.EVENT)]
    with open_ledger(tmp_path / "l.tenure", seed=seed, clock=lambda: NOW) as opened:
        opened.assert_(Key("Orders", "port"), "80", at("2023"))
        opened.assert_(Key("Orders", "port"), "81", at("2024"))
        opened.assert_(Key("Orders", "owner"), "Team A", at("2023"), at("2024"))
        opened.assert_(Key("Billing", "members"), "Ann", at("2023"))
        opened.assert_(Key("Billing", "members"), "Bob", at("2026"))
        opened.assert_(Key("Billing", "port", Scope.of({"env": "prod"})), "90", at("2024"))
        yield opened


def test_the_counts_of_the_subjects_are_those_of_the_facts(ledger: Ledger) -> None:
    ledger.assert_(Key("Billing", "released"), "2.0", at("2023"))
    ledger.assert_(Key("Billing", "released"), "2.1", at("2024"))
    ledger.assert_(Key("Billing", "released"), "3.0", at("2030"))
    withdrawn = ledger.assert_(Key("Billing", "released"), "2.2", at("2024-05")).statements[0]
    ledger.withdraw(withdrawn)
    current = Counter(fact.key.subject for fact in ledger.lanes(limit=100) if fact.state is State.CURRENT)
    assert {info.name: info.current for info in ledger.subjects()} == current == {"Billing": 4, "Orders": 1}


def test_navigator(ledger: Ledger) -> None:
    assert [(s.name, s.current, s.slots) for s in ledger.subjects()] == [("Billing", 2, 2), ("Orders", 1, 2)]
    assert [s.name for s in ledger.subjects("ORD")] == ["Orders"]
    assert [s.name for s in ledger.subjects(after="Billing", limit=1)] == ["Orders"]
    assert ledger.relations_of("orders") == ("owner", "port")
    assert len(ledger.find_keys(relation="port")) == 2
    assert [k.key.subject for k in ledger.keys(limit=1)] == ["Orders"]
    assert [k.statements for k in ledger.keys("orders")] == [2, 1]


def test_relations_in_use(ledger: Ledger) -> None:
    ledger.assert_(Key("Orders", "team mood"), "good", at("2024"))
    assert ledger.relations_in_use() == (("members", 1), ("owner", 1), ("port", 2), ("team mood", 1))


def test_all_keys_are_listed_as_key_by_key(ledger: Ledger) -> None:
    """The table without a key filter takes another way; it must list the same facts."""
    ledger.apply([Assert(Key("Orders", "released"), "1.0", at("2024")), End(Key("Billing", "members"), at("2027"))])
    ledger.correct(2, valid_from=at("2022"))
    for known in range(ledger.last_tx() + 1):
        for order in ("subject", "relation", "object", "valid_from", "state"):
            query = FactQuery(order=order, descending=known % 2 == 0)
            every = ledger.fact_ids(query, known=known)
            subjects = [FactQuery(subject=name, order=order) for name in ("Billing", "Orders")]
            assert sorted(every) == sorted(i for one in subjects for i in ledger.fact_ids(one, known=known))
        listed = ledger.fact_ids(FactQuery(), known=known)
        assert listed == [
            i for one in ("Billing", "Orders") for i in ledger.fact_ids(FactQuery(subject=one), known=known)
        ]


def test_facts_table(ledger: Ledger) -> None:
    ids = ledger.fact_ids()
    facts = ledger.facts_by_id(ids)
    assert [(f.key.subject, f.object) for f in facts] == [
        ("Billing", "Ann"), ("Billing", "Bob"), ("Billing", "90"), ("Orders", "Team A"), ("Orders", "80"),
        ("Orders", "81"),
    ]  # fmt: skip
    assert ids == [f.id for f in facts]
    retired = ledger.fact_ids(FactQuery(states=frozenset({State.SUPERSEDED, State.ENDED}), order="object"))
    assert [f.object for f in ledger.facts_by_id(retired)] == ["80", "Team A"]
    assert len(ledger.fact_ids(FactQuery(text="team"))) == 1
    assert len(ledger.fact_ids(FactQuery(text="PROD"))) == 1
    assert len(ledger.fact_ids(FactQuery(subject="orders", relation="port"))) == 2
    assert ledger.fact_ids(FactQuery(order="valid_from"))[::-1] != ids
    ledger.correct(2, object="82")
    assert [f.object for f in ledger.facts_by_id(ledger.fact_ids(FactQuery(subject="orders", relation="port")))] == [
        "80", "82",
    ]  # fmt: skip
    every = FactQuery(subject="orders", relation="port", all_system=True)
    assert [f.object for f in ledger.facts_by_id(ledger.fact_ids(every))] == ["80", "81", "82"]
    assert ledger.facts_by_id(["1:5:1"]) == []


def test_facts_of_slots_know_what_was_once_believed(ledger: Ledger) -> None:
    slot = ledger.find_slots(subject="orders", relation="port")[0].id
    ledger.correct(2, object="82")
    assert {(f.object, f.system_to) for f in ledger.facts_of_slots([slot])} == {
        ("80", None), ("81", 7), ("82", None),
    }  # fmt: skip


def test_lanes(ledger: Ledger) -> None:
    assert len(ledger.lanes()) == 6
    assert [f.object for f in ledger.lanes(subjects=["orders"], from_=at("2024-02"), to=at("2024-03"))] == ["81"]
    assert len(ledger.lanes(limit=2)) == 2
    assert ledger.span() == (at("2023"), at("2026"))
    ledger.assert_(Key("x", "port"), "1", at("2020"))
    assert ledger.span() == (at("2020"), at("2026"))


def test_difference(ledger: Ledger) -> None:
    world = ledger.diff(Axis.VALID, at("2023-06"), at("2024-06"))
    assert [(a.object, b.object) for a, b in world.changed] == [("80", "81")]
    assert [f.object for f in world.opened] == ["90"]
    assert [f.object for f in world.closed] == ["Team A"]
    learned = ledger.diff(Axis.SYSTEM, 1, ledger.last_tx(), subject="orders")
    assert [(a.object, b.object) for a, b in learned.changed] == [("80", "81")]
    assert learned.opened == ()
    with pytest.raises(InputError):
        ledger.diff(Axis.VALID, 2, 1)


def test_why(ledger: Ledger) -> None:
    why = ledger.why("orders", "port")
    assert why.ruling is not None
    assert (why.ruling.object, [s.object for s in why.beaten]) == ("81", ["80"])
    assert ledger.why("nobody", "port").ruling is None


def test_aliases_give_candidates(ledger: Ledger) -> None:
    ledger.add_alias("orders", "shop")
    ledger.add_alias("billing", "Shop")
    assert sorted(ledger.aliases("SHOP")) == ["Billing", "Orders"]
    assert ledger.aliases("orders") == ("Orders",)
    assert ledger.aliases("zzz") == ()
    assert ledger.aliases_of("billing") == ("Shop",)
    assert {(n.name, n.subject) for n in ledger.all_names()} >= {("shop", "Orders"), ("Shop", "Billing")}
