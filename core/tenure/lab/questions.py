"""Questions with gold answers, as a sample's ``questions.jsonl`` holds them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import tzinfo
from enum import StrEnum
from pathlib import Path
from typing import Any

from tenure.errors import InputError
from tenure.instants import Dated, parse_date
from tenure.keys import NO_SCOPE, Scope


class Asks(StrEnum):
    """What a question asks for."""

    CURRENT = "current"
    AS_OF = "as-of"
    KNOWN_AT = "known-at"
    HISTORY = "history"
    STATIC = "static"
    UNANSWERABLE = "unanswerable"


@dataclass(frozen=True, slots=True)
class Question:
    """One question.

    Attributes:
        id: unique in its file.
        asks: what it asks for.
        text: as a person asks it.
        gold: the right values: one; the members of a set; the values of a history in order; none if
            nothing holds.
        also: for each right value its other spellings.
        stale: values of the same attribute that are wrong at the times asked.
        subject, relation: short names of what it is about, for people.
        where: the file the ruling fact is in, relative to the sample.
        valid, known: the times given beside the text, or None.
        scope: where it is asked for.
    """

    id: str
    asks: Asks
    text: str
    gold: tuple[str, ...]
    also: tuple[str, ...]
    stale: tuple[str, ...]
    subject: str
    relation: str
    where: str
    valid: Dated | None = None
    known: Dated | None = None
    scope: Scope = NO_SCOPE


def read_questions(path: Path, zone: tzinfo) -> tuple[Question, ...]:
    """Read a file of questions.

    Raises:
        InputError: if the file cannot be read or a line, named by number, is malformed.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {error}") from error
    found = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found.append(_question(json.loads(line), zone))
        except (ValueError, KeyError, TypeError, AttributeError, InputError) as error:
            raise InputError(f"{path}, line {number}: not a question: {error}") from error
    if not found:
        raise InputError(f"{path} has no questions")
    return tuple(found)


def _question(data: dict[str, Any], zone: tzinfo) -> Question:
    valid, known = (parse_date(data[name], zone) if data.get(name) else None for name in ("valid", "known"))
    return Question(
        id=str(data["id"]),
        asks=Asks(data["kind"]),
        text=str(data["question"]),
        gold=_texts(data["gold"]),
        also=_texts(data.get("also")),
        stale=_texts(data.get("stale")),
        subject=str(data.get("subject", "")),
        relation=str(data.get("relation", "")),
        where=str(data.get("where", "")),
        valid=valid,
        known=known,
        scope=Scope.of(data.get("scope")),
    )


def _texts(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, list):
        return tuple(str(item) for item in value)
    return (str(value),)
