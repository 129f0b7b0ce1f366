"""Decision records: status, date, what replaced what."""

from __future__ import annotations

import pytest

from helpers.documents import FILE_TIME, items_of, read_text, survives
from tenure.ingest.document import Document

NYGARD = """# 2. Use shell scripts

Date: 2016-02-12

## Status

Accepted

Supercedes [1. Use Perl](0001-use-perl.md)

## Context

The status is open.
"""
MADR = """---
status: superseded by [ADR-0005](0005-use-go.md)
date: 2020-01-02
decision-makers: Ada, Bob
---

# Use Python

## Context and Problem Statement

Text.
"""
BULLETS = """# Use PostgreSQL

* Status: accepted
* Deciders: Ada
* Date: 2021-03-04

## Context

Text.
"""


def stated(found: Document) -> dict[str, str]:
    return {relation: value for (_, relation, _), value in items_of(found).values.items()}


def decided(found: Document) -> list[tuple[str, str]]:
    return [(i.object, str(i.dated)) for i in items_of(found).dated if i.key[1] == "decided"]


def test_nygards_form() -> None:
    found = read_text(NYGARD, "doc/adr/0002-use-shell-scripts.md")
    assert stated(found) == {"status": "Accepted", "date": "2016-02-12", "supersedes": "doc/adr/0001-use-perl.md"}
    assert decided(found) == [("Use shell scripts", "2016-02-12")]
    items = items_of(found)
    assert {n for s, n in items.names} == {"Use shell scripts", "ADR 2", "ADR-2"}
    file = "doc/adr/0002-use-shell-scripts.md"
    assert [items.locate((file, r, ()), "") for r in ("status", "date", "supersedes", "decided")] == [7, 3, 9, 3]


def test_madr_with_front_matter() -> None:
    found = read_text(MADR, "docs/decisions/0003-use-python.md")
    assert stated(found) == {
        "status": "Superseded",
        "date": "2020-01-02",
        "decision-makers": "Ada, Bob",
        "replaced by": "docs/decisions/0005-use-go.md",
    }
    assert decided(found) == [("Use Python", "2020-01-02")]


def test_what_was_superseded_some_day_is_so_from_the_files_own_time() -> None:
    assert found_at(MADR) == FILE_TIME
    assert found_at(MADR.replace("superseded by [ADR-0005](0005-use-go.md)", "accepted")) != FILE_TIME


def found_at(text: str) -> int:
    return read_text(text, "docs/decisions/0003-use-python.md").dated.at


def test_bullets() -> None:
    found = read_text(BULLETS, "adr/0004-use-postgresql.md")
    assert stated(found) == {"status": "accepted", "date": "2021-03-04"}
    assert decided(found) == [("Use PostgreSQL", "2021-03-04")]
    assert ("adr/0004-use-postgresql.md", "ADR-0004") in items_of(found).names


@pytest.mark.parametrize(
    ("line", "status", "by"),
    [
        ("Superseded by ADR-0012", "Superseded", "ADR-0012"),
        ("superceded by [12. Use X](0012-use-x.md)", "Superseded", "adr/0012-use-x.md"),
        ("Replaced by [ADR-12](https://example.org/12)", "Superseded", "ADR-12"),
        ("**Superseded by [A](0012-a.md) and [B](0013-b.md)**", "Superseded", '["adr/0012-a.md", "adr/0013-b.md"]'),
        ("Deprecated", "Deprecated", None),
        ("Rejected (2025-03-01)", "Rejected", None),
    ],
)
def test_statuses(line: str, status: str, by: str | None) -> None:
    found = read_text(f"# 7. Use Y\n\nDate: 2020-01-01\n\n## Status\n\n{line}\n\n## Context\n\nx\n", "adr/0007-y.md")
    assert stated(found)["status"] == status
    assert stated(found).get("replaced by") == by
    assert bool(decided(found)) == (status != "Rejected")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("notes/billing.md", "# Billing\n\nStatus: accepted\n\nText.\n"),
        ("notes/2024-01-05-meeting.md", "# Meeting\n\nStatus: open\n\nText.\n"),
        ("adr/README.md", "# Decisions\n\nThese are our decisions.\n"),
        ("adr/0001-x.md", "# 1. X\n\n## Status\n\nTo be discussed on Monday\n"),
    ],
)
def test_other_texts_are_no_decisions(name: str, text: str) -> None:
    assert read_text(text, name).items is None


def test_whatever_it_holds() -> None:
    survives(lambda text: read_text(text, "adr/0007-y.md"), [NYGARD, MADR, BULLETS])
