"""Versions of files, read: which paths are looked at, what each version states, and why one can't be read."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from datetime import tzinfo
from fnmatch import fnmatchcase
from functools import lru_cache

from tenure.errors import InputError
from tenure.ingest.git.history import Repository
from tenure.ingest.items import Items
from tenure.ingest.mapped import applied, chosen_reader
from tenure.ingest.mapping import NO_MAPPING, Mapping
from tenure.ingest.readers import Content, claimants, decode, looks_binary
from tenure.ingest.readers.base import nothing_beside

LARGEST_BLOB = 4 * 1024 * 1024
"""Bytes; a larger version of a file is no configuration a person wrote."""
_MISSING = "its content is missing from this clone"
_CACHED_VALUES = 5_000
"""How many values the cache of versions holds at most: enough for the versions that reverts bring back, and no more,
as a history has no end."""


class UnreadableError(InputError):
    """A version of a file that states nothing because it can't be read."""


class Version:
    """A version of a file, read.

    Attributes:
        items: what it states.
        kind: the reader's name for its format; empty if no reader of structured data takes it.
        refused: what was left out of it, and why.
        text: its text.
        lines: its lines.
    """

    __slots__ = ("_safe", "items", "kind", "lines", "refused", "text")

    def __init__(self, items: Items, kind: str, text: str, refused: tuple[str, ...]) -> None:
        self.items = items
        self.kind = kind
        self.refused = refused
        self.text = text
        self.lines = text.split("\n")
        self._safe: list[str] | None = None

    @property
    def safe_lines(self) -> list[str]:
        """Its lines, secrets blanked out."""
        safe = self.items.safe_text
        if safe is None:
            return self.lines
        if self._safe is None:
            self._safe = safe.split("\n")
        return self._safe


@lru_cache(maxsize=65_536)
def is_claimed(path: str) -> bool:
    """Whether a reader of structured data may read a file of this name, so that its versions are looked at."""
    return any(reader.structured for reader in claimants(path))


@lru_cache(maxsize=65_536)
def is_binary(path: str) -> bool:
    """Whether files of this name are read as bytes."""
    return any(reader.binary for reader in claimants(path) if reader.structured)


def selects(paths: tuple[str, ...]) -> Callable[[str], bool]:
    """Return what decides whether a path is one of those asked for: files, folders, or patterns with ``*``.

    None at all means every path.
    """
    plain = tuple(p.strip("/") for p in paths if not any(c in p for c in "*?["))
    globs = tuple(p for p in paths if any(c in p for c in "*?["))
    folders = tuple(p + "/" for p in plain)

    @lru_cache(maxsize=65_536)
    def selected(path: str) -> bool:
        return path in plain or path.startswith(folders) or any(fnmatchcase(path, glob) for glob in globs)

    return selected if paths and "." not in paths else lambda _path: True


class Versions:
    """Reads versions of files, each content once: reverts and branches bring the same ones back.

    Args:
        repository: where from.
        prefix: put before each path to make the source's name; empty for the first repository of a project.
        tip: the tree of the branch's last commit, where a reader looks at what stands beside a file.
        zone: of dates written without one.
        now: the present (microseconds UTC).
        mapping: how the project wants its files read.
    """

    def __init__(
        self,
        repository: Repository,
        *,
        prefix: str,
        root: str,
        zone: tzinfo,
        now: int,
        mapping: Mapping = NO_MAPPING,
    ) -> None:
        self._mapping = mapping
        self._repository = repository
        self._prefix = prefix
        self._root = root
        self._zone = zone
        self._now = now
        self._beside: Callable[[str], str | None] = nothing_beside
        self._cache: OrderedDict[tuple[str, str], Version] = OrderedDict()
        self._cached = 0

    def read(self, path: str, blob: str, at: int, text: str | None = None) -> Version:
        """Read a version of a file.

        Args:
            path: in the repository.
            blob: the content's id.
            at: the time of its commit (microseconds UTC).
            text: its text, if it is known already.

        Raises:
            UnreadableError: if it is malformed, too large, binary, not UTF-8, or missing from the repository.
        """
        asked = (path, blob)
        found = self._cache.get(asked)
        if found is not None:
            self._cache.move_to_end(asked)
            return found
        found = self._read(path, blob, at, text)
        self._cache[asked] = found
        self._cached += len(found.items) + 1
        while self._cached > _CACHED_VALUES and len(self._cache) > 1:
            self._cached -= len(self._cache.popitem(last=False)[1].items) + 1
        return found

    def look_beside(self, tip: str) -> None:
        """Let readers look at other files as they are in the tree of the branch's last commit."""

        @lru_cache(maxsize=64)
        def beside(name: str) -> str | None:
            blob = self._repository.blob_at(tip, name.removeprefix(self._prefix))
            if blob is None:
                return None
            try:
                return self.text(name, blob)
            except UnreadableError:
                return None

        self._beside = beside
        self._cache.clear()
        self._cached = 0

    def text(self, path: str, blob: str, *, small: bool = False) -> str:
        """Return the text of a version of a file.

        Args:
            path: in the repository.
            blob: the content's id.
            small: whether its size need not be looked up first, as the version before was small.

        Raises:
            UnreadableError: if it is too large, binary, not UTF-8, or missing from the repository.
        """
        data = self._data(blob, small=small)
        if data.isascii() and b"\0" not in data and b"\r" not in data:
            return data.decode("ascii")
        if looks_binary(data):
            raise UnreadableError("it is binary")
        try:
            return decode(data, path)
        except InputError as error:
            raise UnreadableError(str(error)) from error

    def _data(self, blob: str, *, small: bool = False) -> bytes:
        size = 0 if small else self._repository.blob_size(blob)
        if size is None:
            raise UnreadableError(_MISSING)
        data = b""
        if size <= LARGEST_BLOB:
            try:
                data = self._repository.read(blob)
            except KeyError:
                raise UnreadableError(_MISSING) from None
            size = len(data)
        if size > LARGEST_BLOB:
            raise UnreadableError(f"it has {size:,} bytes; the largest read is {LARGEST_BLOB:,}")
        return data

    def is_read_whole(self, path: str) -> bool:
        """Whether every version of a file must be read as a whole: its reader wants bytes, or it is mapped."""
        return is_binary(path) or bool(self._mapping.for_file(self._prefix + path))

    def _read(self, path: str, blob: str, at: int, text: str | None) -> Version:
        data = b""
        if is_binary(path):
            text, data = "", self._data(blob)
        elif text is None:
            text = self.text(path, blob)
        content = Content(
            self._prefix + path, text, blob, self._zone, at, self._now, skip_bad=True, data=data, root=self._root,
            beside=self._beside, tables=self._mapping.tables_of(self._prefix + path), items_only=True,
        )  # fmt: skip
        reader = chosen_reader(self._mapping, content)
        if reader is None or not reader.structured:
            return Version(Items(), "", "", ())
        try:
            document = reader.read(content)
        except InputError as error:
            raise UnreadableError(str(error)) from error
        items, clashes = applied(self._mapping, document.items or Items(), content)
        return Version(items, document.kind, text, tuple(map(str, document.refused + clashes)))
