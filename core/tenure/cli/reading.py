"""Reads of the ledger alone: value, why, history, diff. No model is loaded for these."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tenure.cli.batch import Line, batch_option, run_batch
from tenure.cli.common import (
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
from tenure.keys import Key, Scope
from tenure.relations import Cardinality

if TYPE_CHECKING:
    from datetime import tzinfo

    from tenure.answer import Inquiry
    from tenure.cli.origins import Origins
    from tenure.instants import Dated
    from tenure.ledger.types import Fact, Reading, Why
    from tenure.project import Project


def _is_set(project: Project, relation: str) -> bool:
    return project.ledger.registry.get(relation).cardinality is not Cardinality.FUNCTIONAL


def _key(project: Project, subject: str, relation: str, scope: Scope) -> Key:
    return Key(subject, project.ledger.registry.get(relation).name, scope)


@click.command("value")
@project_argument
@click.argument("subject", required=False)
@click.argument("relation", required=False)
@time_options
@scope_option
@batch_option
@json_option
def value_command(
    *,
    project_path: Path,
    subject: str | None,
    relation: str | None,
    valid: str | None,
    known: str | None,
    scope_text: str | None,
    batch: Path | None,
    as_json: bool,
) -> int:
    """Say the value of SUBJECT's RELATION at the two times."""
    with opened(project_path) as project:
        if batch is not None:
            if subject is not None:
                raise click.UsageError("give either SUBJECT and RELATION or --batch")
            run_batch(batch, project, lambda line: _value_of_line(project, line))
            return 0
        if subject is None or relation is None:
            raise click.UsageError("give SUBJECT and RELATION, or --batch FILE")
        reading = project.ledger.value(
            subject,
            relation,
            scope_of(scope_text).as_dict() or None,
            valid=valid_time(valid, project.zone),
            known=known_time(known, project),
        )
        key = _key(project, subject, relation, scope_of(scope_text))
        return _show_reading(project, reading, key, as_json=as_json)


def _show_reading(project: Project, reading: Reading, key: Key, *, as_json: bool) -> int:
    from tenure.cli import words
    from tenure.cli.shapes import reading_json

    if as_json:
        is_set = _is_set(project, key.relation)
        print_json(reading_json(reading, key, is_set=is_set, ledger=project.ledger))
    else:
        click.echo("\n".join(words.reading_lines(reading, key, project.zone)))
    return 0 if reading.facts or reading.scopes else 3


def _value_of_line(project: Project, line: Line) -> Json:
    from tenure.cli.shapes import reading_json

    subject, relation, scope = line.subject, line.relation, line.scope
    valid: Dated | int | None = line.valid
    known = line.known
    if subject is None or relation is None:
        inquiry = _inquiry(project, line)
        subject, relation = _asked_for(inquiry)
        scope = inquiry.context
        valid, known = inquiry.when[0].valid, inquiry.known
    reading = project.ledger.value(subject, relation, scope.as_dict() or None, valid=valid, known=known)
    key = _key(project, subject, relation, scope)
    return reading_json(reading, key, is_set=_is_set(project, relation), ledger=project.ledger)


def _asked_for(inquiry: Inquiry) -> tuple[str, str]:
    """Return the subject and relation asked for; of what the project does not know, as far as it was named."""
    if inquiry.keys:
        return inquiry.keys[0].subject, inquiry.keys[0].relation
    return inquiry.subjects[0] if inquiry.subjects else inquiry.named or "", inquiry.relation or ""


def _inquiry(project: Project, line: Line) -> Inquiry:
    """Understand a question about one value at one pair of times.

    Raises:
        InputError: if it asks for anything else, or can be read in several ways.
    """
    from tenure.answer import Kind
    from tenure.answer.inquiry import Which
    from tenure.errors import InputError

    scope = line.scope.as_dict() or None
    inquiry = project.answers(None).inquire(line.wording, valid=line.valid, known=line.known, scope=scope)
    if inquiry.held_by:
        raise InputError("the question asks for everything that has one value: use ask")
    if len(inquiry.keys) > 1:
        raise InputError("the question may mean " + " or ".join(str(key) for key in inquiry.keys[:4]))
    if inquiry.unresolved:
        raise InputError(f"the question does not say when '{inquiry.unresolved[0]}' was")
    if len(inquiry.when) > 1:
        raise InputError("the question may mean " + " or ".join(when.label for when in inquiry.when))
    if inquiry.kind not in (Kind.VALUE, Kind.AS_OF, Kind.LIST) or inquiry.which is not Which.ALL or inquiry.beside:
        raise InputError("the question asks for more than the value at one time: use ask or history")
    return inquiry


