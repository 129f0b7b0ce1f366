from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tenure.ingest import import_paths
from tenure.ledger import Ledger, open_ledger
from tenure.ledger.review_queue import ReviewKind
from tenure.ledger.types import AddAlias


@pytest.fixture(name="ledger")
def _ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_ledger(tmp_path / "p.tenure") as ledger:
        yield ledger


def ambiguous(ledger: Ledger) -> list[str]:
    return [item.text for item in ledger.review() if item.kind is ReviewKind.AMBIGUOUS_NAME]


def test_a_name_learned_for_two_things_goes_to_review_and_stays_a_candidate_of_both(
    tmp_path: Path, ledger: Ledger
) -> None:
    text = (
        "# Notes\n\n## 2025-02-03\n\nThe port of atlas is 8600. The port of billing is 8601. "
        "The port of crate is 8602.\n\n"
        "## 2025-03-03\n\nbilling was renamed to atlas.\n\n## 2025-03-04\n\ncrate was renamed to box.\n"
    )
    (tmp_path / "notes.md").write_text(text, "utf-8")
    import_paths(ledger, [tmp_path / "notes.md"], replay=True)
    assert ledger.aliases("atlas") == ("atlas", "billing")
    assert ledger.aliases("box") == ("crate",)
    assert ambiguous(ledger) == ["'atlas' may mean atlas or billing"]


def test_a_name_given_by_hand_or_by_a_file_is_not_queued(ledger: Ledger) -> None:
    ledger.apply([AddAlias("a", "settings"), AddAlias("b", "settings")])
    assert ledger.aliases("settings") == ("a", "b")
    assert ambiguous(ledger) == []
    ledger.apply([AddAlias("c", "settings", learned=True)])
    assert ambiguous(ledger) == ["'settings' may mean a or b or c"]
