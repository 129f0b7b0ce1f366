from __future__ import annotations

import datetime

import pytest

from tenure.errors import InputError
from tenure.ingest.flatten import Flat, file_names, flatten, segment, stem_of
from tenure.ingest.scalars import Written, sound


def _values(data: object) -> dict[tuple[str, str], str]:
    return {(subject, relation): value for (subject, relation, _), value in flatten(data, "f").values.items()}


def test_mappings_become_paths() -> None:
    assert _values({"a": {"b": {"c": 1}}, "port": 8080}) == {("f", "a.b.c"): "1", ("f", "port"): "8080"}


def test_a_key_with_a_dot_a_quote_or_nothing_is_quoted() -> None:
    data = {"a.b": 1, 'say "x"': 2, "": 3, "two words": 4}
    assert [relation for _, relation in _values(data)] == ['"a.b"', '"say \\"x\\""', '""', "two words"]


@pytest.mark.parametrize(
    ("value", "stored"),
    [
        (True, "true"),
        (False, "false"),
        (None, "null"),
        ("", '""'),
        ("  ", '""'),
        (" x ", "x"),
        (1.5, "1.5"),
        (10**30, "1" + "0" * 30),
        (float("inf"), "inf"),
        (Written("1.20"), "1.20"),
        (datetime.date(2025, 1, 2), "2025-01-02"),
        (datetime.datetime(2025, 1, 2, 3, 4, 5), "2025-01-02T03:04:05"),
        (datetime.time(3, 4), "03:04:00"),
        ([], "[]"),
        ({}, "{}"),
        (["a", "b"], '["a", "b"]'),
        (["a", 1, True, None, Written("1.20"), Written("0755"), ""], '["a", 1, true, null, 1.20, "0755", ""]'),
        ("two\nlines", "two\nlines"),
    ],
)
def test_a_scalar_or_a_list_of_them_is_one_value(value: object, stored: str) -> None:
    assert _values({"k": value}) == {("f", "k"): stored}


def test_each_mapping_in_a_list_is_a_subject_called_by_what_identifies_it() -> None:
    data = {"servers": [{"name": "web", "port": 80}, {"name": "db", "port": 5432}]}
    assert _values(data) == {
        ("f › servers › web", "name"): "web",
        ("f › servers › web", "port"): "80",
        ("f › servers › db", "name"): "db",
        ("f › servers › db", "port"): "5432",
    }


@pytest.mark.parametrize("member", ["id", "name", "key", "slug", "cycle", "releaseCycle", "code", "version", "host"])
def test_reordering_a_list_is_no_change(member: str) -> None:
    first = {"list": [{member: "a", "x": 1}, {member: "b", "x": 2}, {member: "c", "x": 3}]}
    second = {"list": [first["list"][2], first["list"][0], first["list"][1]]}
    assert _values(first) == _values(second)


def test_an_item_in_an_item_goes_on_from_there() -> None:
    data = {"teams": [{"name": "a", "people": [{"id": 1, "role": "x"}, {"id": 2, "role": "y"}]}]}
    assert ("f › teams › a › people › 2", "role") in _values(data)


@pytest.mark.parametrize(
    "items",
    [
        [{"name": "same", "x": 1}, {"name": "Same", "x": 2}],
        [{"name": "a", "x": 1}, {"x": 2}],
        [{"name": ["a"], "x": 1}, {"name": ["b"], "x": 2}],
        [{"name": "", "x": 1}, {"name": "b", "x": 2}],
        [{"x": 1, "y": 1}, {"x": 2, "y": 2}],
    ],
)
def test_without_a_member_all_have_and_all_different_the_position_counts(items: list[object]) -> None:
    assert _values({"l": items})["f › l › #2", "x"] == "2"


def test_a_second_member_identifies_where_the_first_does_not() -> None:
    data = [{"name": "x", "path": "a", "v": 1}, {"name": "x", "path": "b", "v": 2}]
    assert _values({"l": data})["f › l › b", "v"] == "2"


def test_mappings_with_one_key_each_are_a_mapping() -> None:
    assert _values({"nav": [{"Home": "index.md"}, {"About": "about.md"}]}) == {
        ("f", "nav.Home"): "index.md",
        ("f", "nav.About"): "about.md",
    }


def test_lists_in_lists_and_scalars_between_mappings() -> None:
    assert _values({"m": [[1, 2], [3]]}) == {("f", "m.1"): "[1, 2]", ("f", "m.2"): "[3]"}
    assert _values({"m": ["a", {"id": "x", "v": 1}]}) == {
        ("f", "m"): '["a"]',
        ("f › m › x", "id"): "x",
        ("f › m › x", "v"): "1",
    }


