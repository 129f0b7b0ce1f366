"""Labelled sentences: what each states, written down by hand before the extractor was tuned."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from tenure.errors import InputError
from tenure.instants import Dated, parse_date
from tenure.keys import Key, Scope

LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Label:
    """One statement that a sentence makes.

    Attributes:
        op: ``assert``, ``end``, or ``alias`` (the key's subject is then the old name, ``object`` the new one).
        key: subject, relation and scope.
        object: the value as written; None for an end without one.
        valid_from: the date the sentence gives, or None for the passage's.
        valid_to: likewise its end.
        temporary: whether it holds for the time being only.
    """

    op: str
    key: Key
    object: str | None
    valid_from: Dated | None = None
    valid_to: Dated | None = None
    temporary: bool = False


@dataclass(frozen=True, slots=True)
class Labelled:
    """A sentence with what it states.

    Attributes:
        id: unique, such as ``en-dev-0001``.
        language: ``en`` or ``zh``.
        category: what it is an example of.
        style: the kind of document it is written like.
        date: the passage's date.
        text: the passage.
        heading: the heading it stands under, or empty.
        speaker: who says it, or None.
        held: values the ledger holds as current before it.
        stated: what it states; empty for nothing.
    """

    id: str
    language: str
    category: str
    style: str
    date: Dated
    text: str
    heading: str
    speaker: str | None
    held: tuple[tuple[Key, str], ...]
    stated: tuple[Label, ...]


def labelled(part: str, language: str, folder: Path | None = None) -> tuple[Labelled, ...]:
    """Return the labelled sentences of one part (``dev``, ``kept``) in one language.

    Args:
        part: which part.
        language: which language.
        folder: where ``<part>.<language>.jsonl`` lies; by default the set that ships.

    Raises:
        InputError: if there is no such file, or a line is malformed (named by number).
    """
    name = f"{part}.{language}.jsonl"
    source = (files("tenure_resources") / "lab" / "extraction" if folder is None else folder) / name
    try:
        text = source.read_text("utf-8")
    except OSError as error:
        raise InputError(f"'{source}' cannot be read: {error.strerror}") from error
    return tuple(_parsed(text, name))


def evenly(items: Sequence[Labelled], limit: int | None) -> Sequence[Labelled]:
    """Return ``limit`` of the sentences, evenly spread over the file; all without a limit."""
    if limit is None or limit >= len(items):
        return items
    return [items[number * len(items) // limit] for number in range(limit)]


def _parsed(text: str, name: str) -> Iterator[Labelled]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            yield _labelled(json.loads(line))
        except (ValueError, KeyError, TypeError, InputError) as error:
            raise InputError(f"'{name}', line {number} is no labelled sentence: {error}") from error


def _labelled(data: dict[str, Any]) -> Labelled:
    return Labelled(
        data["id"],
        data["lang"],
        data["category"],
        data["style"],
        parse_date(data["date"]),
        data["text"],
        data.get("heading", ""),
        data.get("speaker"),
        tuple(_held(entry) for entry in data.get("held", ())),
        tuple(_label(entry) for entry in data["statements"]),
    )


def _held(entry: Sequence[Any]) -> tuple[Key, str]:
    subject, relation, value, *scope = entry
    return Key(subject, relation, Scope.of(scope[0] if scope else None)), value


def _label(data: dict[str, Any]) -> Label:
    start, stop = data.get("valid_from"), data.get("valid_to")
    return Label(
        data.get("op", "assert"),
        Key(data["subject"], data.get("relation", ""), Scope.of(data.get("scope"))),
        data.get("object"),
        parse_date(start) if start else None,
        parse_date(stop) if stop else None,
        bool(data.get("temporary", False)),
    )
