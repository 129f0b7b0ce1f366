"""What the files of one commit state together, and what changes when some of them do.

A key may stand in several files, or twice in one under spellings that are one key to the ledger. Then the first
of them rules, by path and spelling: so what holds is told by the tree alone, whatever order it came about in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tenure.ingest.items import DatedItem, ItemKey, Items
from tenure.keys import Scope, fold
from tenure.relations import Cardinality, Relation, same_value_form

Line = tuple[str, str, str, str]
"""What holds one value at a time: folded subject, relation and scope; for a set or an event also the value's form."""
_Place = tuple[str, ItemKey, str]
"""(path, key as the file spells it, member of a set as it spells it): where a line is stated."""
_Holder = tuple[_Place, str]
"""A place and the value stated there."""
_CACHE = 50_000


class Change(NamedTuple):
    """A value that appeared, changed or vanished.

    Attributes:
        key: as the file spells it that states it now, or stated it last.
        object: the value; None if nothing is stated any more.
        former: the value before, None if there was none.
        path: of the file that states it now, or stated it last.
    """

    key: ItemKey
    object: str | None
    former: str | None
    path: str


class DatedChange(NamedTuple):
    """A value with a date of its own that appeared in a file, or with ``gone`` vanished from it."""

    item: DatedItem
    gone: bool
    path: str


@dataclass(frozen=True, slots=True)
class _File:
    values: dict[ItemKey, str]
    members: dict[ItemKey, tuple[str, ...]]
    dated: tuple[DatedItem, ...]


_NOTHING = _File({}, {}, ())


