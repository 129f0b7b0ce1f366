"""The interchange format, read: one JSON object a line into one operation."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import tzinfo
from functools import lru_cache
from typing import Any

from tenure.errors import InputError
from tenure.instants import Dated, DateOrigin, Precision, parse_date
from tenure.keys import Key, Scope
from tenure.ledger.registry_store import relation_from_json
from tenure.ledger.types import (
    KEEP,
    NO_EVIDENCE,
    AddAlias,
    Assert,
    Correct,
    DefineRelation,
    End,
    Erase,
    ErasureMark,
    Evidence,
    Keep,
    Op,
    Operation,
    RemoveAlias,
    RemoveRelation,
    Tombstone,
    Withdraw,
)
from tenure.ledger.writes import check_span

TEMPORARY_ID = "~"
"""Ids that begin with it name a statement within its file only and are not stored."""

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line understood.

    Attributes:
        number: of the line, from 1.
        operation: what it says; None for lines that need the ledger to be understood (``raw``).
        label: the id given to the statement, or None.
        target: the id of the statement meant, or None.
        tx: the value of ``tx``: lines in a row with the same one are one transaction.
        recorded_at: microseconds UTC, or None.
        raw: the line's fields.
    """

    number: int
    operation: Operation | None
    label: str | None
    target: str | None
    tx: object
    recorded_at: int | None
    raw: Line


@lru_cache(maxsize=65_536)
def _date(text: str, zone: tzinfo) -> Dated:
    return parse_date(text, zone)


def read_lines(
    lines: Iterable[str], *, zone: tzinfo, now: int, skip_bad: bool = False, refused: list[str] | None = None
) -> Iterator[Entry]:
    """Read interchange lines one by one.

    Args:
        lines: of text; empty ones are skipped.
        zone: of dates written without one.
        now: the time now (microseconds UTC): the valid time of asserts that give none.
        skip_bad: leave malformed lines out, adding a sentence for each to ``refused``.
        refused: where those sentences go.

    Raises:
        InputError: for a malformed line, named by its number.
    """
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            yield read_line(number, text, zone, now)
        except (InputError, RecursionError) as error:
            sentence = f"line {number}: {error}"
            if not skip_bad:
                raise InputError(sentence) from error
            if refused is not None:
                refused.append(sentence)


def read_line(number: int, text: str, zone: tzinfo, now: int) -> Entry:
    """Read one line.

    Raises:
        InputError: if it is malformed.
    """
    try:
        raw = json.loads(text)
    except ValueError as error:
        raise InputError(f"not JSON: {error}") from error
    if not isinstance(raw, dict):
        raise InputError("not a JSON object")
    if "\\u" in text:
        _refuse_no_text(raw)
    recorded = raw.get("recorded_at")
    recorded_at = None if recorded is None else _moment(raw, "recorded_at", zone).at
    label = _text(raw, "id")
    reader = _READERS.get(raw.get("op", "assert"))
    if reader is None:
        raise InputError(f"unknown operation {raw.get('op')!r}")
    stored = None if label is None or label.startswith(TEMPORARY_ID) else label
    moment = now if recorded_at is None else recorded_at
    operation = reader(raw, zone, moment, stored)
    return Entry(number, operation, label, _text(raw, "target"), raw.get("tx"), recorded_at, raw)


def _refuse_no_text(raw: Line) -> None:
    """Refuse what JSON can escape and a text cannot hold: half characters and NUL."""
    whole = json.dumps(raw, ensure_ascii=False)
    if "\\u0000" in whole or any("\ud800" <= character <= "\udfff" for character in whole):
        raise InputError("it has a character that is not Unicode text")


def _text(raw: Line, name: str) -> str | None:
    value = raw.get(name)
    if value is None or type(value) is str:
        return value
    if isinstance(value, (bool, list, dict)):
        raise InputError(f"'{name}' must be a text")
    return str(value)


def _needed(raw: Line, name: str) -> str:
    value = _text(raw, name)
    if value is None or not value.strip():
        raise InputError(f"'{name}' is missing")
    return value


