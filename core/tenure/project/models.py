"""The models a project uses. They belong to the process, not to the file, and are made on first use."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tenure.errors import MissingExtraError
from tenure.models.client import ChildEmbedder, ChildTextModel
from tenure.search import VectorCache

if TYPE_CHECKING:
    from tenure.models.protocols import Embedder, TextModel


BUILTIN: Final = ""
"""The name of the models that come with the packages."""
NONE: Final = "none"
"""The name of no model: the ledger words its own answers, search is lexical."""


class Models:
    """The embedder and the text models, each in a child process of its own; safe to share between threads.

    Args:
        text_model: used instead of the built-in one (tests give a scripted one).
        embedder: used instead of the built-in one; ``use_embedder=False`` leaves search lexical.
        use_embedder: whether search may use vectors at all.
        on_state: told what is being waited for, such as "loading the text model".
    """

    def __init__(
        self,
        *,
        text_model: TextModel | None = None,
        embedder: Embedder | None = None,
        use_embedder: bool = True,
        on_state: Callable[[str], None] | None = None,
    ) -> None:
        self._lock = threading.Lock()
        self._text: dict[str, TextModel] = {} if text_model is None else {BUILTIN: text_model}
        self._choice = BUILTIN
        self._given = embedder
        self._embedder = embedder
        self._embedder_choice = BUILTIN if use_embedder else NONE
        self._on_state = on_state
        self._vectors: dict[Path, VectorCache] = {}

    @property
    def choice(self) -> str:
        """The name of the text model used where none is named."""
        return self._choice

    @property
    def embedder_choice(self) -> str:
        """The embedder in use: built-in, none, or a folder."""
        return self._embedder_choice

    def choose(self, name: str) -> None:
        """Use this text model where none is named; the one used before gives its memory back.

        Args:
            name: built-in, none, a GGUF file or a server's address; see :data:`BUILTIN` and :data:`NONE`.
        """
        with self._lock:
            before = self._text.get(self._choice) if name != self._choice else None
            self._choice = name
        if isinstance(before, ChildTextModel):
            before.release()

    def choose_embedder(self, name: str) -> None:
        """Use this embedder from the next opening of a project on: built-in, none, or a folder."""
        with self._lock:
            if name == self._embedder_choice:
                return
            before, self._embedder = self._embedder, self._given if name == BUILTIN else None
            self._embedder_choice = name
        if isinstance(before, ChildEmbedder):
            before.release()

    def text_model(self, name: str | Path | None = None) -> TextModel:
        """Return a text model, by default the built-in one; loads on its first question.

        Args:
            name: a GGUF file, or a server's address as ``http://127.0.0.1:8080/v1#model``.

        Raises:
            MissingExtraError: if the extra ``llm`` is not installed.
            InputError: if there is no such file, it cannot be loaded here, or the address is none.
        """
        from tenure.models.builtin import builtin_text_model, gguf_text_model
        from tenure.models.server import ServerTextModel, is_server

        key = BUILTIN if name is None else str(name)
        with self._lock:
            if key not in self._text:
                if key == BUILTIN:
                    self._text[key] = builtin_text_model(on_state=self._on_state)
                elif is_server(key):
                    self._text[key] = ServerTextModel(key, on_state=self._on_state)
                else:
                    self._text[key] = gguf_text_model(key, on_state=self._on_state)
            return self._text[key]

    def forget(self, name: str) -> None:
        """End a text model that is not the chosen one."""
        with self._lock:
            model = self._text.pop(name, None) if name not in {self._choice, BUILTIN} else None
        if model is not None:
            model.close()

    def chosen(self, name: str | None) -> TextModel | None:
        """Return a text model by name; without one the chosen model, or none.

        Where the extra ``llm`` is not installed the built-in one is none: the ledger then words its own answers.

        Raises:
            InputError: if there is no such file, it cannot be loaded here, or the address is none.
            MissingExtraError: if a file was named and the extra ``llm`` is not installed.
        """
        wanted = self._choice if name is None else name
        if wanted == NONE:
            return None
        if wanted != BUILTIN:
            return self.text_model(wanted)
        try:
            return self.text_model()
        except MissingExtraError:
            return None

    def embedder(self) -> Embedder | None:
        """Return the embedder, or None where there is none or the extra ``embed`` is missing: search is then lexical.

        Raises:
            InputError: if the chosen folder holds no embedding model.
        """
        from tenure.models.builtin import builtin_embedder, folder_embedder

        with self._lock:
            if self._embedder is None and self._embedder_choice != NONE:
                try:
                    if self._embedder_choice == BUILTIN:
                        self._embedder = builtin_embedder(on_state=self._on_state)
                    else:
                        self._embedder = folder_embedder(self._embedder_choice, on_state=self._on_state)
                except MissingExtraError:
                    self._embedder_choice = NONE
            return self._embedder

    def vectors(self, project: Path) -> VectorCache:
        """Return the vectors of a project file held in memory, shared by all its connections."""
        with self._lock:
            return self._vectors.setdefault(project.resolve(), VectorCache())

    def close(self) -> None:
        """End the child processes."""
        with self._lock:
            for model in self._text.values():
                model.close()
            if self._embedder is not None:
                self._embedder.close()
            self._text.clear()
            self._vectors.clear()
            self._embedder = self._given = None
            self._embedder_choice = NONE
