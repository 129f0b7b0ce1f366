from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from helpers.answer_world import NOW, World, day
from tenure.answer.guard import Guard
from tenure.answer.mark import Marker
from tenure.answer.phrasing import value_sentences
from tenure.clock import fixed_clock
from tenure.errors import TenureError
from tenure.instants import UTC, DateOrigin, Precision
from tenure.keys import Key
from tenure.ledger import Assert, DefineRelation, open_ledger
from tenure.relations import Cardinality, Relation

PORT = Key("billing", "port")


def guard(world: World, key: Key = PORT, at: int = NOW) -> Guard:
    facts = world.ledger.slot(key, valid=at).facts
    return Guard(Marker(world.ledger), [key], facts, valid=at, known=None, past=at < NOW)


@pytest.mark.parametrize(
    "text",
    ["8443", "The port of billing is 8443.", "8443, no longer 8080.", "billing moved from 9443 to port 8,443."],
)
def test_lets_through_what_claims_the_value_and_nothing_retired(billing: World, text: str) -> None:
    assert guard(billing).judge(text).passed


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("It is 8080.", "claims 8080 (superseded)"),
        ("It is 8080 or 8443.", "claims 8080 (superseded)"),
        ("It is 7001 or 8443.", "claims 7001 (unknown)"),
        ("Billing listens on a port.", "does not give 8443"),
        ("It is no longer 8443.", "does not give 8443"),
        ("I don't know. Perhaps 8443.", "abstains though a value holds"),
        ("", "does not give 8443"),
    ],
)
def test_turns_down_with_the_fault(billing: World, text: str, fault: str) -> None:
    assert guard(billing).judge(text).fault == fault


def test_a_question_about_the_past_may_speak_of_it_as_past(billing: World) -> None:
    past = guard(billing, at=day("2025-06-01"))
    assert past.judge("It was 9443 until September 2025.").passed
    assert not past.judge("It was 8443.").passed


def test_every_member_of_a_set_must_be_named(billing: World) -> None:
    members = guard(billing, Key("billing", "depends on"))
    assert members.judge("ledger-db and event-bus").passed
    assert members.judge("ledger-db").missing == ("event-bus",)
    assert not members.judge("ledger-db, event-bus and fx-rates").passed


def test_a_value_of_another_subject_may_not_slip_through(billing: World) -> None:
    assert not guard(billing).judge("billing is on 8443. The gateway is on 8080.").passed


_NASTY = st.sampled_from(
    [
        '8080', '8,080', '18080', '808', '8080 8443', '8443', '30 s', '30 seconds', '30', '30 s (hard)', '3', '0',
        '-1', '2.3', '2.3.1', 'v2.3', '12.3', 'a', 'is', 'of', 'The', 'port', 'billing', 'no longer 8080',
        'not 8080', 'until', 'since 2024-01-01', '2024-01-01', '2025-01-01', '2024', 'March 2024',
        'from 8080 to 8443', '.*', '(', '[a-z]+', '\\d', '$', '^', '+', '++', 'C', 'C++', 'C#', '·', ':', ',', '-',
        '—', '"8080"', '<img src=x onerror=alert(1)>', 'Größe', 'größe', '日本', '日本語', 'ﬁ', '①', 'é', 'é', '🦀',
        'a\nb', 'a b', 'a  b', 'St. John', 'e.g. this', "I don't know", 'unknown', 'nothing', 'formerly', 'old',
        'Ledger team', 'Ledger', 'The Ledger team', '10%', '10 %', 'from', 'was', 'env=prod', 'None', 'null',
        'yes', 'no', '0x1F', '::1', 'localhost:8080', '/a/b', 'a|b', 'two', '2',
    ]
)  # fmt: skip
_ANY = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=24)
_VALUES = st.lists(st.one_of(_NASTY, _NASTY, _ANY), min_size=1, max_size=4)
_SUBJECTS = st.sampled_from(
    ["billing", "port 8080 proxy", "old billing", "C++", "until 2024", "2024-01-01", "from 8080 to 8443", "is", "計費"]
)
_KEYS = st.tuples(
    _SUBJECTS,
    st.sampled_from(["port", "timeout", "depends on", "deployed to", "v2 endpoint", "8080", "is", "owner"]),
)


@example(["\\d", "\\D"], ("billing", "port"), True, 1)
@example(["billing"], ("billing", "port"), False, 0)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_VALUES, _KEYS, st.booleans(), st.integers(0, 3))
def test_the_ledgers_own_sentences_pass_for_every_fact(
    tmp_path_factory: pytest.TempPathFactory, values: list[str], names: tuple[str, str], many: bool, at: int
) -> None:
    key = Key(*names)
    path: Path = tmp_path_factory.mktemp("guard") / "world.tenure"
    with open_ledger(path, clock=fixed_clock(NOW)) as ledger:
        cardinality = Cardinality.SET if many else Cardinality.FUNCTIONAL
        ledger.apply([DefineRelation(Relation(key.relation, cardinality))])
        for number, value in enumerate(values):
            start = day(f"202{2 + number}-01-01")
            try:
                ledger.apply([Assert(key, value, start, None, False, Precision.DAY, origin=DateOrigin.WRITTEN)])
            except TenureError:
                return
        valid = day(f"202{2 + at}-06-01")
        facts = ledger.slot(key, valid=valid).facts
        if not facts:
            return
        watch = Guard(Marker(ledger), [facts[0].key], facts, valid=valid, known=None, past=valid < NOW)
        sentences = list(value_sentences(facts, past=valid < NOW, zone=UTC))
        judged = [watch.judge(sentence) for sentence in sentences]
        assert judged[-1].passed, (sentences[-1], judged[-1].fault)
