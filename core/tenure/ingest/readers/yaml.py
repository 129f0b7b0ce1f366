"""YAML configuration: all documents of a file, scalars as written.

PyYAML's C parser gives events only; nothing is constructed, no tag is obeyed and no scalar is
resolved, so ``on`` stays ``on``, ``3.10`` stays ``3.10``, ``22:22`` is no number of base 60, and
``0755``, ``no`` and dates are what the file says. Only ``true``, ``false`` and null are read as such.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import yaml

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.flatten import DEEPEST, Flat, Path, flatten, stem_of
from tenure.ingest.readers.base import Content, suffix_of
from tenure.ingest.readers.configuration import configuration, is_template
from tenure.ingest.scalars import Written

_NAMES = {
    ".clang-format",
    ".clang-tidy",
    ".yamllint",
    ".clangd",
    "CITATION.cff",
    ".prettierrc",
    ".eslintrc",
    ".stylelintrc",
}
_PLAIN = re.compile(
    r"(?P<null>~|null|Null|NULL|)|(?P<true>true|True|TRUE)|(?P<false>false|False|FALSE)"
    r"|[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?"
)
_STANDARD = "tag:yaml.org,2002:"
_NO_KEY = object()
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class YamlReader:
    """Reads YAML."""

    kind = "yaml"
    covers = "YAML configuration: all documents, anchors and merge keys, scalars as written; no templates of YAML."
    rank = 50
    structured = True
    binary = False

    def claims(self, name: str) -> bool:
        """Whether the name ends as YAML does."""
        return suffix_of(name) in {".yaml", ".yml"} or name.rsplit("/", 1)[-1] in _NAMES

    def accepts(self, content: Content) -> bool:
        """Whether it is YAML itself, not a template that makes some."""
        return not is_template(content.text)

    def read(self, content: Content) -> Document:
        """Read all documents of the file.

        Raises:
            InputError: if it is not YAML, with the line.
        """
        return configuration(content, self.kind, lambda flat: _unfold(content, flat), lambda: yaml_lines(content.text))


def _unfold(content: Content, flat: Flat) -> None:
    stem = stem_of(content.name)
    documents = load_yaml(content.text, flat.refused)
    taken: set[str] = set()
    for place, data in enumerate(documents):
        called = object_name(data)
        if called and called not in taken:
            taken.add(called)
            subject = f"{content.name} › {called}"
            flat.names.extend((subject, name) for name in (called, data["metadata"]["name"]))
        else:
            subject = content.name if place == 0 else f"{content.name} › #{place + 1}"
        hidden = ("data", "stringData") if called.startswith("Secret ") else ()
        for key in hidden:
            if isinstance(data.get(key), dict):
                flatten(data[key], subject, stem=stem, prefix=key, path=(place, key), hidden=True, into=flat)
        rest = {k: v for k, v in data.items() if k not in hidden} if hidden else data
        flatten(rest, subject, stem=stem, path=(place,), into=flat)


def object_name(data: Any) -> str:
    """Return what a Kubernetes object is called: its kind, name and, if given, namespace; empty for anything else."""
    if not isinstance(data, dict) or not isinstance(data.get("metadata"), dict) or "kind" not in data:
        return ""
    name, space, kind = data["metadata"].get("name"), data["metadata"].get("namespace"), data["kind"]
    if not isinstance(name, str) or not isinstance(kind, str) or not name or not kind:
        return ""
    return f"{kind} {space}/{name}" if isinstance(space, str) and space else f"{kind} {name}"


def load_yaml(text: str, refused: list[tuple[Path, str]] | None = None) -> list[Any]:
    """Return the data of each document that is not empty; scalars are strings, or :class:`Written` where
    YAML has a number, true, false or null.

    Args:
        text: the YAML.
        refused: gets a note for each key written twice; the last value counts.

    Raises:
        InputError: if it is malformed, with the line, and nothing of the text.
    """
    builder = _Builder(refused if refused is not None else [])
    event: Any = None
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise InputError(f"line {mark.line + 1 if mark else 1}: it is not YAML ({error.problem})") from None
    except (yaml.YAMLError, ValueError):
        raise InputError(f"line {_line(event)}: it is not YAML") from None
    except InputError as error:
        raise InputError(f"line {_line(event)}: {error}") from None
    return builder.documents


class _Builder:
    """Builds the data of all documents from events, without recursion."""

    __slots__ = ("anchors", "documents", "key", "keys", "refused", "stack", "trail")

    def __init__(self, refused: list[tuple[Path, str]]) -> None:
        self.documents: list[Any] = []
        self.refused = refused
        self.anchors: dict[str, Any] = {}
        self.stack: list[dict[Any, Any] | list[Any]] = []
        self.keys: list[Any] = []
        self.trail: list[Any] = []
        self.key: Any = _NO_KEY

    def take(self, event: Any) -> None:
        """Take the next event.

        Raises:
            InputError: for an unknown alias and too deep nesting.
        """
        kind = type(event)
        if kind is yaml.ScalarEvent:
            self._value(_scalar(event), event.anchor)
        elif kind is yaml.MappingStartEvent:
            self._start({}, event.anchor)
        elif kind is yaml.SequenceStartEvent:
            self._start([], event.anchor)
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            self._end()
        elif kind is yaml.AliasEvent:
            if event.anchor not in self.anchors:
                raise InputError("it refers to an anchor that is not there")
            self._value(self.anchors[event.anchor], None)
        elif kind is yaml.DocumentStartEvent:
            self.anchors = {}

    def _start(self, container: dict[Any, Any] | list[Any], anchor: str | None) -> None:
        if len(self.stack) >= DEEPEST:
            raise InputError(f"it is nested more than {DEEPEST} deep")
        self.trail.append(self.key)
        self._value(container, anchor)
        self.stack.append(container)
        self.keys.append(self.key)
        self.key = _NO_KEY

    def _end(self) -> None:
        container = self.stack.pop()
        self.trail.pop()
        self.key = self.keys.pop()
        if isinstance(container, dict) and _Merge in map(type, container):
            _merge(container)

    def _value(self, value: Any, anchor: str | None) -> None:
        if anchor is not None:
            self.anchors[anchor] = value
        if not self.stack:
            if value not in ("null", ""):
                self.documents.append(value)
            return
        container = self.stack[-1]
        if isinstance(container, list):
            container.append(value)
        elif self.key is _NO_KEY:
            self.key = value if isinstance(value, str) else _Complex(value)
        else:
            if self.key in container:
                self.refused.append((self.path(), "a key is written twice here; the last value counts"))
            container[self.key] = value
            self.key = _NO_KEY

    def path(self) -> Path:
        """Return where the next value or key goes, the document's position first."""
        path: list[str | int] = [len(self.documents) - bool(self.stack)]
        keys = [*self.trail[1:], self.key]
        for container, key in zip(self.stack, keys, strict=False):
            if isinstance(container, list):
                path.append(len(container) - (container is not self.stack[-1]))
            elif key is not _NO_KEY:
                path.append(key)
        return tuple(path)


