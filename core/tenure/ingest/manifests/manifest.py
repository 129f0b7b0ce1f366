"""Gathers what one manifest states, and makes the document of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from tenure.errors import InputError
from tenure.ingest.document import Document, Refused
from tenure.ingest.flatten import Flat, Path, flatten, stem_of
from tenure.ingest.items import ItemKey, Items
from tenure.ingest.manifests.required import Entry, settle
from tenure.ingest.manifests.safe import safe_addresses
from tenure.ingest.readers.base import Content
from tenure.ingest.readers.configuration import configuration, line_of
from tenure.ingest.readers.dates import of_document
from tenure.ingest.scalars import sound
from tenure.ingest.secrets import SECRET, is_secret
from tenure.relations import Cardinality, Relation

_UNSOUND = re.compile(r"\0|\\u[dD0]")


class Place(NamedTuple):
    """Where a value stands: its line if it is known already, else its path in the data and the text sought there."""

    line: int = 0
    path: Path = ()
    text: str = ""


NOWHERE = Place()


class Manifest:
    """What one file states: about itself, and what it requires.

    Args:
        content: the file.
        lines: finds the line of every path of its data; called only if lines are asked for.

    Attributes:
        file: the source's name, the subject of what the file says about itself.
    """

    def __init__(self, content: Content, lines: Callable[[], Mapping[Path, int]] | None = None) -> None:
        self.content = content
        self.file = content.name
        self._find_lines = lines
        self._in_file = (("file", content.name),)
        self._values: dict[ItemKey, str] = {}
        self._members: dict[ItemKey, tuple[str, ...]] = {}
        self._places: dict[tuple[ItemKey, str], Place] = {}
        self._entries: list[Entry] = []
        self._names: list[tuple[str, str]] = []
        self._relations: dict[str, Relation] = {}
        self._refused: list[Refused] = []

    @property
    def count(self) -> int:
        """How many keys are stated so far."""
        return len(self._values) + len(self._members)

    def require(self, entry: Entry) -> None:
        """Add one requirement."""
        asked = _public("requirement", entry.asked)
        self._entries.append(entry if asked is entry.asked else entry._replace(asked=asked))

    def state(self, relation: str, value: object, line: int = 0, path: Path = ()) -> None:
        """State a value of the file itself; what is no text, or an empty one, states nothing."""
        if isinstance(value, str) and value.strip():
            self.put((self.file, relation, ()), str(value).strip(), Place(line, path))

    def put(self, key: ItemKey, value: str, place: Place = NOWHERE) -> None:
        """State the one value of a key."""
        value = _public(key[1], value)
        self._values[key] = value
        if place is not NOWHERE:
            self._places[key, value] = place

    def list(
        self,
        relation: str,
        values: Iterable[str],
        *,
        subject: str = "",
        group: str = "",
        scoped: bool = False,
        line: int = 0,
        path: Path = (),
    ) -> None:
        """State the members of a set relation, of the file itself unless a subject is given.

        Args:
            relation: its name; one the registry does not know becomes a set.
            values: the members; empty ones and repetitions are left out.
            subject: what has them.
            group: the group of the file they hold in, if ``scoped``.
            scoped: whether they hold within this file only.
            line: their line, if known.
            path: where they stand in the data.
        """
        found = tuple(dict.fromkeys(_public(relation, value.strip()) for value in values if value.strip()))
        if not found:
            return
        scope = self._in_file if scoped else ()
        key: ItemKey = (subject or self.file, relation, (*scope, ("group", group)) if group else scope)
        before = self._members.get(key, ())
        self._members[key] = (*before, *(value for value in found if value not in before)) if before else found
        if relation not in self._relations:
            self._relations[relation] = Relation(relation, Cardinality.SET)
        if line or path:
            self._places.update(((key, value), Place(line, path, value)) for value in found)

    def call(self, subject: str, name: str) -> None:
        """Give another name that people use for a subject."""
        if name and name != subject:
            self._names.append((subject, name))

    def leave_out(self, line: int, reason: str) -> None:
        """Tell what is left out because it can't be known without running something."""
        self._refused.append(Refused(self.file, line or None, reason))

    def malformed(self, line: int, reason: str) -> None:
        """Refuse the file for a malformed line, or the line alone if the import skips those.

        Raises:
            InputError: unless ``skip_bad``.
        """
        if not self.content.skip_bad:
            raise InputError(f"'{self.file}', line {line}: {reason}" if line else f"'{self.file}': {reason}")
        self._refused.append(Refused(self.file, line or None, reason))

    def line_at(self, path: Path, text: str) -> int:
        """Return the line on which a text stands at or below a path of the data; 0 if the path is unknown."""
        lines = self._lines
        below = (line for known, line in lines.items() if known[: len(path)] == path)
        first = lines.get(path) or min(below, default=0) or line_of(lines, path)
        if not first or not text:
            return first
        rows = self.content.text.split("\n")
        for form in (f'"{text}"', f"'{text}'", text):
            found = next((number for number, row in enumerate(rows[first - 1 :], first) if form in row), 0)
            if found:
                return found
        return first

    @cached_property
    def _lines(self) -> Mapping[Path, int]:
        return self._find_lines() if self._find_lines is not None else {}

    def document(
        self, kind: str, title: str = "", rest: object = None, line: Callable[[ItemKey, str], int] | None = None
    ) -> Document:
        """Return the document; requirements get their keys now.

        Args:
            kind: the reader's.
            title: what the file is called within.
            rest: the data that is not stated yet, to be kept as configuration by its paths.
            line: finds the lines of values that no place was given for.

        Raises:
            InputError: if the rest can't be kept.
        """
        content = self.content
        if rest is None:
            document = self._plain(kind, title)
        else:
            document = configuration(
                content, kind, lambda flat: _unfold(content, rest, flat), lambda: self._lines, title
            )  # fmt: skip
        items = document.items
        if items is None:
            raise TypeError("a manifest has items")
        required = settle(self.file, self._entries)
        items.values.update(self._values)
        items.values.update(required.values)
        items.members.update(self._members)
        items.relations.update(self._relations)
        items.names = tuple(dict.fromkeys((*items.names, *self._names)))
        items.locate = _Locator(self, required.entries, line or items.locate)
        if _UNSOUND.search(content.text):
            _make_sound(items)
        if not self._refused:
            return document
        return replace(document, refused=(*document.refused, *self._refused))

    def _plain(self, kind: str, title: str) -> Document:
        content = self.content
        items = Items()
        items.safe_text = safe_addresses(content.text)
        dated = of_document(content.name, None, content.file_time, content.zone, content.now).dated
        return Document(content.name, kind, title, content.digest, dated, items=items)

    def place_of(self, key: ItemKey, value: str) -> Place:
        """Return where a value of the file itself stands."""
        return self._places.get((key, value), NOWHERE)


