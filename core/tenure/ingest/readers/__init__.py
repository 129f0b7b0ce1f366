"""The readers, found in this folder, and the choice of one for a file by its name and content."""

from __future__ import annotations

import pkgutil
from functools import cache, lru_cache
from importlib import import_module

from tenure.ingest.document import Document
from tenure.ingest.readers.base import Content, Reader, base_of, digest_of, suffix_of
from tenure.ingest.readers.decode import LARGEST, decode, looks_binary


@cache
def readers() -> tuple[Reader, ...]:
    """Return the readers in the order they are asked; the last one takes any text."""
    found: list[Reader] = []
    for module in pkgutil.iter_modules(__path__):
        found.extend(getattr(import_module(f"{__name__}.{module.name}"), "READERS", ()))
    return tuple(sorted(found, key=lambda reader: (reader.rank, reader.kind)))


@lru_cache(maxsize=65_536)
def claimants(name: str) -> tuple[Reader, ...]:
    """Return the readers that claim a file of this name, in the order they are asked."""
    return tuple(reader for reader in readers() if reader.claims(name))


def reader_for(content: Content) -> Reader:
    """Return the first reader that claims and accepts a file."""
    return next(reader for reader in claimants(content.name) if reader.accepts(content))


def read(content: Content) -> Document:
    """Read a file with the first reader that accepts it.

    Raises:
        InputError: if it is malformed.
    """
    return reader_for(content).read(content)


__all__ = [
    "LARGEST",
    "Content",
    "Reader",
    "base_of",
    "claimants",
    "decode",
    "digest_of",
    "looks_binary",
    "read",
    "reader_for",
    "readers",
    "suffix_of",
]
