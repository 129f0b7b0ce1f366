"""The embedder, inside the child process; the only module that imports sentence-transformers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tenure.models.frames import Header, Request


class EmbedEngine:
    """A sentence-transformers model read from a folder; nothing is fetched."""

    def __init__(self, path: str, *, threads: int) -> None:
        if not Path(path).is_dir():
            raise ValueError(f"There is no embedding model at {path}.")
        import torch
        from sentence_transformers import SentenceTransformer

        torch.set_num_threads(threads)
        self._model: Any = SentenceTransformer(path, device="cpu", local_files_only=True)

    def describe(self) -> Header:
        """Return the dimension of the vectors."""
        return {"dimension": len(self._model.encode([""], show_progress_bar=False)[0])}

    def handle(self, request: Request) -> tuple[Header, bytes]:
        """Embed the request's ``texts``; the payload holds float32 rows, little-endian."""
        if request.cancelled():
            return {"rows": 0}, b""
        vectors = self._model.encode(
            request.header["texts"],
            batch_size=32,
            normalize_embeddings=True,
            convert_to_numpy=True,
            show_progress_bar=False,
        )
        return {"rows": len(vectors)}, vectors.astype("<f4").tobytes()
