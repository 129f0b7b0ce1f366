"""What rules across keys cost an import, beside the same import without them in the same run.

    python bench/rules.py [--count N] [--rounds N]

Every import is of one file each into a fresh ledger: services with a dozen relations, of which now and
then one is decommissioned or replaced, or a team dissolved. Prints a Markdown table of processor time, the
best of the rounds; in each round the import runs without rules, with them in shadow, and active.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tenure.keys import Key
from tenure.ledger import Assert, Evidence, open_ledger
from tenure.ledger.bulk import Batch
from tenure.passages.migrations import migrate
from tenure.rules import Rules
from tenure.rules.schema import MIGRATIONS

START = 1_600_000_000_000_000
HOUR = 3_600_000_000
RELATIONS = (
    "port", "version", "owner", "replicas", "region", "timeout", "memory limit", "database", "log level", "on-call",
    "depends on", "language",
)  # fmt: skip
BAR = 1.20
TRIGGERS = 500
"""Once in so many statements a service is decommissioned or replaced, or a team dissolved."""


def statements(count: int, every: int = TRIGGERS) -> Iterator[tuple[str, str, str, int]]:
    """Yield statements in the order of time; the same ones in every run."""
    draw = random.Random(7)
    services = max(count // 60, 10)
    for i in range(count):
        service, at = f"service {draw.randrange(services)}", START + i * HOUR
        if i % every == every - 1:
            yield draw.choice(
                (
                    (service, "status", "decommissioned", at),
                    (service, "replaced by", f"service {draw.randrange(services)}", at),
                    (f"team {draw.randrange(services // 5 + 1)}", "status", "dissolved", at),
                )
            )
            continue
        if i % 50 == 0:
            yield service, "status", "active", at
            continue
        relation = RELATIONS[draw.randrange(len(RELATIONS))]
        value = f"value {draw.randrange(40)}"
        if relation in ("owner", "on-call"):
            value = f"team {draw.randrange(services // 5 + 1)}"
        elif relation == "depends on":
            value = f"service {draw.randrange(services)}"
        yield service, relation, value, at


def run(folder: Path, way: str, rules: str, count: int, every: int = TRIGGERS) -> tuple[float, int, int]:
    """Return (seconds, statements in the ledger, effects or shadow rows)."""
    path = folder / "rules.tenure"
    for file in folder.glob("rules.tenure*"):
        file.unlink()
    rows = list(statements(count, every))
    ledger = open_ledger(path)
    try:
        migrate(ledger.connection, path, "rules", MIGRATIONS)
        if rules != "without":
            ledger.consequences = room = Rules(ledger)
            for stored in room.add_starter():
                if rules == "active":
                    room.activate(stored.rule.name)
        begin = time.process_time()
        if way == "one transaction":
            ledger.load([Batch(rows)])
        elif way == "batches of 100":
            ledger.load(Batch(rows[i : i + 100]) for i in range(0, count, 100))
        elif way == "a transaction each":
            ledger.load(Batch((row,)) for row in rows)
        else:
            evidence = Evidence("bench")
            with ledger.writing():
                for i in range(0, count, 10):
                    ledger.apply([Assert(Key(s, r), o, at, evidence=evidence) for s, r, o, at in rows[i : i + 10]])
        seconds = time.process_time() - begin
        made = ledger.connection.execute(
            "SELECT (SELECT count(*) FROM rule_effect) + (SELECT count(*) FROM rule_shadow)"
        ).fetchone()[0]
        return seconds, ledger.last_statement(), made
    finally:
        ledger.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--every", type=int, default=TRIGGERS, help="one statement in so many sets a rule off")
    arguments = parser.parse_args()
    print(f"{arguments.count:,} statements, one in {arguments.every} sets a rule off; {arguments.rounds} rounds\n")
    print("| import | without | in shadow | active | effects | shadow ÷ without | active ÷ without | bar |")
    print("|---|---|---|---|---|---|---|---|")
    failed = False
    with tempfile.TemporaryDirectory() as name:
        for way in ("one transaction", "batches of 100", "a transaction each", "passages of ten statements"):
            seconds: dict[str, list[float]] = {"without": [], "shadow": [], "active": []}
            made = 0
            for _ in range(arguments.rounds):
                for rules, times in seconds.items():
                    took, _, made = run(Path(name), way, rules, arguments.count, arguments.every)
                    times.append(took)
            best = {rules: min(times) for rules, times in seconds.items()}
            shadow, active = best["shadow"] / best["without"], best["active"] / best["without"]
            passed = max(shadow, active) <= BAR
            failed |= not passed
            print(
                f"| {way} | {best['without']:.2f} s | {best['shadow']:.2f} s | {best['active']:.2f} s | {made:,} "
                f"| {shadow:.2f} | {active:.2f} | ≤ {BAR:.2f} {'pass' if passed else 'FAIL'} |",
                flush=True,
            )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
