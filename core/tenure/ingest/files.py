"""Which files an import reads, and under which names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tenure.errors import InputError
from tenure.ingest.readers import base_of, claimants, suffix_of
from tenure.ingest.secrets import these
from tenure.progress import Progress, no_progress

_NEVER = {"__pycache__", "node_modules"}
_LARGEST_BESIDE = 16 * 1024 * 1024
_HIDDEN = these(
    ".azure .buildkite .cargo .changeset .circleci .config .devcontainer .docker .dvc .ebextensions .forgejo .gitea "
    ".github .gitlab .helm .kube .streamlit .vscode .woodpecker"
)
"""Hidden folders that hold a project's configuration; others (``.git``, ``.venv``, caches) are never entered."""

_SUREST = 50
_PROSE = {".md", ".markdown", ".mdown", ".mkd", ".rst", ".txt", ""}
_DROPPINGS = ("._", ".~", ".#")


@dataclass(frozen=True, slots=True)
class Found:
    """A file to read: where it is, its source name, whether it was named itself, and the folder it is found under."""

    path: Path
    name: str
    named: bool
    folder: Path

    def beside(self, name: str) -> str | None:
        """Return the text of another file under the same folder, by its source name, or None.

        None too if it is no text, too large, hidden, or outside of the folder.
        """
        path = self.folder / name
        parts = name.split("/")
        if any(part.startswith(".") or not part for part in parts) or "\0" in name:
            return None
        try:
            if path.stat().st_size > _LARGEST_BESIDE or not path.is_file():
                return None
            return path.read_text("utf-8-sig")
        except (OSError, ValueError):
            return None


_TOLD_EACH = 200


def find_files(paths: Sequence[Path | str], progress: Progress = no_progress) -> list[Found]:
    """Return the files under the paths, folders walked in order of names.

    A source's name is its path relative to the folder given, or the file's own name. Of hidden files,
    and of folders that hold a project's configuration (``.github``), only what a reader of structured
    data claims is taken; other hidden folders are left out.

    Raises:
        InputError: if a path does not exist, or two files would have the same source name.
        Cancelled: by ``progress``.
    """
    found: dict[str, Found] = {}
    for given in paths:
        path = Path(given)
        if path.is_dir():
            files = []
            for inside, name in _walk(path, "", hidden=False):
                files.append(Found(inside, name, False, path))
                if len(files) % _TOLD_EACH == 1:
                    progress(f"looking through {path.name}", 0.0)
        elif path.is_file():
            files = [Found(path, path.name, True, path.parent)]
        else:
            raise InputError(f"'{path}' does not exist")
        for file in files:
            same = found.get(file.name)
            if same is not None and same.path.resolve() != file.path.resolve():
                raise InputError(f"'{same.path}' and '{file.path}' would both be the source '{file.name}'")
            found.setdefault(file.name, file)
    return list(found.values())


def _walk(folder: Path, prefix: str, *, hidden: bool) -> Iterator[tuple[Path, str]]:
    for path in sorted(folder.iterdir(), key=lambda p: p.name):
        name = prefix + path.name
        secluded = hidden or path.name.startswith(".")
        if path.name in _NEVER:
            continue
        if path.is_dir():
            if not path.is_symlink() and (path.name in _HIDDEN or not path.name.startswith(".")):
                yield from _walk(path, name + "/", hidden=secluded)
        elif path.is_file() and (not secluded or _is_configuration(name)):
            yield path, name


def _is_configuration(name: str) -> bool:
    if suffix_of(name) in _PROSE or base_of(name).startswith(_DROPPINGS):
        return False
    return any(reader.structured and reader.rank <= _SUREST for reader in claimants(name))
