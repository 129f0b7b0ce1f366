"""Looks at files, tables and repositories before an import; they need no project but for how it reads tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, tzinfo
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from tenure.clock import Clock
from tenure.project import Project

if TYPE_CHECKING:
    from tenure.ingest.git.history import Heads
    from tenure.ingest.mapping import Mapping
    from tenure.ingest.tablehead import TableHead, TableStates
    from tenure.ingest.tablemap import TableMap


@dataclass(frozen=True, slots=True)
class Reading:
    """How the open project reads tables: the zone of its dates and its mapping."""

    zone: tzinfo
    mapping: Mapping


def reading_of(project: Project) -> Reading:
    """Return how a project reads tables."""
    from tenure.ingest.mapping import stored_mapping

    return Reading(project.zone, stored_mapping(project.ledger.connection))


def reading_of_new() -> Reading:
    """Return how a new project reads tables."""
    from tenure.ingest.mapping import NO_MAPPING

    return Reading(UTC, NO_MAPPING)


def look_repository(path: Path) -> Heads:
    """Return the branches and tags of a repository.

    Raises:
        InputError: if there is none.
    """
    from tenure.ingest.git.history import Repository

    repository = Repository(path)
    try:
        return repository.heads()
    finally:
        repository.close()


@dataclass(frozen=True, slots=True)
class TableLook:
    """A table as it was looked at.

    Attributes:
        head: its first rows.
        table: how it is read, or may be meant.
        kept: the part of the project's mapping that says so; None if it is a guess.
    """

    head: TableHead
    table: TableMap
    kept: TableMap | None = None


def look_table(path: Path, *, sheet: str | None, header: int | None, mapping: Mapping) -> TableLook:
    """Read the beginning of a table and how the project reads it, or how it may be meant.

    Raises:
        InputError: if it cannot be read as a table.
    """
    from tenure.ingest.tablehead import fits, proposed, read_head

    known = [table for table in mapping.tables if table.matches(path.name)]
    if header is None:
        header = next((table.header for table in known if table.header is not None), None)
    head = read_head(path, sheet=sheet, header=header)
    for table in known:
        of_sheet = table.sheet is None or head.sheet is None or fnmatchcase(head.sheet, table.sheet)
        if of_sheet and fits(head, table):
            return TableLook(head, table, table)
    return TableLook(head, replace(proposed(head), header=header))


def table_states(look: TableLook, *, zone: tzinfo, clock: Clock) -> TableStates:
    """Return what the first rows state.

    Raises:
        InputError: if the mapping names a column that is not there.
    """
    from tenure.ingest.tablehead import states

    return states(look.head, look.table, zone, clock())


@dataclass(frozen=True, slots=True)
class PathLook:
    """What stands at a path: ``kind`` is ``file``, ``folder``, ``repository`` or, if nothing is there, empty."""

    path: Path
    kind: str


def look_paths(paths: tuple[Path, ...]) -> tuple[PathLook, ...]:
    """Return what stands at paths."""
    return tuple(PathLook(path, _kind_of(path)) for path in paths)


def _kind_of(path: Path) -> str:
    if not path.is_dir():
        return "file" if path.is_file() else ""
    bare = (path / "HEAD").is_file() and (path / "objects").is_dir()
    return "repository" if bare or (path / ".git").exists() else "folder"
