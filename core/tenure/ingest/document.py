"""What a reader makes of a file: blocks of text with a date, or ready-made operations."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tenure.ingest.items import Items
from tenure.instants import Dated, DateOrigin
from tenure.ledger.types import Operation


class BlockKind(StrEnum):
    """What a block of text is; the extractor reads each kind in its own way."""

    PROSE = "prose"
    ITEMS = "items"
    TABLE = "table"
    MESSAGE = "message"
    """Of a chat: its writer's own words, whose lines end sentences."""
    LETTER = "letter"
    """An e-mail: as a message, but its lines are wrapped and its paragraphs apart."""
    SILENT = "silent"
    """Kept as a passage and searched, but states nothing: code, quotations, front matter."""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of text that becomes one passage.

    Attributes:
        text: exactly as in the source (line breaks as ``\\n``).
        dated: its date, which relative dates in it count from.
        origin: where that date came from; ``document`` or ``assumed``.
        line: number of its first line, from 1.
        headings: the headings it stands under, outermost first.
        kind: how to read it.
        speaker: who says it, in a chat or an e-mail.
    """

    text: str
    dated: Dated
    origin: DateOrigin
    line: int = 1
    headings: tuple[str, ...] = ()
    kind: BlockKind = BlockKind.PROSE
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A ready-made operation of structured data.

    Attributes:
        operation: what the line says.
        recorded_at: when it says it was recorded (microseconds UTC), or None.
        group: entries with the same group in a row form one transaction; None stands alone.
        line: number of its line, from 1.
    """

    operation: Operation
    recorded_at: int | None
    group: str | None
    line: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A line or file that could not be read, with one sentence that says why."""

    source: str
    line: int | None
    reason: str

    def __str__(self) -> str:
        where = f"{self.source}, line {self.line}" if self.line is not None else self.source
        return f"{where}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Document:
    """A source as read.

    Attributes:
        name: the source's name, relative to the folder imported.
        kind: the reader's name for the format: ``markdown``, ``chat``, ``toml``, ….
        title: the first heading or the front matter's title; may be empty.
        digest: SHA-256 of its bytes, hexadecimal.
        dated: the date of the document as a whole.
        blocks: its text, in order.
        entries: its ready-made operations, in order (structured data only).
        refused: the lines that could not be read (only with ``skip_bad``).
        bulk: interchange lines to be loaded as they are, without passages, or None.
        items: everything that structured data states, to be compared with the version before, or None.
    """

    name: str
    kind: str
    title: str
    digest: str
    dated: Dated
    blocks: tuple[Block, ...] = ()
    entries: tuple[Entry, ...] = ()
    refused: tuple[Refused, ...] = ()
    bulk: str | None = None
    items: Items | None = None

    @property
    def structured(self) -> bool:
        """Whether it is ready-made operations, a line each, rather than prose or items."""
        return self.kind in {"csv", "jsonl", "xlsx"}
