"""Text model and embedder as the rest of Tenure sees them: each in a child process of its own.

Neither llama_cpp nor torch is ever imported here. The child starts at the first use and again after
a crash; requests are served one at a time, in the order they came.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tenure.errors import Cancelled, ModelError
from tenure.models.child import Child, worker_command
from tenure.models.frames import Header
from tenure.models.protocols import Completion, Message, OnState, OnText
from tenure.models.threads import physical_cores
from tenure.models.turnstile import Turnstile
from tenure.progress import CancelToken, Progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BATCH = 32


def _nobody(state: str) -> None:
    """Tell nobody."""


class _Client:
    """Starts, restarts and ends the child; see :class:`Child` for what it does.

    The finalizer ends the child when the client is collected and when the interpreter exits.
    """

    def __init__(self, command: Sequence[str], label: str, on_state: OnState | None) -> None:
        self.on_state: OnState = on_state or _nobody
        self._command = tuple(command)
        self._label = label
        self._turnstile = Turnstile()
        self._child: Child | None = None
        self._closed = False
        self._finalizer: weakref.finalize[..., _Client] | None = None

    @property
    def pid(self) -> int | None:
        """The child's process number, or None while none runs."""
        child = self._child
        return child.pid if child is not None and child.alive else None

    def start(self) -> None:
        """Start the child without waiting for it, so that the first question finds it loaded.

        Raises:
            ModelError: if it was closed, or the process cannot be started.
        """
        with self._turnstile.passing():
            self._running()

    def wait_ready(self, cancel: CancelToken | None = None) -> None:
        """Start the child if need be and wait until the model is loaded.

        Raises:
            Cancelled: if ``cancel`` was set; the model goes on loading.
            ModelError: if it cannot be loaded.
        """
        with self._turnstile.passing(cancel):
            self._running().wait_ready(cancel)

    def unload(self) -> None:
        """End the child to give its memory back; the next use starts it again."""
        child = self._child
        if child is not None:
            child.end()
            self.on_state("stopped")

    def release(self) -> None:
        """Give the memory back once what was asked has been answered."""
        with self._turnstile.passing():
            self.unload()

    def close(self) -> None:
        """End the child for good, also in the middle of a request, which then fails."""
        self._closed = True
        self.unload()

    def _description(self) -> Header:
        with self._turnstile.passing():
            return self._running().wait_ready()

    def _running(self) -> Child:
        if self._closed:
            raise ModelError(f"{self._label[:1].upper()}{self._label[1:]} was closed.")
        child = self._child
        if child is None or not child.alive:
            if self._finalizer is not None:
                self._finalizer()
            child = Child(self._command, self._label, _weakly(self))
            self._child = child
            self._finalizer = weakref.finalize(self, child.end)
            self._end_if_closed(child)
        return child

    def _end_if_closed(self, child: Child) -> None:
        """Make up for a ``close`` that came while the child was being started."""
        if self._closed:
            child.end()

    def _ask(
        self,
        header: Header,
        on_event: Callable[[Header], None] | None = None,
        cancel: CancelToken | None = None,
    ) -> tuple[Header, bytes]:
        """Send one request, waiting for one's turn and for the model.

        Raises:
            Cancelled: if ``cancel`` was set before the child began to answer, or it was cut off.
            ModelError: if it cannot be carried out.
        """
        with self._turnstile.passing(cancel):
            if cancel is not None:
                cancel.raise_if_cancelled()
            child = self._running()
            child.wait_ready(cancel)
            result = child.request(header, on_event, cancel)
            if result is None:
                raise Cancelled
            return result


def _weakly(client: _Client) -> OnState:
    """Return a callback that does not keep the client alive."""
    reference = weakref.ref(client)

    def tell(state: str) -> None:
        owner = reference()
        if owner is not None:
            owner.on_state(state)

    return tell


