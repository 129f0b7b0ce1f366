"""What a text model and an embedder must do, whoever makes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from tenure.progress import CancelToken, Progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]
    """An array of shape (texts, dimension), every row of length one."""

Role = Literal["system", "user", "assistant"]
Stopped = Literal["stop", "length", "cancelled"]

OnText = Callable[[str], None]
"""Receives the answer piece by piece, whole characters only, in the thread that asked."""

OnState = Callable[[str], None]
"""Receives a phrase for the person waiting, such as ``loading the text model…`` or ``ready``.

May be called from any thread.
"""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Completion:
    """What a text model answered.

    Attributes:
        text: the whole answer, without the stop string.
        prompt_tokens: tokens of the prompt as the model counted them.
        completion_tokens: tokens generated.
        seconds: wall-clock time from the call to the answer, waiting for the model to load included.
        stopped: ``stop`` when the model finished or a stop string came, ``length`` when the budget
            was used up, ``cancelled`` when the caller cancelled (``text`` is what came until then).
        cached_tokens: of the prompt, how many were still in the model's memory.
    """

    text: str
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    stopped: Stopped
    cached_tokens: int = 0


class TextModel(Protocol):
    """Answers a conversation; safe to use from several threads, one request at a time."""

    @property
    def name(self) -> str:
        """What to call the model on screen and in logs."""

    @property
    def context_tokens(self) -> int:
        """How many tokens prompt and answer may have together.

        Raises:
            ModelError: if the model cannot be loaded.
        """

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
        """Answer ``messages``.

        Args:
            messages: the conversation, oldest first.
            max_tokens: the most tokens to generate.
            stop: strings that end the answer; they are not part of it.
            grammar: a GBNF grammar, or a JSON schema (text that begins with a brace), which the
                answer must follow.
            on_text: called with each piece of the answer as it comes.
            cancel: cancelling ends the answer within a second, also while the prompt is read or
                the model is loaded; the completion then says ``cancelled``.

        Raises:
            ModelError: if the model cannot be loaded, stops unexpectedly, or prompt and answer do
                not fit its window.
        """

    def count(self, texts: Sequence[str], *, cancel: CancelToken | None = None) -> list[int]:
        """Return how many tokens each text has.

        Raises:
            Cancelled: if ``cancel`` was set, also while the model is loaded or busy.
            ModelError: as for :meth:`complete`.
        """

    def count_prompt(self, messages: Sequence[Message], *, cancel: CancelToken | None = None) -> int:
        """Return how many tokens the conversation has as it is put to the model, roles included.

        Raises:
            Cancelled: as for :meth:`count`.
            ModelError: as for :meth:`complete`.
        """

    def close(self) -> None:
        """End what runs for this model; using it afterwards raises ``ModelError``."""


class Embedder(Protocol):
    """Turns texts into vectors; safe to use from several threads, one batch at a time."""

    @property
    def name(self) -> str:
        """Identifies the vectors: those of different names are never compared."""

    @property
    def dimension(self) -> int:
        """The length of the vectors."""

    def embed(
        self, texts: Sequence[str], *, cancel: CancelToken | None = None, progress: Progress | None = None
    ) -> Vectors:
        """Return one unit vector a text, as float32 of shape (texts, dimension).

        Raises:
            Cancelled: if ``cancel`` was set, or raised by ``progress``.
            ModelError: if the model cannot be loaded or stops unexpectedly.
        """

    def close(self) -> None:
        """End what runs for this embedder; using it afterwards raises ``ModelError``."""
