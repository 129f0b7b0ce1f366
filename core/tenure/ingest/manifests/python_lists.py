"""Lists of Python requirements in a manifest's data."""

from __future__ import annotations

from typing import Any

from tenure.errors import InputError
from tenure.ingest.flatten import Path
from tenure.ingest.manifests.manifest import Manifest
from tenure.ingest.manifests.names import python_name, requirement
from tenure.ingest.manifests.required import Entry


def take_list(found: Manifest, data: dict[str, Any], member: str, path: Path, group: str = "") -> None:
    """State the requirements of a list of texts (PEP 508), and take it out of its table.

    Raises:
        InputError: for a text that is no requirement, unless malformed ones are skipped.
    """
    values = data.get(member)
    if isinstance(values, list) and all(isinstance(value, str) for value in values):
        del data[member]
        require_all(found, values, (*path, member), group)


def require_all(found: Manifest, values: list[str], path: Path, group: str = "", line: int = 0) -> None:
    """State requirements as PEP 508 writes them.

    Raises:
        InputError: for a text that is no requirement, unless malformed ones are skipped.
    """
    name_of_list = ".".join(map(str, path))
    for value in values:
        if not value.strip():
            continue
        try:
            name, asked, marker = requirement(value)
        except InputError as error:
            found.malformed(line or found.line_at(path, value), str(error))
            continue
        subject = python_name(name)
        found.require(Entry(subject, asked, marker, group, name_of_list, line, path, value))
        found.call(subject, name)
