"""The word lists and patterns of the extractor, read from the resources."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import lru_cache
from importlib import resources


@lru_cache(maxsize=8)
def _data(name: str) -> dict[str, list[str]]:
    text = resources.files("tenure_resources").joinpath(name).read_text("utf-8")
    loaded: dict[str, list[str]] = json.loads(text)
    return loaded


def words(kind: str) -> frozenset[str]:
    """Return one of the word lists of ``words.json``, such as ``verbs``."""
    return frozenset(_data("words.json")[kind])


def alternatives(kind: str) -> str:
    """Return the patterns of one kind of ``caution.json``, joined to one alternation.

    Those that begin with the same letter stand together, so that a search tries few of them at a place.
    """
    lettered: dict[str, list[str]] = {}
    others: list[str] = []
    for pattern in _data("caution.json")[kind]:
        if pattern[0].isalpha() and pattern[1:2] not in tuple("?*+{"):
            lettered.setdefault(pattern[0], []).append(pattern[1:])
        else:
            others.append(pattern)
    return "|".join([*(f"{letter}(?:{'|'.join(rests)})" for letter, rests in lettered.items()), *others])


def either(phrases: Iterable[str]) -> str:
    """Return a pattern that matches any of the phrases, longest first, with any white space."""
    longest = sorted(set(phrases), key=lambda p: (-len(p), p))
    return "(?:" + "|".join(re.escape(w).replace(r"\ ", r"\s+") for w in longest) + ")"


VERBS = words("verbs")
"""Words known to be verbs: no name and no value runs over one."""