class Standing:
    """The values of all files of a tree, kept from commit to commit.

    Args:
        relation: returns what the registry knows of a relation by name.
    """

    def __init__(self, relation: Callable[[str], Relation]) -> None:
        self._relation = relation
        self._relations: dict[str, Relation] = {}
        self._files: dict[str, _File] = {}
        self._lines: dict[ItemKey, tuple[Line, Relation | None]] = {}
        self._one: dict[Line, _Holder] = {}
        self._several: dict[Line, dict[_Place, str]] = {}
        self._before: dict[Line, _Holder | None] = {}
        self._changes: list[Change] = []
        self._dated: list[DatedChange] = []

    def __len__(self) -> int:
        return len(self._files)

    def __contains__(self, path: object) -> bool:
        return path in self._files

    def define(self, relation: Relation) -> None:
        """Know a relation that the registry does not list yet; one in use keeps what it means."""
        self._relations[relation.name] = relation
        self._lines.clear()

    def put(self, path: str, items: Items | None) -> None:
        """Take a file's present version; None if it is gone or states nothing."""
        new = _NOTHING if items is None else _File(dict(items.values), dict(items.members), items.dated)
        old = self._files.get(path, _NOTHING)
        if new is _NOTHING:
            self._files.pop(path, None)
        else:
            self._files[path] = new
        if old.values.keys() != new.values.keys():
            # In the order of the file, so that two imports give the same rows.
            for key, value in old.values.items():
                if key not in new.values:
                    self._remove(path, key, value)
        for key, value in new.values.items():
            before = old.values.get(key)
            if before != value:
                self._replace(path, key, before, value)
        if old.members or new.members:
            self._put_members(path, old.members, new.members)
        if old.dated != new.dated:
            self._put_dated(path, old.dated, new.dated)

    def values(self, path: str) -> Mapping[ItemKey, str]:
        """Return the values that a file states."""
        return self._files.get(path, _NOTHING).values

    def members(self, path: str) -> Mapping[ItemKey, tuple[str, ...]]:
        """Return the members of sets that a file states."""
        return self._files.get(path, _NOTHING).members

    def edit_member(self, path: str, key: ItemKey, former: str, value: str | None) -> None:
        """Take the only member of a set of a file, in the place of the former one if there was any; None if it went."""
        members = self._files[path].members
        if value is None:
            del members[key]
        else:
            members[key] = (value,)
        if former == value:
            return
        if former:
            self._remove(path, key, former)
        if value is not None:
            self._add(path, key, value)

    def edit(self, path: str, key: ItemKey, value: str | None) -> None:
        """Take a new value of a key of a file, or that it is gone (None); all else of the file stays."""
        values = self._files[path].values
        before = values.get(key)
        if value is None:
            if before is not None:
                del values[key]
                self._remove(path, key, before)
        elif before != value:
            values[key] = value
            self._replace(path, key, before, value)

    def changes(self) -> tuple[list[Change], list[DatedChange]]:
        """Return what changed since they were asked for last, each line once."""
        found, self._changes = self._changes, []
        if self._before:
            found += self._compared()
            self._before.clear()
        dated, self._dated = self._dated, []
        return found, dated

    def _compared(self) -> Iterator[Change]:
        for line, before in self._before.items():
            after = self._ruling(line)
            if after is None:
                if before is not None:
                    yield Change(before[0][1], None, before[1], before[0][0])
            elif before is None or before[1] != after[1]:
                yield Change(after[0][1], after[1], None if before is None else before[1], after[0][0])

    def _put_members(
        self, path: str, old: Mapping[ItemKey, tuple[str, ...]], new: Mapping[ItemKey, tuple[str, ...]]
    ) -> None:
        for key, members in old.items():
            now = frozenset(new.get(key, ()))
            for member in members:
                if member not in now:
                    self._remove(path, key, member)
        for key, members in new.items():
            before = old.get(key, ())
            if members != before:
                for member in dict.fromkeys(members):
                    if member not in before:
                        self._add(path, key, member)

    def _put_dated(self, path: str, old: tuple[DatedItem, ...], new: tuple[DatedItem, ...]) -> None:
        before, after = set(old), set(new)
        self._dated += [DatedChange(item, True, path) for item in old if item not in after]
        self._dated += [DatedChange(item, False, path) for item in dict.fromkeys(new) if item not in before]

    def _replace(self, path: str, key: ItemKey, before: str | None, value: str) -> None:
        if before is None:
            self._add(path, key, value)
            return
        line = self._line(key, value)
        if line[3]:
            self._remove(path, key, before)
            self._add(path, key, value)
        elif line in self._several or line in self._before:
            self._touch(line)
            self._hold(line, (path, key, ""), value)
        else:
            self._one[line] = ((path, key, ""), value)
            self._changes.append(Change(key, value, before, path))

    def _add(self, path: str, key: ItemKey, value: str) -> None:
        line = self._line(key, value)
        self._touch(line)
        self._hold(line, (path, key, value if line[3] else ""), value)

    def _hold(self, line: Line, place: _Place, value: str) -> None:
        several = self._several.get(line)
        if several is not None:
            several[place] = value
            return
        one = self._one.get(line)
        if one is None or one[0] == place:
            self._one[line] = (place, value)
            return
        del self._one[line]
        self._several[line] = {one[0]: one[1], place: value}

    def _remove(self, path: str, key: ItemKey, value: str) -> None:
        line = self._line(key, value)
        self._touch(line)
        several = self._several.get(line)
        if several is None:
            self._one.pop(line, None)
            return
        several.pop((path, key, value if line[3] else ""), None)
        if len(several) == 1:
            self._one[line] = several.popitem()
            del self._several[line]

    def _touch(self, line: Line) -> None:
        if line not in self._before:
            self._before[line] = self._ruling(line)

    def _ruling(self, line: Line) -> _Holder | None:
        one = self._one.get(line)
        if one is not None:
            return one
        several = self._several.get(line)
        if several is None:
            return None
        place = min(several)
        return place, several[place]

    def _line(self, key: ItemKey, value: str) -> Line:
        found = self._lines.get(key)
        if found is None:
            if len(self._lines) >= _CACHE:
                self._lines.clear()
            relation = self.relation(key[1])
            line = (fold(key[0]), fold(relation.name), Scope(key[2]).normal, "")
            found = self._lines[key] = (line, None if relation.cardinality is Cardinality.FUNCTIONAL else relation)
        line, several = found
        return line if several is None else (*line[:3], same_value_form(value, several))

    def relation(self, name: str) -> Relation:
        """Return what the registry knows of a relation."""
        found = self._relations.get(name)
        if found is None:
            if len(self._relations) >= _CACHE:
                self._relations.clear()
            found = self._relations[name] = self._relation(name)
        return found
