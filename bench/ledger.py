"""How fast the ledger is, beside a plain SQLite table in the same run.

    python bench/ledger.py [--quick] [--json FILE]

Prints a Markdown table: work, reference, ledger, ratio, bar, pass or fail.
"""

from __future__ import annotations

import argparse
import functools
import json
import multiprocessing
import platform
import random
import resource
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tenure.instants import DateOrigin, Precision, format_instant
from tenure.keys import Key
from tenure.ledger import Assert, Evidence, Ledger, open_ledger
from tenure.ledger.bulk import Batch
from tenure.ledger.interchange import import_lines
from tenure.passages.store import NewPassage

START = 1_600_000_000_000_000
SECOND = 1_000_000
RELATION = "setting"
Tuples = Iterator[tuple[str, str, str, int]]


class Reference:
    """The plain reference: one table, one index, latest-by-valid-time query."""

    def __init__(self, path: Path) -> None:
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("PRAGMA synchronous = NORMAL")
        self.db.execute("PRAGMA wal_autocheckpoint = 4000")  # as the ledger has it
        self.db.execute(
            "CREATE TABLE IF NOT EXISTS fact (id INTEGER PRIMARY KEY, subject TEXT, relation TEXT, object TEXT, "
            "valid_from INTEGER)"
        )
        self.db.execute("CREATE INDEX IF NOT EXISTS fact_key ON fact (subject, relation, valid_from)")

    def add(self, row: tuple[str, str, str, int]) -> None:
        self.db.execute("BEGIN IMMEDIATE")
        self.db.execute("INSERT INTO fact (subject, relation, object, valid_from) VALUES (?, ?, ?, ?)", row)
        self.db.execute("COMMIT")

    def load(self, rows: Tuples) -> None:
        self.db.execute("BEGIN IMMEDIATE")
        self.db.executemany("INSERT INTO fact (subject, relation, object, valid_from) VALUES (?, ?, ?, ?)", rows)
        self.db.execute("COMMIT")

    def look_up(self, subject: str, valid: int, known: int) -> str | None:
        row = self.db.execute(
            "SELECT object FROM fact WHERE subject = ? AND relation = ? AND valid_from <= ? AND id <= ? "
            "ORDER BY valid_from DESC, id DESC LIMIT 1",
            (subject, RELATION, valid, known),
        ).fetchone()
        return row[0] if row is not None else None

    def close(self) -> None:
        self.db.close()


@dataclass
class Result:
    """One line of the table."""

    work: str
    reference: str
    ledger: str
    ratio: float | None
    bar: str
    passed: bool | None


def tuples(count: int, keys: int, offset: int = 0) -> Tuples:
    """Each round gives every key its next value."""
    for i in range(offset, offset + count):
        yield f"service {i % keys}", RELATION, f"value {i % 997}", START + i * SECOND


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def fresh(folder: Path, name: str) -> Path:
    for file in folder.glob(f"{name}*"):
        file.unlink()
    return folder / name


# --- single writes ----------------------------------------------------------------------------


