"""Vectors follow behind: making those that are missing, a batch at a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tenure.errors import BusyError, ProjectError
from tenure.models.protocols import Embedder
from tenure.progress import CancelToken, Progress
from tenure.search.vectors import count_without_vector, store_vectors, without_vector

_BATCH = 64


def pending(connection: sqlite3.Connection, embedder: Embedder) -> int:
    """Return how many documents have no vector of this embedder yet."""
    return count_without_vector(connection, embedder.name)


def catch_up(
    connection: sqlite3.Connection, embedder: Embedder, progress: Progress, cancel: CancelToken | None = None
) -> int:
    """Make and store the vectors that documents lack.

    Every batch is read, embedded outside any transaction, and written in one of its own.

    Returns:
        How many vectors were stored.

    Raises:
        Cancelled: if ``cancel`` was set, or raised by ``progress``; batches stored before stay.
        ModelError: if the embedder fails.
        BusyError: if another process holds the write lock for long.
        ProjectError: if the file is write-protected.
    """
    total = max(1, count_without_vector(connection, embedder.name))
    done = stored = 0
    for owners in _missing(connection, embedder.name):
        texts = _texts(connection, owners)
        vectors = embedder.embed([texts[owner] for owner in texts], cancel=cancel)
        with _writing(connection):
            stored += store_vectors(connection, embedder.name, list(texts), vectors)
        done += len(owners)
        progress(f"making vectors: {done:,} of {max(total, done):,}", min(1.0, done / total))
    return stored


def _missing(connection: sqlite3.Connection, model: str) -> Iterator[list[int]]:
    after = 0
    while owners := without_vector(connection, model, after, _BATCH):
        yield owners
        after = owners[-1]


def _texts(connection: sqlite3.Connection, owners: Sequence[int]) -> dict[int, str]:
    """Return what to embed for each document: its text with its heading."""
    marks = ",".join("?" * len(owners))
    rows = connection.execute(
        f"SELECT d.id, d.heading, t.text FROM search_doc d JOIN passage_text t ON t.id = d.text "
        f"WHERE d.id IN ({marks}) ORDER BY d.id",
        owners,
    )
    return {doc: f"{heading}\n{text}" if heading else text for doc, heading, text in rows}


@contextmanager
def _writing(connection: sqlite3.Connection) -> Iterator[None]:
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        if "readonly" in str(error):
            raise ProjectError("vectors cannot be stored: the project's file or folder is write-protected") from error
        raise BusyError(f"vectors cannot be stored now, another process is writing to the project: {error}") from error
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
