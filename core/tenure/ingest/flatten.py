"""Nested data made flat: the values of a file as keys (subject, relation) with one value each.

Every reader of configuration uses this: mappings become paths, a list of scalars is one value, and
each mapping in a list is a subject of its own, called by what identifies it, so that reordering a
list changes nothing. How a path is named as a relation is told by ``pathnames``.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from tenure.errors import InputError
from tenure.ingest.items import ItemKey
from tenure.ingest.pathnames import is_set_path, relation_of_path
from tenure.ingest.scalars import label, leaf, listed, scalar
from tenure.ingest.secrets import SECRET, these
from tenure.relations import Relation

Path = tuple[str | int, ...]
"""Where a value stands in the data: keys and positions from 0."""

MOST_VALUES = 200_000  # a file that unfolds to more is refused
DEEPEST = 100  # data nested deeper is refused

ID_MEMBERS = (
    "id", "name", "key", "slug", "cycle", "releaseCycle", "code", "alias", "title", "repo", "repository", "label",
    "version", "uses", "package", "image", "path", "file", "filename", "host", "hostname", "url", "uri", "address",
    "email", "username", "user", "package-ecosystem", "type", "kind", "source", "port", "containerPort", "date",
)  # fmt: skip
"""Members that identify a mapping in a list, the surest first."""

_DULL_STEMS = these(
    "config configuration settings application app conf values default defaults index main env package project data "
    "docker-compose compose chart kustomization manifest meta metadata base common options dockerfile "
    "containerfile action"
)
_PLAIN_KEY = re.compile(r"[^\s.\"]+(?: [^\s.\"]+)*")


@dataclass(slots=True)
class Flat:
    """What a file's data says, flattened.

    Attributes:
        values: the values by key.
        members: the members of each key of a set relation.
        relations: relations that are not in the registry and no plain ones, by name.
        names: pairs (subject, another name).
        refused: what was left out and why, with the path of it.
        secrets: pairs (path, secret value as read), to be blanked in the text; never stored.
        paths: where the value of each key, and each member of it, stands, if asked for.
        count: how many scalars the data unfolded to.
    """

    values: dict[ItemKey, str] = field(default_factory=dict)
    members: dict[ItemKey, tuple[str, ...]] = field(default_factory=dict)
    relations: dict[str, Relation] = field(default_factory=dict)
    names: list[tuple[str, str]] = field(default_factory=list)
    refused: list[tuple[Path, str]] = field(default_factory=list)
    secrets: list[tuple[Path, str]] = field(default_factory=list)
    paths: dict[ItemKey | tuple[ItemKey, str], Path] | None = None
    count: int = 0


def flatten(
    data: object,
    subject: str,
    *,
    stem: str = "",
    prefix: str = "",
    scope: tuple[tuple[str, str], ...] = (),
    path: Path = (),
    hidden: bool = False,
    into: Flat | None = None,
) -> Flat:
    """Flatten data under a subject.

    Args:
        data: mappings, sequences and scalars as a parser gives them; :class:`Written` for numbers as written.
        subject: whom the values are about; the file's source name, unless part of the file is its own subject.
        stem: how people call the file ("billing"), to name its items; see :func:`stem_of`.
        prefix: the relation that ``data`` stands under ("tool.ruff"); empty at the top.
        scope: the scope of every value, as in an ``ItemKey``.
        path: where ``data`` stands in the file, for the lines.
        hidden: whether every scalar is a secret.
        into: what to add to, so that a file can be flattened part by part.

    Raises:
        InputError: if the data is nested too deeply or unfolds to too many values.
    """
    flat = into if into is not None else Flat()
    _Walk(flat, subject, stem, scope=scope, hidden=hidden).put(prefix, data, path, "")
    return flat


class Row(NamedTuple):
    """One value of a file of lines: its relation, what stands there, and the line (from 1), which is its path."""

    relation: str
    value: str | list[str]
    line: int


def put_rows(rows: Iterable[Row], subject: str, *, into: Flat) -> None:
    """Add the values of a file of lines; of a key written twice the last counts, and that is told.

    Raises:
        InputError: if there are too many.
    """
    walk = _Walk(into, subject, "", scope=(), hidden=False)
    seen: set[str] = set()
    for relation, value, line in rows:
        folded = relation.lower()
        if folded in seen:
            into.refused.append(((line,), "a key is written twice here; the last value counts"))
        seen.add(folded)
        walk.put(relation, value, (line,), "")


def put_members(members: Iterable[tuple[str, Path]], key: ItemKey, *, into: Flat) -> None:
    """Add the members of a set, each with its path; one written twice counts once."""
    found = dict.fromkeys(into.members.get(key, ()))
    for value, path in members:
        stored, secret, fault = leaf(key[1], value)
        if secret:
            into.secrets.append((path, value))
        if fault:
            into.refused.append((path, fault))
            continue
        found[stored] = None
        if into.paths is not None:
            into.paths.setdefault((key, stored), path)
    if found:
        into.members[key] = tuple(found)


def segment(key: object) -> str:
    """Return a key as a part of a path: in double quotes if it holds ``.``, ``"`` or is empty."""
    return _segment(key) if isinstance(key, str) else _segment(json.dumps(key, default=str))


