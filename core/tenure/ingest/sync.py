"""Repositories into the project as import runs, and everything imported before read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tenure.errors import InputError
from tenure.ingest.assist import Assistant
from tenure.ingest.git import GitSource, GitSummary, import_git
from tenure.ingest.mapping import Mapping as FileMapping
from tenure.ingest.mapping import store_mapping
from tenure.ingest.pipeline import ImportOptions, reimport_folder
from tenure.ingest.preview import Retired, changes_since, count_open, count_retired
from tenure.ingest.reading import shown
from tenure.ingest.report import ImportSummary
from tenure.ingest.runs import FOLDER, GIT, Place, Runs
from tenure.ledger import Ledger
from tenure.ledger.types import Statement
from tenure.progress import Progress, no_progress, part


@dataclass(frozen=True, slots=True)
class RepositoryImport:
    """What an import of a repository did, or with ``dry_run`` would do.

    Attributes:
        summary: what was read and written.
        run: the number of the import, by which it can be rolled back; None if it changed nothing.
        stated: of a dry run, the statements it would record.
        retired: of a dry run, the values it would retire.
        closed: of a dry run, how many values it would retire, listed or not.
        dry_run: whether nothing was written.
        review: how much more waits for review than before.
    """

    summary: GitSummary
    run: int | None = None
    stated: tuple[Statement, ...] = ()
    retired: tuple[Retired, ...] = ()
    closed: int = 0
    dry_run: bool = False
    review: int = 0


@dataclass(frozen=True, slots=True)
class Synced:
    """What became of one folder or repository.

    Attributes:
        place: which.
        files: what the import of a folder did, or None.
        repository: what the import of a repository did, or None.
        problem: why it could not be read, or empty.
    """

    place: Place
    files: ImportSummary | None = None
    repository: RepositoryImport | None = None
    problem: str = ""


class _DryRun(Exception):  # noqa: N818 - carries the result of a dry run out of the transaction
    def __init__(self, result: RepositoryImport) -> None:
        super().__init__("dry run")
        self.result = result


def import_repository(
    ledger: Ledger,
    source: GitSource,
    *,
    exact_times: bool = False,
    dry_run: bool = False,
    most_listed: int | None = None,
    mapping: FileMapping | None = None,
    progress: Progress = no_progress,
) -> RepositoryImport:
    """Import the history of a repository as one import that can be rolled back; a second time, what is new.

    Args:
        ledger: what to write to.
        source: which history.
        exact_times: refuse a recording time that would have to be moved up.
        dry_run: return the same, with what would be stated and retired, and write nothing.
        most_listed: of a dry run, list so many statements and values at most; None for all.
        mapping: how files are read from now on; None for the project's own. Commits imported before stay as they are.
        progress: told how far it is; it may raise ``Cancelled``, and then what was written stays.

    Raises:
        InputError: if there is no repository or no such branch.
        Cancelled: by ``progress``; its sentence says how much was kept.
        BusyError: another process holds the project's write lock.
    """
    options = _options(source, exact_times=exact_times)
    if not dry_run:
        _keep(ledger, mapping)
        return _import(ledger, source, options, progress)
    before = ledger.last_tx()
    try:
        with ledger.writing():
            _keep(ledger, mapping)
            done = _import(ledger, source, options, part(progress, 0.0, 0.9))
            stated, retired = changes_since(ledger, before, part(progress, 0.9, 1.0), most_listed)
            closed = count_retired(ledger, before)
            summary = replace(done.summary, dry_run=True)
            listed = replace(done, run=None, stated=stated, retired=retired, closed=closed, dry_run=True)
            raise _DryRun(replace(listed, summary=summary))
    except _DryRun as dry:
        return dry.result


def _keep(ledger: Ledger, mapping: FileMapping | None) -> None:
    if mapping is not None:
        with ledger.writing():
            store_mapping(ledger.connection, mapping.text)


def _import(ledger: Ledger, source: GitSource, options: Mapping[str, Any], progress: Progress) -> RepositoryImport:
    runs = Runs(ledger)
    path = shown(str(source.path.resolve()))
    run, waiting = runs.begin(GIT, path, options), count_open(ledger)

    def wrote(first: int, last: int) -> None:
        runs.wrote(run, first, last)

    exact = bool(options.get("exact_times"))
    try:
        summary = import_git(ledger, source, exact_times=exact, run=run, written=wrote, progress=progress)
    except BaseException:
        runs.drop_if_empty(run)
        raise
    runs.remember(GIT, path, options)
    if not summary.commits:
        runs.drop_if_empty(run)
        return RepositoryImport(summary)
    runs.finish(run)
    return RepositoryImport(summary, run, review=count_open(ledger) - waiting)


def sync(
    ledger: Ledger,
    *,
    dry_run: bool = False,
    assistant: Assistant | None = None,
    progress: Progress = no_progress,
) -> tuple[Synced, ...]:
    """Read all folders and repositories that were imported again; one that is missing is told.

    Each is an import of its own. What a file said that is no longer in its folder ends now.

    Args:
        ledger: what to write to.
        dry_run: write nothing.
        assistant: for the folders that were imported with one.
        progress: told how far it is; it may raise ``Cancelled``, and then those finished stay.

    Raises:
        ModelError: the assistant's model can't be loaded or stopped; those finished stay.
        Cancelled: by ``progress``.
        BusyError: another process holds the project's write lock.
    """
    places = Runs(ledger).places()
    found = []
    for index, place in enumerate(places):
        step = part(progress, index / len(places), (index + 1) / len(places))
        found.append(_sync(ledger, place, step, assistant, dry_run=dry_run))
    return tuple(found)


def _sync(ledger: Ledger, place: Place, progress: Progress, assistant: Assistant | None, *, dry_run: bool) -> Synced:
    folder = Path(place.path)
    if not folder.is_dir():
        return Synced(place, problem=f"the {'folder' if place.kind == FOLDER else 'repository'} is missing")
    runs = Runs(ledger)
    try:
        if place.kind == FOLDER:
            gone = runs.held(place.id) - runs.held_elsewhere(place.id)
            options = ImportOptions.of(place.options)
            done = reimport_folder(
                ledger, folder, options, gone=gone, dry_run=dry_run, assistant=assistant, progress=progress
            )
            return Synced(place, done)
        exact = bool(place.options.get("exact_times"))
        source = _source(folder, place.options)
        history = import_repository(ledger, source, exact_times=exact, dry_run=dry_run, progress=progress)
        return Synced(place, repository=history)
    except InputError as error:
        return Synced(place, problem=str(error))


def _options(source: GitSource, *, exact_times: bool) -> dict[str, Any]:
    """Return what is kept of how a repository was imported."""
    given = {
        "branch": source.branch,
        "since": source.since,
        "until": source.until,
        "paths": list(source.paths),
        "name": source.name,
        "exact_times": exact_times,
    }
    return {name: value for name, value in given.items() if value not in (None, [], False)}


def _source(folder: Path, options: Mapping[str, Any]) -> GitSource:
    """Return the history that was imported with these options."""
    return GitSource(
        folder,
        branch=options.get("branch"),
        since=options.get("since"),
        until=options.get("until"),
        paths=tuple(options.get("paths", ())),
        name=options.get("name"),
    )
