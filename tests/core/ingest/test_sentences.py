from __future__ import annotations

from tenure.ingest.extract.sentences import LONGEST, sentences
from tenure.ingest.extract.view import plain


def test_a_line_without_an_end_states_nothing_and_what_follows_is_read() -> None:
    endless = "until May 2025 " * (LONGEST // 15 + 1)
    assert [s.text for s in sentences(f"It began. {endless}. The port is 8443.")] == ["It began.", "The port is 8443."]


def test_one_line_of_many_sentences_is_read_to_its_end() -> None:
    found = list(sentences("The port of billing is 8443. " * 20_000))
    assert len(found) == 20_000
    assert {s.text for s in found} == {"The port of billing is 8443."}


def test_back_quotes_and_abbreviations_far_into_a_text_end_no_sentence() -> None:
    view = plain("Nothing new. " * 50 + "Run `make it. now` with approx. five workers. Then stop.")
    assert [s.text.replace("\ue010", "`").replace("\ue011", "`") for s in sentences(view.text)][-2:] == [
        "Run `make it. now` with approx. five workers.",
        "Then stop.",
    ]