def single_reference(folder: Path, count: int) -> float:
    with closing(Reference(fresh(folder, "ref"))) as ref:
        rows = list(tuples(count, count // 10))
        return timed(lambda: [ref.add(row) for row in rows])


def single_ledger(folder: Path, count: int) -> float:
    with open_ledger(fresh(folder, "ledger")) as ledger:
        rows = list(tuples(count, count // 10))
        return timed(lambda: [ledger.apply((Assert(Key(s, r), o, at),)) for s, r, o, at in rows])


def single_with_passages(folder: Path, count: int) -> float:
    from tenure.search import LexicalIndex, prepare

    with open_ledger(fresh(folder, "ledger")) as ledger:
        prepare(ledger.connection, None)
        ledger.projections.append(LexicalIndex())
        rows = list(tuples(count, count // 10))

        def write(index: int, row: tuple[str, str, str, int]) -> None:
            subject, relation, value, at = row
            text = f"The {relation} of {subject} is {value}."
            with ledger.writing():
                passage = NewPassage(text, at, Precision.INSTANT, DateOrigin.WRITTEN)
                added = ledger.passages.add(f"note {index}", "text", [passage], digest=str(index), tx=index + 1)
                evidence = Evidence(f"note {index}", text, added.ids[0], (0, len(text)))
                operation = Assert(Key(subject, relation), value, at, evidence=evidence)
                ledger.apply((operation,), passages=added.ids)

        return timed(lambda: [write(i, row) for i, row in enumerate(rows)])


def bench_single(folder: Path, count: int) -> list[Result]:
    ref, own = [], []
    for _ in range(3):
        ref.append(single_reference(folder, count))
        own.append(single_ledger(folder, count))
    found = [
        rate(f"{count:,} statements, a transaction each", count, statistics.median(ref), statistics.median(own), 4)
    ]
    try:
        with_passages = single_with_passages(folder, count)
    except (ImportError, TypeError) as error:
        print(f"with passages and lexical index: not measured ({error})", file=sys.stderr)
        return found
    line = rate("the same with passages and lexical index", count, statistics.median(ref), with_passages, None)
    return [*found, line]


def rate(work: str, count: int, reference: float, own: float, bar: int | None) -> Result:
    ratio = own / reference
    return Result(
        work,
        f"{count / reference:,.0f}/s",
        f"{count / own:,.0f}/s",
        1 / ratio,
        f"≥ 1/{bar}" if bar else "reported",
        ratio <= bar if bar else None,
    )


# --- bulk ---------------------------------------------------------------------------------------


def bulk_reference(folder: Path, count: int) -> float:
    with closing(Reference(fresh(folder, "ref"))) as ref:
        return timed(lambda: ref.load(tuples(count, count // 10)))


def bulk_one_transaction(folder: Path, count: int) -> float:
    with open_ledger(fresh(folder, "ledger")) as ledger:
        return timed(lambda: ledger.load([Batch(tuples(count, count // 10))]))


def bulk_a_line_each(folder: Path, count: int) -> float:
    with open_ledger(fresh(folder, "ledger")) as ledger:
        rows = tuples(count, count // 10)
        return timed(lambda: ledger.load(Batch((row,), row[3]) for row in rows))


def bulk_json(folder: Path, count: int) -> float:
    path = folder / "lines.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for subject, relation, value, at in tuples(count, count // 10):
            when = format_instant(at)
            line = {"subject": subject, "relation": relation, "object": value, "valid_from": when, "recorded_at": when}
            file.write(json.dumps(line) + "\n")
    with open_ledger(fresh(folder, "ledger")) as ledger:
        return timed(lambda: import_lines(ledger, path))


def batches_reference(folder: Path, count: int) -> float:
    with closing(Reference(fresh(folder, "ref"))) as ref:
        part = count // 10
        ref.load(tuples(part, part))
        return timed(lambda: [ref.load(scattered(count, n)) for n in range(10)])


def batches_ledger(folder: Path, count: int) -> float:
    with open_ledger(fresh(folder, "ledger")) as ledger:
        part = count // 10
        ledger.load([Batch(tuples(part, part))])
        return timed(lambda: [ledger.load([Batch(scattered(count, n))]) for n in range(10)])


def scattered(count: int, seed: int) -> Tuples:
    """One batch: random keys that have a past, random valid times among what is known."""
    rng = random.Random(seed)
    part = count // 10
    for _ in range(part):
        at = START + rng.randrange(part) * SECOND
        yield f"service {rng.randrange(part)}", RELATION, f"value {rng.randrange(997)}", at


def in_child(work: Callable[[Path, int], float], folder: Path, count: int) -> tuple[float, int]:
    """Run in a process of its own; return the seconds and its peak memory in MB."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        return pool.apply(_measured, (work, folder, count))


def _measured(work: Callable[[Path, int], float], folder: Path, count: int) -> tuple[float, int]:
    seconds = work(folder, count)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return seconds, peak // (1024 * 1024 if sys.platform == "darwin" else 1024)


def bench_bulk(folder: Path, count: int) -> list[Result]:
    found: list[Result] = []
    reference, _ = in_child(bulk_reference, folder, count)
    own, peak = in_child(bulk_one_transaction, folder, count)
    line = rate(f"{count:,} from tuples in one transaction", count, reference, own, 6)
    line.ledger += f", {peak} MB"
    line.bar += ", ≤ 500 MB"
    line.passed = bool(line.passed) and peak <= 500
    found.append(line)
    for work, name, bar in (
        (bulk_a_line_each, "the same, a ledger transaction a line", 8),
        (bulk_json, "the same from JSON Lines", 20),
    ):
        again, _ = in_child(bulk_reference, folder, count)
        own, _ = in_child(work, folder, count)
        found.append(rate(name, count, again, own, bar))
    reference, _ = in_child(batches_reference, folder, count)
    own, _ = in_child(batches_ledger, folder, count)
    found.append(rate(f"10 × {count // 10:,} into keys that have a past", count, reference, own, 12))
    return found


# --- look-ups -----------------------------------------------------------------------------------


def bench_lookups(folder: Path, sizes: tuple[int, int]) -> list[Result]:
    times: dict[str, list[tuple[float, float]]] = {}
    for size in sizes:
        with closing(Reference(fresh(folder, "ref"))) as ref, open_ledger(fresh(folder, "ledger")) as ledger:
            ref.load(tuples(size, size // 10))
            ledger.load(Batch((row,), row[3]) for row in tuples(size, size // 10))
            for name, pair in lookup_times(ref, ledger, size).items():
                times.setdefault(name, []).append(pair)
    found: list[Result] = []
    for name, pairs in times.items():
        for size, (reference, own) in zip(sizes, pairs, strict=True):
            ratio = own / reference
            found.append(
                Result(f"{name} look-up at {size:,}", micro(reference), micro(own), ratio, "≤ 2 ×", ratio <= 2)
            )
        growth = pairs[1][1] / pairs[0][1]
        found.append(Result(f"{name} look-up, between the sizes", "", "", growth, "≤ 3 ×", growth <= 3))
    return found


def micro(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} µs"


def lookup_times(ref: Reference, ledger: Ledger, size: int) -> dict[str, tuple[float, float]]:
    rng = random.Random(5)
    end = START + size * SECOND
    asked = [(f"service {rng.randrange(size // 10)}", START + rng.randrange(size) * SECOND, rng.randrange(size) + 1)
             for _ in range(5000)]  # fmt: skip
    everything = 2**62
    works: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "current": (
            lambda: [ref.look_up(s, end, everything) for s, _, _ in asked],
            lambda: [ledger.lookup(Key(s, RELATION), end) for s, _, _ in asked],
        ),
        "as-of": (
            lambda: [ref.look_up(s, x, everything) for s, x, _ in asked],
            lambda: [ledger.lookup(Key(s, RELATION), x) for s, x, _ in asked],
        ),
        "known-at": (
            lambda: [ref.look_up(s, x, k) for s, x, k in asked],
            lambda: [ledger.lookup(Key(s, RELATION), x, k) for s, x, k in asked],
        ),
    }
    found: dict[str, tuple[float, float]] = {}
    for name, (theirs, ours) in works.items():
        if theirs() != ours():
            raise SystemExit(f"{name} look-ups disagree")
        reference = min(timed(theirs) for _ in range(3)) / len(asked)
        own = min(timed(ours) for _ in range(3)) / len(asked)
        found[name] = (reference, own)
    return found


# --- one key ------------------------------------------------------------------------------------


def one_key(folder: Path, order: list[int]) -> float:
    with open_ledger(fresh(folder, "ledger")) as ledger:
        key = Key("service", RELATION)
        return timed(lambda: [ledger.apply((Assert(key, f"value {n}", START + n * SECOND),)) for n in order])


def bench_one_key(folder: Path, count: int) -> list[Result]:
    straight = list(range(count))
    mixed = straight[:]
    random.Random(3).shuffle(mixed)
    in_order, at_random = [], []
    for _ in range(3):
        in_order.append(one_key(folder, straight))
        at_random.append(one_key(folder, mixed))
    first, second = statistics.median(in_order), statistics.median(at_random)
    ratio = second / first
    return [
        Result(
            f"one key, {count:,} values in random order, beside in order",
            f"{count / first:,.0f}/s in order",
            f"{count / second:,.0f}/s",
            ratio,
            "≤ 2 ×",
            ratio <= 2,
        )
    ]


def bench_temporaries(folder: Path, count: int) -> list[Result]:
    key = Key("service", RELATION)
    with open_ledger(fresh(folder, "ledger")) as ledger:
        ledger.apply((Assert(key, "base", START),))
        for n in range(1, count + 1):
            at = START + n * 1000 * SECOND
            ledger.apply((Assert(key, f"value {n}", at, at + 500 * SECOND, temporary=True),))
        took: list[float] = []
        for n in range(count + 1, count + 101):
            at = START + n * 1000 * SECOND
            operation = Assert(key, f"value {n}", at, at + 500 * SECOND, temporary=True)
            took.append(timed(functools.partial(ledger.apply, (operation,))))
    mean = statistics.fmean(took) * 1e3
    work = f"one open value under {count:,} temporary ones, a write"
    return [Result(work, "", f"{mean:.2f} ms", None, "≤ 2 ms", mean <= 2)]


def bench_corrections(folder: Path, count: int) -> list[Result]:
    found: list[Result] = []
    for name, change in (
        ("of the value", lambda n: {"object": f"value {n}"}),
        ("of the date", lambda n: {"valid_from": START + (n * 7919 % count) * SECOND}),
    ):
        with open_ledger(fresh(folder, "ledger")) as ledger:
            key = Key("service", RELATION)
            ledger.apply((Assert(key, "before", START - SECOND),))
            number = ledger.apply((Assert(key, "value", START),)).statements[0]
            took = [timed(functools.partial(ledger.correct, number, **change(n))) for n in range(count)]
        part = max(10, count // 100)
        first, last = statistics.median(took[:part]), statistics.median(took[-part:])
        found.append(
            Result(
                f"{count:,} corrections of one key ({name}), last beside first",
                f"{first * 1e6:.0f} µs first",
                f"{last * 1e6:.0f} µs last",
                last / first,
                "≤ 3 ×",
                last / first <= 3,
            )
        )
    return found


# --- output -------------------------------------------------------------------------------------


def table(results: list[Result]) -> Iterator[str]:
    yield "| work | reference | ledger | ratio | bar | |"
    yield "|---|---|---|---|---|---|"
    for r in results:
        if r.ratio is None:
            ratio = ""
        else:
            ratio = f"1/{1 / r.ratio:.1f}" if r.bar.startswith("≥") or r.bar == "reported" else f"{r.ratio:.2f} ×"
        verdict = "" if r.passed is None else "pass" if r.passed else "FAIL"
        yield f"| {r.work} | {r.reference} | {r.ledger} | {ratio} | {r.bar} | {verdict} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the sizes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there too")
    options = parser.parse_args()
    small = 1 if not options.quick else 10
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for bench in (
            lambda: bench_single(folder, 10_000 // small),
            lambda: bench_bulk(folder, 1_000_000 // small),
            lambda: bench_lookups(folder, (10_000, 1_000_000 // small)),
            lambda: bench_one_key(folder, 10_000 // small),
            lambda: bench_temporaries(folder, 1_000),
            lambda: bench_corrections(folder, 10_000 // small),
        ):
            results += bench()
            print(f"{len(results)} figures so far", file=sys.stderr, flush=True)
    machine = f"{platform.machine()}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    print("\n".join(table(results)))
    print(f"\n{machine}; both WAL, synchronous NORMAL.")
    if options.json:
        data: dict[str, Any] = {"machine": machine, "results": [asdict(r) for r in results]}
        options.json.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0 if all(r.passed is not False for r in results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
