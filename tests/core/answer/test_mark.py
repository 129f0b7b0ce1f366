from __future__ import annotations

from itertools import pairwise

import pytest

from helpers.answer_world import NOW, World, day
from tenure.answer import Mark, Marker, mark
from tenure.answer.stance import Stance
from tenure.keys import Key
from tenure.ledger.types import State

PORT = Key("billing", "port")


def states(world: World, text: str, *, valid: int = NOW, known: int | None = None) -> list[tuple[str, str, str]]:
    return [
        (m.text, m.key.relation, m.state.value) for m in mark(text, world.ledger, valid=valid, known=known) if m.claimed
    ]


def claims(marks: tuple[Mark, ...]) -> list[str]:
    return [m.text for m in marks if m.claimed]


def test_tells_current_from_superseded_and_says_since_when_and_by_what(billing: World) -> None:
    (found,) = mark("billing listens on port 9443.", billing.ledger, valid=NOW)
    assert (found.text, found.state, found.claimed, found.stale) == ("9443", State.SUPERSEDED, True, True)
    assert (found.since, found.until, found.superseded_by) == (day("2025-05-01"), day("2025-09-01"), "8443")
    assert states(billing, "billing listens on port 8443.") == [("8443", "port", "current")]


def test_judges_at_the_two_times_asked(billing: World) -> None:
    text = "billing listens on port 9443."
    assert states(billing, text, valid=day("2025-06-01")) == [("9443", "port", "current")]
    assert states(billing, text, valid=day("2025-02-01")) == [("9443", "port", "future")]
    assert states(billing, text, valid=day("2025-06-01"), known=2) == [("9443", "port", "unknown")]


def test_a_returning_value_is_current(billing: World) -> None:
    assert states(billing, "The port of billing is 8443") == [("8443", "port", "current")]


def test_an_ended_value_is_ended(billing: World) -> None:
    assert states(billing, "billing uses Redis as its cache") == [("Redis", "cache", "ended")]


@pytest.mark.parametrize(
    "text",
    [
        "billing listens on 18080",
        "billing listens on port 8080.5",
        "billing listens on port a8080",
        "billing-worker listens on port 8080",
        "the port of billing: 80,80",
    ],
)
def test_a_value_is_never_part_of_a_longer_one(billing: World, text: str) -> None:
    assert all(state != "superseded" for _, _, state in states(billing, text))


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("billing listens on port 8,080", "port"),
        ("billing listens on port `8080`.", "port"),
        ("billing: port=8080", "port"),
        ("The timeout of billing is 20 seconds", "timeout"),
        ("The timeout of billing is 20s.", "timeout"),
        ("billing has a 20-second timeout", "timeout"),
        ("The owner of billing is the Tide Team", "owner"),
    ],
)
def test_written_forms_of_the_same_value(billing: World, text: str, relation: str) -> None:
    assert [(r, s) for _, r, s in states(billing, text)] == [(relation, "superseded")]


@pytest.mark.parametrize(
    "text",
    [
        "billing no longer listens on port 8080",
        "The port of billing is not 8080",
        "The billing port was 8080 until January 2025",
        "The port of billing moved from 8080 to 8443",
        "The port of billing: 8080 → 8443",
        "billing formerly listened on port 8080",
        "The old port of billing, 8080, was retired",
        "The port of billing is 8443 instead of 8080",
        "The port of billing was 8080 before it moved",
        "billing used to listen on port 8080",
    ],
)
def test_a_mention_is_not_a_claim(billing: World, text: str) -> None:
    found = [m for m in mark(text, billing.ledger, valid=NOW) if m.text == "8080"]
    assert len(found) == 1
    assert found[0].state is State.SUPERSEDED
    assert not found[0].claimed


def test_the_new_value_of_a_move_is_a_claim(billing: World) -> None:
    text = "The port of billing moved from 8080 to 9443."
    assert claims(mark(text, billing.ledger, valid=NOW)) == ["9443"]


def test_until_a_date_yet_to_come_is_a_claim(billing: World) -> None:
    found = mark("The billing port is 8080 until June 2026", billing.ledger, valid=NOW)
    assert [m.stance for m in found if m.text == "8080"] == [Stance.CLAIM]


def test_each_subject_has_its_own_values(billing: World) -> None:
    text = "gateway listens on port 8080, billing on port 9443."
    assert states(billing, text) == [("8080", "port", "current"), ("9443", "port", "superseded")]
    assert states(billing, "gateway listens on port 9443") == [("9443", "port", "unknown")]


def test_a_sentence_without_a_subject_is_about_the_one_before(billing: World) -> None:
    assert states(billing, "We moved billing. Its port is 9443.") == [("9443", "port", "superseded")]


