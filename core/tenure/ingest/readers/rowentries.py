"""Rows with a subject, a relation and a value column: one operation a row, with tolerant column names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import tzinfo

from tenure.errors import InputError
from tenure.ingest.document import Block, BlockKind, Entry, Refused
from tenure.ingest.readers.base import Content
from tenure.ingest.readers.dates import Origin
from tenure.ingest.secrets import SECRET, is_secret
from tenure.instants import Dated, DateOrigin, Precision, parse_date
from tenure.keys import Key, Scope
from tenure.ledger.types import Assert, End, Evidence

_COLUMNS = {
    name: column
    for column, names in {
        "subject": "subject entity thing name service component system item",
        "relation": "relation property attribute predicate field setting key parameter",
        "object": "object value",
        "valid_from": "valid_from from start starts since effective effective_from valid_since start_date begin date",
        "valid_to": "valid_to to until end ends valid_until end_date effective_to",
        "scope": "scope context",
        "recorded_at": "recorded_at recorded known_since entered entered_at",
        "op": "op operation action",
        "temporary": "temporary temp",
        "id": "id statement_id",
        "text": "text note comment evidence",
        "source": "source origin",
        "confidence": "confidence",
    }.items()
    for name in names.split()
}
_NEEDED = ("subject", "relation")
_TRUE = {"true", "yes", "y", "1"}
_FALSE = {"", "false", "no", "n", "0"}
HOW_TO_MAP = (
    "say which column is what in a [[table]] of the project's mapping, or of a file given with "
    "'tenure import --map FILE'"
)
"""What a refusal of a table without a mapping says."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its line, or its number in a sheet; its cells; its text as a passage."""

    line: int
    cells: list[str]
    text: str

    def __bool__(self) -> bool:
        return any(cell.strip() for cell in self.cells)


@dataclass(slots=True)
class Told:
    """Collects the faults of a table: raised at once, or noted if malformed lines are to be left out."""

    content: Content
    refused: list[Refused] = field(default_factory=list)

    def fault(self, line: int, reason: str) -> None:
        """Report a malformed line.

        Raises:
            InputError: unless ``skip_bad``.
        """
        if not self.content.skip_bad:
            raise InputError(f"'{self.content.name}', line {line}: {reason}")
        self.note(line, reason)

    def note(self, line: int | None, reason: str) -> None:
        """Tell what is left out, which refuses nothing."""
        self.refused.append(Refused(self.content.name, line, reason))


def entries_of(rows: Iterable[Row], told: Told, whole: Origin) -> Iterator[tuple[Entry, Block]]:
    """Yield the operation of each row, with the row as a passage.

    Raises:
        InputError: if the header lacks a subject or relation, or a row is malformed and ``skip_bad``
            is not set.
    """
    header: list[str] | None = None
    for row in rows:
        if not row or row.cells[0].lstrip().startswith("#"):
            continue
        if header is None:
            header = _header(row, told.content.name)
            continue
        if len(row.cells) > len(header) and any(cell.strip() for cell in row.cells[len(header) :]):
            told.fault(row.line, f"{len(row.cells)} values for {len(header)} columns")
            continue
        cells = {name: cell.strip() for name, cell in zip(header, row.cells, strict=False)}
        hidden = cells.get("object", "")
        if hidden and is_secret(cells.get("relation", ""), hidden):
            cells["object"] = SECRET
            row = Row(row.line, row.cells, row.text.replace(hidden, SECRET))  # noqa: PLW2901 - the row as it may be kept
        try:
            entry = _entry(cells, row.line, whole, told.content)
        except InputError as error:
            told.fault(row.line, str(error))
            continue
        yield entry, _block(entry, row.text, told.content.zone)


def _header(row: Row, name: str) -> list[str]:
    columns = [column_meaning(cell) for cell in row.cells]
    missing = [needed for needed in _NEEDED if needed not in columns]
    if missing:
        lacking = " and no ".join(missing)
        raise InputError(f"'{name}', line {row.line}: the header names no {lacking} column; {HOW_TO_MAP}")
    known = [c for c in columns if c in _COLUMNS.values()]
    twice = sorted({c for c in known if known.count(c) > 1})
    if twice:
        raise InputError(f"'{name}', line {row.line}: two columns stand for {twice[0]}")
    return columns


