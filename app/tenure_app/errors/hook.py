"""The one owner of the exception hooks. Knows nothing of Qt."""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType

from tenure.errors import Cancelled, TenureError


@dataclass(frozen=True, slots=True)
class Report:
    """What to show of an exception.

    Attributes:
        message: one sentence.
        details: the traceback of a bug; empty for what the user can act on.
    """

    message: str
    details: str = ""

    @property
    def bug(self) -> bool:
        """Whether this is a fault of the program."""
        return bool(self.details)


def report_of(error: BaseException) -> Report | None:
    """Turn an exception into what to show; a cancellation shows nothing."""
    if isinstance(error, Cancelled | KeyboardInterrupt | SystemExit):
        return None
    if isinstance(error, TenureError):
        return Report(str(error))
    details = "".join(traceback.format_exception(error))
    return Report(f"{type(error).__name__}: {error}", details)


class ExceptionHook:
    """Sends uncaught exceptions of all threads to ``show`` while installed."""

    def __init__(self, show: Callable[[Report], None]) -> None:
        self._show = show
        self._before = sys.excepthook
        self._before_threads = threading.excepthook

    def install(self) -> None:
        """Take over the hooks."""
        self._before, self._before_threads = sys.excepthook, threading.excepthook
        sys.excepthook = self._caught
        threading.excepthook = self._caught_in_thread

    def remove(self) -> None:
        """Give the hooks back."""
        sys.excepthook = self._before
        threading.excepthook = self._before_threads

    def handle(self, error: BaseException) -> None:
        """Show an exception that someone caught; bugs also go to the standard error."""
        report = report_of(error)
        if report is None:
            return
        if report.bug:
            sys.stderr.write(report.details)
        self._show(report)

    def _caught(self, _kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        self.handle(error)

    def _caught_in_thread(self, arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None:
            self.handle(arguments.exc_value)
