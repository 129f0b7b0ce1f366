"""How a project wants its files read: which values are kept, under which subjects and relations.

One TOML text per project, kept in its file::

    [[files]]
    match = "config/*.yml"                  # a glob of source names, or a list of them; * also crosses folders
    subject = "{stem}"                      # instead of the file's name
    keep = ["server.*"]                     # only these paths
    drop = ["server.debug"]                 # not these
    relation = { "server.port" = "port" }   # path (or glob) = relation
    scope = { env = "{folder}" }            # added to every key
    reader = "yaml"                         # how to read it, or "none" to leave it out

Templates know ``{file}`` (the source's name), ``{stem}`` (its last part without ending), ``{folder}`` (the name of
the folder it is in), ``{project}``, ``{value:path}`` (what the file says there) and, in a subject, ``{id}``: such a
template is for the items of lists only, which are called by their id. All parts that match a file apply, in the
order written. ``[[table]]`` is described in :mod:`tenure.ingest.tablemap`.
"""

from __future__ import annotations

import re
import sqlite3
import tomllib
from collections.abc import Callable, Sequence
from collections.abc import Mapping as MappingType
from dataclasses import dataclass, field
from fnmatch import fnmatchcase, translate
from functools import lru_cache
from typing import Any, Final

from tenure.errors import InputError
from tenure.ingest.tablemap import TableMap, table_maps

_KEYS = ("match", "subject", "keep", "drop", "relation", "scope", "reader")
_PLACE = re.compile(r"\{([^{}]*)\}")
_NAMES = ("file", "stem", "folder", "id", "project")
NO_READER = "none"
"""The reader that leaves a file out."""


@dataclass(frozen=True, slots=True)
class FileMap:
    """One ``[[files]]`` part.

    Attributes:
        match: globs of source names.
        subject: a template, or None.
        keep: matches the paths kept; None for all.
        drop: matches the paths dropped, or None.
        relation: pairs (what matches a path, the relation instead).
        scope: pairs (dimension, template).
        reader: kind of the reader, or None.
    """

    match: tuple[str, ...]
    subject: str | None = None
    keep: re.Pattern[str] | None = None
    drop: re.Pattern[str] | None = None
    relation: tuple[tuple[re.Pattern[str], str], ...] = ()
    scope: tuple[tuple[str, str], ...] = ()
    reader: str | None = None

    def matches(self, name: str) -> bool:
        """Whether it is for a source of this name."""
        return any(fnmatchcase(name, glob) for glob in self.match)

    def keeps(self, paths: Sequence[str]) -> bool:
        """Whether the value of a key stays, whose path may be written in several ways."""
        if self.keep is not None and not any(map(self.keep.fullmatch, paths)):
            return False
        return self.drop is None or not any(map(self.drop.fullmatch, paths))

    def renamed(self, paths: Sequence[str]) -> str | None:
        """Return the relation that stands for a path, or None if it keeps its own."""
        return next((name for pattern, name in self.relation if any(map(pattern.fullmatch, paths))), None)


@dataclass(frozen=True)
class Mapping:
    """A project's mapping.

    Attributes:
        text: as written.
        files: its ``[[files]]`` parts.
        tables: its ``[[table]]`` parts.
    """

    text: str = ""
    files: tuple[FileMap, ...] = ()
    tables: tuple[TableMap, ...] = ()
    _found: dict[str, tuple[FileMap, ...]] = field(default_factory=dict, compare=False, repr=False)

    def for_file(self, name: str) -> tuple[FileMap, ...]:
        """Return the parts that are for a source of this name; empty for most."""
        if not self.files:
            return ()
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = tuple(part for part in self.files if part.matches(name))
        return found

    def reader_of(self, name: str) -> str | None:
        """Return the kind of the reader that a source of this name is to be read with, or None."""
        return next((part.reader for part in self.for_file(name) if part.reader is not None), None)

    def tables_of(self, name: str) -> tuple[TableMap, ...]:
        """Return how tables of this name are read; several for the sheets of a workbook, or for several subjects."""
        return tuple(table for table in self.tables if table.matches(name))

    def reads_anew(self, before: Mapping, name: str) -> bool:
        """Whether a source of this name is read in another way than by the mapping before."""
        if before is self:
            return False
        same = self.for_file(name) == before.for_file(name) and self.tables_of(name) == before.tables_of(name)
        return not same


