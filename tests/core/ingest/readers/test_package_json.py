from __future__ import annotations

import pytest

from helpers.documents import items_of, read_text, survives
from helpers.manifests import about, required, row_of, rows, sets
from tenure.errors import InputError

SAMPLE = """{
  "name": "@acme/web",
  "version": "1.2.0",
  "private": true,
  "license": "MIT",
  "repository": {"type": "git", "url": "git+https://example.org/web.git"},
  "bugs": {"url": "https://example.org/bugs"},
  "author": {"name": "Ada", "email": "ada@example.org"},
  "keywords": ["web", "app"],
  "engines": {"node": ">=18", "npm": ">=9"},
  "packageManager": "pnpm@8.6.0",
  "scripts": {"build": "tsc -b"},
  "workspaces": ["packages/*"],
  "dependencies": {
    "react": "^18.0.0",
    "tool": "git+ssh://git@github.com/ada/tool.git#v1"
  },
  "devDependencies": {
    "jest": "^29.0.0",
    "react": "18.2.0"
  },
  "peerDependencies": {"react-dom": "*"},
  "optionalDependencies": {"fsevents": ""},
  "peerDependenciesMeta": {"react-dom": {"optional": true}}
}
"""


def test_dependencies_by_group_and_the_rest_by_path() -> None:
    assert required(SAMPLE, "web/package.json") == {
        "react": "^18.0.0",
        "tool": "git+ssh://git@github.com/ada/tool.git#v1",
        "jest [group=dev]": "^29.0.0",
        "react [group=dev]": "18.2.0",
        "react-dom [group=peer]": "*",
        "fsevents [group=optional]": "any",
    }
    assert about(SAMPLE, "web/package.json") == {
        "name": "@acme/web",
        "version": "1.2.0",
        "private": "true",
        "license": "MIT",
        "repository": "git+https://example.org/web.git",
        "repository.type": "git",
        "issue tracker": "https://example.org/bugs",
        "author": "Ada <ada@example.org>",
        "required node": ">=18",
        "required npm": ">=9",
        "package manager": "pnpm@8.6.0",
        "scripts.build": "tsc -b",
        "workspaces": '["packages/*"]',
        "peerDependenciesMeta.react-dom.optional": "true",
    }
    assert sets(SAMPLE, "web/package.json") == {"keywords": ("web", "app")}
    names = items_of(read_text(SAMPLE, "web/package.json")).names
    assert {("web/package.json", "@acme/web"), ("web/package.json", "web")} <= set(names)


def test_each_value_is_found_on_its_line() -> None:
    found = rows(SAMPLE, "web/package.json")
    assert found["react [group=dev] 18.2.0"] == '"react": "18.2.0"'
    assert found["react ^18.0.0"] == '"react": "^18.0.0",'
    assert row_of(SAMPLE, "web/package.json", "scripts.build").startswith('"scripts"')


def test_what_is_malformed_is_refused_with_its_line() -> None:
    with pytest.raises(InputError, match=r"'package.json', line 2: it is not JSON"):
        read_text('{\n"name": }', "package.json")
    with pytest.raises(InputError, match=r"'package.json', line 1: it is not a JSON object"):
        read_text("[1]", "package.json")


def test_no_text_does_harm() -> None:
    survives(lambda text: read_text(text, "package.json"), [SAMPLE, '{"dependencies": {"\\ud800": "\\u0000"}}'])
