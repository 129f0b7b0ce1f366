"""Lines that come and go, read by themselves where a format lets one line state one value.

In formats of free lines it does not matter where a new line stands. In TOML, JSON and YAML a new line belongs to the
table of the line beside it, if that one is known to state a value; a line may go if others of its table stay. Files
with lists of tables, texts of several lines, anchors or the like are read as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import compress, filterfalse

from tenure.ingest.git.edits import MOST, REQUIREMENT, REQUIREMENTS, TELLING, Edit, Former
from tenure.ingest.items import ItemKey
from tenure.ingest.pathnames import is_set_path, relation_of_path

_FREE = frozenset({"env", "properties", REQUIREMENTS})
"""Formats in which what surrounds a line does not matter."""
_TANGLED = {
    "toml": re.compile(r'\[\[|"""|\'\'\'|\\'),
    "json": re.compile(r"\[\n|\{ *\}|//|/\*|\\"),
    "yaml": re.compile(r"[-?] |[&*|>\\#{]|^services|^\t|'|---", re.MULTILINE),
}
"""By format: what a file must not have for its lines to be told by those beside them."""
_HEADS = {
    "toml": re.compile(r"\[[\w.-]+\]", re.ASCII),
    "json": re.compile(r".*[{}\]],?", re.ASCII),
    "yaml": re.compile(r" *[\w-]+:", re.ASCII),
}
"""By format: a line after which another table may begin, so that the line below tells which it is."""
_WORD = re.compile(r"[\w.-]+")

Numbered = tuple[int, str]
"""A line and its number, from 0."""


def moved(former: Former, lines: Sequence[str]) -> list[Edit] | None:
    """Return what lines that came and went state, or None if the whole file has to be read."""
    if former.form is None:
        return None
    before, after = set(former.lines), set(lines)
    went, came = before - after, after - before
    if max(len(went), len(came)) > MOST:
        return None
    # Of a name written twice the last value counts, so order matters everywhere.
    if list(filterfalse(went.__contains__, former.lines)) != list(filterfalse(came.__contains__, lines)):
        return None
    gone = list(compress(enumerate(former.lines), map(went.__contains__, former.lines)))
    fresh = list(compress(enumerate(lines), map(came.__contains__, lines)))
    if max(len(gone), len(fresh)) > MOST:
        return None
    if former.kind in _FREE:
        return _free(former, gone, fresh)
    tangled = _TANGLED.get(former.kind)
    if tangled is None or tangled.search(former.text) is not None:
        return None
    return _Placed(former, lines, fresh).edits(gone)


# --- free lines -------------------------------------------------------------------------------------


def _free(former: Former, gone: Sequence[Numbered], fresh: Sequence[Numbered]) -> list[Edit] | None:
    if "\\" in former.text or (former.kind == "env" and any(quote in former.text for quote in "\"'`")):
        return None
    found: dict[ItemKey, Edit] = {}
    for _, line in gone:
        key = former.stating(line)
        if key is not None:
            found[key] = Edit(key, None, 0)
        elif line and not line.startswith("#"):
            return None
    for number, line in fresh:
        match = former.form.fullmatch(line) if former.form is not None else None
        key = _free_key(match["key"], former, found) if match is not None else None
        if match is not None and key is not None and former.is_plain(key, match["value"], line):
            found[key] = Edit(key, match["value"], number + 1)
        elif line and not line.startswith("#"):
            return None
    return list(found.values())


def _free_key(name: str, former: Former, found: Mapping[ItemKey, Edit]) -> ItemKey | None:
    """Return the key of the value that a new line states, if nothing else states anything of that name."""
    if former.kind != REQUIREMENTS:
        return None if is_set_path(name) else _new((former.subject, relation_of_path(name), ()), name, former, found)
    scopes = {key[2] for keys in former.names.values() for key in keys if key[1] == REQUIREMENT}
    return _new((name, REQUIREMENT, next(iter(scopes))), "", former, found) if len(scopes) == 1 else None


def _new(key: ItemKey, name: str, former: Former, found: Mapping[ItemKey, Edit]) -> ItemKey | None:
    """Return a key that a new line states, if it was there before and went, or nothing is called alike."""
    if key in found:
        return key if found[key].value is None else None
    subject, relation = key[0].casefold(), key[1].casefold()
    if any(k[1].casefold() == relation and k[0].casefold() == subject for k in (*former.values, *found)):
        return None
    return key if not name or name not in former.text or name not in _WORD.findall(former.text) else None


