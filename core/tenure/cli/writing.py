"""Writes of single facts: assert, end, correct, withdraw, erase, undo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tenure.cli.common import (
    Command,
    dry_run_option,
    json_option,
    opened,
    print_json,
    project_argument,
    scope_of,
    scope_option,
)
from tenure.errors import InputError
from tenure.instants import Dated, DateOrigin, Precision, parse_date
from tenure.keys import Key

if TYPE_CHECKING:
    from tenure.ledger.types import Evidence, Operation, Summary
    from tenure.project import Project


def statement_options(function: Command) -> Command:
    """Add the options that say where a statement came from and when it was recorded."""
    for option in (
        click.option("--id", "name", metavar="NAME", help="Your name for this statement, unique in the project."),
        click.option("--source", metavar="NAME", help="Where it comes from; default: manual."),
        click.option("--text", "sentence", metavar="SENTENCE", help="The sentence it was read from."),
        click.option("--recorded-at", metavar="WHEN", help="When it was recorded; default now."),
    ):
        function = option(function)
    return function


@click.command("assert")
@project_argument
@click.argument("subject")
@click.argument("relation")
@click.argument("object_", metavar="OBJECT")
@click.option("--from", "valid_from", metavar="WHEN", help="True from then on; default now.")
@click.option("--to", "valid_to", metavar="WHEN", help="True until then; default open.")
@click.option("--temporary", is_flag=True, help="When it lapses, the older value comes back.")
@scope_option
@statement_options
@dry_run_option
@json_option
def assert_command(
    *,
    project_path: Path,
    subject: str,
    relation: str,
    object_: str,
    valid_from: str | None,
    valid_to: str | None,
    temporary: bool,
    scope_text: str | None,
    name: str | None,
    source: str | None,
    sentence: str | None,
    recorded_at: str | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Record that SUBJECT's RELATION is OBJECT."""
    from tenure.ledger.types import Assert

    def operation(project: Project) -> Operation:
        start, origin = _start(project, valid_from)
        end = parse_date(valid_to, project.zone) if valid_to is not None else None
        return Assert(
            key=Key(_filled(subject, "SUBJECT"), _filled(relation, "RELATION"), scope_of(scope_text)),
            object=_filled(object_, "OBJECT"),
            valid_from=start.at,
            valid_to=end.at if end else None,
            temporary=temporary,
            precision=start.precision,
            to_precision=end.precision if end else Precision.INSTANT,
            origin=origin,
            evidence=_evidence(source, sentence),
            name=name,
        )

    _write(project_path, operation, recorded_at=recorded_at, dry_run=dry_run, as_json=as_json)


