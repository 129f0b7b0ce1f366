"""What the window does with models; run on threads of their own, never on the window's."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tenure.errors import InputError, MissingExtraError, ModelError, TenureError
from tenure.models.builtin import text_model_path
from tenure.models.catalogue import Offer, catalogue
from tenure.models.client import ChildTextModel
from tenure.models.download import discard_partial, download, partial_of
from tenure.models.found import FoundModel, Place, describe, find_models, models_folder, usual_places
from tenure.models.memory import available_memory
from tenure.models.protocols import TextModel
from tenure.models.server import ServerTextModel, is_server, server_models, split_name
from tenure.models.suitable import check_gguf
from tenure.progress import CancelToken, Progress
from tenure.project import Models
from tenure.project.models import BUILTIN, NONE

__all__ = ["BUILTIN", "NONE", "FoundModel", "Offer", "is_server"]


@dataclass(frozen=True, slots=True)
class Local:
    """What is on this computer.

    Attributes:
        builtin: the model inside the packages; None if they are not installed.
        found: model files in the usual places and in the user's own.
    """

    builtin: FoundModel | None
    found: tuple[FoundModel, ...]


@dataclass(frozen=True, slots=True)
class Offered:
    """A model of the catalogue and how much of it is here.

    Attributes:
        offer: what the catalogue says.
        path: where its file lies, or will.
        whole: whether it is there.
        came: bytes that came so far; 0 if it was not begun.
        total: bytes of the whole, as far as known.
    """

    offer: Offer
    path: Path
    whole: bool
    came: int
    total: int


def look(folders: Sequence[str], files: Sequence[str], cancel: CancelToken) -> Local:
    """Return the models on this computer, each with whether it can be used."""
    memory = available_memory()
    try:
        builtin = describe(text_model_path(), "SmolLM2-135M-Instruct", memory=memory)
    except (MissingExtraError, ModelError):
        builtin = None
    places = [*usual_places(), *(Place(folder, Path(folder)) for folder in folders)]
    found = find_models(places, [Path(file) for file in files], memory=memory, cancel=cancel)
    return Local(builtin, tuple(found))


def offers() -> tuple[Offered, ...]:
    """Return the catalogue with how much of each is here."""
    return tuple(_offered(offer) for offer in catalogue())


def _offered(offer: Offer) -> Offered:
    path = models_folder() / offer.file_name
    partial = partial_of(path)
    came, total = (partial.size, partial.total) if partial is not None and partial.url == offer.url else (0, 0)
    return Offered(offer, path, path.is_file(), came, total or offer.about_bytes)


def fetch(offer: Offer, progress: Progress, cancel: CancelToken) -> Path:
    """Download a model of the catalogue and check that it can be used."""
    target = models_folder() / offer.file_name
    download(offer.url, target, sha256=offer.sha256, progress=progress, cancel=cancel)
    check_gguf(target)
    return target


def discard(offer: Offer) -> None:
    """Throw away what came of a model."""
    discard_partial(models_folder() / offer.file_name)


def ask_server(url: str, cancel: CancelToken) -> tuple[str, ...]:
    """Return the names by which the models of a server are chosen: ``http://127.0.0.1:8080/v1#model``."""
    address, _model = split_name(url)
    return tuple(f"{address}#{model}" for model in server_models(str(address), cancel=cancel))


def load(models: Models, name: str, cancel: CancelToken) -> None:
    """Load a text model and use it from now on; the one before stays where this fails or is cancelled."""
    try:
        _wait(None if name == NONE else models.text_model(None if name == BUILTIN else name), cancel)
    except BaseException:
        _let_go(models, name)
        raise
    models.choose(name)


def _wait(model: TextModel | None, cancel: CancelToken) -> None:
    if isinstance(model, ChildTextModel | ServerTextModel):
        model.wait_ready(cancel)


def _let_go(models: Models, name: str) -> None:
    """Give back the memory of a model that will not be used."""
    if name in {models.choice, NONE}:
        return
    if name == BUILTIN:
        model = models.chosen(BUILTIN)
        if isinstance(model, ChildTextModel):
            model.unload()
        return
    models.forget(name)


def restore(models: Models, text_model: str, embedder: str) -> None:
    """Choose the models of the last run; nothing is loaded. An embedder that has gone gives way to the built-in one."""
    models.choose(text_model)
    with suppress(InputError, MissingExtraError):
        require_embedder(embedder)
        models.choose_embedder(embedder)


def start(models: Models) -> TenureError | None:
    """Start the chosen text model without waiting; returns why the built-in one is used instead, or None."""
    problem: TenureError | None = None
    try:
        model = models.chosen(None)
    except (InputError, MissingExtraError) as error:
        problem = error
        models.choose(BUILTIN)
        model = models.chosen(None)
    if isinstance(model, ChildTextModel):
        model.start()
    return problem


def require_embedder(name: str) -> None:
    """Refuse what is no embedding model, before it is chosen.

    Raises:
        InputError: if the folder holds none.
        MissingExtraError: if the packages for it are not installed.
    """
    if name == NONE:
        return
    if name != BUILTIN and not (Path(name) / "modules.json").is_file():
        raise InputError(f"{name} holds no embedding model: it has no modules.json.")
    if find_spec("sentence_transformers") is None:
        raise MissingExtraError("embed", "Search by meaning")
