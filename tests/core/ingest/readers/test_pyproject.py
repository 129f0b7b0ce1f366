from __future__ import annotations

import pytest

from helpers.documents import items_of, read_text, survives
from helpers.manifests import about, required, row_of, rows, sets
from tenure.errors import InputError

STANDARD = """[build-system]
requires = ["hatchling>=1.8", "wheel"]
build-backend = "hatchling.build"

[project]
name = "flask-like"
version = "2.3.0"
description = "A framework."
requires-python = ">=3.8"
license = {text = "BSD-3-Clause"}
authors = [{name = "Ada", email = "ada@example.org"}, {name = "Bob"}]
keywords = ["wsgi", "web"]
dynamic = ["readme"]
dependencies = [
  "click>=8.0", # the command line
  "click-plugins",
  "Jinja2>=3",
  "importlib-metadata>=3.6; python_version < '3.10'",
  "tool @ git+https://github.com/ada/tool@v1",
]

[project.optional-dependencies]
async = ["asgiref>=3.2"]
dotenv = ["python-dotenv"]
all = ["flask-like[async,dotenv]"]

[project.urls]
"Source Code" = "https://example.org/code"
Donate = "https://example.org/donate"
"My Page" = "https://example.org/me"

[project.scripts]
flask = "flask.cli:main"

[dependency-groups]
async = ["asgiref>=3.5"]
dev = ["pytest>=8", {include-group = "lint"}]
lint = ["ruff"]

[tool.ruff]
line-length = 100
"""

POETRY = """[tool.poetry]
name = "foo"
version = "1.0"
authors = ["Ada <ada@example.org>"]

[tool.poetry.urls]
"Bug Tracker" = "https://example.org/bugs"

[tool.poetry.dependencies]
python = "^3.8"
requests = {version = "^2.0", extras = ["socks"], optional = true}
my_git = {git = "https://github.com/a/b.git", branch = "main"}
here = {path = "../here"}
several = [{version = "1", python = "<3.8"}, {version = "2", python = ">=3.8"}]

[tool.poetry.dev-dependencies]
black = "*"

[tool.poetry.group.docs.dependencies]
sphinx = "^7"

[tool.poetry.extras]
socks = ["requests"]
"""

OTHERS = """[tool.flit.metadata]
module = "foo"
author = "Ada"
home-page = "https://example.org"
requires = ["a>=1"]
dev-requires = ["b"]
[tool.flit.metadata.requires-extra]
doc = ["c"]
[tool.pdm.dev-dependencies]
test = ["d"]
[tool.hatch.envs.lint]
dependencies = ["e"]
extra-dependencies = ["f"]
[tool.uv]
dev-dependencies = ["g"]
"""


def test_the_standard_tables() -> None:
    assert required(STANDARD, "pyproject.toml") == {
        "hatchling [group=build-system]": ">=1.8",
        "wheel [group=build-system]": "any",
        "click": ">=8.0",
        "click-plugins": "any",
        "Jinja2": ">=3",
        "importlib-metadata": ">=3.6; python_version < '3.10'",
        "tool": "git+https://github.com/ada/tool@v1",
        "asgiref [group=async]": ">=3.2",
        "asgiref [group=async,table=dependency-groups.async]": ">=3.5",
        "python-dotenv [group=dotenv]": "any",
        "flask-like [group=all]": "[async,dotenv]",
        "pytest [group=dev]": ">=8",
        "ruff [group=lint]": "any",
    }
    assert about(STANDARD, "pyproject.toml") == {
        "name": "flask-like",
        "version": "2.3.0",
        "description": "A framework.",
        "required python": ">=3.8",
        "license": "BSD-3-Clause",
        "repository": "https://example.org/code",
        "funding": "https://example.org/donate",
        "project.urls.My Page": "https://example.org/me",
        "project.dynamic": '["readme"]',
        "project.scripts.flask": "flask.cli:main",
        "build-system.build-backend": "hatchling.build",
        "tool.ruff.line-length": "100",
    }
    assert sets(STANDARD, "pyproject.toml") == {
        "authors": ("Ada <ada@example.org>", "Bob"),
        "keywords": ("wsgi", "web"),
        "included groups": ("lint",),
    }
    document = read_text(STANDARD, "pyproject.toml")
    assert document.title == "flask-like"
    assert ("pyproject.toml", "flask-like") in items_of(document).names


def test_each_value_is_found_on_its_line() -> None:
    found = rows(STANDARD, "pyproject.toml")
    assert found["click >=8.0"] == '"click>=8.0", # the command line'
    assert found["click-plugins any"] == '"click-plugins",'
    assert found["asgiref [group=async] >=3.2"] == 'async = ["asgiref>=3.2"]'
    assert found["asgiref [group=async,table=dependency-groups.async] >=3.5"] == 'async = ["asgiref>=3.5"]'
    assert row_of(STANDARD, "pyproject.toml", "license").startswith("license =")
    assert row_of(STANDARD, "pyproject.toml", "tool.ruff.line-length") == "line-length = 100"
    assert row_of(STANDARD, "pyproject.toml", "repository").startswith('"Source Code"')


def test_poetry() -> None:
    assert required(POETRY, "a/pyproject.toml") == {
        "requests": "[socks]^2.0",
        "my-git": "https://github.com/a/b.git#main",
        "here": "../here",
        "several [marker=python <3.8]": "1",
        "several [marker=python >=3.8]": "2",
        "black [group=dev]": "*",
        "sphinx [group=docs]": "^7",
    }
    assert about(POETRY, "a/pyproject.toml") == {
        "name": "foo",
        "version": "1.0",
        "required python": "^3.8",
        "issue tracker": "https://example.org/bugs",
        "tool.poetry.extras.socks": '["requests"]',
    }
    assert rows(POETRY, "a/pyproject.toml")["sphinx [group=docs] ^7"] == 'sphinx = "^7"'


def test_flit_pdm_hatch_uv() -> None:
    assert required(OTHERS, "pyproject.toml") == {
        "a": ">=1",
        "b [group=dev]": "any",
        "c [group=doc]": "any",
        "d [group=test]": "any",
        "e [group=lint]": "any",
        "f [group=lint]": "any",
        "g [group=dev]": "any",
    }
    assert about(OTHERS, "pyproject.toml") == {"module": "foo", "author": "Ada", "homepage": "https://example.org"}


@pytest.mark.parametrize("table", ["project = 1", "[project]\ndependencies = 'x'", "[project]\nurls = [1]\nname = 2"])
def test_what_is_not_of_the_shape_expected_stays_configuration(table: str) -> None:
    assert about(table, "pyproject.toml")
    assert required(table, "pyproject.toml") == {}


def test_what_is_malformed_is_refused_with_its_line() -> None:
    with pytest.raises(InputError, match=r"'pyproject.toml', line 2: it is not TOML"):
        read_text("[project]\nname =\n", "pyproject.toml")
    bad = '[project]\ndependencies = [\n  "click",\n  "hello there",\n]\n'
    with pytest.raises(InputError, match=r"'pyproject.toml', line 4: what stands there is not a requirement"):
        read_text(bad, "pyproject.toml")
    document = read_text(bad, "pyproject.toml", skip_bad=True)
    assert [str(refused) for refused in document.refused] == [
        "pyproject.toml, line 4: what stands there is not a requirement"
    ]
    assert len(items_of(document)) == 1


def test_no_text_does_harm() -> None:
    survives(lambda text: read_text(text, "pyproject.toml"), [STANDARD, POETRY, OTHERS])
    survives(lambda text: read_text(text, "pyproject.toml", skip_bad=True), [STANDARD, POETRY, OTHERS])
