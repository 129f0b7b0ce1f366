"""Measuring, from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tenure.cli.common import Json, json_option, print_json, progress_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tenure.lab.extraction import Measured, Outcome, Tally
    from tenure.lab.labelled import Labelled


@click.group("lab")
def lab_command() -> None:
    """Measure Tenure on data with known answers."""


@lab_command.group("run")
def run_group() -> None:
    """Run a measurement and print its figures."""


@run_group.command("extraction")
@click.option("--part", type=click.Choice(["dev", "kept"]), default="kept", show_default=True, help="Which sentences.")
@click.option("--lang", type=click.Choice(["en", "zh"]), multiple=True, help="Only this language; may be repeated.")
@click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="A folder of labelled files of your own."
)
@click.option(
    "--method",
    type=click.Choice(["rules", "assisted", "model"]),
    default="rules",
    show_default=True,
    help="By the rules; by them where a text model agrees; or all that the model states.",
)
@click.option("--model", metavar="GGUF|URL", help="A chat model, see ask; default: built in.")
@click.option("--limit", type=click.IntRange(min=1), help="Only so many sentences of each language, evenly chosen.")
@click.option("--errors", is_flag=True, help="List what was read wrongly and what was missed.")
@json_option
def extraction_command(
    *,
    part: str,
    lang: tuple[str, ...],
    data: Path | None,
    method: str,
    model: str | None,
    limit: int | None,
    errors: bool,
    as_json: bool,
) -> None:
    """Read labelled sentences: precision, recall and F1 by category, with Wilson bounds."""
    from tenure.lab.labelled import LANGUAGES, evenly, labelled

    if method == "rules" and model is not None:
        raise click.UsageError("--model goes with --method assisted or model")
    items = {one: evenly(labelled(part, one, data), limit) for one in lang or LANGUAGES}
    runs = _measured(items, method, model)
    if as_json:
        print_json({"part": part, "method": method, "languages": {one: _json(run) for one, run in runs.items()}})
        return
    for one, run in runs.items():
        click.echo("\n".join(_lines(part, one, _METHODS[method], run)))
        if errors:
            click.echo("\n".join(line for outcome in run.outcomes for line in _error_lines(outcome)))


_METHODS = {"rules": "by rules", "assisted": "by rules, confirmed by a model", "model": "by a model alone"}


def _measured(items: Mapping[str, Sequence[Labelled]], method: str, model: str | None) -> dict[str, Measured]:
    from tenure.lab.extraction import by_rules, measure
    from tenure.ledger.registry_store import seed_relations
    from tenure.relations import RelationRegistry

    registry = RelationRegistry(seed_relations())
    if method == "rules":
        return {one: measure(found, by_rules(registry), registry) for one, found in items.items()}
    from tenure.ingest.assist import Assistant
    from tenure.lab.assisted import with_model
    from tenure.project.models import Models

    models = Models()
    try:
        assistant = Assistant(models.text_model(model))
        read = with_model(registry, assistant, alone=method == "model", progress=progress_line())
        return {one: measure(found, read, registry, lambda: assistant.calls) for one, found in items.items()}
    finally:
        models.close()


def _json(run: Measured) -> Json:
    from tenure.lab.extraction import figures

    return {
        "sentences_per_second": round(run.whole.sentences / run.seconds, 1) if run.seconds else None,
        "figures": {name: _tally_json(tally) for name, tally in figures(run).items()},
    }


def _tally_json(tally: Tally) -> Json:
    from tenure.lab.extraction import wilson

    return {
        "sentences": tally.sentences,
        "right": tally.right,
        "wrong": tally.wrong,
        "missed": tally.missed,
        "dates_right": tally.dates_right,
        "false_retirements": tally.retired,
        "precision": tally.precision,
        "precision_interval": list(wilson(tally.right, tally.right + tally.wrong)),
        "recall": tally.recall,
        "recall_interval": list(wilson(tally.right, tally.right + tally.missed)),
        "f1": tally.f1,
        "calls": tally.calls,
        "seconds_per_sentence": round(tally.seconds / tally.sentences, 4) if tally.sentences else None,
    }


def _lines(part: str, language: str, method: str, run: Measured) -> list[str]:
    from tenure.lab.extraction import figures

    head = f"{'category':<14}{'sentences':>10}{'precision':>32}{'recall':>32}{'F1':>8}{'dates':>10}{'retired':>9}"
    head += f"{'calls':>7}{'s each':>9}"
    rows = [f"{name:<14}{_row(tally)}" for name, tally in figures(run).items()]
    return [f"{part}, {language}, {method}", head, *rows]


def _row(tally: Tally) -> str:
    precision = _share(tally.right, tally.right + tally.wrong)
    recall = _share(tally.right, tally.right + tally.missed)
    f1 = "—" if tally.f1 is None else f"{tally.f1:.3f}"
    dates = f"{tally.dates_right}/{tally.right}"
    each = tally.seconds / tally.sentences if tally.sentences else 0.0
    counts = f"{dates:>10}{tally.retired:>9}{tally.calls:>7}{each:>9.4f}"
    return f"{tally.sentences:>10}{precision:>32}{recall:>32}{f1:>8}{counts}"


def _share(successes: int, trials: int) -> str:
    from tenure.lab.extraction import wilson

    if not trials:
        return "—"
    low, high = wilson(successes, trials)
    return f"{successes}/{trials} = {successes / trials:.3f} [{low:.2f}, {high:.2f}]"


def _error_lines(outcome: Outcome) -> list[str]:
    if not outcome.wrong and not outcome.missed and not outcome.retired:
        return []
    item = outcome.item
    lines = [f"{item.id} ({item.category}) {item.text}"]
    lines += [f"    wrong:   {said}" for said in outcome.wrong]
    lines += [f"    missed:  {label.op} {label.key} = {label.object}" for label in outcome.missed]
    lines += [f"    retired: {key} = {value}" for key, value in outcome.retired]
    return lines
