from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from tenure.clock import fixed_clock
from tenure.errors import BusyError, Cancelled, ProjectError
from tenure.ledger import open_ledger
from tenure.models.fake import HashEmbedder
from tenure.passages.migrations import migrate
from tenure.progress import no_progress
from tenure.search import LexicalIndex, Search, VectorCache, prepare
from tenure.search.catchup import catch_up
from tenure.search.fusion import fuse, ranks
from tenure.search.schema import MIGRATIONS
from tenure.search.vectors import VectorTable

from .conftest import World


def fill(world: World, count: int, word: str = "note") -> None:
    for number in range(count):
        world.passage(f"{word} {number} about something", "2024-01-01")


def test_vectors_follow_behind_and_words_work_at_once(world: World) -> None:
    fill(world, 5)
    search = world.search()
    assert search.pending() == 5
    assert search.hits("note 3")[0].passage.text.startswith("note 3")
    assert world.embedder.calls == 0, "without vectors the embedder is not even started"
    seen: list[float] = []
    assert search.catch_up(lambda _message, fraction: seen.append(fraction)) == 5
    assert seen[-1] == 1.0
    assert search.pending() == 0
    assert search.catch_up() == 0
    assert "dense" in search.hits("note 3")[0].ranks


def test_search_without_an_embedder_is_lexical(world: World) -> None:
    fill(world, 3)
    search = world.search(dense=False)
    assert search.pending() == 0
    assert search.catch_up() == 0
    assert set(search.hits("note")[0].ranks) == {"lexical", "recency"}


def test_dense_order_equals_brute_force(world: World) -> None:
    words = ["port", "owner", "team", "queue", "replica", "region"]
    for number in range(700):
        world.passage(f"{words[number % 6]} {words[number % 5]} {number}", "2024-01-01")
    world.search().catch_up()
    query = world.embedder.embed(["queue replica 77"])[0]
    order = list(VectorTable().order(world.ledger.connection, world.embedder.name, query))
    rows = world.ledger.connection.execute("SELECT owner, data FROM doc_vector").fetchall()
    scores = {owner: float(np.frombuffer(data, dtype="<f4") @ query) for owner, data in rows}
    assert len(order) == 700
    assert [round(scores[o], 5) for o in order] == sorted((round(s, 5) for s in scores.values()), reverse=True)


def test_the_matrix_takes_up_new_vectors_and_another_connection_sees_them(world: World) -> None:
    cache = VectorCache()
    search = Search(world.ledger, world.embedder, cache=cache)
    fill(world, 2)
    search.catch_up()
    assert len(search.hits("zebra note", k=10)) == 2
    world.passage("a zebra crossed", "2024-02-01")
    search.catch_up()
    assert search.hits("zebra")[0].ranks["dense"] == 1
    assert len(search.hits("zebra note", k=10)) == 3


def test_catch_up_runs_in_another_thread_while_this_one_writes(world: World) -> None:
    fill(world, 200)
    search = world.search()
    thread = threading.Thread(target=search.catch_up)
    thread.start()
    fill(world, 20, "later")
    thread.join()
    search.catch_up()
    assert search.pending() == 0
    assert len(search.hits("later", k=50)) >= 20


def test_a_cancelled_catch_up_keeps_its_batches_and_goes_on_from_there(world: World) -> None:
    fill(world, 150)
    search = world.search()

    def stop(_message: str, fraction: float) -> None:
        if fraction > 0.5:
            raise Cancelled

    with pytest.raises(Cancelled):
        search.catch_up(stop)
    left = search.pending()
    assert 0 < left < 150
    search.catch_up()
    assert search.pending() == 0
    assert world.embedder.calls == 150


def test_two_models_keep_apart_and_a_changed_length_starts_anew(world: World) -> None:
    fill(world, 3)
    Search(world.ledger, HashEmbedder(64, name="a")).catch_up()
    other = Search(world.ledger, HashEmbedder(32, name="b"))
    assert other.pending() == 3
    other.catch_up()
    assert Search(world.ledger, HashEmbedder(64, name="a")).pending() == 0
    changed = Search(world.ledger, HashEmbedder(16, name="a"))
    assert changed.hits("note") != []


def test_erasing_a_source_takes_words_and_vectors(world: World) -> None:
    world.passage(
        "Secretary Quillfeather has the key 5521.", "2024-01-01", ("vault", "code", "5521"), source="secret.md"
    )
    world.passage("The vault is blue.", "2024-01-02", ("vault", "colour", "blue"), source="open.md")
    search = world.search()
    search.catch_up()
    assert search.hits("Quillfeather")
    world.ledger.erase(source="secret.md")
    assert [hit.text for hit in search.hits("Quillfeather vault key", k=10)] == ["The vault is blue."]
    assert [hit.text for hit in search.hits("Quillfeather vault key", k=10, timeless=True)] == ["The vault is blue."]
    search.catch_up()
    assert world.ledger.connection.execute("SELECT count(*) FROM doc_vector").fetchone()[0] == 1
    words = b"".join(row[0] for row in world.ledger.connection.execute("SELECT block FROM search_words_data"))
    assert b"quillfeath" not in words
    assert b"5521" not in words


