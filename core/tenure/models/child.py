"""The parent's side of one child process: its pipes, its events, its end."""

from __future__ import annotations

import itertools
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO, BinaryIO, cast

from tenure.errors import Cancelled, ModelError
from tenure.models.frames import Header, read_frame, write_frame
from tenure.models.protocols import OnState
from tenure.progress import CancelToken

_POLL = 0.02
_GRACE = 1.0
_TAIL_LINES = 40

Event = tuple[Header, bytes]


class Child:
    """A running ``tenure.models.worker``.

    One thread at a time may wait for it or send requests (its client sees to that); :meth:`end` may
    be called from any thread at any moment and makes whoever waits get a ``ModelError``.

    Args:
        command: what to run; :func:`worker_command` makes it.
        label: what to call it in messages, such as "the text model".
        on_state: told "loading …" and "ready".
    """

    def __init__(self, command: Sequence[str], label: str, on_state: OnState) -> None:
        self._label = label
        self._on_state = on_state
        self._events: queue.Queue[Event | None] = queue.Queue()
        self._tail: deque[str] = deque(maxlen=_TAIL_LINES)
        self._numbers = itertools.count(1)
        self._ended = False
        self._end_lock = threading.Lock()
        self.description: Header | None = None
        """What the model said of itself once loaded; None before."""
        on_state("starting")
        self._process = _start(command)
        on_state(f"loading {label}…")
        self._threads = [
            threading.Thread(target=self._read_events, name=f"{label}: events", daemon=True),
            threading.Thread(target=self._read_errors, name=f"{label}: errors", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The operating system's number of the process."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return not self._ended and self._process.poll() is None

    def wait_ready(self, cancel: CancelToken | None = None) -> Header:
        """Wait until the model is loaded and return its description.

        Cancelling only stops the waiting: the model goes on loading and serves the next request.

        Raises:
            Cancelled: if ``cancel`` was set.
            ModelError: if the model cannot be loaded; the process has then ended.
        """
        while self.description is None:
            event = self._next(cancel)
            if event is None:
                raise Cancelled
            if event[0]["event"] == "failed":
                self.end()
                raise ModelError(str(event[0]["message"]))
            if event[0]["event"] == "ready":
                self.description = event[0]
        return self.description

    def request(
        self, header: Header, on_event: Callable[[Header], None] | None = None, cancel: CancelToken | None = None
    ) -> Event | None:
        """Send a request and return its result; None if it was cancelled and had to be cut off.

        After cancelling the child has a second to finish by itself, then it is killed.

        Raises:
            ModelError: if the request fails or the process ends.
        """
        number = next(self._numbers)
        self._send({**header, "id": number})
        try:
            while True:
                event = self._next(cancel)
                if event is None:
                    return self._cut_off(number)
                result = self._result(event, number)
                if result is not None:
                    return result
                if on_event is not None and event[0].get("id") == number:
                    on_event(event[0])
        except ModelError:
            raise
        except BaseException:
            self._cut_off(number)
            raise

    def _result(self, event: Event, number: int) -> Event | None:
        header = event[0]
        if header.get("id") != number:
            return None
        if header["event"] == "error":
            raise ModelError(str(header["message"]))
        return event if header["event"] == "done" else None

    def _cut_off(self, number: int) -> Event | None:
        """Cancel the running request, with patience for a second; return its result if one comes."""
        deadline = time.monotonic() + _GRACE
        with suppress(ModelError):
            self._send({"op": "cancel", "id": number})
            while (left := deadline - time.monotonic()) > 0:
                with suppress(queue.Empty):
                    result = self._result(self._take(left), number)
                    if result is not None:
                        return result
        if self.alive:
            self.end()
        return None

    def _send(self, header: Header) -> None:
        try:
            write_frame(cast("BinaryIO", self._process.stdin), header)
        except (OSError, ValueError) as error:
            raise self._stopped() from error

    def _next(self, cancel: CancelToken | None) -> Event | None:
        """Return the next event, or None once ``cancel`` is set."""
        if cancel is None:
            return self._take(None)
        while not cancel.cancelled:
            with suppress(queue.Empty):
                return self._take(_POLL)
        return None

    def _take(self, timeout: float | None) -> Event:
        event = self._events.get(timeout=timeout)
        if event is None:
            self._events.put(None)
            raise self._stopped()
        return event

    def _stopped(self) -> ModelError:
        if self._ended:
            return ModelError(f"{_sentence_case(self._label)} was closed.")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        self._threads[1].join(1.0)
        code = self._process.returncode
        self.end()
        said = self._tail[-1] if self._tail else ""
        reason = _reason(code)
        detail = f": {said[:300]}" if said else ""
        return ModelError(
            f"{_sentence_case(self._label)} stopped unexpectedly ({reason}){detail} — it starts again when next used."
        )

    def _read_events(self) -> None:
        stream = cast("BinaryIO", self._process.stdout)
        while True:
            try:
                event = read_frame(stream)
            except (OSError, ValueError):
                event = None
            if event is not None and event[0]["event"] == "ready":
                self._on_state("ready")
            self._events.put(event)
            if event is None:
                return

    def _read_errors(self) -> None:
        stream = cast("IO[bytes]", self._process.stderr)
        with suppress(OSError, ValueError):
            for line in stream:
                text = line.decode("utf-8", "replace").strip()
                if text:
                    self._tail.append(text)

    def end(self) -> None:
        """Kill the process and wait for it; it keeps nothing that could be lost."""
        with self._end_lock:
            if self._ended:
                return
            self._ended = True
            self._process.kill()
            self._process.wait()
            for thread in self._threads:
                if thread is not threading.current_thread():
                    thread.join(2.0)
            for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
                if stream is not None:
                    with suppress(OSError, ValueError):
                        stream.close()


def worker_command(arguments: Sequence[str]) -> list[str]:
    """Return the command that runs ``tenure.models.worker`` with these arguments."""
    # -P keeps the current folder off the module path: a file there must not pass for a library.
    return [sys.executable, "-P", "-m", "tenure.models.worker", *arguments]


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    environment = {
        # Threads that spin for long while they wait are up to ten times slower on a machine that has
        # other work; threads that sleep at once write a token in 36 ms instead of 10 on an idle one.
        # A thousand turns cover the gaps between two steps. Whoever sets these himself is left alone.
        "GOMP_SPINCOUNT": "1000",
        "KMP_BLOCKTIME": "1",
        **os.environ,
        "HF_HUB_OFFLINE": "1",
        "TRANSFORMERS_OFFLINE": "1",
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "TOKENIZERS_PARALLELISM": "false",
        "PYTHONIOENCODING": "utf-8",
    }
    # On Windows no console window may flash up; elsewhere the constant does not exist.
    flags: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            creationflags=flags,
        )
    except OSError as error:
        raise ModelError(f"The process for the model could not be started: {error}.") from error


def _reason(code: int | None) -> str:
    if code is None:
        return "it closed its output"
    if code >= 0:
        return f"exit code {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"{name}, perhaps for lack of memory" if name == "SIGKILL" else name


def _sentence_case(text: str) -> str:
    return text[:1].upper() + text[1:]
