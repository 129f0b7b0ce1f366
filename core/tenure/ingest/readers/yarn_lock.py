"""yarn.lock, of Yarn 1 and of later ones."""

from __future__ import annotations

import re

from tenure.ingest.document import Document
from tenure.ingest.manifests import locked
from tenure.ingest.manifests.manifest import Manifest
from tenure.ingest.readers.base import Content, base_of

_PACKAGE = re.compile(
    r'^"?(?P<name>@?[^@\s"]+)@(?P<from>[^\n]*):\n(?:  (?!version)[^\n]*\n)*  version:? "?(?P<version>[^"\n]+)"?$',
    re.MULTILINE,
)
_HEADER = re.compile(r"^[^\s#][^\n]*$", re.MULTILINE)
_LOCAL = re.compile(r"@(?:workspace|link|portal):")


class YarnLockReader:
    """Reads the lock file of Yarn."""

    kind = "yarn.lock"
    covers = "yarn.lock (Yarn 1 to 4): the locked versions of every package; checksums and workspaces are left out."
    rank = 10
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the file is called yarn.lock."""
        return base_of(name) == "yarn.lock"

    def accepts(self, content: Content) -> bool:
        """Whether there is anything to read, which the name has decided."""
        return bool(content.name)

    def read(self, content: Content) -> Document:
        """Read the file.

        Raises:
            InputError: for an entry without a version, or a merge conflict, unless ``skip_bad``.
        """
        found = Manifest(content)
        locked.refuse_conflicts(found)
        matches = list(_PACKAGE.finditer(content.text))
        self._refuse_others(found, {match.start() for match in matches})
        packages = ((m["name"], m["version"].strip(), "") for m in matches if not _LOCAL.search("@" + m["from"]))
        return locked.document(content, self.kind, packages, _place, found)

    @staticmethod
    def _refuse_others(found: Manifest, starts: set[int]) -> None:
        text = found.content.text
        for header in _HEADER.finditer(text):
            if header.start() not in starts and not header[0].startswith(
                ("__metadata", "<<<<<<<", "=======", ">>>>>>>")
            ):
                line = text.count("\n", 0, header.start()) + 1
                found.malformed(line, "it is no entry with a version of its own")


def _place(name: str, version: str) -> str:
    return rf'^"?{re.escape(name)}@[^\n]*:\n(?:  (?!version)[^\n]*\n)*  version:? "?{re.escape(version)}'


READERS = (YarnLockReader(),)
