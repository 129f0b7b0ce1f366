from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tenure.ledger import open_ledger

CRASHER = Path(__file__).with_name("crasher.py")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["single", "import", "load"])
def test_killed_at_random_points(kind: str, tmp_path: Path) -> None:
    """kill -9, 17 times each: the file opens, check passes, nothing acknowledged is lost."""
    path = tmp_path / "l.tenure"
    rng = random.Random(kind)
    acknowledged = 0
    for round_ in range(17):
        with subprocess.Popen(
            [sys.executable, str(CRASHER), str(path), kind, str(acknowledged)], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            # On a busy machine a process may never get so far; the first one is let go until it did.
            lines = [process.stdout.readline()] if round_ == 0 else []
            time.sleep(rng.uniform(0.0, 0.08))
            process.kill()
            lines += process.stdout.read().splitlines(keepends=True)
        whole = [line for line in lines if line.endswith("\n")]
        acknowledged = int(whole[-1]) if whole else acknowledged
        with open_ledger(path) as ledger:
            assert ledger.check().problems == ()
            count = ledger.info()["statements"]
            assert count >= acknowledged
            for number in range(max(0, acknowledged - 50), acknowledged):
                assert ledger.statement(f"n{number}").object == f"v{number}"
            acknowledged = count
    assert acknowledged > 0
