"""A text model that runs in a server on this computer: llama.cpp's, Ollama, LM Studio, whatever speaks their wire.

What they have in common is OpenAI's interface (``/v1/models``, ``/v1/chat/completions`` with server-sent events). The
window and exact token counts come from llama.cpp's ``/props``, ``/tokenize`` and ``/apply-template`` and from LM
Studio's ``/api/v0/models`` where they are; elsewhere they are estimated on the safe side.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from typing import Any, Final

from tenure.errors import Cancelled, ModelError
from tenure.models.protocols import Completion, Message, OnState, OnText, Stopped
from tenure.models.streaming import TextStream
from tenure.models.turns import defused
from tenure.models.turnstile import Turnstile
from tenure.models.wire import Address, UnreadyError, ask, lines, message_of
from tenure.progress import CancelToken

_ASK_S: Final = 10.0
_ANSWER_S: Final = 300.0
"""Seconds without a byte while it answers: a long prompt on a slow machine is read in silence."""
_LOADING_S: Final = 300.0
_RETRY_S: Final = 0.5
_WINDOW: Final = 4096
"""Assumed where a server does not say; it is Ollama's default."""
_BYTES_A_TOKEN: Final = 3
_ROLE_TOKENS: Final = 8


def is_server(name: str) -> bool:
    """Whether a model's name is the address of a server."""
    return name.lower().startswith(("http://", "https://"))


def split_name(name: str) -> tuple[Address, str]:
    """Split ``http://127.0.0.1:8080/v1#model`` into address and model; without a model it is empty.

    Raises:
        InputError: if it is no address.
    """
    url, _, model = name.partition("#")
    return Address.parse(url), model


def server_models(url: str, *, cancel: CancelToken | None = None) -> list[str]:
    """Return the names of the models a server has, in its order.

    Raises:
        InputError: if it is no address.
        Cancelled: if ``cancel`` was set.
        ModelError: if the server cannot be reached or speaks something else.
    """
    address = Address.parse(url.partition("#")[0])
    found = ask(address, address.path + "/models", cancel=cancel, timeout=_ASK_S)
    rows = found.get("data") if isinstance(found, dict) else None
    if not isinstance(rows, list):
        raise ModelError(f"The server at {address} does not speak the OpenAI interface.")
    return [str(row["id"]) for row in rows if isinstance(row, dict) and "id" in row]


