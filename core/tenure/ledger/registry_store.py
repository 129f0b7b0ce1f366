"""The relation registry as the project recorded it: an append-only log of definitions.

Transaction 0 is the seed the project was created with. The registry as of any transaction is the
log up to it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from importlib.resources import files
from typing import Any

from tenure.keys import fold
from tenure.relations import Cardinality, Relation, RelationRegistry


def relation_to_json(relation: Relation) -> dict[str, Any]:
    """Return the registry's fields of a relation, those that differ from the default only."""
    data: dict[str, Any] = {"name": relation.name, "cardinality": relation.cardinality.value}
    if relation.aliases:
        data["aliases"] = list(relation.aliases)
    if relation.unit is not None:
        data["unit"] = relation.unit
    if relation.time_to_live is not None:
        data["time_to_live"] = relation.time_to_live
    if relation.inverse is not None:
        data["inverse"] = relation.inverse
    if not relation.case_sensitive:
        data["case_sensitive"] = False
    if relation.phrases:
        data["phrases"] = list(relation.phrases)
    return data


def relation_from_json(data: dict[str, Any]) -> Relation:
    """Return the relation of a mapping with the registry's fields."""
    return Relation(
        name=" ".join(str(data["name"]).split()),
        cardinality=Cardinality(data.get("cardinality", "functional")),
        aliases=tuple(str(a) for a in data.get("aliases", ())),
        unit=data.get("unit"),
        time_to_live=data.get("time_to_live"),
        inverse=data.get("inverse"),
        case_sensitive=bool(data.get("case_sensitive", True)),
        phrases=tuple(str(p) for p in data.get("phrases", ())),
    )


def seed_relations() -> tuple[Relation, ...]:
    """Return the relations that Tenure ships with."""
    text = files("tenure_resources").joinpath("relations.json").read_text(encoding="utf-8")
    chinese = json.loads(files("tenure_resources").joinpath("relations.zh.json").read_text(encoding="utf-8"))["names"]
    seed = [relation_from_json(entry) for entry in json.loads(text)["relations"]]
    taken = {fold(name) for relation in seed for name in (relation.name, *relation.aliases)}
    return tuple(
        replace(r, aliases=(*r.aliases, *(n for n in chinese.get(r.name, ()) if fold(n) not in taken))) for r in seed
    )


def write_definition(connection: sqlite3.Connection, tx: int, name: str, relation: Relation | None) -> None:
    """Append one definition to the log; None takes the relation off the list."""
    definition = None if relation is None else json.dumps(relation_to_json(relation), ensure_ascii=False)
    connection.execute(
        "INSERT INTO relation_edit (tx, relation, definition, after) "
        "VALUES (?, ?, ?, (SELECT coalesce(max(id), 0) FROM statement))",
        (tx, fold(name), definition),
    )


def write_seed(connection: sqlite3.Connection, relations: Iterable[Relation]) -> None:
    """Record the registry a new project starts with, as of transaction 0."""
    for relation in relations:
        write_definition(connection, 0, relation.name, relation)


class RegistryHistory:
    """The registry now and at earlier transactions, read from the log and remembered."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._latest: RelationRegistry | None = None
        self._edits: list[int] | None = None
        self._past: dict[int, RelationRegistry] = {}

    def forget(self) -> None:
        """Drop what is remembered."""
        self._latest = None
        self._edits = None
        self._past.clear()

    def latest(self) -> RelationRegistry:
        """Return the registry after the last edit."""
        if self._latest is None:
            self._latest = self._read(None)
        return self._latest

    def at(self, tx: int | None) -> RelationRegistry:
        """Return the registry as it was after transaction ``tx`` (None: now)."""
        if tx is None:
            return self.latest()
        if self._edits is None:
            self._edits = [r[0] for r in self._connection.execute("SELECT DISTINCT tx FROM relation_edit ORDER BY tx")]
        if not self._edits or tx >= self._edits[-1]:
            return self.latest()
        before = [edit for edit in self._edits if edit <= tx]
        last = before[-1] if before else -1
        if last not in self._past:
            self._past[last] = self._read(last)
        return self._past[last]

    def all(self) -> list[RelationRegistry]:
        """Return the registry after each transaction that edited it."""
        self.at(0)
        return [self.at(edit) for edit in self._edits or ()]

    def unedited_since(self, tx: int) -> bool:
        """Return whether the registry after transaction ``tx`` is still the present one."""
        return self.at(tx) is self.latest()

    def _read(self, tx: int | None) -> RelationRegistry:
        rows = self._connection.execute(
            "SELECT relation, definition FROM relation_edit WHERE tx <= ? ORDER BY tx, id",
            (2**62 if tx is None else tx,),
        )
        registry = RelationRegistry()
        for name, definition in rows:
            if definition is None:
                registry.remove(name)
            else:
                registry.put(relation_from_json(json.loads(definition)))
        return registry
