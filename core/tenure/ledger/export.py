"""The interchange format, written: the whole ledger, so that an import answers every read alike."""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterator
from datetime import tzinfo
from typing import Any

from tenure.errors import InputError
from tenure.instants import DateOrigin, Precision, format_instant, parse_date
from tenure.ledger.codes import CORRECTED, OP_ASSERT, ORIGINS, PRECISIONS, RESTORED
from tenure.ledger.lines import TEMPORARY_ID
from tenure.ledger.names import scope_of
from tenure.ledger.tombstones import Tombstones

_LAST = 2**62
Row = tuple[tuple[int, int, int, int], dict[str, Any]]

_STATEMENTS = (
    "SELECT s.id, s.tx, s.op, s.object, o.text, s.valid_from, s.valid_to, s.temporary, s.precision, s.to_precision, "
    "s.origin, s.corrects, s.name, s.erased, u.name, l.relation_name, l.scope_name, g.name, e.text, e.span_from, "
    "e.span_to, e.confidence, r.id FROM statement s JOIN slot l ON l.id = s.slot JOIN subject u ON u.id = l.subject "
    "LEFT JOIN object o ON o.id = s.object LEFT JOIN evidence e ON e.statement = s.id "
    "LEFT JOIN origin g ON g.id = e.origin LEFT JOIN surrogate r ON r.id = s.object AND s.erased IS NOT NULL "
    "WHERE s.id > ? ORDER BY s.id LIMIT 5000"
)
_CLOSURES = (
    "SELECT c.id, c.tx, c.statement, c.kind, c.replaced_by, s.erased, "
    "(SELECT n.corrects = c.statement AND n.tx = c.tx AND n.erased IS NULL FROM statement n "
    "WHERE n.id = c.replaced_by) "
    "FROM closure c JOIN statement s ON s.id = c.statement WHERE c.id > ? ORDER BY c.id LIMIT 5000"
)


def export_lines(ledger: Tombstones) -> Iterator[str]:
    """Yield the whole ledger as JSON Lines (without line ends), transaction by transaction.

    Statements without a name get an id that begins with ``~`` and is good within the file only. What
    was erased is exported as tombstones. Passages and evidence's place in them are not exported; the
    source's name and the sentence are.
    """
    yield from (json.dumps(line, ensure_ascii=False) for line in _members(ledger))
    events = heapq.merge(
        _registry(ledger), _statements(ledger), _closures(ledger), _aliases(ledger), _erasures(ledger),
        key=lambda row: row[0],
    )  # fmt: skip
    last: tuple[int, dict[str, Any]] | None = None
    for (tx, _, _, _), line in events:
        if last is None or last[0] != tx:
            last = (tx, _transaction(ledger, tx))
        yield json.dumps({**last[1], **line}, ensure_ascii=False)


def _transaction(ledger: Tombstones, tx: int) -> dict[str, Any]:
    if tx == 0:
        return {"tx": 0}
    entry = ledger.transaction(tx)
    line: dict[str, Any] = {"tx": tx, "recorded_at": format_instant(entry.recorded_at)}
    if entry.stated_at is not None:
        line["stated_at"] = format_instant(entry.stated_at)
    if entry.undoes is not None:
        line["undoes"] = entry.undoes
    return line


def _label(number: int, name: str | None) -> str:
    return name if name is not None else f"{TEMPORARY_ID}{number}"


def _named(ledger: Tombstones, number: int) -> str:
    row = ledger.connection.execute("SELECT name FROM statement WHERE id = ?", (number,)).fetchone()
    return _label(number, row[0])


def _members(ledger: Tombstones) -> Iterator[dict[str, Any]]:
    rows = ledger.connection.execute(
        "SELECT r.id, u.name, l.relation_name, l.scope_name, o.text FROM surrogate r JOIN slot l ON l.id = r.slot "
        "JOIN subject u ON u.id = l.subject JOIN object o ON o.id = r.form ORDER BY r.slot, o.text"
    ).fetchall()
    for number, subject, relation, scope, text in rows:
        line = {"op": "member", "surrogate": str(number), "subject": subject, "relation": relation, "object": text}
        if scope:
            line["scope"] = scope_of(scope).as_dict()
        yield line


def _registry(ledger: Tombstones) -> Iterator[Row]:
    rows = ledger.connection.execute("SELECT id, tx, relation, definition, after FROM relation_edit ORDER BY tx, id")
    found = rows.fetchall()
    at_birth = {row[2]: row[0] for row in found if row[1] == 0}
    for number, tx, name, definition, after in found:
        if tx == 0 and (at_birth[name] != number or definition is None):
            continue
        if definition is None:
            line = {"op": "relation", "relation": name, "removed": True}
        else:
            fields = json.loads(definition)
            line = {"op": "relation", "relation": fields.pop("name"), **fields}
        yield (tx, after if tx else 0, 1, number), line


