from __future__ import annotations

from helpers.answer_world import World, day
from tenure.answer.explaining import explain
from tenure.instants import UTC
from tenure.keys import Key


def test_tells_the_ruling_statement_and_what_it_beat(billing: World) -> None:
    why = billing.ledger.why("billing", "owner")
    text = explain(why, Key("billing", "owner"), UTC)
    assert text.startswith("The owner of billing is Ledger team at 2026-03-01.")
    assert "ruled by the statement of Ledger team from 2025-06-01 (notes.md)" in text
    assert "Tide team from 2024-09-01" in text


def test_tells_why_nothing_holds(billing: World) -> None:
    ended = explain(billing.ledger.why("billing", "cache"), Key("billing", "cache"), UTC)
    assert "it was ended" in ended
    assert "an end on 2025-11-01" in ended
    early = explain(billing.ledger.why("billing", "port", valid=day("2020-01-01")), Key("billing", "port"), UTC)
    assert "its first value starts later" in early
