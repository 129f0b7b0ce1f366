"""Paths of configuration as names of relations.

A key of a file is no word of prose: ``size`` need not mean dimensions, nor ``server`` a host, and a file may hold
``server`` and ``host`` side by side. So a path meets the registry only by a relation's own name; one that is merely
another name of a relation, or the name of an event, gets a dot before it and so is a relation of its own. A few
keys that mean the same in every file (``eol``) are taken as the relation they name.
"""

from __future__ import annotations

from functools import cache, lru_cache

from tenure.keys import fold
from tenure.ledger.registry_store import seed_relations
from tenure.relations import Cardinality, RelationRegistry

_PLAIN = frozenset(
    {"email", "eol", "licence", "healthcheck", "entrypoint", "workdir", "requires-python", "python_requires"}
)


@lru_cache(maxsize=65_536)
def relation_of_path(path: str) -> str:
    """Return the relation of one value that stands under a path."""
    relation = None if path in _PLAIN else _seed().find(path)
    if relation is None or (relation.cardinality is Cardinality.FUNCTIONAL and fold(relation.name) == fold(path)):
        return path
    return f".{path}"


@lru_cache(maxsize=65_536)
def is_set_path(path: str) -> bool:
    """Whether a path is the own name of a set relation, so that a list there is its members."""
    relation = _seed().find(path)
    return relation is not None and relation.cardinality is Cardinality.SET and fold(relation.name) == fold(path)


@cache
def _seed() -> RelationRegistry:
    return RelationRegistry(seed_relations())
