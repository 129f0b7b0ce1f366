"""Files into the project: read, understand, write; everything in one SQL transaction or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.files import Found, find_files
from tenure.ingest.readers import LARGEST, Content, claimants, decode, digest_of, looks_binary, read
from tenure.ingest.report import FileReport, ImportSummary
from tenure.ingest.understanding import understand
from tenure.ingest.writing import Writer
from tenure.ledger import Ledger
from tenure.progress import Progress, no_progress, part


class _Rollback(Exception):  # noqa: N818 - carries the result of a dry run out of the transaction
    def __init__(self, summary: ImportSummary) -> None:
        super().__init__("dry run")
        self.summary = summary


class NotTextError(InputError):
    """A file that is no text a person wrote; in a folder it is skipped and reported."""


def import_paths(
    ledger: Ledger,
    paths: Sequence[Path | str],
    *,
    replay: bool = False,
    dry_run: bool = False,
    skip_bad: bool = False,
    exact_times: bool = False,
    progress: Progress = no_progress,
) -> ImportSummary:
    """Import files and folders.

    Everything commits together: statements, passages and what the ledger's projections keep. The
    same content imported again changes nothing.

    Args:
        ledger: what to write to.
        paths: files and folders.
        replay: record everything at its own date, sorted over all files.
        dry_run: return the same summary and write nothing.
        skip_bad: report malformed lines and unreadable files instead of refusing the import.
        exact_times: refuse a recording time that would have to be moved up.
        progress: told how far it is; it may raise ``Cancelled``, and then nothing is left.

    Raises:
        InputError: a path that does not exist, an unreadable file, a malformed line.
        Cancelled: by ``progress``.
        BusyError: another process holds the project's write lock.
    """
    files = find_files(paths)
    documents, reports = _read_all(ledger, files, skip_bad, part(progress, 0.0, 0.2))
    pieces = understand(ledger, documents, part(progress, 0.2, 0.7))
    try:
        with ledger.writing():
            summary = Writer(ledger, documents, reports, exact_times=exact_times, skip_bad=skip_bad).write(
                pieces, replay=replay, progress=part(progress, 0.7, 1.0)
            )
            if dry_run:
                raise _Rollback(replace(summary, dry_run=True))
    except _Rollback as rolled_back:
        return rolled_back.summary
    return summary


# --- reading ----------------------------------------------------------------------------------------


def _read_all(
    ledger: Ledger, files: Sequence[Found], skip_bad: bool, progress: Progress
) -> tuple[list[Document], dict[str, FileReport]]:
    documents: list[Document] = []
    reports: dict[str, FileReport] = {}
    for index, file in enumerate(files):
        name = _shown(file.name)
        progress(f"reading {name}", index / len(files))
        try:
            content = _content(ledger, file, skip_bad)
            document = read(content) if content is not None else None
        except InputError as error:
            if not skip_bad and (file.named or not isinstance(error, NotTextError)):
                raise
            reports[name] = FileReport(name, refused=(str(error),))
            continue
        if document is None:
            reports[file.name] = FileReport(file.name, unchanged=True)
            continue
        documents.append(document)
        reports[file.name] = FileReport(file.name, document.kind, refused=tuple(map(str, document.refused)))
    return documents, reports


def _content(ledger: Ledger, file: Found, skip_bad: bool) -> Content | None:
    """Return a file's content, or None if the project has exactly that already."""
    try:
        stat = file.path.stat()
        if stat.st_size > LARGEST:
            raise NotTextError(f"'{file.name}' has {stat.st_size:,} bytes; the largest text read is {LARGEST:,}")
        data = file.path.read_bytes()
    except OSError as error:
        raise InputError(f"'{file.path}' cannot be read: {error.strerror}") from error
    digest = digest_of(data)
    if _shown(file.name) != file.name:
        raise NotTextError(f"'{_shown(file.name)}' has a name that is not UTF-8; rename it to import it")
    if _stored_digest(ledger, file.name) == digest:
        return None
    return Content(
        file.name,
        "" if _of_bytes(file.name) else _text(file.name, data),
        digest,
        ledger.zone,
        stat.st_mtime_ns // 1000,
        ledger.clock(),
        skip_bad,
        data,
        "" if file.named else file.folder.resolve().name,
        file.beside,
    )


def _text(name: str, data: bytes) -> str:
    """Return a file's text.

    Raises:
        NotTextError: if it has none.
    """
    if looks_binary(data):
        raise NotTextError(f"'{name}' is a binary file, not text")
    try:
        return decode(data, name)
    except InputError as error:
        raise NotTextError(str(error)) from error


def _of_bytes(name: str) -> bool:
    """Whether the first reader that claims a file of this name reads bytes."""
    return next(iter(claimants(name))).binary


def _shown(name: str) -> str:
    """Return a name as it can be shown and stored: what is no UTF-8 in it is escaped."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def _stored_digest(ledger: Ledger, name: str) -> str | None:
    row = ledger.connection.execute("SELECT digest FROM source WHERE name = ?", (name,)).fetchone()
    return str(row[0]) if row is not None else None