@click.command("end")
@project_argument
@click.argument("subject")
@click.argument("relation")
@click.argument("object_", metavar="[OBJECT]", required=False)
@click.option("--at", metavar="WHEN", help="It stopped being so then; default now.")
@scope_option
@statement_options
@dry_run_option
@json_option
def end_command(
    *,
    project_path: Path,
    subject: str,
    relation: str,
    object_: str | None,
    at: str | None,
    scope_text: str | None,
    name: str | None,
    source: str | None,
    sentence: str | None,
    recorded_at: str | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Record that SUBJECT's RELATION stopped being so; with OBJECT, only if that value held."""
    from tenure.ledger.types import End

    def operation(project: Project) -> Operation:
        when, origin = _start(project, at)
        return End(
            key=Key(_filled(subject, "SUBJECT"), _filled(relation, "RELATION"), scope_of(scope_text)),
            at=when.at,
            object=object_,
            precision=when.precision,
            origin=origin,
            evidence=_evidence(source, sentence),
            name=name,
        )

    _write(project_path, operation, recorded_at=recorded_at, dry_run=dry_run, as_json=as_json)


@click.command("correct")
@project_argument
@click.argument("statement")
@click.option("--object", "object_", metavar="OBJECT", help="What it should have said.")
@click.option("--from", "valid_from", metavar="WHEN", help="From when it really held.")
@click.option("--to", "valid_to", metavar="WHEN", help="Until when it really held.")
@click.option("--open", "open_end", is_flag=True, help="It has no end.")
@click.option("--temporary/--lasting", "temporary", default=None, help="Whether an older value comes back after it.")
@dry_run_option
@json_option
def correct_command(
    *,
    project_path: Path,
    statement: str,
    object_: str | None,
    valid_from: str | None,
    valid_to: str | None,
    open_end: bool,
    temporary: bool | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Replace what STATEMENT (its number or your name for it) wrongly said."""
    from tenure.ledger.types import Correct

    if open_end and valid_to is not None:
        raise click.UsageError("give either --to or --open")
    if object_ is None and valid_from is None and valid_to is None and not open_end and temporary is None:
        raise click.UsageError("say what to correct: --object, --from, --to, --open or --temporary")

    def operation(project: Project) -> Operation:
        changes: dict[str, Any] = {}
        if object_ is not None:
            changes["object"] = _filled(object_, "--object")
        if valid_from is not None:
            start = parse_date(valid_from, project.zone)
            changes |= {"valid_from": start.at, "precision": start.precision}
        if valid_to is not None:
            end = parse_date(valid_to, project.zone)
            changes |= {"valid_to": end.at, "to_precision": end.precision}
        if open_end:
            changes["valid_to"] = None
        if temporary is not None:
            changes["temporary"] = temporary
        return Correct(statement_named(statement), **changes)

    _write(project_path, operation, dry_run=dry_run, as_json=as_json)


@click.command("withdraw")
@project_argument
@click.argument("statement")
@dry_run_option
@json_option
def withdraw_command(*, project_path: Path, statement: str, dry_run: bool, as_json: bool) -> None:
    """Take back STATEMENT: it was never so."""
    from tenure.ledger.types import Withdraw

    _write(project_path, lambda _: Withdraw(statement_named(statement)), dry_run=dry_run, as_json=as_json)


@click.command("erase")
@project_argument
@click.argument("statement", required=False)
@click.option("--source", metavar="NAME", help="Everything that came from this source.")
@click.option("--subject", metavar="NAME", help="Everything about this subject.")
@dry_run_option
@json_option
def erase_command(
    *,
    project_path: Path,
    statement: str | None,
    source: str | None,
    subject: str | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Delete for good, as the law may ask: STATEMENT, a source, or a subject. Cannot be undone."""
    from tenure.ledger.types import Erase

    if sum(given is not None for given in (statement, source, subject)) != 1:
        raise click.UsageError("give exactly one of STATEMENT, --source and --subject")
    what = Erase(statement_named(statement) if statement is not None else None, source, subject)
    _write(project_path, lambda _: what, dry_run=dry_run, as_json=as_json)


@click.command("undo")
@project_argument
@click.argument("transaction", required=False)
@dry_run_option
@json_option
def undo_command(*, project_path: Path, transaction: str | None, dry_run: bool, as_json: bool) -> None:
    """Undo TRANSACTION (its number; default the last) by a compensating entry."""
    tx = None if transaction is None else _transaction(transaction)
    with opened(project_path, write=True) as project:
        show_summary(project.ledger.undo(tx, dry_run=dry_run), as_json=as_json)


def _transaction(text: str) -> int:
    number = text.removeprefix("tx:").removeprefix("#")
    if not number.isascii() or not number.isdigit():
        raise InputError(f"'{text}' is not a transaction: write its number, such as tx:12")
    return int(number)


def statement_named(text: str) -> int | str:
    """Read a statement's number (12 or #12) or the name its caller gave it."""
    number = text.removeprefix("#")
    return int(number) if number.isascii() and number.isdigit() else text


def _write(
    path: Path,
    operation: Callable[[Project], Operation],
    *,
    recorded_at: str | None = None,
    dry_run: bool,
    as_json: bool,
) -> None:
    with opened(path, write=True) as project:
        recorded = parse_date(recorded_at, project.zone).at if recorded_at is not None else None
        summary = project.ledger.apply([operation(project)], recorded_at=recorded, dry_run=dry_run)
        show_summary(summary, as_json=as_json)


def show_summary(summary: Summary, *, as_json: bool, edit: str = "") -> None:
    """Print what a write did, or would do; ``edit`` names what of the registry it edited."""
    from tenure.cli import words
    from tenure.cli.shapes import summary_json

    if as_json:
        print_json(summary_json(summary))
    else:
        click.echo("\n".join(words.summary_lines(summary, edit)))


def _start(project: Project, text: str | None) -> tuple[Dated, DateOrigin]:
    if text is None:
        return Dated(project.clock(), Precision.INSTANT), DateOrigin.ASSUMED
    return parse_date(text, project.zone), DateOrigin.WRITTEN


def _filled(text: str, what: str) -> str:
    if not text.strip():
        raise InputError(f"{what} is empty")
    return text


def _evidence(source: str | None, sentence: str | None) -> Evidence:
    from tenure.ledger.types import Evidence

    return Evidence(source=source or "manual", text=sentence)