class _Locator:
    """Finds the line of a value when asked for it."""

    __slots__ = ("_entries", "_found", "_otherwise")

    def __init__(
        self, found: Manifest, entries: dict[ItemKey, Entry], otherwise: Callable[[ItemKey, str], int]
    ) -> None:
        self._found = found
        self._entries = entries
        self._otherwise = otherwise

    def __call__(self, key: ItemKey, value: str) -> int:
        entry = self._entries.get(key)
        place = Place(entry.line, entry.path, entry.raw) if entry is not None else self._found.place_of(key, value)
        if place.line or not place.path:
            return place.line or self._otherwise(key, value)
        return self._found.line_at(place.path, place.text)


def _unfold(content: Content, rest: object, flat: Flat) -> None:
    flatten(rest, content.name, stem=stem_of(content.name), into=flat)


def _public(name: str, value: str) -> str:
    """The value, or what stands for it if it is an address with a password; versions hold no secrets."""
    return SECRET if "://" in value and "@" in value and is_secret(name, value) else value


def _make_sound(items: Items) -> None:
    """Replace what can't be stored: NUL and lone surrogates, which escapes may have brought in."""

    def key_of(key: ItemKey) -> ItemKey:
        return (sound(key[0]), sound(key[1]), tuple((n, sound(v)) for n, v in key[2]))

    items.values = {key_of(key): sound(value) for key, value in items.values.items()}
    items.members = {key_of(key): tuple(dict.fromkeys(map(sound, some))) for key, some in items.members.items()}
    items.names = tuple((sound(subject), sound(name)) for subject, name in items.names)
