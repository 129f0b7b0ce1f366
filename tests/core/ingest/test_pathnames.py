from __future__ import annotations

import pytest

from helpers.configuration import sets, stated
from tenure.ingest.pathnames import relation_of_path


@pytest.mark.parametrize(
    ("path", "relation"),
    [
        ("port", "port"),
        ("Version", "Version"),
        ("server.port", "server.port"),
        ("backlog", "backlog"),
        ("server", ".server"),
        ("size", ".size"),
        ("retries", ".retries"),
        ("deployment", ".deployment"),
        ("released", ".released"),
        ("eol", "eol"),
    ],
)
def test_a_key_meets_the_registry_by_a_relations_own_name_only(path: str, relation: str) -> None:
    assert relation_of_path(path) == relation


def test_two_keys_that_prose_would_take_for_one_stay_two() -> None:
    found = stated('{"host": "a", "server": "b", "released": "2024-01-01"}', "x.json")
    assert found == {("", "host"): "a", ("", ".server"): "b", ("", ".released"): "2024-01-01"}


def test_a_list_under_the_name_of_a_set_is_its_members() -> None:
    text = "tags: [a, b, a]\nkeywords: one\nmaintainers: []\nports: [1, 2]\n"
    assert sets(text, "x.yaml") == {("", "tags"): ("a", "b"), ("", "keywords"): ("one",)}
    assert stated(text, "x.yaml") == {("", "ports"): "[1, 2]"}
