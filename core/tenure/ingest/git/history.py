"""The path of a branch: its first parents, oldest first, with the times they count from.

Objects are read raw through libgit2 (pygit2): a commit has four fields that matter here, and building its object
takes longer than splitting its text. Nothing is ever written to the repository.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Container, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pygit2
from pygit2.enums import ObjectType, RepositoryOpenFlag

from tenure.errors import InputError
from tenure.instants import SECOND
from tenure.ledger.core import EARLIEST, LATEST

_REMEMBERED = 4 * 1024 * 1024
"""Bytes kept of the oldest commits of a path, which are read when it is found and parsed when it is walked."""
_LONGEST_SUMMARY = 300
_AUTHORS = re.compile(
    rb"^author ([^\n]*?)(?: ?<[^\n]*?)?(?: (-?\d+) [+-]?\d+)?\ncommitter [^\n]*?(?: (-?\d+) [+-]?\d+)?$", re.MULTILINE
)
"""The author's name and date and the committer's date (seconds); one that is no number is left out."""
_PLAIN = re.compile(
    rb"tree ([0-9a-f]{40})\n(?:parent [0-9a-f]{40}\n)*author ([^<>\n]*) <[^<>\n]*> (\d{1,15}) [+-]\d{4}\n"
    rb"committer [^<>\n]* <[^<>\n]*> (\d{1,15}) [+-]\d{4}\n\n\s*([^\n]*)"
)
"""A commit as nearly all are: no other header."""


class Commit(NamedTuple):
    """A commit of the path.

    Attributes:
        sha: its id, hexadecimal.
        tree: its tree's id, hexadecimal.
        committed_at: the committer's date (microseconds UTC), or None if it cannot be read.
        author_at: the author's date (microseconds UTC), or None.
        author: the author's name.
        summary: the first line of its message.
    """

    sha: str
    tree: str
    committed_at: int | None
    author_at: int | None
    author: str
    summary: str


class Heads(NamedTuple):
    """Where one can begin to read a repository.

    Attributes:
        name: what people call the repository.
        current: the branch that is checked out, or None.
        branches: its branches, by name.
        remotes: the branches known of other places, by name.
        tags: its tags, by name.
        latest: the commit that is checked out, or None if there is none.
    """

    name: str
    current: str | None
    branches: tuple[str, ...]
    remotes: tuple[str, ...]
    tags: tuple[str, ...]
    latest: Commit | None


class Repository:
    """A Git repository, open for reading: with or without a work tree, shallow, a work tree of another, anybody's.

    Args:
        path: its folder, the ``.git`` folder in it, or a bare repository.

    Raises:
        InputError: if there is no repository.
    """

    def __init__(self, path: Path) -> None:
        # Read as data only, whoever owns it: no hook, filter or setting of it is ever run.
        pygit2.settings.owner_validation = False
        # Each object is read once; a cache of them costs time and grows with the history.
        pygit2.settings.enable_caching(False)
        # As git itself reads a pack: content is hashed when it arrives, not each time it is read.
        pygit2.settings.enable_strict_hash_verification(False)
        try:
            self._repo = pygit2.Repository(str(path), RepositoryOpenFlag.NO_SEARCH)
        except (pygit2.GitError, OSError) as error:
            raise InputError(f"'{path}' is not a Git repository") from error
        self.folder = path
        self._read = self._repo.odb.read
        self._header = self._repo.odb.read_header
        self._texts: dict[str, bytes] = {}

    def close(self) -> None:
        """Let go of the repository's files."""
        self._repo.free()

    @property
    def name(self) -> str:
        """What people call it: its folder's name, without ``.git``."""
        folder = self.folder.resolve()
        if folder.name == ".git":
            folder = folder.parent
        return folder.name.removesuffix(".git") or "repository"

    @property
    def branch(self) -> str:
        """The name of the branch that is checked out; ``HEAD`` if none is."""
        return "HEAD" if self._repo.head_is_detached else self._repo.head.shorthand

    def heads(self) -> Heads:
        """Return the branches and tags one can choose from."""
        tip = self.tip(None)
        tags = [name.removeprefix("refs/tags/") for name in self._repo.references if name.startswith("refs/tags/")]
        remotes = [name for name in self._repo.branches.remote if not name.endswith("/HEAD")]
        return Heads(
            self.name,
            None if tip is None or self._repo.head_is_detached else self._repo.head.shorthand,
            tuple(sorted(self._repo.branches.local)),
            tuple(sorted(remotes)),
            tuple(sorted(tags)),
            None if tip is None else self.commit(tip),
        )

    def tip(self, branch: str | None) -> str | None:
        """Return the commit a branch, tag or id leads to; None for a repository without a commit.

        Raises:
            InputError: if there is no such branch.
        """
        if branch is None:
            if self._repo.head_is_unborn:
                return None
            branch = "HEAD"
        try:
            return str(self._repo.revparse_single(branch).peel(pygit2.Commit).id)
        except (KeyError, ValueError, pygit2.GitError) as error:
            raise InputError(f"the repository '{self.folder}' has no branch or tag '{branch}'") from error

    def read(self, sha: str) -> bytes:
        """Return an object's bytes.

        Raises:
            KeyError: if the repository does not have it (a shallow or partial clone).
        """
        return self._read(sha)[1]

    def blob_size(self, sha: str) -> int | None:
        """Return a file's size in bytes without reading it, or None if the repository does not have it."""
        try:
            kind, size = self._header(sha)
        except (KeyError, pygit2.GitError):
            return None
        return size if kind == ObjectType.BLOB else None

    def blob_at(self, tree: str, path: str) -> str | None:
        """Return the id of the file that a tree has at a path, or None."""
        try:
            found = self._repo[tree]
            entry = found[path] if isinstance(found, pygit2.Tree) else None
        except (KeyError, ValueError, pygit2.GitError):
            return None
        return str(entry.id) if isinstance(entry, pygit2.Blob) else None

    def commit(self, sha: str) -> Commit:
        """Return a commit."""
        raw = self._texts.pop(sha, None)
        return _parse(sha, self.read(sha) if raw is None else raw)

    def has(self, sha: str) -> bool:
        """Whether the repository has an object."""
        return sha in self._repo.odb

    def path_to(self, tip: str, until: Container[str] = ()) -> tuple[list[str], str | None]:
        """Return the path that ends at a commit, oldest first, and the commit it goes on from.

        Args:
            tip: the last commit.
            until: commits known already; the path begins after the first of them that is met.

        Returns:
            The path, without the commit it goes on from; that one, or None if the path begins at a root or where
            a shallow clone ends.
        """
        path: list[str] = []
        texts: deque[bytes] = deque()
        size = 0
        sha: str | None = tip
        while sha is not None and sha not in until:
            try:
                raw = self._read(sha)[1]
            except KeyError as error:
                if not path:
                    raise InputError(f"the repository '{self.folder}' lacks the commit {sha[:12]}") from error
                sha = None
                break
            path.append(sha)
            texts.append(raw)
            size += len(raw)
            while size > _REMEMBERED:
                size -= len(texts.popleft())
            # A commit's text is "tree <id>\nparent <id>\n…": the first parent stands in a fixed place.
            sha = raw[53:93].decode("ascii") if raw[46:53] == b"parent " else None
        path.reverse()
        self._texts = dict(zip(path, reversed(texts), strict=False))
        return path, sha


