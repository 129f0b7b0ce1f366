"""Spans, key-value lines, tables, scopes, chats and names."""

from __future__ import annotations

import pytest

from helpers.extraction import block, extractor, registry, stated
from tenure.ingest.document import Block, BlockKind
from tenure.ingest.extract import Extractor
from tenure.instants import DateOrigin, Precision, parse_date
from tenure.ledger.types import AddAlias, Assert


def one(text: str, *, kind: BlockKind = BlockKind.PROSE, headings: tuple[str, ...] = ()) -> list[str]:
    return stated(extractor().extract(block(text, kind=kind, headings=headings)))


def test_evidence_is_the_sentence_with_its_exact_span() -> None:
    text = "We met late. **billing** listens on `8443`, at last. Cake was had."
    (found,) = extractor().extract(block(text)).stated
    start, end = found.span
    assert text[start:end] == "**billing** listens on `8443`, at last."
    assert found.operation.evidence.text == text[start:end]
    assert found.operation.evidence.span == (start, end)


def test_spans_across_lines() -> None:
    text = "The port of\nbilling is\n8443. It is fine."
    (found,) = extractor().extract(block(text)).stated
    assert text[slice(*found.span)] == "The port of\nbilling is\n8443."


def test_precision_and_origin_are_kept() -> None:
    (found,) = extractor().extract(block("In March 2025 the timeout of billing was raised to 30 s.")).stated
    assert isinstance(found.operation, Assert)
    assert (found.operation.precision, found.operation.origin) == (Precision.MONTH, DateOrigin.WRITTEN)
    assumed = Block("billing listens on 8443.", parse_date("2025-06-18"), DateOrigin.ASSUMED)
    (other,) = extractor().extract(assumed).stated
    assert other.operation.origin is DateOrigin.ASSUMED


@pytest.mark.parametrize(
    ("line", "headings", "expected"),
    [
        ("- Port: 8443", ("billing",), "billing · port = '8443' from 2025-06-18 (document)"),
        ("- **Port**: 8443", ("billing",), "billing · port = '8443' from 2025-06-18 (document)"),
        ("- `port`: `8443`", ("billing",), "billing · port = '8443' from 2025-06-18 (document)"),
        ("- port = 8443", ("billing",), "billing · port = '8443' from 2025-06-18 (document)"),
        ("* Owner: the Tide team", ("billing",), "billing · owner = 'Tide team' from 2025-06-18 (document)"),
        ("1. Language: Go", ("billing",), "billing · language = 'Go' from 2025-06-18 (document)"),
        ("- Port: 8443", ("billing", "Settings"), "billing · port = '8443' from 2025-06-18 (document)"),
        ("- Port: 8443", ("Runbook: billing",), "billing · port = '8443' from 2025-06-18 (document)"),
        ("- Port: 8443", ("billing runbook", "Overview"), "billing · port = '8443' from 2025-06-18 (document)"),
        ("- Port: 8443", ("Payment Gateway",), "Payment Gateway · port = '8443' from 2025-06-18 (document)"),
        ("- Port: 8443", ("billing", "Staging"), "billing · port [env=staging] = '8443' from 2025-06-18 (document)"),
        ("- Port (staging): 8443", ("billing",), "billing · port [env=staging] = '8443' from 2025-06-18 (document)"),
        ("- Staging port: 8443", ("billing",), "billing · port [env=staging] = '8443' from 2025-06-18 (document)"),
        ("- Port: 8443 (since 3 May 2025)", ("billing",), "billing · port = '8443' from 2025-05-03 (written)"),
        (
            "- Port: 8443 until 1 July 2025",
            ("billing",),
            "billing · port = '8443' from 2025-06-18 to 2025-07-01 (document)",
        ),
        (
            "- Rounding mode: half even",
            ("billing",),
            "billing · rounding mode = 'half even' from 2025-06-18 (document)",
        ),
        ("- billing's port: 8443", ("Notes",), "billing · port = '8443' from 2025-06-18 (document)"),
        ("- The port of billing is 8443.", ("Notes",), "billing · port = '8443' from 2025-06-18 (document)"),
        ("- [x] billing moved to port 8443", ("Done",), "billing · port = '8443' from 2025-06-18 (document)"),
    ],
)
def test_key_value_lines(line: str, headings: tuple[str, ...], expected: str) -> None:
    assert one(line, kind=BlockKind.ITEMS, headings=headings) == [expected]


