"""Pipfile and Pipfile.lock, of Pipenv."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.manifests import locked
from tenure.ingest.manifests.about import table, tidy
from tenure.ingest.manifests.manifest import Manifest
from tenure.ingest.manifests.names import python_name
from tenure.ingest.manifests.poetry import located, take_tables
from tenure.ingest.readers.base import Content, base_of
from tenure.ingest.readers.json import load_json
from tenure.ingest.readers.toml import load_toml, toml_lines

_OWN = {"packages", "dev-packages", "source", "requires", "scripts", "pipenv"}


class PipfileReader:
    """Reads the manifest of Pipenv."""

    kind = "pipfile"
    covers = "Pipfile: packages (those of dev and other categories as groups), the required Python, the rest by path."
    rank = 10
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the file is called Pipfile."""
        return base_of(name) == "Pipfile"

    def accepts(self, content: Content) -> bool:
        """Whether there is anything to read, which the name has decided."""
        return bool(content.name)

    def read(self, content: Content) -> Document:
        """Read the file.

        Raises:
            InputError: if it is not TOML, naming the line.
        """
        try:
            data = load_toml(content.text)
        except InputError as error:
            raise InputError(f"'{content.name}', {error}") from None
        found = Manifest(content, lambda: toml_lines(content.text))
        take_tables(found, data, "packages", ())
        take_tables(found, data, "dev-packages", (), "dev")
        for category in [name for name, value in data.items() if name not in _OWN and isinstance(value, dict)]:
            take_tables(found, data, category, (), category)
        requires = table(data, "requires")
        for member in ("python_version", "python_full_version"):
            if isinstance(requires.get(member), str):
                found.state("required python", requires.pop(member), path=("requires", member))
        tidy(data, "requires")
        return found.document(self.kind, "", data)


class PipfileLockReader:
    """Reads the lock file of Pipenv."""

    kind = "pipfile.lock"
    covers = "Pipfile.lock: the locked version of every package, the dev ones as a group; hashes are left out."
    rank = 10
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the file is called Pipfile.lock."""
        return base_of(name) == "Pipfile.lock"

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
        return locked.document(content, self.kind, _packages(data), _place)


def _packages(data: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    for category in data:
        if category == "_meta":
            continue
        group = {"default": "", "develop": "dev"}.get(category, category)
        for name, package in table(data, category).items():
            if not isinstance(package, dict):
                continue
            version = package.get("version")
            pinned = version.removeprefix("==") if isinstance(version, str) else located(package)
            if pinned:
                yield python_name(name), pinned, group


def _place(name: str, version: str) -> str:
    spelled = "[-_.]".join(map(re.escape, name.split("-")))
    return rf'"(?i:{spelled})": \{{(?:[^{{}}]|\{{[^{{}}]*\}})*?"(?:==)?{re.escape(version.split("#", maxsplit=1)[0])}'


READERS = (PipfileReader(), PipfileLockReader())
