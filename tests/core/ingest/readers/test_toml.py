from __future__ import annotations

import pytest

from helpers.configuration import lines, sets, stated
from helpers.documents import read_text, survives
from tenure.errors import InputError

SAMPLE = '''title = "Billing" # the name
port = 8080
ratio = 1.20
mode = 0o755
big = 1_000_000
huge = 123456789012345678901234567890
when = 1979-05-27 07:32:00
day = 2025-01-02
at = 07:32:00
range = ">=2.3"
versions = [3.10, 3.11, "3.12"]
note = """
a = 1.50
two lines"""
3.10 = "key"
inline = { a = 1.0, b = [1, 2.50] }

[server."eu.west"]
port = 9090 # 1.20
empty = ""
none = []

[[hosts]]
name = "web"
cpu = 2.0

[[hosts]]
name = "db"
cpu = 4.0

[tool.x]
authors = [
  { name = "A", email = "a@example.com" },
  { name = "B", email = "b@example.com" },
]
'''


def test_every_value_is_found_as_written() -> None:
    found = stated(SAMPLE, "billing.toml")
    assert {relation: value for (subject, relation), value in found.items() if not subject} == {
        "title": "Billing",
        "port": "8080",
        "ratio": "1.20",
        "mode": "0o755",
        "big": "1_000_000",
        "huge": "123456789012345678901234567890",
        "when": "1979-05-27 07:32:00",
        "day": "2025-01-02",
        "at": "07:32:00",
        "range": ">=2.3",
        "versions": '[3.10, 3.11, "3.12"]',
        "note": "a = 1.50\ntwo lines",
        "3.10": "key",
        "inline.a": "1.0",
        "inline.b": "[1, 2.50]",
        'server."eu.west".port': "9090",
        'server."eu.west".empty': '""',
        'server."eu.west".none': "[]",
    }
    assert found["hosts › db", ".cpu"] == "4.0"
    assert found["tool.x.authors › B", "email"] == "b@example.com"
    assert not sets(SAMPLE, "billing.toml")


def test_every_value_is_located() -> None:
    found = lines(SAMPLE, "billing.toml")
    rows = SAMPLE.split("\n")
    assert all(line > 0 for line in found.values())
    for (subject, relation), line in found.items():
        if relation not in {"note"} and not subject.startswith("tool"):
            assert relation.rsplit(".", 1)[-1].strip('"') in rows[line - 1] or relation == "3.10"
    assert rows[found["hosts › db", ".cpu"] - 1] == "cpu = 4.0"
    assert "b@example.com" in rows[found["tool.x.authors › B", "email"] - 1]


@pytest.mark.parametrize(
    ("text", "where"), [("a = 1\nb =\n", "line 2"), ("a = 1\na = 2\n", "line 2"), ("[x\n", "line 1"), ("= 1", "line 1")]
)
def test_what_is_malformed_is_refused_with_its_line(text: str, where: str) -> None:
    with pytest.raises(InputError, match=f"'x.toml', {where}: it is not TOML"):
        read_text(text, "x.toml")


def test_an_error_tells_nothing_of_the_text() -> None:
    with pytest.raises(InputError) as caught:
        read_text('password = "hunter2', "x.toml")
    assert "hunter2" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_an_empty_file_states_nothing() -> None:
    assert stated("", "x.toml") == {}


def test_no_text_does_harm() -> None:
    survives(lambda text: read_text(text, "x.toml"), [SAMPLE, "a = " + "[" * 500, "a.b.c = 1"])
