from __future__ import annotations

import pytest

from tenure.keys import fold
from tenure.ledger.registry_store import relation_from_json, relation_to_json, seed_relations
from tenure.relations import Cardinality, Relation, RelationRegistry, same_value_form

TIMEOUT = Relation("timeout", unit="s")
OWNER = Relation("owner", case_sensitive=False)
PATH = Relation("path")


@pytest.mark.parametrize(
    ("relation", "one", "other"),
    [
        (TIMEOUT, "30 s", "30 seconds"),
        (TIMEOUT, "30", "30s"),
        (TIMEOUT, "30 SEC", " 30  sec "),
        (PATH, "8,080", "8080"),
        (PATH, "a  b", "a b"),
        (PATH, "ﬁ", "fi"),
        (OWNER, "Team A", "TEAM a"),
        (PATH, "50%", "50 percent"),
        (TIMEOUT, "三十秒", "30 s"),
        (TIMEOUT, "两小时", "2 h"),
        (PATH, "1.2万", "12,000"),
        (PATH, "3.4 亿元", "340000000元"),
        (PATH, "一百零八", "108"),
        (PATH, "2 个", "2"),
    ],
)
def test_same_value(relation: Relation, one: str, other: str) -> None:
    assert same_value_form(one, relation) == same_value_form(other, relation)


@pytest.mark.parametrize(
    ("relation", "one", "other"),
    [
        (TIMEOUT, "60 s", "1 min"),
        (TIMEOUT, "30 s", "30 ms"),
        (PATH, "/a/B", "/a/b"),
        (PATH, "1,23", "123"),
        (PATH, "1.10", "1.1"),
        (PATH, "1,234m (a)", "1,234m"),
        (TIMEOUT, "三十秒", "30 min"),
        (PATH, "两百余人", "200人"),
        (PATH, "三亚", "3亚"),
    ],
)
def test_different_values(relation: Relation, one: str, other: str) -> None:
    assert same_value_form(one, relation) != same_value_form(other, relation)


def test_the_registry_finds_by_any_name() -> None:
    registry = RelationRegistry([Relation("port", aliases=("listens on",)), OWNER])
    assert registry.get(" LISTENS  on").name == "port"
    unknown = registry.get("Flavour")
    assert (unknown.known, unknown.cardinality, unknown.case_sensitive) == (False, Cardinality.FUNCTIONAL, True)
    assert registry.with_alias("port", "p").aliases == ("listens on", "p")
    registry.put(Relation("port"))
    assert registry.find("listens on") is None
    registry.remove("port")
    assert [r.name for r in registry] == ["owner"]
    registry.remove("nobody")
    assert len(registry) == 1


def test_the_seed_registry() -> None:
    relations = seed_relations()
    assert len(relations) >= 200
    names = [fold(n) for r in relations for n in (r.name, *r.aliases)]
    assert len(names) == len(set(names))
    by_name = {r.name: r for r in relations}
    assert by_name["owner"].phrases
    assert by_name["maintainers"].cardinality is Cardinality.SET
    assert by_name["released"].cardinality is Cardinality.EVENT
    assert all(relation_from_json(relation_to_json(r)) == r for r in relations)
