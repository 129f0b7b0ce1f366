"""What rules a sentence out at first sight rules out nothing that its patterns would find."""

from __future__ import annotations

import re
from datetime import UTC

import pytest

from tenure.ingest.extract.caution import Denials, governed
from tenure.ingest.extract.lexicon import alternatives
from tenure.ingest.extract.scopes import narrowings
from tenure.ingest.extract.signs import lowered, signs_of
from tenure.ingest.extract.times import dates_of
from tenure.instants import parse_date
from tenure.timewords import find_dates
from tenure.timewords.find import _RELATIVE_SIGN

WEDNESDAY = parse_date("2025-06-18")


@pytest.mark.parametrize("text", ["PROD", "Kelvin", "ſtaging", "İn prod", "ıf so", "É", "ẞ"])
def test_lowered_finds_what_ignoring_case_finds(text: str) -> None:
    for word in ("prod", "kelvin", "staging", "in prod", "if so", "é"):
        assert bool(re.search(word, lowered(text))) == bool(re.search(word, text, re.IGNORECASE))


@pytest.mark.parametrize("word", sorted(set(re.findall(r"[a-z]{2,}", _RELATIVE_SIGN.pattern))))
def test_every_word_of_a_date_is_a_sign(word: str) -> None:
    for text in (f"Since {word} it is so.", f"Next {word} it was.", f"In two {word}s it will be."):
        assert bool(dates_of(text, signs_of(text), WEDNESDAY, UTC)) == bool(find_dates(text, WEDNESDAY, UTC))


@pytest.mark.parametrize(
    ("text", "dimension"),
    [
        ("for users on the Gold plan", "customers"),
        ("in pre-production", "env"),
        ("on test environment", "env"),
        ("in the EU region", "region"),
        ("in us-east region", "region"),
        ("for non-profit accounts", "customers"),
        ("since 2.4", "version"),
        ("on x86_64 only", "platform"),
    ],
)
def test_every_scope_has_its_sign(text: str, dimension: str) -> None:
    assert [n.dimension for n in narrowings(text, signs_of(text))][-1:] == [dimension]


def test_alternatives_by_letter_are_those_of_the_list() -> None:
    pattern = re.compile(rf"\b(?:{alternatives('governs')})\b")
    assert [w for w in ("if", "imagine", "i think", "whoever thinks", "e.g.", "they hope") if pattern.search(w)] == [
        "if",
        "imagine",
        "i think",
        "whoever thinks",
        "they hope",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Perhaps the port is 80, and the owner is Ann, and it runs.",
        "The port is 80; if so, the owner is Ann, as planned.",
        "Those who keep asking if it runs: the port is 80, the owner is Ann.",
        "For those who ask, the port, since \ue0000\ue001, is 80, maybe, and so on.",
        "One day, as they keep asking, the port would be 80.",
        "Old port: 80, new port: 81, in the lab, the owner is Ann.",
    ],
)
def test_denials_are_those_of_the_words_before(text: str) -> None:
    denials = Denials(text, lowered(text))
    some_day = re.compile(r"\b(?:one day|some ?day)\b", re.IGNORECASE)
    starts = [match.start() for match in re.finditer(r"\w+", text)]
    for end in [*starts, *reversed(starts)]:
        prefix = re.sub("\ue000\\d+\ue001", " ", text[:end])
        expected = bool(prefix) and (governed(prefix) or some_day.search(prefix) is not None)
        assert denials.denies("x", 0, end) == expected
