"""How many threads a model should use."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def physical_cores() -> int:
    """Return the number of physical cores this process may use, at least one.

    Two hardware threads of one core only get in each other's way when both multiply matrices.
    Linux lists which threads share a core; macOS has no such threads on Apple silicon; elsewhere
    half the logical processors are assumed from four on.
    """
    platform: str = sys.platform
    if platform == "linux":
        allowed = os.sched_getaffinity(0)
        siblings = {_siblings(cpu) for cpu in allowed}
        return max(1, len(siblings))
    logical = os.cpu_count() or 1
    if platform == "darwin" or logical < 4:
        return logical
    return logical // 2


def _siblings(cpu: int) -> str:
    try:
        return Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list").read_text().strip()
    except OSError:
        return str(cpu)