def _flag(raw: Line, name: str) -> bool:
    value = raw.get(name, False)
    if not isinstance(value, bool):
        raise InputError(f"'{name}' must be true or false")
    return value


def _moment(raw: Line, name: str, zone: tzinfo) -> Dated:
    value = raw[name]
    if type(value) is str and "precision" not in raw and "to_precision" not in raw:
        return _date(value, zone)
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise InputError(f"'{name}' must be a date in ISO 8601")
    dated = _date(str(value), zone)
    stated = raw.get({"valid_from": "precision", "valid_to": "to_precision"}.get(name, ""))
    return dated if stated is None else Dated(dated.at, _enum(Precision, stated, "precision"), zone)


def _enum(kind: Any, value: object, name: str) -> Any:
    try:
        return kind(value)
    except ValueError as error:
        raise InputError(f"'{value}' is not a known {name}") from error


def _key(raw: Line) -> Key:
    scope = raw.get("scope")
    if scope is not None and not (isinstance(scope, dict) and all(isinstance(v, (str, int)) for v in scope.values())):
        raise InputError("'scope' must be an object of texts")
    written = Scope.of({str(n): str(v) for n, v in scope.items()}) if scope else Scope()
    return Key(_needed(raw, "subject"), _needed(raw, "relation"), written)


_EVIDENCE_FIELDS = frozenset({"source", "text", "span", "confidence"})
_LONGEST_TEXT = 2**31 - 1


def _evidence(raw: Line) -> Evidence:
    if raw.keys().isdisjoint(_EVIDENCE_FIELDS):
        return NO_EVIDENCE
    span = raw.get("span")
    if span is not None and not (isinstance(span, list) and len(span) == 2 and all(type(n) is int for n in span)):
        raise InputError("'span' must be a pair of whole numbers")
    if span and not 0 <= span[0] <= span[1] <= _LONGEST_TEXT:
        raise InputError("'span' must be two places in a text, the first not behind the second")
    confidence = 1.0 if raw.get("confidence") is None else raw["confidence"]
    if isinstance(confidence, bool) or not isinstance(confidence, (int, float)) or not 0 <= confidence <= 1:
        raise InputError("'confidence' must be a number between 0 and 1")
    return Evidence(
        _text(raw, "source"), _text(raw, "text"), None, (span[0], span[1]) if span else None, float(confidence)
    )


def _origin(raw: Line, dated: bool) -> DateOrigin:
    if raw.get("date_origin") is None:
        return DateOrigin.WRITTEN if dated else DateOrigin.ASSUMED
    return DateOrigin(_enum(DateOrigin, raw["date_origin"], "date_origin"))


def _start(raw: Line, zone: tzinfo, now: int) -> Dated:
    if raw.get("valid_from") is not None:
        return _moment(raw, "valid_from", zone)
    return Dated(now, Precision.INSTANT)


def _read_assert(raw: Line, zone: tzinfo, now: int, name: str | None) -> Operation:
    if raw.get("erased"):
        return _read_tombstone(raw, zone, now, name, Op.ASSERT)
    start = _start(raw, zone, now)
    end = None if raw.get("valid_to") is None else _moment(raw, "valid_to", zone)
    valid_to = None if end is None else end.at
    check_span(start.at, valid_to)
    return Assert(
        _key(raw),
        _needed(raw, "object"),
        start.at,
        valid_to,
        _flag(raw, "temporary"),
        start.precision,
        Precision.INSTANT if end is None else end.precision,
        _origin(raw, raw.get("valid_from") is not None),
        _evidence(raw),
        name,
    )


def _read_end(raw: Line, zone: tzinfo, now: int, name: str | None) -> Operation:
    """An end has one instant: ``valid_from``, or where that is left out ``valid_to``."""
    if raw.get("erased"):
        return _read_tombstone(raw, zone, now, name, Op.END)
    if raw.get("valid_from") is None and raw.get("valid_to") is not None:
        start, dated = _moment(raw, "valid_to", zone), True
    else:
        start, dated = _start(raw, zone, now), raw.get("valid_from") is not None
    origin = _origin(raw, dated)
    return End(_key(raw), start.at, _text(raw, "object"), start.precision, origin, _evidence(raw), name)


