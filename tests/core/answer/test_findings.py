from __future__ import annotations

import pytest

from helpers.answer_world import NOW, World
from tenure.answer.findings import Finding, corrected, findings
from tenure.answer.mark import Marker
from tenure.errors import Cancelled


def found(world: World, text: str) -> tuple[Finding, ...]:
    return findings(Marker(world.ledger), text, valid=NOW)


def test_a_finding_tells_its_place_what_holds_and_since_when(billing: World) -> None:
    text = "# Notes\n\n🙂 billing listens on port 9443.\nThe owner of billing is Ledger team.\n"
    (one,) = found(billing, text)
    assert (one.line, one.column, one.end_column) == (3, 27, 31)
    assert text.split("\n")[2][one.column - 1 : one.end_column - 1] == "9443"
    assert one.message == "billing · port: 9443 holds no more since 2025-09-01; what holds is 8443"
    assert [fact.object for fact in one.holds] == ["8443"]


def test_only_what_is_beyond_doubt_is_replaced(billing: World) -> None:
    lines = [
        "billing listens on port 9443.",
        "billing listens on port 9443 since 2025-05-01.",
        "billing uses Redis as its cache.",
        "billing depends on fx-rates.",
        "The owner of billing is the Tide team.",
    ]
    text = "\n".join(lines)
    marks = found(billing, text)
    assert [one.replacement for one in marks] == ["8443", None, None, None, "Ledger team"]
    better, left = corrected(text, marks)
    assert left == 3
    assert better.split("\n") == [
        "billing listens on port 8443.",
        "billing listens on port 9443 since 2025-05-01.",
        "billing uses Redis as its cache.",
        "billing depends on fx-rates.",
        "The owner of billing is the Ledger team.",
    ]


def test_a_text_without_retired_values_stays(billing: World) -> None:
    text = "billing listens on port 8443.\r\nIt listened on 9443 before."
    assert found(billing, text) == ()
    assert corrected(text, ()) == (text, 0)


def test_it_can_be_stopped(billing: World) -> None:
    def stop(_message: str, _fraction: float) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        findings(Marker(billing.ledger), "billing listens on port 9443.\n" * 50, valid=NOW, progress=stop)
