"""Relations that people name for one another: who asks for the broker of a thing that has a queue means that."""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import lru_cache
from importlib.resources import files

from tenure.keys import fold


@lru_cache(maxsize=1)
def _groups() -> tuple[frozenset[str], ...]:
    content = json.loads((files("tenure_resources") / "kin.json").read_text(encoding="utf-8"))
    return tuple(frozenset(fold(name) for name in group) for group in content["groups"])


def only_kin(relation: str, stated: Collection[str]) -> str | None:
    """Return the one relation among those stated that may be meant by another that is not.

    Args:
        relation: the relation asked for.
        stated: the folded names of the relations the subject has.
    """
    found = {name for group in _groups() if fold(relation) in group for name in group if name in stated}
    return next(iter(found)) if len(found) == 1 else None
