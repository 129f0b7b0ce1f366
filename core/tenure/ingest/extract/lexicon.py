"""The word lists and patterns of the extractor, read from the resources."""

from __future__ import annotations

import json
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
    """Return the patterns of one kind of ``caution.json``, joined to one alternation."""
    return "|".join(_data("caution.json")[kind])


VERBS = words("verbs")
"""Words known to be verbs: no name and no value runs over one."""
