"""Bytes to text: UTF-8 with or without mark, UTF-16 with a mark; anything else is refused."""

from __future__ import annotations

import codecs

from tenure.errors import InputError

LARGEST = 64 * 1024 * 1024
"""Files above this many bytes are not text a person wrote; they are skipped and reported."""

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def decode(data: bytes, name: str) -> str:
    """Return the text of a file with line breaks as ``\\n``.

    Raises:
        InputError: if the bytes are not UTF-8 and carry no UTF-16 mark.
    """
    encoding = next((e for mark, e in _MARKS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise InputError(
            f"'{name}' is not readable text: byte {error.start} is neither UTF-8 nor marked UTF-16; convert it to UTF-8"
        ) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def looks_binary(data: bytes) -> bool:
    """Whether the bytes are those of a binary file: a NUL in the first 8 KiB and no UTF-16 mark."""
    return not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and b"\0" in data[:8192]
