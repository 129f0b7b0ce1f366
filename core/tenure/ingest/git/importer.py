"""The history of a Git repository into the project: each commit of the path states what it changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tenure.errors import Cancelled, InputError
from tenure.ingest.git.blobs import Versions, selects
from tenure.ingest.git.changes import Tree
from tenure.ingest.git.files import Files
from tenure.ingest.git.history import Commit, Repository, dated
from tenure.ingest.git.store import GitStore, KnownCommits, Mark
from tenure.ingest.git.writing import BatchWriter, Step
from tenure.ingest.mapping import stored_mapping
from tenure.ingest.runs import Runs
from tenure.ledger import Ledger
from tenure.ledger.collector import collector_paused
from tenure.progress import Progress, no_progress

BATCH_COMMITS = 2_000
BATCH_STATEMENTS = 20_000
"""A batch ends at so many commits or statements, whichever comes first."""

_TOLD_EACH = 20
"""Commits between two reports of how far it is."""

_PAGES = 8 * 1024
"""KiB of the file's pages kept in memory."""


@dataclass(frozen=True, slots=True)
class GitSource:
    """Which history to read.

    Attributes:
        path: the repository's folder.
        branch: a branch, tag or commit; None for what is checked out.
        since: commits before this instant are left out, but what stood then is stated by the last of them
            (microseconds UTC), or None.
        until: commits from this instant on are left out (microseconds UTC), or None.
        paths: files, folders or patterns (``*`` also crosses folders); none for all.
        name: what to call the repository; None for its folder's name.
    """

    path: Path
    branch: str | None = None
    since: int | None = None
    until: int | None = None
    paths: tuple[str, ...] = ()
    name: str | None = None


@dataclass(frozen=True, slots=True)
class GitSummary:
    """What an import of a repository did, or with ``dry_run`` would do.

    Attributes:
        name: the repository's name in the project.
        branch: the branch, tag or commit read.
        commits: how many commits were walked.
        stated: how many of them stated or ended something.
        statements: statements recorded.
        passages: new passages.
        files: files that state something after the last commit.
        moved_up: recording times moved up to the last transaction's.
        conflicts: conflicts that went to review.
        warnings: what couldn't be read, each with file and commit; the first thousand.
        warning_count: how many there were.
        rewritten: the last commit that old and new history share, if the history read before is no longer on the
            path; None otherwise.
        first_tx: the first transaction, None if there was none.
        tx: the last transaction of the project.
        dry_run: whether nothing was written.
    """

    name: str
    branch: str
    commits: int = 0
    stated: int = 0
    statements: int = 0
    passages: int = 0
    files: int = 0
    moved_up: int = 0
    conflicts: int = 0
    warnings: tuple[str, ...] = ()
    warning_count: int = 0
    rewritten: str | None = None
    first_tx: int | None = None
    tx: int = 0
    dry_run: bool = False


def _nothing_written(_first: int, _last: int) -> None:
    return None


def import_git(
    ledger: Ledger,
    source: GitSource,
    *,
    exact_times: bool = False,
    run: int | None = None,
    written: Callable[[int, int], None] = _nothing_written,
    progress: Progress = no_progress,
) -> GitSummary:
    """Import the first-parent history of a branch; a second time, only what is new.

    Commits are written in batches, each a SQL transaction, each commit a ledger transaction in it. What was written
    stays when the import is cancelled or the process ends; the next import goes on from there.

    Args:
        ledger: what to write to.
        source: which history.
        exact_times: refuse a recording time that would have to be moved up.
        run: the number of the import run it belongs to.
        written: called inside each batch's SQL transaction with its first and last ledger transaction.
        progress: told how far it is; it may raise ``Cancelled``.

    Raises:
        InputError: if there is no repository or no such branch, or the project has another repository of that name.
        Cancelled: by ``progress``; its sentence says how much was kept.
        BusyError: another process holds the project's write lock.
    """
    repository = Repository(source.path)
    try:
        with collector_paused(), _small_page_cache(ledger.connection):
            return _Import(ledger, source, repository, (exact_times, run, written, progress)).go()
    finally:
        repository.close()


@contextmanager
def _small_page_cache(connection: sqlite3.Connection) -> Iterator[None]:
    """Keep few pages of the file in memory: a history is written from one end to the other and has no end."""
    before = connection.execute("PRAGMA cache_size").fetchone()[0]
    connection.execute(f"PRAGMA cache_size = -{_PAGES}")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA cache_size = {before}")