def _read_tombstone(raw: Line, zone: tzinfo, now: int, name: str | None, op: Op) -> Operation:
    start = _start(raw, zone, now)
    end = None if raw.get("valid_to") is None else _moment(raw, "valid_to", zone)
    return Tombstone(
        _key(raw),
        op,
        start.at,
        None if end is None else end.at,
        _flag(raw, "temporary"),
        start.precision,
        Precision.INSTANT if end is None else end.precision,
        _origin(raw, dated=True),
        guarded=raw.get("surrogate") is not None,
        name=name,
    )


def _read_correct(raw: Line, zone: tzinfo, now: int, name: str | None) -> Operation:  # noqa: ARG001
    changes: dict[str, Any] = {}
    if "object" in raw:
        changes["object"] = _text(raw, "object")
    if raw.get("valid_from") is not None:
        start = _moment(raw, "valid_from", zone)
        changes |= {"valid_from": start.at, "precision": start.precision}
    if "valid_to" in raw:
        end = None if raw["valid_to"] is None else _moment(raw, "valid_to", zone)
        changes |= {"valid_to": None if end is None else end.at}
        changes |= {"to_precision": Precision.INSTANT if end is None else end.precision}
    if "temporary" in raw:
        changes["temporary"] = _flag(raw, "temporary")
    evidence = _evidence(raw)
    kept: Evidence | Keep = KEEP if evidence is NO_EVIDENCE else evidence
    return Correct(_needed(raw, "target"), evidence=kept, name=name, **changes)


def _read_withdraw(raw: Line, zone: tzinfo, now: int, name: str | None) -> Operation:  # noqa: ARG001
    return Withdraw(_needed(raw, "target"))


def _read_erase(raw: Line, zone: tzinfo, now: int, name: str | None) -> Operation:  # noqa: ARG001
    if raw.get("erased"):
        return ErasureMark()
    op = Erase(_text(raw, "target"), _text(raw, "source"), _text(raw, "subject"))
    if sum(part is not None for part in (op.statement, op.source, op.subject)) != 1:
        raise InputError("an erasure names a target, a source or a subject")
    return op


def _read_relation(raw: Line, zone: tzinfo, now: int, name: str | None) -> Operation:  # noqa: ARG001
    relation = _needed(raw, "relation")
    if raw.get("removed"):
        return RemoveRelation(relation)
    try:
        return DefineRelation(relation_from_json({**raw, "name": relation}))
    except (TypeError, ValueError, AttributeError) as error:
        raise InputError(f"not a relation: {error}") from error


def _read_alias(raw: Line, zone: tzinfo, now: int, name: str | None) -> Operation:  # noqa: ARG001
    of_relation = raw.get("subject") is None
    owner = _needed(raw, "relation" if of_relation else "subject")
    alias = _needed(raw, "alias" if raw.get("alias") is not None else "object")
    return (RemoveAlias if raw.get("removed") else AddAlias)(owner, alias, of_relation)


def _needs_ledger(raw: Line, zone: tzinfo, now: int, name: str | None) -> None:
    """Lines only an export writes: what undoing did, and members that erased ends go on ending."""


_READERS: dict[object, Any] = {
    "assert": _read_assert,
    "end": _read_end,
    "correct": _read_correct,
    "withdraw": _read_withdraw,
    "erase": _read_erase,
    "relation": _read_relation,
    "alias": _read_alias,
    "restore": _needs_ledger,
    "retract": _needs_ledger,
    "member": _needs_ledger,
}


def group_key() -> Callable[[Entry], object]:
    """Return a key under which lines in a row with the same ``tx`` fall together."""
    counter = iter(range(2**62))

    def key(entry: Entry) -> object:
        if entry.tx is None:
            return ("line", next(counter))
        return ("tx", str(entry.tx))

    return key
