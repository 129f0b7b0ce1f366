from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from helpers.answer_world import NOW, World, day
from tenure.answer import Answers, Inquiry, Kind
from tenure.answer.inquiry import Resolved
from tenure.clock import fixed_clock
from tenure.instants import parse_date
from tenure.models.fake import HashEmbedder
from tenure.progress import CancelToken, Progress
from tenure.search import Search


def inquire(world: World, question: str, **given: object) -> Inquiry:
    return world.answers().inquire(question, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("What port is billing on?", "port"),
        ("Which team looks after billing these days?", "owner"),
        ("Who owns billing?", "owner"),
        ("what's the timeout of billing", "timeout"),
        ("What does BILLING depend on?", "depends on"),
        ("Is billing still on 8080?", "port"),
        ("billing port?", "port"),
    ],
)
def test_finds_the_key_by_its_words(billing: World, question: str, relation: str) -> None:
    found = inquire(billing, question)
    assert [(k.subject, k.relation) for k in found.keys] == [("billing", relation)]
    assert found.resolved is Resolved.KEY
    assert found.valid == NOW


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What port is billing on?", Kind.VALUE),
        ("What port was billing on in March 2025?", Kind.AS_OF),
        ("Which ports has billing been on over time?", Kind.HISTORY),
        ("How has the port of billing changed?", Kind.HISTORY),
        ("List every port of billing we have had.", Kind.HISTORY),
        ("What is the history of the port of billing?", Kind.HISTORY),
        ("Which teams has billing belonged to, one after the other?", Kind.HISTORY),
        ("What changed for billing between 1 March 2025 and 1 June 2025?", Kind.DIFFERENCE),
        ("What is different since January 2025?", Kind.DIFFERENCE),
        ("Was billing ever on port 8080?", Kind.HISTORY),
        ("Since when is the port of billing 8443?", Kind.WHEN),
        ("What does billing depend on?", Kind.LIST),
        ("Why did billing move its port?", Kind.OPEN),
    ],
)
def test_tells_the_kind(billing: World, question: str, kind: Kind) -> None:
    assert inquire(billing, question).kind is kind


@pytest.mark.parametrize(
    ("words", "valid"),
    [
        ("on 15 June 2025", day("2025-06-15")),
        ("as of 2025-06-15", day("2025-06-15")),
        ("in March 2025", day("2025-03-01")),
        ("before 1 May 2025", day("2025-05-01") - 1),
        ("last year", day("2025-01-01")),
        ("in Q2 2025", day("2025-04-01")),
    ],
)
def test_reads_valid_time_from_the_words(billing: World, words: str, valid: int) -> None:
    found = inquire(billing, f"What port was billing on {words}?")
    assert (found.valid, found.known) == (valid, None)
    assert [k.relation for k in found.keys] == ["port"]


@pytest.mark.parametrize("words", ["now", "today", "currently", "at the moment", "these days"])
def test_now_is_now(billing: World, words: str) -> None:
    found = inquire(billing, f"What port is billing on {words}?")
    assert (found.valid, found.kind) == (NOW, Kind.VALUE)


def test_given_times_win_over_words(billing: World) -> None:
    date = parse_date("2025-06-01")
    found = inquire(billing, "What port was billing on in March 2025?", valid=date, known=3)
    assert (found.valid, found.known) == (date.at, 3)


def test_what_we_knew_then_is_the_other_time(world: World) -> None:
    world.say("app", "port", "1000", "2025-01-01", recorded="2025-01-02")
    world.say("app", "port", "2000", "2025-03-01", recorded="2025-06-01")
    asked = inquire(world, "As far as we knew on 1 April 2025, what port was app on on 5 March 2025?")
    assert (asked.valid, asked.known) == (day("2025-03-05"), 1)
    asked = inquire(world, "As far as we knew on 1 April 2025, what port was app on?")
    assert (asked.valid, asked.known) == (day("2025-04-02") - 1, 1)
    asked = inquire(world, "What did we believe on 1 July 2025 the port of app was?")
    assert asked.known == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("before the migration", "before the migration"),
        ("as of 2.3", "as of 2.3"),
        ("during our outage", "during our outage"),
    ],
)
def test_what_cannot_be_placed_in_time_is_said(billing: World, words: str, said: str) -> None:
    assert inquire(billing, f"What port was billing on {words}?").unresolved == (said,)


