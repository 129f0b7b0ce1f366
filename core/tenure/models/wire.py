"""Talking to a server of the OpenAI kind over HTTP: one request a connection, answers whole or line by line."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from tenure.errors import InputError, ModelError
from tenure.models.background import in_background
from tenure.progress import CancelToken

_LOOPBACK: Final = {"127.0.0.1", "localhost", "::1"}
_LARGEST: Final = 32 << 20
CONNECT_S: Final = 5.0
"""Seconds a server may take to accept a connection."""


class UnreadyError(ModelError):
    """The server is there but its model is still being loaded."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is.

    Attributes:
        secure: https.
        host, port: of the server.
        path: before the interface's own paths, such as ``/v1``; without a slash at its end.
    """

    secure: bool
    host: str
    port: int
    path: str

    @classmethod
    def parse(cls, url: str) -> Address:
        """Read a base address such as ``http://127.0.0.1:8080/v1``.

        Raises:
            InputError: if it is none.
        """
        try:
            parts = urlsplit(url.strip())
            port = parts.port
        except ValueError as error:
            raise InputError(f"{url} is not the address of a server: {error}.") from error
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.username or parts.query:
            raise InputError(f"{url} is not the address of a server: write it as http://127.0.0.1:8080/v1.")
        secure = parts.scheme == "https"
        return cls(secure, parts.hostname, port or (443 if secure else 80), parts.path.rstrip("/") or "/v1")

    @property
    def here(self) -> bool:
        """Whether the server runs on this computer."""
        return self.host in _LOOPBACK

    @property
    def root(self) -> str:
        """The path above the OpenAI interface, where servers have their own."""
        return self.path.removesuffix("/v1")

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.secure else 'http'}://{host}:{self.port}{self.path}"


def ask(address: Address, path: str, body: Any = None, *, cancel: CancelToken | None = None, timeout: float) -> Any:
    """Send one request and return the JSON of its answer; a POST if there is a body.

    Raises:
        Cancelled: if ``cancel`` was set.
        UnreadyError: if the server's model is still being loaded.
        ModelError: if the server cannot be reached, refuses, or answers with something else than JSON.
    """
    with closing(lines(address, path, body, cancel=cancel, timeout=timeout)) as parts:
        text = "".join(parts)
    try:
        return json.loads(text)
    except ValueError as error:
        raise ModelError(f"The server at {address} does not speak the OpenAI interface.") from error


def lines(
    address: Address, path: str, body: Any = None, *, cancel: CancelToken | None = None, timeout: float
) -> Generator[str]:
    """Send one request and yield the lines of its answer as they come; see :func:`ask` for the rest.

    Args:
        address: where the server is.
        path: of the request, from the host's root.
        body: sent as JSON.
        cancel: ends it within a moment and lets the server know by closing the connection.
        timeout: seconds without a byte after which the server counts as gone.
    """
    line = _Line(address, path, body, timeout)
    yield from in_background(line.read, cancel or CancelToken(), line.cut)


class _Line:
    """One connection; read in a thread, cut from another."""

    def __init__(self, address: Address, path: str, body: Any, timeout: float) -> None:
        self._address = address
        self._path = path
        self._body = None if body is None else json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        self._timeout = timeout
        self._socket: socket.socket | None = None

    def cut(self) -> None:
        """Wake the reading thread by ending the connection."""
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def read(self) -> Iterator[str]:
        """Yield the answer's lines."""
        try:
            connection = self._connected()
        except OSError as error:
            raise ModelError(f"The server at {self._address} cannot be reached: {_said(error)}.") from error
        with closing(connection):
            try:
                yield from self._answer(connection)
            except TimeoutError as error:
                raise ModelError(f"The server at {self._address} did not answer in time.") from error
            except (OSError, http.client.HTTPException) as error:
                raise ModelError(f"The server at {self._address} broke the connection: {_said(error)}.") from error

    def _connected(self) -> http.client.HTTPConnection:
        host, port = self._address.host, self._address.port
        if self._address.secure:
            connection: http.client.HTTPConnection = http.client.HTTPSConnection(
                host, port, timeout=CONNECT_S, context=ssl.create_default_context()
            )
        else:
            connection = http.client.HTTPConnection(host, port, timeout=CONNECT_S)
        connection.connect()
        self._socket = connection.sock
        self._socket.settimeout(self._timeout)
        return connection

    def _answer(self, connection: http.client.HTTPConnection) -> Iterator[str]:
        method = "GET" if self._body is None else "POST"
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        connection.request(method, self._path, self._body, headers)
        response = connection.getresponse()
        if response.status != 200:
            raise self._refusal(response.status, response.read(_LARGEST))
        came = 0
        while line := response.readline(_LARGEST):
            came += len(line)
            if came > _LARGEST:
                raise ModelError(f"The server at {self._address} does not stop answering.")
            yield line.decode("utf-8", "replace")

    def _refusal(self, status: int, body: bytes) -> ModelError:
        said = message_of(body.decode("utf-8", "replace"))
        if status == 503:
            return UnreadyError(f"The server at {self._address} is still loading its model.")
        if status == 404 and not said:
            return ModelError(f"The server at {self._address} does not speak the OpenAI interface.")
        if status in {401, 403}:
            return ModelError(f"The server at {self._address} asks for a key, which Tenure does not keep.")
        return ModelError(f"The server at {self._address} refused ({status}){': ' + said if said else ''}.")


def message_of(text: str) -> str:
    """Return what a server says of an error: ``{"error": {"message": …}}`` or ``{"error": …}``; else empty."""
    try:
        error = json.loads(text)["error"]
    except (ValueError, KeyError, TypeError):
        return ""
    said = error.get("message", "") if isinstance(error, dict) else error
    return " ".join(str(said).split())[:300].rstrip(".")


def _said(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__
