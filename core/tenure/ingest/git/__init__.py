"""The history of a Git repository, read through pygit2: a value is stated at the commit that brought it.

What is offered here is imported on use: opening a project needs the tables of this room only.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tenure.ingest.git.importer import GitSource, GitSummary, import_git
    from tenure.ingest.git.store import CommitNote, commits_of, prepare

_MODULES = {
    "CommitNote": "store",
    "GitSource": "importer",
    "GitSummary": "importer",
    "commits_of": "store",
    "import_git": "importer",
    "prepare": "store",
}

__all__ = ["CommitNote", "GitSource", "GitSummary", "commits_of", "import_git", "prepare"]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
