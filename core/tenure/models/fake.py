"""Models without weights: for tests, and for trying things out where nothing may be loaded."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

from tenure.errors import ModelError
from tenure.keys import fold
from tenure.models.protocols import Completion, Message, OnText, Stopped
from tenure.progress import CancelToken, Progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Script = str | Sequence[str] | Mapping[str, str] | Callable[[Sequence[Message]], str]
"""What a :class:`ScriptedModel` says.

One text for everything; texts said in turn (the last one repeats); a mapping from a phrase to the
answer for prompts whose last message holds it (the longest phrase wins, else ``default``); or a
function of the messages.
"""

_PIECE = re.compile(r"\s*\S+|\s+")


class ScriptedModel:
    """A text model that says what it was told to.

    Args:
        script: see :data:`Script`.
        name: as shown.
        context_tokens: the window it pretends to have.
        default: the answer when a mapping holds no phrase of the prompt.
        delay: seconds it waits before each piece, for tests of streaming and cancelling.

    ``history`` holds the messages of every call, oldest first, ``grammars`` the grammar of each.
    """

    def __init__(
        self,
        script: Script = "",
        *,
        name: str = "scripted",
        context_tokens: int = 4096,
        default: str = "I do not know.",
        delay: float = 0.0,
    ) -> None:
        self.history: list[tuple[Message, ...]] = []
        self.grammars: list[str | None] = []
        self._script = script
        self._name = name
        self._context = context_tokens
        self._default = default
        self._delay = delay
        self._closed = False
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The name given."""
        return self._name

    @property
    def context_tokens(self) -> int:
        """The window given."""
        return self._context

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
        """Say what the script has for ``messages``, a word at a time; the script must itself obey ``grammar``.

        Raises:
            ModelError: after ``close``, or if prompt and answer do not fit the window.
        """
        with self._lock:
            if self._closed:
                raise ModelError("The text model was closed.")
            started = time.monotonic()
            self.history.append(tuple(messages))
            self.grammars.append(grammar)
            prompt = self.count_prompt(messages)
            if prompt + max_tokens > self._context:
                raise ModelError(
                    f"The prompt has {prompt} tokens and the answer may have {max_tokens}, "
                    f"but the model's window holds {self._context}."
                )
            text = self._answer(messages)
            for mark in stop:
                text = text.partition(mark)[0]
            said, stopped = self._say(text, max_tokens, on_text, cancel)
            return Completion("".join(said), prompt, len(said), time.monotonic() - started, stopped)

    def _say(
        self, text: str, max_tokens: int, on_text: OnText | None, cancel: CancelToken | None
    ) -> tuple[list[str], Stopped]:
        said: list[str] = []
        for piece in _PIECE.findall(text):
            if cancel is not None and (cancel.wait(self._delay) if self._delay else cancel.cancelled):
                return said, "cancelled"
            if cancel is None and self._delay:
                time.sleep(self._delay)
            if len(said) == max_tokens:
                return said, "length"
            said.append(piece)
            if on_text is not None:
                on_text(piece)
        return said, "stop"

    def _answer(self, messages: Sequence[Message]) -> str:
        script = self._script
        if isinstance(script, str):
            return script
        if isinstance(script, Mapping):
            prompt = messages[-1].content if messages else ""
            found = [phrase for phrase in script if phrase in prompt]
            return script[max(found, key=len)] if found else self._default
        if callable(script):
            return script(messages)
        return script[min(len(self.history), len(script)) - 1] if script else self._default

    def count(self, texts: Sequence[str], *, cancel: CancelToken | None = None) -> list[int]:
        """Return the number of words of each text.

        Raises:
            Cancelled: if ``cancel`` was set.
        """
        if cancel is not None:
            cancel.raise_if_cancelled()
        return [len(_PIECE.findall(text)) for text in texts]

    def count_prompt(self, messages: Sequence[Message], *, cancel: CancelToken | None = None) -> int:
        """Return the number of words, and one for each role."""
        return sum(self.count([m.content for m in messages], cancel=cancel)) + len(messages)

    def close(self) -> None:
        """Refuse further calls."""
        self._closed = True


class HashEmbedder:
    """Vectors from hashed words and letter triples: no weights, the same on every machine.

    Texts that share words, or parts of words, are near each other; nothing else is understood.

    Args:
        dimension: the length of the vectors.
        name: identifies the vectors.
    """

    def __init__(self, dimension: int = 256, *, name: str | None = None) -> None:
        self._dimension = dimension
        self._name = name or f"hash-{dimension}"
        self.calls = 0
        """How many texts were embedded so far."""

    @property
    def name(self) -> str:
        """The name given."""
        return self._name

    @property
    def dimension(self) -> int:
        """The dimension given."""
        return self._dimension

    def embed(
        self, texts: Sequence[str], *, cancel: CancelToken | None = None, progress: Progress | None = None
    ) -> NDArray[np.float32]:
        """Return one unit vector a text.

        Raises:
            Cancelled: if ``cancel`` was set, or raised by ``progress``.
        """
        import numpy as np

        rows = np.zeros((len(texts), self._dimension), dtype=np.float32)
        for index, text in enumerate(texts):
            if cancel is not None:
                cancel.raise_if_cancelled()
            for feature, weight in _features(text):
                digest = int.from_bytes(blake2b(feature.encode(), digest_size=8).digest(), "big")
                rows[index, (digest >> 1) % self._dimension] += weight if digest & 1 else -weight
            self.calls += 1
            if progress is not None:
                progress("embedding", (index + 1) / len(texts))
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        rows[lengths[:, 0] == 0.0, 0] = 1.0
        lengths[lengths == 0.0] = 1.0
        unit: NDArray[np.float32] = rows / lengths
        return unit

    def close(self) -> None:
        """Nothing runs, so nothing ends."""


def _features(text: str) -> list[tuple[str, float]]:
    found: list[tuple[str, float]] = []
    for word in re.findall(r"\w+", fold(text)):
        found.append((word, 1.0))
        padded = f"^{word}$"
        found.extend((padded[i : i + 3], 0.3) for i in range(len(padded) - 2))
    return found
