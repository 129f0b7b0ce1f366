"""Messages: "I" is whoever speaks; what is quoted was said before and states nothing."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.extraction import extractor, stated
from tenure.ingest.document import Block, BlockKind
from tenure.ingest.extract.said import own_words
from tenure.instants import DateOrigin, parse_date

OWNER = "billing · owner = 'Ada Lovelace' from 2025-06-18 (document)"


def said(text: str, speaker: str | None = "Ada Lovelace") -> list[str]:
    message = Block(text, parse_date("2025-06-18"), DateOrigin.DOCUMENT, kind=BlockKind.MESSAGE, speaker=speaker)
    return stated(extractor().extract(message))


@pytest.mark.parametrize(
    "text",
    [
        "I am now the owner of billing",
        "I'm now the owner of billing.",
        "I own billing now.",
        "I now own billing.",
        "billing is owned by me now",
        "The owner of billing is me.",
        "I took over billing from Bob.",
        "I've taken over billing",
        "I am responsible for billing.",
    ],
)
def test_i_am_the_speaker(text: str) -> None:
    assert said(text) == [OWNER]


@pytest.mark.parametrize(
    "text",
    ["我现在是 billing 的负责人。", "大家好，我接手了 billing。", "billing 现在由我负责。", "billing 的负责人是我。"],
)
def test_i_in_chinese(text: str) -> None:
    assert said(text) == [OWNER]


@pytest.mark.parametrize("text", ["我是 billing 的负责人吗？", "我们负责 billing。", "我觉得 billing 的端口是 9000。"])
def test_what_leaves_it_open_in_chinese(text: str) -> None:
    assert said(text) == []


def test_what_i_no_longer_am() -> None:
    ended = ["end billing · owner 'Ada Lovelace' at 2025-06-18 (document)"]
    assert said("I'm no longer the owner of billing") == ended
    assert said("I no longer own billing.") == ended


def test_the_speakers_own_things() -> None:
    (found,) = said("My manager is Grace Hopper.")
    assert found.startswith("Ada Lovelace · manager = 'Grace Hopper'")
    assert said("My guess is that billing listens on 9000.") == []


@pytest.mark.parametrize(
    "text",
    [
        "Do I own billing?",
        "am I the owner of billing?",
        "I think I own billing",
        "I'm not sure I am the owner of billing",
        "We own billing now.",
        "Ask me about billing.",
        "If I own billing, tell me.",
    ],
)
def test_what_leaves_it_open(text: str) -> None:
    assert said(text) == []


def test_the_span_is_of_the_words_as_written() -> None:
    text = "Hello all. I'm now the owner of billing. Bye."
    message = Block(
        text, parse_date("2025-06-18"), DateOrigin.DOCUMENT, kind=BlockKind.MESSAGE, speaker="Ada Lovelace (she/her)"
    )
    (found,) = extractor().extract(message).stated
    assert text[slice(*found.span)] == "I'm now the owner of billing."
    assert found.operation.evidence.text == "I'm now the owner of billing."
    assert found.operation.object == "Ada Lovelace"


def test_without_a_speaker_i_is_nobody() -> None:
    assert said("I am now the owner of billing", None) == []


@pytest.mark.parametrize(
    "older",
    [
        "> billing listens on 1111.\n> search listens on 2222.",
        "On Mon, 1 Jan 2024 at 10:00, Bob <bob@example.org> wrote:\n> billing listens on 1111.\n> bye",
        "On Mon, 1 Jan 2024 at 10:00, Bob Example the Long\n<bob@example.org> wrote:\n\nbilling listens on 1111.",
        "Am 01.01.24 um 10:00 schrieb Bob:\n> billing listens on 1111.",
        "-----Original Message-----\nFrom: Bob\nSent: Monday\n\nbilling listens on 1111.",
        "---------- Forwarded message ---------\nFrom: Bob\n\nbilling listens on 1111.",
        "Begin forwarded message:\n\nbilling listens on 1111.",
        "________________________________\nFrom: Bob\n\nbilling listens on 1111.",
        "From: Bob <bob@example.org>\nSent: Monday\nTo: Ada\n\nbilling listens on 1111.",
        "-- \nAda\nbilling listens on 1111.",
        "```\nbilling listens on 1111.\n```",
        "```\nbilling listens on 1111.",
    ],
)
def test_a_quoted_older_message_states_nothing(older: str) -> None:
    assert said(f"billing listens on 9443.\n\n{older}") == [
        "billing · port = '9443' from 2025-06-18 (document)",
    ]


def test_words_between_quotations_state() -> None:
    text = "> billing listens on 1111.\nNot any more, search listens on 2222.\n> why?\nbilling listens on 9443."
    assert said(text) == [
        "search · port = '2222' from 2025-06-18 (document)",
        "billing · port = '9443' from 2025-06-18 (document)",
    ]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(["> a", "b", "", "```", "-- ", "On x, y wrote:", "c ``` d"]), max_size=12))
def test_the_spans_are_in_order_and_hold_no_quoted_line(lines: list[str]) -> None:
    text = "\n".join(lines)
    spans = own_words(text)
    assert all(a < b <= len(text) for a, b in spans)
    assert all(b <= c for (_, b), (c, _) in itertools.pairwise(spans))
    assert not any(line.startswith(">") for a, b in spans for line in text[a:b].split("\n"))