def test_a_list_at_the_top() -> None:
    assert _values([{"cycle": "3.12", "eol": False}]) == {("f › 3.12", "cycle"): "3.12", ("f › 3.12", "eol"): "false"}
    assert _values(["a"]) == {("f", "items"): '["a"]'}


def test_names_of_items_have_the_file_before_them() -> None:
    flat = flatten({"l": [{"name": "web", "x": 1}, {"name": "7", "x": 1}]}, "f.toml", stem="f")
    assert flat.names == [("f.toml › l › web", "f web"), ("f.toml › l › web", "web"), ("f.toml › l › 7", "f 7")]


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("billing.toml", "billing"),
        ("a/billing.prod.yaml", "billing"),
        ("services/billing/config.yaml", "billing"),
        ("config.yaml", "config"),
        ("docker-compose.yml", "docker-compose"),
        ("svc/Dockerfile", "svc"),
        ("requirements.in", "requirements"),
    ],
)
def test_what_people_call_a_file(name: str, stem: str) -> None:
    assert stem_of(name) == stem
    assert all(subject == name and other != name for subject, other in file_names(name))


def test_a_scope_and_a_prefix_are_put_on_every_value() -> None:
    flat = flatten({"a": 1}, "f", prefix="tool.x", scope=(("env", "prod"),))
    assert flat.values == {("f", "tool.x.a", (("env", "prod"),)): "1"}


def test_a_secret_is_told_by_its_constant_only() -> None:
    flat = flatten({"db": {"password": "hunter2"}, "tokens": ["abcdef1", "${X}"]}, "f")
    assert flat.values["f", "db.password", ()] == "(secret)"
    assert flat.values["f", "tokens", ()] == '["(secret)", "${X}"]'
    assert "hunter2" not in repr(flat.values) + repr(flat.names) + repr(flat.refused)


def test_a_value_beside_the_name_of_a_secret_is_one() -> None:
    flat = flatten({"env": [{"name": "DB_PASSWORD", "value": "hunter2"}, {"name": "PORT", "value": "80"}]}, "f")
    assert flat.values["f › env › DB_PASSWORD", "value", ()] == "(secret)"
    assert flat.values["f › env › PORT", "value", ()] == "80"


def test_a_secret_identifies_nothing_and_is_no_key() -> None:
    token = "ghp_" + "x8Kp2QvLz7Rn4TbW9mYc3HdF6sJg1AeUAb12"
    flat = flatten({"l": [{"id": token, "name": "a"}], token: "x"}, "f")
    assert token not in repr(flat.values) + repr(flat.names) + repr(flat.refused)


def test_hidden_data_is_secret_whatever_its_name() -> None:
    assert flatten({"user": "bob", "l": ["x"]}, "f", hidden=True).values == {
        ("f", "user", ()): "(secret)",
        ("f", "l", ()): '["(secret)"]',
    }


def test_a_very_long_value_is_left_out_and_told() -> None:
    flat = flatten({"a": "x " * 6000, "b": 1}, "f")
    assert list(flat.values) == [("f", "b", ())]
    assert flat.refused == [(("a",), "a value of 11,999 characters is left out; the longest kept is 10,000")]


def test_keys_that_differ_only_in_case_are_told() -> None:
    assert len(flatten({"a": 1, "A": 2}, "f").refused) == 1


def test_what_is_too_deep_or_too_much_is_refused() -> None:
    deep: object = 1
    for _ in range(200):
        deep = {"a": deep}
    with pytest.raises(InputError, match="nested"):
        flatten(deep, "f")
    circle: list[object] = []
    circle.extend([circle, circle])
    with pytest.raises(InputError, match="nested"):
        flatten({"a": circle}, "f")
    bomb: object = ["x"] * 10
    for _ in range(8):
        bomb = [bomb] * 10
    with pytest.raises(InputError, match="more than"):
        flatten({"a": bomb}, "f")


def test_text_that_cannot_be_stored_is_made_sound() -> None:
    assert sound("a\0b\ud800c") == "a\ufffdb\ufffdc"
    assert sound("\ud83d\ude00") == "😀"
    assert segment("a\0b") == "a\ufffdb"


def test_a_file_is_flattened_part_by_part() -> None:
    flat = Flat()
    flatten({"a": 1}, "f", into=flat)
    flatten({"b": 2}, "f", prefix="x", into=flat)
    assert [relation for _, relation, _ in flat.values] == ["a", "x.b"]
