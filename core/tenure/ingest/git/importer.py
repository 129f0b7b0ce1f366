"""The history of a Git repository into the project: each commit of the path states what it changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from tenure.errors import Cancelled, InputError
from tenure.ingest.git.blobs import UnreadableError, Version, Versions, is_claimed, selects
from tenure.ingest.git.changes import FileChange, Tree
from tenure.ingest.git.excerpts import excerpts
from tenure.ingest.git.history import Commit, Repository, dated
from tenure.ingest.git.renames import renamed
from tenure.ingest.git.standing import Change, Standing
from tenure.ingest.git.store import GitStore, KnownCommits, Mark
from tenure.ingest.git.writing import BatchWriter, Said, Step, Text
from tenure.ledger import Ledger
from tenure.ledger.collector import collector_paused
from tenure.progress import Progress, no_progress
from tenure.relations import Cardinality, Relation

BATCH_COMMITS = 500
BATCH_STATEMENTS = 20_000
"""A batch ends at so many commits or statements, whichever comes first."""
_MOST_WARNINGS = 1_000
_RENAMED = "renamed"


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
        with collector_paused():
            return _Import(ledger, source, repository, (exact_times, run, written, progress)).go()
    finally:
        repository.close()


@dataclass(slots=True)
class _Pending:
    """A batch being gathered."""

    steps: list[Step] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    names: dict[tuple[str, str], None] = field(default_factory=dict)
    commits: int = 0
    statements: int = 0


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
        self._store = GitStore(ledger.connection)
        self._writer = BatchWriter(ledger, self._store, exact_times=exact_times, written=written)
        self._name = source.name or repository.name
        self._selected = selects(source.paths)
        self._standing = Standing(ledger.registry.get)
        self._tree = Tree(repository.read)
        self._kept: dict[str, str] = {}
        self._warnings: list[str] = []
        self._warning_count = 0
        self._told: dict[str, str] = {}
        self._named: set[tuple[str, str]] = set()
        self._pending = _Pending()
        self._commits = self._stated = 0
        self._rewritten: str | None = None
        self._versions = Versions(repository, prefix="", root=self._name, zone=ledger.zone, now=ledger.clock())
        self._prefix = ""

    def go(self) -> GitSummary:
        """Run it."""
        tip = self._repository.tip(self._asked.branch)
        if tip is None:
            return self._summary()
        number, mark = self._prepare()
        known = KnownCommits(self._store, number, mark.sha) if mark is not None else ()
        path, fork = self._repository.path_to(tip, known)
        if mark is not None and fork is None:
            raise InputError(
                f"the project holds another repository called '{self._name}', with which this one shares no commit; "
                "give this one a name of its own"
            )
        if not path:
            return self._summary()
        self._versions.look_beside(self._repository.commit(tip).tree)
        last = None
        if mark is not None:
            self._rewritten = fork if fork != mark.sha else None
            self._restore(mark)
            last = mark.at
        self._walk(path, last, number)
        return self._summary()

    def _prepare(self) -> tuple[int, Mark | None]:
        """Return the repository's number, 0 if it is not noted yet, and how far it was read."""
        found = self._store.source(self._name, self._asked.paths)
        self._prefix = self._store.prefix_for(self._name) if found is None else found[1]
        self._versions = Versions(
            self._repository,
            prefix=self._prefix,
            root=self._name,
            zone=self._ledger.zone,
            now=self._ledger.clock(),
        )
        return (0, None) if found is None else (found[0], self._store.mark(found[0]))

    def _restore(self, mark: Mark) -> None:
        """Read the state at the last commit anew from its tree."""
        if not self._repository.has(mark.tree):
            raise InputError(
                f"the repository no longer has the commit {mark.sha[:12]}, up to which it was imported; roll that "
                "import back and import it anew"
            )
        self._kept = dict(mark.kept)
        for change in self._tree.move_to(mark.tree):
            blob = self._kept.get(change.path, change.blob)
            if blob is None or not self._is_read(change.path):
                continue
            try:
                version = self._versions.read(change.path, blob, mark.at)
            except UnreadableError:
                continue
            self._know_relations(version)
            self._standing.put(change.path, version.items)
        self._standing.changes()

    def _is_read(self, path: str) -> bool:
        return is_claimed(path) and self._selected(path)

    # --- walking ------------------------------------------------------------------------------

    def _walk(self, path: Sequence[str], last: int | None, source: int) -> None:
        now = self._ledger.clock()
        total = len(path)
        commits = self._within(dated(self._repository, path, last, now), known=last is not None)
        git_run = 0
        while batch := list(islice(commits, BATCH_COMMITS)):
            at = 0
            for index, (commit, at) in enumerate(batch, 1):
                self._step(commit, at)
                if self._pending.statements >= BATCH_STATEMENTS or index == len(batch):
                    source, git_run = self._flush(commit, at, source, git_run)
                    self._report(total, at)

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

    def _report(self, total: int, at: int) -> None:
        done = self._commits
        try:
            self._progress(f"{done:,} of {total:,} commits", min(done / total, 1.0))
        except Cancelled as error:
            raise Cancelled(
                f"cancelled; {done:,} of {total:,} commits are kept, and another import goes on from there"
            ) from error

    def _flush(self, commit: Commit, at: int, source: int, git_run: int) -> tuple[int, int]:
        """Write what is pending; return the repository's number and the import's."""
        pending, self._pending = self._pending, _Pending()
        mark = Mark(commit.sha, commit.tree, at, dict(self._kept))
        with self._ledger.writing():
            if not source:
                folder = str(self._repository.folder.resolve())
                source = self._store.add_source(self._name, self._asked.paths, self._prefix, folder)
            if not git_run:
                git_run = self._store.begin(source, self._run, self._branch(), mark)
            self._writer.write(
                pending.steps,
                git_run=git_run,
                mark=mark,
                commits=pending.commits,
                relations=pending.relations,
                names=pending.names,
            )
        self._commits += pending.commits
        self._stated += len(pending.steps)
        return source, git_run

    def _branch(self) -> str:
        return self._asked.branch or self._repository.branch

    # --- one commit ---------------------------------------------------------------------------

    def _step(self, commit: Commit, at: int) -> None:
        self._pending.commits += 1
        changes = [c for c in self._tree.move_to(commit.tree) if self._is_read(c.path)]
        if not changes:
            return
        versions = {c.path: v for c in changes if (v := self._take(c, commit, at)) is not None}
        changed, dated_changes = self._standing.changes()
        step = Step(commit, at)
        blobs = {c.path: c.blob or "" for c in changes}
        self._say(step, changed, versions, blobs)
        step.dated = [(d, self._source(d.path, commit)) for d in dated_changes]
        if len(changes) > 1:
            self._rename(step, changes)
        if step:
            self._pending.steps.append(step)
            self._pending.statements += len(step.said) + len(step.dated)

    def _take(self, change: FileChange, commit: Commit, at: int) -> Version | None:
        """Take up a file's new version; return it if it could be read."""
        path = change.path
        if change.blob is None:
            self._kept.pop(path, None)
            self._told.pop(path, None)
            self._standing.put(path, None)
            return None
        try:
            version = self._versions.read(path, change.blob, at)
        except UnreadableError as error:
            self._warn(path, commit, str(error))
            # What the last readable version says goes on to hold.
            if path in self._standing and path not in self._kept and change.before is not None:
                self._kept[path] = change.before
            return None
        self._kept.pop(path, None)
        self._told.pop(path, None)
        for reason in version.refused:
            self._warn(path, commit, reason)
        self._know_relations(version)
        self._standing.put(path, version.items)
        for pair in version.items.names:
            if pair not in self._named:
                self._named.add(pair)
                self._pending.names[pair] = None
        return version

    def _know_relations(self, version: Version) -> None:
        """Define the relations of a file that the registry does not list, before anything is stated of them."""
        items = version.items
        wanted = dict(items.relations)
        for _, name, _ in items.members:
            wanted.setdefault(name, Relation(name, Cardinality.SET))
        for name, relation in wanted.items():
            if not self._standing.relation(name).known:
                self._standing.define(relation)
                self._pending.relations.append(relation)

    def _warn(self, path: str, commit: Commit, reason: str) -> None:
        """Tell what could not be read, a file's same trouble once as long as it lasts."""
        if self._told.get(path) == reason:
            return
        self._told[path] = reason
        self._warning_count += 1
        if len(self._warnings) < _MOST_WARNINGS:
            told = reason if path in reason else f"{path}: {reason}"
            self._warnings.append(f"{told} (commit {commit.sha[:12]})")

    def _source(self, path: str, commit: Commit) -> str:
        return f"{self._name}:{path}@{commit.sha[:12]}"

    def _say(self, step: Step, changed: Sequence[Change], versions: dict[str, Version], blobs: dict[str, str]) -> None:
        """Put changed values into a step, each with the line it stands on."""
        by_file: dict[str, list[Change]] = {}
        for change in changed:
            if change.object is None:
                # What happened happened, whether a file goes on saying so or not.
                if self._standing.relation(change.key[1]).cardinality is not Cardinality.EVENT:
                    source = self._source(change.path, step.commit)
                    step.said.append(Said(change.key, change.former or "", True, -1, None, source))
                continue
            if not change.object.strip():
                continue
            by_file.setdefault(change.path, []).append(change)
        for path, of_file in by_file.items():
            self._say_file(step, path, of_file, versions.get(path), blobs.get(path, ""))

    def _say_file(
        self, step: Step, path: str, changed: Sequence[Change], version: Version | None, blob: str
    ) -> None:
        source = self._source(path, step.commit)
        spots = [None] * len(changed)
        if version is not None:
            locate = version.items.locate
            places = [(locate(c.key, c.object or ""), c.object or "") for c in changed]
            pieces, spots = excerpts(version.lines, places)
            if pieces:
                digest = f"{blob}:{','.join(str(piece.line) for piece in pieces)}"
                step.texts.append(Text(source, version.kind, digest, pieces))
        text = len(step.texts) - 1
        for change, spot in zip(changed, spots, strict=True):
            step.said.append(Said(change.key, change.object or "", False, text, spot, source))

    def _rename(self, step: Step, changes: Sequence[FileChange]) -> None:
        """State which files were renamed, and that the new one was called so."""
        def lines(path: str, blob: str) -> Sequence[str] | None:
            try:
                return self._versions.read(path, blob, step.at).lines
            except UnreadableError:
                return None

        for old, new in renamed(changes, lines):
            subject, target = self._prefix + old, self._prefix + new
            step.said.append(
                Said((subject, _RENAMED, ()), target, False, -1, None, self._source(new, step.commit))
            )
            self._pending.names[target, subject] = None

    def _summary(self) -> GitSummary:
        totals = self._writer.totals
        return GitSummary(
            name=self._name,
            branch=self._asked.branch or "HEAD",
            commits=self._commits,
            stated=self._stated,
            statements=totals.statements,
            passages=totals.passages,
            files=len(self._standing),
            moved_up=totals.moved_up,
            conflicts=totals.conflicts,
            warnings=tuple(self._warnings),
            warning_count=self._warning_count,
            rewritten=self._rewritten,
            first_tx=totals.first_tx,
            tx=self._ledger.last_tx(),
        )
