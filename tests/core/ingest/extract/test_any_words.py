"""Sentences made of the reader's own words in any order: nothing but statements comes of them, from within the text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from helpers.extraction import block
from tenure.ingest.extract import Extractor
from tenure.ledger.registry_store import seed_relations
from tenure.relations import RelationRegistry

_ENGLISH = (
    "billing",
    "Ann Ray",
    "`x-1`",
    "8080",
    "2.3.1",
    "30 s",
    "€12",
    "1 May 2025",
    ",",
    ";",
    ":",
    "(",
    ")",
    ".",
    "'s",
    '"A b"',
)
_CHINESE = (
    "周立群",
    "港城市",
    "`x-1`",
    "8080",
    "2.3.1",
    "30秒",
    "1999年5月",
    "，",
    "；",
    "：",
    "（",
    "）",
    "。",
    "《海》",
    "的",
    "是",
)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from _strings(one)


def _words(*names: str) -> list[str]:
    folder = resources.files("tenure_resources")
    loaded = [json.loads(folder.joinpath(name).read_text("utf-8")) for name in names]
    return sorted({w for w in _strings(loaded) if len(w) < 24 and "\\" not in w})


@lru_cache(maxsize=1)
def _rules() -> Extractor:
    return Extractor(RelationRegistry(seed_relations()), ["billing", "ledger-db"])


def _states_from_within(text: str) -> None:
    for found in _rules().extract(block(text, headings=("billing",))).stated:
        start, end = found.span
        assert 0 <= start < end <= len(text)
        assert found.operation.evidence.text == text[start:end]


@given(st.lists(st.sampled_from([*_words("clauses.json", "words.json"), *_ENGLISH * 12]), max_size=14))
def test_any_english_words(words: list[str]) -> None:
    _states_from_within(" ".join(words))


@given(st.lists(st.sampled_from([*_words("chinese.json", "relations.zh.json"), *_CHINESE * 12]), max_size=12))
def test_any_chinese_words(words: list[str]) -> None:
    _states_from_within("".join(words))
