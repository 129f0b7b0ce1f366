"""package-lock.json and npm-shrinkwrap.json, of npm (formats 1 to 3)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.manifests import locked
from tenure.ingest.readers.base import Content, base_of
from tenure.ingest.readers.json import load_json

_FOLDER = "node_modules/"
_PLACE = re.compile(
    r'"(?:[^"\n]*node_modules/)?(?P<name>[^"\n]+)": \{\s*(?:"name": "[^"]*",\s*)?"version": "(?P<version>[^"\n]*)"'
)


class NpmLockReader:
    """Reads the lock file of npm."""

    kind = "package-lock"
    covers = (
        "package-lock.json and npm-shrinkwrap.json: the locked versions of every package; integrity, links and the "
        "packages of the workspace itself are left out."
    )
    rank = 10
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the file is called as npm calls it."""
        return base_of(name) in {"package-lock.json", "npm-shrinkwrap.json"}

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
        flat = data.get("packages")
        packages = packages_of(flat) if isinstance(flat, dict) else _nested(data)
        return locked.document(content, self.kind, packages, _PLACE)


def packages_of(packages: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield the packages of formats 2 and 3 (name, version and group), by the folders they are put in."""
    for folder, package in packages.items():
        if _FOLDER not in folder or not isinstance(package, dict) or package.get("link"):
            continue
        name = package.get("name")
        version = _version(package)
        if version:
            yield (name if isinstance(name, str) else folder.rsplit(_FOLDER, 1)[-1]), version, ""


def _nested(data: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The packages of format 1, each with those that are its own."""
    waiting = [data]
    while waiting:
        required = waiting.pop(0).get("dependencies")
        for name, package in (required if isinstance(required, dict) else {}).items():
            if isinstance(package, dict):
                waiting.append(package)
                version = _version(package)
                if version and not version.startswith("file:"):
                    yield name, version, ""


def _version(package: dict[str, Any]) -> str:
    """A package's version, with the address and revision of one that is fetched from Git."""
    version, resolved = package.get("version"), package.get("resolved")
    if isinstance(resolved, str) and resolved.startswith("git"):
        return f"{version} @ {resolved}" if isinstance(version, str) and version else resolved
    return version if isinstance(version, str) else ""


READERS = (NpmLockReader(),)