def stem_of(name: str) -> str:
    """Return what people may call a file: its name without ending, or its folder's if that says nothing."""
    *folders, base = name.split("/")
    stem = base.lstrip(".").split(".", 1)[0] if not base.endswith((".in", ".lock")) else base.rsplit(".", 1)[0]
    if stem.casefold() in _DULL_STEMS and folders:
        return folders[-1]
    return stem


def file_names(name: str) -> list[tuple[str, str]]:
    """Return the pairs (file, name people use for it), candidates only."""
    stem = stem_of(name)
    base = name.rsplit("/", 1)[-1]
    found = dict.fromkeys(n for n in (base, stem) if n != name and any(c.isalpha() for c in n))
    return [(name, other) for other in found]


class _Walk:
    """One pass over the data of one subject and of the items in it."""

    __slots__ = ("depth", "flat", "hidden", "scope", "stem", "subject")

    def __init__(
        self, flat: Flat, subject: str, stem: str, *, scope: tuple[tuple[str, str], ...], hidden: bool, depth: int = 0
    ) -> None:
        self.flat = flat
        self.subject = subject
        self.stem = stem
        self.scope = scope
        self.hidden = hidden
        self.depth = depth

    def put(self, relation: str, data: object, path: Path, context: str) -> None:
        """Add whatever stands under a relation."""
        if isinstance(data, dict):
            self._mapping(relation, data, path, context)
        elif isinstance(data, list | tuple):
            self._list(relation, data, path, context)
        elif relation:
            self._scalar(relation, data if isinstance(data, str) else scalar(data), path, context)

    def _mapping(self, prefix: str, data: dict[Any, object], path: Path, context: str) -> None:
        if not data:
            if prefix:
                self._store(prefix, "{}", path)
            return
        self._deeper()
        folded = {key.lower() if isinstance(key, str) else key for key in data}
        if len(folded) < len(data):
            self.flat.refused.append((path, "two keys differ only in case here; the last counts"))
        before = f"{prefix}." if prefix else ""
        for key, value in data.items():
            relation = before + (_segment(key) if isinstance(key, str) else segment(key))
            if isinstance(value, str):
                self._scalar(relation, value, (*path, key), context)
            else:
                self.put(relation, value, (*path, key), context)
        self.depth -= 1

    def _deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise InputError(f"it is nested more than {DEEPEST} deep")

    def _scalar(self, relation: str, value: str, path: Path, context: str) -> None:
        if is_set_path(relation) and not self.hidden:
            put_members([(value, path)], (self.subject, relation, self.scope), into=self.flat)
            return
        stored, secret, fault = leaf(context + relation, value)
        if secret or (self.hidden and stored != '""'):
            self.flat.secrets.append((path, value))
            stored = SECRET
        elif fault:
            self.flat.refused.append((path, fault))
            return
        self._store(relation, stored, path)

    def _store(self, relation: str, value: str, path: Path) -> None:
        flat = self.flat
        key = (self.subject, relation_of_path(relation), self.scope)
        flat.values[key] = value
        if flat.paths is not None:
            flat.paths[key] = path
        flat.count += 1
        if flat.count > MOST_VALUES:
            raise InputError(f"it holds more than {MOST_VALUES:,} values")

    def _list(self, relation: str, data: Sequence[object], path: Path, context: str) -> None:
        items = [(n, item) for n, item in enumerate(data) if isinstance(item, dict | list | tuple)]
        if not items and is_set_path(relation) and not self.hidden:
            members = ((scalar(item), (*path, n)) for n, item in enumerate(data))
            put_members(members, (self.subject, relation, self.scope), into=self.flat)
        elif len(items) < len(data) or not data:
            scalars = [(n, item) for n, item in enumerate(data) if not isinstance(item, dict | list | tuple)]
            self._store(relation or "items", self._scalars(context + (relation or "items"), scalars, path), path)
        if items:
            self._deeper()
            self._items(relation, data, items, path, context)
            self.depth -= 1

    def _items(
        self, relation: str, data: Sequence[object], items: list[tuple[int, Any]], path: Path, context: str
    ) -> None:
        before = f"{relation}." if relation else ""
        merged = _as_mapping(data)
        if merged is not None:
            for n, (key, value) in enumerate(merged):
                self.put(before + segment(key), value, (*path, n, key), context)
        elif not any(isinstance(item, dict) for _, item in items):
            for n, item in items:
                self.put(f"{before}{n + 1}", item, (*path, n), context)
        else:
            ids = identities([item for _, item in items])
            for place, (n, item) in enumerate(items):
                self._item(relation, ids[place] if ids else "", n, item, path)

    def _item(self, relation: str, identity: str, position: int, item: object, path: Path) -> None:
        called = identity or f"#{position + 1}"
        subject = f"{self.subject} › {relation} › {called}" if relation else f"{self.subject} › {called}"
        if identity:
            self.flat.names.extend((subject, name) for name in item_names(self.stem, identity))
        walk = _Walk(self.flat, subject, self.stem, scope=self.scope, hidden=self.hidden, depth=self.depth)
        context = f'{relation}."{identity}".' if identity else f"{relation}." if relation else ""
        if isinstance(item, dict) and not item:
            walk._store("value", "{}", (*path, position))
        walk.put("" if isinstance(item, dict) else "value", item, (*path, position), context)

    def _scalars(self, name: str, data: Sequence[tuple[int, object]], path: Path) -> str:
        shown: list[str] = []
        self.flat.count += len(data)
        for place, item in data:
            text, secret, fault = listed(name, item)
            if secret or self.hidden:
                self.flat.secrets.append(((*path, place), str(item)))
                text = f'"{SECRET}"'
            elif fault:
                self.flat.refused.append(((*path, place), fault))
                continue
            shown.append(text)
        return f"[{', '.join(shown)}]"


