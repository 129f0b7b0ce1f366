"""Plain retrieval-augmented generation (Lewis et al. 2020): the k most similar passages, all versions."""

from __future__ import annotations

from tenure.answer.answer import Answer
from tenure.answer.evidence import from_hits
from tenure.answer.inquiry import Inquiry
from tenure.answer.strategies.base import Tools, from_model


class Rag:
    """Top-k by similarity over everything stored; the model does the rest."""

    name = "rag"
    dated = False

    def answer(self, inquiry: Inquiry, tools: Tools) -> Answer:
        """Answer from the k passages most similar to the question, whatever their time."""
        tools.check_cancelled()
        with tools.watch.step("search"):
            hits = tools.search.hits(inquiry.question, k=tools.k, timeless=True, cancel=tools.cancel)
            evidence = from_hits(hits, tools.ledger, inquiry)
        tools.check_cancelled()
        return from_model(self.name, inquiry, tools, evidence, dated=self.dated)