@click.command("why")
@project_argument
@click.argument("subject")
@click.argument("relation")
@time_options
@scope_option
@json_option
def why_command(
    *,
    project_path: Path,
    subject: str,
    relation: str,
    valid: str | None,
    known: str | None,
    scope_text: str | None,
    as_json: bool,
) -> int:
    """Explain the value: the ruling statement, those it beat, the scope chosen, conflicts."""
    from tenure.cli.origins import Origins
    from tenure.cli.shapes import why_json

    with opened(project_path) as project:
        scope, tx = scope_of(scope_text), known_time(known, project)
        why = project.ledger.why(
            subject,
            relation,
            scope.as_dict() or None,
            valid=valid_time(valid, project.zone),
            known=tx,
        )
        key = _key(project, subject, relation, scope)
        ruling = () if why.ruling is None else (why.ruling,)
        last = () if why.reading.last is None else (why.reading.last,)
        origins = Origins(project, statements=(*ruling, *why.beaten, *why.conflicts), facts=last, known=tx)
        if as_json:
            print_json(why_json(why, key, is_set=_is_set(project, relation), origins=origins, ledger=project.ledger))
        else:
            click.echo("\n".join(_why_lines(why, key, project.zone, origins)))
    return 0 if why.reading.facts or why.reading.scopes else 3


def _why_lines(why: Why, key: Key, zone: tzinfo, origins: Origins) -> list[str]:
    from tenure.cli import words
    from tenure.cli.origins import rule_of

    lines = words.reading_lines(why.reading, key, zone)
    ended = None if why.reading.facts or why.reading.last is None else origins.ended_by(why.reading.last)
    if ended is not None:
        lines.append(f"Ended by: the rule {rule_of(ended)}")
    if why.ruling is not None:
        lines.append("Ruled by: " + words.statement_line(why.ruling, zone))
        if not why.reading.facts:
            lines.extend(words.evidence_lines(why.ruling.evidence))
        lines.extend(origins.commit_lines(why.ruling.id))
    if why.scope is not None:
        lines.append(f"Scope: {why.scope or 'everywhere'}")
    lines.extend(f"Less specific scope: {scope or 'everywhere'}" for scope in why.rejected_scopes)
    lines.extend("Beat:     " + words.statement_line(statement, zone) for statement in why.beaten)
    lines.extend("Conflict: " + words.statement_line(statement, zone) for statement in why.conflicts)
    return lines


@click.command("history")
@project_argument
@click.argument("subject")
@click.argument("relation")
@time_options
@scope_option
@json_option
def history_command(
    *,
    project_path: Path,
    subject: str,
    relation: str,
    valid: str | None,
    known: str | None,
    scope_text: str | None,
    as_json: bool,
) -> int:
    """List the values SUBJECT's RELATION had, in the order of valid time."""
    from tenure.cli.origins import Origins
    from tenure.cli.shapes import key_json, known_json, time_json

    with opened(project_path) as project:
        key = _key(project, subject, relation, scope_of(scope_text))
        when, tx = valid_time(valid, project.zone), known_time(known, project)
        facts: tuple[Fact, ...] = project.ledger.history(key, valid=when, known=tx)
        origins = Origins(project, facts=facts, known=tx)
        if as_json:
            ledger = project.ledger
            print_json(
                {
                    **key_json(key),
                    "valid": time_json(when.at if when else project.clock()),
                    "known": known_json(ledger.last_tx() if tx is None else tx, ledger),
                    "intervals": [origins.fact_json(fact) for fact in facts],
                }
            )
        elif facts:
            click.echo("\n".join(line for fact in facts for line in origins.fact_lines(fact)))
        else:
            click.echo(f"Nothing was ever stated about {key}.")
    return 0 if facts else 3


@click.command("diff")
@project_argument
@click.argument("start")
@click.argument("end")
@click.option(
    "--axis",
    type=click.Choice(["valid", "system"]),
    default="valid",
    help="What changed in the world between two dates, or what changed in what we believed.",
)
@click.option("--subject", help="Only this subject.")
@click.option("--at", metavar="WHEN", help="Held fixed meanwhile: of the other time, default the latest.")
@json_option
def diff_command(
    *, project_path: Path, start: str, end: str, axis: str, subject: str | None, at: str | None, as_json: bool
) -> int:
    """List what differs between START and END."""
    from tenure.cli import words
    from tenure.cli.shapes import difference_json
    from tenure.ledger.types import Axis

    with opened(project_path) as project:
        along = Axis(axis)
        points = [_point(project, along, text) for text in (start, end)]
        other = Axis.SYSTEM if along is Axis.VALID else Axis.VALID
        fixed = None if at is None else _point(project, other, at)
        found = project.ledger.diff(along, points[0], points[1], at=fixed, subject=subject)
        if as_json:
            print_json(difference_json(found, start=start, end=end))
            return 0
        for before, after in found.changed:
            click.echo(f"~ {after.key}: {before.object} → {words.fact_line(after, project.zone)}")
        for sign, facts in (("+", found.opened), ("-", found.closed)):
            for fact in facts:
                click.echo(f"{sign} {words.fact_line(fact, project.zone, with_key=True)}")
        if not (found.changed or found.opened or found.closed):
            click.echo("Nothing differs.")
    return 0


def _point(project: Project, axis: object, text: str) -> int:
    from tenure.instants import parse_date
    from tenure.ledger.types import Axis

    if axis is Axis.VALID:
        return parse_date(text, project.zone).at
    found = known_time(text, project)
    return 0 if found is None else found
