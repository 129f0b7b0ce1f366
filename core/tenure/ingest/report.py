"""What an import did, file by file."""

from __future__ import annotations

from dataclasses import dataclass

from tenure.ingest.preview import Retired
from tenure.ledger.types import Statement


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one file.

    Attributes:
        name: the source's name.
        kind: how it was read; empty if it was not.
        passages: how many passages are new.
        statements: how many statements were recorded from it.
        unchanged: whether the same content was there already.
        missing: how many statements of its former version are no longer in it.
        refused: why lines were left out, or the whole file.
        gone: whether the file was there before and is no more.
    """

    name: str
    kind: str = ""
    passages: int = 0
    statements: int = 0
    unchanged: bool = False
    missing: int = 0
    refused: tuple[str, ...] = ()
    gone: bool = False


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """What an import did, or with ``dry_run`` would do.

    Attributes:
        files: one report a file, in the order of names.
        passages: new passages.
        statements: statements recorded.
        unchanged: files whose content was there already.
        skipped: lines and files left out.
        missing: statements no longer in the new version of their source.
        moved_up: recording times moved up to the last transaction's.
        conflicts: conflicts that went to review.
        tx: the last transaction.
        dry_run: whether nothing was written.
        run: the number of the import, by which it can be rolled back; None if it changed nothing.
        stated: of a dry run, the statements it would record.
        retired: of a dry run, the values it would retire.
        closed: of a dry run, how many values it would retire, listed or not.
        proposals: statements that only rules or only a text model read, and that went to review.
        review: how much more waits for review than before.
    """

    files: tuple[FileReport, ...]
    passages: int
    statements: int
    unchanged: int
    skipped: int
    missing: int
    moved_up: int
    conflicts: int
    tx: int
    dry_run: bool = False
    run: int | None = None
    stated: tuple[Statement, ...] = ()
    retired: tuple[Retired, ...] = ()
    closed: int = 0
    proposals: int = 0
    review: int = 0