def test_two_readings_of_a_date_stay_two(billing: World) -> None:
    assert len(inquire(billing, "What port was billing on on 04/05/2025?").when) == 2


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What port does cargo-tracker listen on?", "cargo-tracker"),
        ("Which team owns tide-forecast?", "tide-forecast"),
        ("What port does the billing exporter use?", "billing exporter"),
        ("What is the port of billing-worker?", "billing-worker"),
        ("What port does cargo-tracker use to reach billing?", "cargo-tracker"),
        ("What port does the partner gateway use?", "partner gateway"),
        ("What port does the model gateway use?", "model gateway"),
        ("Who runs frobnicator?", "frobnicator"),
        ("What depends on the Frob Nicator?", "Frob Nicator"),
        ("Who owned zeppelin in March 2025?", "zeppelin"),
    ],
)
def test_an_unknown_thing_is_never_the_nearest_known_one(billing: World, question: str, named: str) -> None:
    found = inquire(billing, question)
    assert (found.resolved, found.named, found.keys) == (Resolved.NO_SUBJECT, named, ())


@pytest.mark.parametrize("question", ["What is the weather?", "Who won the cup?", "Which port?"])
def test_naming_nothing_names_no_key(billing: World, question: str) -> None:
    assert inquire(billing, question).resolved is Resolved.NO_SUBJECT


@pytest.mark.parametrize(
    "question",
    [
        "billing",
        "What licence is billing under?",
        "How many replicas does billing have?",
        "What's the log level of gateway?",
    ],
)
def test_a_relation_never_stated_is_said(billing: World, question: str) -> None:
    assert inquire(billing, question).resolved is Resolved.NO_RELATION


def test_an_alias_may_mean_several_and_none_is_preferred(world: World) -> None:
    world.say("billing-api", "port", "1", "2025-01-01")
    world.say("billing-ui", "port", "2", "2025-01-01")
    for subject in ("billing-api", "billing-ui"):
        world.alias(subject, "billing")
    found = inquire(world, "What port is billing on?")
    assert found.resolved is Resolved.SEVERAL
    assert {k.subject for k in found.keys} == {"billing-api", "billing-ui"}


def test_scope_words_become_context(world: World) -> None:
    world.say("billing", "replicas", "5", "2025-01-01", scope={"env": "prod"})
    world.say("billing", "replicas", "2", "2025-01-01", scope={"env": "staging"})
    assert inquire(world, "How many replicas does billing have in production?").context.as_dict() == {"env": "prod"}
    assert inquire(world, "How many replicas of billing are in staging?").context.as_dict() == {"env": "staging"}
    given = inquire(world, "How many replicas of billing are in staging?", scope={"env": "prod"})
    assert given.context.as_dict() == {"env": "prod"}


def test_names_match_across_hyphens_and_case(world: World) -> None:
    world.say("api-gateway", "port", "1", "2025-01-01")
    for question in ("What port is the API gateway on?", "what port does api_gateway use"):
        assert [k.subject for k in inquire(world, question).keys] == ["api-gateway"]


def test_the_more_telling_relation_wins(world: World) -> None:
    world.say("app", "port", "1", "2025-01-01")
    world.say("app", "admin port", "2", "2025-01-01")
    assert [k.relation for k in inquire(world, "What is the admin port of app?").keys] == ["admin port"]
    assert [k.relation for k in inquire(world, "On which port is the admin console of app?").keys] == ["admin port"]
    assert [k.relation for k in inquire(world, "What port is app on?").keys] == ["port"]


def test_what_uses_a_thing_is_not_what_it_uses(world: World) -> None:
    world.say("billing", "depends on", "ledger-db", "2025-01-01")
    world.say("ledger-db", "depends on", "disk-array", "2025-01-01")
    assert inquire(world, "Which services depend on ledger-db?").keys == ()
    assert [k.subject for k in inquire(world, "What does ledger-db depend on?").keys] == ["ledger-db"]
    assert [k.subject for k in inquire(world, "Does billing depend on ledger-db?").keys] == ["billing"]


class _Unwanted(HashEmbedder):
    """An embedder that says when it is asked for."""

    asked = 0

    def embed(
        self, texts: Sequence[str], *, cancel: CancelToken | None = None, progress: Progress | None = None
    ) -> Any:
        self.asked += 1
        return super().embed(texts, cancel=cancel, progress=progress)


@pytest.mark.parametrize(
    ("question", "relation", "used"),
    [
        ("What is the port of billing?", "port", False),
        ("Which team owns the billing service?", "owner", False),
        ("What was billing's timeout in March 2025?", "timeout", False),
        ("What is the owning team of billing?", "owner", False),
        ("How long does billing wait for an answer?", None, True),
        ("How long is the owner of billing?", None, True),
        ("What is the port of billing and of gateway?", None, True),
        ("What is the port of the 8443 listener of billing?", None, True),
    ],
)
def test_what_is_said_in_so_many_words_needs_no_embedder(
    billing: World, question: str, relation: str | None, used: bool
) -> None:
    embedder = _Unwanted()
    found = Answers(billing.ledger, Search(billing.ledger, embedder), None, fixed_clock(NOW)).inquire(question)
    assert (embedder.asked > 0) is used
    if relation is not None:
        assert [(k.subject, k.relation) for k in found.keys] == [("billing", relation)]
