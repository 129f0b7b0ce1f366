"""Search against the ledger's own reads, over random histories."""

from __future__ import annotations

import random

import pytest

from tenure.instants import DAY
from tenure.keys import Key
from tenure.ledger import Ledger
from tenure.ledger.types import State

from .conftest import World, at

KEYS = [(subject, relation) for subject in ("billing", "search") for relation in ("port", "maintainers", "owner")]
VALUES = ["4711", "4712", "4713"]
ALL = "billing search says port maintainers owner value"


def write_history(world: World, rng: random.Random, count: int) -> None:
    for number in range(count):
        subject, relation = rng.choice(KEYS)
        value = rng.choice(VALUES)
        day = f"2024-{rng.randrange(1, 13):02d}-{rng.randrange(1, 29):02d}"
        text = f"Note {number} says {subject} {relation} value {value}"
        world.passage(text, day, (subject, relation, value), ends=rng.random() < 0.15)
        if rng.random() < 0.1:
            live = [s for s in world.ledger.statements(Key(subject, relation)) if s.closed_tx is None]
            if live:
                world.ledger.withdraw(rng.choice(live).id)


def held(ledger: Ledger, valid: int, known: int) -> dict[tuple[str, str], set[str]]:
    return {
        (subject, relation): set(ledger.slot(Key(subject, relation), valid=valid, known=known).values)
        for subject, relation in KEYS
    }


@pytest.mark.parametrize("seed", range(6))
def test_what_search_calls_current_is_what_the_ledger_holds_and_nothing_that_holds_is_missing(
    world: World, seed: int
) -> None:
    rng = random.Random(seed)
    write_history(world, rng, 40)
    search = world.search()
    search.catch_up()
    last = world.ledger.last_tx()
    for _ in range(6):
        valid = at("2024-01-01") + rng.randrange(500) * DAY
        known = rng.randrange(1, last + 1)
        facts = held(world.ledger, valid, known)
        hits = search.hits(ALL, k=500, valid=valid, known=known)
        for hit in hits:
            assert hit.passage.tx <= known
            for span in hit.spans:
                statement = world.ledger.statement(span.statement, known=known)
                values = facts[(statement.key.subject, statement.key.relation)]
                if span.state is State.CURRENT and statement.op == "assert":
                    assert statement.object in values
        ruling = {
            world.ledger.statement(fact.statement).evidence.passage
            for subject, relation in KEYS
            for fact in world.ledger.slot(Key(subject, relation), valid=valid, known=known).facts
        }
        assert ruling <= {hit.passage.id for hit in hits}


@pytest.mark.parametrize("seed", range(3))
def test_a_smaller_k_is_the_beginning_of_a_larger_one_within_the_same_depth(world: World, seed: int) -> None:
    write_history(world, random.Random(seed), 30)
    search = world.search()
    search.catch_up()
    many = [hit.passage.id for hit in search.hits("billing port value", k=10)]
    for k in (1, 3, 5):
        assert [hit.passage.id for hit in search.hits("billing port value", k=k)] == many[:k]
