"""Deciding what waits in the review queue."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.cli import done, fits, refused
from tenure.clock import fixed_clock
from tenure.errors import Cancelled, ConflictError, InputError, NotFoundError
from tenure.ingest import import_paths
from tenure.ingest.assist import Assistant
from tenure.ingest.deciding import Deciding, Verdict
from tenure.instants import DAY, parse_date
from tenure.keys import Key
from tenure.ledger.review_queue import ReviewKind
from tenure.ledger.types import AddAlias, Assert, DefineRelation, Erase, Flag, Withdraw
from tenure.models import ScriptedModel
from tenure.project import Project
from tenure.relations import Cardinality, Relation

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


def waiting(project: Project) -> list[int]:
    return [item.id for item in project.ledger.review()]


@pytest.mark.parametrize("verdict", list(Verdict))
def test_an_undone_decision_waits_again_and_can_be_redone_or_decided_anew(
    project: Project, tmp_path: Path, verdict: Verdict
) -> None:
    entry, deciding, ledger = propose(project, tmp_path), Deciding(project.ledger), project.ledger
    values = ("8443",) if verdict is Verdict.ACCEPTED else ()
    done = deciding.decide(entry, verdict).decision.tx
    undone = ledger.undo(done).tx
    assert (waiting(project), deciding.decisions(), ledger.slot(PORT).values) == ([entry], (), ())
    redone = ledger.undo(undone).tx
    assert (waiting(project), ledger.slot(PORT).values) == ([], values)
    assert [(d.item.id, d.verdict) for d in deciding.decisions()] == [(entry, verdict)]
    again = ledger.undo(redone).tx
    other = Verdict.REJECTED if verdict is Verdict.ACCEPTED else Verdict.ACCEPTED
    decided = deciding.decide(entry, other)
    assert [(d.item.id, d.verdict) for d in deciding.decisions()] == [(entry, other)]
    with pytest.raises(ConflictError, match=f"transaction {decided.decision.tx} decided anew"):
        ledger.undo(again)
    assert ledger.check().ok


def test_a_name_taken_back_waits_again_when_that_is_undone(project: Project) -> None:
    ledger = project.ledger
    ledger.apply([Assert(Key(name, "port"), "1", DAY) for name in ("billing", "payments")])
    ledger.apply([AddAlias("billing", "BP")])
    ledger.apply([AddAlias("payments", "BP", learned=True)])
    (entry,) = waiting(project)
    tx = Deciding(ledger).decide(entry, Verdict.REJECTED).decision.tx
    ledger.undo(tx)
    assert waiting(project) == [entry]
    assert "BP" in ledger.aliases_of("payments")


def test_a_conflict_is_settled_by_taking_one_value_back_and_waits_again_with_it(project: Project) -> None:
    ledger, deciding = project.ledger, Deciding(project.ledger)
    ledger.apply([Assert(PORT, value, DAY) for value in "12"])
    (entry,) = waiting(project)
    decided = deciding.decide(entry, Verdict.ACCEPTED, operations=[Withdraw(2)])
    assert (waiting(project), ledger.slot(PORT).value) == ([], "1")
    assert ledger.slot(PORT).facts[0].flags == frozenset()
    assert ledger.slot(PORT, known=decided.summary.tx - 1).facts[0].flags == {Flag.DISPUTED}
    ledger.undo(decided.summary.tx)
    assert (waiting(project), ledger.slot(PORT).value) == ([entry], "2")
    kept = deciding.decide(entry, Verdict.REJECTED)
    assert (waiting(project), ledger.slot(PORT).value, kept.summary.statement_count) == ([], "2", 0)
    assert ledger.slot(PORT).facts[0].flags == frozenset()


def test_a_conflict_leaves_the_queue_with_either_statement_and_comes_back_with_both(project: Project) -> None:
    ledger = project.ledger
    ledger.apply([Assert(PORT, value, DAY) for value in "12"])
    (entry,) = waiting(project)
    first, second = ledger.withdraw(1).tx, ledger.withdraw(2).tx
    assert waiting(project) == []
    ledger.undo(first)
    assert waiting(project) == []
    ledger.undo(second)
    assert waiting(project) == [entry]
    ledger.correct(2, object="1")
    assert waiting(project) == []


def test_a_relation_is_defined_or_left_unlisted(project: Project) -> None:
    ledger, deciding = project.ledger, Deciding(project.ledger)
    ledger.apply([Assert(Key("billing", "flavour"), "plum", DAY)])
    (entry,) = waiting(project)
    relation = Relation("flavour", Cardinality.SET)
    decided = deciding.decide(entry, Verdict.ACCEPTED, operations=[DefineRelation(relation)])
    assert (waiting(project), ledger.registry.find("flavour")) == ([], relation)
    ledger.undo(decided.summary.tx)
    assert (waiting(project), ledger.registry.find("flavour"), deciding.decisions()) == ([entry], None, ())
    mapped = deciding.decide(entry, Verdict.ACCEPTED, operations=[AddAlias("version", "flavour", relation=True)])
    assert (waiting(project), ledger.slot(Key("billing", "version")).value) == ([], "plum")
    ledger.undo(mapped.summary.tx)
    assert (waiting(project), ledger.slot(Key("billing", "version")).value) == ([entry], None)
    left = deciding.decide(entry, Verdict.REJECTED).summary.tx
    assert waiting(project) == []
    ledger.undo(left)
    assert waiting(project) == [entry]


def test_many_are_decided_together_or_not_at_all(project: Project, tmp_path: Path) -> None:
    names = ["billing", "payments", "auth-service", "search-api"]
    for place, name in enumerate(names):
        (tmp_path / f"2025-03-1{place}-{name}.md").write_text(f"The port of {name} is 8443.\n", "utf-8")
    paths = sorted(tmp_path.glob("*.md"))
    import_paths(project.ledger, paths, assistant=Assistant(ScriptedModel(lambda _: "[]")))
    entries, deciding = waiting(project), Deciding(project.ledger)
    assert len(entries) == 4
    dry = deciding.decide_all(entries, Verdict.ACCEPTED, dry_run=True)
    assert (dry.entries, dry.statements, dry.opened, dry.closed, dry.dry_run) == (4, 4, 4, 0, True)
    assert waiting(project) == entries

    def stop(_message: str, fraction: float) -> None:
        if fraction == 1.0:
            raise Cancelled

    with pytest.raises(Cancelled):
        deciding.decide_all(entries, Verdict.ACCEPTED, progress=stop)
    assert waiting(project) == entries
    deciding.decide(entries[0], Verdict.REJECTED)
    totals = deciding.decide_all(entries, Verdict.ACCEPTED)
    assert (totals.entries, totals.statements, waiting(project)) == (3, 3, [])
    project.ledger.undo(totals.tx)
    assert waiting(project) == entries[1:]


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
