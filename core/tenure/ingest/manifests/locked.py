"""What a lock file pins, as items: the versions of every package."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from tenure.ingest.document import Document
from tenure.ingest.items import ItemKey
from tenure.ingest.manifests.manifest import Manifest
from tenure.ingest.manifests.names import python_name
from tenure.ingest.readers.base import Content
from tenure.keys import fold

LOCKED = "locked version"

_CONFLICT = re.compile(r"^(?:<<<<<<<|>>>>>>>) ", re.MULTILINE)


def document(
    content: Content,
    kind: str,
    packages: Iterable[tuple[str, str, str]],
    place: Callable[[str, str], str] | re.Pattern[str],
    found: Manifest | None = None,
) -> Document:
    """Return the document of a lock file.

    Args:
        content: the file.
        kind: the reader's.
        packages: name, version and group of each package locked.
        place: finds packages' versions in the text: one pattern for all of them, with groups ``name`` and
            ``version``; or what gives, from a name and a version, the regular expression that finds them.
        found: what the file states already.
    """
    found = found or Manifest(content)
    versions: dict[tuple[str, str], list[str]] = {}
    spelled: dict[str, str] = {}
    for name, version, group in packages:
        versions.setdefault((spelled.setdefault(fold(name), name), group), []).append(version)
    for (name, group), some in versions.items():
        found.list(LOCKED, some, subject=name, scoped=True, group=group)

    if isinstance(place, re.Pattern):
        return found.document(kind, line=_Lines(place, content.text))

    def line(key: ItemKey, value: str) -> int:
        match = re.search(place(key[0], value), content.text, re.MULTILINE)
        return content.text.count("\n", 0, match.end()) + 1 if match is not None else 0

    return found.document(kind, line=line)


class _Lines:
    """Finds the lines of all versions when the first is asked for, in one pass: a lock file may list thousands."""

    __slots__ = ("_found", "_pattern", "_text")

    def __init__(self, pattern: re.Pattern[str], text: str) -> None:
        self._pattern = pattern
        self._text = text
        self._found: dict[tuple[str, str], int] | None = None

    def __call__(self, key: ItemKey, value: str) -> int:
        if self._found is None:
            self._found = {}
            line, at = 1, 0
            for match in self._pattern.finditer(self._text):
                line += self._text.count("\n", at, match.end())
                at = match.end()
                for name in (match["name"], python_name(match["name"])):
                    self._found.setdefault((name, match["version"]), line)
        version = value.split(" @ ", maxsplit=1)[0]
        return self._found.get((key[0], version), 0)


def refuse_conflicts(found: Manifest) -> None:
    """Refuse a file that a merge has left half-done.

    Raises:
        InputError: unless ``skip_bad``.
    """
    conflict = _CONFLICT.search(found.content.text)
    if conflict is not None:
        found.malformed(found.content.text.count("\n", 0, conflict.start()) + 1, "a merge conflict is not resolved")
