"""What a manifest requires, as items: one key for each requirement, whatever a list repeats."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tenure.ingest.items import ItemKey
from tenure.keys import fold

REQUIREMENT = "requirement"


class Entry(NamedTuple):
    """One requirement of one list.

    Attributes:
        subject: the package.
        asked: the version, range or address, as written; ``any`` if none is given.
        marker: the condition under which it counts; empty for always.
        group: the extra or group; empty for the main list.
        table: the list as the file names it ("project.optional-dependencies.test").
        line: the line if it is known already, else 0.
        path: where it stands in the file's data, else.
        raw: the text written there, by which its line is known.
        more: further dimensions of its scope.
    """

    subject: str
    asked: str
    marker: str = ""
    group: str = ""
    table: str = ""
    line: int = 0
    path: tuple[str | int, ...] = ()
    raw: str = ""
    more: tuple[tuple[str, str], ...] = ()


class Required(NamedTuple):
    """The requirements of one file, and the entries each of them was read from."""

    values: dict[ItemKey, str]
    entries: dict[ItemKey, Entry]


def settle(file: str, entries: Iterable[Entry]) -> Required:
    """Give every entry a key.

    A package that one list names several times is told apart by ``marker``; one that several lists
    of one group name, by ``table`` in all but the first of them. What is still alike is asked
    together, joined by commas.
    """
    alike: dict[tuple[str, str, tuple[tuple[str, str], ...]], list[Entry]] = {}
    for entry in entries:
        alike.setdefault((fold(entry.subject), entry.group, entry.more), []).append(entry)
    found = Required({}, {})
    for same in alike.values():
        if len(same) == 1:
            entry = same[0]
            _put(found, entry, _key(file, entry), _with_marker(entry))
        else:
            _put_apart(found, file, same)
    return found


def _put_apart(found: Required, file: str, same: list[Entry]) -> None:
    subject, first = same[0].subject, same[0].table
    repeated = {table for table in {e.table for e in same} if sum(e.table == table for e in same) > 1}
    for entry in same:
        apart = {}
        if entry.table != first:
            apart["table"] = entry.table
        if entry.marker and entry.table in repeated:
            apart["marker"] = entry.marker
        key = _key(file, entry._replace(subject=subject), apart)
        _put(found, entry, key, entry.asked if "marker" in apart else _with_marker(entry))


def _put(found: Required, entry: Entry, key: ItemKey, value: str) -> None:
    before = found.values.get(key)
    if before is None:
        found.values[key] = value
    elif value not in before.split(", "):
        found.values[key] = f"{before}, {value}"
    found.entries.setdefault(key, entry)


def _with_marker(entry: Entry) -> str:
    return f"{entry.asked}; {entry.marker}" if entry.marker else entry.asked


def _key(file: str, entry: Entry, apart: dict[str, str] | None = None) -> ItemKey:
    if not apart and not entry.more:
        if not entry.group:
            return (entry.subject, REQUIREMENT, (("file", file),))
        return (entry.subject, REQUIREMENT, (("file", file), ("group", entry.group)))
    scope = {"file": file, **dict(entry.more), **(apart or {})}
    if entry.group:
        scope["group"] = entry.group
    return (entry.subject, REQUIREMENT, tuple(sorted(scope.items())))
