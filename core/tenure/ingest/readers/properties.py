"""Java properties: a key's dots are its path."""

from __future__ import annotations

import re

from tenure.ingest.document import Document
from tenure.ingest.flatten import Row, put_rows, segment
from tenure.ingest.readers.base import Content, suffix_of
from tenure.ingest.readers.configuration import configuration, every_line

_KEY = re.compile(r"(?:[^\s:=\\]|\\.)+")
_SEPARATOR = re.compile(r"\s*[:=]?\s*")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}


class PropertiesReader:
    """Reads properties."""

    kind = "properties"
    covers = "Java properties: every key, its dots as a path; lines that go on and escapes are read."
    rank = 50
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the name ends as properties do."""
        return suffix_of(name) == ".properties"

    def accepts(self, content: Content) -> bool:
        """Whether there is anything to read, which the name has decided."""
        return bool(content.name)

    def read(self, content: Content) -> Document:
        """Read the file.

        Raises:
            InputError: if it holds too many values.
        """
        return configuration(
            content,
            self.kind,
            lambda flat: put_rows(_rows(content.text), content.name, into=flat),
            lambda: every_line(content.text),
        )


def _rows(text: str) -> list[Row]:
    rows: list[Row] = []
    begun, first = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        row = line.lstrip()
        if not begun and (not row or row[0] in "#!"):
            continue
        first = first if begun else number
        begun += row
        if row.endswith("\\") and (len(row) - len(row.rstrip("\\"))) % 2:
            begun = begun[:-1] or " "
            continue
        rows.extend(_row(begun, first))
        begun = ""
    if begun:
        rows.extend(_row(begun, first))
    return rows


def _row(row: str, number: int) -> list[Row]:
    key = _KEY.match(row.lstrip())
    if key is None:
        return []
    separator = _SEPARATOR.match(key.string, key.end())
    value = key.string[separator.end() if separator is not None else key.end() :]
    return [Row(_path(_unescaped(key[0])), _unescaped(value), number)]


def _path(key: str) -> str:
    parts = key.split(".")
    return ".".join(map(segment, parts)) if all(parts) else segment(key)


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else _ESCAPES.get(m[2], m[2]), text)


READERS = (PropertiesReader(),)
