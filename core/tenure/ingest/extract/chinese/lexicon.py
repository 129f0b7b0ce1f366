"""The words of Chinese statements, from ``chinese.json`` and ``relations.zh.json``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from tenure.keys import fold


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The data of both files.

    Attributes:
        simple: traditional characters to simplified ones, for ``str.translate``.
        same: words of Taiwan and Hong Kong with those of the mainland, of equal length.
        relations: folded Chinese nouns to canonical relation names.
        types: canonical relation names to what their values look like.
        kinds: folded names of well-known things to the relation in which they are a value.
        lists: the word lists by name.
        forms: clauses that state; see ``forms.py``.
        frames: verbs that state, by the order of their arguments; see ``frames.py``.
        ends: clauses that end something.
        made: relation to the verbs of making.
    """

    simple: dict[int, str]
    same: tuple[tuple[str, str], ...]
    relations: dict[str, str]
    types: dict[str, str]
    kinds: dict[str, str]
    lists: dict[str, tuple[str, ...]]
    forms: tuple[dict[str, Any], ...]
    frames: tuple[dict[str, Any], ...]
    ends: tuple[dict[str, Any], ...]
    made: dict[str, tuple[str, ...]]


def relation_names() -> dict[str, tuple[str, ...]]:
    """Return the Chinese names of relations, in simplified characters, by canonical name."""
    text = files("tenure_resources").joinpath("relations.zh.json").read_text(encoding="utf-8")
    return {name: tuple(nouns) for name, nouns in json.loads(text)["names"].items()}


@cache
def lexicon() -> Lexicon:
    """Return the words, read once."""
    data = json.loads(files("tenure_resources").joinpath("chinese.json").read_text(encoding="utf-8"))
    return Lexicon(
        simple={ord(t): s for t, s in zip(data["traditional"], data["simplified"], strict=True)},
        same=tuple(data["same_words"].items()),
        relations={fold(noun): name for name, nouns in relation_names().items() for noun in nouns},
        types={name: kind for kind, names in data["types"].items() for name in names},
        kinds={fold(word): kind for kind, words in data["kinds"].items() for word in words},
        lists={k: tuple(v) for k, v in data.items() if isinstance(v, list) and v and isinstance(v[0], str)},
        forms=tuple(data["forms"]),
        frames=tuple(data["frames"]),
        ends=tuple(data["ends"]),
        made={name: tuple(verbs) for name, verbs in data["made"].items()},
    )


def either(words: tuple[str, ...] | list[str]) -> str:
    """Return a pattern for one of some words, the longest first."""
    import re

    return "(?:" + "|".join(re.escape(w) for w in sorted(words, key=len, reverse=True)) + ")"
