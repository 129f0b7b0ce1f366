"""Gathers what one manifest states, and makes the document of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from tenure.errors import InputError
from tenure.ingest.document import Document, Refused
from tenure.ingest.items import ItemKey, Items
from tenure.ingest.manifests.required import Entry, settle
from tenure.ingest.readers.base import Content
from tenure.ingest.readers.dates import of_document
from tenure.ingest.secrets import SECRET, is_secret, redact
from tenure.relations import Cardinality, Relation

Line = Callable[[ItemKey, str, Entry | None], int]
"""The line of a value; for a requirement, its entry is given too."""

_SIGNED_IN = re.compile(r"://[^/\s@\"']+@")


def _public(name: str, value: str) -> str:
    """The value, or what stands for it if it is an address with a password; versions hold no secrets."""
    return SECRET if "://" in value and "@" in value and is_secret(name, value) else value


class Manifest:
    """What one file states: about itself, and what it requires.

    Attributes:
        file: the source's name, the subject of what the file says about itself.
        values: see :class:`~tenure.ingest.items.Items`; requirements are added at the end.
        members: see there.
        lines: the line of a value, where it is known while reading.
    """

    def __init__(self, content: Content) -> None:
        self.content = content
        self.file = content.name
        self.values: dict[ItemKey, str] = {}
        self.members: dict[ItemKey, tuple[str, ...]] = {}
        self.lines: dict[tuple[ItemKey, str], int] = {}
        self._in_file = (("file", content.name),)
        self._entries: list[Entry] = []
        self._names: list[tuple[str, str]] = []
        self._relations: dict[str, Relation] = {}
        self._refused: list[Refused] = []

    def require(self, entry: Entry) -> None:
        """Add one requirement."""
        asked = _public("requirement", entry.asked)
        self._entries.append(entry if asked is entry.asked else entry._replace(asked=asked))

    def state(self, relation: str, value: object, line: int = 0) -> None:
        """State a value of the file itself; what is no text, or an empty one, states nothing."""
        if isinstance(value, str) and value.strip():
            self.put((self.file, relation, ()), value.strip(), line)

    def put(self, key: ItemKey, value: str, line: int = 0) -> None:
        """State the one value of a key."""
        value = _public(key[1], value)
        self.values[key] = value
        if line:
            self.lines[key, value] = line

    def list(
        self, relation: str, values: Iterable[str], *, subject: str = "", line: int = 0, scoped: bool = False, group: str = ""
    ) -> None:
        """State the members of a set relation, of the file itself unless a subject is given.

        Args:
            relation: its name; one the registry does not know becomes a set.
            values: the members; empty ones and repetitions are left out.
            subject: what has them.
            line: their line, if known.
            scoped: whether they hold within this file only.
            group: the group of the file they hold in, if ``scoped``.
        """
        found = tuple(dict.fromkeys(_public(relation, value.strip()) for value in values if value.strip()))
        if not found:
            return
        scope = self._in_file if scoped else ()
        key: ItemKey = (subject or self.file, relation, (*scope, ("group", group)) if group else scope)
        before = self.members.get(key, ())
        self.members[key] = (*before, *(value for value in found if value not in before)) if before else found
        if relation not in self._relations:
            self._relations[relation] = Relation(relation, Cardinality.SET)
        if line:
            self.lines.update(((key, value), line) for value in found)

    def call(self, subject: str, name: str) -> None:
        """Give another name that people use for a subject."""
        if name and name != subject:
            self._names.append((subject, name))

    def leave_out(self, line: int | None, reason: str) -> None:
        """Tell what is left out because it can't be known without running something."""
        self._refused.append(Refused(self.file, line, reason))

    def malformed(self, line: int, reason: str) -> None:
        """Refuse the file for a malformed line, or the line alone if the import skips those.

        Raises:
            InputError: unless ``skip_bad``.
        """
        if not self.content.skip_bad:
            raise InputError(f"'{self.file}', line {line}: {reason}" if line else f"'{self.file}': {reason}")
        self._refused.append(Refused(self.file, line or None, reason))

    def document(self, kind: str, title: str = "", line: Line | None = None) -> Document:
        """Return the document; requirements get their keys now."""
        required = settle(self.file, self._entries)
        values, entries, lines = self.values, required.entries, self.lines
        values.update(required.values)

        def locate(key: ItemKey, value: str) -> int:
            entry = entries.get(key)
            known = lines.get((key, value), 0) or (entry.line if entry is not None else 0)
            return known or (line(key, value, entry) if line is not None else 0)

        content = self.content
        items = Items(values, self.members, (), tuple(dict.fromkeys(self._names)), self._relations, locate)
        if _SIGNED_IN.search(content.text):
            items.safe_text = redact(content.text)
        dated = of_document(content.name, None, content.file_time, content.zone, content.now).dated
        return Document(content.name, kind, title, content.digest, dated, (), (), tuple(self._refused), None, items)
