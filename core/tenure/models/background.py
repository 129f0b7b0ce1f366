"""Reading what may block, so that whoever reads it can stop at any moment."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Iterator
from typing import Final, TypeVar

from tenure.errors import Cancelled
from tenure.progress import CancelToken

T = TypeVar("T")

_POLL: Final = 0.05
_AHEAD: Final = 16


def in_background(
    source: Callable[[], Iterator[T]], cancel: CancelToken, abandon: Callable[[], None] = lambda: None
) -> Generator[T]:
    """Yield what ``source`` yields; it runs in a thread of its own.

    Args:
        source: makes the iterator, in that thread; it is closed there when the reader stops.
        cancel: stops the reading within a moment, also while the source is blocked.
        abandon: called when the reader stops before the end, to wake a source that is blocked.

    Raises:
        Cancelled: if ``cancel`` was set.
        Exception: whatever the source raises.
    """
    items: queue.Queue[tuple[T] | BaseException | None] = queue.Queue(_AHEAD)
    gone = threading.Event()
    threading.Thread(target=_run, args=(source, items, gone), name="reading ahead", daemon=True).start()
    ended = False
    try:
        while True:
            item = _next(items, cancel)
            if isinstance(item, tuple):
                yield item[0]
                continue
            ended = True
            if item is not None:
                raise item
            return
    finally:
        gone.set()
        if not ended:
            abandon()


def _next(items: queue.Queue[tuple[T] | BaseException | None], cancel: CancelToken) -> tuple[T] | BaseException | None:
    while True:
        if cancel.cancelled:
            raise Cancelled
        try:
            return items.get(timeout=_POLL)
        except queue.Empty:
            continue


def _run(
    source: Callable[[], Iterator[T]], items: queue.Queue[tuple[T] | BaseException | None], gone: threading.Event
) -> None:
    def hand_over(item: tuple[T] | BaseException | None) -> bool:
        while not gone.is_set():
            try:
                items.put(item, timeout=_POLL)
            except queue.Full:
                continue
            return True
        return False

    last: BaseException | None = None
    try:
        for thing in source():
            if not hand_over((thing,)):
                return
    except BaseException as error:  # handed to the reader
        last = error
    hand_over(last)
