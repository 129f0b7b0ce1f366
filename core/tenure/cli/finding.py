"""Finding text: search, lint, sources."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tenure.cli.common import (
    Json,
    json_option,
    known_time,
    opened,
    print_json,
    project_argument,
    time_options,
    valid_time,
)
from tenure.errors import InputError
from tenure.instants import format_instant

if TYPE_CHECKING:
    from tenure.answer.findings import Finding
    from tenure.project import Project
    from tenure.search import Hit


@click.command("search")
@project_argument
@click.argument("query")
@click.option("-k", "k", type=click.IntRange(1, 200), default=10, show_default=True, help="How many to list.")
@click.option("--include-retired", is_flag=True, help="Also what holds no more, labelled so.")
@time_options
@json_option
def search_command(
    *,
    project_path: Path,
    query: str,
    k: int,
    include_retired: bool,
    valid: str | None,
    known: str | None,
    as_json: bool,
) -> int:
    """Find passages for QUERY; what does not hold at the two times is left out before the cut."""
    if not query.strip():
        raise click.UsageError("the query is empty")
    with opened(project_path) as project:
        hits = project.search.hits(
            query,
            k=k,
            valid=valid_time(valid, project.zone),
            known=known_time(known, project),
            include_retired=include_retired,
        )
        if as_json:
            print_json({"query": query, "hits": [hit_json(hit) for hit in hits]})
        else:
            click.echo("\n".join(line for hit in hits for line in _hit_lines(hit, project)) or "Nothing found.")
    return 0 if hits else 3


def hit_json(hit: Hit) -> Json:
    """Return a passage that was found."""
    passage = hit.passage
    return {
        "source": passage.source,
        "line": passage.line,
        "passage": passage.id,
        "text": hit.text,
        "span": list(hit.span) if hit.span else None,
        "date": format_instant(passage.at),
        "date_precision": passage.precision.value,
        "score": round(float(hit.score), 6),
        "by": dict(hit.ranks),
        "state": hit.state.value if hit.state is not None else None,
    }


def _hit_lines(hit: Hit, project: Project) -> list[str]:
    passage = hit.passage
    date = format_instant(passage.at, passage.precision, project.zone)
    label = f"  [{hit.state.value}]" if hit.state is not None and hit.state.retired else ""
    where = click.style(f"{passage.source}:{passage.line}  {date}{label}", dim=True)
    return [where, "  " + " ".join(hit.text.split())]


@click.command("lint")
@project_argument
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--github", is_flag=True, help="Print workflow commands that annotate a pull request.")
@time_options
@json_option
def lint_command(
    *,
    project_path: Path,
    files: Sequence[Path],
    github: bool,
    valid: str | None,
    known: str | None,
    as_json: bool,
) -> int:
    """Look for retired values in FILES (folders are searched for text); exit 1 if one states any."""
    from tenure.answer.findings import findings
    from tenure.answer.mark import Marker

    with opened(project_path) as project:
        texts = [(str(path), _text_of(path)) for path in _files(files)]
        when, tx = valid_time(valid, project.zone), known_time(known, project)
        at = project.clock() if when is None else when.at
        marker = Marker(project.ledger)
        found = [(name, finding) for name, text in texts for finding in findings(marker, text, valid=at, known=tx)]
    if as_json:
        print_json({"files": len(texts), "findings": [finding_json(*one) for one in found]})
    else:
        for one in found:
            click.echo(_github(*one) if github else _plain(*one))
    return 1 if found else 0


def finding_json(file: str, finding: Finding) -> Json:
    """Return a finding in a file with its location."""
    from tenure.cli.answers import mark_json

    return {
        "file": file,
        "line": finding.line,
        "column": finding.column,
        "end_column": finding.end_column,
        "message": finding.message,
        "mark": mark_json(finding.mark),
    }


def _plain(file: str, finding: Finding) -> str:
    return f"{file}:{finding.line}:{finding.column}: {finding.message}"


def _github(file: str, finding: Finding) -> str:
    def escaped(text: str, more: str = "") -> str:
        for character in "%\r\n" + more:
            text = text.replace(character, f"%{ord(character):02X}")
        return text

    place = f"line={finding.line},col={finding.column},endColumn={finding.end_column}"
    return f"::error file={escaped(file, ':,')},{place},title=retired value::{escaped(finding.message)}"


_TEXT_ENDINGS = frozenset({".md", ".markdown", ".txt", ".rst", ".adoc"})


def _files(paths: Sequence[Path]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(p for p in path.rglob("*") if p.suffix.lower() in _TEXT_ENDINGS and p.is_file())
        else:
            found.append(path)
    return found


def _text_of(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text (byte {error.start})") from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error


@click.command("sources")
@project_argument
@json_option
def sources_command(*, project_path: Path, as_json: bool) -> None:
    """List the sources that were imported."""
    with opened(project_path) as project:
        found = project.passages.sources()
    if as_json:
        rows = [{"source": s.name, "kind": s.kind, "title": s.title, "passages": s.passages} for s in found]
        print_json({"sources": rows})
        return
    for source in found:
        click.echo(f"{source.name}  {source.kind}  {source.passages} passages  {source.title}".rstrip())
    if not found:
        click.echo("No sources yet: bring some in with: tenure import")
