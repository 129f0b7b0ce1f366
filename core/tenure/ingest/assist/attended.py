"""A model call that its caller can stop at any moment, while the model loads or reads as well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait

from tenure.models.protocols import Completion, Message, TextModel
from tenure.progress import CancelToken

_EVERY = 0.1
"""Seconds between two looks at whether to go on."""


def attended(
    model: TextModel, messages: Sequence[Message], *, max_tokens: int, grammar: str, go_on: Callable[[], None]
) -> Completion:
    """Ask a model, calling ``go_on`` in this thread while it works.

    Raises:
        ModelError: by the model.
        BaseException: whatever ``go_on`` raises (``Cancelled``, a pressed Ctrl-C), once the model has stopped.
    """
    stop = CancelToken()
    with ThreadPoolExecutor(1, "assist") as pool:
        asked: Future[Completion] = pool.submit(
            model.complete, messages, max_tokens=max_tokens, grammar=grammar, cancel=stop
        )
        try:
            while not wait((asked,), _EVERY).done:
                go_on()
        except BaseException:
            stop.cancel()
            raise
        return asked.result()
