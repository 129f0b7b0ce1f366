"""The review queue: what waits for a person, and deciding it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tenure.cli.common import Json, dry_run_option, json_option, opened, print_json, project_argument

if TYPE_CHECKING:
    from tenure.ingest.deciding import Decision, Verdict
    from tenure.ledger.review_queue import QueuedItem


@click.group("review")
def review_command() -> None:
    """List what waits for a person: statements not certain enough, ambiguous names, conflicts; decide it."""


@review_command.command("list")
@project_argument
@click.option("--decided", is_flag=True, help="What was accepted and rejected instead.")
@click.option("--limit", type=click.IntRange(1), default=100, show_default=True, help="So many at most.")
@click.option("--after", type=click.IntRange(0), default=0, help="Begin after this number.")
@json_option
def list_command(*, project_path: Path, decided: bool, limit: int, after: int, as_json: bool) -> None:
    """List the entries of the queue, with the numbers they are decided by."""
    from tenure.ingest.deciding import Deciding

    with opened(project_path) as project:
        if decided:
            decisions = Deciding(project.ledger).decisions(limit, after)
            if as_json:
                print_json({"decisions": [decision_json(decision) for decision in decisions]})
                return
            for decision in decisions:
                click.echo(f"{decision.verdict.value}  {_line(decision.item)}")
            return
        items = project.ledger.review(limit, after)
        if as_json:
            print_json({"entries": [item_json(item) for item in items]})
            return
        click.echo("\n".join(_line(item) for item in items) or "Nothing waits for review.")


@review_command.command("accept")
@project_argument
@click.argument("number", type=int)
@dry_run_option
@json_option
def accept_command(*, project_path: Path, number: int, dry_run: bool, as_json: bool) -> None:
    """Write the statement that waits as entry NUMBER; keep an ambiguous name for all that have it."""
    from tenure.ingest.deciding import Verdict

    _decide(project_path, number, Verdict.ACCEPTED, dry_run=dry_run, as_json=as_json)


@review_command.command("reject")
@project_argument
@click.argument("number", type=int)
@dry_run_option
@json_option
def reject_command(*, project_path: Path, number: int, dry_run: bool, as_json: bool) -> None:
    """Leave the statement that waits as entry NUMBER unwritten; take an ambiguous name back."""
    from tenure.ingest.deciding import Verdict

    _decide(project_path, number, Verdict.REJECTED, dry_run=dry_run, as_json=as_json)


def _decide(path: Path, number: int, verdict: Verdict, *, dry_run: bool, as_json: bool) -> None:
    from tenure.cli import words
    from tenure.cli.shapes import summary_json
    from tenure.ingest.deciding import Deciding

    with opened(path, write=True) as project:
        decided = Deciding(project.ledger).decide(number, verdict, dry_run=dry_run)
        if as_json:
            print_json(
                {
                    **decision_json(decided.decision),
                    "decided_before": decided.before,
                    "written": summary_json(decided.summary),
                }
            )
            return
        verb = "Would be " if dry_run and not decided.before else "Was " if decided.before else ""
        lines = [f"{verb}{verdict.value}{' already' if decided.before else ''}: {_line(decided.decision.item)}"]
        if decided.summary.statement_count:
            lines += words.summary_lines(decided.summary)
        click.echo("\n".join(lines))


def item_json(item: QueuedItem) -> Json:
    """Return an entry of the queue."""
    from tenure.cli.shapes import key_json

    return {
        "entry": item.id,
        "kind": item.kind.value,
        "text": item.text,
        "key": None if item.key is None else key_json(item.key),
        "statements": [number for number in item.statements if number],
        "tx": item.tx,
    }


def decision_json(decision: Decision) -> Json:
    """Return a decision with its entry."""
    from tenure.cli.shapes import time_json

    return {
        **item_json(decision.item),
        "verdict": decision.verdict.value,
        "decided_at": time_json(decision.at),
        "decided_tx": decision.tx,
    }


def _line(item: QueuedItem) -> str:
    about = f"{item.key}" if item.key is not None else ""
    pair = " and ".join(f"#{number}" for number in item.statements if number)
    return "  ".join(part for part in (str(item.id), item.kind.value, about, item.text, pair) if part)
