"""Tables of the Git import: how far each repository was read, and the commits that statements came from."""

from __future__ import annotations

import sqlite3

from tenure.passages.migrations import Migration

_TABLES = (
    # A repository as read with one choice of paths; its files' subjects begin with the prefix.
    """CREATE TABLE git_source (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, paths TEXT NOT NULL, prefix TEXT NOT NULL, folder TEXT NOT NULL,
        UNIQUE (name, paths))""",
    # An import of new commits: where it stands. 'kept' are the versions, by path, of files whose version at that
    # commit can't be read; their values still hold.
    """CREATE TABLE git_run (
        id INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES git_source, run INTEGER, branch TEXT NOT NULL,
        sha TEXT NOT NULL, tree TEXT NOT NULL, at INTEGER NOT NULL, commits INTEGER NOT NULL, kept TEXT NOT NULL)""",
    "CREATE INDEX git_run_source ON git_run (source, id)",
    """CREATE TABLE git_commit (
        id INTEGER PRIMARY KEY, git_run INTEGER NOT NULL REFERENCES git_run, sha TEXT NOT NULL, tx INTEGER NOT NULL,
        at INTEGER NOT NULL, committed_at INTEGER, author_at INTEGER, author TEXT NOT NULL, summary TEXT NOT NULL)""",
    "CREATE INDEX git_commit_tx ON git_commit (tx)",
    "CREATE INDEX git_commit_sha ON git_commit (sha, git_run)",
)


def _create(connection: sqlite3.Connection) -> None:
    for statement in _TABLES:
        connection.execute(statement)


MIGRATIONS = (
    Migration(
        1,
        "git",
        "A second import takes only what is new, and a statement's commit, author and subject line can be shown.",
        _create,
    ),
)