class _Merge(str):
    """The key ``<<``, one object each, so that a mapping may have several."""

    __slots__ = ()
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


class _Complex(str):
    """A key that is a sequence or mapping, shown by its kind."""

    __slots__ = ()

    def __new__(cls, value: object) -> _Complex:
        return super().__new__(cls, "[…]" if isinstance(value, list) else "{…}")


def _merge(container: dict[Any, Any]) -> None:
    """Put in what merge keys bring; what the mapping says itself comes first, then the earlier merged."""
    own = dict(container)
    sources: list[dict[Any, Any]] = []
    for key in [key for key in own if type(key) is _Merge]:
        value = own.pop(key)
        sources.extend(v for v in (value if isinstance(value, list) else [value]) if isinstance(v, dict))
    merged = {key: value for source in reversed(sources) for key, value in source.items()}
    container.clear()
    container.update(merged)
    container.update(own)


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1 if event is not None else 1


def _scalar(event: Any) -> str:
    value: str = event.value
    tag = event.tag
    if tag is None:
        return _plain(value) if event.implicit[0] else value
    return value if tag == "!" or tag.startswith(_STANDARD) else f"{tag} {value}".rstrip()


def _plain(value: str) -> str:
    return _Merge(value) if value == "<<" else _resolved(value)


@lru_cache(maxsize=65_536)
def _resolved(value: str) -> str:
    match = _PLAIN.fullmatch(value)
    return value if match is None else Written(match.lastgroup or value)


def yaml_lines(text: str) -> Mapping[Path, int]:
    """Return the line of each key and item of a YAML text, by path, the document's position first."""
    builder = _Builder([])
    lines: dict[Path, int] = {}
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            if isinstance(event, yaml.NodeEvent):
                path = builder.path()
                builder.take(event)
                key = builder.key
                path = (*path, key) if isinstance(key, str) and builder.stack and path == builder.path()[:-1] else path
                lines.setdefault(path, _line(event))
            else:
                builder.take(event)
    except (yaml.YAMLError, ValueError, InputError):
        return lines
    return lines


READERS = (YamlReader(),)
