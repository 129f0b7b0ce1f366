"""Vectors follow behind: making those that are missing, a batch at a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tenure.errors import BusyError, ProjectError
from tenure.models.protocols import Embedder
from tenure.progress import CancelToken, Progress
from tenure.search.labels import make_labels
from tenure.search.vectors import Kind, count_without_vector, store_vectors, without_vector

_BATCH = 64


def pending(connection: sqlite3.Connection, embedder: Embedder) -> int:
    """Return how many documents have no vector of this embedder yet."""
    return count_without_vector(connection, "doc", embedder.name)


def catch_up(
    connection: sqlite3.Connection, embedder: Embedder, progress: Progress, cancel: CancelToken | None = None
) -> int:
    """Make and store what is missing: labels of keys, their vectors, vectors of documents.

    Every batch is read, embedded outside any transaction, and written in one of its own.

    Returns:
        How many vectors were stored.

    Raises:
        Cancelled: if ``cancel`` was set, or raised by ``progress``; batches stored before stay.
        ModelError: if the embedder fails.
        BusyError: if another process holds the write lock for long.
        ProjectError: if the file is write-protected.
    """
    more = True
    while more:
        if cancel is not None:
            cancel.raise_if_cancelled()
        with _writing(connection):
            more = make_labels(connection)
    todo = {kind: count_without_vector(connection, kind, embedder.name) for kind in _KINDS}
    total = max(1, sum(todo.values()))
    done = stored = 0
    for kind in _KINDS:
        for owners in _missing(connection, kind, embedder.name):
            texts = _texts(connection, kind, owners)
            vectors = embedder.embed([texts[owner] for owner in texts], cancel=cancel)
            with _writing(connection):
                stored += store_vectors(connection, kind, embedder.name, list(texts), vectors)
            done += len(owners)
            progress(f"making vectors: {done:,} of {max(total, done):,}", min(1.0, done / total))
    return stored


_KINDS: tuple[Kind, ...] = ("label", "doc")


def _missing(connection: sqlite3.Connection, kind: Kind, model: str) -> Iterator[list[int]]:
    after = 0
    while owners := without_vector(connection, kind, model, after, _BATCH):
        yield owners
        after = owners[-1]


def _texts(connection: sqlite3.Connection, kind: Kind, owners: Sequence[int]) -> dict[int, str]:
    """Return what to embed for each owner: a document with its heading, or a label."""
    marks = ",".join("?" * len(owners))
    if kind == "label":
        return dict(connection.execute(f"SELECT id, text FROM key_label WHERE id IN ({marks}) ORDER BY id", owners))
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
