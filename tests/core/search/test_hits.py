from __future__ import annotations

import pytest

from tenure.errors import Cancelled
from tenure.instants import parse_date
from tenure.ledger.types import State
from tenure.progress import CancelToken

from .conftest import World, at


def texts(world: World, query: str, **options: object) -> list[str]:
    return [hit.text for hit in world.search().hits(query, **options)]  # type: ignore[arg-type]


def test_a_retired_sentence_is_left_out_of_a_passage_that_also_holds_a_current_one(world: World) -> None:
    world.passage(
        "Billing listens on port 8080. Billing is owned by Tide.",
        "2024-01-01",
        ("billing", "port", "8080"),
        ("billing", "owner", "Tide"),
    )
    world.passage("Billing listens on port 9090.", "2024-05-01", ("billing", "port", "9090"))
    found = world.search().hits("billing port owner")
    assert [hit.text for hit in found] == ["Billing listens on port 9090.", "Billing is owned by Tide."]
    assert all(hit.state is State.CURRENT for hit in found)
    assert found[1].cut == ((0, 29),)
    assert found[1].span == (30, 55)
    assert {s.state for s in found[1].spans} == {State.CURRENT, State.SUPERSEDED}


def test_the_filter_comes_before_the_cut(world: World) -> None:
    """A crowd of retired passages, all nearer to the query, must not keep the current one out (graphiti PR#1804)."""
    for number in range(300):
        date = f"2024-{number // 28 + 1:02d}-{number % 28 + 1:02d}"
        world.passage(f"billing port billing port {number}", date, ("billing", "port", str(number)))
    world.passage("Since spring the service named billing uses 4711.", "2025-05-01", ("billing", "port", "4711"))
    search = world.search()
    search.catch_up()
    assert [hit.text for hit in search.hits("billing port", k=3)] == [
        "Since spring the service named billing uses 4711."
    ]
    assert len(search.hits("billing port", k=3, timeless=True)) == 3
    assert "4711" not in " ".join(hit.text for hit in search.hits("billing port", k=3, timeless=True))


def test_as_of_and_known_at(world: World) -> None:
    world.passage("Billing listens on port 8080.", "2024-01-01", ("billing", "port", "8080"))
    world.passage("Billing listens on port 9090.", "2024-05-01", ("billing", "port", "9090"))
    assert texts(world, "billing port", valid=at("2024-02-01")) == ["Billing listens on port 8080."]
    assert texts(world, "billing port", valid=parse_date("2024-06")) == ["Billing listens on port 9090."]
    assert texts(world, "billing port", valid=at("2023-01-01")) == []
    assert texts(world, "billing port", known=1) == ["Billing listens on port 8080."]


def test_the_future_is_left_out_until_it_begins(world: World) -> None:
    world.passage(
        "From 2026 billing listens on port 7000.", "2025-01-01", ("billing", "port", "7000"), valid="2026-01-01"
    )
    assert texts(world, "billing port") == []
    assert texts(world, "billing port", valid=at("2026-02-01")) == ["From 2026 billing listens on port 7000."]


def test_a_late_document_about_the_past_gives_its_sentence_and_nothing_else(world: World) -> None:
    text = "We looked into the logs. Billing listened on port 8080."
    world.passage(text, "2025-03-01", ("billing", "port", "8080"), valid="2024-01-01")
    assert texts(world, "billing port logs", valid=at("2024-06-01")) == ["Billing listened on port 8080."]


def test_retired_material_comes_back_when_asked_and_says_so(world: World) -> None:
    world.passage("Billing listens on port 8080.", "2024-01-01", ("billing", "port", "8080"))
    world.passage("Billing listens on port 9090.", "2024-05-01", ("billing", "port", "9090"))
    found = world.search().hits("billing port", include_retired=True)
    assert {hit.text: hit.state for hit in found} == {
        "Billing listens on port 8080.": State.SUPERSEDED,
        "Billing listens on port 9090.": State.CURRENT,
    }


def test_an_ended_value_is_retired_and_the_sentence_that_ended_it_holds(world: World) -> None:
    world.passage("Billing listens on port 8080.", "2024-01-01", ("billing", "port", "8080"))
    world.passage("Billing no longer listens on 8080.", "2024-05-01", ("billing", "port", "8080"), ends=True)
    assert texts(world, "billing port 8080") == ["Billing no longer listens on 8080."]
    states = {hit.text: hit.state for hit in world.search().hits("billing port 8080", include_retired=True)}
    assert states["Billing listens on port 8080."] is State.ENDED


def test_a_value_that_returns_is_current_where_it_was_said_last(world: World) -> None:
    world.passage("Billing uses Kafka.", "2024-01-01", ("billing", "queue", "Kafka"))
    world.passage("Billing uses NATS.", "2024-05-01", ("billing", "queue", "NATS"))
    world.passage("Billing uses Kafka again.", "2024-09-01", ("billing", "queue", "Kafka"))
    assert texts(world, "billing queue uses") == ["Billing uses Kafka again."]


