"""Measuring, from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tenure.cli.common import Json, json_option, print_json

if TYPE_CHECKING:
    from tenure.lab.extraction import Measured, Outcome, Tally


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
@click.option("--errors", is_flag=True, help="List what was read wrongly and what was missed.")
@json_option
def extraction_command(*, part: str, lang: tuple[str, ...], data: Path | None, errors: bool, as_json: bool) -> None:
    """Read labelled sentences by the rules: precision, recall and F1 by category, with Wilson bounds."""
    from tenure.lab.extraction import by_rules, measure
    from tenure.lab.labelled import LANGUAGES, labelled
    from tenure.ledger.registry_store import seed_relations
    from tenure.relations import RelationRegistry

    registry = RelationRegistry(seed_relations())
    runs = {one: measure(labelled(part, one, data), by_rules(registry), registry) for one in lang or LANGUAGES}
    if as_json:
        print_json({"part": part, "method": "rules", "languages": {one: _json(run) for one, run in runs.items()}})
        return
    for one, run in runs.items():
        click.echo("\n".join(_lines(part, one, run)))
        if errors:
            click.echo("\n".join(line for outcome in run.outcomes for line in _error_lines(outcome)))


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
    }


def _lines(part: str, language: str, run: Measured) -> list[str]:
    from tenure.lab.extraction import figures

    head = f"{'category':<14}{'sentences':>10}{'precision':>32}{'recall':>32}{'F1':>8}{'dates':>10}{'retired':>9}"
    rows = [f"{name:<14}{_row(tally)}" for name, tally in figures(run).items()]
    return [f"{part}, {language}, by rules", head, *rows]


def _row(tally: Tally) -> str:
    precision = _share(tally.right, tally.right + tally.wrong)
    recall = _share(tally.right, tally.right + tally.missed)
    f1 = "—" if tally.f1 is None else f"{tally.f1:.3f}"
    dates = f"{tally.dates_right}/{tally.right}"
    return f"{tally.sentences:>10}{precision:>32}{recall:>32}{f1:>8}{dates:>10}{tally.retired:>9}"


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
