"""A process that writes until it is killed; prints what was acknowledged."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tenure.instants import format_instant
from tenure.keys import Key
from tenure.ledger import Assert, open_ledger
from tenure.ledger.bulk import Batch
from tenure.ledger.interchange import import_lines


def line(number: int) -> str:
    """One line of the interchange format."""
    fields = {
        "id": f"n{number}",
        "subject": f"k{number % 7}",
        "relation": "r",
        "object": f"v{number}",
        "valid_from": format_instant(10**15 + number % 50),
        "source": "crasher",
    }
    return json.dumps(fields) + "\n"


def main(path: str, kind: str, first: int) -> None:
    with open_ledger(Path(path), seed=[]) as ledger:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        number = first
        while True:
            if kind == "single":
                ledger.apply(
                    (Assert(Key(f"k{number % 7}", "r"), f"v{number}", 10**15 + number % 50, name=f"n{number}"),)
                )
                number += 1
            elif kind == "import":
                lines = Path(path).with_suffix(f".{number}.jsonl")
                lines.write_text("".join(line(n) for n in range(number, number + 100)), encoding="utf-8")
                import_lines(ledger, lines)
                number += 100
            else:
                rows = [
                    Assert(Key(f"k{n % 7}", "r"), f"v{n}", 10**15 + n % 50, name=f"n{n}")
                    for n in range(number, number + 100)
                ]
                ledger.load(Batch((row,)) for row in rows)
                number += 100
            sys.stdout.write(f"{number}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
