"""Imports: what is wanted, a dry run of it, and the import itself.

Runs on the writing lane for the open project, else on a lane of its own; nothing here knows the window.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tenure.clock import Clock
from tenure.errors import Cancelled
from tenure.instants import parse_date
from tenure.ledger.interrupt import interruptible
from tenure.ledger.types import Statement
from tenure.project import Models, Project, remove_project
from tenure_app.ops.executors import Task

if TYPE_CHECKING:
    from tenure.ingest.preview import Retired
    from tenure.ingest.report import FileReport
    from tenure.ingest.rollback import RollbackSummary
    from tenure.ingest.tablemap import TableMap

MOST_LISTED = 2_000
"""Statements and values that a dry run lists; the figures count all."""

FILES, GIT, TABLE = "files", "git", "table"
"""What one can import."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One import as a person asked for it.

    Attributes:
        kind: ``files``, ``git`` or ``table``.
        paths: files and folders; the repository's folder; the table.
        branch: of a repository: a branch, tag or commit; empty for what is checked out.
        since, until: of a repository: dates as typed; empty for all.
        globs: of a repository: only these files; empty for all.
        name: of a repository: what to call it; empty for its folder's name.
        table: how the table is read.
        instead_of: the part of the project's mapping that it takes the place of, or None.
        replay: record each file at its own date, so that past beliefs are kept.
        skip_bad: leave out lines that can't be read instead of refusing their file.
        ignore_file_times: what has no date of its own counts from now.
        assist: let the text model confirm what is read from prose.
    """

    kind: str
    paths: tuple[Path, ...]
    branch: str = ""
    since: str = ""
    until: str = ""
    globs: tuple[str, ...] = ()
    name: str = ""
    table: TableMap | None = None
    instead_of: TableMap | None = None
    replay: bool = False
    skip_bad: bool = False
    ignore_file_times: bool = False
    assist: bool = False

    @property
    def title(self) -> str:
        """What is imported, in a word."""
        return self.name or self.paths[0].resolve().name or str(self.paths[0])


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an import did, or with ``dry_run`` would do.

    Attributes:
        dry_run: whether nothing was written.
        files: of files and tables, one report each.
        commits: of a repository, how many commits were walked; None for files.
        statements: statements recorded.
        passages: new passages.
        closed: values that stop, or were taken back.
        review: how much more waits for review.
        unchanged: files whose content was there already.
        refused: pairs (file, or empty; why it or a line of it is left out).
        refusals: how many there were; more than listed if there are very many.
        stated: of a dry run, the first statements.
        retired: of a dry run, the first values that stop.
        run: the number of the import; None if it changed nothing.
        stopped: whether it was stopped on the way and a part of it is kept.
    """

    dry_run: bool
    files: tuple[FileReport, ...] = ()
    commits: int | None = None
    statements: int = 0
    passages: int = 0
    closed: int = 0
    review: int = 0
    unchanged: int = 0
    refused: tuple[tuple[str, str], ...] = ()
    refusals: int = 0
    stated: tuple[Statement, ...] = ()
    retired: tuple[Retired, ...] = ()
    run: int | None = None
    stopped: bool = False

    @property
    def read(self) -> int:
        """How many files were read, refused and unchanged ones left out."""
        return sum(1 for file in self.files if file.kind and not file.unchanged)


# Imports


def run_import(project: Project, *, plan: Plan, dry_run: bool, task: Task) -> Outcome:
    """Import into a project, or with ``dry_run`` only find out what that would do.

    Raises:
        TenureError: of all kinds; files leave nothing then, and a cancelled repository that kept
            something is no error but an outcome that says ``stopped``.
    """
    if plan.kind == GIT:
        return _import_repository(project, plan, task, dry_run=dry_run)
    with interruptible(project.ledger.connection, lambda: task.token.cancelled):
        return _import_files(project, plan, task, dry_run=dry_run)


