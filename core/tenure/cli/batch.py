"""``--batch FILE.jsonl``: one inquiry a line, one JSON result a line, in order.

A bad line gives ``{"line": …, "error": …}`` and the rest goes on. Fields beside those of an inquiry are ignored, so a
file of questions with gold answers can be run as it is.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tenure.cli.common import Command, Json, known_time, print_json, scope_of, valid_time
from tenure.errors import InputError, TenureError
from tenure.instants import Dated
from tenure.keys import Scope

if TYPE_CHECKING:
    from tenure.project import Project


@dataclass(frozen=True, slots=True)
class Line:
    """One inquiry: a question, or a subject and relation, with its times and scope."""

    question: str | None
    subject: str | None
    relation: str | None
    valid: Dated | None
    known: int | None
    scope: Scope

    @property
    def wording(self) -> str:
        """The question as asked, or one made of subject and relation."""
        return self.question or f"What is the {self.relation} of {self.subject}?"


def batch_option(function: Command) -> Command:
    """Add ``--batch``."""
    return click.option(
        "--batch",
        metavar="FILE",
        type=click.Path(path_type=Path, allow_dash=True),
        help="One inquiry a line (JSON Lines), one JSON result a line; - reads standard input.",
    )(function)


def run_batch(path: Path, project: Project, answer: Callable[[Line], Json]) -> None:
    """Answer every line of the file and print the results.

    Raises:
        InputError: if the file cannot be read at all.
    """
    for number, raw in enumerate(_lines(path), start=1):
        if not raw.strip():
            continue
        try:
            result = answer(parse_line(raw, project))
        except TenureError as error:
            result = {"line": number, "error": str(error)}
        print_json(result)


def _lines(path: Path) -> Iterator[bytes]:
    if str(path) == "-":
        yield from sys.stdin.buffer
        return
    try:
        with path.open("rb") as file:
            yield from file
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error


def parse_line(raw: bytes, project: Project) -> Line:
    """Read one line.

    Raises:
        InputError: if it is no JSON object, asks for nothing, or has a bad time or scope.
    """
    try:
        data = json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError("the line is not UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"the line is not JSON: {error}") from error
    if not isinstance(data, dict):
        raise InputError("the line is not a JSON object")
    question, subject, relation = (_text(data, name) for name in ("question", "subject", "relation"))
    if question is None and (subject is None or relation is None):
        raise InputError("the line has neither a question nor a subject and a relation")
    return Line(
        question=question,
        subject=subject,
        relation=relation,
        valid=valid_time(data.get("valid"), project.zone),
        known=known_time(data.get("known"), project),
        scope=scope_of(data.get("scope")),
    )


def _text(data: Json, name: str) -> str | None:
    value = data.get(name)
    if value is None:
        return None
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"'{name}' is not a text")
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise InputError(f"'{name}' has a character that is not Unicode text")
    return value
