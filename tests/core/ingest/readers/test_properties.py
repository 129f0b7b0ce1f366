from __future__ import annotations

from helpers.configuration import lines, stated
from helpers.documents import read_text, survives

SAMPLE = """# comment
! another
server.port=8080
spring.datasource.url : jdbc:postgresql://db/app
spring.datasource.password = hunter2
long = a,\\
       b,\\
       c
unicode=\\u00e9\\ttab
with\\ space = x
key value
alone
..odd = 1
"""


def test_dots_are_the_path() -> None:
    assert stated(SAMPLE, "application.properties") == {
        ("", "server.port"): "8080",
        ("", "spring.datasource.url"): "jdbc:postgresql://db/app",
        ("", "spring.datasource.password"): "(secret)",
        ("", "long"): "a,b,c",
        ("", "unicode"): "é\ttab",
        ("", "with space"): "x",
        ("", "key"): "value",
        ("", "alone"): '""',
        ("", '"..odd"'): "1",
    }


def test_every_value_is_located() -> None:
    found = lines(SAMPLE, "application.properties")
    assert (found["", "long"], found["", "unicode"]) == (6, 9)


def test_a_template_is_left_to_others() -> None:
    assert read_text("a=1\n{% if x %}\na=2\n{% endif %}\n", "x.properties").items is None


def test_no_text_does_harm() -> None:
    survives(lambda text: read_text(text, "x.properties"), [SAMPLE])
