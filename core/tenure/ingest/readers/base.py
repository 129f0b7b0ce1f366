"""The one protocol of the readers."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import tzinfo
from typing import Protocol

from tenure.ingest.document import Document


@dataclass(frozen=True, slots=True)
class Content:
    """A file's text and what is known around it.

    Attributes:
        name: the source's name, relative, with ``/``.
        text: decoded, line breaks as ``\\n``.
        digest: SHA-256 of the bytes, hexadecimal.
        zone: the zone of dates written without one.
        file_time: the file's modification time (microseconds UTC), or None.
        now: the present (microseconds UTC).
        skip_bad: whether malformed lines are reported and left out instead of refusing the file.
    """

    name: str
    text: str
    digest: str
    zone: tzinfo
    file_time: int | None
    now: int
    skip_bad: bool = False

    @property
    def suffix(self) -> str:
        """The name's ending in lower case, with its dot."""
        base = self.name.rsplit("/", 1)[-1]
        return "." + base.rsplit(".", 1)[-1].lower() if "." in base else ""


class Reader(Protocol):
    """Reads one format."""

    def accepts(self, content: Content) -> bool:
        """Whether the file is of this format, by its name and content."""
        ...

    def read(self, content: Content) -> Document:
        """Read the file.

        Raises:
            InputError: if it is malformed; a bad line is named by number.
        """
        ...


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of bytes, hexadecimal."""
    return hashlib.sha256(data).hexdigest()
