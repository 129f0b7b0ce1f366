"""A lock that lets waiters through in the order they came, and lets them give up."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from tenure.progress import CancelToken

_POLL = 0.02


class Turnstile:
    """First come, first served: a long series of requests cannot starve a single one between them."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._line: deque[object] = deque()

    @contextmanager
    def passing(self, cancel: CancelToken | None = None) -> Iterator[None]:
        """Wait for one's turn and hold it for the block.

        Raises:
            Cancelled: if ``cancel`` was set while waiting.
        """
        ticket = object()
        with self._condition:
            self._line.append(ticket)
            try:
                while self._line[0] is not ticket:
                    self._condition.wait(_POLL if cancel is not None else None)
                    if cancel is not None:
                        cancel.raise_if_cancelled()
            except BaseException:
                self._leave(ticket)
                raise
        try:
            yield
        finally:
            with self._condition:
                self._leave(ticket)

    def _leave(self, ticket: object) -> None:
        self._line.remove(ticket)
        self._condition.notify_all()