# --- lines of tables --------------------------------------------------------------------------------


class _Placed:
    """Lines that came and went in a format of tables."""

    def __init__(self, former: Former, lines: Sequence[str], fresh: Sequence[Numbered]) -> None:
        self._former = former
        self._kind = former.kind
        self._lines = lines
        self._fresh = fresh
        self._news = {number for number, _ in fresh}
        self._keys: dict[int, ItemKey] = {}
        self._found: dict[ItemKey, Edit] = {}

    def edits(self, gone: Sequence[Numbered]) -> list[Edit] | None:
        """Return what the lines state, or None."""
        for _, line in gone:
            key = self._former.stating(line)
            if key is None or key[2]:
                return None
            self._found[key] = Edit(key, None, 0)
        for number, line in self._fresh:
            if not self._come(number, line):
                return None
        if not all(self._has_others(edit.key) for edit in self._found.values() if edit.value is None):
            return None
        if self._kind == "json" and not self._joined(gone):
            return None
        return list(self._found.values())

    def _come(self, number: int, line: str) -> bool:
        match = self._former.form.fullmatch(line) if self._former.form is not None else None
        if match is None:
            return False
        name, value = match["key"], match["value"].strip('"')
        table = self._table(number, line)
        path = f"{table}.{name}"
        if not table or name in TELLING or is_set_path(path):
            return False
        key = _new((self._former.subject, relation_of_path(path), ()), name, self._former, self._found)
        if key is None or not self._former.is_plain(key, value, line):
            return False
        self._keys[number] = key
        self._found[key] = Edit(key, value, number + 1)
        return True

    def _table(self, number: int, line: str) -> str:
        """Return the path of the table that a new line stands in; empty if it is not sure."""
        above = self._passing(number - 1, -1)
        table = self._table_of(above, line)
        if not table and above >= 0 and _HEADS[self._kind].fullmatch(self._lines[above]):
            if self._kind == "yaml" and _indent(self._lines[above]) >= _indent(line):
                return ""
            below = self._passing(number + 1, 1)
            while below in self._news:
                below = self._passing(below + 1, 1)
            table = self._table_of(below, line)
        return table

    def _passing(self, number: int, step: int) -> int:
        """Return the next line from a number on that is neither blank nor a comment, in TOML."""
        if self._kind == "toml":
            while 0 <= number < len(self._lines) and self._lines[number][:1] in {"", "#"}:
                number += step
        return number

    def _table_of(self, number: int, line: str) -> str:
        """Return the path of the table that a line stands in which is known to state a value; empty if it is not."""
        if not 0 <= number < len(self._lines):
            return ""
        beside = self._lines[number]
        if self._kind == "yaml" and _indent(beside) != _indent(line):
            return ""
        key = self._keys.get(number)
        if key is None and number not in self._news:
            key = self._former.stating(beside)
        if key is None or key[0] != self._former.subject or key[1][:1] == ".":
            return ""
        return key[1].rpartition(".")[0]

    def _has_others(self, key: ItemKey) -> bool:
        """Whether the table that a value went from still has others."""
        table = key[1].rpartition(".")[0]
        if not table or key[1][:1] == ".":
            return False
        before = table + "."
        gone = {edit.key for edit in self._found.values() if edit.value is None}
        return any(k[1].startswith(before) and k[0] == key[0] and k not in gone for k in self._former.values)

    def _joined(self, gone: Sequence[Numbered]) -> bool:
        """Whether commas stand where JSON wants them, around the lines that came and where lines went."""
        places = {number + step for number in self._news for step in (0, 1)}
        # Where lines went: so many kept lines stand before them, and those that came in between.
        former = {number for number, _ in gone}
        kept = [number for number in range(len(self._lines)) if number not in self._news]
        for number in former:
            rank = number - sum(one < number for one in former)
            places.add(kept[rank] if rank < len(kept) else len(self._lines))
        return all(
            _joins(self._lines[n - 1].rstrip(), self._lines[n].lstrip()) for n in places if 0 < n < len(self._lines)
        )


def _joins(above: str, below: str) -> bool:
    if below[:1] in {"}", "]"}:
        return above[-1:] not in {",", "{", "["}
    return above[-1:] in {",", "{", "["}


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
