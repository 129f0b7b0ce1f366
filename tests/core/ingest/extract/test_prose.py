"""What sentences of open prose state, with the relations that ship and no name known beforehand."""

from __future__ import annotations

from functools import lru_cache

import pytest

from helpers.extraction import SENTENCES, block, stated
from tenure.ingest.extract import Extractor
from tenure.ledger.registry_store import seed_relations
from tenure.relations import RelationRegistry


@lru_cache(maxsize=1)
def _rules() -> Extractor:
    return Extractor(RelationRegistry(seed_relations()))


def _cases() -> list[tuple[str, list[str]]]:
    cases: list[tuple[str, list[str]]] = []
    for line in (SENTENCES / "prose.txt").read_text("utf-8").splitlines():
        if line.startswith("    "):
            cases[-1][1].append(line.strip())
        elif line.strip():
            cases.append((line, []))
    return cases


CASES = _cases()
NOTHING = [line for line in (SENTENCES / "prose_unstated.txt").read_text("utf-8").splitlines() if line.strip()]


@pytest.mark.parametrize(("sentence", "expected"), CASES, ids=[s for s, _ in CASES])
def test_stated(sentence: str, expected: list[str]) -> None:
    assert stated(_rules().extract(block(sentence))) == expected


@pytest.mark.parametrize("sentence", NOTHING)
def test_nothing_stated(sentence: str) -> None:
    assert stated(_rules().extract(block(sentence))) == []


def test_a_heading_names_what_it_is_about() -> None:
    found = _rules().extract(block("It runs in eu-north-1.", headings=("INC-0713: freight-quote unavailable",)))
    assert stated(found) == ["freight-quote · region = 'eu-north-1' from 2025-06-18 (document)"]


def test_a_rename_gives_the_new_name() -> None:
    (alias,) = _rules().extract(block("Ortolan is now called Bunting.")).aliases
    assert (alias.name, alias.alias) == ("Ortolan", "Bunting")


def test_a_heading_is_read_again_once_a_name_is_learned() -> None:
    rules, under = Extractor(RelationRegistry(seed_relations())), block("It listens on port 80.", headings=("Gateway",))
    assert stated(rules.extract(under)) == ["Gateway · port = '80' from 2025-06-18 (document)"]
    rules.names.learn("gateway")
    assert stated(rules.extract(under)) == ["gateway · port = '80' from 2025-06-18 (document)"]


@pytest.mark.parametrize(
    ("heading", "sentence", "expected"),
    [
        ("caskd", "Listens on port 8080 and is written in Go.", ["port = '8080'", "language = 'Go'"]),
        ("caskd", "Depends on zlib and libsodium.", ["depends on = 'zlib'", "depends on = 'libsodium'"]),
        ("caskd", "Listen on port 8080.", []),
        ("Sermeq Bay", "Time zone UTC−3, calling code +299.", ["time zone = 'UTC−3'", "calling code = '+299'"]),
        ("Sermeq Bay", "Time zone unknown, calling code secret.", []),
        ("Corvane S3", "It is flatter than its predecessor, the S2, and drinks more.", ["predecessor = 'S2'"]),
        ("strata-proxy", "`max_connections` is now 400 (was 250).", ["max connections = '400'"]),
        ("strata-proxy", "`wal_dir` is unchanged.", []),
        (
            "caskd",
            "Owned by Ann Ray; written in Go; 12 workers.",
            ["owner = 'Ann Ray'", "language = 'Go'", "worker count = '12'"],
        ),
        ("caskd", "Returns a string.", []),
        ("caskd", "Defaults to 8080.", []),
        ("caskd", "Use the :command:`add_library` of it.", []),
        ("RFC 57", "Status: accepted. Comments go elsewhere.", ["status = 'accepted'"]),
        ("RFC 57", "Status: accepted if the board agrees.", []),
        ("Corvane S3", "He is flatter than your predecessor, the S2, and drinks more.", []),
    ],
)
def test_sentences_about_what_the_heading_names(heading: str, sentence: str, expected: list[str]) -> None:
    found = stated(_rules().extract(block(sentence, headings=(heading,))))
    assert [one.partition(" from ")[0] for one in found] == [f"{heading} · {one}" for one in expected]


def test_what_retired_as_chair_says_of_a_trust_whose_chair_is_known() -> None:
    rules, under = Extractor(RelationRegistry(seed_relations())), ("Lantern House Trust",)
    text = "Colin Abbs retired as chair in October 2023."
    assert stated(rules.extract(block(text, headings=under))) == []
    rules.names.learn("Lantern House Trust")
    rules.names.learn_value("Lantern House Trust", "chair", "Colin Abbs")
    assert stated(rules.extract(block(text, headings=under))) == [
        "end Lantern House Trust · chair 'Colin Abbs' at 2023-10 (written)"
    ]


def test_the_status_of_a_decision_is_not_that_of_what_it_decides() -> None:
    under = ("RFC 57: Backpressure in Sluice",)
    (found,) = stated(_rules().extract(block("Status: accepted.", headings=under)))
    assert found.startswith("RFC 57 · status = 'accepted'")


def test_who_left_for_another_employer_is_with_that_one_alone() -> None:
    rules = Extractor(RelationRegistry(seed_relations()))
    rules.names.learn("Kofi Mensah")
    rules.names.learn_value("Kofi Mensah", "employer", "Port Ellery")
    for ending in ("with Dundrane Rovers.", "a Dundrane Rovers player, on a three-year deal."):
        found = stated(rules.extract(block(f"Kofi Mensah has left Port Ellery and is now {ending}")))
        assert found == ["Kofi Mensah · employer = 'Dundrane Rovers' from 2025-06-18 (document)"]
    left = "Kofi Mensah has left Port Ellery and is now a father."
    assert stated(rules.extract(block(left))) == ["end Kofi Mensah · employer 'Port Ellery' at 2025-06-18 (document)"]
