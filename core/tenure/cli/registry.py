"""The registry: relations and aliases."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from tenure.cli.common import Json, dry_run_option, json_option, opened, print_json, project_argument
from tenure.cli.writing import show_summary
from tenure.errors import InputError
from tenure.instants import DAY, HOUR, MINUTE, SECOND
from tenure.relations import Cardinality, Relation

_SPANS = {"s": SECOND, "min": MINUTE, "h": HOUR, "d": DAY}


def relation_json(relation: Relation) -> Json:
    """Return a relation's entry."""
    ttl = relation.time_to_live
    return {
        "relation": relation.name,
        "cardinality": relation.cardinality.value,
        "aliases": list(relation.aliases),
        "unit": relation.unit,
        "time_to_live_seconds": None if ttl is None else ttl / SECOND,
        "inverse": relation.inverse,
        "case_sensitive": relation.case_sensitive,
        "phrases": list(relation.phrases),
        "known": relation.known,
    }


@click.command("relation")
@project_argument
@click.argument("name", required=False)
@click.option("--cardinality", type=click.Choice([c.value for c in Cardinality]), help="How many values at a time.")
@click.option("--alias", "aliases", multiple=True, help="Another name for it; may be repeated.")
@click.option("--unit", help="The unit of a bare number, such as s.")
@click.option("--time-to-live", metavar="SPAN", help="After which a value counts as expired: 90d, 12h, 30min.")
@click.option("--inverse", metavar="RELATION", help="The same said from the other side.")
@click.option("--case-sensitive/--case-insensitive", default=None, help="Whether values differing in case differ.")
@dry_run_option
@json_option
def relation_command(
    *,
    project_path: Path,
    name: str | None,
    cardinality: str | None,
    aliases: Sequence[str],
    unit: str | None,
    time_to_live: str | None,
    inverse: str | None,
    case_sensitive: bool | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Define or edit the relation NAME; without options show it, without NAME list all."""
    from tenure.ledger.types import DefineRelation

    changes: dict[str, Any] = {
        "cardinality": Cardinality(cardinality) if cardinality else None,
        "unit": unit,
        "time_to_live": _span(time_to_live) if time_to_live else None,
        "inverse": inverse,
        "case_sensitive": case_sensitive,
    }
    changes = {field: value for field, value in changes.items() if value is not None}
    writes = bool(changes or aliases)
    if writes and name is None:
        raise click.UsageError("give the NAME of the relation to edit")
    with opened(project_path, write=writes) as project:
        registry = project.ledger.registry
        if name is None:
            _show(list(registry), as_json=as_json)
            return
        relation = registry.get(name)
        if not writes:
            _show([relation], as_json=as_json)
            return
        merged = tuple(dict.fromkeys((*relation.aliases, *aliases)))
        edited = dataclasses.replace(relation, **changes, aliases=merged, known=True)
        summary = project.ledger.apply([DefineRelation(edited)], dry_run=dry_run)
        show_summary(summary, as_json=as_json, edit=f"the relation {edited.name}")


@click.command("alias")
@project_argument
@click.argument("name")
@click.argument("alias")
@click.option("--relation", is_flag=True, help="NAME is a relation, not a subject.")
@dry_run_option
@json_option
def alias_command(*, project_path: Path, name: str, alias: str, relation: bool, dry_run: bool, as_json: bool) -> None:
    """Let ALIAS lead to NAME when questions are read; it never merges two subjects."""
    from tenure.ledger.types import AddAlias

    if not name.strip() or not alias.strip():
        raise InputError("neither NAME nor ALIAS may be empty")
    with opened(project_path, write=True) as project:
        summary = project.ledger.apply([AddAlias(name, alias, relation=relation)], dry_run=dry_run)
        show_summary(summary, as_json=as_json, edit=f"the alias {alias} of {name}")


def _show(relations: Sequence[Relation], *, as_json: bool) -> None:
    if as_json:
        print_json({"relations": [relation_json(relation) for relation in relations]})
        return
    for relation in relations:
        also = f"  also: {', '.join(relation.aliases)}" if relation.aliases else ""
        unit = f"  in {relation.unit}" if relation.unit else ""
        unlisted = "" if relation.known else "  (not in the registry)"
        click.echo(f"{relation.name}  {relation.cardinality.value}{unit}{also}{unlisted}")


def _span(text: str) -> int:
    found = re.fullmatch(r"(\d{1,6})\s*(s|min|h|d)", text.strip())
    if found is None or int(found[1]) == 0:
        raise InputError(f"'{text}' is not a span of time: write 90d, 12h, 30min or 45s")
    return int(found[1]) * _SPANS[found[2]]
