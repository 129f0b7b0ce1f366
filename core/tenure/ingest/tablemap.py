"""How a table of a person's own is read: which column is the subject, which are relations.

A project's mapping keeps it as TOML, one ``[[table]]`` for each kind of table::

    [[table]]
    files = "registers/*.csv"            # a glob, or a list of them; CSV, TSV or XLSX
    sheet = "Services"                   # XLSX: a glob of sheet names; all visible sheets if left out
    header = 2                           # the row with the columns' names; the first with text if left out
    subject = "Service"                  # a column, or a template: "{Team} {Service}"
    names = ["Short name"]               # columns with other names of the subject
    relations = { "Listens on" = "port", "Team" = "owner" }
    sets = { "Maintainers" = "," }       # columns whose cells hold several values, and the sign between
    valid_from = "Since"
    valid_to = "Until"
    scope = { env = "prod" }             # of every row
    scope_columns = { region = "Region" }

``relations`` may also be a list of columns, read under their own names; left out, it is every column
that nothing else names. A long table, a value a row, names two columns instead:
``relation = "Setting"`` and ``value = "Value"``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from fnmatch import fnmatchcase
from typing import Any

from tenure.errors import InputError
from tenure.keys import fold

_PLACE = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class TableMap:
    """How one kind of table is read.

    Attributes:
        files: globs of source names; a star also crosses folders.
        subject: a column's name, or a template with columns in braces.
        sheet: a glob of sheet names, or None for every visible one.
        header: the number of the row with the columns' names, from 1, or None for the first with text.
        names: columns with other names of the subject.
        relations: pairs (column, relation); None: every column that nothing else names.
        relation, value: of a long table, the columns that hold the relation and the value.
        sets: pairs (column, sign between its values); such a column's relation is a set.
        valid_from, valid_to: columns with dates, or None.
        scope: dimensions of every row.
        scope_columns: pairs (dimension, column).
    """

    files: tuple[str, ...]
    subject: str
    sheet: str | None = None
    header: int | None = None
    names: tuple[str, ...] = ()
    relations: tuple[tuple[str, str], ...] | None = None
    relation: str | None = None
    value: str | None = None
    sets: tuple[tuple[str, str], ...] = ()
    valid_from: str | None = None
    valid_to: str | None = None
    scope: tuple[tuple[str, str], ...] = ()
    scope_columns: tuple[tuple[str, str], ...] = ()
    _subject_columns: tuple[str, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        found = tuple(_PLACE.findall(self.subject)) or (self.subject,)
        object.__setattr__(self, "_subject_columns", found)

    def matches(self, name: str) -> bool:
        """Whether it is for a source of this name."""
        return any(fnmatchcase(name, glob) for glob in self.files)

    def columns(self) -> tuple[str, ...]:
        """Return the columns it names, which a table must have."""
        single = (self.relation, self.value, self.valid_from, self.valid_to)
        return (
            *self._subject_columns,
            *self.names,
            *(column for column, _ in self.relations or ()),
            *(column for column, _ in self.sets),
            *(column for column in single if column),
            *(column for _, column in self.scope_columns),
        )

    def subject_of(self, row: Mapping[str, str]) -> str:
        """Return the subject of a row (folded column name → cell); empty if a part of it is."""
        parts = {column: row.get(fold(column), "").strip() for column in self._subject_columns}
        if not all(parts.values()):
            return ""
        if self._subject_columns == (self.subject,):
            return parts[self.subject]
        return _PLACE.sub(lambda found: parts[found[1]], self.subject).strip()

    def of_values(self, header: Sequence[str]) -> list[tuple[str, str]]:
        """Return pairs (column, relation) of a wide table, in the order of the header."""
        if self.relation:
            return []
        listed = {fold(column): relation for column, relation in self.relations or ()}
        for column, _ in self.sets:
            listed.setdefault(fold(column), column)
        other = {fold(c) for c in self.columns()} - listed.keys()
        if self.relations is None:
            return [(c, listed.get(fold(c), c)) for c in header if c and fold(c) not in other]
        return [(c, listed[fold(c)]) for c in header if fold(c) in listed]


_KEYS = frozenset(part.name for part in fields(TableMap) if part.init)


def table_maps(data: object) -> tuple[TableMap, ...]:
    """Read the ``[[table]]`` parts of a mapping.

    Args:
        data: what TOML gives for ``table``: a list of mappings, or None.

    Raises:
        InputError: for an unknown or missing key, or a value of the wrong kind.
    """
    if data is None:
        return ()
    if not isinstance(data, list) or not all(isinstance(part, dict) for part in data):
        raise InputError("a mapping's tables are written as [[table]]")
    return tuple(_table_map(part, number) for number, part in enumerate(data, start=1))


def _table_map(part: dict[str, Any], number: int) -> TableMap:
    where = f"[[table]] number {number}"
    unknown = sorted(set(part) - _KEYS)
    if unknown:
        raise InputError(f"{where}: '{unknown[0]}' is not a key of a table; there are {', '.join(sorted(_KEYS))}")
    for needed in ("files", "subject"):
        if needed not in part:
            raise InputError(f"{where}: it needs '{needed}'")
    text = {key: _text(part, key, where) for key in ("subject", "sheet", "relation", "value", "valid_from", "valid_to")}
    if bool(text["relation"]) != bool(text["value"]):
        raise InputError(f"{where}: a long table names both columns, 'relation' and 'value'")
    header = part.get("header")
    if header is not None and (not isinstance(header, int) or isinstance(header, bool) or header < 1):
        raise InputError(f"{where}: 'header' is the number of a row, from 1")
    relations = part.get("relations")
    if isinstance(relations, list):
        relations = {column: column for column in _texts(part, "relations", where)}
    return TableMap(
        files=_texts(part, "files", where),
        subject=text["subject"] or "",
        sheet=text["sheet"],
        header=header,
        names=_texts(part, "names", where),
        relations=None if relations is None else _pairs(relations, "relations", where),
        relation=text["relation"],
        value=text["value"],
        sets=_pairs(part.get("sets", {}), "sets", where),
        valid_from=text["valid_from"],
        valid_to=text["valid_to"],
        scope=tuple(sorted(_pairs(part.get("scope", {}), "scope", where), key=lambda pair: fold(pair[0]))),
        scope_columns=_pairs(part.get("scope_columns", {}), "scope_columns", where),
    )


def _text(part: dict[str, Any], key: str, where: str) -> str | None:
    value = part.get(key)
    if value is not None and (not isinstance(value, str) or not value.strip()):
        raise InputError(f"{where}: '{key}' is a text")
    return value


def _texts(part: dict[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = part.get(key, [])
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(v, str) and v.strip() for v in values):
        raise InputError(f"{where}: '{key}' is a text or a list of texts")
    return tuple(values)


def _pairs(value: object, key: str, where: str) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, dict) or not all(isinstance(v, str) and v and k.strip() for k, v in value.items()):
        raise InputError(f"{where}: '{key}' is a table of texts")
    return tuple(value.items())
