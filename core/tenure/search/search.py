"""Search over the passages of a project: by words, by meaning, and at two times."""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING

from tenure.instants import Dated
from tenure.keys import Key
from tenure.ledger import Ledger
from tenure.ledger.types import State
from tenure.models.protocols import Embedder
from tenure.passages.store import Passage, text_hash
from tenure.progress import CancelToken, Progress, no_progress
from tenure.search.catchup import catch_up, pending
from tenure.search.fusion import fuse, ranks
from tenure.search.keys import keys_named, keys_of
from tenure.search.lexical import lexical_order
from tenure.search.states import Judged, TimeFilter
from tenure.search.types import Hit
from tenure.search.vectors import VectorTable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BLOCK = 64
_DEPTH = 30
_PATIENCE = 10
_GRAPH_KEYS = 12
_QUERIES = 64
_TEXTS = 20_000
WEIGHTS: Mapping[str, float] = {"dense": 1.0, "lexical": 1.0, "graph": 0.5, "recency": 0.25}
"""How much each list counts. What the question's own words and meaning find leads; the neighbours in
the ledger and the dates only decide among what is found alike."""


class VectorCache:
    """Vectors held in memory; one may serve all connections of a process to the same file."""

    def __init__(self) -> None:
        self.docs = VectorTable()
        self._queries: OrderedDict[tuple[str, str], NDArray[np.float32]] = OrderedDict()
        self._texts: OrderedDict[tuple[str, str], NDArray[np.float32]] = OrderedDict()
        self._erasures = -1
        self._lock = threading.Lock()

    def forget_erased(self, erasures: int) -> None:
        """Drop texts and their vectors if anything was erased since: what was erased may be among them.

        Args:
            erasures: how many there were in the project so far.
        """
        with self._lock:
            if erasures != self._erasures:
                self._erasures = erasures
                self._texts.clear()
                self._queries.clear()

    def of_texts(
        self, embedder: Embedder, texts: Sequence[str], cancel: CancelToken | None
    ) -> dict[str, NDArray[np.float32]]:
        """Return the vectors of short texts; they are kept, as every question is compared with the same ones."""
        with self._lock:
            found = {text: self._texts[embedder.name, text] for text in texts if (embedder.name, text) in self._texts}
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        if missing:
            rows = embedder.embed(missing, cancel=cancel)
            found.update((text, row.copy()) for text, row in zip(missing, rows, strict=True))
        with self._lock:
            for text, vector in found.items():
                self._texts[embedder.name, text] = vector
                self._texts.move_to_end((embedder.name, text))
            while len(self._texts) > _TEXTS:
                self._texts.popitem(last=False)
        return found

    def query(self, embedder: Embedder, text: str, cancel: CancelToken | None) -> NDArray[np.float32]:
        """Return the vector of a question; the last few are kept, as every strategy asks the same."""
        name = (embedder.name, text)
        with self._lock:
            found = self._queries.get(name)
            if found is not None:
                self._queries.move_to_end(name)
                return found
        vector: NDArray[np.float32] = embedder.embed([text], cancel=cancel)[0]
        with self._lock:
            self._queries[name] = vector
            if len(self._queries) > _QUERIES:
                self._queries.popitem(last=False)
        return vector


