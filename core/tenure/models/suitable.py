"""Whether a GGUF file can answer questions here, and if not, why, in one sentence."""

from __future__ import annotations

import mmap
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tenure.errors import InputError
from tenure.models.gguf import GgufHeader, known, read_gguf

WINDOW: Final = 4096
"""The window in tokens that Tenure gives a text model."""

_BESIDES: Final = 300 << 20
"""Bytes that llama.cpp and Python take beside weights and window, roughly."""
_PART = re.compile(r"-(\d{5})-of-(\d{5})(?=\.gguf$)")


def check_gguf(path: Path | str, *, memory: int | None = None) -> GgufHeader:
    """Read a file's header and refuse what could not be loaded or could not answer.

    Args:
        path: the GGUF file.
        memory: bytes it may take; None leaves that out.

    Raises:
        InputError: with the reason: no such file, not GGUF, cut short, an adapter or a part of a model, an
            architecture llama.cpp does not know or that answers nothing, or too big for the memory.
    """
    header = read_gguf(path)
    reason = refusal(header, memory=memory)
    if reason:
        raise InputError(reason)
    return header


def refusal(header: GgufHeader, *, memory: int | None = None) -> str:
    """Say why a model cannot be used; empty if nothing speaks against it."""
    name = header.path.name
    if header.kind != "model":
        return f"{name} is no model by itself but {_a(header.kind)}."
    if not header.architecture:
        return f"{name} does not say its architecture."
    if header.architecture in known().not_for_answers:
        return f"{name} is a model of the kind '{header.architecture}', which does not answer questions."
    if header.architecture not in known().architectures and not _library_names(header.architecture):
        return f"{name} has the architecture '{header.architecture}', which the installed llama.cpp does not know."
    if header.odd_types:
        return f"{name} has weights of a type ({header.odd_types[0]}) that the installed llama.cpp does not know."
    if header.parameters == 0:
        return f"{name} has no weights."
    if not header.whole:
        return f"{name} is cut short: it has {size_text(header.size)} of {size_text(header.data_end)}."
    return _parts_reason(header) or _memory_reason(header, memory)


def needed_memory(header: GgufHeader) -> int:
    """Return about how many bytes of memory a model takes when it answers: weights, window and what is beside."""
    weights = sum(part.stat().st_size for part in parts_of(header) if part.is_file())
    window = min(WINDOW, header.context or WINDOW)
    return weights + window * header.cache_bytes_per_token + _BESIDES


def parts_of(header: GgufHeader) -> list[Path]:
    """Return the files of a model, which are several where it is split."""
    if header.parts == 1 or not _PART.search(header.path.name):
        return [header.path]
    names = (_PART.sub(f"-{n:05}-of-{header.parts:05}", header.path.name) for n in range(1, header.parts + 1))
    return [header.path.with_name(name) for name in names]


def size_text(size: int) -> str:
    """Write a number of bytes as people read it: ``4.37 GB``."""
    for unit, factor, digits in (("GB", 10**9, 2), ("MB", 10**6, 0), ("kB", 10**3, 0)):
        if size >= factor:
            return f"{size / factor:.{digits}f} {unit}"
    return f"{size} bytes"


def _parts_reason(header: GgufHeader) -> str:
    if header.part != 1:
        return f"{header.path.name} is part {header.part} of {header.parts}: choose the first part."
    missing = [part.name for part in parts_of(header) if not part.is_file()]
    return f"{header.path.name} is one of {header.parts} parts, and {missing[0]} is missing." if missing else ""


def _memory_reason(header: GgufHeader, memory: int | None) -> str:
    if memory is None:
        return ""
    needed = needed_memory(header)
    if needed <= memory:
        return ""
    free = size_text(memory)
    return f"{header.path.name} is too big: it takes about {size_text(needed)} of memory, and {free} are free."


def _a(kind: str) -> str:
    return {
        "adapter": "an adapter for another one",
        "vocab": "only a vocabulary",
        "mmproj": "the part of one that sees pictures",
    }.get(kind, f"a file of the kind '{kind}'")


@cache
def _library_names(architecture: str) -> bool:
    """Whether the installed libllama holds a name among its constants; it has no function to ask.

    Only asked for names the tables lack: a llama.cpp newer than them may know more. Compilers merge a constant that
    ends another one, so only its end can be looked for.
    """
    spec = find_spec("llama_cpp")
    if spec is None or not spec.submodule_search_locations or not architecture.isascii():
        return False
    folder = Path(next(iter(spec.submodule_search_locations))) / "lib"
    wanted = architecture.encode("ascii") + b"\0"
    for library in (*folder.glob("libllama.*"), *folder.glob("llama.dll")):
        with library.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            if content.find(wanted) >= 0:
                return True
    return False