def test_an_erasure_in_another_process_empties_the_matrix_held_here(world: World) -> None:
    world.passage("alpha beta gamma", "2024-01-01", source="a.md")
    world.passage("delta epsilon", "2024-01-01", source="b.md")
    search = world.search()
    search.catch_up()
    search.hits("alpha")
    cache_before = search._cache.docs
    world.ledger.erase(source="a.md")
    owners, _ = cache_before.similarities(world.ledger.connection, world.embedder.name, world.embedder.embed(["x"])[0])
    assert len(owners) == 1


def test_rebuild_gives_the_same_answers(world: World) -> None:
    fill(world, 10)
    world.passage("The zebra is striped.", "2024-01-01")
    search = world.search()
    search.catch_up()
    before = [(hit.passage.id, hit.score) for hit in search.hits("zebra note 4", k=8)]
    world.ledger.connection.execute("DELETE FROM search_words")
    assert "lexical" not in search.hits("zebra")[0].ranks
    with world.ledger.writing():
        LexicalIndex().rebuild(world.ledger.connection)
    assert [(hit.passage.id, hit.score) for hit in search.hits("zebra note 4", k=8)] == before
    assert search.pending() == 0


def test_a_rolled_back_write_leaves_no_words(world: World) -> None:
    with pytest.raises(RuntimeError), world.ledger.writing():
        world.passage("ghost of a passage", "2024-01-01")
        raise RuntimeError
    assert world.search().hits("ghost") == []
    with closing(sqlite3.connect(Path(world.path))) as other:
        assert other.execute("SELECT count(*) FROM search_doc").fetchone()[0] == 0


def test_fusion_is_the_formula_of_the_paper() -> None:
    lists = {"a": [1, 2], "b": [2, 3]}
    assert fuse(lists) == [(2, 1 / 62 + 1 / 61), (1, 1 / 61), (3, 1 / 62)]
    assert fuse(lists, {"b": 0.0})[0][0] == 1
    assert fuse({"a": [5], "b": [4]}) == [(4, 1 / 61), (5, 1 / 61)]
    assert fuse({}) == []
    assert ranks(lists, 2) == {"a": 2, "b": 1}


def test_a_write_protected_project_says_so(world: World) -> None:
    fill(world, 1)
    world.ledger.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with closing(sqlite3.connect(f"file:{world.path}?mode=ro", uri=True, isolation_level=None)) as locked:
        locked.execute("PRAGMA query_only = ON")
        with pytest.raises(ProjectError, match="write-protected"):
            catch_up(locked, world.embedder, no_progress)


def test_a_project_that_others_write_to_is_busy(world: World) -> None:
    fill(world, 1)
    with (
        closing(sqlite3.connect(world.path, timeout=0.05, isolation_level=None)) as late,
        world.ledger.writing(),
        pytest.raises(BusyError, match="vectors cannot be stored now"),
    ):
        catch_up(late, world.embedder, no_progress)


def test_a_file_with_labels_of_keys_loses_them_and_keeps_its_vectors(tmp_path: Path) -> None:
    path = tmp_path / "old.tenure"
    with closing(open_ledger(path, clock=fixed_clock(0))) as ledger:
        migrate(ledger.connection, path, "search", MIGRATIONS[:1])
        ledger.connection.execute("INSERT INTO key_label (slot, statement, text) VALUES (1, 1, 'billing port')")
        ledger.connection.execute("INSERT INTO search_model (name, dimension) VALUES ('m', 1)")
        ledger.connection.execute("INSERT INTO doc_vector (model, owner, data) VALUES (1, 1, X'0000803F')")
        prepare(ledger.connection, path)
        tables = {row[0] for row in ledger.connection.execute("SELECT name FROM sqlite_master")}
        assert not tables & {"key_label", "label_vector"}
        assert ledger.connection.execute("SELECT count(*) FROM doc_vector").fetchone()[0] == 1


def test_vectors_of_texts_are_kept_until_something_is_erased(world: World) -> None:
    world.passage("Quill runs on 5521.", "2024-01-01", ("quill", "port", "5521"))
    cache = VectorCache()
    search = Search(world.ledger, world.embedder, cache=cache)
    first = search.vectors_of(["quill port", "port", "port"])
    assert (set(first), world.embedder.calls) == ({"quill port", "port"}, 2)
    again = Search(world.ledger, world.embedder, cache=cache).vectors_of(["port", "quill port"])
    assert world.embedder.calls == 2
    assert np.array_equal(first["port"], again["port"])
    world.ledger.erase(subject="quill")
    search.vectors_of(["port"])
    assert world.embedder.calls == 3
    assert "quill" not in repr(vars(cache))
    assert Search(world.ledger).vectors_of(["port"]) == {}
