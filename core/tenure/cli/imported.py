"""What imports did, or would do, for a person and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING

import click

from tenure.cli.common import Json
from tenure.cli.shapes import key_json, statement_json, time_json
from tenure.cli.words import many, statement_line
from tenure.instants import format_instant

if TYPE_CHECKING:
    from tenure.ingest import ImportSummary
    from tenure.ingest.git import GitSummary
    from tenure.ingest.preview import Retired
    from tenure.ingest.report import FileReport
    from tenure.ingest.runs import Run
    from tenure.ingest.sync import RepositoryImport, Synced
    from tenure.ledger.types import Statement

_LISTED = 100
"""How many statements and supersessions a dry run lists for a person; JSON has all."""


def import_json(files: ImportSummary | None, history: RepositoryImport | None) -> Json:
    """Return what an import did: totals, a line for each file, and what was read of a repository."""
    found = [part for part in (files, history) if part is not None]
    reports = files.files if files is not None else ()
    return {
        "dry_run": any(part.dry_run for part in found),
        "tx": history.summary.tx if history is not None else files.tx if files is not None else 0,
        "runs": [part.run for part in found if part.run is not None],
        "files": [_file_json(report) for report in reports],
        "repository": None if history is None else _repository_json(history),
        "passages": sum(part.passages for part in _sums(files, history)),
        "statements": sum(part.statements for part in _sums(files, history)),
        "unchanged": files.unchanged if files is not None else 0,
        "skipped": files.skipped if files is not None else 0,
        "missing": files.missing if files is not None else 0,
        "moved_up": sum(part.moved_up for part in _sums(files, history)),
        "conflicts": sum(part.conflicts for part in _sums(files, history)),
        "proposals": files.proposals if files is not None else 0,
        "stated": [statement_json(statement) for part in found for statement in part.stated],
        "retired": [_retired_json(retired) for part in found for retired in part.retired],
    }


def import_lines(files: ImportSummary | None, history: RepositoryImport | None, zone: tzinfo) -> list[str]:
    """Return what an import did, for a person."""
    lines: list[str] = []
    if files is not None:
        lines += _file_lines(files)
        lines += _preview_lines(files.stated, files.retired, zone)
    if history is not None:
        lines += _history_lines(history)
        lines += _preview_lines(history.stated, history.retired, zone)
    return lines


def _sums(files: ImportSummary | None, history: RepositoryImport | None) -> list[ImportSummary | GitSummary]:
    return [part for part in (files, history.summary if history is not None else None) if part is not None]


def _file_json(file: FileReport) -> Json:
    return {
        "source": file.name,
        "kind": file.kind,
        "passages": file.passages,
        "statements": file.statements,
        "unchanged": file.unchanged,
        "gone": file.gone,
        "missing": file.missing,
        "refused": list(file.refused),
    }


def _repository_json(history: RepositoryImport) -> Json:
    summary = history.summary
    return {
        "name": summary.name,
        "branch": summary.branch,
        "commits": summary.commits,
        "stated": summary.stated,
        "statements": summary.statements,
        "passages": summary.passages,
        "files": summary.files,
        "rewritten": summary.rewritten,
        "warnings": list(summary.warnings),
        "warning_count": summary.warning_count,
    }


def _retired_json(retired: Retired) -> Json:
    return {
        **key_json(retired.key),
        "value": retired.object,
        "at": time_json(retired.at),
        "superseded_by": retired.by,
        "taken_back": retired.taken_back,
    }


def run_json(run: Run) -> Json:
    """Return one import as a whole."""
    return {
        "run": run.id,
        "kind": run.kind,
        "name": run.name,
        "options": dict(run.options),
        "started": time_json(run.started),
        "finished": time_json(run.finished),
        "batches": [list(batch) for batch in run.batches],
        "statements": run.statements,
        "rolled_back": run.rolled_back,
    }


def synced_json(synced: Synced) -> Json:
    """Return what became of one folder or repository."""
    read = synced.files is not None or synced.repository is not None
    return {
        "kind": synced.place.kind,
        "path": synced.place.path,
        "problem": synced.problem or None,
        "import": import_json(synced.files, synced.repository) if read else None,
    }


def synced_lines(synced: Synced, zone: tzinfo) -> list[str]:
    """Return what became of one folder or repository, for a person."""
    if synced.problem:
        return [f"{synced.place.path}: {synced.problem}"]
    return [f"{synced.place.path}:", *(f"  {line}" for line in import_lines(synced.files, synced.repository, zone))]


def _file_lines(summary: ImportSummary) -> list[str]:
    verb = "Would read" if summary.dry_run else "Read"
    read = f"{many(summary.statements, 'statement')} and {many(summary.passages, 'passage')}"
    number = f" (import {summary.run})" if summary.run is not None else ""
    lines = [f"{verb} {read} from {many(len(summary.files), 'file')}{number}"]
    lines += _counts(
        (summary.unchanged, "file", "unchanged"),
        (sum(file.gone for file in summary.files), "file", "no longer there"),
        (summary.skipped, "malformed item", "left out"),
        (summary.missing, "statement", "no longer in the source"),
        (summary.moved_up, "recording time", "moved up"),
        (summary.conflicts, "conflict", "for review"),
        (summary.proposals, "statement", "for review, not read by both rules and model"),
    )
    refused = ((file.name, why) for file in summary.files for why in file.refused)
    return lines + [f"  {why}" if name in why else f"  {name}, {why}" for name, why in refused]


def _history_lines(history: RepositoryImport) -> list[str]:
    summary = history.summary
    verb = "Would read" if history.dry_run else "Read"
    read = f"{many(summary.statements, 'statement')} and {many(summary.passages, 'passage')}"
    number = f" (import {history.run})" if history.run is not None else ""
    lines = [f"{verb} {read} from {many(summary.commits, 'commit')} of {summary.name}, {summary.branch}{number}"]
    if summary.rewritten is not None:
        lines.append(f"  the history was rewritten; it goes on from commit {summary.rewritten[:12]}")
    lines += _counts(
        (summary.moved_up, "recording time", "moved up"),
        (summary.conflicts, "conflict", "for review"),
        (summary.warning_count, "version", "that could not be read"),
    )
    return lines + [f"  {warning}" for warning in summary.warnings[:_LISTED]]


def _counts(*counts: tuple[int, str, str]) -> list[str]:
    return [f"  {many(count, noun)} {what}" for count, noun, what in counts if count]


def _preview_lines(stated: Sequence[Statement], retired: Sequence[Retired], zone: tzinfo) -> list[str]:
    """Return what a dry run would state and retire."""
    lines = ["Statements:"] if stated else []
    lines += [f"  {statement.key}: {_said(statement, zone)}" for statement in stated[:_LISTED]]
    lines += _more(len(stated))
    if retired:
        lines.append("Values that would stop:")
    lines += [click.style(f"  {_stops(value, zone)}", fg="red") for value in retired[:_LISTED]]
    return lines + _more(len(retired))


def _said(statement: Statement, zone: tzinfo) -> str:
    """Return a statement without its number and recording, which a dry run takes back."""
    return "  ".join(
        part for part in statement_line(statement, zone).split("  ")[1:] if not part.startswith("recorded")
    )


def _stops(value: Retired, zone: tzinfo) -> str:
    when = format_instant(value.at, zone=zone)
    if value.taken_back:
        return f"{value.key}: {value.object}  taken back from {when}"
    return f"{value.key}: {value.object}  until {when}" + (f"  then {value.by}" if value.by is not None else "")


def _more(count: int) -> list[str]:
    return [f"  … and {count - _LISTED:,} more"] if count > _LISTED else []
