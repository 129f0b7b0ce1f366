"""The history of a Git repository, read through pygit2: a value is stated at the commit that brought it."""

from __future__ import annotations

from tenure.ingest.git.importer import GitSource, GitSummary, import_git
from tenure.ingest.git.store import CommitNote, commits_of, prepare

__all__ = ["CommitNote", "GitSource", "GitSummary", "commits_of", "import_git", "prepare"]
