"""The interchange format, JSON Lines; what a line means is said in ``tenure.ledger.lines``."""

from __future__ import annotations

import re
from itertools import groupby

from tenure.errors import InputError
from tenure.ingest.document import Block, BlockKind, Document, Entry, Refused
from tenure.ingest.readers.base import Content, suffix_of
from tenure.ingest.readers.dates import Origin, of_document
from tenure.instants import Dated, DateOrigin, Precision
from tenure.ledger.interchange import read_lines
from tenure.ledger.lines import Entry as Line
from tenure.ledger.types import Assert, End, Tombstone

BULK = 20_000
"""A file with more lines is data rather than reading matter: loaded in bulk and kept as no passages."""

_LINE = re.compile(r"line (\d+): (.*)", re.DOTALL)


class StatementsReader:
    """Reads statements, corrections, relations and aliases, one JSON object a line."""

    kind = "jsonl"
    covers = "Statements in the interchange format: JSON Lines with a subject, a relation and an object."
    rank = 20
    structured = False
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the name ends as JSON Lines do."""
        return suffix_of(name) in {".jsonl", ".ndjson"}

    def accepts(self, content: Content) -> bool:
        """Whether there is anything to read, which the name has decided."""
        return bool(content.name)

    def read(self, content: Content) -> Document:
        """Read the lines; an export of a ledger and a very long file are left whole for the bulk path.

        Raises:
            InputError: for a malformed line, named by its number, unless ``skip_bad``.
        """
        whole = of_document(content.name, None, content.file_time, content.zone, content.now)
        texts = content.text.split("\n")
        if len(texts) > BULK:
            return self._document(content, whole.dated, bulk=content.text)
        refused: list[str] = []
        try:
            lines = list(
                read_lines(texts, zone=content.zone, now=content.now, skip_bad=content.skip_bad, refused=refused)
            )
        except InputError as error:
            raise InputError(f"'{content.name}', {error}") from error
        if any(_of_export(line) for line in lines):
            return self._document(content, whole.dated, bulk=content.text)
        blocks = tuple(_block(line, texts[line.number - 1], whole) for line in lines)
        entries: list[Entry] = []
        for number, (given, group) in enumerate(groupby(lines, key=_group_of)):
            name = None if given[0] is None else f"{number}"
            entries += [
                Entry(line.operation, line.recorded_at, name, line.number)
                for line in group
                if line.operation is not None
            ]
        return self._document(
            content, whole.dated, blocks, tuple(entries), tuple(_refused(content.name, r) for r in refused)
        )

    @staticmethod
    def _document(
        content: Content,
        dated: Dated,
        blocks: tuple[Block, ...] = (),
        entries: tuple[Entry, ...] = (),
        refused: tuple[Refused, ...] = (),
        *,
        bulk: str | None = None,
    ) -> Document:
        return Document(content.name, "jsonl", "", content.digest, dated, blocks, entries, refused, bulk)


def _group_of(line: Line) -> tuple[str | None, int]:
    return (None, line.number) if line.tx is None else (str(line.tx), 0)


def _of_export(line: Line) -> bool:
    return line.operation is None or isinstance(line.operation, Tombstone) or "stated_at" in line.raw or line.tx == 0


def _block(line: Line, text: str, whole: Origin) -> Block:
    operation = line.operation
    dated, origin = whole.dated, whole.origin
    if line.recorded_at is not None:
        dated, origin = Dated(line.recorded_at, Precision.INSTANT, whole.dated.zone), DateOrigin.DOCUMENT
    elif isinstance(operation, Assert):
        dated, origin = Dated(operation.valid_from, operation.precision, whole.dated.zone), operation.origin
    elif isinstance(operation, End):
        dated, origin = Dated(operation.at, operation.precision, whole.dated.zone), operation.origin
    return Block(text.strip(), dated, origin, line.number, (), BlockKind.SILENT)


def _refused(name: str, sentence: str) -> Refused:
    match = _LINE.match(sentence)
    return Refused(name, int(match[1]), match[2]) if match else Refused(name, None, sentence)


READERS = (StatementsReader(),)
