"""Front matter: YAML between ``---``, TOML between ``+++``, or a JSON object at the head of a text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.flatten import Flat, Path, flatten, stem_of
from tenure.ingest.readers.base import Content
from tenure.ingest.readers.configuration import configuration
from tenure.ingest.readers.json import json_lines, load_json
from tenure.ingest.readers.toml import load_toml, toml_lines
from tenure.ingest.readers.yaml import load_yaml, yaml_lines

_YAML = re.compile(r"---[ \t]*\n(?P<data>(?:.*?\n)??)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TOML = re.compile(r"\+\+\+[ \t]*\n(?P<data>(?:.*?\n)??)\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL)
_SPACE = re.compile(r"[ \t]*(?:\n|\Z)")

Loader = Callable[[str, "list[tuple[Path, str]]"], Any]


@dataclass(frozen=True, slots=True)
class Front:
    """The front matter of a text.

    Attributes:
        language: ``YAML``, ``TOML`` or ``JSON``.
        length: how many characters it takes, its fences included.
        data: what it says; empty if it is malformed.
        notes: what is odd in it, by path.
        lines: finds the line in the file of each path of ``data``.
        fault: why it could not be read ("line 3: it is not YAML"), or None.
    """

    language: str
    length: int
    data: dict[str, Any] = field(default_factory=dict)
    notes: tuple[tuple[Path, str], ...] = ()
    lines: Callable[[], Mapping[Path, int]] = dict
    fault: str | None = None

    @property
    def fields(self) -> dict[str, Any]:
        """The top level, its keys in lower case."""
        return {str(key).casefold(): value for key, value in self.data.items()}


def front_matter(text: str, *, braces: bool = False) -> Front | None:
    """Return the front matter that a text begins with, or None.

    What stands between the fences but is no mapping is none. Malformed front matter is returned
    without data, and with its fault.

    Args:
        text: the whole text.
        braces: whether a JSON object at the head counts.
    """
    if text.startswith("---") and (found := _YAML.match(text)):
        return _load("YAML", found.end(), "\n" + found["data"], _yaml, _yaml_lines)
    if text.startswith("+++") and (found := _TOML.match(text)):
        return _load("TOML", found.end(), "\n" + found["data"], _toml, toml_lines)
    if braces and text.startswith("{"):
        try:
            _, end = json.JSONDecoder(strict=False).raw_decode(text)
        except (ValueError, RecursionError):
            return None
        space = _SPACE.match(text, end)
        return _load("JSON", space.end(), text[:end], _json, json_lines) if space else None
    return None


def _load(
    language: str, length: int, text: str, load: Loader, lines: Callable[[str], Mapping[Path, int]]
) -> Front | None:
    notes: list[tuple[Path, str]] = []
    try:
        data = load(text, notes)
    except InputError as error:
        return Front(language, length, fault=str(error))
    if not isinstance(data, dict):
        return None
    return Front(language, length, data, tuple(notes), partial(lines, text))


def _yaml(text: str, notes: list[tuple[Path, str]]) -> Any:
    documents = load_yaml(text, notes)
    notes[:] = [(path[1:], why) for path, why in notes]
    return documents[0] if len(documents) == 1 else None


def _yaml_lines(text: str) -> Mapping[Path, int]:
    return {path[1:]: line for path, line in yaml_lines(text).items()}


def _toml(text: str, _notes: list[tuple[Path, str]]) -> Any:
    return load_toml(text)


def _json(text: str, _notes: list[tuple[Path, str]]) -> Any:
    return load_json(text)


def front_document(content: Content, front: Front, kind: str) -> Document:
    """Return a document with the items of front matter: the file's own, and those of its lists of mappings.

    Raises:
        InputError: if it holds too many values.
    """

    def unfold(flat: Flat) -> None:
        flatten(front.data, content.name, stem=_called(front, content.name), into=flat)
        flat.refused.extend(front.notes)

    head, body = content.text[: front.length], content.text[front.length :]
    document = configuration(replace(content, text=head), kind, unfold, front.lines)
    items = document.items
    if items is not None and items.safe_text is not None:
        items.safe_text += body
    return document


def _called(front: Front, name: str) -> str:
    """Return what people call what the file is about: its title if that is a name, else its stem."""
    title = front.fields.get("title")
    return title if isinstance(title, str) and 0 < len(title.split()) <= 3 and len(title) <= 40 else stem_of(name)
