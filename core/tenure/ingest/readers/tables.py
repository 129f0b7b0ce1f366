"""CSV and TSV: statements a row, or a table of one's own with a mapping."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from tenure.ingest.document import Document
from tenure.ingest.readers.base import Content, suffix_of
from tenure.ingest.readers.dates import of_document
from tenure.ingest.readers.rowentries import Row, Told, entries_of
from tenure.ingest.readers.rowitems import RowItems


class CsvReader:
    """Reads comma, semicolon or tab separated tables with a header line."""

    kind = "csv"
    covers = (
        "CSV and TSV: with a subject, a relation and a value column a statement a row; any other table with a "
        "mapping kept in the project."
    )
    rank = 50
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the name ends as such tables do."""
        return suffix_of(name) in {".csv", ".tsv", ".tab"}

    def accepts(self, content: Content) -> bool:
        """Whether there is anything to read, which the name has decided."""
        return bool(content.name)

    def read(self, content: Content) -> Document:
        """Read the table: with its mapping if it has one, else as statements.

        Raises:
            InputError: if there is no mapping and the header lacks a subject or relation, the header
                lacks a column of the mapping, or a row is malformed (named by its line number) and
                ``skip_bad`` is not set.
        """
        whole = of_document(content.name, None, content.file_time, content.zone, content.now)
        told = Told(content)
        if content.tables:
            gathered = RowItems(told, whole.dated, content.text.split("\n"))
            rows = list(rows_of(content, told))
            for table in content.tables:
                gathered.read(rows, table)
            refused = tuple(told.refused)
            return Document(
                content.name, "table", "", content.digest, whole.dated, refused=refused, items=gathered.items()
            )
        pairs = [] if content.items_only else list(entries_of(rows_of(content, told), told, whole))
        return Document(
            content.name, self.kind, "", content.digest, whole.dated, tuple(block for _, block in pairs),
            tuple(entry for entry, _ in pairs), tuple(told.refused),
        )  # fmt: skip


def rows_of(content: Content, told: Told) -> Iterator[Row]:
    """Yield the rows of a table as it is written.

    Raises:
        InputError: if the quoting of one is broken and ``skip_bad`` is not set.
    """
    lines = content.text.split("\n")
    delimiter = max(",;\t", key=lines[0].count)
    table = csv.reader(io.StringIO(content.text), delimiter=delimiter, strict=True)
    while True:
        started = table.line_num + 1
        try:
            cells = next(table)
        except StopIteration:
            return
        except csv.Error as error:
            told.fault(
                started,
                f"a quoted value never ends, or is longer than {csv.field_size_limit():,} characters"
                if "field limit" in str(error)
                else f"the quoting is broken ({error})",
            )
            continue
        yield Row(started, cells, "\n".join(lines[started - 1 : table.line_num]).strip())


READERS = (CsvReader(),)