@pytest.mark.parametrize(
    ("line", "headings"),
    [
        ("- Port: 8443", ("Weekly sync",)),
        ("- Port: 8443", ("Context",)),
        ("- Port: 8443", ()),
        ("- Port: TBD", ("billing",)),
        ("- Port: 8443?", ("billing",)),
        ("- Port: to be decided", ("billing",)),
        ("- Note: 8443", ("billing",)),
        ("- Fixed: a port too many", ("billing",)),
        ("- Attendees: Ada, Grace", ("billing",)),
        ("- [ ] billing moves to port 8443", ("Next",)),
        ("- Why is the port of billing 8443?", ("billing",)),
        ("- https://example.org/x", ("billing",)),
        ("- Lunch: pizza", ("Weekly sync, May",)),
    ],
)
def test_key_value_lines_that_state_nothing(line: str, headings: tuple[str, ...]) -> None:
    assert one(line, kind=BlockKind.ITEMS, headings=headings) == []


def test_a_table_of_fields_and_values() -> None:
    text = "| Field | Value |\n|---|---|\n| Port | `8443` |\n| Owner | Tide team |\n| Motto | |"
    assert one(text, kind=BlockKind.TABLE, headings=("billing",)) == [
        "billing · port = '8443' from 2025-06-18 (document)",
        "billing · owner = 'Tide team' from 2025-06-18 (document)",
    ]


def test_a_table_of_subjects() -> None:
    text = "| Service | Port | Owner |\n|---|---|---|\n| billing | 8443 | Tide team |\n| catalog | 8100 | - |"
    assert one(text, kind=BlockKind.TABLE, headings=("Ports",)) == [
        "billing · port = '8443' from 2025-06-18 (document)",
        "billing · owner = 'Tide team' from 2025-06-18 (document)",
        "catalog · port = '8100' from 2025-06-18 (document)",
    ]


def test_table_spans_are_rows() -> None:
    text = "| Field | Value |\n|---|---|\n| Port | 8443 |"
    (found,) = extractor().extract(block(text, kind=BlockKind.TABLE, headings=("billing",))).stated
    assert text[slice(*found.span)] == "Port | 8443"


@pytest.mark.parametrize(
    ("sentence", "scope"),
    [
        ("In staging, billing's port is 8081.", "env=staging"),
        ("In the staging environment billing listens on 8081.", "env=staging"),
        ("billing listens on 8081 in staging.", "env=staging"),
        ("In production the port of billing is 8081.", "env=prod"),
        ("The port of billing (staging) is 8081.", "env=staging"),
        ("The port of billing is 8081 in prod.", "env=prod"),
        ("billing's prod port is 8081.", "env=prod"),
    ],
)
def test_environments_are_scopes(sentence: str, scope: str) -> None:
    assert one(sentence) == [f"billing · port [{scope}] = '8081' from 2025-06-18 (document)"]


def test_two_environments_in_one_sentence_stay_apart() -> None:
    text = "In prod, the replica count of billing is 6 and in staging the replica count of billing is 2."
    assert one(text) == [
        "billing · replicas [env=prod] = '6' from 2025-06-18 (document)",
        "billing · replicas [env=staging] = '2' from 2025-06-18 (document)",
    ]


def test_a_date_belongs_to_its_clause() -> None:
    text = "billing listens on 8443, and on 1 May 2025 catalog moved to port 8100."
    assert one(text) == [
        "billing · port = '8443' from 2025-06-18 (document)",
        "catalog · port = '8100' from 2025-05-01 (written)",
    ]
    assert one("The timeout of billing is 30 s, I'll write it up on Friday.") == [
        "billing · timeout = '30 s' from 2025-06-18 (document)"
    ]


def test_a_leading_date_governs_what_follows() -> None:
    assert one("As of 1 May 2025, billing listens on 8443 and is owned by the Tide team.") == [
        "billing · port = '8443' from 2025-05-01 (written)",
        "billing · owner = 'Tide team' from 2025-05-01 (written)",
    ]


