"""Progress and cancellation, one callable for both.

Long functions of the core take a ``progress(message, fraction)`` callable. They call it often; it
may raise :class:`tenure.errors.Cancelled`, which is how the caller stops the work.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from tenure.errors import Cancelled

Progress = Callable[[str, float], None]
"""``progress(message, fraction)`` with ``0.0 <= fraction <= 1.0``; raises ``Cancelled`` to stop."""


def no_progress(message: str, fraction: float) -> None:
    """Report to nobody and never cancel."""


def part(progress: Progress, start: float, end: float) -> Progress:
    """Return a progress for a sub-task that fills ``[start, end]`` of the whole."""

    def report(message: str, fraction: float) -> None:
        progress(message, start + (end - start) * fraction)

    return report


class CancelToken:
    """A thread-safe flag that one thread sets and the working thread obeys."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Ask the work to stop; may be called from any thread, any number of times."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Whether the work was asked to stop."""
        return self._event.is_set()

    def raise_if_cancelled(self) -> None:
        """Raise ``Cancelled`` if the work was asked to stop."""
        if self._event.is_set():
            raise Cancelled

    def wait(self, seconds: float) -> bool:
        """Wait at most ``seconds``; return whether the work was asked to stop."""
        return self._event.wait(seconds)
