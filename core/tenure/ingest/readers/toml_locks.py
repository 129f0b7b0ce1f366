"""Lock files in TOML: poetry.lock, uv.lock, pdm.lock, pylock.toml and Cargo.lock."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.manifests import locked
from tenure.ingest.manifests.names import python_name
from tenure.ingest.readers.base import Content, base_of
from tenure.ingest.readers.toml import load_toml

_NAMES = {"poetry.lock", "uv.lock", "pdm.lock", "Cargo.lock"}
_PLACE = re.compile(r'^name = "(?P<name>[^"\n]+)"\nversion = "(?P<version>[^"\n]*)"', re.MULTILINE)
_PYLOCK = re.compile(r"pylock(?:\.[^.]+)?\.toml")


class TomlLockReader:
    """Reads the lock files that list packages in TOML."""

    kind = "toml lock"
    covers = (
        "poetry.lock, uv.lock, pdm.lock, pylock.toml and Cargo.lock: the locked versions of every package, with the "
        "revision of one from Git; hashes, and the project's own packages, are left out."
    )
    rank = 10
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the file is called as one of these tools calls it."""
        base = base_of(name)
        return base in _NAMES or _PYLOCK.fullmatch(base) is not None

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
        rust = base_of(content.name) == "Cargo.lock"
        packages = data.get("package", data.get("packages"))
        listed = [p for p in packages if isinstance(p, dict)] if isinstance(packages, list) else []
        return locked.document(content, self.kind, packages_of(listed, rust=rust), _PLACE)


def packages_of(packages: list[dict[str, Any]], *, rust: bool) -> Iterator[tuple[str, str, str]]:
    """Yield the packages of a list (name, version and group) as they are stated."""
    for package in packages:
        name, version, source = package.get("name"), package.get("version"), package.get("source")
        if not isinstance(name, str) or not isinstance(version, str):
            continue
        if isinstance(source, dict) and ("virtual" in source or "editable" in source):
            continue
        if rust and source is None:
            continue
        origin = _origin(source)
        yield name if rust else python_name(name), f"{version} @ {origin}" if origin else version, ""


def _origin(source: object) -> str:
    """The address and revision of a package that comes from Git; empty for one of a registry."""
    if isinstance(source, str):
        return source if source.startswith("git+") else ""
    if not isinstance(source, dict):
        return ""
    if source.get("type") == "git":
        return f"git+{source.get('url')}#{source.get('resolved_reference') or source.get('reference')}"
    address = source.get("git")
    return f"git+{address}" if isinstance(address, str) else ""


READERS = (TomlLockReader(),)