class _Import:
    """One import."""

    def __init__(
        self,
        ledger: Ledger,
        source: GitSource,
        repository: Repository,
        how: tuple[bool, int | None, Callable[[int, int], None], Progress],
    ) -> None:
        exact_times, self._run, written, self._progress = how
        self._ledger = ledger
        self._asked = source
        self._repository = repository
        self._store = GitStore(ledger.connection, Runs(ledger).rolled_back())
        self._writer = BatchWriter(ledger, self._store, exact_times=exact_times, written=written)
        self._name = source.name or repository.name
        found = self._store.source(self._name, source.paths)
        self._source, self._prefix = found or (0, self._store.prefix_for(self._name))
        self._git_run = 0
        self._versions = Versions(
            repository, prefix=self._prefix, root=self._name, zone=ledger.zone, now=ledger.clock(),
            mapping=stored_mapping(ledger.connection),
        )  # fmt: skip
        self._files = Files(
            self._name,
            self._prefix,
            Tree(repository.read),
            self._versions,
            selected=selects(source.paths),
            registry=ledger.registry,
        )
        self._commits = self._stated = 0
        self._rewritten: str | None = None

    def go(self) -> GitSummary:
        """Run it."""
        tip = self._repository.tip(self._asked.branch)
        if tip is not None:
            mark = self._store.mark(self._source)
            path, fork = self._path(tip, mark)
            if path:
                self._versions.look_beside(self._repository.commit(tip).tree)
                if mark is not None:
                    self._rewritten = fork if fork != mark.sha else None
                    self._restore(mark)
                self._walk(path, mark)
        return self._summary()

    def _path(self, tip: str, mark: Mark | None) -> tuple[list[str], str | None]:
        """Return the commits to import, oldest first, and the one imported earlier that they go on from."""
        known = () if mark is None else KnownCommits(self._store, self._source, mark.sha)
        path, fork = self._repository.path_to(tip, known)
        if mark is not None and fork is None:
            raise InputError(
                f"the project holds another repository called '{self._name}', with which this one shares no commit; "
                "give this one a name of its own"
            )
        return path, fork

    def _restore(self, mark: Mark) -> None:
        if not self._repository.has(mark.tree):
            raise InputError(
                f"the repository no longer has the commit {mark.sha[:12]}, up to which it was imported; roll that "
                "import back and import it anew"
            )
        self._files.restore(mark)

    def _walk(self, path: Sequence[str], mark: Mark | None) -> None:
        last = None if mark is None else mark.at
        commits = self._within(dated(self._repository, path, last, self._ledger.clock()), known=mark is not None)
        total = len(path)
        steps: list[Step] = []
        walked = statements = 0
        commit, at = None, 0
        for commit, at in commits:
            walked += 1
            if walked % _TOLD_EACH == 0:
                self._report(total, walked)
            step = self._files.step(commit, at)
            if step is not None:
                steps.append(step)
                statements += len(step.said) + len(step.dated)
            if walked >= BATCH_COMMITS or statements >= BATCH_STATEMENTS:
                self._flush(commit, at, steps, walked)
                steps, walked, statements = [], 0, 0
                self._report(total)
        if walked and commit is not None:
            self._flush(commit, at, steps, walked)
            self._report(total)

    def _within(self, commits: Iterator[tuple[Commit, int]], *, known: bool) -> Iterator[tuple[Commit, int]]:
        """Yield the commits between the times asked for, and before them the last one that is earlier."""
        since, until = self._asked.since, self._asked.until
        base: tuple[Commit, int] | None = None
        for commit, at in commits:
            if until is not None and at >= until:
                break
            if since is not None and at < since and not known:
                base = (commit, at)
                continue
            if base is not None:
                yield base
                base = None
            yield commit, at
        if base is not None:
            yield base

    def _report(self, total: int, walked: int = 0) -> None:
        """Tell how far it is: the commits written, and those walked since then, which a cancellation drops."""
        kept, done = self._commits, self._commits + walked
        try:
            self._progress(f"{done:,} of {total:,} commits", min(done / total, 1.0))
        except Cancelled as error:
            raise Cancelled(
                f"cancelled; {kept:,} of {total:,} commits are kept, and another import goes on from there"
                if kept
                else "cancelled; nothing is kept"
            ) from error

    def _flush(self, commit: Commit, at: int, steps: Sequence[Step], walked: int) -> None:
        """Write a batch: statements and how far the import is, in one SQL transaction."""
        mark = Mark(commit.sha, commit.tree, at, dict(self._files.kept))
        with self._ledger.writing():
            if not self._source:
                folder = str(self._repository.folder.resolve())
                self._source = self._store.add_source(self._name, self._asked.paths, self._prefix, folder)
            if not self._git_run:
                branch = self._asked.branch or self._repository.branch
                self._git_run = self._store.begin(self._source, self._run, branch, mark)
            self._writer.write(
                steps,
                git_run=self._git_run,
                mark=mark,
                commits=walked,
                relations=self._files.relations,
                names=self._files.names,
            )
        self._files.relations.clear()
        self._files.names.clear()
        self._commits += walked
        self._stated += len(steps)

    def _summary(self) -> GitSummary:
        totals = self._writer.totals
        return GitSummary(
            name=self._name,
            branch=self._asked.branch or "HEAD",
            commits=self._commits,
            stated=self._stated,
            statements=totals.statements,
            passages=totals.passages,
            files=len(self._files),
            moved_up=totals.moved_up,
            conflicts=totals.conflicts,
            warnings=tuple(self._files.warnings),
            warning_count=self._files.warning_count,
            rewritten=self._rewritten,
            first_tx=totals.first_tx,
            tx=self._ledger.last_tx(),
        )
