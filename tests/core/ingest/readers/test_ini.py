from __future__ import annotations

import pytest

from helpers.configuration import lines, stated
from helpers.documents import read_text, survives
from tenure.errors import InputError

SAMPLE = """; a comment
top = 1
[tox]
envlist = py310, py311
deps =
    pytest>=8   ; tests
    # not this

    hypothesis
port : 8080 # inline
flag
[server.http]
url = http://x.example.com/#anchor
name="quoted"
empty =
"""


def test_sections_and_keys_are_paths() -> None:
    assert stated(SAMPLE, "tox.ini") == {
        ("", "top"): "1",
        ("", "tox.envlist"): "py310, py311",
        ("", "tox.deps"): "pytest>=8\nhypothesis",
        ("", "tox.port"): "8080",
        ("", "tox.flag"): "null",
        ("", '"server.http".url'): "http://x.example.com/#anchor",
        ("", '"server.http".name'): "quoted",
        ("", '"server.http".empty'): '""',
    }


def test_every_value_is_located() -> None:
    found = lines(SAMPLE, "tox.ini")
    assert (found["", "tox.deps"], found["", "tox.port"], found["", '"server.http".name']) == (5, 10, 14)


def test_git_indents_keys() -> None:
    text = '[remote "origin"]\n\turl = git@github.com:x/y.git\n\tfetch = +refs/*\n'
    assert stated(text, ".gitconfig") == {
        ("", '"remote \\"origin\\"".url'): "git@github.com:x/y.git",
        ("", '"remote \\"origin\\"".fetch'): "+refs/*",
    }


def test_a_unit_may_have_a_key_several_times() -> None:
    text = "[Service]\nEnvironment=A=1\nExecStart=/bin/x\nEnvironment=DB_PASSWORD=hunter2\n"
    document = read_text(text, "x.service")
    assert stated(text, "x.service")["", "Service.Environment"] == '["A=1", "(secret)"]'
    assert not document.refused
    assert document.items is not None
    assert document.items.safe_text == text.replace("DB_PASSWORD=hunter2", "(secret)")


def test_elsewhere_a_key_written_twice_is_told() -> None:
    document = read_text("[a]\nx=1\nx=2\n", "x.ini")
    assert [(refused.line, refused.reason) for refused in document.refused] == [
        (3, "a key is written twice here; the last value counts")
    ]


def test_what_only_may_be_ini_is_looked_at() -> None:
    assert read_text("server {\n  listen 80;\n}\n", "nginx.conf").items is None
    assert read_text("Listen 80\nServerName x\n", "httpd.conf").items is None
    assert stated("port = 1\n[a]\nb = 2\n", "x.conf") == {("", "port"): "1", ("", "a.b"): "2"}
    assert stated("[a]\nb = 2\n", "x.cfg") == {("", "a.b"): "2"}


def test_a_section_that_does_not_end_is_refused() -> None:
    with pytest.raises(InputError, match=r"'x\.ini', line 2: the section's name does not end"):
        read_text("a = 1\n[b\n", "x.ini")


def test_no_text_does_harm() -> None:
    survives(lambda text: read_text(text, "x.ini"), [SAMPLE])
    survives(lambda text: read_text(text, "x.service"), ["[Service]\nA=1\nA=2\n"])
    survives(lambda text: read_text(text, "x.conf"), [SAMPLE])
