"""Text models and embedders, each in a child process."""

from __future__ import annotations

from tenure.models.builtin import builtin_embedder, builtin_text_model, gguf_text_model
from tenure.models.client import ChildEmbedder, ChildTextModel
from tenure.models.fake import HashEmbedder, ScriptedModel
from tenure.models.protocols import Completion, Embedder, Message, OnState, OnText, TextModel

__all__ = [
    "ChildEmbedder",
    "ChildTextModel",
    "Completion",
    "Embedder",
    "HashEmbedder",
    "Message",
    "OnState",
    "OnText",
    "ScriptedModel",
    "TextModel",
    "builtin_embedder",
    "builtin_text_model",
    "gguf_text_model",
]
