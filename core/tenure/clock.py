"""The clock, passed in wherever "now" matters so that tests and demos can fix it."""

from __future__ import annotations

import time
from collections.abc import Callable

Clock = Callable[[], int]
"""Returns the present instant in microseconds since the epoch, UTC."""


def system_clock() -> int:
    """Return the machine's time in microseconds since the epoch, UTC."""
    return time.time_ns() // 1000


def fixed_clock(at: int) -> Clock:
    """Return a clock that always says ``at`` (microseconds UTC)."""

    def now() -> int:
        return at

    return now
