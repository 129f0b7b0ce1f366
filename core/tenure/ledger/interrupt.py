"""Stopping long SQL: the statement that runs when a person cancels ends at once, and its transaction with it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tenure.errors import Cancelled

_STEPS = 20_000
"""Steps of SQLite's machine between two looks."""


@contextmanager
def interruptible(connection: sqlite3.Connection, cancelled: Callable[[], bool]) -> Iterator[None]:
    """Let SQL inside the block be cancelled while it runs.

    Args:
        connection: of the calling thread.
        cancelled: asked often, from the calling thread.

    Raises:
        Cancelled: the SQL was stopped; what its transaction had written is rolled back.
    """
    fired = False

    def look() -> int:
        # once only: what cleans up afterwards runs to its end
        nonlocal fired
        if fired or not cancelled():
            return 0
        fired = True
        return 1

    connection.set_progress_handler(look, _STEPS)
    try:
        yield
    except sqlite3.OperationalError as error:
        if fired and "interrupted" in str(error):
            raise Cancelled from error
        raise
    finally:
        connection.set_progress_handler(None, 0)
