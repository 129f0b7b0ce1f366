"""Environment files (``.env``): names and values as a shell would read them, without expanding anything."""

from __future__ import annotations

import re

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.flatten import Row, put_rows, segment
from tenure.ingest.readers.base import Content, base_of
from tenure.ingest.readers.configuration import configuration, row_lines

_NAME = re.compile(r"(?:.*\.)?env(?:\..+)?|\.envrc|\.flaskenv|.*\.env\.(?:example|sample|template|dist)", re.IGNORECASE)
_LINE = re.compile(r"\s*(?:(?:export|set|declare -x)\s+)?([A-Za-z_][\w.-]*)\s*(?:=|:(?=\s))[ \t]*(.*)")
_COMMENT = re.compile(r"\s#.*")
_QUOTED = {
    '"': re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL),
    "'": re.compile(r"'([^']*)'"),
    "`": re.compile(r"`([^`]*)`"),
}
_LONGEST = 1000
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\n": ""}


class DotenvReader:
    """Reads environment files."""

    kind = "env"
    covers = "Environment files (.env, .env.production, app.env): every variable; references are not expanded."
    rank = 10
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the name is ``.env``, or begins or ends so."""
        base = base_of(name)
        return "env" in base.lower() and not base.endswith((".py", ".md", ".js", ".ts")) and bool(_NAME.fullmatch(base))

    def accepts(self, content: Content) -> bool:
        """Whether there is a variable at all, or nothing but comments."""
        rows = [row for row in content.text.split("\n") if row.strip() and not row.lstrip().startswith("#")]
        return not rows or any("=" in row for row in rows)

    def read(self, content: Content) -> Document:
        """Read the file; lines that set nothing (shell commands) are left out.

        Raises:
            InputError: for a quotation that does not end, with the line.
        """
        return configuration(
            content,
            self.kind,
            lambda flat: put_rows(_rows(content.text), content.name, into=flat),
            lambda: row_lines(_rows(content.text)),
        )


def _rows(text: str) -> list[Row]:
    rows: list[Row] = []
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        match = _LINE.match(lines[number]) if "=" in lines[number] or ":" in lines[number] else None
        number += 1
        if match is None:
            continue
        name, value = match.groups()
        begun = number
        if value[:1] in _QUOTED:
            value, number = _quoted(value, lines, number)
        elif "#" in value:
            value = "" if value[0] == "#" else _COMMENT.sub("", value)
        rows.append(Row(segment(name), value, begun))
    return rows


def _quoted(value: str, lines: list[str], number: int) -> tuple[str, int]:
    """Return a value in quotes and the number of the line it ends on."""
    quoted, quote, begun = _QUOTED[value[0]], value[0], number
    match = quoted.match(value)
    while match is None:
        if number == len(lines) or number - begun > _LONGEST:
            raise InputError(f"line {begun}: the quotation does not end")
        value = f"{value}\n{lines[number]}"
        number += 1
        match = quoted.match(value) if quote in lines[number - 1] else None
    if quote == '"' and "\\" in match[1]:
        return _ESCAPE.sub(lambda m: _ESCAPES.get(m[1], m[1] if m[1] in '"\\$`' else m[0]), match[1]), number
    return match[1], number


READERS = (DotenvReader(),)
