"""Well-known spellings of one name: ``Node.js``, ``nodejs`` and ``node``.

They give candidates when a name is looked up and no subject has it, and never merge keys: whether
two spellings mean one thing is for whoever looks to decide. ``C`` and ``C++``, ``.NET`` and ``Net``,
``HTTP`` and ``HTTPS`` are no spellings of each other.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from tenure.keys import fold


def spellings_of(name: str) -> tuple[str, ...]:
    """Return the other well-known spellings of a name, folded, the commonest first; none if it is in no group."""
    folded = fold(name)
    return tuple(other for other in _groups().get(folded, ()) if other != folded)


@cache
def _groups() -> dict[str, tuple[str, ...]]:
    text = (files("tenure_resources") / "spellings.json").read_text("utf-8")
    groups = [tuple(fold(name) for name in group) for group in json.loads(text)["spellings"]]
    return {name: group for group in groups for name in group}
