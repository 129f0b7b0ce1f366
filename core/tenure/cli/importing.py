"""Files in and out: import, export."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tenure.cli.common import Json, dry_run_option, json_option, opened, print_json, progress_line, project_argument
from tenure.errors import InputError

if TYPE_CHECKING:
    from tenure.ingest import ImportSummary


@click.command("import")
@project_argument
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--replay", is_flag=True, help="Record each file at its own date, so that past beliefs are kept.")
@click.option("--skip-bad", is_flag=True, help="Leave out malformed lines instead of refusing their file.")
@click.option("--exact-times", is_flag=True, help="Refuse recording times earlier than the last transaction.")
@dry_run_option
@json_option
def import_command(
    *,
    project_path: Path,
    paths: Sequence[Path],
    replay: bool,
    skip_bad: bool,
    exact_times: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Read files and folders: notes, chats, CSV, and statements as JSON Lines. All of it or nothing."""
    from tenure.ingest import import_paths

    with opened(project_path, write=True) as project:
        summary = import_paths(
            project.ledger,
            list(paths),
            replay=replay,
            dry_run=dry_run,
            skip_bad=skip_bad,
            exact_times=exact_times,
            progress=progress_line(),
        )
    if as_json:
        print_json(import_json(summary))
    else:
        click.echo("\n".join(import_lines(summary)))


def import_json(summary: ImportSummary) -> Json:
    """Return what an import did: totals, and a line for each file."""
    return {
        "dry_run": summary.dry_run,
        "tx": summary.tx,
        "files": [
            {
                "source": file.name,
                "kind": file.kind,
                "passages": file.passages,
                "statements": file.statements,
                "unchanged": file.unchanged,
                "missing": file.missing,
                "refused": list(file.refused),
            }
            for file in summary.files
        ],
        "passages": summary.passages,
        "statements": summary.statements,
        "unchanged": summary.unchanged,
        "skipped": summary.skipped,
        "missing": summary.missing,
        "moved_up": summary.moved_up,
        "conflicts": summary.conflicts,
    }


def import_lines(summary: ImportSummary) -> list[str]:
    """Return what an import did, for a person."""
    from tenure.cli.words import many

    verb = "Would read" if summary.dry_run else "Read"
    read = f"{many(summary.statements, 'statement')} and {many(summary.passages, 'passage')}"
    lines = [f"{verb} {read} from {many(len(summary.files), 'file')}"]
    for count, noun, what in (
        (summary.unchanged, "file", "unchanged"),
        (summary.skipped, "malformed item", "left out"),
        (summary.missing, "statement", "no longer in the source"),
        (summary.moved_up, "recording time", "moved up"),
        (summary.conflicts, "conflict", "for review"),
    ):
        if count:
            lines.append(f"  {many(count, noun)} {what}")
    refused = ((file.name, why) for file in summary.files for why in file.refused)
    lines += [f"  {why}" if name in why else f"  {name}, {why}" for name, why in refused]
    return lines


@click.command("export")
@project_argument
@click.option("--out", type=click.Path(path_type=Path), help="Write to this file instead of standard output.")
@json_option
def export_command(*, project_path: Path, out: Path | None, as_json: bool) -> None:
    """Write the whole ledger as JSON Lines; import reads it back to the same answers."""
    from tenure.ledger.interchange import export_lines

    with opened(project_path) as project:
        lines = export_lines(project.ledger)
        if out is None:
            for line in lines:
                click.echo(line.rstrip("\n"))
            return
        count = write_whole(out, lines)
    if as_json:
        print_json({"file": str(out), "lines": count})
    else:
        click.echo(f"Wrote {count} lines to {out}")


def write_whole(path: Path, lines: Iterable[str]) -> int:
    """Write a text file so that it is there whole or not at all; return the number of lines.

    Raises:
        InputError: if its folder does not exist.
    """
    if not path.parent.is_dir():
        raise InputError(f"{path.parent}: there is no such folder")
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    count = 0
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            for line in lines:
                file.write(line.rstrip("\n") + "\n")
                count += 1
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return count
