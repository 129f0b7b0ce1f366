"""JSON configuration, with comments and trailing commas tolerated (``tsconfig.json``, ``.jsonc``)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.flatten import Flat, Path, flatten, stem_of
from tenure.ingest.readers.base import Content, suffix_of
from tenure.ingest.readers.configuration import configuration
from tenure.ingest.scalars import Written

_NAMES = {".babelrc", ".eslintrc", ".prettierrc", ".swcrc", ".jshintrc", ".stylelintrc", ".bowerrc", ".watchmanconfig"}
_LOOSE = re.compile(r'(?P<keep>"(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?\*/|,(?=(?:\s|//[^\n]*|/\*.*?\*/)*[\]}])', re.DOTALL)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


class _Twice(dict[str, Any]):
    """An object with a key written twice."""

    __slots__ = ("twice",)
    twice: str


class JsonReader:
    """Reads JSON."""

    kind = "json"
    covers = "JSON configuration, also with comments: every value by its path, numbers as written."
    rank = 50
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the name ends as JSON does."""
        return suffix_of(name) in {".json", ".jsonc", ".webmanifest"} or name.rsplit("/", 1)[-1] in _NAMES

    def accepts(self, content: Content) -> bool:
        """Whether it is an object or an array, not some other configuration under such a name."""
        return content.suffix in {".json", ".jsonc"} or content.text.lstrip()[:1] in {"{", "[", "/"}

    def read(self, content: Content) -> Document:
        """Read the file.

        Raises:
            InputError: if it is not JSON, with the line.
        """
        return configuration(content, self.kind, lambda flat: _unfold(content, flat), lambda: json_lines(content.text))


def _unfold(content: Content, flat: Flat) -> None:
    data = load_json(content.text)
    flatten(data, content.name, stem=stem_of(content.name), into=flat)
    flat.refused.extend(_twice(data, ()))


def load_json(text: str) -> Any:
    """Parse JSON; numbers come as :class:`Written`. Of a key written twice the last value counts.

    Raises:
        InputError: if it is malformed, with the line, and nothing of the text.
    """
    try:
        return _DECODER.decode(text)
    except RecursionError:
        raise InputError("line 1: it is nested too deeply") from None
    except json.JSONDecodeError as error:
        try:
            return _DECODER.decode(_without_comments(text))
        except (json.JSONDecodeError, RecursionError):
            raise InputError(f"line {error.lineno}: it is not JSON ({error.msg})") from None


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    marked = _Twice(found)
    keys = [key for key, _ in pairs]
    marked.twice = next(key for key in found if keys.count(key) > 1)
    return marked


_DECODER = json.JSONDecoder(
    parse_float=Written, parse_int=Written, parse_constant=Written, object_pairs_hook=_pairs, strict=False
)


def _twice(data: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(data, _Twice):
        yield (*path, data.twice), "a key is written twice here; the last value counts"
    if isinstance(data, dict):
        for key, value in data.items():
            if isinstance(value, dict | list):
                yield from _twice(value, (*path, key))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            if isinstance(value, dict | list):
                yield from _twice(value, (*path, place))


def _without_comments(text: str) -> str:
    """Blank comments and trailing commas, line by line the same."""
    return _LOOSE.sub(lambda m: m["keep"] or "\n" * m[0].count("\n"), text)


def json_lines(text: str) -> Mapping[Path, int]:
    """Return the line of each member and item of a JSON text, by path."""
    lines: dict[Path, int] = {}
    stack: list[list[str | int | None]] = []
    line, seen = 1, 0
    text = _without_comments(text)
    for match in _TOKEN.finditer(text):
        line += text.count("\n", seen, match.start())
        seen = match.start()
        token = match[0]
        if token in {"}", "]"}:
            stack = stack[:-1]
        elif token == ",":
            if stack:
                last = stack[-1][0]
                stack[-1][0] = last + 1 if isinstance(last, int) else None
        elif token != ":":
            if stack and stack[-1][0] is None and token[0] == '"':
                stack[-1][0] = _unquoted(token)
                lines[tuple(p[0] for p in stack if p[0] is not None)] = line
                continue
            lines.setdefault(tuple(p[0] for p in stack if p[0] is not None), line)
            if token in {"{", "["}:
                stack.append([None if token == "{" else 0])
    return lines


def _unquoted(token: str) -> str:
    try:
        return str(json.loads(token, strict=False))
    except json.JSONDecodeError:
        return token[1:-1]


READERS = (JsonReader(),)
