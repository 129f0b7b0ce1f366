"""How far each repository was read, and which commits statements came from; in the project's file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tenure.errors import InputError
from tenure.ingest.git.history import Commit
from tenure.ingest.git.schema import MIGRATIONS
from tenure.passages.migrations import migrate


def prepare(connection: sqlite3.Connection, path: str | Path | None) -> None:
    """Bring the tables of the Git import up to date.

    Raises:
        ProjectError: if the file is not a Tenure project or was made by a newer version.
        BusyError: if another process holds the write lock.
    """
    migrate(connection, path, "git", MIGRATIONS)


@dataclass(frozen=True, slots=True)
class CommitNote:
    """The commit a statement came from.

    Attributes:
        repository: its name in the project.
        sha: its id.
        at: the time its statements count from (microseconds UTC).
        committed_at: the committer's own date (microseconds UTC), or None if it can't be read.
        author_at: the author's date (microseconds UTC), or None.
        author: the author's name.
        summary: the first line of its message.
    """

    repository: str
    sha: str
    at: int
    committed_at: int | None
    author_at: int | None
    author: str
    summary: str


@dataclass(slots=True)
class Mark:
    """How far a repository was read.

    Attributes:
        sha: the last commit read.
        tree: its tree.
        at: the time it counts from (microseconds UTC).
        kept: by path, the version whose values hold though the file's version there can't be read.
    """

    sha: str
    tree: str
    at: int
    kept: dict[str, str] = field(default_factory=dict)


class GitStore:
    """Reads and writes the tables; writes belong inside the caller's transaction.

    Args:
        connection: of the project's file.
        without: import runs that are rolled back; it is as if they had never been.
    """

    def __init__(self, connection: sqlite3.Connection, without: Collection[int] = ()) -> None:
        self._db = connection
        self._without = json.dumps(sorted(without))

    def source(self, name: str, paths: Iterable[str]) -> tuple[int, str] | None:
        """Return a repository's number and prefix as read with these paths, or None if it was not yet."""
        row = self._db.execute(
            "SELECT id, prefix FROM git_source WHERE name = ? AND paths = ?", (name, json.dumps(sorted(paths)))
        ).fetchone()
        return None if row is None else (int(row[0]), str(row[1]))

    def prefix_for(self, name: str) -> str:
        """Return what subjects of a repository's files begin with: nothing for the project's first repository."""
        row = self._db.execute("SELECT prefix FROM git_source WHERE name = ?", (name,)).fetchone()
        if row is not None:
            return str(row[0])
        others = self._db.execute("SELECT count(*) FROM git_source").fetchone()[0]
        return f"{name}/" if others else ""

    def add_source(self, name: str, paths: Iterable[str], prefix: str, folder: str) -> int:
        """Note a repository and return its number.

        Raises:
            InputError: another import noted it meanwhile.
        """
        try:
            row = self._db.execute(
                "INSERT INTO git_source (name, paths, prefix, folder) VALUES (?, ?, ?, ?)",
                (name, json.dumps(sorted(paths)), prefix, folder),
            )
        except sqlite3.IntegrityError:
            raise InputError(f"another import of '{name}' is running; import it again when that is done") from None
        return int(row.lastrowid or 0)

    def mark(self, source: int) -> Mark | None:
        """Return how far a repository was read, or None."""
        row = self._db.execute(
            f"SELECT sha, tree, at, kept FROM git_run r WHERE source = ? AND {_STANDS} ORDER BY id DESC LIMIT 1",
            (source, self._without),
        ).fetchone()
        return None if row is None else Mark(row[0], row[1], row[2], json.loads(row[3]))

    def begin(self, source: int, run: int | None, branch: str, mark: Mark) -> int:
        """Note that an import begins and return its number."""
        row = self._db.execute(
            "INSERT INTO git_run (source, run, branch, sha, tree, at, commits, kept) VALUES (?, ?, ?, ?, ?, ?, 0, ?)",
            (source, run, branch, mark.sha, mark.tree, mark.at, json.dumps(mark.kept)),
        )
        return int(row.lastrowid or 0)

    def move(self, git_run: int, mark: Mark, commits: int) -> None:
        """Note how far an import has come."""
        self._db.execute(
            "UPDATE git_run SET sha = ?, tree = ?, at = ?, kept = ?, commits = commits + ? WHERE id = ?",
            (mark.sha, mark.tree, mark.at, json.dumps(mark.kept), commits, git_run),
        )

    def add_commits(self, git_run: int, commits: Iterable[tuple[Commit, int, int]]) -> None:
        """Note commits that stated something: each with its transaction and the time it counts from."""
        self._db.executemany(
            "INSERT INTO git_commit (git_run, sha, tx, at, committed_at, author_at, author, summary) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [(git_run, c.sha, tx, at, c.committed_at, c.author_at, c.author, c.summary) for c, tx, at in commits],
        )

    def at_of(self, source: int, sha: str) -> int | None:
        """Return the time a commit counted from that stated something in an earlier import, or None."""
        row = self._db.execute(
            "SELECT c.at FROM git_commit c JOIN git_run r ON r.id = c.git_run "
            f"WHERE c.sha = ? AND r.source = ? AND {_STANDS}",
            (sha, source, self._without),
        ).fetchone()
        return None if row is None else int(row[0])


_STANDS = "(r.run IS NULL OR r.run NOT IN (SELECT value FROM json_each(?)))"


def later_run(connection: sqlite3.Connection, run: int, without: Collection[int]) -> int | None:
    """Return an import run that goes on from the last commit of another, or None; rolled back ones aside."""
    row = connection.execute(
        "SELECT r.run FROM git_run mine JOIN git_run r ON r.source = mine.source AND r.id > mine.id "
        f"WHERE mine.run = ? AND r.run IS NOT NULL AND {_STANDS} ORDER BY r.id DESC LIMIT 1",
        (run, json.dumps(sorted(without))),
    ).fetchone()
    return None if row is None else int(row[0])


class KnownCommits:
    """The commits of a repository that stated something in earlier imports, looked up one by one.

    Args:
        store: where they are noted.
        source: the repository's number.
        last: the last commit read, which need not have stated anything.
    """

    def __init__(self, store: GitStore, source: int, last: str) -> None:
        self._store = store
        self._source = source
        self._last = last

    def __contains__(self, sha: object) -> bool:
        return sha == self._last or self._store.at_of(self._source, str(sha)) is not None


def commits_of(connection: sqlite3.Connection, txs: Iterable[int]) -> Mapping[int, CommitNote]:
    """Return the commits that these transactions state, those that came from none left out."""
    rows = connection.execute(
        "SELECT c.tx, s.name, c.sha, c.at, c.committed_at, c.author_at, c.author, c.summary FROM git_commit c "
        "JOIN git_run r ON r.id = c.git_run JOIN git_source s ON s.id = r.source "
        "WHERE c.tx IN (SELECT value FROM json_each(?))",
        (json.dumps(list(txs)),),
    )
    return {tx: CommitNote(*note) for tx, *note in rows}