def preview_new(*, plan: Plan, clock: Clock, models: Models, task: Task) -> Outcome:
    """Find out what an import into a new project would do, with a project that is thrown away."""
    with (
        tempfile.TemporaryDirectory(prefix="tenure-preview-") as folder,
        Project.create(Path(folder) / "preview.tenure", clock=clock, models=models) as project,
    ):
        return run_import(project, plan=plan, dry_run=True, task=task)


def import_new(*, plan: Plan, path: Path, clock: Clock, models: Models, task: Task) -> Outcome:
    """Make a project file of an import; if it fails or is cancelled with nothing kept, there is no file."""
    project = Project.create(path, clock=clock, models=models)
    try:
        outcome = run_import(project, plan=plan, dry_run=False, task=task)
    except BaseException:
        project.close()
        remove_project(path)
        raise
    project.close()
    return outcome


def roll_back(project: Project, *, run: int) -> RollbackSummary:
    """Take an import back as a whole."""
    from tenure.ingest.rollback import rollback

    return rollback(project.ledger, run)


def _import_files(project: Project, plan: Plan, task: Task, *, dry_run: bool) -> Outcome:
    from tenure.ingest import import_paths
    from tenure.ingest.assist import Assistant
    from tenure.ingest.mapping import stored_mapping
    from tenure.ingest.preview import count_retired
    from tenure.ingest.tabletext import with_table

    ledger = project.ledger
    before = ledger.last_tx()
    mapping = None
    if plan.table is not None:
        mapping = with_table(stored_mapping(ledger.connection), plan.table, instead_of=plan.instead_of)
    summary = import_paths(
        ledger,
        list(plan.paths),
        replay=plan.replay,
        dry_run=dry_run,
        most_listed=MOST_LISTED,
        skip_bad=plan.skip_bad,
        ignore_file_times=plan.ignore_file_times,
        mapping=mapping,
        assistant=Assistant(project.models.text_model()) if plan.assist else None,
        progress=task.progress,
    )
    refused = tuple((file.name, why) for file in summary.files for why in file.refused)
    return Outcome(
        dry_run,
        files=summary.files,
        statements=summary.statements,
        passages=summary.passages,
        closed=summary.closed if dry_run else count_retired(ledger, before),
        review=summary.review,
        unchanged=summary.unchanged,
        refused=refused,
        refusals=len(refused),
        stated=summary.stated,
        retired=summary.retired,
        run=summary.run,
    )


def _import_repository(project: Project, plan: Plan, task: Task, *, dry_run: bool) -> Outcome:
    from tenure.ingest.git import GitSource
    from tenure.ingest.preview import count_open, count_retired
    from tenure.ingest.runs import Runs
    from tenure.ingest.sync import import_repository

    ledger, zone = project.ledger, project.zone
    since = parse_date(plan.since, zone).at if plan.since else None
    until = parse_date(plan.until, zone).end if plan.until else None
    source = GitSource(plan.paths[0], plan.branch or None, since, until, plan.globs, plan.name or None)
    before, waiting = ledger.last_tx(), count_open(ledger)
    runs_before = {run.id for run in Runs(ledger).all()}
    try:
        with interruptible(ledger.connection, lambda: task.token.cancelled):
            done = import_repository(ledger, source, dry_run=dry_run, most_listed=MOST_LISTED, progress=task.progress)
    except Cancelled:
        kept = next((run for run in Runs(ledger).all() if run.id not in runs_before), None)
        if kept is None:
            raise
        closed, review = count_retired(ledger, before), count_open(ledger) - waiting
        return Outcome(
            dry_run, statements=kept.statements, closed=closed, review=review, run=kept.id, commits=0, stopped=True
        )
    summary = done.summary
    return Outcome(
        dry_run,
        commits=summary.commits,
        statements=summary.statements,
        passages=summary.passages,
        closed=done.closed if dry_run else count_retired(ledger, before),
        review=done.review,
        refused=tuple(("", warning) for warning in summary.warnings),
        refusals=summary.warning_count,
        stated=done.stated,
        retired=done.retired,
        run=done.run,
    )
