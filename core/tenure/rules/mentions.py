"""Which keys ever named a thing: read from the statements when a rule first asks, and then from what is new.

What was read is stored in large portions only: a row a statement would cost an import more than all else
the rules do. The rest is held in memory and read again by the next process that asks.
"""

from __future__ import annotations

import json
from collections import defaultdict

from tenure.keys import fold
from tenure.ledger import Ledger
from tenure.rules.store import Store

_PORTION = 50_000
"""So many statements are held in memory at most."""


class Mentions:
    """An index from names to the keys whose values they were.

    Args:
        ledger, store: of the project.
    """

    def __init__(self, ledger: Ledger, store: Store) -> None:
        self._ledger, self._store = ledger, store
        self._values: dict[str, list[int]] = defaultdict(list)
        self._keys: dict[int, list[str]] = defaultdict(list)
        self._relations: tuple[str, ...] | None = None
        self._stored = self._read = 0

    def forget(self) -> None:
        """Drop what is held in memory."""
        self._values.clear()
        self._keys.clear()
        self._relations = None

    def of(self, folded: str, relations: tuple[str, ...]) -> tuple[list[int], list[int]]:
        """Return the written values, by id, that name a thing, and the keys recorded under one of these names of
        relations that ever had one of them."""
        self._look(relations)
        values, keys = self._store.mentioning(folded)
        fresh = self._values.get(folded, [])
        values = [*values, *(value for value in fresh if value not in values)]
        found = set(keys)
        for value in values:
            for listed in self._keys.get(value, ()):
                found.update(json.loads(listed))
        return values, sorted(found)

    def _look(self, relations: tuple[str, ...]) -> None:
        """Read the statements that are new since the last time."""
        if relations != self._relations:
            self.forget()
            listed = " | ".join(relations)
            self._stored, looked = self._store.mentions()
            if looked != listed:
                self._store.forget_mentions(listed)
                self._stored = 0
            self._read, self._relations = self._stored, relations
        newest = self._ledger.last_statement()
        if newest == self._read:
            return
        rows = self._ledger.naming(relations, self._read)
        for value in self._store.unnamed(list({value for value, _ in rows if value not in self._keys})):
            self._values[fold(self._ledger.text_of(value))].append(value)
        for value, listed in rows:
            self._keys[value].append(listed)
        self._read = newest
        if newest - self._stored >= _PORTION:
            self._keep()

    def _keep(self) -> None:
        rows = ((value, f"[{','.join(text[1:-1] for text in texts)}]") for value, texts in self._keys.items())
        names = ((value, name) for name, values in self._values.items() for value in values)
        self._store.add_mentions(rows, names, self._read)
        self._stored = self._read
        self._values.clear()
        self._keys.clear()
