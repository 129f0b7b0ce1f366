"""One strategy a file, one protocol for all."""

from __future__ import annotations

from tenure.answer.strategies.base import Strategy, Tools
from tenure.answer.strategies.rag import Rag
from tenure.answer.strategies.rag_dated import RagDated
from tenure.answer.strategies.temporal import Temporal

STRATEGIES: tuple[Strategy, ...] = (Rag(), RagDated(), Temporal())
"""All strategies, the baselines first."""

__all__ = ["STRATEGIES", "Rag", "RagDated", "Strategy", "Temporal", "Tools"]
