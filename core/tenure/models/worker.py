"""The child process a model lives in: ``python -m tenure.models.worker text|embed --path …``.

Requests come as frames on the standard input, answers go as frames to what was the standard output
when the process began. The reading thread takes cancellations while the model works, and ends the
process the moment the input closes: a parent that dies, however it dies, leaves nobody behind.
Libraries that print go to the standard error stream, which the parent keeps for its messages.
"""

from __future__ import annotations

import argparse
import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from typing import BinaryIO, Protocol

from tenure.models.frames import Header, Request, read_frame, write_frame


class Engine(Protocol):
    """A loaded model inside the child."""

    def describe(self) -> Header:
        """Return what the parent wants to know once: window, dimension, name."""

    def handle(self, request: Request) -> tuple[Header, bytes]:
        """Carry out one request and return its result.

        Raises:
            ValueError: if the request cannot be carried out; the text is for the user.
        """


class Worker:
    """Reads requests in one thread, works in another (the main one)."""

    def __init__(self, stdin: BinaryIO, stdout: BinaryIO) -> None:
        self._stdin = stdin
        self._stdout = stdout
        self._requests: queue.Queue[Header] = queue.Queue()
        self._cancelled: set[int] = set()
        self._write_lock = threading.Lock()

    def run(self, load: Callable[[], Engine]) -> None:
        """Load the model, say so, then answer requests for ever."""
        threading.Thread(target=self._read, name="requests", daemon=True).start()
        try:
            engine = load()
        except Exception as error:
            self._send({"event": "failed", "message": _sentence(error)})
            raise
        self._send({"event": "ready", **engine.describe()})
        while True:
            self._answer(engine, self._requests.get())

    def _answer(self, engine: Engine, asked: Header) -> None:
        number = int(asked["id"])

        def send(header: Header, payload: bytes = b"") -> None:
            self._send({"id": number, **header}, payload)

        try:
            header, payload = engine.handle(Request(asked, send, lambda: number in self._cancelled))
            send({"event": "done", **header}, payload)
        except MemoryError:
            raise
        except Exception as error:
            known = isinstance(error, ValueError)
            send({"event": "error", "message": str(error) if known else _sentence(error)})
        self._cancelled.discard(number)

    def _read(self) -> None:
        while True:
            try:
                frame = read_frame(self._stdin)
            except (OSError, ValueError):
                frame = None
            if frame is None:
                os._exit(0)
            header = frame[0]
            if header["op"] == "cancel":
                self._cancelled.add(int(header["id"]))
            else:
                self._requests.put(header)

    def _send(self, header: Header, payload: bytes = b"") -> None:
        with self._write_lock:
            try:
                write_frame(self._stdout, header, payload)
            except OSError:
                os._exit(0)


def _sentence(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _take_stdout() -> BinaryIO:
    """Keep the pipe to the parent and point everybody else's standard output to standard error."""
    own = os.dup(sys.stdout.fileno())
    os.set_inheritable(own, False)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdout = sys.stderr
    return os.fdopen(own, "wb")


def _loader(options: argparse.Namespace) -> Callable[[], Engine]:
    def text() -> Engine:
        from tenure.models.text_engine import TextEngine

        return TextEngine(options.path, context=options.context, threads=options.threads, warm=not options.cold)

    def embed() -> Engine:
        from tenure.models.embed_engine import EmbedEngine

        return EmbedEngine(options.path, threads=options.threads)

    return text if options.kind == "text" else embed


def serve(load: Callable[[], Engine]) -> None:
    """Load an engine and serve it over this process's standard streams until the input closes."""
    # The terminal sends Ctrl-C to the whole group; what to do with it is the parent's business.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stdout = _take_stdout()
    try:
        Worker(sys.stdin.buffer, stdout).run(load)
    except BaseException:
        # An orderly end would wait for the reading thread, which waits for the parent.
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the child until its input closes."""
    parser = argparse.ArgumentParser(prog="tenure.models.worker", description=__doc__)
    parser.add_argument("kind", choices=["text", "embed"])
    parser.add_argument("--path", required=True, help="the GGUF file, or the folder of the embedding model")
    parser.add_argument("--context", type=int, default=4096, help="window in tokens")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--cold", action="store_true", help="read every prompt from its beginning")
    serve(_loader(parser.parse_args(arguments)))


if __name__ == "__main__":
    main()
