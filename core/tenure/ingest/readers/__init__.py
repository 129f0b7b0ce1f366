"""The readers, and the choice of one for a file by its name and content."""

from __future__ import annotations

from tenure.ingest.document import Document
from tenure.ingest.readers.base import Content, Reader, digest_of
from tenure.ingest.readers.chat import ChatReader
from tenure.ingest.readers.decode import LARGEST, decode, looks_binary
from tenure.ingest.readers.markdown import MarkdownReader
from tenure.ingest.readers.statements import StatementsReader
from tenure.ingest.readers.tables import CsvReader
from tenure.ingest.readers.text import TextReader


def readers() -> tuple[Reader, ...]:
    """Return the readers in the order they are asked; the last one takes any text."""
    return StatementsReader(), CsvReader(), MarkdownReader(), ChatReader(), TextReader()


def read(content: Content) -> Document:
    """Read a file with the first reader that accepts it.

    Raises:
        InputError: if it is malformed.
    """
    return next(reader for reader in readers() if reader.accepts(content)).read(content)


__all__ = ["LARGEST", "Content", "Reader", "decode", "digest_of", "looks_binary", "read", "readers"]
