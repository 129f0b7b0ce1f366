"""What sentences say that name a value without its relation: only of a subject known to have had it."""

from __future__ import annotations

import pytest

from helpers.extraction import block, stated
from tenure.ingest.extract import Extractor
from tenure.ledger.registry_store import seed_relations
from tenure.relations import RelationRegistry

HELD = (("database", "PostgreSQL 14"), ("cache", "Redis"), ("timeout", "30 s"))


def _read(sentence: str, *, held: bool = True) -> list[str]:
    rules = Extractor(RelationRegistry(seed_relations()))
    rules.names.learn("Plover")
    for relation, value in HELD if held else ():
        rules.names.learn_value("Plover", relation, value)
    return stated(rules.extract(block(sentence)))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Plover dropped Redis.", "end Plover · cache 'Redis' at 2025-06-18 (document)"),
        ("Redis was removed from Plover.", "end Plover · cache 'Redis' at 2025-06-18 (document)"),
        ("Plover moved off Redis.", "end Plover · cache 'Redis' at 2025-06-18 (document)"),
        ("Plover is back on Redis.", "Plover · cache = 'Redis' from 2025-06-18 (document)"),
        ("Plover moved to PostgreSQL 16.", "Plover · database = 'PostgreSQL 16' from 2025-06-18 (document)"),
        ("Plover went from 30 s to 45 s.", "Plover · timeout = '45 s' from 2025-06-18 (document)"),
    ],
)
def test_a_value_held_tells_its_relation(sentence: str, expected: str) -> None:
    assert _read(sentence) == [expected]


@pytest.mark.parametrize(
    "sentence",
    [
        "Plover dropped Redis.",
        "Redis was removed from Plover.",
        "Plover moved off Redis.",
        "Plover is back on Redis.",
        "Plover went from 30 s to 45 s.",
    ],
)
def test_the_same_says_nothing_where_none_is_held(sentence: str) -> None:
    assert _read(sentence, held=False) == []


@pytest.mark.parametrize(
    "sentence", ["Plover might drop Redis.", "Will Plover drop Redis?", "Plover never dropped Redis."]
)
def test_doubt_and_denial_end_nothing(sentence: str) -> None:
    assert _read(sentence) == []
