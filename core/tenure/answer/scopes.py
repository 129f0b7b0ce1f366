"""Scope words of a question: "in staging", "on prod", "for eu"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tenure.answer.words import Pattern, words
from tenure.keys import Key, Scope, fold

_SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "prod": ("production", "prod", "live"),
    "production": ("production", "prod", "live"),
    "staging": ("staging", "stage", "stg"),
    "dev": ("development", "dev"),
    "development": ("development", "dev"),
    "test": ("test", "testing"),
}

_NOUNS = ("environment", "environments", "env", "system", "stage")


def scope_of(question: str, keys: Iterable[Key]) -> tuple[Scope, list[tuple[int, int]]]:
    """Return the scope a question asks in, and the spans of words that say so.

    Only dimensions are known that some key in question has; of each, the value named last counts.
    """
    text = words(question)
    found: dict[str, str] = {}
    spans: list[tuple[int, int]] = []
    for name, value in dict.fromkeys(pair for key in keys for pair in key.scope.dimensions):
        for spelling in _SPELLINGS.get(fold(value), (value,)):
            pattern = Pattern.of(spelling)
            for at in range(len(text)):
                if pattern.forms and pattern.matches(text, at):
                    found[name] = value
                    last = at + len(pattern.forms)
                    if last < len(text) and text[last].form in (*_NOUNS, fold(name)):
                        last += 1
                    spans.append((text[at].start, text[last - 1].end))
    return Scope.of(found), spans
