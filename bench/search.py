"""Measure search at 10,000 and 100,000 passages beside a brute-force reference in numpy, in one run.

Nine of ten passages are retired: every key has a chain of ten values, each stated in a sentence of
its own. The reference knows which sentences hold now (a mask worked out from the generator, not from
the ledger), multiplies the whole matrix with the question and takes the best of what is left.

    python bench/search.py                 # 10,000 and 100,000 passages, hash embedder
    python bench/search.py --sizes 1000 --real   # and a small set with the built-in embedder
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tenure.clock import fixed_clock
from tenure.instants import DAY, DateOrigin, Precision, parse_date
from tenure.keys import Key
from tenure.ledger import Assert, Evidence, Ledger, open_ledger
from tenure.models import Embedder, HashEmbedder, builtin_embedder
from tenure.passages.store import NewPassage
from tenure.search import LexicalIndex, Search, prepare

CHAIN = 10
QUERIES = 50
K = 5
START = parse_date("2023-01-01").at
NOW = parse_date("2026-01-01").at
RELATIONS = (
    ("port", "{s} listens on port {v}", "Which port does {s} listen on?"),
    ("owner", "{s} is owned by team {v}", "Which team owns {s}?"),
    ("timeout", "requests to {s} time out after {v} ms", "After how long do requests to {s} time out?"),
    ("queue", "{s} reads its jobs from queue {v}", "Which queue does {s} read its jobs from?"),
    ("replicas", "{s} runs with {v} replicas", "How many replicas does {s} run with?"),
)
FILLER = ("we", "agreed", "on", "this", "after", "review", "and", "nobody", "minded", "that", "change", "at", "all")


@dataclass
class Row:
    """One line of the table."""

    what: str
    recall: str
    times: list[float]

    def show(self) -> None:
        ordered = sorted(self.times)
        p50 = statistics.median(ordered) * 1000
        p95 = ordered[int(len(ordered) * 0.95)] * 1000
        print(f"  {self.what:<46} {self.recall:>9} {p50:>9.1f} {p95:>9.1f}")


@dataclass
class Made:
    """The generated project: per key its question and the text that holds now."""

    questions: list[tuple[str, str]]
    current: set[str]


def fill(ledger: Ledger, passages: int, rng: random.Random) -> Made:
    """Write ``passages`` passages with a statement each, in transactions of 1,000."""
    made = Made([], set())
    todo: list[tuple[int, Key, str, str]] = []
    for number in range(passages // CHAIN):
        subject = f"service-{number // len(RELATIONS):05d}"
        relation, sentence, question = RELATIONS[number % len(RELATIONS)]
        for step in range(CHAIN):
            value = str(rng.randrange(1_000, 1_000_000))
            words = " ".join(rng.sample(FILLER, 6))
            text = f"{sentence.format(s=subject, v=value)}, {words}."
            at = START + (step * 100 + rng.randrange(90)) * DAY
            todo.append((at, Key(subject, relation), value, text))
        made.questions.append((question.format(s=subject), todo[-1][3]))
        made.current.add(todo[-1][3])
    todo.sort(key=lambda item: item[0])
    with ledger.writing():
        for start in range(0, len(todo), 1000):
            write(ledger, f"log-{start}.txt", todo[start : start + 1000])
    return made


def write(ledger: Ledger, name: str, items: list[tuple[int, Key, str, str]]) -> None:
    """Write one source and its statements as one ledger transaction."""
    new = [NewPassage(text, at, Precision.DAY, DateOrigin.DOCUMENT) for at, _, _, text in items]
    added = ledger.passages.add(name, "text", new, digest=name, tx=ledger.last_tx() + 1)
    operations = [
        Assert(key, value, at, evidence=Evidence(name, text, passage, (0, len(text))))
        for (at, key, value, text), passage in zip(items, added.ids, strict=True)
    ]
    ledger.apply(operations, passages=added.ids, recorded_at=max(at for at, _, _, _ in items))


def timed(work: Callable[[str], list[str]], asked: list[tuple[str, str]]) -> tuple[list[float], float]:
    """Return the seconds of each question and the share whose wanted text was among the K."""
    times, found = [], 0
    for question, wanted in asked:
        started = time.perf_counter()
        texts = work(question)
        times.append(time.perf_counter() - started)
        found += wanted in texts
    return times, found / len(asked)


def measure(size: int, embedder: Embedder, seed: int) -> None:
    """Fill a project of ``size`` passages and print its part of the table."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.tenure"
        with open_ledger(path, clock=fixed_clock(NOW), projections=[LexicalIndex()]) as ledger:
            prepare(ledger.connection, path)
            started = time.perf_counter()
            made = fill(ledger, size, rng)
            written = time.perf_counter() - started
            search = Search(ledger, embedder)
            started = time.perf_counter()
            vectors = search.catch_up()
            embedded = time.perf_counter() - started
            print(f"\n{size:,} passages, {embedder.name}, {path.stat().st_size / 1e6:.0f} MB")
            print(
                f"  written with statements and lexical index: {size / written:,.0f}/s; "
                f"vectors: {vectors / embedded:,.0f}/s"
            )
            report(ledger, search, embedder, made, rng)


