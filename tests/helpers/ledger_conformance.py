"""Runs the conformance files against any ledger-like object."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tenure.instants import parse_date
from tenure.keys import Key, Scope
from tenure.ledger import AddAlias, Assert, Correct, DefineRelation, End, Erase, Ledger, Operation, Reading, Withdraw
from tenure.relations import Cardinality, Relation

DATA = Path(__file__).parents[1] / "data" / "conformance"
Case = dict[str, Any]


def cases(name: str) -> list[Case]:
    with (DATA / name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def relations_of(case: Case) -> list[Relation]:
    names = {check["relation"] for check in case["checks"]}
    return [Relation(name, Cardinality(case["cardinality"])) for name in sorted(names)]


def at(text: str | None) -> int | None:
    return None if text is None else parse_date(text).at


def key_of(entry: Case) -> Key:
    return Key(entry["subject"], entry["relation"], Scope.of(entry.get("scope")))


def operation(entry: Case, index: int | str, named: Callable[[int], int | str]) -> Operation:
    """One operation of a case; statements are named by their index."""
    kind = entry["op"]
    if kind == "assert":
        start = at(entry["from"])
        assert start is not None
        return Assert(
            key_of(entry), entry["object"], start, at(entry.get("to")), entry.get("temporary", False), name=f"s{index}"
        )
    if kind == "end":
        start = at(entry["from"])
        assert start is not None
        return End(key_of(entry), start, entry.get("object"), name=f"s{index}")
    target = named(entry["ref"])
    if kind == "withdraw":
        return Withdraw(target)
    if kind == "erase":
        return Erase(target)
    changes: dict[str, Any] = {}
    if "object" in entry:
        changes["object"] = entry["object"]
    if "from" in entry:
        changes["valid_from"] = at(entry["from"])
    if "to" in entry:
        changes["valid_to"] = at(entry["to"])
    if "temporary" in entry:
        changes["temporary"] = entry["temporary"]
    return Correct(target, **changes)


def transactions(case: Case) -> Iterator[list[Operation]]:
    for index, entry in enumerate(case["ops"]):
        if entry["op"] == "transaction":
            yield [operation(inner, f"{index}.{n}", lambda ref: f"s{ref}") for n, inner in enumerate(entry["ops"])]
        else:
            yield [operation(entry, index, lambda ref: f"s{ref}")]


def apply(ledger: Ledger, case: Case) -> list[int]:
    """Apply a case; return the transaction after each op."""
    if len(list(ledger.registry)) == 0:
        ledger.apply([DefineRelation(relation) for relation in relations_of(case)])
    return [ledger.last_tx(), *(ledger.apply(operations).tx for operations in transactions(case))]


def answer(ledger: Ledger, case: Case, check: Case, known: int) -> Any:
    if check["query"] in ("history", "events"):
        facts = ledger.history(key_of(check), known=known)
        if check["query"] == "events":
            return [[day(fact.valid_from), fact.object] for fact in facts]
        return [[day(f.valid_from), None if f.valid_to is None else day(f.valid_to), f.object] for f in facts]
    valid = at(check["valid"])
    if check["query"] == "slot":
        reading = ledger.slot(key_of(check), valid=valid, known=known)
    else:
        reading = ledger.value(check["subject"], check["relation"], check["context"], valid=valid, known=known)
    return shown(reading, case["cardinality"])


def shown(reading: Reading, cardinality: str) -> Any:
    if cardinality == "set":
        return sorted(reading.values)
    if reading.disputed:
        return {"disputed": sorted(reading.values)}
    return reading.value


def day(instant: int) -> str:
    from tenure.instants import Precision, format_instant

    return format_instant(instant, Precision.DAY)


__all__ = ["AddAlias", "answer", "apply", "cases", "relations_of"]
