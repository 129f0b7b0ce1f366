"""Import with a text model: what goes in, what goes to review, and that nothing unverified does either."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from helpers.cli import fits
from helpers.cli import tenure as cli
from tenure.clock import fixed_clock
from tenure.errors import Cancelled, ModelError
from tenure.ingest import import_paths
from tenure.ingest.assist import Assistant
from tenure.ingest.proposals import Proposals, ProposalsProjection, Proposer
from tenure.ingest.rollback import rollback
from tenure.ingest.sync import sync
from tenure.instants import parse_date
from tenure.keys import Key
from tenure.ledger import Ledger, open_ledger
from tenure.ledger.review_queue import ReviewKind
from tenure.ledger.types import Assert, End
from tenure.models import ScriptedModel
from tenure.models.protocols import Completion, Message

NOW = parse_date("2026-03-01").at
TEXT = "# Notes\n\nThe port of billing is 8443. The owner of billing is Ada Lind.\n"
Fact = tuple[str, str, str]


def answer(*facts: Fact, holds: bool = True) -> str:
    found = [{"relation": r, "object": o, "subject": s, "holds": holds} for s, r, o in facts]
    return json.dumps(found, separators=(",", ":"))


PORT = answer(("billing", "port", "8443"))
OWNER = answer(("billing", "owner", "Ada Lind"))


@pytest.fixture(name="ledger")
def _ledger(tmp_path: Path) -> Iterator[Ledger]:
    clock = fixed_clock(NOW)
    with open_ledger(tmp_path / "project.db", clock=clock, projections=[ProposalsProjection()]) as ledger:
        yield ledger


def note(tmp_path: Path, text: str = TEXT) -> Path:
    path = tmp_path / "2025-03-10-note.md"
    path.write_text(text, "utf-8")
    return path


def by_question(said: dict[str, str]) -> ScriptedModel:
    """A model that answers by what the sentence asked about, the last line of the question, holds."""

    def script(messages: Sequence[Message]) -> str:
        sentence = messages[-1].content.splitlines()[-1]
        return next((text for phrase, text in said.items() if phrase in sentence), "[]")

    return ScriptedModel(script)


def load(ledger: Ledger, path: Path, model: ScriptedModel) -> int:
    return import_paths(ledger, [path], assistant=Assistant(model)).proposals


def value(ledger: Ledger, relation: str, subject: str = "billing") -> tuple[str, ...]:
    return ledger.slot(Key(subject, relation)).values


def test_what_both_read_goes_in_and_nothing_waits(ledger: Ledger, tmp_path: Path) -> None:
    assert load(ledger, note(tmp_path), by_question({"port": PORT, "owner": OWNER})) == 0
    assert (value(ledger, "port"), value(ledger, "owner")) == (("8443",), ("Ada Lind",))
    assert ledger.review() == ()


def test_what_the_rules_alone_read_waits(ledger: Ledger, tmp_path: Path) -> None:
    assert load(ledger, note(tmp_path), by_question({"port": PORT})) == 1
    assert (value(ledger, "port"), value(ledger, "owner")) == (("8443",), ())
    (queued,) = ledger.review()
    assert (queued.kind, queued.statements) == (ReviewKind.PROPOSAL, ())
    (waiting,) = Proposals(ledger).open()
    assert (waiting.review, waiting.by, waiting.model, waiting.run) == (queued.id, Proposer.RULES, "scripted", 1)
    assert isinstance(waiting.operation, Assert)
    assert (waiting.operation.key, waiting.operation.object) == (Key("billing", "owner"), "Ada Lind")
    assert waiting.operation.evidence.text == "The owner of billing is Ada Lind."


def test_what_waits_can_be_written_as_it_is(ledger: Ledger, tmp_path: Path) -> None:
    load(ledger, note(tmp_path), by_question({"port": PORT}))
    ledger.apply([Proposals(ledger).open()[0].operation])
    (fact,) = ledger.slot(Key("billing", "owner")).facts
    assert (fact.object, fact.valid_from) == ("Ada Lind", parse_date("2025-03-10").at)
    assert fact.evidence.source == "2025-03-10-note.md"


def test_what_the_model_alone_reads_waits(ledger: Ledger, tmp_path: Path) -> None:
    extra = answer(("billing", "port", "8443"), ("Ada Lind", "port", "billing"))
    assert load(ledger, note(tmp_path, "The port of billing is 8443, by Ada Lind.\n"), by_question({"port": extra})) > 0
    waiting = [p for p in Proposals(ledger).open() if p.by is Proposer.MODEL]
    assert [(p.operation.key.subject, p.operation.object) for p in waiting if isinstance(p.operation, Assert)] == [
        ("Ada Lind", "billing")
    ]
    assert value(ledger, "port", "Ada Lind") == ()


@pytest.mark.parametrize(
    "invented",
    [
        ("billing", "port", "8444"),
        ("billing", "port", "844"),
        ("bill", "port", "8443"),
        ("payments", "port", "8443"),
        ("billing", "region", "8443"),
        ("billing", "port", "billing is 8443"),
    ],
)
def test_a_field_that_does_not_stand_there_is_dropped(ledger: Ledger, tmp_path: Path, invented: Fact) -> None:
    path = note(tmp_path, "The port of billing is 8443.\n")
    load(ledger, path, by_question({"port": answer(invented)}))
    stands = invented[2] == "billing is 8443"
    assert [p.by for p in Proposals(ledger).open()] == [Proposer.RULES, *([Proposer.MODEL] if stands else [])]
    assert value(ledger, "port") == ()


@pytest.mark.parametrize(
    "text", ["", "[", '[{"relation":"port","obj', "{}", "[1]", '[{"subject":1}]', "[" * 9000, "no"]
)
def test_an_answer_that_is_no_list_of_facts_confirms_nothing(ledger: Ledger, tmp_path: Path, text: str) -> None:
    assert load(ledger, note(tmp_path), ScriptedModel(text)) == 2
    assert all(p.by is Proposer.RULES for p in Proposals(ledger).open())


def test_an_end_is_confirmed_by_an_end_only(ledger: Ledger, tmp_path: Path) -> None:
    path = note(tmp_path, "billing no longer uses Redis.\n")
    ledger.apply([Assert(Key("billing", "uses"), "Redis", parse_date("2024").at)])
    fact = ("billing", "uses", "Redis")
    load(ledger, path, ScriptedModel(answer(fact)))
    assert {p.by for p in Proposals(ledger).open()} == {Proposer.RULES, Proposer.MODEL}
    assert value(ledger, "uses") == ("Redis",)
    path.write_text("# New\n\nbilling no longer uses Redis.\n", "utf-8")
    load(ledger, path, ScriptedModel(answer(fact, holds=False)))
    assert value(ledger, "uses") == ()


def test_ends_wait_as_ends(ledger: Ledger, tmp_path: Path) -> None:
    ledger.apply([Assert(Key("billing", "uses"), "Redis", parse_date("2024").at)])
    load(ledger, note(tmp_path, "billing no longer uses Redis.\n"), ScriptedModel("[]"))
    (waiting,) = Proposals(ledger).open()
    assert isinstance(waiting.operation, End)


def test_each_sentence_is_confirmed_by_itself(ledger: Ledger, tmp_path: Path) -> None:
    path = note(tmp_path, "The port of billing is 8443. The owner of search is Ada Lind, whose port is 9090.\n")
    load(ledger, path, by_question({"owner": PORT}))
    assert value(ledger, "port") == ()


def test_articles_and_known_names_are_the_same_subject(ledger: Ledger, tmp_path: Path) -> None:
    ledger.apply([Assert(Key("billing", "owner"), "Tide team", parse_date("2024").at)])
    path = note(tmp_path, "The billing service runs on port 8443.\n")
    assert load(ledger, path, ScriptedModel(answer(("The billing service", "port", "8443")))) == 0
    assert value(ledger, "port") == ("8443",)


def test_tables_and_what_names_no_relation_are_not_asked_about(ledger: Ledger, tmp_path: Path) -> None:
    model = ScriptedModel("[]")
    text = "# billing\n\n| Port | Owner |\n|---|---|\n| 8443 | Ada |\n\nIt was a long day and the soup was good.\n"
    load(ledger, note(tmp_path, text), model)
    assert model.history == []


def test_the_grammar_offers_the_relations_of_the_sentence(ledger: Ledger, tmp_path: Path) -> None:
    model = by_question({})
    load(ledger, note(tmp_path, 'The port of billing is "8\\443".\n'), model)
    (grammar,) = model.grammars
    assert grammar is not None
    assert 'relation ::= "port"' in grammar


def test_a_chinese_sentence_is_asked_about(ledger: Ledger, tmp_path: Path) -> None:
    path = note(tmp_path, "billing 的端口是 8443。\n")
    assert load(ledger, path, ScriptedModel(PORT)) == 0
    assert value(ledger, "port") == ("8443",)


def test_dry_run_leaves_nothing(ledger: Ledger, tmp_path: Path) -> None:
    summary = import_paths(ledger, [note(tmp_path)], assistant=Assistant(ScriptedModel("[]")), dry_run=True)
    assert summary.proposals == 2
    assert (ledger.review(), Proposals(ledger).open()) == ((), ())


def test_the_same_is_not_queued_twice(ledger: Ledger, tmp_path: Path) -> None:
    path = note(tmp_path)
    assert load(ledger, path, ScriptedModel("[]")) == 2
    path.write_text(f"{TEXT}\nMore.\n", "utf-8")
    assert load(ledger, path, ScriptedModel("[]")) == 0


def test_what_was_stated_before_is_not_put_in_question(ledger: Ledger, tmp_path: Path) -> None:
    path = note(tmp_path)
    import_paths(ledger, [path])
    path.write_text(f"{TEXT}\nMore.\n", "utf-8")
    summary = import_paths(ledger, [path], assistant=Assistant(ScriptedModel("[]")))
    assert (summary.proposals, summary.missing) == (0, 0)
    assert value(ledger, "port") == ("8443",)


def test_rolled_back_with_its_import(ledger: Ledger, tmp_path: Path) -> None:
    load(ledger, note(tmp_path), by_question({"port": PORT}))
    rollback(ledger, 1)
    assert (ledger.review(), Proposals(ledger).open()) == ((), ())


@pytest.mark.parametrize("what", ["source", "subject"])
def test_erased_with_its_source_or_subject(ledger: Ledger, tmp_path: Path, what: str) -> None:
    load(ledger, note(tmp_path), by_question({"port": PORT}))
    ledger.erase(**{what: "2025-03-10-note.md" if what == "source" else "billing"})
    assert (ledger.review(), Proposals(ledger).open()) == ((), ())
    ledger.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"Ada Lind" not in (tmp_path / "project.db").read_bytes()


def test_cancelled_while_the_model_answers(ledger: Ledger, tmp_path: Path) -> None:
    model = ScriptedModel("a b c d e f " * 50, delay=0.05)

    def stop(message: str, fraction: float) -> None:
        if message.startswith("asking") and model.history:
            raise Cancelled

    with pytest.raises(Cancelled):
        import_paths(ledger, [note(tmp_path)], assistant=Assistant(model), progress=stop)
    assert (ledger.last_tx(), ledger.review(), ledger.passages.sources()) == (0, (), [])


class Crashing(ScriptedModel):
    def complete(self, *args: object, **kwargs: object) -> Completion:
        raise ModelError("The text model stopped unexpectedly (exit code -9).")


def test_a_crash_is_one_sentence_and_leaves_nothing(ledger: Ledger, tmp_path: Path) -> None:
    with pytest.raises(ModelError) as caught:
        load(ledger, note(tmp_path), Crashing())
    assert str(caught.value) == (
        "The text model stopped unexpectedly (exit code -9); nothing was imported: import again, or without --assist"
    )
    assert (ledger.review(), ledger.passages.sources()) == ((), [])


def test_a_folder_read_with_a_model_is_synced_with_one(ledger: Ledger, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    path = note(folder)
    import_paths(ledger, [folder], assistant=Assistant(by_question({"port": PORT})))
    path.write_text(TEXT.replace("8443", "9090"), "utf-8")
    (refused,) = sync(ledger)
    assert "--assist" in refused.problem
    assert value(ledger, "port") == ("8443",)
    (done,) = sync(ledger, assistant=Assistant(ScriptedModel("[]")))
    assert done.files is not None
    assert (done.files.proposals, done.files.missing) == (1, 1)


def test_the_command_refuses_what_makes_no_sense(tmp_path: Path) -> None:
    project = tmp_path / "p.tenure"
    cli("new", project)
    assert cli("import", project, note(tmp_path), "--model", "x.gguf").code == 2
    assert cli("import", project, "--git", tmp_path, "--assist").code == 2
    assert "cannot be read" in cli("import", project, note(tmp_path), "--assist", "--model", "x.gguf").err
    assert cli("lab", "run", "extraction", "--part", "dev", "--model", "x.gguf").code == 2


@pytest.mark.models
def test_the_command_imports_with_the_built_in_model(tmp_path: Path) -> None:
    project = tmp_path / "p.tenure"
    cli("new", project)
    told = fits("import", cli("import", project, note(tmp_path), "--assist", "--json").json)
    assert told["statements"] + told["proposals"] >= 2


@pytest.mark.models
def test_the_built_in_model_lets_nothing_in_that_the_rules_do_not_read(tmp_path: Path) -> None:
    from tenure.lab.assisted import with_model
    from tenure.lab.extraction import by_rules, measure
    from tenure.lab.labelled import evenly, labelled
    from tenure.ledger.registry_store import seed_relations
    from tenure.models import builtin_text_model
    from tenure.relations import RelationRegistry

    registry = RelationRegistry(seed_relations())
    items = evenly(labelled("dev", "en"), 8)
    model = builtin_text_model()
    try:
        assistant = Assistant(model)
        assisted = measure(items, with_model(registry, assistant), registry, lambda: assistant.calls)
    finally:
        model.close()
    rules = measure(items, by_rules(registry), registry)
    assert assisted.whole.calls > 0
    assert assisted.whole.retired <= rules.whole.retired
    for ours, theirs in zip(assisted.outcomes, rules.outcomes, strict=True):
        assert set(ours.said) <= set(theirs.said)