def test_headings_name_the_subject_of_rows_and_lists(billing: World) -> None:
    text = "# Services\n\n## billing\n\n- port: 9443\n\n| timeout | 20 s |\n\n## gateway\n\n- port: 8080\n"
    assert states(billing, text) == [
        ("9443", "port", "superseded"),
        ("20 s", "timeout", "superseded"),
        ("8080", "port", "current"),
    ]


def test_a_table_names_its_relations_in_the_first_row(billing: World) -> None:
    text = "| service | port |\n|---|---|\n| billing | 8080 |\n| gateway | 8080 |\n"
    assert states(billing, text) == [("8080", "port", "superseded"), ("8080", "port", "current")]


def test_an_alias_names_the_subject(billing: World) -> None:
    billing.alias("billing", "invoicing service")
    assert states(billing, "The invoicing service listens on port 8080") == [("8080", "port", "superseded")]


def test_dates_are_no_values(world: World) -> None:
    world.say("app", "version", "2024", "2024-01-01")
    world.say("app", "version", "2026", "2025-01-01")
    assert states(world, "The version of app is 2026, since March 2024.") == [("2026", "version", "current")]
    world.say("app", "end of support", "2025-04-01", "2024-01-01")
    world.say("app", "end of support", "2025-05-01", "2025-04-01")
    text = "The end of support of app is 2025-05-01, since 2025-04-01."
    assert states(world, text) == [("2025-05-01", "support end", "current")]


def test_a_part_of_a_subjects_name_is_no_value(world: World) -> None:
    world.say("port 8080 proxy", "port", "8080", "2024-01-01")
    world.say("port 8080 proxy", "port", "9090", "2025-01-01")
    assert states(world, "The port of port 8080 proxy is 9090") == [("9090", "port", "current")]


def test_the_longer_value_counts(world: World) -> None:
    world.say("app", "framework", "React", "2024-01-01")
    world.say("app", "framework", "React Native", "2025-01-01")
    assert states(world, "The framework of app is React Native") == [("React Native", "framework", "current")]
    assert states(world, "The framework of app is React") == [("React", "framework", "superseded")]


def test_a_compound_names_another_relation(billing: World) -> None:
    assert states(billing, "The debug port of billing is 8080") == []


def test_a_value_no_longer_believed_is_not_current(world: World) -> None:
    first = world.say("app", "timeout", "30 s", "2025-01-01")
    before = world.ledger.last_tx()
    world.ledger.correct(first, object="20 s")
    text = "The timeout of app is 30 s"
    assert states(world, text) == [("30 s", "timeout", "superseded")]
    assert states(world, text, known=before) == [("30 s", "timeout", "current")]


def test_chinese_text_needs_no_spaces(world: World) -> None:
    world.say("计费", "端口", "旧港", "2024-01-01")
    world.say("计费", "端口", "新港", "2025-01-01")
    assert states(world, "计费的端口是旧港。") == [("旧港", "port", "superseded")]


def test_an_answer_about_given_keys_need_not_name_them(billing: World) -> None:
    marker = Marker(billing.ledger)
    assert [m.state for m in marker.mark("8080", valid=NOW, keys=[PORT])] == [State.SUPERSEDED]
    assert [m.state for m in marker.mark("It is 8,443.", valid=NOW, keys=[PORT])] == [State.CURRENT]
    assert [m.state for m in marker.mark("It is 5555.", valid=NOW, keys=[PORT])] == [State.UNKNOWN]


def test_what_is_said_of_another_subject_does_not_count_for_the_key(billing: World) -> None:
    marker = Marker(billing.ledger)
    text = "billing listens on 8443. The gateway listens on 8080."
    assert [m.text for m in marker.mark(text, valid=NOW, keys=[PORT])] == ["8443"]
    assert [m.text for m in marker.mark(text, valid=NOW, keys=[PORT], strict=True)] == ["8443", "8080"]


def test_is_deterministic_and_leaves_no_overlaps(billing: World) -> None:
    text = "billing: port 8080, timeout 20 s, owner Tide team; moved from 8080 to 8443 (9443 before)." * 3
    first = mark(text, billing.ledger, valid=NOW)
    assert first == mark(text, billing.ledger, valid=NOW)
    assert all(a.end <= b.start for a, b in pairwise(first))
    assert all(text[m.start : m.end] == m.text for m in first)


def test_a_long_text_is_read_in_one_go(billing: World) -> None:
    text = "Some chatter about nothing in particular, 42 times.\n\n" * 4000 + "billing listens on port 8080.\n"
    found = mark(text, billing.ledger, valid=NOW)
    assert [(m.text, m.start) for m in found] == [("8080", text.index("8080"))]


def test_values_that_differ_in_case_only_stay_apart(world: World) -> None:
    world.say("app", "branch name", "Main", "2024-01-01")
    world.say("app", "branch name", "main", "2025-01-01")
    assert states(world, "The branch name of app is main") == [("main", "branch name", "current")]
    assert states(world, "The branch name of app is Main") == [("Main", "branch name", "superseded")]
