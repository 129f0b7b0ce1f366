"""Supersession rules across keys: their life, and what each did or would do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from tenure.cli.common import (
    Command,
    Json,
    dry_run_option,
    json_option,
    opened,
    print_json,
    project_argument,
)
from tenure.errors import InputError

if TYPE_CHECKING:
    from tenure.project import Project
    from tenure.rules import Done, Move, Moved, Stored

_LISTED = 50


def _name_argument(function: Command) -> Command:
    """Add the NAME argument, which may be written as ``list`` prints it, with its version: ``name@1``."""

    @wraps(function)
    def called(*, name: str, version: int | None = None, **given: object) -> object:
        base, _, number = name.rpartition("@")
        if base and number.isdecimal() and version is None:
            name, version = base, int(number)
        return function(name=name, version=version, **given)

    return cast("Command", click.argument("name")(called))


def _version_option(function: Command) -> Command:
    return click.option("--version", type=click.IntRange(1), help="Of the rule; by default the one meant.")(function)


def _past_option(function: Command) -> Command:
    return click.option("--apply-to-past", "past", is_flag=True, help="Also for facts in the project already.")(
        function
    )


@click.group("rules")
def rules_command() -> None:
    """Rules by which one statement ends or moves values of other keys: draft, shadow, active, retired."""


@rules_command.command("list")
@project_argument
@json_option
def list_command(*, project_path: Path, as_json: bool) -> None:
    """List the rules and where each is in its life."""
    with opened(project_path) as project:
        found = project.rules.all()
        if as_json:
            print_json({"rules": [stored_json(stored) for stored in found]})
            return
        for stored in found:
            rule = stored.rule
            click.echo(f"{rule.name}@{rule.version}  {stored.life.value}  {rule.kind.value}: {rule.reason}")
        if not found:
            click.echo(f"There are no rules; add those Tenure ships with: tenure rules add {project_path} --starter")


@rules_command.command("show")
@project_argument
@_name_argument
@_version_option
@json_option
def show_command(*, project_path: Path, name: str, version: int | None, as_json: bool) -> None:
    """Show a rule and what it did, or in shadow would have retired."""
    from tenure.rules import rule_json

    with opened(project_path) as project:
        stored, done = project.rules.get(name, version), project.rules.done(name, version)
        if as_json:
            print_json({**stored_json(stored), "done": [done_json(entry) for entry in done]})
            return
        click.echo("\n".join(f"{field}: {value}" for field, value in rule_json(stored.rule).items()))
        click.echo(f"life: {stored.life.value}")
        verb = "would retire" if stored.life.value == "shadow" else "did"
        click.echo("\n".join(_done_lines(done, f"It {verb}")))


@rules_command.command("add")
@project_argument
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--starter", is_flag=True, help="The rules Tenure ships with, in shadow, as far as they are missing.")
@dry_run_option
@json_option
def add_command(*, project_path: Path, file: Path | None, starter: bool, dry_run: bool, as_json: bool) -> None:
    """Add the rules of a TOML FILE as drafts, or with --starter those Tenure ships with."""
    if (file is None) == (not starter):
        raise click.UsageError("give either FILE or --starter")
    with opened(project_path, write=True) as project:
        add = project.rules.add_starter if file is None else _adder(project, file)
        if dry_run:
            with project.ledger.trying():
                added = add()
        else:
            added = add()
    if as_json:
        print_json({"dry_run": dry_run, "rules": [stored_json(stored) for stored in added]})
        return
    verb = "Would add" if dry_run else "Added"
    click.echo(f"{verb} {', '.join(f'{s.rule.name}@{s.rule.version} ({s.life.value})' for s in added) or 'nothing'}")


def _adder(project: Project, file: Path) -> Callable[[], Sequence[Stored]]:
    from tenure.rules import read_rules

    try:
        rules = read_rules(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read '{file}': {getattr(error, 'strerror', None) or 'it is not UTF-8'}") from error
    return lambda: project.rules.add(rules)


@rules_command.command("shadow")
@project_argument
@_name_argument
@_version_option
@_past_option
@dry_run_option
@json_option
def shadow_command(
    *, project_path: Path, name: str, version: int | None, past: bool, dry_run: bool, as_json: bool
) -> None:
    """Let a draft record what it would retire, changing nothing."""
    with opened(project_path, write=True) as project:
        moved = project.rules.shadow(name, version, past=past, dry_run=dry_run)
        _show(moved, "It would retire", as_json=as_json)


@rules_command.command("activate")
@project_argument
@_name_argument
@_version_option
@_past_option
@dry_run_option
@json_option
def activate_command(
    *, project_path: Path, name: str, version: int | None, past: bool, dry_run: bool, as_json: bool
) -> None:
    """Let a rule in shadow act, from now on; lists what it does to, or leaves of, facts that are there already."""
    with opened(project_path, write=True) as project:
        moved = project.rules.activate(name, version, past=past, dry_run=dry_run)
        title = "For facts that are there already" if past else "Left alone (--apply-to-past would do this too)"
        _show(moved, title, as_json=as_json)


@rules_command.command("retire")
@project_argument
@_name_argument
@_version_option
@dry_run_option
@json_option
def retire_command(*, project_path: Path, name: str, version: int | None, dry_run: bool, as_json: bool) -> None:
    """Let a rule act no more; what it did stays."""
    with opened(project_path, write=True) as project:
        moved = project.rules.retire(name, version, dry_run=dry_run)
        _show(moved, "", as_json=as_json)


@rules_command.command("rollback")
@project_argument
@_name_argument
@_version_option
@dry_run_option
@json_option
def rollback_command(*, project_path: Path, name: str, version: int | None, dry_run: bool, as_json: bool) -> None:
    """Take back everything a rule did, in one transaction, and retire it."""
    with opened(project_path, write=True) as project:
        moved = project.rules.rollback(name, version, dry_run=dry_run)
        _show(moved, "Taken back", as_json=as_json)


@rules_command.command("log")
@project_argument
@click.argument("name", required=False)
@json_option
def log_command(*, project_path: Path, name: str | None, as_json: bool) -> None:
    """Say what was done with the rules, or with NAME, oldest first."""
    from tenure.instants import format_instant

    with opened(project_path) as project:
        moves = project.rules.log(name)
    if as_json:
        print_json({"moves": [move_json(move) for move in moves]})
        return
    for move in moves:
        effects = f"  {move.effects} effects" if move.effects else ""
        click.echo(f"{format_instant(move.at)}  tx:{move.tx}  {move.rule}@{move.version}  {move.move}{effects}")


# --- shapes -----------------------------------------------------------------------------------


def stored_json(stored: Stored) -> Json:
    """Return a rule with where it is in its life."""
    from tenure.rules import rule_json

    return {**rule_json(stored.rule), "life": stored.life.value}


def done_json(done: Done) -> Json:
    """Return one thing a rule did or would do."""
    from tenure.cli.shapes import key_json, time_json

    return {
        "op": done.op.value,
        **key_json(done.key),
        "value": done.value,
        "at": time_json(done.at),
        "cause": done.cause,
        "statement": done.statement,
        "tx": done.tx,
    }


def move_json(move: Move) -> Json:
    """Return one entry of the log."""
    from tenure.cli.shapes import time_json

    return {
        "rule": move.rule,
        "version": move.version,
        "move": move.move,
        "at": time_json(move.at),
        "tx": move.tx,
        "effects": move.effects,
    }


def _show(moved: Moved, title: str, *, as_json: bool) -> None:
    rule = moved.stored.rule
    if as_json:
        print_json(
            {
                "dry_run": moved.dry_run,
                "rule": rule.name,
                "version": rule.version,
                "life": moved.stored.life.value,
                "applied_to_past": moved.past,
                "tx": moved.summary.tx,
                "done": [done_json(done) for done in moved.done],
            }
        )
        return
    verb = "would be" if moved.dry_run else "is"
    lines = [f"Rule {rule.name}@{rule.version} {verb} {moved.stored.life.value}"]
    click.echo("\n".join(lines + (_done_lines(moved.done, title) if title else [])))


def _done_lines(done: Sequence[Done], title: str) -> list[str]:
    from tenure.instants import format_instant

    lines = [f"{title}:" if done else f"{title}: nothing"]
    for entry in done[:_LISTED]:
        sign = "-" if entry.op.value == "end" else "+"
        value = entry.value if entry.value is not None else "(erased)"
        lines.append(f"  {sign} {entry.key}: {value}  at {format_instant(entry.at)}  because of #{entry.cause}")
    if len(done) > _LISTED:
        lines.append(f"  … and {len(done) - _LISTED} more")
    return lines
