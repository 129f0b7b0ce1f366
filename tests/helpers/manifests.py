"""What a manifest or lock file states, in a form that is short to compare."""

from __future__ import annotations

from typing import Any

from helpers.documents import items_of, read_text


def required(text: str, name: str, **more: Any) -> dict[str, str]:
    """The requirements of a manifest, by subject and what its scope says beyond the file: ``pytest [group=dev]``."""
    items = items_of(read_text(text, name, **more))
    return {_shown(key, name): value for key, value in items.values.items() if key[1] == "requirement"}


def locked(text: str, name: str, **more: Any) -> dict[str, tuple[str, ...]]:
    """The locked versions of a lock file, by package and what its scope says beyond the file."""
    items = items_of(read_text(text, name, **more))
    return {_shown(key, name): some for key, some in items.members.items() if key[1] == "locked version"}


def about(text: str, name: str, **more: Any) -> dict[str, str]:
    """The values a file states of itself, by relation."""
    items = items_of(read_text(text, name, **more))
    return {
        relation: value for (subject, relation, scope), value in items.values.items() if (subject, scope) == (name, ())
    }


def sets(text: str, name: str, **more: Any) -> dict[str, tuple[str, ...]]:
    """The members of the sets a file states of itself, by relation."""
    items = items_of(read_text(text, name, **more))
    return {relation: some for (subject, relation, _), some in items.members.items() if subject == name}


def rows(text: str, name: str) -> dict[str, str]:
    """The line, stripped, that each requirement or locked version is found on, by subject, scope and value."""
    items = items_of(read_text(text, name))
    lines = text.split("\n")
    told = [(key, value) for key, value in items.values.items() if key[1] == "requirement"]
    told += [(key, value) for key, some in items.members.items() if key[1] == "locked version" for value in some]
    assert all(0 < items.locate(key, value) <= len(lines) for key, value in told)
    return {f"{_shown(key, name)} {value}": lines[items.locate(key, value) - 1].strip() for key, value in told}


def row_of(text: str, name: str, relation: str) -> str:
    """The line, stripped, that a value of the file itself is found on."""
    items = items_of(read_text(text, name))
    key = (name, relation, ())
    return text.split("\n")[items.locate(key, items.values[key]) - 1].strip()


def _shown(key: tuple[str, str, tuple[tuple[str, str], ...]], name: str) -> str:
    assert dict(key[2])["file"] == name
    assert list(key[2]) == sorted(key[2])
    rest = ",".join(f"{dimension}={value}" for dimension, value in key[2] if dimension != "file")
    return f"{key[0]} [{rest}]" if rest else key[0]