def test_chat_lines_are_sentences_of_their_own() -> None:
    text = "billing moved to port 8443\nwhy is catalog on 8100\nsearch listens on 9210"
    assert one(text, kind=BlockKind.MESSAGE) == [
        "billing · port = '8443' from 2025-06-18 (document)",
        "search · port = '9210' from 2025-06-18 (document)",
    ]


def test_speakers_are_no_subjects() -> None:
    for text in ("I listen on port 8443", "we are owned by the Tide team", "my port is 8443", "our timeout is 30 s"):
        assert one(text, kind=BlockKind.MESSAGE) == []


def test_quoted_lines_are_others_words() -> None:
    assert one("> billing listens on 9000\nno it does not", kind=BlockKind.MESSAGE) == []


def test_silent_blocks_state_nothing() -> None:
    assert one("billing listens on 8443.", kind=BlockKind.SILENT) == []


@pytest.mark.parametrize(
    ("phrase", "known", "expected"),
    [
        ("the billing service", ("billing",), "billing"),
        ("the billing service", (), "billing service"),
        ("the Python SDK", (), "Python SDK"),
        ("Billing", ("billing",), "billing"),
        ("api gateway", ("api-gateway",), "api-gateway"),
        ("the api-gateway", ("api-gateway",), "api-gateway"),
        ("the gateway", (), None),
        ("the service", (), None),
        ("This", (), None),
        ("it", (), None),
        ("we", (), None),
        ("its port", (), None),
        ("everything", (), None),
        ("someone", (), None),
    ],
)
def test_one_normalisation_of_names(phrase: str, known: tuple[str, ...], expected: str | None) -> None:
    assert Extractor(registry(), known).names.subject(phrase) == expected


def test_a_rename_keeps_the_other_name() -> None:
    found = extractor().extract(block("billing was renamed to invoicing."))
    assert found.aliases == [AddAlias("billing", "invoicing", learned=True)]


def test_several_sentences_and_distractors() -> None:
    text = (
        "Short one, half the room was at the fair. The timeout of billing is 30 s. "
        "Somebody asked whether 60 s would do; no. We discussed moving billing to 9000 and rejected it. "
        "Back when it was on 8080 nobody cared. "
        "catalog moved from port 8100 to port 8110 because of the proxy rules."
    )
    assert one(text) == [
        "billing · timeout = '30 s' from 2025-06-18 (document)",
        "catalog · port = '8110' from 2025-06-18 (document)",
    ]


def test_a_very_long_sentence_is_left_alone() -> None:
    assert one("The port of billing is 8443 " + "and so on " * 100) == []


@pytest.mark.parametrize("text", ["", " ", "\n", "🎉", "---", "????", "\ue000", "`", "**", "[x](", "a" * 5000])
def test_odd_text_is_no_trouble(text: str) -> None:
    for kind in BlockKind:
        assert one(text, kind=kind, headings=("billing",)) == []


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "billing migrated from MySQL to PostgreSQL.",
            ["billing · database = 'PostgreSQL' from 2025-06-18 (document)"],
        ),
        (
            "We moved billing from MySQL to PostgreSQL.",
            ["billing · database = 'PostgreSQL' from 2025-06-18 (document)"],
        ),
        ("billing replaced MySQL with PostgreSQL.", ["billing · database = 'PostgreSQL' from 2025-06-18 (document)"]),
        (
            "We replaced MySQL with PostgreSQL in billing.",
            ["billing · database = 'PostgreSQL' from 2025-06-18 (document)"],
        ),
        (
            "MySQL was replaced by PostgreSQL in billing.",
            ["billing · database = 'PostgreSQL' from 2025-06-18 (document)"],
        ),
        ("billing dropped MySQL.", ["end billing · database 'MySQL' at 2025-06-18 (document)"]),
        ("billing migrated from Redis to Valkey.", []),
        ("billing dropped Redis.", []),
        ("catalog migrated from MySQL to PostgreSQL.", []),
        ("billing went from bad to worse.", []),
    ],
)
def test_a_known_value_tells_its_relation(sentence: str, expected: list[str]) -> None:
    rules = extractor()
    rules.names.learn_value("billing", "database", "MySQL")
    rules.names.learn_value("billing", "cache", "Redis")
    rules.names.learn_value("billing", "session store", "Redis")
    assert stated(rules.extract(block(sentence))) == expected
