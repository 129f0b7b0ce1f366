"""A look at a table before it is imported: its first rows, what its columns may be, what a mapping makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, tzinfo
from itertools import islice
from pathlib import Path

from tenure.errors import InputError
from tenure.ingest.items import ItemKey, Items
from tenure.ingest.readers import LARGEST, Content, decode, suffix_of
from tenure.ingest.readers.rowentries import Row, Told, column_meaning
from tenure.ingest.readers.rowitems import RowItems
from tenure.ingest.readers.tables import rows_of
from tenure.ingest.readers.xlsx import opened
from tenure.ingest.tablemap import TableMap
from tenure.instants import Dated, Precision
from tenure.keys import fold

MOST_ROWS = 60
"""Rows read of a table for a look at it."""

_MOST_BYTES = 1024 * 1024
_WORKBOOKS = {".xlsx", ".xlsm"}
TABLES = (".csv", ".tsv", ".tab", ".xlsx", ".xlsm")
"""The endings of files that are tables."""


@dataclass(frozen=True, slots=True)
class TableHead:
    """The beginning of a table.

    Attributes:
        name: the source's name.
        sheets: the visible sheets of a workbook; empty for other tables.
        sheet: the one looked at, or None.
        header: the number of the row with the columns' names, from 1.
        columns: the columns' names as written; empty where a column has none.
        rows: the rows below, as far as they were read.
        more: whether there are more rows.
    """

    name: str
    sheets: tuple[str, ...]
    sheet: str | None
    header: int
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """One statement that a row makes: its key, its value, when it holds as far as the row says (microseconds UTC)."""

    key: ItemKey
    value: str
    begins: Dated | None
    until: Dated | None


@dataclass(frozen=True, slots=True)
class TableStates:
    """What the first rows of a table state.

    Attributes:
        statements: in the order of rows, as far as they are dated; then the undated.
        names: pairs (subject, another name).
        faults: what is left out, each in a sentence.
    """

    statements: tuple[Shown, ...]
    names: tuple[tuple[str, str], ...]
    faults: tuple[str, ...]


def read_head(path: Path, *, sheet: str | None = None, header: int | None = None) -> TableHead:
    """Read the beginning of a table.

    Args:
        path: a CSV, TSV or XLSX file.
        sheet: of a workbook; the first visible one if left out or not there.
        header: the row with the columns' names, from 1; the first with text if left out.

    Raises:
        InputError: if it cannot be read as a table, or has no row.
    """
    data = _bytes(path)
    workbook = suffix_of(path.name) in _WORKBOOKS
    text = "" if workbook else _text(data, path.name)
    content = Content(path.name, text, "", UTC, None, 0, skip_bad=True, data=data)
    told = Told(content)
    sheets: tuple[str, ...] = ()
    if workbook:
        book = opened(content, told)
        try:
            sheets = tuple(book.names)
            if not sheets:
                raise InputError(f"'{path.name}' has no visible sheet")
            sheet = sheet if sheet in sheets else sheets[0]
            rows = _first(book.rows(sheet), header)
        finally:
            book.close()
    else:
        sheet = None
        rows = _first(rows_of(content, told), header)
    if not rows:
        raise InputError(f"'{path.name}' has no row with the columns' names")
    columns = tuple(" ".join(cell.split()) for cell in rows[0].cells)
    return TableHead(
        path.name, sheets, sheet, rows[0].line, columns, tuple(rows[1 : MOST_ROWS + 1]), len(rows) > MOST_ROWS + 1
    )


def states(head: TableHead, table: TableMap, zone: tzinfo, now: int) -> TableStates:
    """Return what a mapping makes of the first rows of a table.

    Args:
        head: the rows.
        table: how to read them.
        zone: of dates written without one.
        now: from when on a value without a beginning counts (microseconds UTC).

    Raises:
        InputError: if a column that the mapping names is missing or stands there twice.
    """
    content = Content(head.name, "", "", zone, None, now, skip_bad=True)
    told = Told(content)
    gathered = RowItems(told, Dated(now, Precision.INSTANT, zone), [])
    gathered.read([Row(head.header, list(head.columns), ""), *head.rows], table)
    items = gathered.items()
    return TableStates(tuple(_shown(items)), items.names, tuple(map(str, told.refused)))


def proposed(head: TableHead) -> TableMap:
    """Return how a table may be meant, as the names of its columns tell."""
    meanings = {column: column_meaning(column) for column in head.columns if column}
    by_meaning = {meaning: column for column, meaning in reversed(meanings.items())}
    subject = by_meaning.get("subject") or next(iter(meanings), "")
    begins, until = by_meaning.get("valid_from"), by_meaning.get("valid_to")
    relation, value = by_meaning.get("relation"), by_meaning.get("object")
    long = relation is not None and value is not None
    scopes = tuple(
        (meaning.partition(".")[2], column)
        for column, meaning in meanings.items()
        if meaning.startswith("scope.") and (long or meaning != "scope.region")
    )
    taken = {subject, begins, until, *(column for _, column in scopes)}
    wide = tuple((column, column) for column in meanings if column not in taken)
    return TableMap(
        (glob_of(head.name),),
        subject,
        sheet=None if head.sheet is None else glob_of(head.sheet),
        relations=() if long else wide,
        relation=relation if long else None,
        value=value if long else None,
        valid_from=begins,
        valid_to=until,
        scope_columns=scopes,
    )


def glob_of(name: str) -> str:
    """Return the glob that matches just this name."""
    return "".join(f"[{sign}]" if sign in "[*?" else sign for sign in name)


def fits(head: TableHead, table: TableMap) -> bool:
    """Whether a mapping is for this table and the table has its columns."""
    folded = [fold(column) for column in head.columns]
    return table.matches(head.name) and all(folded.count(fold(column)) == 1 for column in table.columns())


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST:
            raise InputError(f"'{path.name}' is larger than {LARGEST:,} bytes")
        if suffix_of(path.name) in _WORKBOOKS:
            return path.read_bytes()
        with path.open("rb") as file:
            return file.read(_MOST_BYTES)
    except OSError as error:
        raise InputError(f"'{path}' cannot be read: {error.strerror}") from error


def _text(data: bytes, name: str) -> str:
    """Return the text of the beginning of a file, without the line that it may end in the middle of."""
    if len(data) == _MOST_BYTES:
        data = data[: data.rfind(b"\n") + 1] or data
    return decode(data, name)


def _first(rows: Iterable[Row], header: int | None) -> list[Row]:
    below = (row for row in rows if row and row.line >= (header or 0))
    return list(islice(below, MOST_ROWS + 2))


def _shown(items: Items) -> Iterator[Shown]:
    for item in items.dated:
        yield Shown(item.key, item.object, item.dated, item.until)
    for key, value in items.values.items():
        yield Shown(key, value, None, None)
    for key, members in items.members.items():
        for member in members:
            yield Shown(key, member, None, None)
