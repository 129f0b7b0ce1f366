"""What a lock file pins, as items: the versions of every package."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from tenure.ingest.document import Document
from tenure.ingest.items import ItemKey
from tenure.ingest.manifests.manifest import Manifest
from tenure.ingest.readers.base import Content
from tenure.keys import fold

LOCKED = "locked version"

_CONFLICT = re.compile(r"^(?:<<<<<<<|>>>>>>>) ", re.MULTILINE)


def document(
    content: Content,
    kind: str,
    packages: Iterable[tuple[str, str, str]],
    place: Callable[[str, str], str],
    found: Manifest | None = None,
) -> Document:
    """Return the document of a lock file.

    Args:
        content: the file.
        kind: the reader's.
        packages: name, version and group of each package locked.
        place: gives the regular expression that finds a package's version, from its name and version.
        found: what the file states already.
    """
    found = found or Manifest(content)
    versions: dict[tuple[str, str], list[str]] = {}
    spelled: dict[str, str] = {}
    for name, version, group in packages:
        versions.setdefault((spelled.setdefault(fold(name), name), group), []).append(version)
    for (name, group), some in versions.items():
        found.list(LOCKED, some, subject=name, scoped=True, group=group)

    def line(key: ItemKey, value: str) -> int:
        match = re.search(place(key[0], value), content.text, re.MULTILINE)
        return content.text.count("\n", 0, match.end()) + 1 if match is not None else 0

    return found.document(kind, line=line)


def refuse_conflicts(found: Manifest) -> None:
    """Refuse a file that a merge has left half-done.

    Raises:
        InputError: unless ``skip_bad``.
    """
    conflict = _CONFLICT.search(found.content.text)
    if conflict is not None:
        found.malformed(found.content.text.count("\n", 0, conflict.start()) + 1, "a merge conflict is not resolved")
