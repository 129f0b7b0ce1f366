"""What a rule does in each part of its life, on real project files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tenure.errors import ConflictError, InputError
from tenure.keys import Key, Scope
from tenure.ledger import Erase, Evidence, Withdraw
from tenure.ledger.bulk import Batch
from tenure.ledger.interchange import export_lines, import_text
from tenure.project import Project
from tenure.rules import Life, read_rules, rule_json, starter_rules
from tenure.rules.rule import rule_of

DAY = 86_400_000_000
PORT, OWNER, STATUS = (Key("billing", relation) for relation in ("port", "owner", "status"))
NAME = "service-decommissioned"


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with Project.create(tmp_path / "p.tenure") as made:
        made.ledger.assert_(PORT, "8080", 10 * DAY)
        made.ledger.assert_(OWNER, "Payments", 10 * DAY)
        yield made


def decommission(project: Project, day: int = 20) -> int:
    return project.ledger.assert_(STATUS, "decommissioned", day * DAY).statements[0]


def port(project: Project, day: int = 30, known: int | None = None) -> str | None:
    return project.ledger.lookup(PORT, day * DAY, known)


def test_a_new_project_has_the_starter_rules_in_shadow(project: Project) -> None:
    found = project.rules.all()
    assert len(found) >= 10
    assert {stored.life for stored in found} == {Life.SHADOW}
    assert all(rule_of(rule_json(rule)) == rule for rule in starter_rules())


def test_shadow_records_and_changes_nothing(project: Project) -> None:
    decommission(project)
    assert port(project) == "8080"
    done = project.rules.done(NAME)
    assert {(d.key.relation, d.value, d.at) for d in done} == {
        ("port", "8080", 20 * DAY),
        ("owner", "Payments", 20 * DAY),
    }
    project.ledger.undo()
    assert project.rules.done(NAME) == []


def test_activation_lists_first_and_acts_from_now_on(project: Project) -> None:
    decommission(project)
    tx = project.ledger.last_tx()
    moved = project.rules.activate(NAME)
    assert len(moved.done) == 2
    assert project.ledger.last_tx() == tx
    assert port(project) == "8080"
    project.ledger.assert_(Key("web", "port"), "80", DAY)
    project.ledger.assert_(Key("web", "status"), "shut down", 5 * DAY)
    assert project.ledger.lookup(Key("web", "port"), 6 * DAY) is None
    assert project.ledger.lookup(Key("web", "port"), 4 * DAY) == "80"


def test_applied_to_the_past_and_rolled_back(project: Project) -> None:
    decommission(project)
    before = project.ledger.last_tx()
    dry = project.rules.activate(NAME, past=True, dry_run=True)
    assert project.rules.get(NAME).life is Life.SHADOW
    assert port(project) == "8080"
    real = project.rules.activate(NAME, past=True)
    assert [(d.key, d.value) for d in dry.done] == [(d.key, d.value) for d in real.done]
    assert port(project) is None
    assert port(project, known=before) == "8080"
    why = project.ledger.why("billing", "port", valid=30 * DAY)
    assert why.ruling is not None
    assert why.ruling.evidence.source == f"rule:{NAME}@1"
    assert "runs nowhere" in (why.ruling.evidence.text or "")
    project.ledger.assert_(OWNER, "Platform", 25 * DAY)
    moved = project.rules.rollback(NAME)
    assert moved.summary.tx == project.ledger.last_tx()
    assert port(project) == "8080"
    assert project.ledger.lookup(OWNER, 30 * DAY) == "Platform"
    assert project.ledger.lookup(OWNER, 24 * DAY) == "Payments"
    with pytest.raises(ConflictError, match="already"):
        project.rules.rollback(NAME)
    assert [m.move for m in project.rules.log(NAME)] == ["added", "shadow", "active", "retired", "rolled back"]
    assert project.ledger.check().ok


def test_undo_takes_effects_along_and_redo_brings_them_back(project: Project) -> None:
    project.rules.activate(NAME)
    decommission(project)
    tx = project.ledger.last_tx()
    assert port(project) is None
    project.ledger.undo(tx)
    assert port(project) == "8080"
    project.ledger.undo(project.ledger.last_tx())
    assert port(project) is None
    assert project.ledger.check().ok


def test_a_withdrawn_or_late_cause(project: Project) -> None:
    project.rules.activate(NAME)
    cause = decommission(project)
    project.ledger.assert_(Key("billing", "host"), "h1", 3 * DAY)
    assert project.ledger.lookup(Key("billing", "host"), 30 * DAY) is None
    assert project.ledger.lookup(Key("billing", "host"), 19 * DAY) == "h1"
    project.ledger.apply((Withdraw(cause),))
    assert project.ledger.lookup(Key("billing", "host"), 30 * DAY) == "h1"
    assert port(project) == "8080"


def test_an_overruled_effect_is_not_repeated(project: Project) -> None:
    project.rules.activate(NAME)
    decommission(project)
    effect = next(d.statement for d in project.rules.done(NAME) if d.key.relation == "port")
    project.ledger.apply((Withdraw(effect),))
    project.ledger.assert_(Key("billing", "host"), "h1", 3 * DAY)
    project.ledger.assert_(PORT, "8000", 5 * DAY)
    assert port(project) == "8080"


def test_a_plan_and_a_temporary_cause(project: Project) -> None:
    project.rules.activate(NAME)
    project.ledger.assert_(STATUS, "shut down", 20 * DAY, 25 * DAY, temporary=True)
    assert [port(project, day) for day in (19, 20, 24, 25)] == ["8080", None, None, "8080"]


def test_the_scope_of_a_cause_limits_it(project: Project) -> None:
    project.rules.activate(NAME)
    prod = Scope.of({"env": "prod"})
    project.ledger.assert_(Key("billing", "port", prod), "9090", DAY)
    project.ledger.assert_(Key("billing", "status", prod), "shut down", 20 * DAY)
    assert project.ledger.lookup(Key("billing", "port", prod), 21 * DAY) is None
    assert port(project) == "8080"


def test_in_bulk_an_effect_stands_in_its_own_transaction(project: Project) -> None:
    project.rules.activate(NAME)
    rows = [("billing", "status", "decommissioned", 20 * DAY), ("web", "port", "80", DAY)]
    before = project.ledger.last_tx()
    summary = project.ledger.load(Batch([row]) for row in rows)
    assert summary.tx == before + 2
    assert summary.statement_count == 4
    assert port(project, known=before) == "8080"
    assert port(project, known=before + 1) is None
    assert project.ledger.check().ok


def test_erasing_the_cause_leaves_ends(project: Project) -> None:
    cause = decommission(project)
    project.rules.activate(NAME, past=True)
    project.ledger.apply((Erase(cause),))
    assert port(project) is None
    project.ledger.assert_(Key("billing", "version"), "1", DAY)
    assert port(project) is None


def test_shadow_rows_lose_an_erased_value(project: Project) -> None:
    decommission(project)
    project.ledger.apply((Erase(1),))
    assert "8080" not in {d.value for d in project.rules.done(NAME)}


def test_a_copied_value_is_erased_with_its_original(project: Project) -> None:
    rule = """
        [[rule]]
        name = "moved"
        version = 1
        kind = "replaces"
        author = "test"
        reason = "another took over"
        trigger = { relation = "replaced by", values = "any" }
        effect = { relations = ["owner"] }
        """
    project.rules.add(read_rules(rule))
    project.rules.shadow("moved")
    project.rules.activate("moved")
    project.ledger.assert_(Key("billing", "replaced by"), "invoicing", 20 * DAY)
    assert project.ledger.lookup(Key("invoicing", "owner"), 21 * DAY) == "Payments"
    project.ledger.erase(subject="billing")
    assert project.ledger.lookup(Key("invoicing", "owner"), 21 * DAY) is None
    rows = project.ledger.connection.execute("SELECT 1 FROM object WHERE text = 'Payments'").fetchall()
    assert rows == []


def test_an_import_doubles_no_effect(project: Project, tmp_path: Path) -> None:
    project.rules.activate(NAME)
    cause = decommission(project)
    lines = list(export_lines(project.ledger))
    with Project.create(tmp_path / "other.tenure") as other:
        other.rules.activate(NAME)
        import_text(other.ledger, lines)
        assert list(export_lines(other.ledger)) == lines
        assert len(other.rules.done(NAME)) == 2
        other.ledger.apply((Withdraw(cause),))
        assert other.ledger.lookup(PORT, 30 * DAY) == "8080"


def test_moves_that_life_does_not_allow(project: Project) -> None:
    with pytest.raises(ConflictError, match="shadow"):
        project.rules.shadow(NAME)
    with pytest.raises(ConflictError, match="did nothing"):
        project.rules.rollback(NAME)
    project.rules.retire(NAME)
    with pytest.raises(ConflictError, match="retired"):
        project.rules.activate(NAME)
    with pytest.raises(ConflictError, match="higher version"):
        project.rules.add([rule for rule in starter_rules() if rule.name == NAME])


def test_a_new_version_replaces_the_old_one(project: Project) -> None:
    project.rules.activate(NAME)
    entry = {**rule_json(project.rules.get(NAME).rule), "version": 2}
    project.rules.add([rule_of(entry)])
    project.rules.shadow(NAME)
    project.rules.activate(NAME)
    assert {s.rule.version: s.life for s in project.rules.all() if s.rule.name == NAME} == {
        1: Life.RETIRED, 2: Life.ACTIVE,
    }  # fmt: skip


def test_two_that_replace_each_other_come_to_rest(project: Project) -> None:
    project.rules.activate("service-replaced")
    project.ledger.assert_(Key("web", "depends on"), "billing", DAY, evidence=Evidence("note"))
    project.ledger.assert_(Key("billing", "replaced by"), "invoicing", 20 * DAY)
    project.ledger.assert_(Key("invoicing", "replaced by"), "billing", 20 * DAY)
    assert project.ledger.slot(Key("web", "depends on"), valid=21 * DAY).values == ("invoicing",)
    assert project.ledger.check().ok


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rule = 1",
        "[[rule]]",
        "[[rule]]\nname = 'A b'",
        "a = [" * 5000,
        "[[rule]]\nname = 'a'\nversion = true",
        "\0",
    ],
)
def test_a_malformed_file_of_rules(text: str) -> None:
    with pytest.raises(InputError):
        read_rules(text)
