"""Models that are on this computer already: Tenure's own folder and those of other programs."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tenure.errors import InputError
from tenure.models.gguf import GgufHeader, read_gguf
from tenure.models.suitable import refusal
from tenure.progress import CancelToken

_DEEPEST: Final = 6
_MOST_ENTRIES: Final = 20_000
_OLLAMA_MODEL: Final = "application/vnd.ollama.image.model"


@dataclass(frozen=True, slots=True)
class Place:
    """A folder that may hold models.

    Attributes:
        origin: whose it is, as shown: ``Tenure``, ``Hugging Face``, ``LM Studio``, ``Ollama``, ``GPT4All``, or the
            folder itself where the user named it.
        folder: may be missing.
        ollama: whether its files have no names but digests, and manifests name them.
    """

    origin: str
    folder: Path
    ollama: bool = False


@dataclass(frozen=True, slots=True)
class FoundModel:
    """A GGUF file on this computer.

    Attributes:
        path: the file.
        name: as its program calls it.
        origin: whose folder it lies in.
        size: in bytes.
        header: what it says of itself; None if it cannot be read.
        refusal: why it cannot be used; empty if nothing speaks against it.
    """

    path: Path
    name: str
    origin: str
    size: int
    header: GgufHeader | None
    refusal: str


def models_folder(environment: Mapping[str, str] = os.environ, home: Path | None = None) -> Path:
    """Return the folder Tenure downloads models into; it may not exist yet."""
    return _data_folder(environment, home or Path.home()) / ("Tenure" if _named_in_capitals() else "tenure") / "models"


def usual_places(environment: Mapping[str, str] = os.environ, home: Path | None = None) -> list[Place]:
    """Return where models lie on this platform, Tenure's own folder first."""
    house = home or Path.home()
    cache = Path(environment.get("XDG_CACHE_HOME") or house / ".cache")
    hub = environment.get("HF_HUB_CACHE") or Path(environment.get("HF_HOME") or cache / "huggingface") / "hub"
    data = _data_folder(environment, house)
    return [
        Place("Tenure", models_folder(environment, house)),
        Place("Hugging Face", Path(hub)),
        Place("LM Studio", house / ".cache" / "lm-studio" / "models"),
        Place("LM Studio", house / ".lmstudio" / "models"),
        Place("Ollama", Path(environment.get("OLLAMA_MODELS") or house / ".ollama" / "models"), ollama=True),
        Place("GPT4All", data / "nomic.ai" / "GPT4All"),
    ]


def find_models(
    places: Sequence[Place],
    files: Sequence[Path] = (),
    *,
    memory: int | None = None,
    cancel: CancelToken | None = None,
) -> list[FoundModel]:
    """Return the GGUF files of these places and the files named, each once, by place and name.

    Args:
        places: where to look; missing folders are passed over.
        files: further files; those that are missing are returned with the reason.
        memory: bytes a model may take; None leaves that out.
        cancel: stops the search.

    Raises:
        Cancelled: if ``cancel`` was set.
    """
    found: dict[Path, FoundModel] = {}
    for path, name, origin in _candidates(places, files):
        if cancel is not None:
            cancel.raise_if_cancelled()
        real = path.resolve()
        if real not in found:
            found[real] = describe(path, name, origin, memory=memory)
    return list(found.values())


def describe(path: Path, name: str = "", origin: str = "", *, memory: int | None = None) -> FoundModel:
    """Return what one file is and whether it can be used; nothing is raised for a bad one."""
    size = path.stat().st_size if path.is_file() else 0
    try:
        header = read_gguf(path)
    except InputError as error:
        return FoundModel(path, name or path.stem, origin, size, None, str(error))
    return FoundModel(path, name or path.stem, origin, size, header, refusal(header, memory=memory))


def _candidates(places: Sequence[Place], files: Sequence[Path]) -> Iterator[tuple[Path, str, str]]:
    for file in files:
        yield file, file.stem, str(file.parent)
    for place in places:
        named = _ollama(place.folder) if place.ollama else ((path, path.stem) for path in _gguf_files(place.folder))
        for path, name in named:
            yield path, name, place.origin


def _gguf_files(folder: Path) -> Iterator[Path]:
    """Yield the GGUF files below a folder, sorted within each; parts after the first and picture parts are left out."""
    seen = 0
    waiting = [(folder, 0)]
    while waiting:
        here, depth = waiting.pop()
        try:
            entries = sorted(os.scandir(here), key=lambda entry: entry.name)
        except OSError:
            continue
        seen += len(entries)
        if seen > _MOST_ENTRIES:
            return
        for entry in entries:
            if entry.name.lower().endswith(".gguf") and entry.is_file():
                if not _besides(entry.name):
                    yield Path(entry.path)
            elif depth < _DEEPEST and entry.is_dir(follow_symlinks=False):
                waiting.append((Path(entry.path), depth + 1))


def _besides(name: str) -> bool:
    return name.lower().startswith("mmproj") or ("-of-" in name and "-00001-of-" not in name)


def _ollama(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the models that Ollama's manifests name: ``manifests/HOST/OWNER/NAME/TAG`` point to blobs by digest."""
    root = folder / "manifests"
    manifests = sorted(path for path in root.glob("*/*/*/*") if path.is_file()) if root.is_dir() else []
    for manifest in manifests[:_MOST_ENTRIES]:
        digest = _model_digest(manifest)
        if digest:
            owner, name, tag = manifest.relative_to(root).parts[1:]
            yield (
                folder / "blobs" / digest.replace(":", "-"),
                f"{name}:{tag}" if owner == "library" else (f"{owner}/{name}:{tag}"),
            )


def _model_digest(manifest: Path) -> str:
    try:
        content: Any = json.loads(manifest.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    layers = content.get("layers") if isinstance(content, dict) else None
    for layer in layers if isinstance(layers, list) else ():
        if isinstance(layer, dict) and layer.get("mediaType") == _OLLAMA_MODEL:
            digest = str(layer.get("digest", ""))
            return digest if digest.startswith("sha256:") and digest[7:].isalnum() else ""
    return ""


def _data_folder(environment: Mapping[str, str], home: Path) -> Path:
    platform: str = sys.platform
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if platform == "darwin":
        return home / "Library" / "Application Support"
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share")


def _named_in_capitals() -> bool:
    return sys.platform in {"win32", "darwin"}
