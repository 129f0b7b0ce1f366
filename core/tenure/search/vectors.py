"""Vectors: stored as float32 in the project file, compared in memory.

A :class:`VectorTable` holds all vectors of one model as a matrix; a look takes only
the rows added since the last one. After an erasure the matrix is dropped and read again.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]

_GROW = 1.5


class VectorTable:
    """All vectors of documents made by one model.

    Safe to share between threads, each with a connection of its own to the same file.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._forget()

    def _forget(self) -> None:
        self._seen = 0
        self._erasures = -1
        self._model = -1
        self._used = 0
        self._rows: Floats | None = None
        self._owners: Ints | None = None

    def similarities(self, connection: sqlite3.Connection, model: str, query: Floats) -> tuple[Ints, Floats]:
        """Return owners and their cosine similarity to ``query``, in no order; empty without vectors."""
        import numpy as np

        owners, rows = self._matrix(connection, model)
        if rows is None or owners is None or rows.shape[1] != len(query):
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32)
        scores: Floats = rows @ query
        return owners, scores

    def order(self, connection: sqlite3.Connection, model: str, query: Floats) -> Iterator[int]:
        """Yield owners by falling similarity, sorting only as far as they are asked for."""
        import numpy as np

        owners, scores = self.similarities(connection, model, query)
        left = np.arange(len(owners))
        size = 256
        while len(left):
            if len(left) > size:
                split = np.argpartition(-scores[left], size)
                best, left = left[split[:size]], left[split[size:]]
            else:
                best, left = left, left[:0]
            # Ties go to the newer document, whatever order the partition left them in.
            for index in best[np.lexsort((-owners[best], -scores[best]))]:
                yield int(owners[index])
            size *= 4

    def _matrix(self, connection: sqlite3.Connection, model: str) -> tuple[Ints | None, Floats | None]:
        with self._lock:
            row = connection.execute(
                "SELECT m.id, m.dimension, s.value FROM search_model m, search_state s "
                "WHERE m.name = ? AND s.name = 'erasures'",
                (model,),
            ).fetchone()
            if row is None:
                return None, None
            number, dimension, erasures = row
            if (number, erasures) != (self._model, self._erasures):
                self._forget()
                self._model, self._erasures = number, erasures
            self._take_new(connection, dimension)
            if self._rows is None or self._owners is None:
                return None, None
            return self._owners[: self._used], self._rows[: self._used]

    def _take_new(self, connection: sqlite3.Connection, dimension: int) -> None:
        import numpy as np

        cursor = connection.execute(
            "SELECT id, owner, data FROM doc_vector WHERE id > ? AND model = ? ORDER BY id",
            (self._seen, self._model),
        )
        while rows := cursor.fetchmany(4096):
            self._reserve(len(rows), dimension)
            if self._rows is None or self._owners is None:
                return
            end = self._used + len(rows)
            data = b"".join(row[2] for row in rows)
            self._rows[self._used : end] = np.frombuffer(data, dtype="<f4").reshape(len(rows), dimension)
            self._owners[self._used : end] = [row[1] for row in rows]
            self._used, self._seen = end, rows[-1][0]

    def _reserve(self, more: int, dimension: int) -> None:
        """Make room; readers that hold the former array keep it unchanged."""
        import numpy as np

        needed = self._used + more
        if self._rows is not None and self._owners is not None and needed <= len(self._rows):
            return
        size = max(needed, int(self._used * _GROW), 1024)
        rows = np.empty((size, dimension), dtype=np.float32)
        owners = np.empty(size, dtype=np.int64)
        if self._rows is not None and self._owners is not None:
            rows[: self._used] = self._rows[: self._used]
            owners[: self._used] = self._owners[: self._used]
        self._rows, self._owners = rows, owners


def store_vectors(connection: sqlite3.Connection, model: str, owners: Sequence[int], vectors: Floats) -> int:
    """Store vectors inside the caller's transaction; return how many.

    An owner that has vanished (erased while its vector was being made) or has one already is skipped.
    """
    number = _model_number(connection, model, vectors.shape[1])
    stored = 0
    for owner, vector in zip(owners, vectors, strict=True):
        stored += connection.execute(
            "INSERT OR IGNORE INTO doc_vector (model, owner, data) SELECT ?, id, ? FROM search_doc WHERE id = ?",
            (number, vector.astype("<f4").tobytes(), owner),
        ).rowcount
    return stored


def without_vector(connection: sqlite3.Connection, model: str, after: int, limit: int) -> list[int]:
    """Return owners above ``after`` that have no vector of this model, rising."""
    rows = connection.execute(
        "SELECT o.id FROM search_doc o WHERE o.id > ? AND NOT EXISTS (SELECT 1 FROM doc_vector v "
        "WHERE v.model = (SELECT id FROM search_model WHERE name = ?) AND v.owner = o.id) ORDER BY o.id LIMIT ?",
        (after, model, limit),
    )
    return [row[0] for row in rows]


def count_without_vector(connection: sqlite3.Connection, model: str) -> int:
    """Return how many owners have no vector of this model (two counts over indexes)."""
    row = connection.execute(
        "SELECT (SELECT count(*) FROM search_doc) - (SELECT count(*) FROM doc_vector "
        "WHERE model = (SELECT id FROM search_model WHERE name = ?))",
        (model,),
    ).fetchone()
    return max(0, int(row[0]))


def _model_number(connection: sqlite3.Connection, name: str, dimension: int) -> int:
    row = connection.execute("SELECT id, dimension FROM search_model WHERE name = ?", (name,)).fetchone()
    if row is not None and row[1] != dimension:
        # The same name with another length is another model: its vectors compare with nothing old.
        connection.execute("DELETE FROM doc_vector WHERE model = ?", (row[0],))
        connection.execute("DELETE FROM search_model WHERE id = ?", (row[0],))
        connection.execute("UPDATE search_state SET value = value + 1 WHERE name = 'erasures'")
        row = None
    if row is not None:
        return int(row[0])
    added = connection.execute("INSERT INTO search_model (name, dimension) VALUES (?, ?)", (name, dimension))
    return int(added.lastrowid or 0)