class ServerTextModel:
    """A model of a server; see :class:`tenure.models.protocols.TextModel`. Nothing is asked before its first use.

    Args:
        name: ``http://127.0.0.1:8080/v1#model``; without a model the server's first one is used.
        on_state: told what a first use waits for.

    Raises:
        InputError: if the name is no address.
    """

    def __init__(self, name: str, *, on_state: OnState | None = None) -> None:
        self._address, self._model = split_name(name)
        self._on_state: OnState = on_state or (lambda _state: None)
        self._turnstile = Turnstile()
        self._window: int | None = None
        self._counts_exactly = True
        self._closing = CancelToken()
        self._under_way: CancelToken | None = None

    @property
    def name(self) -> str:
        """The model's name at its server, or the server's while it is not known."""
        return self._model or str(self._address)

    @property
    def here(self) -> bool:
        """Whether the server runs on this computer."""
        return self._address.here

    @property
    def context_tokens(self) -> int:
        """The window in tokens.

        Raises:
            ModelError: if the server cannot be reached.
        """
        with self._turnstile.passing():
            return self._ready(CancelToken())

    def wait_ready(self, cancel: CancelToken | None = None) -> None:
        """Wait until the server has its model.

        Raises:
            Cancelled: if ``cancel`` was set.
            ModelError: if the server cannot be reached or has no such model.
        """
        with self._turnstile.passing(cancel):
            self._ready(cancel or CancelToken())

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
        """Answer ``messages`` at temperature 0; see the protocol. A GBNF grammar is obeyed by llama.cpp only.

        Raises:
            ModelError: if the server cannot be reached, refuses, or breaks off.
        """
        started = time.monotonic()
        token = cancel or CancelToken()
        answer = _Answer(stop, on_text)
        try:
            with self._turnstile.passing(token):
                self._under_way = token
                self._ready(token)
                body = self._request(messages, max_tokens, stop, grammar)
                path = self._address.path + "/chat/completions"
                with closing(lines(self._address, path, body, cancel=token, timeout=_ANSWER_S)) as stream:
                    answer.take_all(stream)
        except Cancelled:
            self._require_open()
            answer.stopped = "cancelled"
        finally:
            self._under_way = None
        return answer.completion(time.monotonic() - started)

    def count(self, texts: Sequence[str], *, cancel: CancelToken | None = None) -> list[int]:
        """Return how many tokens each text has, estimated where the server cannot count.

        Raises:
            Cancelled: if ``cancel`` was set.
            ModelError: if the server cannot be reached.
        """
        with self._turnstile.passing(cancel):
            self._ready(cancel or CancelToken())
            return [self._tokens(text, cancel) for text in texts]

    def count_prompt(self, messages: Sequence[Message], *, cancel: CancelToken | None = None) -> int:
        """Return how many tokens the conversation has, estimated where the server cannot count.

        Raises:
            Cancelled: if ``cancel`` was set.
            ModelError: if the server cannot be reached.
        """
        with self._turnstile.passing(cancel):
            self._ready(cancel or CancelToken())
            if self._counts_exactly:
                with suppress(ModelError, KeyError, TypeError):
                    path = self._address.root + "/apply-template"
                    found = ask(self._address, path, {"messages": _turns(messages)}, cancel=cancel, timeout=_ASK_S)
                    return self._tokens(str(found["prompt"]), cancel)
            return sum(self._tokens(m.content, cancel) + _ROLE_TOKENS for m in messages)

    def close(self) -> None:
        """Break off what is under way; using it afterwards raises ``ModelError``."""
        self._closing.cancel()
        if self._under_way is not None:
            self._under_way.cancel()

    def _require_open(self) -> None:
        if self._closing.cancelled:
            raise ModelError("The text model was closed.")

    def _ready(self, cancel: CancelToken) -> int:
        """Return the window; the first time ask the server, waiting while it loads its model."""
        self._require_open()
        if self._window is None:
            self._on_state("loading the text model…")
            models = self._loaded_models(cancel)
            if not models:
                raise ModelError(f"The server at {self._address} has no model.")
            if self._model and self._model not in models:
                raise ModelError(f"The server at {self._address} has no model '{self._model}'.")
            self._model = self._model or models[0]
            self._window = self._ask_window(cancel) or _WINDOW
            self._on_state("ready")
        return self._window

    def _loaded_models(self, cancel: CancelToken) -> list[str]:
        deadline = time.monotonic() + _LOADING_S
        while True:
            try:
                return server_models(str(self._address), cancel=cancel)
            except UnreadyError:
                if time.monotonic() > deadline:
                    raise
                if cancel.wait(_RETRY_S):
                    raise Cancelled from None

    def _ask_window(self, cancel: CancelToken) -> int:
        """Ask llama.cpp, then LM Studio; 0 where the server is neither."""
        with suppress(ModelError, KeyError, TypeError, ValueError):
            found = ask(self._address, self._address.root + "/props", cancel=cancel, timeout=_ASK_S)
            return int(found["default_generation_settings"]["n_ctx"])
        self._counts_exactly = False
        with suppress(ModelError, KeyError, TypeError, ValueError):
            path = f"{self._address.root}/api/v0/models/{self._model}"
            found = ask(self._address, path, cancel=cancel, timeout=_ASK_S)
            return int(found.get("loaded_context_length") or found["max_context_length"])
        return 0

    def _tokens(self, text: str, cancel: CancelToken | None) -> int:
        if self._counts_exactly:
            with suppress(ModelError, KeyError, TypeError):
                path = self._address.root + "/tokenize"
                return len(ask(self._address, path, {"content": text}, cancel=cancel, timeout=_ASK_S)["tokens"])
            self._counts_exactly = False
        return -(-len(text.encode("utf-8", "replace")) // _BYTES_A_TOKEN)

    def _request(
        self, messages: Sequence[Message], max_tokens: int, stop: Sequence[str], grammar: str | None
    ) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self._model,
            "messages": _turns(messages),
            "max_tokens": max_tokens,
            "temperature": 0,
            "seed": 0,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        if stop:
            body["stop"] = list(stop)
        if grammar and grammar.lstrip().startswith("{"):
            schema = {"name": "answer", "strict": True, "schema": json.loads(grammar)}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif grammar:
            body["grammar"] = grammar
        return body


class _Answer:
    """Collects a streamed completion."""

    def __init__(self, stop: Sequence[str], on_text: OnText | None) -> None:
        self.stopped: Stopped = "stop"
        self._stream = TextStream(stop)
        self._on_text = on_text
        self._said: list[str] = []
        self._pieces = 0
        self._usage: dict[str, Any] = {}

    def take_all(self, stream: Iterator[str]) -> None:
        """Read server-sent events until the end.

        Raises:
            ModelError: if the server reports an error, or sends something else.
        """
        for line in stream:
            field, _, data = line.strip().partition(":")
            if field not in {"data", "error"} or data.strip() == "[DONE]":
                continue
            said = message_of(data)
            if said or field == "error":
                raise ModelError(f"The server gave up: {said or data.strip()[:300]}.")
            try:
                self._take(json.loads(data))
            except (ValueError, AttributeError, TypeError) as error:
                raise ModelError("The server sent something that is not an answer.") from error
            if self._stream.stopped:
                break
        self._say(self._stream.finish())

    def _take(self, event: dict[str, Any]) -> None:
        self._usage = event.get("usage") or self._usage
        for choice in event.get("choices") or ():
            piece = (choice.get("delta") or {}).get("content") or ""
            if piece:
                self._pieces += 1
                self._say(self._stream.feed(piece.encode("utf-8", "replace")))
            if choice.get("finish_reason") == "length":
                self.stopped = "length"

    def _say(self, text: str) -> None:
        if text:
            self._said.append(text)
            if self._on_text is not None:
                self._on_text(text)

    def completion(self, seconds: float) -> Completion:
        """Return what came, with the server's figures or, where it gave none, the pieces counted."""
        usage = self._usage
        details = usage.get("prompt_tokens_details") or {}
        return Completion(
            "".join(self._said),
            int(usage.get("prompt_tokens") or 0),
            int(usage.get("completion_tokens") or self._pieces),
            seconds,
            self.stopped,
            int(details.get("cached_tokens") or 0),
        )


def _turns(messages: Sequence[Message]) -> list[dict[str, str]]:
    return [{"role": m.role, "content": defused(m.content)} for m in messages]
