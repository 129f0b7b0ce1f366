"""Questions: ask one strategy, or compare them all."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tenure.cli.batch import Line, batch_option, run_batch
from tenure.cli.common import (
    Command,
    Json,
    json_option,
    known_time,
    opened,
    print_json,
    project_argument,
    scope_of,
    scope_option,
    time_options,
    valid_time,
)

if TYPE_CHECKING:
    from tenure.answer import Answer, Answers
    from tenure.project import Project

STRATEGIES = ("temporal", "rag", "rag-dated")

model_option = click.option(
    "--model",
    metavar="GGUF|URL|none",
    help="A GGUF chat model, or one of a local server as http://127.0.0.1:8080/v1#NAME; 'none' lets the ledger word"
    " the answer. Default: the built-in SmolLM2-135M.",
)


def question_options(function: Command) -> Command:
    """Add what every question takes: times, scope, model, number of passages, batch, JSON."""
    number = click.option(
        "-k", "k", type=click.IntRange(1, 50), default=5, show_default=True, help="Passages to retrieve."
    )
    for option in (json_option, batch_option, number, model_option, scope_option, time_options):
        function = option(function)
    return function


def _line(project: Project, question: str, valid: str | None, known: str | None, scope_text: str | None) -> Line:
    if not question.strip():
        raise click.UsageError("the question is empty")
    return Line(
        question=question,
        subject=None,
        relation=None,
        valid=valid_time(valid, project.zone),
        known=known_time(known, project),
        scope=scope_of(scope_text),
    )


def _ask(answers: Answers, line: Line, strategy: str, k: int) -> Answer:
    return answers.ask(
        line.wording, strategy=strategy, valid=line.valid, known=line.known, scope=line.scope.as_dict() or None, k=k
    )


@click.command("ask")
@project_argument
@click.argument("question", required=False)
@click.option("--strategy", type=click.Choice(STRATEGIES), default="temporal", show_default=True)
@question_options
def ask_command(
    *,
    project_path: Path,
    question: str | None,
    strategy: str,
    valid: str | None,
    known: str | None,
    scope_text: str | None,
    model: str | None,
    k: int,
    batch: Path | None,
    as_json: bool,
) -> int:
    """Answer a QUESTION from what holds at the two times."""
    from tenure.cli.answers import abstained, answer_json, answer_lines

    _one_of(question, batch)
    with opened(project_path) as project:
        answers = project.answers(project.models.chosen(model))
        if batch is not None:
            run_batch(batch, project, lambda line: answer_json(_ask(answers, line, strategy, k), project.ledger))
            return 0
        line = _line(project, question or "", valid, known, scope_text)
        answer = _ask(answers, line, strategy, k)
        if as_json:
            print_json(answer_json(answer, project.ledger))
        else:
            click.echo("\n".join(answer_lines(answer, project.zone)))
        return 3 if abstained(answer) else 0


@click.command("compare")
@project_argument
@click.argument("question", required=False)
@click.option(
    "--strategy",
    "strategies",
    type=click.Choice(STRATEGIES),
    multiple=True,
    help="May be repeated; default: rag, rag-dated and temporal.",
)
@question_options
def compare_command(
    *,
    project_path: Path,
    question: str | None,
    strategies: Sequence[str],
    valid: str | None,
    known: str | None,
    scope_text: str | None,
    model: str | None,
    k: int,
    batch: Path | None,
    as_json: bool,
) -> int:
    """Answer a QUESTION by several strategies, stale values marked."""
    from tenure.cli.answers import abstained, answer_json, answer_lines

    _one_of(question, batch)
    chosen = tuple(dict.fromkeys(strategies)) or ("rag", "rag-dated", "temporal")
    with opened(project_path) as project:
        answers = project.answers(project.models.chosen(model))

        def compared(line: Line) -> Json:
            found = [answer_json(_ask(answers, line, name, k), project.ledger) for name in chosen]
            return {"question": line.wording, "answers": found}

        if batch is not None:
            run_batch(batch, project, compared)
            return 0
        line = _line(project, question or "", valid, known, scope_text)
        if as_json:
            result = compared(line)
            print_json(result)
            return 3 if all(answer["verdict"] == "abstained" for answer in result["answers"]) else 0
        given = [_ask(answers, line, name, k) for name in chosen]
        for answer in given:
            click.echo(click.style(answer.strategy, bold=True))
            click.echo("\n".join("  " + text for text in answer_lines(answer, project.zone)))
        return 3 if all(abstained(answer) for answer in given) else 0


def _one_of(question: str | None, batch: Path | None) -> None:
    if (question is None) == (batch is None):
        raise click.UsageError("give either QUESTION or --batch FILE")