def test_saying_the_same_again_is_evidence_too(world: World) -> None:
    world.passage("Billing listens on port 8080.", "2024-01-01", ("billing", "port", "8080"))
    world.passage(
        "As before, billing is on 8,080.",
        "2024-05-01",
        ("billing", "port", "8,080"),
        sentence=["As before, billing is on 8,080."],
    )
    assert len(texts(world, "billing port")) == 2


def test_what_was_withdrawn_or_corrected_never_comes_back(world: World) -> None:
    world.passage("Billing listens on port 1.", "2024-01-01", ("billing", "port", "1"))
    statement = world.ledger.find_keys(subject="billing")
    assert statement
    last = world.ledger.statements(statement[0])[-1].id
    world.ledger.withdraw(last)
    assert texts(world, "billing port") == []
    assert texts(world, "billing port", include_retired=True) == []
    assert texts(world, "billing port", timeless=True) == ["Billing listens on port 1."]


def test_background_passes_by_its_date(world: World) -> None:
    world.passage("The cafeteria serves lentil soup.", "2024-03-01")
    assert texts(world, "lentil soup") == ["The cafeteria serves lentil soup."]
    assert texts(world, "lentil soup", valid=at("2024-02-01")) == []
    hit = world.search().hits("lentil soup")[0]
    assert hit.state is None
    assert hit.span is None


def test_what_is_left_of_a_cut_passage_must_still_be_about_the_query(world: World) -> None:
    world.passage("Billing listens on port 8080. Soup is lentil.", "2024-01-01", ("billing", "port", "8080"))
    world.passage("Billing moved to 9090.", "2024-05-01", ("billing", "port", "9090"))
    assert texts(world, "billing port") == ["Billing moved to 9090."]
    assert texts(world, "lentil soup")[0] == "Soup is lentil."


def test_a_passage_its_source_no_longer_has_is_not_of_the_present(world: World) -> None:
    world.passage("The wiki lives in Bern.", "2024-01-01", source="wiki.md")
    world.passage("The wiki lives in Basel.", "2024-05-01", source="wiki.md")
    assert texts(world, "wiki lives") == ["The wiki lives in Basel."]
    assert texts(world, "wiki lives", valid=at("2024-02-01")) == ["The wiki lives in Bern."]
    assert len(texts(world, "wiki lives", timeless=True)) == 2


def test_context_leaves_out_other_scopes(world: World) -> None:
    world.passage("In prod billing has 5 replicas.", "2024-01-01", ("billing", "replicas", "5"), scope="env=prod")
    world.passage("In staging billing has 2 replicas.", "2024-01-02", ("billing", "replicas", "2"), scope="env=staging")
    assert texts(world, "billing replicas", context={"env": "PROD"}) == ["In prod billing has 5 replicas."]
    assert len(texts(world, "billing replicas")) == 2


def test_the_same_text_twice_is_one_hit_with_the_newest_date(world: World) -> None:
    world.passage("Backups run nightly.", "2024-01-01")
    world.passage("Backups  run nightly.", "2024-08-01")
    found = world.search().hits("backups nightly")
    assert len(found) == 1
    assert found[0].passage.at == at("2024-08-01")
    assert len(world.search().hits("backups nightly", timeless=True)) == 1


def test_headings_are_searched(world: World) -> None:
    world.passage(
        "Port: 8080", "2024-01-01", ("billing", "port", "8080"), heading="Billing › Network", sentence=["Port: 8080"]
    )
    assert texts(world, "billing network port") == ["Port: 8080"]


def test_a_neighbour_in_the_ledger_is_found_through_the_graph(world: World) -> None:
    world.passage("Billing depends on ledger-db.", "2024-01-01", ("billing", "database", "ledger-db"))
    world.passage("Its engine is PostgreSQL 16.", "2024-01-02", ("ledger-db", "engine", "PostgreSQL 16"))
    found = world.search(dense=False).hits("What does billing depend on?")
    assert [hit.text for hit in found] == ["Billing depends on ledger-db.", "Its engine is PostgreSQL 16."]
    assert "graph" in found[1].ranks
    assert "lexical" not in found[1].ranks


@pytest.mark.parametrize("query", ["", "   ", "?!", "xyzzy"])
def test_a_query_without_words_or_matches_finds_nothing_lexically(world: World, query: str) -> None:
    world.passage("Backups run nightly.", "2024-01-01")
    assert world.search(dense=False).hits(query) == []


def test_cancelled_before_embedding(world: World) -> None:
    world.passage("Backups run nightly.", "2024-01-01")
    search = world.search()
    search.catch_up()
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        search.hits("backups", cancel=cancel)


def test_equal_questions_are_embedded_once(world: World) -> None:
    world.passage("Backups run nightly.", "2024-01-01")
    search = world.search()
    search.catch_up()
    before = world.embedder.calls
    search.hits("backups")
    search.hits("backups", timeless=True)
    assert world.embedder.calls == before + 1
