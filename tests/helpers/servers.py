"""Servers on this computer for tests: one that gives out files, one that speaks OpenAI's interface."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """Serve until the block ends; gives the address without a slash at its end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass
class FileServer:
    """What a server of files does; tests turn the switches.

    Attributes:
        content: of every path.
        mark: its ETag; empty for none.
        ranges: whether it honours ``Range``.
        cut_after: bytes after which each of the next connections breaks, in turn.
        status: answered instead, for the paths given.
        redirect: path to the address it sends one to.
        hold: waited for before a connection is cut.
        asked: the ``Range`` header of every request, empty where it had none.
    """

    content: bytes
    mark: str = '"one"'
    ranges: bool = True
    cut_after: list[int] = field(default_factory=list)
    status: dict[str, int] = field(default_factory=dict)
    redirect: dict[str, str] = field(default_factory=dict)
    hold: threading.Event | None = None
    asked: list[str] = field(default_factory=list)

    def handler(self) -> type[BaseHTTPRequestHandler]:
        """Return the handler class."""
        files = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                files.answer(self)

            def log_message(self, format: str, *args: Any) -> None:
                """Say nothing."""

        return Handler

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        wanted = request.headers.get("Range") or ""
        self.asked.append(wanted)
        request.close_connection = True
        if request.path in self.status:
            request.send_error(self.status[request.path])
            return
        if request.path in self.redirect:
            request.send_response(302)
            request.send_header("Location", self.redirect[request.path])
            request.send_header("Content-Length", "0")
            request.end_headers()
            return
        start = int(wanted.removeprefix("bytes=").removesuffix("-")) if wanted else 0
        same = request.headers.get("If-Range") in {None, self.mark}
        if not (self.ranges and same):
            start = 0
        if start >= len(self.content):
            request.send_error(416)
            return
        body = self.content[start:]
        request.send_response(206 if start else 200)
        request.send_header("Content-Length", str(len(body)))
        if start:
            request.send_header("Content-Range", f"bytes {start}-{len(self.content) - 1}/{len(self.content)}")
        if self.mark:
            request.send_header("ETag", self.mark)
        request.end_headers()
        if self.cut_after:
            request.wfile.write(body[: self.cut_after.pop(0)])
            request.wfile.flush()
            if self.hold is not None:
                self.hold.wait(30)
            return
        request.wfile.write(body)


Answer = Callable[[dict[str, Any]], list[str]]


@dataclass
class ChatServer:
    """Speaks OpenAI's interface as llama.cpp's server does; ``llama=False`` leaves out its own paths.

    Attributes:
        models: names, in order.
        answer: the pieces of an answer, of a request's body.
        loading: how many more requests are answered with "loading model".
        fail: an error event sent after the first piece.
        refuse: status and message of a refusal instead of an answer.
        hold: waited for after the first piece; set it to let the answer go on.
        lm_studio: the window that LM Studio's own interface tells.
        bodies: of the requests for answers.
        gone: set when a client left in the middle.
    """

    models: list[str] = field(default_factory=lambda: ["tiny"])
    answer: Answer = lambda _body: ["billing ", "listens on ", "8080."]
    llama: bool = True
    loading: int = 0
    fail: str = ""
    refuse: tuple[int, str] | None = None
    hold: threading.Event | None = None
    lm_studio: int = 0
    bodies: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    gone: threading.Event = field(default_factory=threading.Event)

    def handler(self) -> type[BaseHTTPRequestHandler]:
        """Return the handler class."""
        chat = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                chat.serve(self, None)

            def do_POST(self) -> None:
                chat.serve(self, json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

            def log_message(self, format: str, *args: Any) -> None:
                """Say nothing."""

        return Handler

    def serve(self, request: BaseHTTPRequestHandler, body: Any) -> None:
        self.paths.append(request.path)
        request.close_connection = True
        if self.loading:
            self.loading -= 1
            _json(request, {"error": {"code": 503, "message": "Loading model"}}, 503)
        elif request.path == "/v1/models":
            _json(request, {"object": "list", "data": [{"id": name, "object": "model"} for name in self.models]})
        elif request.path == "/v1/chat/completions":
            self.bodies.append(body)
            self._complete(request, body)
        elif self.llama and request.path == "/props":
            _json(request, {"default_generation_settings": {"n_ctx": 2048}, "total_slots": 1})
        elif self.llama and request.path == "/tokenize":
            _json(request, {"tokens": list(range(len(body["content"].split())))})
        elif self.llama and request.path == "/apply-template":
            _json(request, {"prompt": " ".join(f"{m['role']}: {m['content']}" for m in body["messages"])})
        elif self.lm_studio and request.path.startswith("/api/v0/models/"):
            _json(request, {"id": "tiny", "state": "loaded", "loaded_context_length": self.lm_studio})
        else:
            _json(request, {"error": {"message": "File Not Found", "code": 404}}, 404)

    def _complete(self, request: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        if self.refuse is not None:
            _json(request, {"error": {"message": self.refuse[1]}}, self.refuse[0])
            return
        request.send_response(200)
        request.send_header("Content-Type", "text/event-stream")
        request.end_headers()
        try:
            self._stream(request, body)
        except OSError:
            self.gone.set()

    def _stream(self, request: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        _event(request, {"choices": [{"index": 0, "delta": {"role": "assistant", "content": None}}]})
        pieces = self.answer(body)
        for number, piece in enumerate(pieces):
            _event(request, {"choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]})
            if number == 0 and self.fail:
                _event(request, {"error": {"message": self.fail, "code": 500}})
                return
            if number == 0 and self.hold is not None:
                while not self.hold.wait(0.02):
                    request.wfile.write(b": waiting\n\n")
                    request.wfile.flush()
        reason = "length" if len(pieces) >= int(body.get("max_tokens", 99)) else "stop"
        _event(request, {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
        usage = {"prompt_tokens": 7, "completion_tokens": len(pieces), "prompt_tokens_details": {"cached_tokens": 3}}
        _event(request, {"choices": [], "usage": usage})
        request.wfile.write(b"data: [DONE]\n\n")


def _json(request: BaseHTTPRequestHandler, value: Any, status: int = 200) -> None:
    body = json.dumps(value).encode()
    request.send_response(status)
    request.send_header("Content-Type", "application/json")
    request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    request.wfile.write(body)


def _event(request: BaseHTTPRequestHandler, value: Any) -> None:
    request.wfile.write(b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\n\n")
    request.wfile.flush()
