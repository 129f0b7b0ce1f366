"""Imports as wholes: their list, taking one back, reading everything again, the mapping, and the readers there are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tenure.cli.common import Json, dry_run_option, json_option, opened, print_json, progress_line, project_argument

if TYPE_CHECKING:
    from tenure.ingest.mapping import Mapping
    from tenure.ingest.rollback import RollbackSummary
    from tenure.ingest.runs import Run
    from tenure.project import Project


@click.command("imports")
@project_argument
@json_option
def imports_command(*, project_path: Path, as_json: bool) -> None:
    """List what was imported, the latest first; each can be rolled back by its number."""
    from tenure.cli.imported import run_json
    from tenure.ingest.runs import Runs

    with opened(project_path) as project:
        runs = Runs(project.ledger).all()
    if as_json:
        print_json({"imports": [run_json(run) for run in runs]})
        return
    for run in runs:
        click.echo(_run_line(run))


def _run_line(run: Run) -> str:
    from tenure.cli.words import many
    from tenure.instants import format_instant

    state = "rolled back" if run.rolled_back else "" if run.finished is not None else "not finished"
    parts = [f"{run.id}", format_instant(run.started), run.kind, run.name, many(run.statements, "statement"), state]
    return "  ".join(part for part in parts if part)


@click.command("rollback")
@project_argument
@click.argument("run", type=click.IntRange(min=1))
@dry_run_option
@json_option
def rollback_command(*, project_path: Path, run: int, dry_run: bool, as_json: bool) -> None:
    """Take back the import numbered RUN: withdraw what it stated, nothing newer. It can be undone."""
    from tenure.cli.words import summary_lines
    from tenure.ingest.rollback import rollback

    with opened(project_path, write=True) as project:
        done = rollback(project.ledger, run, dry_run=dry_run)
    if as_json:
        print_json(_rollback_json(done))
        return
    verb = "Would take back" if dry_run else "Took back"
    click.echo(f"{verb} import {run} ({done.run.name}): {done.withdrawn} withdrawn, {done.restored} restored")
    if done.left:
        click.echo(f"  {done.left} changed since and left as they are")
    for line in summary_lines(done.summary)[1:]:
        click.echo(line)


def _rollback_json(done: RollbackSummary) -> Json:
    from tenure.cli.shapes import summary_json

    return {
        "dry_run": done.dry_run,
        "run": done.run.id,
        "withdrawn": done.withdrawn,
        "restored": done.restored,
        "left": done.left,
        "aliases": done.aliases,
        "summary": summary_json(done.summary),
    }


@click.command("sync")
@project_argument
@click.option("--assist", is_flag=True, help="Needed for folders that were imported with --assist.")
@click.option("--model", metavar="GGUF|URL", help="With --assist: a chat model, see ask; default: built in.")
@dry_run_option
@json_option
def sync_command(*, project_path: Path, assist: bool, model: str | None, dry_run: bool, as_json: bool) -> None:
    """Read every folder and repository that was imported again; what their files no longer say ends."""
    from tenure.cli.imported import synced_json, synced_lines
    from tenure.cli.importing import assistant_of
    from tenure.ingest.sync import sync

    if model is not None and not assist:
        raise click.UsageError("--model goes with --assist")
    with opened(project_path, write=True) as project:
        assistant = assistant_of(project, model) if assist else None
        found = sync(project.ledger, dry_run=dry_run, assistant=assistant, progress=progress_line())
        zone = project.zone
    if as_json:
        print_json({"dry_run": dry_run, "places": [synced_json(one) for one in found]})
        return
    for one in found:
        click.echo("\n".join(synced_lines(one, zone)))
    if not found:
        click.echo("No folder or repository was imported yet")


@click.command("mapping")
@project_argument
@click.option("--set", "map_file", type=click.Path(path_type=Path), help="Read files by this TOML file from now on.")
@click.option("--show", is_flag=True, help="Print the mapping (also without any option).")
@click.option("--check", is_flag=True, help="Say how many of the project's sources each part is for.")
@dry_run_option
@json_option
def mapping_command(
    *, project_path: Path, map_file: Path | None, show: bool, check: bool, dry_run: bool, as_json: bool
) -> None:
    """Show, check or set how the project's files are read: subjects, relations, what is left out."""
    from tenure.cli.importing import mapping_file
    from tenure.ingest.mapping import stored_mapping

    given = mapping_file(map_file) if map_file is not None else None
    with opened(project_path, write=given is not None and not dry_run) as project:
        if given is not None and not dry_run:
            _set(project, given)
        mapping = stored_mapping(project.ledger.connection) if given is None else given
        names = [source.name for source in project.passages.sources()]
    if as_json:
        print_json(_mapping_json(mapping, names, dry_run=dry_run))
        return
    if given is not None:
        click.echo(f"{'Would read' if dry_run else 'Files are read from now on'} by {map_file}")
    if check:
        for part in _mapping_json(mapping, names, dry_run=dry_run)["files"]:
            click.echo(f"{', '.join(part['match'])}: {part['sources']} of {len(names)} sources")
    if show or (given is None and not check):
        click.echo(mapping.text or "The project has no mapping", nl=not mapping.text.endswith("\n"))


def _set(project: Project, mapping: Mapping) -> None:
    """Keep a mapping; the sources that it reads in another way are read again when they are imported next."""
    from tenure.ingest.mapping import store_mapping, stored_mapping

    ledger = project.ledger
    before = stored_mapping(ledger.connection)
    with ledger.writing():
        store_mapping(ledger.connection, mapping.text)
        for source in ledger.passages.sources():
            if mapping.reads_anew(before, source.name):
                ledger.passages.forget_digest(source.name)


def _mapping_json(mapping: Mapping, names: list[str], *, dry_run: bool) -> Json:
    return {
        "dry_run": dry_run,
        "text": mapping.text,
        "files": [
            {"match": list(part.match), "sources": sum(part.matches(name) for name in names)} for part in mapping.files
        ],
        "tables": [
            {"match": list(table.files), "sources": sum(table.matches(name) for name in names)}
            for table in mapping.tables
        ],
    }


@click.command("readers")
@json_option
def readers_command(*, as_json: bool) -> None:
    """Say which formats are read, and what of them."""
    from tenure.ingest.readers import readers

    found = sorted(readers(), key=lambda reader: reader.kind)
    if as_json:
        print_json({"readers": [{"kind": r.kind, "covers": r.covers, "history": r.structured} for r in found]})
        return
    width = max(len(reader.kind) for reader in found)
    for reader in found:
        click.echo(f"{reader.kind:<{width}}  {reader.covers}")
