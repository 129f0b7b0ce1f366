"""How well a question fits a key, by meaning: similarity to "subject relation" labels.

Used only to tell which key is meant; whether a fact holds is never a matter of similarity.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tenure.progress import CancelToken
from tenure.search import Search

_PRONOUN = "it"
_MASK = "something"


@dataclass(slots=True)
class Likeness:
    """Compares questions with labels of keys.

    Attributes:
        search: makes and keeps the vectors; it has an embedder.
    """

    search: Search

    def bare(
        self, question: str, named: str, relations: Sequence[str], *, cancel: CancelToken | None = None
    ) -> list[float]:
        """Return how well a question fits each relation, the subject left out of the question.

        Args:
            question: as asked, without its time words.
            named: how it names the subject.
            relations: names of relations.
            cancel: stops the embedding.
        """
        masked = _without(question, named)
        vectors = self.search.vectors_of([masked, *relations], cancel)
        return [float(vectors[masked] @ vectors[name]) for name in relations]

    def full(
        self,
        question: str,
        named: str,
        subject: str,
        relations: Sequence[tuple[str, Sequence[str]]],
        *,
        cancel: CancelToken | None = None,
    ) -> list[float]:
        """Return how well a question fits each relation of a subject.

        The mean of the similarity with the subject named in both and with it left out of both: the
        first knows what the name suggests, the second only what is asked. A sentence that states
        the relation may raise it.

        Args:
            question: as asked, without its time words.
            named: how it names the subject.
            subject: the subject's name in the ledger.
            relations: names of relations, each with sentences that state it (may be none).
            cancel: stops the embedding.
        """
        masked = _without(question, named)
        texts = [question, masked]
        for relation, sentences in relations:
            texts += [f"{subject} {relation}", relation, *(_without(s, subject) for s in sentences)]
        vectors = self.search.vectors_of(texts, cancel)
        asked, alone = vectors[question], vectors[masked]
        scores = []
        for relation, sentences in relations:
            label = float(asked @ vectors[f"{subject} {relation}"])
            best = (label + float(alone @ vectors[relation])) / 2
            told = max((float(alone @ vectors[_without(s, subject)]) for s in sentences), default=0.0)
            scores.append(max(best, (best + told) / 2))
        return scores


def masked_sentence(sentence: str, value: str) -> str:
    """Return a sentence with the value it states taken out, so that no value can pull a question."""
    pattern = r"\s+".join(re.escape(part) for part in value.split())
    return re.sub(rf"(?<!\w){pattern}(?!\w)", _MASK, sentence, flags=re.IGNORECASE) if pattern else sentence


def _without(text: str, name: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", _PRONOUN, text, flags=re.IGNORECASE) if name else text