def _statements(ledger: Tombstones) -> Iterator[Row]:
    last = 0
    while rows := ledger.connection.execute(_STATEMENTS, (last,)).fetchall():
        for row in rows:
            yield (row[1], row[0], 0, 0), _statement(ledger, row)
        last = rows[-1][0]


def _statement(ledger: Tombstones, row: tuple[Any, ...]) -> dict[str, Any]:
    number, _, op, object_id, text, start, end, temporary, precision, to_precision, origin, corrects = row[:12]
    name, erased, subject, relation, scope, source, sentence, span_from, span_to, confidence, surrogate = row[12:]
    line: dict[str, Any] = {"op": "assert" if op == OP_ASSERT else "end", "id": _label(number, name)}
    corrected = corrects is not None and erased is None
    if corrected:
        line |= {"op": "correct", "target": _named(ledger, corrects), "object": text, "valid_to": None}
        line["temporary"] = bool(temporary)
    else:
        line |= {"subject": subject, "relation": relation}
        if scope:
            line["scope"] = scope_of(scope).as_dict()
        if text is not None and erased is None:
            line["object"] = text
        if temporary:
            line["temporary"] = True
    if op != OP_ASSERT and corrected:
        line = {key: value for key, value in line.items() if key not in ("valid_to", "temporary")}
    if erased is not None:
        line["erased"] = True
        if object_id is not None:
            line["surrogate"] = str(surrogate) if surrogate is not None else ""
        if corrects is not None:
            line["corrects"] = _named(ledger, corrects)
    line |= _date(start, PRECISIONS[precision], ledger.zone, "valid_from", "precision")
    if end is not None:
        line |= _date(end, PRECISIONS[to_precision], ledger.zone, "valid_to", "to_precision")
    if ORIGINS[origin] is not DateOrigin.WRITTEN:
        line["date_origin"] = ORIGINS[origin].value
    evidence = {"source": source, "text": sentence, "confidence": None if confidence in (None, 1.0) else confidence}
    line |= {key: value for key, value in evidence.items() if value is not None}
    if span_from is not None:
        line["span"] = [span_from, span_to]
    return line


def _date(at: int, precision: Precision, zone: tzinfo, name: str, precision_name: str) -> dict[str, str]:
    """Write a date so that it is read back exactly: by its form if the zone allows, else spelled out."""
    text = format_instant(at, precision, zone)
    try:
        back = parse_date(text, zone)
        exact = back.at == at and back.precision is precision
    except InputError:
        exact = False
    if exact:
        return {name: text}
    return {name: format_instant(at), precision_name: precision.value}


def _closures(ledger: Tombstones) -> Iterator[Row]:
    last = 0
    while rows := ledger.connection.execute(_CLOSURES, (last,)).fetchall():
        for number, tx, statement, kind, by, erased, in_correction in rows:
            if not in_correction:
                yield (tx, _LAST, 2, number), _closure(ledger, statement, kind, by, erased)
        last = rows[-1][0]


def _closure(ledger: Tombstones, statement: int, kind: int, by: int | None, erased: int | None) -> dict[str, Any]:
    target = _named(ledger, statement)
    if kind == RESTORED:
        return {"op": "restore", "target": target}
    if kind == CORRECTED and by is not None:
        return {"op": "retract", "target": target, "corrected_by": _named(ledger, by)}
    return {"op": "withdraw" if erased is None and _is_head(ledger, statement) else "retract", "target": target}


def _is_head(ledger: Tombstones, statement: int) -> bool:
    """Return whether a statement was never corrected, so that its id names nothing else."""
    row = ledger.connection.execute("SELECT root FROM statement WHERE id = ?", (statement,)).fetchone()
    head = ledger.connection.execute("SELECT 1 FROM head WHERE root = ?", (row[0] or statement,)).fetchone()
    return head is None


def _aliases(ledger: Tombstones) -> Iterator[Row]:
    rows = ledger.connection.execute("SELECT id, tx, subject, alias, removed_tx FROM alias").fetchall()
    found: list[Row] = []
    for number, tx, subject, alias, removed in rows:
        line = {"op": "alias", "subject": subject, "alias": alias}
        found.append(((tx, _LAST, 3, number), line))
        if removed is not None:
            found.append(((removed, _LAST, 3, number), {**line, "removed": True}))
    yield from sorted(found, key=lambda row: row[0])


def _erasures(ledger: Tombstones) -> Iterator[Row]:
    rows = ledger.connection.execute("SELECT DISTINCT tx FROM erasure WHERE statement IS NULL ORDER BY tx").fetchall()
    for (tx,) in rows:
        yield (tx, _LAST, 4, 0), {"op": "erase", "erased": True}
