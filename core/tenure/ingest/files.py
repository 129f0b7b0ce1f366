"""Which files an import reads, and under which names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tenure.errors import InputError

_NEVER = {"__pycache__", "node_modules"}


@dataclass(frozen=True, slots=True)
class Found:
    """A file to read: where it is, its source name, and whether it was named itself."""

    path: Path
    name: str
    named: bool


def find_files(paths: Sequence[Path | str]) -> list[Found]:
    """Return the files under the paths, folders walked in order of names.

    A source's name is its path relative to the folder given, or the file's own name; hidden files
    and folders are left out.

    Raises:
        InputError: if a path does not exist, or two files would have the same source name.
    """
    found: dict[str, Found] = {}
    for given in paths:
        path = Path(given)
        if path.is_dir():
            files = [Found(p, p.relative_to(path).as_posix(), False) for p in _walk(path)]
        elif path.is_file():
            files = [Found(path, path.name, True)]
        else:
            raise InputError(f"'{path}' does not exist")
        for file in files:
            same = found.get(file.name)
            if same is not None and same.path.resolve() != file.path.resolve():
                raise InputError(f"'{same.path}' and '{file.path}' would both be the source '{file.name}'")
            found.setdefault(file.name, file)
    return list(found.values())


def _walk(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir(), key=lambda p: p.name):
        if path.name.startswith(".") or path.name in _NEVER:
            continue
        if path.is_dir():
            if not path.is_symlink():
                yield from _walk(path)
        elif path.is_file():
            yield path
