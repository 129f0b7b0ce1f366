"""Relations: how many values a key holds, and when two written values are the same value."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
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
        if name in self._by_name:
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


_HAN_UNITS = {
    word: unit
    for unit, words in {
        "us": "微秒", "ms": "毫秒", "s": "秒 秒钟 秒鐘",
        "min": "分钟 分鐘", "h": "小时 个小时 小時 個小時", "d": "天 日",
        "weeks": "周 星期 个星期 個星期", "months": "个月 個月", "years": "年", "": "个 個",
    }.items()
    for word in words.split()
}  # fmt: skip
_HAN_DIGITS = {
    "零": 0,
    "〇": 0,
    "一": 1,
    "二": 2,
    "两": 2,
    "兩": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
}
_HAN_TENS = {"十": 10, "百": 100, "千": 1_000}
_HAN_SCALES = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_HAN_NUMBER = re.compile(
    r"(?P<n>\d[\d,]*(?:\.\d+)?)?\s?(?P<w>[零〇一二两兩三四五六七八九十百千万萬亿億]*)\s?(?P<unit>[^\W\d_]*)"
)


def _han_number(words: str) -> int:
    """Return what Chinese numerals say ("一百零八" is 108)."""
    total = section = digit = 0
    for word in words:
        if word in _HAN_DIGITS:
            digit = _HAN_DIGITS[word]
        elif word in _HAN_TENS:
            section += (digit or 1) * _HAN_TENS[word]
            digit = 0
        else:
            total = (total + section + digit or 1) * _HAN_SCALES[word]
            section = digit = 0
    return total + section + digit


def _without_han(text: str) -> str:
    """Write a Chinese quantity in digits: "三十秒" is "30s", "1.2 万元" is "12000元"; another text stays as it is."""
    found = _HAN_NUMBER.fullmatch(text)
    if found is None or not (found["n"] or found["w"]) or not (found["w"] or found["unit"] in _HAN_UNITS):
        return text
    unit = _HAN_UNITS.get(found["unit"])
    if found["n"] is None:
        return text if unit is None and found["unit"] else f"{_han_number(found['w'])}{unit or ''}"
    scale = Decimal(1)
    for word in found["w"]:
        if word not in _HAN_SCALES and word not in _HAN_TENS:
            return text
        scale *= _HAN_SCALES.get(word) or _HAN_TENS[word]
    number = Decimal(found["n"].replace(",", "")) * scale
    whole = number.to_integral_value()
    return f"{whole if number == whole else number.normalize():f}{found['unit'] if unit is None else unit}"


def same_value_form(value: str, relation: Relation) -> str:
    """Return the form two values share exactly when they are the same value of ``relation``.

    NFKC, white-space folding, the number form (``8,080`` is ``8080``), the unit's spelling
    (``30 s`` is ``30 seconds``; a bare number takes the relation's unit) and, unless the relation
    is case-sensitive, case folding. A Chinese quantity is one in digits (``三十秒`` is ``30 s``, ``1.2万``
    is ``12000``). Units are never converted: ``1 min`` is not ``60 s``.
    """
    text = " ".join(unicodedata.normalize("NFKC", value).split())
    if not text.isascii():
        text = _without_han(text)
    found = _NUMBER.fullmatch(text)
    if found is not None:
        unit = found["unit"] or relation.unit
        known = _UNITS.get(unit.casefold()) if unit else ""
        if known is not None:
            number = found["n"].replace(",", "")
            return f"{number} {known}".rstrip()
    return text if relation.case_sensitive else text.casefold()
