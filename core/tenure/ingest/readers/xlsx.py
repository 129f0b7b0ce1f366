"""Spreadsheets: every visible sheet a table, of statements or with a mapping.

Formulas count with the value last computed; a merged cell's value holds in each row it spans.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fnmatch import fnmatchcase
from typing import Any
from xml.etree import ElementTree

from tenure.errors import InputError
from tenure.ingest.document import Block, Document, Entry
from tenure.ingest.readers.base import Content, suffix_of
from tenure.ingest.readers.dates import Origin, of_document
from tenure.ingest.readers.rowentries import Row, Told, entries_of
from tenure.ingest.readers.rowitems import RowItems

MOST_BYTES = 256 * 1024 * 1024
"""A workbook that unpacks to more is refused."""

MOST_ROWS = 200_000
"""Rows read of a workbook; what lies below is left out and told."""

MOST_COLUMNS = 500
"""Columns read of a sheet."""

_MERGED = re.compile(rb'<(?:\w+:)?mergeCell [^>]*?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"')
_UNCOMPUTED = re.compile(rb"</(?:\w+:)?f>\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>|</(?:\w+:)?c>)")
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_ERRORS = frozenset(["#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "#GETTING_DATA", "#SPILL!"])
_DECIMALS = re.compile(r"0(?:\.(0+))?%")


class XlsxReader:
    """Reads Excel workbooks."""

    kind = "xlsx"
    covers = (
        "XLSX workbooks: each visible sheet as a table of statements, or with a mapping; computed values of "
        "formulas, dates, cells merged downwards; hidden sheets, charts and macros are left out."
    )
    rank = 50
    structured = True
    binary = True

    def claims(self, name: str) -> bool:
        """Whether the name ends as workbooks do."""
        return suffix_of(name) in {".xlsx", ".xlsm"} and not name.rsplit("/", 1)[-1].startswith("~$")

    def accepts(self, content: Content) -> bool:
        """Whether there is anything to read, which the name has decided."""
        return bool(content.name)

    def read(self, content: Content) -> Document:
        """Read the sheets.

        Raises:
            InputError: if it is no workbook or too large, no sheet can be read, or a row is malformed
                and ``skip_bad`` is not set.
        """
        whole = of_document(content.name, None, content.file_time, content.zone, content.now)
        sheets = opened(content, Told(content))
        try:
            return _mapped(sheets, whole) if content.tables else _statements(sheets, whole, self.kind)
        finally:
            sheets.close()


def opened(content: Content, told: Told) -> Workbook:
    """Open a workbook; the caller closes it.

    Raises:
        InputError: if it is none, or too large.
    """
    try:
        return Workbook(content, told)
    except InputError:
        raise
    except Exception as error:  # openpyxl and zipfile raise whatever a damaged file leads them to
        raise InputError(f"'{content.name}' is not a readable workbook") from error


def _mapped(sheets: Workbook, whole: Origin) -> Document:
    """Read every sheet that a table of the mapping is for."""
    content, told = sheets.content, sheets.told
    gathered = RowItems(told, whole.dated, [])
    read = 0
    for name in sheets.names:
        tables = [table for table in content.tables if table.sheet is None or fnmatchcase(name, table.sheet)]
        if not tables:
            continue
        read += 1
        rows = list(sheets.rows(name))
        gathered.lines.append(f"[{name}]")
        shift = len(gathered.lines)
        last = rows[-1].line if rows else 0
        texts = {row.line: row.text for row in rows}
        gathered.lines += [texts.get(number, "") for number in range(1, last + 1)]
        for table in tables:
            gathered.read(rows, table, shift)
    if not read:
        raise InputError(f"'{content.name}' has no sheet that the mapping names; there are {', '.join(sheets.names)}")
    refused = tuple(told.refused)
    return Document(content.name, "table", "", content.digest, whole.dated, refused=refused, items=gathered.items())


def _statements(sheets: Workbook, whole: Origin, kind: str) -> Document:
    """Read every sheet with a subject and a relation column as statements; one at least must have them."""
    content, told = sheets.content, sheets.told
    pairs: list[tuple[Entry, Block]] = []
    faults: list[InputError] = []
    for name in () if content.items_only else sheets.names:
        rows = list(sheets.rows(name))
        if not any(rows):
            continue
        try:
            pairs += entries_of(rows, told, whole)
        except InputError as error:
            faults.append(error)
    if faults and (not pairs or any("the header names no" not in str(fault) for fault in faults)):
        raise faults[0]
    for fault in faults:
        told.note(None, str(fault).partition(": ")[2] or str(fault))
    return Document(
        content.name, kind, "", content.digest, whole.dated, tuple(block for _, block in pairs),
        tuple(entry for entry, _ in pairs), tuple(told.refused),
    )  # fmt: skip


class Workbook:
    """An opened workbook; what is odd in it is told.

    Attributes:
        content: the file.
        told: what is odd.
        names: its visible sheets, in order.
    """

    def __init__(self, content: Content, told: Told) -> None:
        import openpyxl  # slow to import, and few imports meet a workbook

        self.content, self.told = content, told
        self._left = MOST_ROWS
        self._archive = zipfile.ZipFile(io.BytesIO(content.data))
        size = sum(info.file_size for info in self._archive.infolist())
        if size > MOST_BYTES:
            raise InputError(f"'{content.name}' unpacks to {size:,} bytes; the most read is {MOST_BYTES:,}")
        self._book: Any = openpyxl.load_workbook(io.BytesIO(content.data), read_only=True, data_only=True)
        self._parts = _parts(self._archive)
        visible = [sheet.title for sheet in self._book.worksheets if sheet.sheet_state == "visible"]
        self.names: list[str] = visible
        for sheet in self._book.worksheets:
            if sheet.sheet_state != "visible":
                told.note(None, f"the hidden sheet '{sheet.title}' is left out")

    def close(self) -> None:
        """Close the file."""
        self._book.close()
        self._archive.close()

    def rows(self, name: str) -> Iterator[Row]:
        """Yield the rows of a sheet that have any text.

        Raises:
            InputError: if the sheet is damaged.
        """
        raw = self._raw(name)
        if _UNCOMPUTED.search(raw):
            self.told.note(
                None, f"sheet '{name}' has formulas without a computed value; open and save it in a spreadsheet program"
            )
        try:
            yield from self._filled(name, _merges(raw))
        except InputError:
            raise
        except Exception as error:  # as above: a damaged sheet is found only while it is read
            raise InputError(f"'{self.content.name}', sheet '{name}' cannot be read") from error

    def _filled(self, name: str, merges: dict[int, list[tuple[int, int]]]) -> Iterator[Row]:
        sheet = self._book[name]
        sheet.reset_dimensions()
        held: dict[int, tuple[int, str]] = {}
        for number, cells in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS), start=1):
            texts = [_text(cell) for cell in cells]
            if any(texts):
                self._left -= 1
            if self._left < 0:
                self.told.note(None, f"sheet '{name}' is read to row {number - 1} only; the most is {MOST_ROWS:,} rows")
                return
            for column, (last, value) in held.items():
                if number <= last and column < len(texts) and not texts[column]:
                    texts[column] = value
            for column, last in merges.get(number, ()):
                if column < len(texts):
                    held[column] = (last, texts[column])
            if any(texts):
                yield Row(number, texts, "\t".join(" ".join(text.split()) for text in texts).strip("\t"))

    def _raw(self, name: str) -> bytes:
        try:
            return self._archive.read(self._parts[name])
        except (KeyError, zipfile.BadZipFile, RuntimeError, OSError):
            return b""


def _parts(archive: zipfile.ZipFile) -> dict[str, str]:
    """Return where in the archive each sheet is."""
    try:
        book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
        related = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    except (KeyError, ElementTree.ParseError):
        return {}
    targets = {element.get("Id"): element.get("Target", "") for element in related}
    found: dict[str, str] = {}
    for sheet in book.iter(f"{_MAIN}sheet"):
        target = targets.get(sheet.get(_RELATED)) or ""
        path = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
        found[sheet.get("name", "")] = path
    return found


def _merges(raw: bytes) -> dict[int, list[tuple[int, int]]]:
    """Return, for each row in which cells merged downwards begin, pairs (column from 0, last row)."""
    found: dict[int, list[tuple[int, int]]] = {}
    for first, top, _, bottom in _MERGED.findall(raw):
        if int(bottom) > int(top):
            column = 0
            for letter in first:
                column = column * 26 + letter - 64
            found.setdefault(int(top), []).append((column - 1, int(bottom)))
    return found


def _text(cell: Any) -> str:
    """Return a cell as a person reads it: dates in ISO 8601, percentages as such, errors as nothing."""
    value = cell.value
    if value is None or (isinstance(value, str) and value in _ERRORS):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        bare = value.time() == time(0) or value.tzinfo is not None
        return value.date().isoformat() if bare else value.isoformat(sep=" ", timespec="seconds")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return str(value)
    if isinstance(value, int | float):
        percent = _DECIMALS.search(str(cell.number_format or ""))
        if percent is not None:
            return f"{Decimal(str(value)) * 100:.{len(percent[1] or '')}f}%"
        return str(int(value)) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else str(value)
    return str(value).replace("\r\n", "\n").replace("_x000D_", "").strip()


READERS = (XlsxReader(),)
