"""Files in and out: import, export."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tenure.cli.common import dry_run_option, json_option, opened, print_json, progress_line, project_argument
from tenure.errors import Cancelled, InputError
from tenure.instants import parse_date

if TYPE_CHECKING:
    from datetime import tzinfo

    from tenure.ingest.assist import Assistant
    from tenure.ingest.git import GitSource
    from tenure.ingest.mapping import Mapping
    from tenure.ingest.sync import RepositoryImport
    from tenure.project import Project


@click.command("import")
@project_argument
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--git", "repository", type=click.Path(path_type=Path), help="Read the history of this Git repository.")
@click.option("--branch", help="With --git: a branch, tag or commit instead of what is checked out.")
@click.option("--since", metavar="WHEN", help="With --git: leave out earlier commits; what stood then is stated once.")
@click.option("--until", metavar="WHEN", help="With --git: leave out later commits.")
@click.option("--paths", "globs", metavar="GLOB", multiple=True, help="With --git: only these files; may be repeated.")
@click.option("--name", help="With --git: what to call the repository; default its folder's name.")
@click.option("--map", "map_file", type=click.Path(path_type=Path), help="Read files by this mapping from now on.")
@click.option("--replay", is_flag=True, help="Record each file at its own date, so that past beliefs are kept.")
@click.option("--skip-bad", is_flag=True, help="Leave out malformed lines instead of refusing their file.")
@click.option("--assist", is_flag=True, help="Let a text model confirm what is read from prose; the rest to review.")
@click.option("--model", metavar="GGUF|URL", help="With --assist: a chat model, see ask; default: built in.")
@click.option("--ignore-file-times", is_flag=True, help="What has no date of its own counts from now.")
@click.option("--exact-times", is_flag=True, help="Refuse recording times earlier than the last transaction.")
@dry_run_option
@json_option
def import_command(
    *,
    project_path: Path,
    paths: Sequence[Path],
    repository: Path | None,
    branch: str | None,
    since: str | None,
    until: str | None,
    globs: Sequence[str],
    name: str | None,
    map_file: Path | None,
    replay: bool,
    skip_bad: bool,
    assist: bool,
    model: str | None,
    ignore_file_times: bool,
    exact_times: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Read files and folders (all of it or nothing), or with --git the history of a repository."""
    from tenure.cli.imported import import_json, import_lines
    from tenure.ingest import import_paths

    of_git = bool(branch or since or until or globs or name)
    _refuse_odd(paths, repository, of_git=of_git, assist=assist, model=model)
    mapping = mapping_file(map_file) if map_file is not None else None
    files, history = None, None
    with opened(project_path, write=True) as project:
        zone = project.zone
        if paths:
            files = import_paths(
                project.ledger,
                list(paths),
                replay=replay,
                dry_run=dry_run,
                skip_bad=skip_bad,
                exact_times=exact_times,
                ignore_file_times=ignore_file_times,
                mapping=mapping,
                assistant=assistant_of(project, model) if assist else None,
                progress=progress_line(),
            )
        if repository is not None:
            from tenure.ingest.git import GitSource

            source = GitSource(
                repository,
                branch,
                instant(since, project.zone),
                instant(until, project.zone, end=True),
                tuple(globs),
                name,
            )
            history = read_history(project, source, exact_times=exact_times, dry_run=dry_run, mapping=mapping)
    if as_json:
        print_json(import_json(files, history))
    else:
        click.echo("\n".join(import_lines(files, history, zone)))


def _refuse_odd(
    paths: Sequence[Path], repository: Path | None, *, of_git: bool, assist: bool, model: str | None
) -> None:
    """Refuse options that mean nothing together."""
    if not paths and repository is None:
        raise click.UsageError("give PATHS to read, or a repository with --git")
    if repository is None and of_git:
        raise click.UsageError("--branch, --since, --until, --paths and --name go with --git")
    if model is not None and not assist:
        raise click.UsageError("--model goes with --assist")
    if assist and not paths:
        raise click.UsageError("--assist goes with PATHS: values in a repository's files are read exactly")


def assistant_of(project: Project, model: str | None) -> Assistant:
    """Return what reads prose with a text model, by default the built-in one.

    Raises:
        InputError: if there is no such file or it is no model.
        MissingExtraError: if the extra ``llm`` is not installed.
    """
    from tenure.ingest.assist import Assistant

    return Assistant(project.models.text_model(model))


def mapping_file(path: Path) -> Mapping:
    """Read a mapping.

    Raises:
        InputError: if there is no such file or it is no mapping.
    """
    from tenure.ingest.mapping import parse_mapping
    from tenure.ingest.readers import readers

    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text") from error
    try:
        return parse_mapping(text, [reader.kind for reader in readers()])
    except InputError as error:
        raise InputError(f"{path}, {error}") from error


def instant(text: str | None, zone: tzinfo, *, end: bool = False) -> int | None:
    """Return the first instant of a written date, or with ``end`` the first one after it (microseconds UTC)."""
    if text is None:
        return None
    dated = parse_date(text, zone)
    return dated.end if end else dated.at


def read_history(
    project: Project, source: GitSource, *, exact_times: bool, dry_run: bool, mapping: Mapping | None
) -> RepositoryImport:
    """Import a repository; when it is stopped, say what was kept and how to take it back."""
    from tenure.ingest.runs import Runs
    from tenure.ingest.sync import import_repository

    try:
        return import_repository(
            project.ledger,
            source,
            exact_times=exact_times,
            dry_run=dry_run,
            mapping=mapping,
            progress=progress_line(),
        )
    except KeyboardInterrupt as error:
        latest = next(iter(Runs(project.ledger).all()), None)
        if latest is None or latest.finished is not None:
            raise
        raise Cancelled(
            f"stopped; {latest.statements:,} statements are kept: import again to go on, or take them back with "
            f"tenure rollback {project.path} {latest.id}"
        ) from error


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