def identities(items: Sequence[object]) -> list[str] | None:
    """Return what identifies each mapping of a list: the values of the first member of :data:`ID_MEMBERS`
    that all have, as scalars, all different and none a secret; None if there is no such member."""
    mappings = [item for item in items if isinstance(item, dict)]
    if len(mappings) != len(items) or not mappings:
        return None
    for member in ID_MEMBERS:
        if member not in mappings[0]:
            continue
        found = [_identity(member, mapping.get(member)) for mapping in mappings]
        if all(found) and len({unicodedata.normalize("NFKC", f).casefold() for f in found}) == len(found):
            return found
    return None


def item_names(stem: str, identity: str) -> Iterable[str]:
    """Return what people may call an item: with its file's name before it, and by itself if it has letters."""
    if stem:
        yield f"{stem} {identity}"
    if any(c.isalpha() for c in identity):
        yield identity


def _identity(member: str, value: object) -> str:
    if value is None or isinstance(value, bool | dict | list | tuple):
        return ""
    text = " ".join(leaf(member, scalar(value))[0].split())
    return text if text not in {'""', "null"} and len(text) <= 200 and SECRET not in text else ""


def _as_mapping(data: Sequence[object]) -> list[tuple[str, object]] | None:
    """Return a list of mappings with one key each, all different ("- Home: index.md"), as pairs; None if it is none."""
    pairs: list[tuple[str, object]] = []
    for item in data:
        if not isinstance(item, dict) or len(item) != 1:
            return None
        pairs.extend(item.items())
    keys = {str(key).casefold() for key, _ in pairs}
    return pairs if len(keys) == len(pairs) and keys.isdisjoint(_ID_KEYS) else None


_ID_KEYS = frozenset(member.casefold() for member in ID_MEMBERS)


@lru_cache(maxsize=65_536)
def _segment(key: str) -> str:
    text = label(key)
    return text if text == SECRET or _PLAIN_KEY.fullmatch(text) else '"' + text.replace('"', '\\"') + '"'
