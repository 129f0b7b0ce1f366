from __future__ import annotations

import pytest

from helpers.configuration import lines, stated
from helpers.documents import read_text, survives
from tenure.errors import InputError

SAMPLE = """{
  "name": "app",
  "ratio": 1.20,
  "big": 12345678901234567890123,
  "exp": 1e5,
  "on": true, "off": null,
  "a.b": {"": "x", "c": []},
  "list": [1, 2.50, "x"],
  "cycles": [
    {"cycle": "3.12", "eol": "2028-10-31"},
    {"cycle": "3.11", "eol": "2027-10-31"}
  ]
}
"""


def test_every_value_is_found_as_written() -> None:
    assert stated(SAMPLE, "x.json") == {
        ("", "name"): "app",
        ("", "ratio"): "1.20",
        ("", "big"): "12345678901234567890123",
        ("", "exp"): "1e5",
        ("", "on"): "true",
        ("", "off"): "null",
        ("", '"a.b".""'): "x",
        ("", '"a.b".c'): "[]",
        ("", "list"): '[1, 2.50, "x"]',
        ("cycles › 3.12", "cycle"): "3.12",
        ("cycles › 3.12", "eol"): "2028-10-31",
        ("cycles › 3.11", "cycle"): "3.11",
        ("cycles › 3.11", "eol"): "2027-10-31",
    }


def test_every_value_is_located() -> None:
    found = lines(SAMPLE, "x.json")
    assert found["", "ratio"] == 3
    assert found["", "off"] == 6
    assert found["", '"a.b".""'] == 7
    assert found["cycles › 3.11", "eol"] == 11
    assert all(found.values())


def test_comments_and_trailing_commas_are_tolerated() -> None:
    text = '// top\n{\n  "a": 1, /* two\n  lines */ "url": "http://x//y",\n  "l": [1, 2,], // end\n}\n'
    assert stated(text, "tsconfig.json") == {("", "a"): "1", ("", "url"): "http://x//y", ("", "l"): "[1, 2]"}
    assert lines(text, "tsconfig.json")["", "url"] == 4


def test_of_a_key_written_twice_the_last_counts_and_that_is_told() -> None:
    document = read_text('{"a": 1,\n "b": {"c": 1,\n "c": 2}, "a": 3}', "x.json")
    assert stated('{"a": 1, "a": 2}', "x.json") == {("", "a"): "2"}
    assert [(refused.line, refused.reason) for refused in document.refused] == [
        (3, "a key is written twice here; the last value counts"),
        (3, "a key is written twice here; the last value counts"),
    ]


@pytest.mark.parametrize(
    ("text", "where"), [("{\n  a: 1}", "line 2"), ("", "line 1"), ('{"a": 1', "line 1"), ("[1,\n2,,]", "line 2")]
)
def test_what_is_malformed_is_refused_with_its_line(text: str, where: str) -> None:
    with pytest.raises(InputError, match=f"'x.json', {where}: it is not JSON"):
        read_text(text, "x.json")


def test_what_is_nested_too_deeply_is_refused() -> None:
    for text in ("[" * 100_000, '{"a":' * 300 + "1" + "}" * 300):
        with pytest.raises(InputError):
            read_text(text, "x.json")


def test_a_lone_surrogate_and_nul_are_replaced() -> None:
    assert stated('{"a": "x\\ud800y\\u0000", "b": "\\ud83d\\ude00"}', "x.json") == {
        ("", "a"): "x\ufffdy\ufffd",
        ("", "b"): "😀",
    }


def test_no_text_does_harm() -> None:
    survives(lambda text: read_text(text, "x.json"), [SAMPLE, '// c\n{"a": 1,}', '{"a": 1, "a": 2}'])
