"""Deciding what waits in the review queue."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.cli import done, fits, refused
from tenure.clock import fixed_clock
from tenure.errors import ConflictError, InputError, NotFoundError
from tenure.ingest import import_paths
from tenure.ingest.assist import Assistant
from tenure.ingest.deciding import Deciding, Verdict
from tenure.instants import DAY, parse_date
from tenure.keys import Key
from tenure.ledger.review_queue import ReviewKind
from tenure.ledger.types import AddAlias, Assert, Erase
from tenure.models import ScriptedModel
from tenure.project import Project

NOW = parse_date("2026-03-01").at
PORT = Key("billing", "port")


@pytest.fixture(name="project")
def _project(tmp_path: Path) -> Iterator[Project]:
    with_clock = fixed_clock(NOW)
    Project.create(tmp_path / "p.tenure", clock=with_clock).close()
    project = Project.open(tmp_path / "p.tenure", clock=with_clock)
    yield project
    project.close()


def propose(project: Project, tmp_path: Path) -> int:
    """Import a sentence that the model reads nothing from; return the entry of what the rules alone read."""
    note = tmp_path / "2025-03-10-note.md"
    note.write_text("The port of billing is 8443.\n", "utf-8")
    import_paths(project.ledger, [note], assistant=Assistant(ScriptedModel(lambda _: "[]")))
    (entry,) = [item for item in project.ledger.review() if item.kind is ReviewKind.PROPOSAL]
    return entry.id


def test_accepting_writes_the_statement_with_its_sentence_once(project: Project, tmp_path: Path) -> None:
    entry, deciding = propose(project, tmp_path), Deciding(project.ledger)
    dry = deciding.decide(entry, Verdict.ACCEPTED, dry_run=True)
    assert (dry.summary.dry_run, dry.summary.statement_count) == (True, 1)
    assert project.ledger.slot(PORT).values == ()
    decided = deciding.decide(entry, Verdict.ACCEPTED)
    (said,) = project.ledger.statements(PORT)
    assert (said.object, said.evidence.source, said.evidence.text) == (
        "8443", "2025-03-10-note.md", "The port of billing is 8443.",
    )  # fmt: skip
    assert (decided.decision.tx, decided.decision.at) == (said.tx, NOW)
    assert project.ledger.review() == ()
    again = deciding.decide(entry, Verdict.ACCEPTED)
    assert (again.before, again.decision, again.summary.statement_count) == (True, decided.decision, 0)
    with pytest.raises(ConflictError, match="was accepted already"):
        deciding.decide(entry, Verdict.REJECTED)
    assert len(project.ledger.statements(PORT)) == 1
    assert project.ledger.check().ok


def test_rejecting_writes_nothing_and_stays_known(project: Project, tmp_path: Path) -> None:
    entry, deciding = propose(project, tmp_path), Deciding(project.ledger)
    deciding.decide(entry, Verdict.REJECTED)
    assert project.ledger.statements(PORT) == ()
    assert [(d.item.id, d.verdict) for d in deciding.decisions()] == [(entry, Verdict.REJECTED)]
    with pytest.raises(ConflictError, match="was rejected already"):
        deciding.decide(entry, Verdict.ACCEPTED)
    project.ledger.apply([Erase(source="2025-03-10-note.md")])
    assert deciding.decisions() == ()


def test_what_was_stated_meanwhile_is_not_stated_twice(project: Project, tmp_path: Path) -> None:
    entry, deciding = propose(project, tmp_path), Deciding(project.ledger)
    (tmp_path / "2025-03-10-note.md").write_text("The port of billing is 8443. Good.\n", "utf-8")
    import_paths(project.ledger, [tmp_path / "2025-03-10-note.md"])
    before = len(project.ledger.statements(PORT))
    decided = deciding.decide(entry, Verdict.ACCEPTED)
    assert (before, decided.summary.statement_count, len(project.ledger.statements(PORT))) == (1, 0, 1)


@pytest.mark.parametrize(("verdict", "kept"), [(Verdict.ACCEPTED, True), (Verdict.REJECTED, False)])
def test_an_ambiguous_name_is_kept_or_taken_back(project: Project, verdict: Verdict, kept: bool) -> None:
    ledger = project.ledger
    ledger.apply([Assert(Key(name, "port"), "1", DAY) for name in ("billing", "payments")])
    ledger.apply([AddAlias("billing", "BP"), AddAlias("billing", "bill")])
    ledger.apply([AddAlias("payments", "BP", learned=True), AddAlias("payments", "pay", learned=True)])
    (entry,) = [item.id for item in ledger.review() if item.kind is ReviewKind.AMBIGUOUS_NAME]
    Deciding(ledger).decide(entry, verdict)
    assert ("BP" in ledger.aliases_of("payments")) is kept
    assert "BP" in ledger.aliases_of("billing")
    assert "pay" in ledger.aliases_of("payments")
    assert [item for item in ledger.review() if item.kind is ReviewKind.AMBIGUOUS_NAME] == []


def test_other_entries_are_mended_by_their_own_commands(project: Project) -> None:
    project.ledger.apply([Assert(Key("billing", "port"), value, DAY) for value in "12"])
    (entry,) = [item.id for item in project.ledger.review() if item.kind is ReviewKind.CONFLICT]
    with pytest.raises(InputError, match="correct or withdraw"):
        Deciding(project.ledger).decide(entry, Verdict.ACCEPTED)
    with pytest.raises(NotFoundError, match="no entry 99"):
        Deciding(project.ledger).decide(99, Verdict.ACCEPTED)


def test_the_commands(project: Project, tmp_path: Path) -> None:
    entry, path = propose(project, tmp_path), project.path
    project.close()
    listed = fits("review", done("review", "list", path, "--json").json)
    assert [found["entry"] for found in listed["entries"]] == [entry]
    assert f"{entry}  proposal  billing · port: 8443" in done("review", "list", path).out
    assert "Would be accepted" in done("review", "accept", path, entry, "--dry-run").out
    told = fits("review", done("review", "accept", path, entry, "--json").json)
    assert (told["verdict"], told["decided_before"], told["written"]["statement_count"]) == ("accepted", False, 1)
    assert json.loads(done("value", path, "billing", "port", "--json").out)["value"] == "8443"
    assert "accepted already" in done("review", "accept", path, entry).out
    assert "was accepted already" in refused("review", "reject", path, entry)
    kept = fits("review", done("review", "list", path, "--decided", "--json").json)
    assert [decision["verdict"] for decision in kept["decisions"]] == ["accepted"]
    assert "accepted  " in done("review", "list", path, "--decided").out
    assert "Nothing waits" in done("review", "list", path).out
