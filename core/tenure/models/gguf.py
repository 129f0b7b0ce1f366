"""Reading the header of a GGUF file: what the model is, without loading it.

Written after the GGUF specification, version 3 (docs/gguf.md of the ggml project); version 2 differs only in what it
leaves out. Numbers and names of tensor types, file types and architectures are data: ``models/gguf.json``.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, BinaryIO, Final

import tenure_resources
from tenure.errors import InputError

_MAGIC: Final = b"GGUF"
_VERSIONS: Final = (2, 3)
_ALIGNMENT: Final = 32
_MOST_ENTRIES: Final = 1 << 20
"""More metadata entries or tensors than any model has: a count above it is damage."""
_DEEPEST: Final = 4
_MOST_PARTS: Final = 99_999
_LONGEST_NAME: Final = 80
_KEPT_TEXT: Final = 1 << 20
"""Metadata texts up to this many bytes are kept; chat templates are far below."""
_NUMBERS: Final = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d"}
_STRING, _ARRAY = 8, 9


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """What a GGUF file says of its model.

    Attributes:
        path: the file.
        size: of the file in bytes.
        version: of the format.
        kind: ``model``, ``adapter``, ``vocab``, ``mmproj``, as ``general.type`` says; ``model`` where it says nothing.
        architecture: as llama.cpp names it, such as ``qwen2``.
        name: the model's own name; empty if it has none.
        quantisation: such as ``Q4_K_M``.
        parameters: how many numbers its tensors hold.
        context: tokens it was trained for; 0 if not stated.
        chat_template: whether it carries one.
        part: its number among ``parts`` files, from 1.
        data_end: the byte at which its last tensor ends.
        cache_bytes_per_token: memory that each token of the window takes while it answers; 0 if not stated.
        odd_types: numbers of tensor types nobody here knows.
    """

    path: Path
    size: int
    version: int
    kind: str
    architecture: str
    name: str
    quantisation: str
    parameters: int
    context: int
    chat_template: bool
    part: int
    parts: int
    data_end: int
    cache_bytes_per_token: int
    odd_types: tuple[int, ...]

    @property
    def whole(self) -> bool:
        """Whether the file holds all its tensors."""
        return self.data_end <= self.size


@dataclass(frozen=True, slots=True)
class Known:
    """What the reader knows by number and name; see ``models/gguf.json``."""

    architectures: frozenset[str]
    not_for_answers: frozenset[str]
    tensor_types: Mapping[int, tuple[str, int, int]]
    file_types: Mapping[int, str]


@cache
def known() -> Known:
    """Return the tables of the resources."""
    text = resources.files(tenure_resources).joinpath("models/gguf.json").read_text(encoding="utf-8")
    table: dict[str, Any] = json.loads(text)
    return Known(
        frozenset(table["architectures"]),
        frozenset(table["not_for_answers"]),
        {int(number): (row[0], row[1], row[2]) for number, row in table["tensor_types"].items()},
        {int(number): name for number, name in table["file_types"].items()},
    )


def read_gguf(path: Path | str) -> GgufHeader:
    """Read the header of a GGUF file; nothing of the weights is read.

    Raises:
        InputError: if there is no such file, it is not GGUF, is of an unknown version, or breaks off in its header.
    """
    file = Path(path).expanduser()
    try:
        with file.open("rb") as stream:
            return _Reader(file, stream, os.fstat(stream.fileno()).st_size).header()
    except OSError as error:
        raise InputError(f"The model file {file} cannot be read: {error.strerror or error}.") from error


class _Reader:
    """Walks once through the header; every length is held against the file's size before it is believed."""

    def __init__(self, path: Path, stream: BinaryIO, size: int) -> None:
        self._path = path
        self._stream = stream
        self._size = size

    def header(self) -> GgufHeader:
        begins = self._stream.read(8)
        if begins[:4] != _MAGIC:
            raise InputError(f"{self._path} is not a GGUF model file.")
        if len(begins) < 8:
            raise self._broken()
        version = int(struct.unpack("<I", begins[4:])[0])
        if version == 0:
            raise self._damaged()
        if version not in _VERSIONS:
            raise InputError(f"{self._path}: {_version_reason(version)}")
        tensors, entries = self._count(), self._count()
        metadata = dict(self._entry() for _ in range(entries))
        elements, end, types = self._tensors(tensors)
        align = metadata.get("general.alignment")
        align = align if isinstance(align, int) and align > 0 else _ALIGNMENT
        start = -(-self._stream.tell() // align) * align
        return self._described(version, metadata, elements, start + end if tensors else self._stream.tell(), types)

    def _described(
        self, version: int, metadata: dict[str, Any], elements: int, end: int, types: dict[int, int]
    ) -> GgufHeader:
        text, number = _getters(metadata)
        architecture = text("general.architecture")[:_LONGEST_NAME]
        return GgufHeader(
            path=self._path,
            size=self._size,
            version=version,
            kind=text("general.type")[:_LONGEST_NAME] or "model",
            architecture=architecture,
            name=" ".join(text("general.name").split())[:_LONGEST_NAME],
            quantisation=_quantisation(metadata.get("general.file_type"), types),
            parameters=elements,
            context=number(f"{architecture}.context_length"),
            chat_template=bool(text("tokenizer.chat_template")),
            part=number("split.no") + 1,
            parts=min(max(1, number("split.count")), _MOST_PARTS),
            data_end=end,
            cache_bytes_per_token=_cache_per_token(architecture, number),
            odd_types=tuple(sorted(kind for kind in types if kind not in known().tensor_types)),
        )

    def _tensors(self, count: int) -> tuple[int, int, dict[int, int]]:
        """Return the elements of all tensors, where the last ends after the data's start, elements by type."""
        elements, end, types = 0, 0, dict[int, int]()
        for _ in range(count):
            self._string()
            dimensions = self._number("<I")
            if dimensions > 8:
                raise self._damaged()
            size = 1
            for _ in range(dimensions):
                size *= self._number("<Q")
            kind, offset = self._number("<I"), self._number("<Q")
            _name, block, stored = known().tensor_types.get(kind, ("", 1, 0))
            elements += size
            types[kind] = types.get(kind, 0) + size
            end = max(end, offset + size // block * stored)
        return elements, end, types

    def _entry(self) -> tuple[str, Any]:
        key = self._string() or ""
        return key, self._value(self._number("<I"))

    def _value(self, kind: int, depth: int = 0) -> Any:
        """Read a value; arrays are passed over, as nothing in them is wanted, and come back as None."""
        if kind in _NUMBERS:
            return self._number(_NUMBERS[kind])
        if kind == _STRING:
            return self._string()
        if kind != _ARRAY or depth > _DEEPEST:
            raise self._damaged()
        inner, length = self._number("<I"), self._number("<Q")
        if inner in _NUMBERS:
            self._skip(length * struct.calcsize(_NUMBERS[inner]))
        elif length > self._size:
            raise self._broken()
        elif inner == _STRING:
            self._skip_strings(length)
        else:
            for _ in range(length):
                self._value(inner, depth + 1)
        return None

    def _skip_strings(self, count: int) -> None:
        # A vocabulary has hundreds of thousands: this loop is all the time that reading a header takes.
        read, seek, unpack = self._stream.read, self._stream.seek, struct.Struct("<Q").unpack
        for _ in range(count):
            head = read(8)
            if len(head) < 8:
                raise self._broken()
            (length,) = unpack(head)
            if length > self._size:
                raise self._broken()
            seek(length, os.SEEK_CUR)
        self._skip(0)

    def _string(self) -> str | None:
        length = self._number("<Q")
        if length > _KEPT_TEXT:
            self._skip(length)
            return None
        return self._exactly(length).decode("utf-8", "replace")

    def _count(self) -> int:
        count = int(self._number("<Q"))
        if count > _MOST_ENTRIES:
            raise self._damaged()
        return count

    def _number(self, form: str) -> Any:
        return struct.unpack(form, self._exactly(struct.calcsize(form)))[0]

    def _exactly(self, length: int) -> bytes:
        data = self._stream.read(length)
        if len(data) < length:
            raise self._broken()
        return data

    def _skip(self, length: int) -> None:
        if length > self._size or self._stream.seek(length, os.SEEK_CUR) > self._size:
            raise self._broken()

    def _broken(self) -> InputError:
        return InputError(f"{self._path} is cut short: it breaks off in its header.")

    def _damaged(self) -> InputError:
        return InputError(f"{self._path} is damaged: its header makes no sense.")


def _getters(metadata: dict[str, Any]) -> tuple[Callable[[str], str], Callable[[str], int]]:
    def text(key: str) -> str:
        value = metadata.get(key)
        return value if isinstance(value, str) else ""

    def number(key: str) -> int:
        value = metadata.get(key)
        return value if isinstance(value, int) and value > 0 else 0

    return text, number


def _version_reason(version: int) -> str:
    if version == 1:
        return "it is of version 1 of the format, which nothing reads any more; take a newer file of the model."
    if version & 0xFFFF == 0:
        return "it was made for big-endian computers."
    return f"it is of version {version} of the format, which is newer than what is installed here reads."


def _quantisation(file_type: Any, types: dict[int, int]) -> str:
    """Name the quantisation: as the file states it, else the type that most of its numbers have."""
    name = known().file_types.get(file_type) if isinstance(file_type, int) else None
    if name is None and types:
        name = known().tensor_types.get(max(types, key=types.__getitem__), (None,))[0]
    return name or "unknown"


def _cache_per_token(architecture: str, number: Callable[[str], int]) -> int:
    """Bytes that keys and values of one token take in all layers, two bytes a number."""
    layers, heads = number(f"{architecture}.block_count"), number(f"{architecture}.attention.head_count")
    width = number(f"{architecture}.embedding_length")
    if not heads:
        return 0
    shared = number(f"{architecture}.attention.head_count_kv") or heads
    length = number(f"{architecture}.attention.key_length") or width // heads
    return 2 * 2 * layers * shared * length
