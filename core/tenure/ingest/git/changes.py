"""What a commit changed: its tree compared with the one before, subtrees with the same id never opened."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

_ENTRY = re.compile(rb"(\d+) ([^\0]+)\0(.{20})", re.DOTALL)
_FOLDER = b"40000"
"""A folder's mode ends so; some tools wrote a leading zero."""
_FILE = b"100"
"""An ordinary file's mode begins so; symbolic links (120000) and submodules (160000) do not."""

_Entry = tuple[bytes, bytes, bytes]
"""(mode, name, id) of an entry of a tree."""


_NOTHING = (b"", b"")


@dataclass(slots=True)
class _Folder:
    entries: frozenset[_Entry] = frozenset()
    folders: dict[bytes, _Folder] = field(default_factory=dict)


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
        entries = frozenset(_ENTRY.findall(self._read(tree)))
        gone = {name: (mode, number) for mode, name, number in folder.entries - entries}
        fresh = entries - folder.entries
        folder.entries = entries
        for mode, name, number in fresh:
            old_mode, old = gone.pop(name, _NOTHING)
            if mode[-5:] == _FOLDER:
                if old_mode[:3] == _FILE:
                    into.append(FileChange(_written(path + name), None, old.hex()))
                inner = folder.folders.get(name)
                if inner is None:
                    inner = folder.folders[name] = _Folder()
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
    for mode, name, number in folder.entries:
        if mode[-5:] == _FOLDER:
            _all_gone(path + name + b"/", folder.folders.get(name, _Folder()), into)
        elif mode[:3] == _FILE:
            into.append(FileChange(_written(path + name), None, number.hex()))


def _written(path: bytes) -> str:
    return path.decode("utf-8", "backslashreplace")
