"""Telling whether a text says that it does not know."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from tenure.keys import fold

_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})


@dataclass(frozen=True, slots=True)
class Abstentions:
    """The words for not knowing.

    Attributes:
        sentinel: the sentence the prompts ask for.
        phrases: other ways models say it, folded; the sentinel is one of them.
    """

    sentinel: str
    phrases: tuple[str, ...]

    def in_text(self, text: str) -> bool:
        """Return whether the text says that it does not know."""
        folded = fold(text.translate(_QUOTES))
        return not folded or any(phrase in folded for phrase in self.phrases)


@lru_cache(maxsize=1)
def abstentions() -> Abstentions:
    """Return the shipped sentinel and phrases (resource ``prompts/abstentions.json``)."""
    content = json.loads((files("tenure_resources") / "prompts" / "abstentions.json").read_text(encoding="utf-8"))
    sentinel = str(content["sentinel"])
    return Abstentions(sentinel, (fold(sentinel).rstrip("."), *(fold(phrase) for phrase in content["phrases"])))
