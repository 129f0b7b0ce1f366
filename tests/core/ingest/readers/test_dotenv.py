from __future__ import annotations

import pytest

from helpers.configuration import lines, stated
from helpers.documents import items_of, read_text, survives
from tenure.errors import InputError

SAMPLE = """# settings
export PORT=8080
HOST = db.example.com   # the host
EMPTY=
HASH=a#b
SINGLE='a # $b'
DOUBLE="a\\nb \\"c\\" $d"
MULTI="one
two"
REF=${HOST}:5432
DB_PASSWORD=hunter2
DATABASE_URL="postgres://app:s3cret@db/app"
source other.sh
"""


def test_every_variable_is_found() -> None:
    assert stated(SAMPLE, ".env") == {
        ("", "PORT"): "8080",
        ("", "HOST"): "db.example.com",
        ("", "EMPTY"): '""',
        ("", "HASH"): "a#b",
        ("", "SINGLE"): "a # $b",
        ("", "DOUBLE"): 'a\nb "c" $d',
        ("", "MULTI"): "one\ntwo",
        ("", "REF"): "${HOST}:5432",
        ("", "DB_PASSWORD"): "(secret)",
        ("", "DATABASE_URL"): "(secret)",
    }


def test_every_value_is_located_and_secrets_are_blanked() -> None:
    assert lines(SAMPLE, ".env")["", "REF"] == 10
    safe = items_of(read_text(SAMPLE, ".env")).safe_text
    assert safe == SAMPLE.replace("hunter2", "(secret)").replace("postgres://app:s3cret@db/app", "(secret)")


@pytest.mark.parametrize(
    ("name", "read"),
    [
        (".env", True),
        ("a/.env.production", True),
        (".envrc", True),
        ("prod.env", True),
        (".env.example", True),
        ("environment.py", False),
        ("env.md", False),
        ("envelope.txt", False),
    ],
)
def test_the_name_says_what_is_an_environment_file(name: str, read: bool) -> None:
    assert (read_text("A=1\n", name).kind == "env") is read


def test_a_quotation_that_does_not_end_is_refused() -> None:
    with pytest.raises(InputError, match=r"'\.env', line 2: the quotation does not end"):
        read_text('A=1\nB="x\nC=2\n', ".env")


def test_no_text_does_harm() -> None:
    survives(lambda text: read_text(text, ".env"), [SAMPLE])
