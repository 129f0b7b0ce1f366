"""Java properties: a key's dots are its path."""

from __future__ import annotations

import re
from functools import lru_cache

from tenure.ingest.document import Document
from tenure.ingest.flatten import Row, put_rows, segment
from tenure.ingest.readers.base import Content, suffix_of
from tenure.ingest.readers.configuration import configuration, is_template, row_lines

_ROW = re.compile(r"((?:[^\s:=\\]|\\.)+)\s*[:=]?\s*(.*)", re.DOTALL)
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
        """Whether it is the thing itself, not a template that makes some."""
        return not is_template(content.text)

    def read(self, content: Content) -> Document:
        """Read the file.

        Raises:
            InputError: if it holds too many values.
        """
        return configuration(
            content,
            self.kind,
            lambda flat: put_rows(_rows(content.text), content.name, into=flat),
            lambda: row_lines(_rows(content.text)),
        )


def _rows(text: str) -> list[Row]:
    rows: list[Row] = []
    begun, first = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        row = line.lstrip()
        if begun:
            row = begun + row
            begun = ""
        elif not row or row[0] in "#!":
            continue
        else:
            first = number
        if row[-1:] == "\\" and (len(row) - len(row.rstrip("\\"))) % 2:
            begun = row[:-1] or " "
            continue
        rows.extend(_row(row, first))
    if begun:
        rows.extend(_row(begun, first))
    return rows


def _row(row: str, number: int) -> list[Row]:
    match = _ROW.match(row)
    if match is None:
        return []
    key, value = match.groups()
    return [Row(_path(_unescaped(key)), _unescaped(value), number)]


@lru_cache(maxsize=65_536)
def _path(key: str) -> str:
    parts = key.split(".")
    return ".".join(map(segment, parts)) if all(parts) else segment(key)


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else _ESCAPES.get(m[2], m[2]), text)


READERS = (PropertiesReader(),)
