"""The text model, inside the child process; the only module that imports llama_cpp."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import llama_cpp
from llama_cpp.llama_chat_format import Jinja2ChatFormatter
from llama_cpp.llama_grammar import LlamaGrammar

from tenure.models.frames import Header, Request
from tenure.models.streaming import TextStream
from tenure.models.turns import defused

_ABORTED = "llama_decode returned 2"
_PLAIN_TEMPLATE = (
    "{% for m in messages %}{{ m['role'] | capitalize }}: {{ m['content'] }}\n{% endfor %}"
    "{% if add_generation_prompt %}Assistant:{% endif %}"
)


class _Formatter(Jinja2ChatFormatter):
    """A chat template whose "today" is always the same day, so that a prompt is always the same."""

    @staticmethod
    def strftime_now(f: str) -> str:
        """Return a fixed date; the real one belongs into the prompt, from the caller's clock."""
        return time.strftime(f, (2024, 1, 1, 0, 0, 0, 0, 1, 0))


class TextEngine:
    """A GGUF chat model: greedy, seed 0, prompt prefix kept between requests.

    Args:
        path: the GGUF file.
        context: the window wanted in tokens; at most what the model was trained for.
        threads: threads to use; the wording of answers may depend on it.
        warm: keep the part of the prompt that the next request begins with too. Reading a prompt
            in other portions can change the last bits of the numbers and so, rarely, a word.
    """

    def __init__(self, path: str, *, context: int, threads: int, warm: bool = True) -> None:
        if not Path(path).is_file():
            raise ValueError(f"There is no model file at {path}.")
        with Path(path).open("rb") as file:
            if file.read(4) != b"GGUF":
                raise ValueError(f"{path} is not a GGUF model file.")
        try:
            self._llama: Any = llama_cpp.Llama(
                path, n_ctx=context, n_threads=threads, n_threads_batch=threads, seed=0, verbose=False
            )
        except ValueError as error:
            raise ValueError(f"{path} cannot be loaded: it is damaged, too new, or needs more memory.") from error
        self._warm = warm
        self._vocabulary = llama_cpp.llama_model_get_vocab(self._llama.model)
        self._window = min(self._llama.n_ctx(), llama_cpp.llama_model_n_ctx_train(self._llama.model) or context)
        self._formatter = self._make_formatter()
        self._cancelled: Callable[[], bool] = _never
        # The callback object must live as long as the context that calls it.
        self._abort = llama_cpp.ggml_abort_callback(lambda _data: self._cancelled())
        llama_cpp.llama_set_abort_callback(self._llama.ctx, self._abort, None)

    def describe(self) -> Header:
        """Return the window in tokens and the model's own name."""
        return {"context": self._window, "model": self._llama.metadata.get("general.name", "")}

    def handle(self, request: Request) -> tuple[Header, bytes]:
        """Carry out ``complete``, ``count`` or ``prompt``."""
        header = request.header
        if header["op"] == "count":
            return {"counts": [len(self._tokens(text, special=False)) for text in header["texts"]]}, b""
        if header["op"] == "prompt":
            return {"count": len(self._prompt(header["messages"]))}, b""
        self._cancelled = request.cancelled
        try:
            return self._complete(header, request.send), b""
        finally:
            self._cancelled = _never

    def _complete(self, header: Header, send: Callable[[Header], None]) -> Header:
        prompt = self._prompt(header["messages"])
        budget = int(header["max_tokens"])
        if len(prompt) + budget > self._window:
            raise ValueError(
                f"The prompt has {len(prompt)} tokens and the answer may have {budget}, "
                f"but the model's window holds {self._window}."
            )
        grammar = _grammar(header.get("grammar"), self._vocabulary)
        cached = self._cached(prompt)
        stream = TextStream(header.get("stop", ()))
        text, generated, stopped = "", 0, "length"
        try:
            for token in self._generate(prompt, grammar):
                if self._cancelled():
                    stopped = "cancelled"
                    break
                if llama_cpp.llama_vocab_is_eog(self._vocabulary, token):
                    stopped = "stop"
                    break
                generated += 1
                text += _emit(stream.feed(self._bytes(token)), send)
                if stream.stopped:
                    stopped = "stop"
                    break
                if generated >= budget:
                    break
        except RuntimeError as error:
            self._llama.reset()
            if _ABORTED not in str(error):
                raise
            stopped = "cancelled"
        text += _emit(stream.finish(), send)
        return {
            "text": text,
            "prompt_tokens": len(prompt),
            "completion_tokens": generated,
            "stopped": stopped,
            "cached_tokens": cached,
        }

    def _generate(self, prompt: list[int], grammar: Any) -> Iterator[int]:
        if not self._warm:
            self._llama.reset()
        tokens: Iterator[int] = self._llama.generate(prompt, temp=0.0, repeat_penalty=1.0, grammar=grammar)
        return tokens

    def _cached(self, prompt: list[int]) -> int:
        if not self._warm:
            return 0
        known = self._llama.input_ids[: self._llama.n_tokens].tolist()
        same = 0
        for ours, theirs in zip(prompt, known, strict=False):
            if ours != theirs:
                break
            same += 1
        return min(same, len(prompt) - 1)

    def _bytes(self, token: int) -> bytes:
        size = 64
        while True:
            buffer = ctypes.create_string_buffer(size)
            length = llama_cpp.llama_token_to_piece(self._vocabulary, token, buffer, size, 0, False)
            if length >= 0:
                return buffer.raw[:length]
            size = -length

    def _tokens(self, text: str, *, special: bool, begin: bool = False) -> list[int]:
        tokens: list[int] = self._llama.tokenize(text.encode("utf-8", "replace"), add_bos=begin, special=special)
        return tokens

    def _prompt(self, messages: Sequence[dict[str, str]]) -> list[int]:
        """Return the conversation as tokens, with nothing in it that could end a turn early."""
        clean = [{"role": m["role"], "content": defused(m["content"])} for m in messages]
        try:
            text = self._formatter(messages=clean).prompt
        except Exception:
            # Some templates know no system role; its text then opens the first turn of the user.
            text = self._formatter(messages=_without_system(clean)).prompt
        begins = self._token_text(llama_cpp.llama_vocab_bos(self._vocabulary))
        return self._tokens(text, special=True, begin=not (begins and text.startswith(begins)))

    def _make_formatter(self) -> Any:
        return _Formatter(
            template=self._llama.metadata.get("tokenizer.chat_template") or _PLAIN_TEMPLATE,
            eos_token=self._token_text(llama_cpp.llama_vocab_eos(self._vocabulary)),
            bos_token=self._token_text(llama_cpp.llama_vocab_bos(self._vocabulary)),
        )

    def _token_text(self, token: int) -> str:
        text: bytes | None = llama_cpp.llama_vocab_get_text(self._vocabulary, token) if token >= 0 else b""
        return (text or b"").decode("utf-8", "replace")


def _never() -> bool:
    return False


def _emit(text: str, send: Callable[[Header], None]) -> str:
    if text:
        send({"event": "text", "text": text})
    return text


def _without_system(messages: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    system = "\n\n".join(m["content"] for m in messages if m["role"] == "system")
    turns = [dict(m) for m in messages if m["role"] != "system"]
    if system and turns:
        turns[0]["content"] = f"{system}\n\n{turns[0]['content']}"
    return turns


def _grammar(text: str | None, vocabulary: Any) -> Any:
    """Return the compiled grammar, tried out first: llama.cpp crashes on one it cannot read."""
    if not text:
        return None
    try:
        if text.lstrip().startswith("{"):
            grammar = LlamaGrammar.from_json_schema(text, verbose=False)
        else:
            grammar = LlamaGrammar.from_string(text, verbose=False)
    except Exception as error:
        raise ValueError(f"The grammar cannot be read: {error}") from error
    tried = llama_cpp.llama_sampler_init_grammar(
        vocabulary, grammar._grammar.encode("utf-8"), grammar._root.encode("utf-8")
    )
    if not tried:
        raise ValueError("The grammar cannot be read: it is not valid GBNF.")
    llama_cpp.llama_sampler_free(tried)
    return grammar
