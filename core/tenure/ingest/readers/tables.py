"""CSV: one operation a row, with tolerant column names."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from datetime import tzinfo

from tenure.errors import InputError
from tenure.ingest.document import Block, BlockKind, Document, Entry, Refused
from tenure.ingest.readers.base import Content, suffix_of
from tenure.ingest.readers.dates import of_document
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


class CsvReader:
    """Reads comma, semicolon or tab separated tables with a header line."""

    kind = "csv"
    covers = "Tables of statements: CSV and TSV with a subject, a relation and a value column."
    rank = 50
    structured = False
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the name ends as such tables do."""
        return suffix_of(name) in {".csv", ".tsv"}

    def accepts(self, content: Content) -> bool:
        """Whether there is anything to read, which the name has decided."""
        return bool(content.name)

    def read(self, content: Content) -> Document:
        """Read the table.

        Raises:
            InputError: if the header lacks a subject or relation, or a row is malformed (named by
                its line number) and ``skip_bad`` is not set.
        """
        whole = of_document(content.name, None, content.file_time, content.zone, content.now)
        entries: list[Entry] = []
        blocks: list[Block] = []
        refused: list[Refused] = []
        lines = content.text.split("\n")
        for line, last, row in _rows(content, refused):
            try:
                entry = _entry(row, line, whole.dated, whole.origin, content)
                entries.append(entry)
                blocks.append(_block(entry, "\n".join(lines[line - 1 : last]).strip(), content.zone))
            except InputError as error:
                if not content.skip_bad:
                    raise InputError(f"'{content.name}', line {line}: {error}") from error
                refused.append(Refused(content.name, line, str(error)))
        return Document(
            content.name, "csv", "", content.digest, whole.dated, tuple(blocks), tuple(entries), tuple(refused)
        )


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


def _rows(content: Content, refused: list[Refused]) -> Iterator[tuple[int, int, dict[str, str]]]:
    lines = content.text.split("\n", 1)
    delimiter = max(",;\t", key=lines[0].count)
    table = csv.reader(io.StringIO(content.text), delimiter=delimiter, strict=True)
    header: list[str] | None = None
    started = 0
    while True:
        started = table.line_num + 1
        try:
            row = next(table)
        except StopIteration:
            return
        except csv.Error as error:
            reason = (
                f"a quoted value never ends, or is longer than {csv.field_size_limit():,} characters"
                if "field limit" in str(error)
                else f"the quoting is broken ({error})"
            )
            if not content.skip_bad:
                raise InputError(f"'{content.name}', line {started}: {reason}") from error
            refused.append(Refused(content.name, started, reason))
            continue
        if not any(cell.strip() for cell in row) or row[0].lstrip().startswith("#"):
            continue
        if header is None:
            header = _header(row, content.name, started)
            continue
        if len(row) > len(header) and any(cell.strip() for cell in row[len(header) :]):
            reason = f"{len(row)} values for {len(header)} columns"
            if not content.skip_bad:
                raise InputError(f"'{content.name}', line {started}: {reason}")
            refused.append(Refused(content.name, started, reason))
            continue
        yield started, table.line_num, {name: cell.strip() for name, cell in zip(header, row, strict=False)}


def _header(row: list[str], name: str, line: int) -> list[str]:
    columns = [_column(cell) for cell in row]
    missing = [needed for needed in _NEEDED if needed not in columns]
    if missing:
        raise InputError(f"'{name}', line {line}: the header names no {' and no '.join(missing)} column")
    known = [c for c in columns if c in _COLUMNS.values()]
    twice = sorted({c for c in known if known.count(c) > 1})
    if twice:
        raise InputError(f"'{name}', line {line}: two columns stand for {twice[0]}")
    return columns


def _column(cell: str) -> str:
    folded = "_".join(cell.strip().casefold().replace("-", " ").split())
    if folded.startswith(("scope.", "scope:", "env", "region")):
        return folded if folded.startswith("scope") else f"scope.{'env' if folded.startswith('env') else 'region'}"
    return _COLUMNS.get(folded.replace(" ", "_"), f"?{folded}")


def _entry(row: Mapping[str, str], line: int, dated: Dated, origin: DateOrigin, content: Content) -> Entry:
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
    begins, begins_origin = (start, DateOrigin.WRITTEN) if start else (dated, origin)
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
        at, at_origin = (stop or start or dated), (DateOrigin.WRITTEN if stop or start else origin)
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


READERS = (CsvReader(),)
