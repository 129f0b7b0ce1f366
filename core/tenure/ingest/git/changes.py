"""What a commit changed: its tree compared with the one before, subtrees with the same id never opened."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

_ENTRY = re.compile(rb"(\d+) ([^\0]+)\0(.{20})", re.DOTALL)
_ID = 20
"""Bytes of an id in a tree."""
_FOLDER = b"40000"
"""A folder's mode ends so; some tools wrote a leading zero."""
_FILE = b"100"
"""An ordinary file's mode begins so; symbolic links (120000) and submodules (160000) do not."""

_NOTHING = (b"", b"")


@dataclass(slots=True)
class _Folder:
    """A folder as it was last: its tree's bytes, where in them each entry's id begins, and the folders in it."""

    raw: bytes = b""
    starts: list[int] | None = None
    names: list[tuple[bytes, bytes]] = field(default_factory=list)
    folders: dict[bytes, _Folder] = field(default_factory=dict)

    def only_change(self, raw: bytes) -> int:
        """Return which entry's id alone differs in another tree's bytes; -1 if more or something else does."""
        old = self.raw
        if len(old) != len(raw) or not old:
            return -1
        differing = int.from_bytes(old, "big") ^ int.from_bytes(raw, "big")
        first = len(raw) - (differing.bit_length() + 7) // 8
        last = len(raw) - 1 - ((differing & -differing).bit_length() - 1) // 8
        if self.starts is None:
            found = list(_ENTRY.finditer(old))
            self.starts = [match.start(3) for match in found]
            self.names = [(match[1], match[2]) for match in found]
        place = bisect_right(self.starts, first) - 1
        return place if place >= 0 and last < self.starts[place] + _ID else -1

    def entries(self) -> dict[bytes, tuple[bytes, bytes]]:
        """Return (mode, id) by name."""
        return {name: (mode, number) for mode, name, number in _ENTRY.findall(self.raw)}


class FileChange(NamedTuple):
    """A file that differs.

    Attributes:
        path: with ``/``; bytes that are no UTF-8 written as ``\\xe9``.
        blob: its content's id now, hexadecimal; None if it is gone (or no ordinary file any more).
        before: its content's id before; None if it was not there.
    """

    path: str
    blob: str | None
    before: str | None


class Tree:
    """The tree of one commit, moved from commit to commit; it keeps the names of the present one only.

    Args:
        read: returns an object's bytes by id, hexadecimal.
    """

    def __init__(self, read: Callable[[str], bytes]) -> None:
        self._read = read
        self._root = _Folder()
        self._id = ""

    def move_to(self, tree: str) -> list[FileChange]:
        """Go to another tree and return the ordinary files that differ, in the order of their paths."""
        if tree == self._id:
            return []
        self._id = tree
        changes: list[FileChange] = []
        self._compare(b"", self._root, tree, changes)
        if len(changes) > 1:
            changes.sort()
        return changes

    def _compare(self, path: bytes, folder: _Folder, tree: str, into: list[FileChange]) -> None:
        raw = self._read(tree)
        place = folder.only_change(raw)
        if place < 0 or folder.starts is None:
            self._compare_all(path, folder, raw, into)
            return
        # Nearly every commit changes one file: then one id differs in each of the trees above it.
        mode, name = folder.names[place]
        start = folder.starts[place]
        old, new = folder.raw[start : start + _ID], raw[start : start + _ID]
        folder.raw = raw
        if mode[-5:] == _FOLDER:
            self._compare(path + name + b"/", folder.folders[name], new.hex(), into)
        elif mode[:3] == _FILE:
            into.append(FileChange(_written(path + name), new.hex(), old.hex()))

    def _compare_all(self, path: bytes, folder: _Folder, raw: bytes, into: list[FileChange]) -> None:
        gone = folder.entries()
        folder.raw, folder.starts = raw, None
        for name, (mode, number) in folder.entries().items():
            old_mode, old = gone.pop(name, _NOTHING)
            if old_mode == mode and old == number:
                continue
            if mode[-5:] == _FOLDER:
                if old_mode[:3] == _FILE:
                    into.append(FileChange(_written(path + name), None, old.hex()))
                inner = folder.folders.get(name)
                if inner is None:
                    inner = folder.folders[name] = _Folder()
                if old != number or old_mode[-5:] != _FOLDER:
                    self._compare(path + name + b"/", inner, number.hex(), into)
                continue
            if old_mode[-5:] == _FOLDER:
                _all_gone(path + name + b"/", folder.folders.pop(name, _Folder()), into)
            before = old.hex() if old_mode[:3] == _FILE else None
            blob = number.hex() if mode[:3] == _FILE else None
            if blob != before:
                into.append(FileChange(_written(path + name), blob, before))
        for name, (mode, number) in gone.items():
            if mode[-5:] == _FOLDER:
                _all_gone(path + name + b"/", folder.folders.pop(name, _Folder()), into)
            elif mode[:3] == _FILE:
                into.append(FileChange(_written(path + name), None, number.hex()))


def _all_gone(path: bytes, folder: _Folder, into: list[FileChange]) -> None:
    for name, (mode, number) in folder.entries().items():
        if mode[-5:] == _FOLDER:
            _all_gone(path + name + b"/", folder.folders.get(name, _Folder()), into)
        elif mode[:3] == _FILE:
            into.append(FileChange(_written(path + name), None, number.hex()))


def _written(path: bytes) -> str:
    return path.decode("utf-8", "backslashreplace")
