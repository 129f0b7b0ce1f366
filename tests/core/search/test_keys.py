from __future__ import annotations

import pytest

from tenure.keys import Key
from tenure.ledger import AddAlias
from tenure.relations import Relation
from tenure.search.keys import relation_named, subjects_named
from tenure.search.labels import masked

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
    found = world.search(dense=False).key_candidates("Who owns the money thing?")
    assert {c.key.subject for c in found} == {"billing", "ledger-db"}


def test_how_a_relation_is_named() -> None:
    owner = Relation("owner", aliases=("owning team", "maintained by"), phrases=("which team looks after",))
    assert relation_named(owner, "who is the owner").kind == "name"  # type: ignore[union-attr]
    assert relation_named(owner, "the owning team of it").text == "owning team"  # type: ignore[union-attr]
    assert relation_named(owner, "Which team looks after it?").kind == "phrase"  # type: ignore[union-attr]
    assert relation_named(Relation("request timeout"), "before it gives up on a request").kind == "part"  # type: ignore[union-attr]
    assert relation_named(owner, "how tall is it") is None


def test_candidates_need_a_subject_and_rank_by_relation(world: World) -> None:
    world.passage("Billing listens on port 8080.", "2024-01-01", ("billing", "port", "8080"))
    world.passage("Billing is owned by Tide.", "2024-01-01", ("billing", "owner", "Tide"))
    world.passage("Search listens on port 7000.", "2024-01-01", ("search", "port", "7000"))
    search = world.search()
    search.catch_up()
    first = search.key_candidates("Which port does billing listen on?")
    assert str(first[0].key) == "billing · port"
    assert first[0].subject is not None
    assert first[0].by == ("subject name", "relation name", "similarity")
    unknown = search.key_candidates("Which port does invoicing listen on?")
    assert unknown, "near ones are offered"
    assert all(candidate.subject is None for candidate in unknown), "but none may be answered from"


def test_labels_carry_the_wording_and_no_value(world: World) -> None:
    world.passage("Callers reach billing through door 8080.", "2024-01-01", ("billing", "port", "8080"))
    world.passage("Callers reach billing through door 9090.", "2024-05-01", ("billing", "port", "9090"))
    world.search().catch_up()
    labels = [row[0] for row in world.ledger.connection.execute("SELECT text FROM key_label ORDER BY id")]
    assert "billing port" in labels
    assert labels.count("Callers reach billing through door ▢.") == 1
    assert not any("8080" in label or "9090" in label for label in labels)


@pytest.mark.parametrize(
    ("sentence", "value", "label"),
    [
        ("It is 8080, was 8080.", "8080", "It is ▢, was ▢."),
        ("It is 18080.", "8080", None),
        ("It is 8080.5 now", "8080", None),
        ("Uses C++ now.", "C++", "Uses ▢ now."),
        ("Owned by tide.", "Tide", "Owned by ▢."),
        ("Nothing here.", "8080", None),
        ("Nothing here.", " ", None),
    ],
)
def test_masking(sentence: str, value: str, label: str | None) -> None:
    assert masked(sentence, value) == label


def test_rows_of_tables_make_no_label(world: World) -> None:
    world.passage("billing,port,8080,2024-01-01", "2024-01-01", ("billing", "port", "8080"))
    world.passage('{"subject": "billing", "port": "9090"}', "2024-02-01", ("billing", "port", "9090"))
    world.search().catch_up()
    labels = [row[0] for row in world.ledger.connection.execute("SELECT text FROM key_label WHERE text LIKE 'b%'")]
    assert labels == ["billing port"]
    assert world.ledger.connection.execute("SELECT count(*) FROM key_label WHERE text LIKE '{%'").fetchone()[0] == 0
