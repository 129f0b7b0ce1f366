"""The one protocol of the readers.

A module of this package that has ``READERS`` is a reader: adding one is adding a file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import tzinfo
from typing import Protocol

from tenure.ingest.document import Document
from tenure.ingest.tablemap import TableMap


def nothing_beside(_name: str) -> str | None:
    """Return None: there is no other file to look at."""
    return None


def suffix_of(name: str) -> str:
    """Return a file name's ending in lower case, with its dot; empty if it has none."""
    base = base_of(name)
    return "." + base.rsplit(".", 1)[-1].lower() if "." in base else ""


def base_of(name: str) -> str:
    """Return the last part of a source's name."""
    return name.rsplit("/", 1)[-1]


@dataclass(frozen=True, slots=True)
class Content:
    """A file's text and what is known around it.

    Attributes:
        name: the source's name, relative, with ``/``.
        text: decoded, line breaks as ``\\n``; empty for a reader of bytes.
        digest: SHA-256 of the bytes, hexadecimal, or what stands for it (a Git blob's id).
        zone: the zone of dates written without one.
        file_time: the file's modification time, or its commit's (microseconds UTC), or None.
        now: the present (microseconds UTC).
        skip_bad: whether malformed lines are reported and left out instead of refusing the file.
        data: the bytes, for readers whose ``binary`` is true.
        root: the name of the folder or repository the file is in; may be empty.
        beside: the text of another file under the same root, by its source name, or None. For what a
            file alone doesn't say: the project's name, the people of a chat export. In a repository
            it is asked of the branch's last commit, whichever version is read.
        tables: what the project's mapping says of tables of this name.
        items_only: whether nothing but items is wanted, as at the commits of a repository: blocks
            may then be left out, and a file that could state nothing else yields an empty document.
    """

    name: str
    text: str
    digest: str
    zone: tzinfo
    file_time: int | None
    now: int
    skip_bad: bool = False
    data: bytes = b""
    root: str = ""
    beside: Callable[[str], str | None] = nothing_beside
    tables: tuple[TableMap, ...] = ()
    items_only: bool = False

    @property
    def suffix(self) -> str:
        """The name's ending in lower case, with its dot."""
        return suffix_of(self.name)


class Reader(Protocol):
    """Reads one format.

    Attributes:
        kind: its name, as ``Document.kind`` has it ("toml").
        covers: one sentence: what it reads, and what it leaves out.
        rank: readers are asked in rising order; the first that claims and accepts a file reads it.
            10 for one exact file name or folder, 30 for a kind of content, 50 for an ending, 90 for any text.
        structured: whether it yields :class:`~tenure.ingest.items.Items`, so that it is read at
            every commit of a repository, for its items only. A reader of prose that finds items on
            top of a text (front matter, the versions of a change log) is structured too; what its
            prose says is for imports of folders.
        binary: whether it reads ``Content.data`` instead of text.
    """

    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def covers(self) -> str: ...  # noqa: D102
    @property
    def rank(self) -> int: ...  # noqa: D102
    @property
    def structured(self) -> bool: ...  # noqa: D102
    @property
    def binary(self) -> bool: ...  # noqa: D102

    def claims(self, name: str) -> bool:
        """Whether a file of this name may be of the format; by the name alone, so that others are never opened."""
        ...

    def accepts(self, content: Content) -> bool:
        """Whether a claimed file is of the format, by its content."""
        ...

    def read(self, content: Content) -> Document:
        """Read the file.

        Raises:
            InputError: if it is malformed; a bad line is named by number. No other exception,
                whatever the file holds.
        """
        ...


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of bytes, hexadecimal."""
    return hashlib.sha256(data).hexdigest()