def report(ledger: Ledger, search: Search, embedder: Embedder, made: Made, rng: random.Random) -> None:
    """Print recall of the sentence that holds now among K, and the latencies."""
    asked = rng.sample(made.questions, min(QUERIES, len(made.questions)))
    rows = ledger.connection.execute(
        "SELECT t.text, v.data FROM doc_vector v JOIN search_doc d ON d.id = v.owner "
        "JOIN passage_text t ON t.id = d.text"
    ).fetchall()
    texts = [row[0] for row in rows]
    matrix = np.frombuffer(b"".join(row[1] for row in rows), dtype="<f4").reshape(len(rows), -1)
    holds = np.array([text in made.current for text in texts])
    vectors = {question: embedder.embed([question])[0] for question, _ in asked}

    def brute(question: str, mask: np.ndarray | None) -> list[str]:
        scores = matrix @ vectors[question]
        if mask is not None:
            scores = np.where(mask, scores, -2.0)
        return [texts[i] for i in np.argsort(-scores)[:K]]

    lexical = Search(ledger, None)
    search.hits(asked[0][0])
    print(f"  {'':<46} {'recall@5':>9} {'p50 ms':>9} {'p95 ms':>9}")
    ways: list[tuple[str, Callable[[str], list[str]]]] = [
        ("numpy brute force, everything", lambda q: brute(q, None)),
        ("numpy brute force, mask of what holds", lambda q: brute(q, holds)),
        ("search, time filter before the cut", lambda q: [h.text for h in search.hits(q, k=K)]),
        ("search, lexical only, time filter", lambda q: [h.text for h in lexical.hits(q, k=K)]),
        ("search, timeless (plain RAG)", lambda q: [h.text for h in search.hits(q, k=K, timeless=True)]),
    ]
    for what, work in ways:
        times, recall = timed(work, asked)
        Row(what, f"{recall:.2f}", times).show()
    exact = sum(dense_agrees(search, q, texts, matrix, vectors[q]) for q, _ in asked)
    print(f"  dense order equals brute force on {exact} of {len(asked)} questions (first 50)")


def dense_agrees(
    search: Search,
    question: str,
    texts: list[str],
    matrix: np.ndarray,
    vector: np.ndarray,
) -> bool:
    """Return whether the dense list's first 50 have the 50 best scores of the whole matrix."""
    hits = search.hits(question, k=200, timeless=True)
    best = sorted((matrix @ vector).tolist(), reverse=True)[:50]
    place = {text: i for i, text in enumerate(texts)}
    ours = sorted((h.ranks["dense"], float(matrix[place[h.passage.text]] @ vector)) for h in hits if "dense" in h.ranks)
    return np.allclose([score for _, score in ours[:50]], best[: len(ours[:50])], atol=1e-5)


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="*", default=[10_000, 100_000], help="numbers of passages")
    parser.add_argument("--real", action="store_true", help="also 1,000 passages with the built-in embedder")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for size in options.sizes:
        measure(size, HashEmbedder(), options.seed)
    if options.real:
        embedder = builtin_embedder()
        try:
            measure(1_000, embedder, options.seed)
        finally:
            embedder.close()


if __name__ == "__main__":
    main()