def _parse(sha: str, raw: bytes) -> Commit:
    plain = _PLAIN.match(raw)
    if plain is not None:
        tree, author, authored, committed, summary = plain.groups()
        summary = summary[:_LONGEST_SUMMARY]
        return Commit(
            sha,
            tree.decode("ascii"),
            _date(committed),
            _date(authored),
            _text(author.rstrip(), b""),
            _text(summary, b""),
        )
    return _parse_any(sha, raw)


def _parse_any(sha: str, raw: bytes) -> Commit:
    head, _, message = raw.partition(b"\n\n")
    found = _AUTHORS.search(head)
    author, author_at, committed_at = (found[1], found[2], found[3]) if found is not None else (b"", b"", b"")
    encoding = b""
    if b"\nencoding " in head:
        encoding = head.partition(b"\nencoding ")[2].partition(b"\n")[0]
    summary = message.lstrip().partition(b"\n")[0][:_LONGEST_SUMMARY]
    tree = raw[5:45].decode("ascii")
    return Commit(
        sha, tree, _date(committed_at), _date(author_at), _text(author.rstrip(), encoding), _text(summary, encoding)
    )


def _date(seconds: bytes | None) -> int | None:
    """Return a date of Git as microseconds UTC, or None if it is none or lies outside the years 1 to 9999."""
    if not seconds:
        return None
    at = int(seconds) * SECOND
    return at if EARLIEST <= at <= LATEST else None


def _text(raw: bytes, encoding: bytes) -> str:
    if encoding and encoding.lower() not in {b"utf-8", b"utf8"}:
        try:
            return raw.decode(encoding.decode("ascii")).replace("\0", "")
        except (LookupError, ValueError):
            pass
    return raw.decode("utf-8", "replace").replace("\0", "")


def dated(repository: Repository, path: Sequence[str], last: int | None, now: int) -> Iterator[tuple[Commit, int]]:
    """Yield the commits of a path, each with the time it counts from, rising strictly (microseconds UTC).

    That is a commit's own date, moved up where it is not later than the one before. A date that lies in the future
    or cannot be read counts as unknown: the instant after the commit before.

    Args:
        repository: which has the commits.
        path: their ids, oldest first.
        last: the time of the commit before the path, or None.
        now: the present (microseconds UTC).
    """
    if last is None:
        last = _before_first(repository, path, now)
    for sha in path:
        commit = repository.commit(sha)
        at = commit.committed_at
        last = at if at is not None and last < at <= now else last + 1
        yield commit, last


def _before_first(repository: Repository, path: Sequence[str], now: int) -> int:
    """Return the instant before the first commit, so that commits of unknown date come before the first known."""
    for index, sha in enumerate(path):
        at = repository.commit(sha).committed_at
        if at is not None and at <= now:
            return at - index - 1
    return now - len(path)
