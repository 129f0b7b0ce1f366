"""Relations: how many values a key holds, and when two written values are the same value."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from tenure.keys import fold


class Cardinality(StrEnum):
    """How many values a key of this relation holds at a time."""

    FUNCTIONAL = "functional"
    SET = "set"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class Relation:
    """One entry of the registry.

    Attributes:
        name: the canonical name.
        cardinality: how many values a key holds at a time.
        aliases: other names, each leading to this relation.
        unit: the unit a bare number is in ("s", "MB"), or None.
        time_to_live: microseconds after which a value not confirmed counts as expired, or None.
        inverse: the name of the inverse relation, or None.
        case_sensitive: whether values that differ only in case are different values.
        phrases: ways people ask for it ("which team looks after"), used to find keys only.
        known: whether the registry lists it; an unknown relation is functional and case-sensitive.
    """

    name: str
    cardinality: Cardinality = Cardinality.FUNCTIONAL
    aliases: tuple[str, ...] = ()
    unit: str | None = None
    time_to_live: int | None = None
    inverse: str | None = None
    case_sensitive: bool = True
    phrases: tuple[str, ...] = ()
    known: bool = True


class RelationRegistry:
    """The relations of one project, looked up by name or alias."""

    def __init__(self, relations: Iterable[Relation] = ()) -> None:
        self._by_name: dict[str, Relation] = {}
        self._names: dict[str, str] = {}
        for relation in relations:
            self.put(relation)

    def put(self, relation: Relation) -> None:
        """Add a relation or replace the one of the same name, with its aliases.

        A name or alias already used by another relation is taken over.
        """
        name = fold(relation.name)
        for alias in [a for a, n in self._names.items() if n == name]:
            del self._names[alias]
        self._by_name[name] = relation
        for alias in (relation.name, *relation.aliases):
            self._names[fold(alias)] = name

    def remove(self, name: str) -> None:
        """Take a relation off the list, with its aliases; an unlisted name is ignored."""
        folded = fold(name)
        self._by_name.pop(folded, None)
        for alias in [a for a, n in self._names.items() if n == folded]:
            del self._names[alias]

    def find(self, name: str) -> Relation | None:
        """Return the relation listed under this name or alias, or None."""
        found = self._names.get(fold(name))
        return self._by_name[found] if found is not None else None

    def get(self, name: str) -> Relation:
        """Return the relation of this name or alias; an unlisted one is functional."""
        return self.find(name) or Relation(name=" ".join(name.split()), known=False)

    def __iter__(self) -> Iterator[Relation]:
        return iter(self._by_name.values())

    def __len__(self) -> int:
        return len(self._by_name)

    def with_alias(self, name: str, alias: str) -> Relation:
        """Return the relation ``name`` with one more alias; the registry itself is unchanged."""
        relation = self.get(name)
        return replace(relation, aliases=(*relation.aliases, alias))


_NUMBER = re.compile(r"(?P<n>[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[+-]?\d+(?:\.\d+)?)(?P<space>\s*)(?P<unit>[^\W\d_]+|%)?")

_UNITS = {
    spelling: unit
    for unit, spellings in {
        "µs": "us µs μs microsecond microseconds",
        "ms": "ms msec millisecond milliseconds",
        "s": "s sec secs second seconds",
        "min": "min mins minute minutes",
        "h": "h hr hrs hour hours",
        "d": "d day days",
        "week": "week weeks",
        "month": "month months",
        "year": "year years",
        "b": "byte bytes",
        "kb": "kb kilobyte kilobytes",
        "mb": "mb megabyte megabytes",
        "gb": "gb gigabyte gigabytes",
        "tb": "tb terabyte terabytes",
        "kib": "kib kibibyte kibibytes",
        "mib": "mib mebibyte mebibytes",
        "gib": "gib gibibyte gibibytes",
        "%": "% percent",
    }.items()
    for spelling in spellings.split()
}


def same_value_form(value: str, relation: Relation) -> str:
    """Return the form two values share exactly when they are the same value of ``relation``.

    NFKC, white-space folding, the number form (``8,080`` is ``8080``), the unit's spelling
    (``30 s`` is ``30 seconds``; a bare number takes the relation's unit) and, unless the relation
    is case-sensitive, case folding. Units are never converted: ``1 min`` is not ``60 s``.
    """
    text = " ".join(unicodedata.normalize("NFKC", value).split())
    found = _NUMBER.fullmatch(text)
    if found is not None:
        unit = found["unit"] or relation.unit
        known = _UNITS.get(unit.casefold()) if unit else ""
        if known is not None:
            number = found["n"].replace(",", "")
            return f"{number} {known}".rstrip()
    return text if relation.case_sensitive else text.casefold()
