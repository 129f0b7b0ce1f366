"""Applies a project's mapping to what a file states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tenure.ingest.document import Refused
from tenure.ingest.items import ItemKey, Items, no_bodies
from tenure.ingest.mapping import NO_READER, FileMap, Mapping, fill
from tenure.ingest.projectname import project_name
from tenure.ingest.readers import Content, Reader, base_of, reader_for, readers
from tenure.keys import fold

_STEP = " › "
"""Between the parts of an item's subject: file, path, id."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a file is, for templates.

    Attributes:
        name: the source's name, which is also the subject of what the file says of itself.
        project: what the project is called that it belongs to; may be empty.
    """

    name: str
    project: str = ""


def chosen_reader(mapping: Mapping, content: Content) -> Reader | None:
    """Return the reader of a file: the one its mapping names, else the first that accepts it; None to leave it out."""
    kind = mapping.reader_of(content.name)
    if kind is None:
        return reader_for(content)
    return None if kind == NO_READER else next((reader for reader in readers() if reader.kind == kind), None)


def applied(mapping: Mapping, items: Items, content: Content) -> tuple[Items, tuple[Refused, ...]]:
    """Return what a file states as the project's mapping wants it, and which values it leaves no place for."""
    parts = mapping.for_file(content.name)
    if not parts:
        return items, ()
    project = project_name(content.name, content.beside) or content.root
    return mapped(items, parts, Place(content.name, project))


def mapped(items: Items, parts: Sequence[FileMap], place: Place) -> tuple[Items, tuple[Refused, ...]]:
    """Return the items as the parts of a mapping want them; without parts the items themselves.

    Where a mapping gives two values one key, the first one in the file keeps it; the others are told.
    """
    if not parts:
        return items, ()
    made = _Mapped(items, parts, place)
    return made.items(), made.clashes()


class _Mapped:
    """The parts of a mapping applied to one file."""

    def __init__(self, items: Items, parts: Sequence[FileMap], place: Place) -> None:
        self._items = items
        self._parts = parts
        self._place = place
        templates = [part.subject for part in parts if part.subject is not None]
        self._of_file = next((template for template in templates if "{id}" not in template), None)
        self._of_item = next((template for template in templates if "{id}" in template), None)
        self._subjects: dict[str, str] = {}
        self._before: dict[ItemKey, ItemKey] = {}
        self._without_place: dict[ItemKey, ItemKey] = {}
        scope = [(name, fill(template, self._value)) for part in parts for name, template in part.scope]
        self._scope = tuple({fold(name): (name, value) for name, value in scope if value}.values())

    def items(self) -> Items:
        """Return the items mapped."""
        old = self._items
        values = {new: value for key, value in old.values.items() if (new := self._key(key)) is not None}
        members = {new: value for key, value in old.members.items() if (new := self._key(key)) is not None}
        dated = tuple(replace(item, key=new) for item in old.dated if (new := self._key(item.key)) is not None)
        relations = dict(old.relations)
        for name, relation in old.relations.items():
            other = self._renamed((name,))
            if other is not None:
                relations[other] = replace(relation, name=other)
        return replace(
            old,
            values=values,
            members=members,
            dated=dated,
            names=tuple((self._subject(subject), name) for subject, name in old.names),
            relations=relations,
            locate=self._locate(),
            bodies=no_bodies if old.bodies is no_bodies else self._bodies,
        )

    def _bodies(self) -> dict[str, str]:
        return {self._subject(subject): body for subject, body in self._items.bodies().items()}

    def _locate(self) -> Callable[[ItemKey, str], int]:
        before, locate = self._before, self._items.locate
        return lambda key, value: locate(before.get(key, key), value)

    def _key(self, key: ItemKey) -> ItemKey | None:
        """Return a key as the part wants it; None if it is left out, or another has become the same."""
        subject, relation, scope = key
        paths = self._paths(subject, relation)
        if not all(part.keeps(paths) for part in self._parts):
            return None
        if self._scope:
            mine = {fold(name) for name, _ in self._scope}
            kept = [pair for pair in scope if fold(pair[0]) not in mine]
            scope = tuple(sorted([*kept, *self._scope], key=lambda pair: fold(pair[0])))
        new = (self._subject(subject), self._renamed(paths) or relation, scope)
        if self._before.setdefault(new, key) == key:
            return new
        self._without_place[key] = new
        return None

    def clashes(self) -> tuple[Refused, ...]:
        """Return what was left out because the mapping calls it as something before it, where the two differ."""
        old = self._items
        told = []
        for key, new in self._without_place.items():
            first = self._before[new]
            if self._said(key) == self._said(first):
                continue
            said = self._said(key)
            subject, relation, _scope = new
            reason = f"the mapping calls both '{first[1]}' and '{key[1]}' {subject} · {relation}; the first is kept"
            told.append(Refused(self._place.name, old.locate(key, said[0]) or None if said else None, reason))
        return tuple(told)

    def _said(self, key: ItemKey) -> tuple[str, ...]:
        value = self._items.values.get(key)
        return (value,) if value is not None else self._items.members.get(key, ())

    def _paths(self, subject: str, relation: str) -> tuple[str, ...]:
        """Return the ways to write where a value stands: as its relation, and from the top of the file."""
        within = subject.removeprefix(self._place.name + _STEP)
        return (relation,) if within == subject else (relation, ".".join((*within.split(_STEP), relation)))

    def _renamed(self, paths: Sequence[str]) -> str | None:
        return next((name for part in self._parts if (name := part.renamed(paths)) is not None), None)

    def _subject(self, subject: str) -> str:
        found = self._subjects.get(subject)
        if found is None:
            found = self._subjects[subject] = self._filled(subject)
        return found

    def _filled(self, subject: str) -> str:
        name = self._place.name
        within = subject.removeprefix(name + _STEP)
        file = (fill(self._of_file, self._value) if self._of_file is not None else "") or name
        if within == subject:
            return file if subject == name else subject
        item = within.rsplit(_STEP, 1)[-1]
        filled = ""
        if self._of_item is not None:
            filled = fill(self._of_item, lambda place: item if place == "id" else self._value(place))
        return filled or file + _STEP + within

    def _value(self, place: str) -> str:
        name = self._place.name
        if place.startswith("value:"):
            return self._items.values.get((name, place[6:].strip(), ()), "")
        base = base_of(name)
        stem = base.rsplit(".", 1)[0] or base
        folder = base_of(name.rpartition("/")[0])
        return {"file": name, "stem": stem, "folder": folder, "project": self._place.project}.get(place, "")
