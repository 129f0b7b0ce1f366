from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers import ledger_conformance as c
from tenure.instants import parse_date
from tenure.keys import Key, Scope
from tenure.ledger import Assert, DefineRelation, Ledger, open_ledger
from tenure.ledger.rectangles import Beliefs, Rectangle
from tenure.relations import Cardinality, Relation

CASES = c.cases("ledger_cases.jsonl") + c.cases("ledger_random.jsonl")
DAY = 86_400_000_000
PORT, TEAM, DONE = Key("orders", "port"), Key("orders", "members"), Key("orders", "released")


def at(text: str) -> int:
    return parse_date(text).at


def holding(found: Beliefs, valid: int, known: int) -> list[Rectangle]:
    def there(one: Rectangle) -> bool:
        after = one.valid_from == one.valid_to or one.valid_to is None or valid < one.valid_to
        return (
            one.valid_from <= valid
            and after
            and one.system_from <= known
            and (one.system_to is None or known < one.system_to)
        )

    return [one for one in found.rectangles if there(one)]


def agrees(ledger: Ledger, key: Key, *, rng: random.Random | None = None) -> None:
    """At every transaction and around every edge (or at random ones) values, ids and rulers are those of the reads."""
    found = ledger.beliefs(key)
    edges = {edge for one in found.rectangles for edge in (one.valid_from, one.valid_to) if edge is not None}
    instants = sorted({edge + off for edge in edges or {0} for off in (-DAY, -1, 0, 1, DAY)})
    pairs = [(x, k) for x in instants for k in range(ledger.last_tx() + 1)]
    for valid, known in pairs if rng is None else rng.sample(pairs, min(len(pairs), 60)):
        reading = ledger.slot(key, valid=valid, known=known)
        there = holding(found, valid, known)
        assert Counter(one.object for one in there) == Counter(reading.values), (valid, known)
        assert {(one.fact, one.statement) for one in there} == {(fact.id, fact.statement) for fact in reading.facts}
        value = ledger.value(key.subject, key.relation, valid=valid, known=known)
        if not key.scope and value.facts and value.facts[0].key.normal == key.normal:
            assert Counter(one.object for one in there) == Counter(value.values)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_each_point_of_both_times_has_the_value_the_ledger_reads(case: c.Case, tmp_path: Path) -> None:
    rng = random.Random(case["name"])
    with open_ledger(tmp_path / "l.tenure", seed=c.relations_of(case)) as ledger:
        c.apply(ledger, case)
        for key in ledger.find_keys():
            agrees(ledger, key, rng=rng)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    seed = [Relation("port"), Relation("members", Cardinality.SET), Relation("released", Cardinality.EVENT)]
    with open_ledger(tmp_path / "l.tenure", seed=seed, clock=lambda: at("2025-01-01")) as opened:
        yield opened


def shapes(ledger: Ledger, key: Key) -> list[tuple[str, int, int | None, int, int | None]]:
    return [
        (one.object, one.valid_from, one.valid_to, one.system_from, one.system_to)
        for one in ledger.beliefs(key).rectangles
    ]


def test_a_late_arrival_a_correction_and_a_withdrawal_make_steps(ledger: Ledger) -> None:
    first = ledger.assert_(PORT, "80", at("2023")).statements[0]
    ledger.assert_(PORT, "82", at("2024"))
    ledger.assert_(PORT, "81", at("2023-06"))
    ledger.correct(first, object="79")
    assert shapes(ledger, PORT) == [
        ("80", at("2023"), None, 1, 2),
        ("80", at("2023"), at("2024"), 2, 3),
        ("82", at("2024"), None, 2, None),
        ("80", at("2023"), at("2023-06"), 3, 4),
        ("81", at("2023-06"), at("2024"), 3, None),
        ("79", at("2023"), at("2023-06"), 4, None),
    ]
    agrees(ledger, PORT)


def test_the_value_is_written_as_the_ruling_statement_wrote_it(ledger: Ledger) -> None:
    ledger.assert_(PORT, "8,080", at("2023"))
    ledger.assert_(PORT, "8080", at("2023"))
    assert [(one.object, one.system_from, one.system_to) for one in ledger.beliefs(PORT).rectangles] == [
        ("8,080", 1, 2), ("8080", 2, None),
    ]  # fmt: skip
    agrees(ledger, PORT)


def test_temporary_values_ends_members_and_events(ledger: Ledger) -> None:
    ledger.assert_(PORT, "80", at("2023"))
    ledger.assert_(PORT, "9", at("2023-03"), at("2023-04"), temporary=True)
    ledger.end(PORT, at("2024"))
    ledger.assert_(TEAM, "Ann", at("2023"))
    ledger.assert_(TEAM, "Bob", at("2023-02"))
    ledger.end(TEAM, at("2024"))
    late = ledger.assert_(DONE, "1.0", at("2023-05")).statements[0]
    ledger.assert_(DONE, "1.1", at("2023-06"))
    ledger.withdraw(late)
    for key in (PORT, TEAM, DONE):
        agrees(ledger, key)
    assert [shape[0] for shape in shapes(ledger, DONE)] == ["1.0", "1.1"]
    assert shapes(ledger, DONE)[0][1:3] == (at("2023-05"), at("2023-05"))


def test_a_relation_made_a_set_shows_each_belief_while_it_was_one(ledger: Ledger) -> None:
    ledger.apply([Assert(PORT, "80", at("2023")), Assert(PORT, "81", at("2024"))])
    ledger.define(Relation("port", Cardinality.SET))
    ledger.assert_(PORT, "82", at("2024-02"))
    ledger.apply([DefineRelation(Relation("port"))])
    agrees(ledger, PORT)


def test_scope_display_form_and_limit(ledger: Ledger) -> None:
    scoped = Key("orders", "port", Scope.of({"env": "prod"}))
    ledger.assert_(scoped, "90", at("2023"))
    for number in range(5):
        ledger.assert_(PORT, str(number), at("2023") + number * DAY)
    agrees(ledger, scoped)
    found = ledger.beliefs(Key("ORDERS", "Port"), limit=3)
    assert found.key == PORT and found.more and len(found.rectangles) == 3
    assert set(found.statements) == {one.statement for one in found.rectangles}
    assert ledger.beliefs(Key("nobody", "port")).rectangles == ()
