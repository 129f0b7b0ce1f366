"""A stronger baseline: plain retrieval with each passage's date in the prompt."""

from __future__ import annotations

from tenure.answer.strategies.rag import Rag


class RagDated(Rag):
    """As ``rag``, but the model sees when each passage was written."""

    name = "rag-dated"
    dated = True