def column_meaning(cell: str) -> str:
    """Return what a column is by its name: ``subject``, ``valid_from``, ``scope.env`` …; ``?`` first if unknown."""
    folded = "_".join(cell.strip().casefold().replace("-", " ").split())
    if folded.startswith(("scope.", "scope:", "env", "region")):
        return folded if folded.startswith("scope") else f"scope.{'env' if folded.startswith('env') else 'region'}"
    return _COLUMNS.get(folded.replace(" ", "_"), f"?{folded}")


def _block(entry: Entry, text: str, zone: tzinfo) -> Block:
    """The row as a passage, at the date it was recorded or begins to hold."""
    operation = entry.operation
    if entry.recorded_at is not None:
        dated, origin = Dated(entry.recorded_at, Precision.INSTANT, zone), DateOrigin.DOCUMENT
    elif isinstance(operation, Assert):
        dated, origin = Dated(operation.valid_from, operation.precision, zone), operation.origin
    elif isinstance(operation, End):
        dated, origin = Dated(operation.at, operation.precision, zone), operation.origin
    else:
        raise TypeError("a table holds asserts and ends only")
    return Block(text, dated, origin, entry.line, (), BlockKind.SILENT)


def _entry(row: Mapping[str, str], line: int, whole: Origin, content: Content) -> Entry:
    subject, relation = row.get("subject", ""), row.get("relation", "")
    if not subject or not relation:
        raise InputError("it names no " + ("subject" if not subject else "relation"))
    scope = {name.split(".", 1)[1]: value for name, value in row.items() if name.startswith("scope.") and value}
    key = Key(subject, relation, Scope.of({**Scope.parse(row.get("scope", "")).as_dict(), **scope}))
    zone = content.zone
    start, stop = _date(row, "valid_from", zone), _date(row, "valid_to", zone)
    recorded = _date(row, "recorded_at", zone)
    evidence = Evidence(row.get("source") or content.name, row.get("text") or None, confidence=_confidence(row))
    op = (row.get("op") or "assert").casefold()
    name = row.get("id") or None
    begins, begins_origin = (start, DateOrigin.WRITTEN) if start else (whole.dated, whole.origin)
    if op in {"assert", "set", "add", "state"}:
        if not row.get("object"):
            raise InputError("it has no value")
        if stop is not None and stop.at <= begins.at:
            raise InputError(f"the value ends ({stop}) before it begins ({begins})")
        stated = Assert(
            key, row["object"], begins.at, stop.at if stop else None, temporary=_flag(row),
            precision=begins.precision, to_precision=stop.precision if stop else Precision.INSTANT,
            origin=begins_origin, evidence=evidence, name=name,
        )  # fmt: skip
        return Entry(stated, recorded.at if recorded else None, None, line)
    if op in {"end", "ended", "remove", "stop"}:
        at, at_origin = (stop or start or whole.dated), (DateOrigin.WRITTEN if stop or start else whole.origin)
        ended = End(key, at.at, row.get("object") or None, at.precision, at_origin, evidence, name)
        return Entry(ended, recorded.at if recorded else None, None, line)
    raise InputError(f"'{op}' is not an operation of a table: write assert or end")


def _date(row: Mapping[str, str], column: str, zone: tzinfo) -> Dated | None:
    text = row.get(column, "")
    return parse_date(text, zone) if text else None


def _flag(row: Mapping[str, str]) -> bool:
    text = row.get("temporary", "").casefold()
    if text not in _TRUE | _FALSE:
        raise InputError(f"'{text}' is neither true nor false")
    return text in _TRUE


def _confidence(row: Mapping[str, str]) -> float:
    text = row.get("confidence", "")
    try:
        value = float(text) if text else 1.0
    except ValueError as error:
        raise InputError(f"the confidence '{text}' is not a number") from error
    if not 0.0 <= value <= 1.0:
        raise InputError(f"the confidence {text} is not between 0 and 1")
    return value
