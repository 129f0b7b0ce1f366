"""Writes small GGUF files, sound and unsound, by the specification."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

Metadata = dict[str, Any]

LLAMA: Metadata = {
    "general.architecture": "llama",
    "general.name": "Tiny",
    "general.file_type": 15,
    "llama.context_length": 8192,
    "llama.embedding_length": 64,
    "llama.block_count": 2,
    "llama.attention.head_count": 4,
    "llama.attention.head_count_kv": 2,
    "tokenizer.ggml.tokens": ["<s>", "</s>", "a", "ä", "世界"],
    "tokenizer.ggml.scores": [0.0, -1.0, -2.0],
    "tokenizer.chat_template": "{% for m in messages %}{{ m.content }}{% endfor %}",
}


def text(value: str) -> bytes:
    raw = value.encode()
    return struct.pack("<Q", len(raw)) + raw


def value(given: Any) -> bytes:
    if isinstance(given, bool):
        return struct.pack("<I?", 7, given)
    if isinstance(given, int):
        return struct.pack("<II", 4, given)
    if isinstance(given, float):
        return struct.pack("<If", 6, given)
    if isinstance(given, str):
        return struct.pack("<I", 8) + text(given)
    inner = value(given[0])[:4]
    return struct.pack("<I", 9) + inner + struct.pack("<Q", len(given)) + b"".join(value(one)[4:] for one in given)


def header(
    metadata: Metadata | None = None,
    tensors: tuple[tuple[str, tuple[int, ...], int, int], ...] = (("weights", (256, 2), 0, 0),),
    *,
    version: int = 3,
) -> bytes:
    """Return a header; tensors are name, dimensions, type and offset."""
    entries = LLAMA if metadata is None else metadata
    made = b"GGUF" + struct.pack("<IQQ", version, len(tensors), len(entries))
    made += b"".join(text(key) + value(one) for key, one in entries.items())
    for name, dimensions, kind, offset in tensors:
        made += text(name) + struct.pack("<I", len(dimensions)) + struct.pack(f"<{len(dimensions)}Q", *dimensions)
        made += struct.pack("<IQ", kind, offset)
    return made


def make(path: Path, metadata: Metadata | None = None, *, data: int = 2048, **kinds: Any) -> Path:
    """Write a file with its header and so many bytes of weights (2048 is what the usual tensor needs)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    begins = header(metadata, **kinds)
    path.write_bytes(begins + b"\0" * (-len(begins) % 32) + b"\1" * data)
    return path
