"""Small Git repositories built in tests, without the git binary."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pygit2
from pygit2.enums import FileMode

START = 1_500_000_000
"""The default time of a first commit (seconds)."""


class GitRepository:
    """A bare repository that grows commit by commit."""

    def __init__(self, path: Path, branch: str = "main") -> None:
        self.path = path
        self.repo = pygit2.init_repository(str(path), bare=True, initial_head=branch)
        self.ref = f"refs/heads/{branch}"
        self.count = 0

    def tree(self, files: Mapping[str, bytes | str]) -> pygit2.Oid:
        """Write a tree; paths with ``/``, contents as bytes or text."""
        return self._tree({path.encode("utf-8", "surrogateescape"): content for path, content in files.items()})

    def _tree(self, files: Mapping[bytes, bytes | str]) -> pygit2.Oid:
        folders: dict[bytes, dict[bytes, bytes | str]] = {}
        entries: list[tuple[bytes, bytes, bytes]] = []
        for path, content in files.items():
            head, separator, rest = path.partition(b"/")
            if separator:
                folders.setdefault(head, {})[rest] = content
            else:
                data = content.encode() if isinstance(content, str) else content
                entries.append((b"100644", head, self.repo.create_blob(data).raw))
        entries += [(b"40000", name, self._tree(inner).raw) for name, inner in folders.items()]
        return self.write_tree(entries)

    def write_tree(self, entries: list[tuple[bytes, bytes, bytes]]) -> pygit2.Oid:
        """Write a tree of entries (mode, name, raw id), as they are."""
        ordered = sorted(entries, key=lambda e: e[1] + (b"/" if e[0] == b"40000" else b""))
        raw = b"".join(mode + b" " + name + b"\0" + number for mode, name, number in ordered)
        return self.repo.odb.write(int(pygit2.enums.ObjectType.TREE), raw)

    def commit(
        self,
        files: Mapping[str, bytes | str] | pygit2.Oid,
        *,
        at: int | None = None,
        parents: list[pygit2.Oid] | None = None,
        message: str = "Change",
        author: str = "Ada",
        update: bool = True,
    ) -> pygit2.Oid:
        """Commit the files as the whole tree; by default on top of the branch, an hour after the one before."""
        tree = files if isinstance(files, pygit2.Oid) else self.tree(files)
        seconds = START + 3600 * self.count if at is None else at
        self.count += 1
        if parents is None:
            parents = [] if self.ref not in self.repo.references else [self.repo.references[self.ref].target]
        who = pygit2.Signature(author, "ada@example.org", seconds, 0)
        number = self.repo.create_commit(None, who, who, message, tree, parents)
        if update:
            self.repo.references.create(self.ref, number, force=True)
        return number

    @property
    def tip(self) -> pygit2.Oid:
        """The branch's last commit."""
        return self.repo.references[self.ref].target


__all__ = ["START", "FileMode", "GitRepository"]
