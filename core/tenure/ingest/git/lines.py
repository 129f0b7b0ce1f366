"""The line a changed value stands on, told by what differs between two versions of a file."""

from __future__ import annotations

from collections.abc import Sequence

from tenure.ingest.git.edits import differing
from tenure.ingest.items import ItemKey, Items
from tenure.ingest.manifests.locked import LOCKED


class Locator:
    """Finds the lines of changed values.

    A changed value stands where the text changed. If but one of the lines that differ holds both its name and the
    value, that is it; the reader, which may have to go through the whole file, is asked only otherwise.

    Args:
        items: of the new version.
        old: the former version's lines; none for a new file.
        new: the new version's lines.
    """

    def __init__(self, items: Items, old: Sequence[str], new: Sequence[str]) -> None:
        self._items = items
        self._new = new
        self._first, self._last = differing(old, new) if old else (0, len(new))

    def line(self, key: ItemKey, value: str) -> int:
        """Return the line of a value, from 1; 0 if it is unknown."""
        # In lock files the line that has both is that of a download.
        if key[1] != LOCKED and 0 < self._last - self._first < len(self._new):
            name = key[1].rsplit(".", 1)[-1].strip('"')
            found = [
                place
                for place in range(self._first, self._last)
                if value in (row := self._new[place]) and (name in row or key[0] in row)
            ]
            if len(found) == 1:
                return found[0] + 1
        return self._items.locate(key, value)