class ChildTextModel(_Client):
    """A GGUF chat model in a child process; see :class:`tenure.models.protocols.TextModel`.

    Args:
        path: the GGUF file.
        name: as shown; the file's name without its ending if not given.
        context: the window wanted in tokens.
        threads: threads to use; the physical cores if not given.
        warm: keep the beginning of the prompt between requests (faster; see the engine).
        on_state: told what a first use waits for.
        command: what to run instead of ``tenure.models.worker``, speaking the same frames.
    """

    def __init__(
        self,
        path: Path | str,
        *,
        name: str | None = None,
        context: int = 4096,
        threads: int | None = None,
        warm: bool = True,
        on_state: OnState | None = None,
        command: Sequence[str] | None = None,
    ) -> None:
        arguments = ["text", "--path", str(path), "--context", str(context)]
        arguments += ["--threads", str(threads or physical_cores())]
        if not warm:
            arguments.append("--cold")
        super().__init__(command or worker_command(arguments), "the text model", on_state)
        self._name = name or Path(path).stem
        self._window: int | None = None

    @property
    def name(self) -> str:
        """What to call the model on screen and in logs."""
        return self._name

    @property
    def context_tokens(self) -> int:
        """The window in tokens; starts the child if need be.

        Raises:
            ModelError: if the model cannot be loaded.
        """
        if self._window is None:
            self._window = int(self._description()["context"])
        return self._window

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 128,
        stop: Sequence[str] = (),
        grammar: str | None = None,
        on_text: OnText | None = None,
        cancel: CancelToken | None = None,
    ) -> Completion:
        """Answer ``messages`` at temperature 0; see the protocol.

        Raises:
            ModelError: if the model cannot be loaded, stops unexpectedly, or prompt and answer do
                not fit its window.
        """
        started = time.monotonic()
        said: list[str] = []

        def take(event: Header) -> None:
            said.append(event["text"])
            if on_text is not None:
                on_text(event["text"])

        header: Header = {
            "op": "complete",
            "messages": [{"role": m.role, "content": m.content} for m in messages],
            "max_tokens": max_tokens,
            "stop": list(stop),
            "grammar": grammar,
        }
        try:
            result = self._ask(header, take, cancel)[0]
        except Cancelled:
            return Completion("".join(said), 0, 0, time.monotonic() - started, "cancelled")
        return Completion(
            text=result["text"],
            prompt_tokens=result["prompt_tokens"],
            completion_tokens=result["completion_tokens"],
            seconds=time.monotonic() - started,
            stopped=result["stopped"],
            cached_tokens=result["cached_tokens"],
        )

    def count(self, texts: Sequence[str], *, cancel: CancelToken | None = None) -> list[int]:
        """Return how many tokens each text has.

        Raises:
            Cancelled: if ``cancel`` was set, also while the model is loaded or busy.
            ModelError: if the model cannot be loaded or stops unexpectedly.
        """
        if not texts:
            return []
        return list(self._ask({"op": "count", "texts": list(texts)}, None, cancel)[0]["counts"])

    def count_prompt(self, messages: Sequence[Message], *, cancel: CancelToken | None = None) -> int:
        """Return how many tokens the conversation has as it is put to the model.

        Raises:
            Cancelled: as for :meth:`count`.
            ModelError: if the model cannot be loaded or stops unexpectedly.
        """
        turns = [{"role": m.role, "content": m.content} for m in messages]
        return int(self._ask({"op": "prompt", "messages": turns}, None, cancel)[0]["count"])


class ChildEmbedder(_Client):
    """A sentence-transformers model in a child process; see the protocol ``Embedder``.

    Args:
        path: the model's folder.
        name: identifies the vectors; the folder's name if not given.
        dimension: the length of the vectors, if known without loading.
        threads: threads to use; the physical cores if not given.
        on_state: told what a first use waits for.
        command: what to run instead of ``tenure.models.worker``, speaking the same frames.
    """

    def __init__(
        self,
        path: Path | str,
        *,
        name: str | None = None,
        dimension: int | None = None,
        threads: int | None = None,
        on_state: OnState | None = None,
        command: Sequence[str] | None = None,
    ) -> None:
        arguments = ["embed", "--path", str(path), "--threads", str(threads or physical_cores())]
        super().__init__(command or worker_command(arguments), "the embedding model", on_state)
        self._name = name or Path(path).name
        self._dimension = dimension

    @property
    def name(self) -> str:
        """Identifies the vectors."""
        return self._name

    @property
    def dimension(self) -> int:
        """The length of the vectors; starts the child if it is not known yet.

        Raises:
            ModelError: if the model cannot be loaded.
        """
        if self._dimension is None:
            self._dimension = int(self._description()["dimension"])
        return self._dimension

    def embed(
        self, texts: Sequence[str], *, cancel: CancelToken | None = None, progress: Progress | None = None
    ) -> NDArray[np.float32]:
        """Return one unit vector a text, in batches that others' requests may come between.

        Raises:
            Cancelled: if ``cancel`` was set, or raised by ``progress``.
            ModelError: if the model cannot be loaded or stops unexpectedly.
        """
        import numpy as np

        if self._dimension is None:
            self.wait_ready(cancel)
        different = list(dict.fromkeys(texts))
        rows = np.empty((len(different), self.dimension), dtype=np.float32)
        for start in range(0, len(different), _BATCH):
            batch = different[start : start + _BATCH]
            payload = self._ask({"op": "embed", "texts": batch}, None, cancel)[1]
            rows[start : start + len(batch)] = np.frombuffer(payload, dtype="<f4").reshape(len(batch), -1)
            if progress is not None:
                progress("embedding", (start + len(batch)) / len(different))
        if len(different) == len(texts):
            return rows
        place = {text: index for index, text in enumerate(different)}
        picked: NDArray[np.float32] = rows[[place[text] for text in texts]]
        return picked
