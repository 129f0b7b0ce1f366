"""Cargo.toml: a Rust package or workspace and what it depends on."""

from __future__ import annotations

from typing import Any

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.flatten import Path
from tenure.ingest.manifests.about import state_sets, state_texts, table, tidy
from tenure.ingest.manifests.manifest import Manifest
from tenure.ingest.manifests.names import ANY
from tenure.ingest.manifests.poetry import located
from tenure.ingest.manifests.required import Entry
from tenure.ingest.readers.base import Content, base_of
from tenure.ingest.readers.toml import load_toml, toml_lines

_TEXTS = {"name": "name", "version": "version", "edition": "edition", "rust-version": "required rust",
          "license": "license", "description": "description", "homepage": "homepage", "repository": "repository",
          "documentation": "documentation"}  # fmt: skip
_SETS = {"authors": "authors", "keywords": "keywords", "categories": "categories"}
_GROUPS = {"dependencies": "", "dev-dependencies": "dev", "build-dependencies": "build", "dev_dependencies": "dev",
           "build_dependencies": "build"}  # fmt: skip
_SAID = ("version", "package", "git", "path", "rev", "tag", "branch", "workspace")

Scope = tuple[tuple[str, str], ...]
"""Dimensions beyond file and group: a target, a rename."""


class CargoReader:
    """Reads the manifest of a Rust package."""

    kind = "cargo"
    covers = (
        "Cargo.toml: dependencies with their groups, targets and renames, those of the workspace, what it says about "
        "the package, the rest by path."
    )
    rank = 10
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the file is called Cargo.toml."""
        return base_of(name) == "Cargo.toml"

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
        package = table(data, "package")
        name = package.get("name")
        if isinstance(name, str):
            found.call(found.file, name)
        state_texts(found, package, _TEXTS, ("package",))
        state_sets(found, package, _SETS, ("package",))
        _take(found, data, ())
        for target in list(table(data, "target")):
            _take(found, table(data, "target", target), ("target", target), (("target", target),))
            tidy(data, "target", target)
        workspace = table(data, "workspace")
        _take_table(found, workspace, "dependencies", ("workspace",), "workspace")
        for emptied in ("package", "workspace", "target"):
            tidy(data, emptied)
        return found.document(self.kind, str(name or ""), data)


def _take(found: Manifest, data: dict[str, Any], path: Path, more: Scope = ()) -> None:
    for member, group in _GROUPS.items():
        if member in data:
            _take_table(found, data, member, path, group, more=more)


def _take_table(
    found: Manifest,
    data: dict[str, Any],
    member: str,
    path: Path,
    group: str,
    *,
    more: tuple[tuple[str, str], ...] = (),
) -> None:
    """State the requirements of a table; what it says beyond version and source stays configuration."""
    required = table(data, member)
    here = (*path, member)
    for name in list(required):
        value = required[name]
        if not isinstance(value, str | dict):
            continue
        real = value.get("package") if isinstance(value, dict) else None
        renamed = isinstance(real, str) and real != name
        subject = real if isinstance(real, str) else name
        scope = (*more, ("as", name)) if renamed else more
        found.require(Entry(subject, _asked(value), "", group, ".".join(map(str, here)), 0, (*here, name), "", scope))
        if isinstance(value, dict):
            for said in _SAID:
                value.pop(said, None)
        if not value or isinstance(value, str):
            del required[name]
    tidy(data, member)


def _asked(value: str | dict[str, Any]) -> str:
    if isinstance(value, str):
        return value.strip() or ANY
    version = value.get("version")
    if isinstance(version, str) and version.strip():
        return version.strip()
    return "workspace" if value.get("workspace") is True else located(value) or ANY


READERS = (CargoReader(),)