def parse_mapping(text: str, kinds: Sequence[str] = ()) -> Mapping:
    """Read a mapping.

    Args:
        text: the TOML text.
        kinds: the readers there are; none to take any name.

    Raises:
        InputError: naming the line, if it is no TOML or says what no mapping can say.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"the mapping is no TOML: {error}") from error
    unknown = sorted(set(data) - {"files", "table"})
    if unknown:
        raise InputError(f"{_line_of(text, unknown[0])}: '{unknown[0]}' is no part of a mapping: write [[files]]")
    parts = data.get("files", [])
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        raise InputError(f"{_line_of(text, 'files')}: write [[files]], once for each kind of file")
    starts = [number for number, line in enumerate(text.split("\n"), 1) if re.match(r"\s*\[\[\s*files\s*\]\]", line)]
    files = tuple(
        _file_map(part, f"line {starts[index]}" if index < len(starts) else "the mapping", kinds)
        for index, part in enumerate(parts)
    )
    return Mapping(text, files, table_maps(data.get("table")))


def _line_of(text: str, key: str) -> str:
    for number, line in enumerate(text.split("\n"), 1):
        if re.match(rf"\s*\[*\s*[\"']?{re.escape(key)}\b", line):
            return f"line {number}"
    return "the mapping"


def _file_map(part: MappingType[str, Any], where: str, kinds: Sequence[str]) -> FileMap:
    unknown = sorted(set(part) - set(_KEYS))
    if unknown:
        raise InputError(f"{where}: '{unknown[0]}' is no key of [[files]]; there are {', '.join(_KEYS)}")
    if "match" not in part:
        raise InputError(f"{where}: [[files]] needs 'match', a glob of file names")
    subject, reader = _text(part, "subject", where), _text(part, "reader", where)
    if subject is not None:
        _check_template(subject, where)
    if reader is not None and kinds and reader not in {*kinds, NO_READER}:
        raise InputError(f"{where}: there is no reader '{reader}'; there are {', '.join(sorted(kinds))} and none")
    scope = _pairs(part, "scope", where)
    for _, template in scope:
        _check_template(template, where)
        if "{id}" in template:
            raise InputError(f"{where}: {{id}} is for subjects, not for scopes")
    return FileMap(
        match=_texts(part, "match", where),
        subject=subject,
        keep=_globs(_texts(part, "keep", where)) if "keep" in part else None,
        drop=_globs(_texts(part, "drop", where)) if "drop" in part else None,
        relation=tuple((_globs((path,)), name) for path, name in _pairs(part, "relation", where)),
        scope=scope,
        reader=reader,
    )


def _check_template(template: str, where: str) -> None:
    for name in _PLACE.findall(template):
        if name not in _NAMES and not (name.startswith("value:") and name[6:].strip()):
            known = ", ".join("{" + known + "}" for known in (*_NAMES, "value:path"))
            raise InputError(f"{where}: '{{{name}}}' is unknown in a template; there are {known}")


@lru_cache(maxsize=256)
def _globs(globs: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(translate, globs)) or r"(?!)")


def _text(part: MappingType[str, Any], key: str, where: str) -> str | None:
    value = part.get(key)
    if value is not None and (not isinstance(value, str) or not value.strip()):
        raise InputError(f"{where}: '{key}' is a text")
    return value


def _texts(part: MappingType[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = part.get(key)
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(v, str) and v.strip() for v in values):
        raise InputError(f"{where}: '{key}' is a text or a list of texts")
    return tuple(values)


def _pairs(part: MappingType[str, Any], key: str, where: str) -> tuple[tuple[str, str], ...]:
    value = part.get(key, {})
    if not isinstance(value, dict) or not all(isinstance(v, str) and v.strip() and k.strip() for k, v in value.items()):
        raise InputError(f'{where}: \'{key}\' is a table of texts, such as {{ "a" = "b" }}')
    return tuple(value.items())


def fill(template: str, values: Callable[[str], str]) -> str:
    """Return a template with its places filled; empty if one of them has nothing to stand there."""
    found = {name: values(name) for name in _PLACE.findall(template)}
    if not all(found.values()):
        return ""
    return " ".join(_PLACE.sub(lambda place: found[place[1]], template).split())


def stored_mapping(connection: sqlite3.Connection) -> Mapping:
    """Return the project's mapping; an empty one if it has none."""
    row = connection.execute("SELECT text FROM mapping").fetchone()
    return NO_MAPPING if row is None else parse_mapping(row[0])


def store_mapping(connection: sqlite3.Connection, text: str) -> None:
    """Keep the text of a mapping that was read; inside the caller's transaction."""
    connection.execute("INSERT OR REPLACE INTO mapping (id, text) VALUES (1, ?)", (text,))


NO_MAPPING: Final = Mapping()
