from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tenure.errors import NotFoundError
from tenure.instants import DateOrigin, Precision
from tenure.ledger import Ledger, open_ledger
from tenure.passages.store import NewPassage, same_place, text_hash


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_ledger(tmp_path / "p.tenure", seed=[]) as opened:
        yield opened


def new(text: str, at: int = 0, speaker: str | None = None) -> NewPassage:
    return NewPassage(text, at, Precision.DAY, DateOrigin.DOCUMENT, 3, "Top › Sub", speaker)


def test_what_goes_in_comes_out(ledger: Ledger) -> None:
    store = ledger.passages
    added = store.add("notes/a.md", "markdown", [new("Höhe\n 5 m"), new("two", 9, "ann")], digest="d1", tx=4, title="A")
    assert (added.unchanged, added.new, added.missing) == (False, 2, ())
    first, second = store.get(added.ids)
    assert (first.text, first.at, first.precision, first.origin, first.line) == (
        "Höhe\n 5 m", 0, Precision.DAY, DateOrigin.DOCUMENT, 3,
    )  # fmt: skip
    assert (second.speaker, second.heading, second.tx, second.source) == ("ann", "Top › Sub", 4, "notes/a.md")
    assert store.get([second.id, 77, first.id]) == [second, first]
    source = store.source("notes/a.md")
    assert (source.kind, source.title, source.passages) == ("markdown", "A", 2)
    assert store.sources() == [source]
    assert store.of_source("notes/a.md", limit=1, after=0) == [second]
    assert store.count() == 2
    assert store.all_ids(after=first.id) == [second.id]
    with pytest.raises(NotFoundError):
        store.source("b")


def test_the_same_again_changes_nothing(ledger: Ledger) -> None:
    store = ledger.passages
    first = store.add("a", "text", [new("x")], digest="d", tx=1)
    changes = ledger.connection.total_changes
    again = store.add("a", "text", [new("x")], digest="d", tx=2)
    assert ledger.connection.total_changes == changes
    assert (again.ids, again.unchanged, again.new) == (first.ids, True, 0)


def test_a_new_version_keeps_what_stayed(ledger: Ledger) -> None:
    store = ledger.passages
    old = store.add("a", "text", [new("one"), new("two"), new("three"), new("two")], digest="1", tx=1).ids
    added = store.add("a", "text", [new("zero"), new(" two "), new("three", 5), new("TWO")], digest="2", tx=2)
    assert added.ids[1] == old[1]
    assert added.new == 3
    assert set(added.missing) == {old[0], old[2], old[3]}
    assert store.source("a").passages == 4
    assert [p.text for p in store.get(old)] == ["one", "two", "three", "two"]


def test_exact_duplicates_cost_no_text(ledger: Ledger) -> None:
    store = ledger.passages
    store.add("a", "text", [new("same  text")], digest="1", tx=1)
    store.add("b", "text", [new("same  text", 7)], digest="2", tx=1)
    one, two = store.get([1, 2])
    assert one.text_id == two.text_id
    assert store.with_text(one.text_id) == (1, 2)
    assert store.texts([one.text_id]) == {one.text_id: "same  text"}
    assert text_hash("ﬁn") == text_hash(" fin ")


def test_texts_that_differ_in_white_space_are_kept_apart_and_erased_together(ledger: Ledger) -> None:
    store = ledger.passages
    texts = ["a: 1\n\n  b: 2", "a: 1\nb: 2", "a: 1 b: 3"]
    ids = [store.add(f"{n}", "text", [new(text)], digest="d", tx=1).ids[0] for n, text in enumerate(texts)]
    found = store.get(ids)
    assert [passage.text for passage in found] == texts
    assert store.alike({found[0].text_id}) == {found[0].text_id, found[1].text_id}


def test_a_text_of_an_older_project_is_found_by_its_normalised_hash(ledger: Ledger) -> None:
    ledger.connection.execute("INSERT INTO passage_text (id, hash, text) VALUES (7, ?, 'x  y')", (text_hash("x y"),))
    ids = ledger.passages.add("a", "text", [new("x  y"), new("x y")], digest="1", tx=1).ids
    assert [passage.text_id for passage in ledger.passages.get(ids)] == [7, 8]


@pytest.mark.parametrize(
    ("text", "span", "stored", "place"),
    [
        ("port\nis 80", (5, 10), "  port  is\t80 ", (8, 13)),
        ("port is 80", (0, 10), "port is 80", (0, 10)),
        ("ﬁn is 80", (4, 8), "fin is 80", None),
        ("a b", (1, 2), "a  b", None),
    ],
)
def test_a_span_is_found_again_in_other_white_space(
    text: str, span: tuple[int, int], stored: str, place: tuple[int, int] | None
) -> None:
    found = same_place(span, text, stored)
    assert found is None or stored[slice(*found)].split() == text[slice(*span)].split()
    assert found == place


def test_passages_cannot_be_changed(ledger: Ledger) -> None:
    ledger.passages.add("a", "text", [new("x")], digest="1", tx=1)
    for table in ("passage", "passage_text"):
        for sql in (f"DELETE FROM {table}", f"UPDATE {table} SET id = id"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                ledger.connection.execute(sql)


def test_many_ids_at_once(ledger: Ledger) -> None:
    ids = ledger.passages.add("a", "text", [new(f"t{n}") for n in range(1200)], digest="1", tx=1).ids
    assert [p.id for p in ledger.passages.get(reversed(ids))] == list(reversed(ids))
