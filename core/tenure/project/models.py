"""The models a project uses. They belong to the process, not to the file, and are made on first use."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tenure.errors import MissingExtraError
from tenure.search import VectorCache

if TYPE_CHECKING:
    from tenure.models.protocols import Embedder, TextModel


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
        self._text: dict[str, TextModel] = {} if text_model is None else {"": text_model}
        self._embedder = embedder
        self._use_embedder = use_embedder
        self._on_state = on_state
        self._vectors: dict[Path, VectorCache] = {}

    def text_model(self, path: Path | None = None) -> TextModel:
        """Return the text model of a GGUF file, by default the built-in one; loads on its first question.

        Raises:
            MissingExtraError: if the extra ``llm`` is not installed.
            InputError: if there is no such file.
        """
        from tenure.models.builtin import builtin_text_model, gguf_text_model

        name = "" if path is None else str(path)
        with self._lock:
            if name not in self._text:
                if path is None:
                    self._text[name] = builtin_text_model(on_state=self._on_state)
                else:
                    self._text[name] = gguf_text_model(path, on_state=self._on_state)
            return self._text[name]

    def chosen(self, name: str | None) -> TextModel | None:
        """Return the text model a person chose by name: a GGUF file, ``none``, or by default the built-in one.

        Where the extra ``llm`` is not installed the default is none: the ledger then words its own answers.

        Raises:
            InputError: if there is no such file.
            MissingExtraError: if a file was named and the extra ``llm`` is not installed.
        """
        if name == "none":
            return None
        if name is not None:
            return self.text_model(Path(name))
        try:
            return self.text_model()
        except MissingExtraError:
            return None

    def embedder(self) -> Embedder | None:
        """Return the embedder, or None where the extra ``embed`` is not installed: search is then lexical."""
        from tenure.models.builtin import builtin_embedder

        with self._lock:
            if self._embedder is None and self._use_embedder:
                try:
                    self._embedder = builtin_embedder(on_state=self._on_state)
                except MissingExtraError:
                    self._use_embedder = False
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
            self._embedder = None
            self._use_embedder = False
