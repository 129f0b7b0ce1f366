"""Environment files (``.env``): names and values as a shell would read them, without expanding anything."""

from __future__ import annotations

import re

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.flatten import Row, put_rows, segment
from tenure.ingest.readers.base import Content, base_of
from tenure.ingest.readers.configuration import configuration, every_line

_NAME = re.compile(r"(?:.*\.)?env(?:\..+)?|\.envrc|\.flaskenv|.*\.env\.(?:example|sample|template|dist)", re.IGNORECASE)
_START = re.compile(r"\s*(?:(?:export|set|declare -x)\s+)?(?P<name>[A-Za-z_][\w.-]*)\s*(?:=|:(?=\s))[ \t]*")
_BARE = re.compile(r"[^\n]*?(?=\s+#|\s*(?:\n|\Z))")
_QUOTED = {
    '"': re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL),
    "'": re.compile(r"'([^']*)'"),
    "`": re.compile(r"`([^`]*)`"),
}
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
            lambda: every_line(content.text),
        )


def _rows(text: str) -> list[Row]:
    rows: list[Row] = []
    at, number = 0, 1
    while at < len(text):
        start = _START.match(text, at) if text[at] not in "#\n" else None
        stop = at
        if start is not None:
            value, stop = _value(text, start.end(), number)
            line = number + text.count("\n", at, start.start("name"))
            rows.append(Row(segment(start["name"]), value, line))
        end = text.find("\n", stop)
        end = len(text) if end < 0 else end
        number += text.count("\n", at, end + 1)
        at = end + 1
    return rows


def _value(text: str, at: int, number: int) -> tuple[str, int]:
    """Return a value and where it ends."""
    quoted = _QUOTED.get(text[at : at + 1])
    if quoted is None:
        bare = _BARE.match(text, at)
        return (bare[0].strip(), bare.end()) if bare is not None and text[at : at + 1] != "#" else ("", at)
    match = quoted.match(text, at)
    if match is None:
        raise InputError(f"line {number}: the quotation does not end")
    if text[at] == '"':
        return _ESCAPE.sub(lambda m: _ESCAPES.get(m[1], m[1] if m[1] in '"\\$`' else m[0]), match[1]), match.end()
    return match[1], match.end()


READERS = (DotenvReader(),)
