"""A watchdog over a window's thread: what it computes at one stretch, and where it stood.

Two figures, as the machine may be busy with other things. *Computing* is the processor time the thread took between
two beats of its event loop: it does not depend on load, so it has the strict bound. *Standing* is the wall time
between two beats, in which a wait for a lock, for SQL or for a file shows; it has a generous bound, as a loaded machine
makes it longer too.
"""

from __future__ import annotations

import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from PySide6.QtCore import QTimer

COMPUTING = 0.1
"""Seconds of processor time between two beats that are a stall."""
STANDING = 1.5
"""Seconds of wall time between two beats that are a stall."""
_BEAT = 0.005
_LINES = 12


@dataclass
class Watch:
    """What was seen of a window's thread.

    Attributes:
        beats: how often its event loop came round.
        computing: most processor seconds between two beats.
        standing: most wall seconds between two beats.
        stalls: a line a stall, with where the thread stood while it went on.
    """

    beats: int = 0
    computing: float = 0.0
    standing: float = 0.0
    stalls: list[str] = field(default_factory=list)


class _Watcher:
    """Beats on the thread it is made on; a thread of its own looks where that one stands."""

    def __init__(self, computing: float, standing: float) -> None:
        self.watch = Watch()
        self._bounds = (computing, standing)
        self._thread = threading.get_ident()
        self._clock = time.pthread_getcpuclockid(self._thread)
        self._last = (time.clock_gettime(self._clock), time.perf_counter())
        self._stood: list[str] = []
        self._over = threading.Event()
        self._timer = QTimer()
        self._timer.setInterval(int(_BEAT * 1000))
        self._timer.timeout.connect(self.beat)
        self._looker = threading.Thread(target=self._look, name="watchdog")

    def start(self) -> None:
        self._timer.start()
        self._looker.start()

    def stop(self) -> None:
        self.beat()
        self._timer.stop()
        self._over.set()
        self._looker.join()

    def beat(self) -> None:
        """Note what went by since the last beat."""
        computed, stood = self._passed()
        self._last = (time.clock_gettime(self._clock), time.perf_counter())
        watch, seen = self.watch, self._stood
        self._stood = []
        watch.beats += 1
        watch.computing, watch.standing = max(watch.computing, computed), max(watch.standing, stood)
        if computed > self._bounds[0] or stood > self._bounds[1]:
            where = "\n— then —\n".join(dict.fromkeys(seen)) or "no sample: Python did not run meanwhile"
            watch.stalls.append(f"computed {computed * 1000:.0f} ms, stood {stood * 1000:.0f} ms:\n{where}")

    def _passed(self) -> tuple[float, float]:
        computed, at = self._last
        return time.clock_gettime(self._clock) - computed, time.perf_counter() - at

    def _look(self) -> None:
        while not self._over.wait(_BEAT * 2):
            computed, stood = self._passed()
            if computed > self._bounds[0] / 4 or stood > self._bounds[1] / 2:
                self._stood.append(self._where())

    def _where(self) -> str:
        # the frame is let go at once, as it may hold a painter Qt wants to end
        return "".join(traceback.format_stack(sys._current_frames().get(self._thread))[-_LINES:])


@contextmanager
def watched(computing: float = COMPUTING, standing: float = STANDING) -> Iterator[Watch]:
    """Watch this thread's event loop while the block runs it.

    Args:
        computing: processor seconds between two beats that are a stall.
        standing: wall seconds between two beats that are a stall.
    """
    watcher = _Watcher(computing, standing)
    watcher.start()
    try:
        yield watcher.watch
    finally:
        watcher.stop()
