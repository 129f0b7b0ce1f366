"""What the commands share: the project argument, the options of time and scope, opening, printing."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tenure.errors import InputError
from tenure.instants import Dated, parse_date
from tenure.keys import Scope

if TYPE_CHECKING:
    from datetime import tzinfo

    from tenure.progress import Progress
    from tenure.project import Project

Command = TypeVar("Command", bound=Callable[..., Any])
Json = dict[str, Any]
"""One JSON object as the command line prints it."""


def project_argument(function: Command) -> Command:
    """Add the PROJECT argument."""
    return click.argument("project_path", metavar="PROJECT", type=click.Path(path_type=Path))(function)


def json_option(function: Command) -> Command:
    """Add ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(function)


def dry_run_option(function: Command) -> Command:
    """Add ``--dry-run``."""
    return click.option("--dry-run", is_flag=True, help="Say what would change and write nothing.")(function)


def time_options(function: Command) -> Command:
    """Add ``--valid`` and ``--known``, the two times of a read."""
    function = click.option(
        "--known", metavar="WHEN", help="Believed when: an ISO 8601 date or instant, or a transaction as tx:12."
    )(function)
    return click.option("--valid", metavar="WHEN", help="True when: an ISO 8601 date or instant; default now.")(
        function
    )


def scope_option(function: Command) -> Command:
    """Add ``--scope``."""
    return click.option("--scope", "scope_text", metavar="NAME=VALUE,…", help="Where it applies, such as env=prod.")(
        function
    )


@contextmanager
def opened(path: Path, *, write: bool = False) -> Iterator[Project]:
    """Open the project for one command and close it afterwards."""
    from tenure.project import Project

    project = Project.open(path, read_only=not write)
    try:
        yield project
    finally:
        project.close()


def valid_time(text: object, zone: tzinfo) -> Dated | None:
    """Read a valid time.

    Raises:
        InputError: if it is neither absent nor an ISO 8601 date or instant.
    """
    if text is None:
        return None
    if not isinstance(text, str):
        raise InputError(f"valid time {json.dumps(text)} is not a date: write it as an ISO 8601 text")
    return parse_date(text, zone)


def known_time(value: object, project: Project) -> int | None:
    """Read a system time and return its transaction.

    A transaction is written ``tx:12`` (in JSON also the number 12); everything else is a wall-clock time, of
    which a bare date means its end.

    Raises:
        InputError: if it is neither, or there is no such transaction yet.
    """
    if value is None:
        return None
    number = value if isinstance(value, int) and not isinstance(value, bool) else _transaction_number(value)
    if number is None:
        if not isinstance(value, str):
            raise InputError(f"known time {json.dumps(value)} is neither a date nor a transaction")
        return project.ledger.tx_at(parse_date(value, project.zone))
    last = project.ledger.last_tx()
    if not 0 <= number <= last:
        raise InputError(f"there is no transaction {number}: the last one is {last}")
    return number


def _transaction_number(value: object) -> int | None:
    found = (
        re.fullmatch(r"(?:tx:?\s*|#)(\d{1,18})|(\d{1,3}|\d{5,18})", value.strip()) if isinstance(value, str) else None
    )
    return int(found[1] or found[2]) if found else None


def scope_of(value: object) -> Scope:
    """Read a scope: the written form ``env=prod``, or an object of texts from JSON.

    Raises:
        InputError: if it is neither.
    """
    if value is None:
        return Scope()
    if isinstance(value, str):
        return Scope.parse(value)
    if isinstance(value, Mapping) and all(isinstance(v, str) for v in value.values()):
        return Scope.of(value)
    raise InputError('a scope is an object of texts, such as {"env": "prod"}')


def print_json(value: Json) -> None:
    """Print one JSON object on one line, at once, so that a reader of a pipe sees it."""
    click.echo(json.dumps(value, ensure_ascii=False))


def progress_line() -> Progress:
    """Return a progress that rewrites one line of a terminal, and is silent elsewhere."""
    from tenure.progress import no_progress

    stream = sys.stderr
    if not stream.isatty():
        return no_progress

    def report(message: str, fraction: float) -> None:
        end = "\n" if fraction >= 1 else ""
        stream.write(f"\r\x1b[2K{fraction:4.0%} {message}{end}")
        stream.flush()

    return report
