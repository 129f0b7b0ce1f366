"""package.json: a Node.js package and what it depends on."""

from __future__ import annotations

from typing import Any

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.manifests.about import person, state_sets, state_texts, table, tidy
from tenure.ingest.manifests.manifest import Manifest
from tenure.ingest.manifests.names import ANY
from tenure.ingest.manifests.required import Entry
from tenure.ingest.readers.base import Content, base_of
from tenure.ingest.readers.json import json_lines, load_json

_GROUPS = {"dependencies": "", "devDependencies": "dev", "peerDependencies": "peer", "optionalDependencies": "optional"}
_TEXTS = {"name": "name", "version": "version", "description": "description", "license": "license",
          "homepage": "homepage", "packageManager": "package manager", "repository": "repository",
          "bugs": "issue tracker"}  # fmt: skip
_SETS = {"keywords": "keywords", "maintainers": "maintainers", "contributors": "contributors"}


class PackageJsonReader:
    """Reads the manifest of a Node.js package."""

    kind = "package.json"
    covers = (
        "package.json: dependencies (dev, peer and optional ones as groups), engines, what it says about the package; "
        "scripts and the rest by path."
    )
    rank = 10
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the file is called package.json."""
        return base_of(name) == "package.json"

    def accepts(self, content: Content) -> bool:
        """Whether there is anything to read, which the name has decided."""
        return bool(content.name)

    def read(self, content: Content) -> Document:
        """Read the file.

        Raises:
            InputError: if it is not a JSON object, naming the line.
        """
        try:
            data: Any = load_json(content.text)
        except InputError as error:
            raise InputError(f"'{content.name}', {error}") from None
        if not isinstance(data, dict):
            raise InputError(f"'{content.name}', line 1: it is not a JSON object")
        found = Manifest(content, lambda: json_lines(content.text))
        name = data.get("name")
        if isinstance(name, str):
            found.call(found.file, name)
            found.call(found.file, name.rsplit("/", 1)[-1])
        _about(found, data)
        for member, group in _GROUPS.items():
            _take(found, data, member, group)
        engines = table(data, "engines")
        state_texts(found, engines, {engine: f"required {engine}" for engine in engines}, ("engines",))
        tidy(data, "engines")
        return found.document(self.kind, name if isinstance(name, str) else "", data)


def _about(found: Manifest, data: dict[str, Any]) -> None:
    for member, inner in (("license", "type"), ("repository", "url"), ("bugs", "url")):
        value = data.get(member)
        if isinstance(value, dict) and isinstance(value.get(inner), str):
            found.state(_TEXTS[member], value.pop(inner), path=(member, inner))
            tidy(data, member)
    state_texts(found, data, _TEXTS, ())
    state_sets(found, data, _SETS, ())
    author = person(data.get("author"))
    if author:
        del data["author"]
        found.state("author", author, path=("author",))


def _take(found: Manifest, data: dict[str, Any], member: str, group: str) -> None:
    """State the requirements of an object, and take them out of it."""
    required = table(data, member)
    for name in list(required):
        value = required[name]
        if isinstance(value, str) and name.strip():
            found.require(Entry(name, value.strip() or ANY, "", group, member, 0, (member, name)))
            del required[name]
    tidy(data, member)


READERS = (PackageJsonReader(),)
