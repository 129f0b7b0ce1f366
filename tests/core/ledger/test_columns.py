from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("numpy")

import numpy as np

from tenure.errors import InputError
from tenure.instants import DAY, parse_date
from tenure.keys import Key, Scope
from tenure.ledger import AddAlias, Assert, DefineRelation, End, Evidence, Ledger, open_ledger
from tenure.ledger.columns import Columns, read_columns
from tenure.ledger.listing import FactQuery
from tenure.ledger.spans import ORDERS, STATES, Spans, choose, density, spans_at
from tenure.ledger.types import Fact, State
from tenure.relations import Cardinality, Relation

START, NOW = parse_date("2024-01-01").at, parse_date("2025-01-01").at
VALUES = ("Ångström", "alpha", "Beta 1", "beta 2", "GAMMA", "δέλτα", "50%", "a_b")


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """Four hundred operations of every kind, corrections, withdrawals and a relation renamed among them."""
    seed = [Relation("port"), Relation("owner"), Relation("members", Cardinality.SET)]
    seed += [Relation("released", Cardinality.EVENT)]
    rng = random.Random(4)
    with open_ledger(tmp_path / "l.tenure", seed=seed, clock=lambda: NOW) as opened:
        for number in range(400):
            write(opened, rng, number)
        opened.apply([DefineRelation(Relation("owner", aliases=("keeper",)))])
        opened.apply([AddAlias("Orders", "Bestellungen")])
        yield opened


def write(ledger: Ledger, rng: random.Random, number: int) -> None:
    scope = Scope.of({"env": "prod"}) if rng.random() < 0.2 else Scope()
    relation = rng.choice(("port", "owner", "keeper", "members", "released", "mood"))
    key = Key(rng.choice(("Orders", "billing", "Zürich mail", "api")), relation, scope)
    at, value, chance = START + rng.randrange(400) * DAY, rng.choice(VALUES), rng.random()
    standing = [s.id for s in ledger.statements(key) if s.closed_tx is None]
    if standing and chance < 0.15:
        ledger.correct(rng.choice(standing), valid_from=at, valid_to=None)
    elif standing and chance < 0.22:
        ledger.withdraw(rng.choice(standing))
    elif chance < 0.3:
        ledger.apply([End(key, at)])
    else:
        until = at + 20 * DAY if chance > 0.8 else None
        source = Evidence(f"notes/{number % 7}.md") if chance < 0.7 else Evidence()
        ledger.apply([Assert(key, value, at, until, temporary=chance > 0.9, evidence=source)])


def both(ledger: Ledger, columns: Columns, query: FactQuery, valid: int, known: int) -> tuple[list[str], list[str]]:
    spans = spans_at(columns, ledger, known, once=query.all_system)
    return choose(spans, query, valid, ledger).ids(), ledger.fact_ids(query, valid=valid, known=known)


def test_columns_list_what_the_ledger_lists_at_every_known_time(ledger: Ledger) -> None:
    columns = read_columns(ledger)
    last = ledger.last_tx()
    assert columns.tx == last
    for known in [*range(0, last, 23), last - 2, last]:
        for once in (False, True):
            ours, theirs = both(ledger, columns, FactQuery(all_system=once), NOW, known)
            assert ours == theirs
            assert len(ours) > 10 or known < 40


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("order", ["subject", "relation", "object", "valid_from", "state"])
def test_columns_order_as_the_ledger_orders(ledger: Ledger, order: str, descending: bool) -> None:
    columns = read_columns(ledger)
    for states in (None, frozenset({State.CURRENT, State.FUTURE}), frozenset({State.ENDED})):
        query = FactQuery(order=order, descending=descending, states=states)
        ours, theirs = both(ledger, columns, query, START + 200 * DAY, ledger.last_tx())
        assert ours == theirs


@pytest.mark.parametrize("text", ["BETA", "ångström", "Δ", "50%", "a_b", "i p", "env=prod", "zürich", "nothing"])
def test_columns_find_the_texts_the_ledger_finds(ledger: Ledger, text: str) -> None:
    for subject in (None, "orders"):
        query = FactQuery(text=text, subject=subject)
        ours, theirs = both(ledger, read_columns(ledger), query, NOW, ledger.last_tx())
        assert ours == theirs


def test_orders_that_only_columns_have_follow_the_facts(ledger: Ledger) -> None:
    spans = spans_at(read_columns(ledger), ledger, ledger.last_tx())
    facts = ledger.facts_by_id(spans.ids(), valid=NOW)
    keys = {
        "scope": lambda fact: fact.key.normal[2],
        "valid_to": lambda fact: float("inf") if fact.valid_to is None else fact.valid_to,
        "known_since": lambda fact: fact.system_from,
        "source": lambda fact: fact.evidence.source or "",
    }
    assert set(keys) | {"subject", "relation", "object", "valid_from", "state"} == set(ORDERS)
    for order, key in keys.items():
        wanted = [fact.id for fact in sorted(facts, key=key)]
        assert spans.ordered(order, False, NOW, ledger).ids() == wanted
        assert spans.ordered(order, True, NOW, ledger).ids() == wanted[::-1]
    with pytest.raises(InputError):
        spans.ordered("colour", False, NOW, ledger)


def test_states_and_ends_are_the_facts(ledger: Ledger) -> None:
    valid = START + 150 * DAY
    spans = spans_at(read_columns(ledger), ledger, ledger.last_tx())
    facts = ledger.facts_by_id(spans.ids(), valid=valid)
    assert [STATES[code] for code in spans.states(valid).tolist()] == [fact.state for fact in facts]
    assert spans.start.tolist() == [fact.valid_from for fact in facts]
    assert [None if end == 2**63 - 1 else end for end in spans.end.tolist()] == [fact.valid_to for fact in facts]


def cell_of(fact: Fact, first: int, width: int) -> tuple[str, int, State]:
    return fact.key.subject, (fact.valid_from - first) // width, fact.state


def test_density_counts_the_facts_that_begin_in_each_cell(ledger: Ledger) -> None:
    spans: Spans = spans_at(read_columns(ledger), ledger, ledger.last_tx())
    slots, width, number = spans.columns.slots, 30 * DAY, 14
    counted = density(spans, slots.subject[spans.slot], NOW, (START, width, number), len(slots.subjects))
    found = {
        (slots.subjects[row], cell, STATES[state]): int(counted[row, cell, state])
        for row, cell, state in np.argwhere(counted).tolist()
    }
    facts = ledger.facts_by_id(spans.ids(), valid=NOW)
    wanted = Counter(cell_of(f, START, width) for f in facts if START <= f.valid_from < START + number * width)
    assert found == wanted


def test_an_empty_ledger_has_no_columns(tmp_path: Path) -> None:
    with open_ledger(tmp_path / "empty.tenure") as empty:
        columns = read_columns(empty)
        spans = spans_at(columns, empty, 0)
        assert len(columns) == len(spans) == 0
        assert choose(spans, FactQuery(text="x", order="object"), NOW, empty).ids() == []
        assert density(spans, spans.slot, NOW, (START, DAY, 3), 0).shape == (0, 3, 4)