class Search:
    """Finds passages of one project, over the connection of its ledger.

    Use it in the ledger's thread; :meth:`catch_up` may run in any thread (it opens a connection of
    its own). Without an embedder, and for passages that have no vector yet, search is lexical.

    Args:
        ledger: the project's ledger; its search tables must exist (:func:`tenure.search.prepare`).
        embedder: makes vectors, or None.
        cache: vectors in memory, shared between connections to the same file if given.
    """

    def __init__(self, ledger: Ledger, embedder: Embedder | None = None, *, cache: VectorCache | None = None) -> None:
        self.ledger = ledger
        self.embedder = embedder
        self._cache = cache or VectorCache()
        row = ledger.connection.execute("SELECT file FROM pragma_database_list WHERE name = 'main'").fetchone()
        self._path: str = row[0] if row is not None else ""

    # --- passages -----------------------------------------------------------------------------

    def hits(
        self,
        query: str,
        *,
        k: int = 5,
        valid: int | Dated | None = None,
        known: int | None = None,
        include_retired: bool = False,
        timeless: bool = False,
        context: Mapping[str, str] | None = None,
        cancel: CancelToken | None = None,
    ) -> list[Hit]:
        """Return the ``k`` passages that fit ``query`` best, best first.

        Each list (dense, lexical, graph, recency) is filtered by time before it is ranked and cut,
        so that no number of retired passages keeps a current one out.

        Args:
            query: words or a question.
            k: how many passages at most.
            valid: microseconds UTC or a written date, of which the first instant is meant; None: now.
            known: a transaction; None: the latest. Passages stored later are not seen.
            include_retired: also what is retired, corrected away excepted, labelled by its state.
            timeless: plain retrieval over every passage and version, no ledger involved.
            context: scope of the question, such as ``{"env": "prod"}``.
            cancel: stops embedding the query.

        Raises:
            Cancelled: if ``cancel`` was set.
            ModelError: if the embedder fails.
        """
        if k < 1 or not query.strip():
            return []
        if timeless:
            return self._timeless(query, k, cancel)
        judge = TimeFilter(
            self.ledger, valid=valid, known=known, context=context, include_retired=include_retired, query=query
        )
        judged: dict[int, Judged | None] = {}
        lists = {name: self._surviving(order, judge, judged, k) for name, order in self._orders(query, cancel).items()}
        if lists.get("lexical") or lists.get("dense"):
            graph = self._graph(query, valid, known)
            lists["graph"] = self._surviving(iter(graph), judge, judged, k)
        found = {doc: item for doc, item in judged.items() if item is not None}
        union = {doc for docs in lists.values() for doc in docs}
        lists["recency"] = sorted(union, key=lambda doc: (-found[doc].passage.at, doc))
        rank = {doc: (item.state is State.CURRENT, item.passage.at, item.passage.id) for doc, item in found.items()}
        texts = {doc: found[doc].passage for doc in union}
        return [
            Hit(
                found[doc].passage, found[doc].text, found[doc].span, found[doc].state, score, ranks(lists, doc),
                found[doc].spans, found[doc].cut,
            )
            for doc, score in _distinct(fuse(lists, WEIGHTS), texts, rank)[:k]
        ]  # fmt: skip

    def _timeless(self, query: str, k: int, cancel: CancelToken | None) -> list[Hit]:
        depth = max(_DEPTH, 3 * k)
        lists = {name: list(islice(order, depth)) for name, order in self._orders(query, cancel).items()}
        best = fuse(lists, WEIGHTS)[: 2 * k]
        newest = {doc: passages[0] for doc, passages in self._passages([doc for doc, _ in best]).items()}
        rank = {doc: (False, passage.at, passage.id) for doc, passage in newest.items()}
        return [
            Hit(newest[doc], newest[doc].text, None, None, score, ranks(lists, doc))
            for doc, score in _distinct([entry for entry in best if entry[0] in newest], newest, rank)[:k]
        ]

    def _orders(self, query: str, cancel: CancelToken | None) -> dict[str, Iterator[int]]:
        orders = {"lexical": lexical_order(self.ledger.connection, query)}
        if self.embedder is not None and self._has_vectors():
            self._forget_erased()
            vector = self._cache.query(self.embedder, query, cancel)
            orders["dense"] = self._cache.docs.order(self.ledger.connection, self.embedder.name, vector)
        return orders

    def _has_vectors(self) -> bool:
        """Return whether looking for vectors is worth starting the embedder."""
        row = self.ledger.connection.execute(
            "SELECT 1 FROM doc_vector v JOIN search_model m ON m.id = v.model WHERE m.name = ? LIMIT 1",
            (self.embedder.name if self.embedder is not None else "",),
        ).fetchone()
        return row is not None

    def _surviving(
        self, order: Iterator[int], judge: TimeFilter, judged: dict[int, Judged | None], enough: int
    ) -> list[int]:
        """Return the first documents of a ranked list that pass the time filter.

        ``depth`` of them, or at least ``enough`` once many times as many were looked at: however
        many do not hold, the list goes on until what holds was found or its end is reached.
        """
        depth = max(_DEPTH, 3 * enough)
        passed: list[int] = []
        seen: set[int] = set()
        while len(passed) < depth and not (len(passed) >= enough and len(seen) >= _PATIENCE * depth):
            block = [doc for doc in islice(order, _BLOCK) if doc not in seen]
            if not block:
                break
            seen.update(block)
            self._judge([doc for doc in block if doc not in judged], judge, judged)
            passed.extend(doc for doc in block if judged[doc] is not None)
        return passed[:depth]

    def _judge(self, docs: Sequence[int], judge: TimeFilter, judged: dict[int, Judged | None]) -> None:
        """Judge documents by the best of their passages: one that states what holds, then the newest."""
        passages = self._passages(docs)
        verdicts = judge.judge([p for group in passages.values() for p in group])
        for doc in docs:
            passed = [verdicts[p.id] for p in passages.get(doc, ()) if p.id in verdicts]
            judged[doc] = max(
                passed, key=lambda j: (j.state is State.CURRENT, j.passage.at, j.passage.id), default=None
            )

    def _passages(self, docs: Sequence[int]) -> dict[int, list[Passage]]:
        """Return the passages of documents, the newest first."""
        place: dict[int, int] = {}
        for start in range(0, len(docs), 400):
            chunk = docs[start : start + 400]
            marks = ",".join("?" * len(chunk))
            place.update(
                self.ledger.connection.execute(
                    "SELECT p.id, d.id FROM search_doc d JOIN passage p ON p.text = d.text AND p.heading = d.heading "
                    f"WHERE d.id IN ({marks})",
                    tuple(chunk),
                ).fetchall()
            )
        groups: dict[int, list[Passage]] = {}
        for passage in self.ledger.passages.get(place):
            groups.setdefault(place[passage.id], []).append(passage)
        for group in groups.values():
            group.sort(key=lambda p: (-p.at, -p.id))
        return groups

    def _graph(self, query: str, valid: int | Dated | None, known: int | None) -> list[int]:
        """Return the documents of what rules the keys named in the query, and of those one hop on."""
        statements: list[int] = []
        beyond: list[Key] = []
        for key in keys_named(self.ledger, query, _GRAPH_KEYS):
            for fact in self.ledger.slot(key, valid=valid, known=known).facts[:_GRAPH_KEYS]:
                statements.append(fact.statement)
                beyond += keys_of(self.ledger, fact.object, _GRAPH_KEYS)
        for key in beyond[: 2 * _GRAPH_KEYS]:
            statements += [f.statement for f in self.ledger.slot(key, valid=valid, known=known).facts[:2]]
        return self._docs_of_statements(dict.fromkeys(statements))

    def _docs_of_statements(self, statements: Iterable[int]) -> list[int]:
        found: dict[int, None] = {}
        for statement in statements:
            row = self.ledger.connection.execute(
                "SELECT d.id FROM evidence e JOIN passage p ON p.id = e.passage "
                "JOIN search_doc d ON d.text = p.text AND d.heading = p.heading WHERE e.statement = ?",
                (statement,),
            ).fetchone()
            if row is not None:
                found[row[0]] = None
        return list(found)

    # --- vectors ------------------------------------------------------------------------------

    def vectors_of(self, texts: Sequence[str], cancel: CancelToken | None = None) -> Mapping[str, NDArray[np.float32]]:
        """Return the vectors of short texts, such as names of relations; empty without an embedder.

        Raises:
            Cancelled: if ``cancel`` was set.
            ModelError: if the embedder fails.
        """
        if self.embedder is None:
            return {}
        self._forget_erased()
        return self._cache.of_texts(self.embedder, texts, cancel)

    def _forget_erased(self) -> None:
        row = self.ledger.connection.execute("SELECT value FROM search_state WHERE name = 'erasures'").fetchone()
        self._cache.forget_erased(row[0])

    def pending(self) -> int:
        """Return how many documents have no vector yet; 0 without an embedder."""
        return pending(self.ledger.connection, self.embedder) if self.embedder is not None else 0

    def catch_up(self, progress: Progress = no_progress, cancel: CancelToken | None = None) -> int:
        """Make the vectors that are missing; return how many were made.

        Written in small transactions over a connection of its own, so that others may write in
        between. What was made before a cancellation stays.

        Raises:
            Cancelled: if ``cancel`` was set, or raised by ``progress``.
            ModelError: if the embedder fails.
            BusyError: if another process holds the write lock for long.
        """
        if self.embedder is None:
            return 0
        with self._own_connection() as connection:
            return catch_up(connection, self.embedder, progress, cancel)

    @contextmanager
    def _own_connection(self) -> Iterator[sqlite3.Connection]:
        if not self._path:
            yield self.ledger.connection
            return
        connection = sqlite3.connect(self._path, timeout=30.0, isolation_level=None)
        try:
            connection.execute("PRAGMA synchronous = NORMAL")
            yield connection
        finally:
            connection.close()


def _distinct(
    best: Sequence[tuple[int, float]], passages: Mapping[int, Passage], rank: Mapping[int, tuple[bool, int, int]]
) -> list[tuple[int, float]]:
    """Return ranked documents with one only of those whose texts differ in white space alone: of the highest rank."""
    found: dict[tuple[bytes, str], tuple[int, float]] = {}
    for doc, score in best:
        passage = passages[doc]
        alike = text_hash(passage.text), passage.heading
        known = found.get(alike)
        found[alike] = (doc, score) if known is None else (max(known[0], doc, key=rank.__getitem__), known[1])
    return list(found.values())
