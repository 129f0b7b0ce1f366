from __future__ import annotations

import pytest

from tenure.keys import Key
from tenure.ledger import AddAlias
from tenure.relations import Relation
from tenure.search.keys import keys_named, keys_of, relation_named, subjects_named

from .conftest import World


def stated(world: World, *subjects: str) -> None:
    for subject in subjects:
        world.ledger.assert_(_key(subject), "x", 0)


def _key(subject: str) -> Key:
    return Key(subject, "owner")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which port does billing use?", ["billing"]),
        ("Which port does BILLING use?", ["billing"]),
        ("What is billing's port?", ["billing"]),
        ("Is it billing.", ["billing"]),
        ("Who owns billing-worker?", ["billing-worker"]),
        ("Who owns billing worker?", ["billing-worker"]),
        ("Who owns billing_worker?", ["billing-worker"]),
        ("Who owns billing-exporter?", []),
        ("Who owns prebilling?", []),
        ("Who owns v2.billing?", []),
        ("Who owns C++?", ["C++"]),
        ("Who owns C?", ["C"]),
        ("Who owns C#?", []),
        ("Who owns .NET?", [".NET"]),
        ("Who owns net?", []),
        ("How is it going?", []),
        ("Who leads IT?", ["IT"]),
        ("Who owns billing and the api gateway?", ["billing", "api-gateway"]),
        ("課金のポートは?", ["課金"]),
        ("", []),
    ],
)
def test_which_subjects_a_question_names(world: World, question: str, expected: list[str]) -> None:
    stated(world, "billing", "billing-worker", "C", "C++", ".NET", "IT", "api-gateway", "課金")
    assert [name for place in subjects_named(world.ledger, question) for name in place.subjects] == expected


def test_an_alias_gives_candidates_and_never_one_of_them_silently(world: World) -> None:
    stated(world, "billing", "ledger-db")
    world.ledger.apply([AddAlias("billing", "money thing"), AddAlias("ledger-db", "money thing")])
    (place,) = subjects_named(world.ledger, "Who owns the money thing?")
    assert place.match.kind == "alias"
    assert set(place.subjects) == {"billing", "ledger-db"}
    found = keys_named(world.ledger, "Who owns the money thing?", 10)
    assert {key.subject for key in found} == {"billing", "ledger-db"}


def test_how_a_relation_is_named() -> None:
    owner = Relation("owner", aliases=("owning team", "maintained by"), phrases=("which team looks after",))
    assert relation_named(owner, "who is the owner").kind == "name"  # type: ignore[union-attr]
    assert relation_named(owner, "the owning team of it").text == "owning team"  # type: ignore[union-attr]
    assert relation_named(owner, "Which team looks after it?").kind == "phrase"  # type: ignore[union-attr]
    assert relation_named(Relation("request timeout"), "before it gives up on a request").kind == "part"  # type: ignore[union-attr]
    assert relation_named(owner, "how tall is it") is None


def test_keys_named_come_with_those_first_whose_relation_is_named(world: World) -> None:
    for relation in ("owner", "port", "request timeout"):
        world.ledger.assert_(Key("billing", relation), "x", 0)
    world.ledger.assert_(Key("search", "port"), "7000", 0)
    found = keys_named(world.ledger, "Which port does billing listen on?", 10)
    assert [str(key) for key in found] == ["billing · port", "billing · owner", "billing · request timeout"]
    assert keys_named(world.ledger, "Which port does invoicing listen on?", 10) == []
    assert keys_named(world.ledger, "What is the timeout of a request of billing?", 1)[0].relation == "request timeout"


def test_keys_of_a_name_or_alias(world: World) -> None:
    stated(world, "billing", "ledger-db")
    world.ledger.apply([AddAlias("billing", "money thing"), AddAlias("ledger-db", "money thing")])
    assert {key.subject for key in keys_of(world.ledger, "Money Thing", 10)} == {"billing", "ledger-db"}
    assert len(keys_of(world.ledger, "money thing", 1)) == 1
    assert keys_of(world.ledger, "nothing", 10) == []
