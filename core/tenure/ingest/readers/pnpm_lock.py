"""pnpm-lock.yaml, which is YAML but written by one program in one way, so that its lines can be read as such."""

from __future__ import annotations

import re

from tenure.ingest.document import Document
from tenure.ingest.manifests import locked
from tenure.ingest.manifests.manifest import Manifest
from tenure.ingest.readers.base import Content, base_of

_VERSION = re.compile(r"^lockfileVersion: *['\"]?(?P<major>\d+)", re.MULTILINE)
_PACKAGES = re.compile(r"^packages:\n(?P<body>(?:[ \t][^\n]*\n|\n)*)", re.MULTILINE)
_SLASHED = re.compile(
    r"^  '?/(?P<name>(?:@[^/\s']+/)?[^/\s'@]+)/(?P<version>\d[^_/\s':(]*)[^\n]*:(?: \{[^\n]*)?$", re.MULTILINE
)
_AT = re.compile(
    r"^  '?/?(?P<name>(?:@[^/\s'@]+/)?[^/\s'@]+)@(?P<version>\d[^\s':(]*)[^\n]*:(?: \{[^\n]*)?$", re.MULTILINE
)


class PnpmLockReader:
    """Reads the lock file of pnpm."""

    kind = "pnpm-lock"
    covers = (
        "pnpm-lock.yaml (formats 5 to 9): the locked versions of every package of a registry; integrity, links and "
        "packages fetched by address are left out."
    )
    rank = 10
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the file is called pnpm-lock.yaml."""
        return base_of(name) == "pnpm-lock.yaml"

    def accepts(self, content: Content) -> bool:
        """Whether there is anything to read, which the name has decided."""
        return bool(content.name)

    def read(self, content: Content) -> Document:
        """Read the file.

        Raises:
            InputError: if it gives no format version, or holds a merge conflict (unless ``skip_bad``).
        """
        found = Manifest(content)
        locked.refuse_conflicts(found)
        version = _VERSION.search(content.text)
        if version is None:
            found.malformed(1, "it gives no lockfileVersion")
        packages = _PACKAGES.search(content.text)
        pattern = _SLASHED if version is not None and int(version["major"][:4]) < 6 else _AT
        entries = pattern.finditer(packages["body"]) if packages is not None else iter(())
        return locked.document(content, self.kind, ((m["name"], m["version"], "") for m in entries), _place, found)


def _place(name: str, version: str) -> str:
    return rf"^  '?/?{re.escape(name)}[@/]{re.escape(version)}(?=[_('\s:])"


READERS = (PnpmLockReader(),)
