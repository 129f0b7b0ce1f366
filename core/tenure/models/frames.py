"""Messages over a pipe: a JSON object and, beside it, raw bytes.

A frame is two big-endian 32-bit lengths, then the JSON text, then the bytes. Vectors travel as the
bytes (float32, little-endian), so that no number is ever written out in decimals.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, BinaryIO

_LENGTHS = struct.Struct(">II")
_LARGEST = 1 << 30

Header = dict[str, Any]
"""The JSON object of a frame."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request as the child's engine sees it.

    Attributes:
        header: what is asked; ``header["op"]`` says which kind.
        send: sends an event of this request to the parent.
        cancelled: whether the parent has given it up.
    """

    header: Header
    send: Callable[[Header], None]
    cancelled: Callable[[], bool]


def write_frame(stream: BinaryIO, header: Header, payload: bytes = b"") -> None:
    """Write one frame and flush it.

    Raises:
        OSError: if the other side has gone.
    """
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    stream.write(_LENGTHS.pack(len(text), len(payload)) + text + payload)
    stream.flush()


def read_frame(stream: BinaryIO) -> tuple[Header, bytes] | None:
    """Read one frame; None when the other side has gone, in the middle of a frame too.

    Raises:
        ValueError: if what arrives is not a frame.
    """
    lengths = _read_exactly(stream, _LENGTHS.size)
    if lengths is None:
        return None
    text_length, payload_length = _LENGTHS.unpack(lengths)
    if text_length > _LARGEST or payload_length > _LARGEST:
        raise ValueError("not a frame: a length is out of range")
    text = _read_exactly(stream, text_length)
    payload = _read_exactly(stream, payload_length)
    if text is None or payload is None:
        return None
    header = json.loads(text)
    if not isinstance(header, dict):
        raise ValueError("not a frame: its text is not an object")
    return header, payload


def _read_exactly(stream: BinaryIO, length: int) -> bytes | None:
    parts: list[bytes] = []
    while length:
        part = stream.read(length)
        if not part:
            return None
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
