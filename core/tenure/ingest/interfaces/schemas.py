"""Schemas of API documents (OpenAPI 3, Swagger 2): types as text, and the fields of objects."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import unquote

from tenure.ingest.secrets import is_secret

_HOPS = 30
"""A reference that leads through more others is taken as it stands."""

_DEEP = 4
"""Objects written in place are opened that deep; those with a name of their own are subjects themselves."""

_LISTED = 40
"""An enumeration longer than this is given by its length."""

_LONGEST = 1_000
"""A type's text that is longer is cut."""

MOST_FIELDS = 2_000
"""So many fields of one body or schema are stated."""

_COMBINED = {"oneOf": " or ", "anyOf": " or ", "allOf": " and "}


Where = tuple[str | int, ...]
"""The path of something in the data."""


class Field(NamedTuple):
    """A field of an object: its path (``address.city``, ``items[].id``), its type, and the data's path to it."""

    name: str
    type: str
    path: Where


class Schemas:
    """The schemas of one document, references resolved within it."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data
        self._types: dict[tuple[int, int], str] = {}

    def resolve(self, node: Any) -> dict[str, Any]:
        """Return what a node refers to, or itself; an empty one for what leads nowhere or in a circle."""
        return self.follow(node, ())[0]

    def follow(self, node: Any, path: Where) -> tuple[dict[str, Any], Where]:
        """Return what a node refers to, with where that stands; ``path`` is where the node itself does."""
        for _ in range(_HOPS):
            if not isinstance(node, dict):
                break
            reference = node.get("$ref")
            if not isinstance(reference, str):
                return node, path
            node, path = self._at(reference)
        return {}, path

    def _at(self, reference: str) -> tuple[Any, Where]:
        if not reference.startswith("#/"):
            return None, ()
        node: Any = self._data
        path: list[str | int] = []
        for part in reference[2:].split("/"):
            key = unquote(part).replace("~1", "/").replace("~0", "~")
            if isinstance(node, list) and key.isdecimal() and int(key[:6]) < len(node):
                path.append(int(key[:6]))
                node = node[int(key[:6])]
            else:
                path.append(key)
                node = node.get(key) if isinstance(node, dict) else None
        return node, tuple(path)

    def fields(self, node: Any, path: Where = ()) -> Iterator[Field]:
        """Yield the fields of an object, or of a list of them, with those of the schemas it is made of (``allOf``).

        No more than :data:`MOST_FIELDS`; a schema that comes back within itself is not opened again.
        """
        yield from islice(self._fields(node, path, "", set(), 0), MOST_FIELDS)

    def _fields(self, node: Any, path: Where, prefix: str, seen: set[tuple[str, int]], depth: int) -> Iterator[Field]:
        here, path = self.follow(node, path)
        if (prefix, id(here)) in seen or depth > _DEEP:
            return
        seen.add((prefix, id(here)))
        parts = here.get("allOf")
        for place, part in enumerate(parts if isinstance(parts, list) else ()):
            yield from self._fields(part, (*path, "allOf", place), prefix, seen, depth)
        if not prefix and isinstance(here.get("items"), dict):
            yield from self._fields(here["items"], (*path, "items"), "[].", seen, depth + 1)
        needed = here.get("required")
        required = {name for name in needed if isinstance(name, str)} if isinstance(needed, list) else set()
        properties = here.get("properties")
        for name, value in (properties if isinstance(properties, dict) else {}).items():
            below = (*path, "properties", name)
            yield Field(f"{prefix}{name}", self.described(value, name, required=name in required), below)
            inner, suffix = value, "."
            if isinstance(value, dict) and isinstance(value.get("items"), dict) and "$ref" not in value:
                inner, suffix, below = value["items"], "[].", (*below, "items")
            if isinstance(inner, dict) and "$ref" not in inner:
                yield from self._fields(inner, below, f"{prefix}{name}{suffix}", seen, depth + 1)

    def described(self, node: Any, name: str, *, required: bool = False) -> str:
        """Return a field's type and what else matters to who sends or reads it."""
        said = [self.type(node)]
        if isinstance(node, dict):
            default = node.get("default")
            if default is not None and not isinstance(default, dict):
                text = default if isinstance(default, str) else json.dumps(default, default=str)
                if len(text) <= 200 and not is_secret(name, text):
                    said.append(f"default {text}")
            if true(node.get("deprecated")):
                said.append("deprecated")
        if required:
            said.append("required")
        return ", ".join(said)

    def type(self, node: Any, depth: int = 0) -> str:
        """Return a type as text: ``integer (int64)``, ``array of Pet``, ``string or null``."""
        if not isinstance(node, dict) or depth > _DEEP:
            return "any"
        known = self._types.get((id(node), depth))
        if known is None:
            known = self._type(node, depth)
            self._types[id(node), depth] = known
        return known

    def _type(self, node: dict[str, Any], depth: int) -> str:
        reference = node.get("$ref")
        if isinstance(reference, str):
            return unquote(reference.rstrip("/").rsplit("/", 1)[-1].removesuffix(".json")) or "any"
        text = self._plain_type(node, depth)
        if true(node.get("nullable")) and "null" not in text:
            text += " or null"
        values = node.get("enum")
        if isinstance(values, list) and values:
            shown = json.dumps(values, ensure_ascii=False, default=str)
            text += f", one of {shown if len(values) <= _LISTED else f'{len(values)} values'}"
        return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"

    def _plain_type(self, node: dict[str, Any], depth: int) -> str:
        given = node.get("type")
        if isinstance(given, list):
            return " or ".join(str(one) for one in given if isinstance(one, str)) or "any"
        if given == "array" or (given is None and "items" in node):
            return f"array of {self.type(node.get('items'), depth + 1)}"
        for member, joint in _COMBINED.items():
            parts = node.get(member)
            if isinstance(parts, list) and parts:
                return joint.join(dict.fromkeys(self.type(part, depth + 1) for part in parts[:_LISTED]))
        more = node.get("additionalProperties")
        if isinstance(more, dict) and more and "properties" not in node:
            return f"map of {self.type(more, depth + 1)}"
        if isinstance(given, str):
            form = node.get("format")
            return f"{given} ({form})" if isinstance(form, str) and form else str(given)
        return "object" if "properties" in node else "any"


def true(value: Any) -> bool:
    """Whether a flag is set, as JSON or YAML give it."""
    return value is True or value == "true"
