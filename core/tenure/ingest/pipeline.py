"""Files into the project: read, understand, write; everything in one SQL transaction or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tenure.errors import InputError
from tenure.ingest.assist import Assistant
from tenure.ingest.document import Document
from tenure.ingest.files import Found, find_files
from tenure.ingest.items import Items
from tenure.ingest.mapping import Mapping as FileMapping
from tenure.ingest.mapping import store_mapping, stored_mapping
from tenure.ingest.preview import changes_since, count_open, count_retired
from tenure.ingest.proposals import Proposals
from tenure.ingest.reading import FileReading, NotTextError, Read, shown
from tenure.ingest.report import FileReport, ImportSummary
from tenure.ingest.runs import FILES, FOLDER, Runs
from tenure.ingest.states import Version
from tenure.ingest.understanding import understand
from tenure.ingest.writing import Writer
from tenure.instants import Dated, DateOrigin, Precision
from tenure.ledger import Ledger
from tenure.progress import Progress, no_progress, part

__all__ = ["ImportOptions", "NotTextError", "import_paths", "reimport_folder"]

_GONE = "gone"
"""The digest of a source whose file is no longer there."""


class _Rollback(Exception):  # noqa: N818 - carries the result of a dry run out of the transaction
    def __init__(self, summary: ImportSummary) -> None:
        super().__init__("dry run")
        self.summary = summary


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How files are imported.

    Attributes:
        replay: record everything at its own date, sorted over all files.
        skip_bad: report malformed lines, and named files that can't be read, instead of refusing the import.
        exact_times: refuse a recording time that would have to be moved up.
        ignore_file_times: what has no date of its own counts from now, not from its file's time.
        assist: the text model that has to confirm what is read from prose; empty for the rules alone.
    """

    replay: bool = False
    skip_bad: bool = False
    exact_times: bool = False
    assist: str = ""
    ignore_file_times: bool = False

    def kept(self) -> dict[str, Any]:
        """Return what is kept of them with an import."""
        given = {
            "replay": self.replay,
            "skip_bad": self.skip_bad,
            "exact_times": self.exact_times,
            "assist": self.assist,
            "ignore_file_times": self.ignore_file_times,
        }
        return {name: value for name, value in given.items() if value}

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> ImportOptions:
        """Return the options that were kept."""
        replay, skip_bad, exact_times = (bool(kept.get(name)) for name in ("replay", "skip_bad", "exact_times"))
        return cls(replay, skip_bad, exact_times, str(kept.get("assist", "")), bool(kept.get("ignore_file_times")))


def import_paths(
    ledger: Ledger,
    paths: Sequence[Path | str],
    *,
    replay: bool = False,
    dry_run: bool = False,
    most_listed: int | None = None,
    skip_bad: bool = False,
    exact_times: bool = False,
    ignore_file_times: bool = False,
    mapping: FileMapping | None = None,
    assistant: Assistant | None = None,
    progress: Progress = no_progress,
) -> ImportSummary:
    """Import files and folders.

    Everything commits together: statements, passages and what the ledger's projections keep. The
    same content imported again changes nothing. A file in a folder that is malformed, or no text, is
    told and left out; one that was named itself refuses the import.

    Args:
        ledger: what to write to.
        paths: files and folders.
        replay: record everything at its own date, sorted over all files.
        dry_run: return the same summary, with what would be stated and retired, and write nothing.
        most_listed: of a dry run, list so many statements and values at most; None for all.
        skip_bad: report malformed lines, and named files that can't be read, instead of refusing the import.
        exact_times: refuse a recording time that would have to be moved up.
        ignore_file_times: what has no date of its own counts from now, not from its file's time.
        mapping: how the files are read from now on; None for the project's own.
        assistant: a text model that has to confirm what is read from prose; the rest goes to review.
        progress: told how far it is; it may raise ``Cancelled``, and then nothing is left.

    Raises:
        InputError: a path that does not exist, a named file that can't be read or has a malformed line.
        ModelError: the assistant's model can't be loaded or stopped; nothing is left.
        Cancelled: by ``progress``.
        BusyError: another process holds the project's write lock.
    """
    model = assistant.name if assistant is not None else ""
    options = ImportOptions(replay, skip_bad, exact_times, model, ignore_file_times)
    whole = _Import(ledger, [Path(p) for p in paths], options, mapping, assistant=assistant)
    return whole.go(progress, dry_run=dry_run, most_listed=most_listed)


def reimport_folder(
    ledger: Ledger,
    folder: Path,
    options: ImportOptions,
    *,
    gone: Iterable[str] = (),
    dry_run: bool = False,
    assistant: Assistant | None = None,
    progress: Progress = no_progress,
) -> ImportSummary:
    """Import a folder again: what is new or changed, and the end of what files said that are there no more.

    Args:
        ledger: what to write to.
        folder: the folder.
        options: those of its first import.
        gone: the sources whose files may be gone; those that are there are left out.
        dry_run: as :func:`import_paths`.
        assistant: as :func:`import_paths`; needed if the options ask for one.
        progress: as :func:`import_paths`.

    Raises:
        InputError: the folder does not exist, or the assistant is missing.
        ModelError: as :func:`import_paths`.
        Cancelled: by ``progress``.
        BusyError: another process holds the project's write lock.
    """
    if options.assist and assistant is None:
        raise InputError("it was imported with --assist: give --assist again")
    if options.assist and assistant is not None:
        options = replace(options, assist=assistant.name)
    else:
        assistant = None
    return _Import(ledger, [folder], options, assistant=assistant, gone=frozenset(gone)).go(progress, dry_run=dry_run)


class _Import:
    """One import of files and folders."""

    def __init__(
        self,
        ledger: Ledger,
        paths: Sequence[Path],
        options: ImportOptions,
        mapping: FileMapping | None = None,
        *,
        assistant: Assistant | None = None,
        gone: frozenset[str] = frozenset(),
    ) -> None:
        self._ledger = ledger
        self._paths = paths
        self._options = options
        self._stored = stored_mapping(ledger.connection)
        self._mapping = self._stored if mapping is None else mapping
        self._assistant = assistant
        self._gone = gone
        self._runs = Runs(ledger)

    def go(self, progress: Progress, *, dry_run: bool, most_listed: int | None = None) -> ImportSummary:
        """Run it."""
        files = find_files(self._paths, progress)
        reading = FileReading(
            self._ledger,
            self._mapping,
            self._stored,
            skip_bad=self._options.skip_bad,
            file_times=not self._options.ignore_file_times,
        )
        read = reading.read_all(files, part(progress, 0.0, 0.2))
        self._take_gone(read, files)
        pieces = understand(self._ledger, read.documents, part(progress, 0.2, 0.7), self._assistant)
        started, before, waiting = self._ledger.clock(), self._ledger.last_tx(), count_open(self._ledger)
        try:
            with self._ledger.writing():
                writer = Writer(
                    self._ledger,
                    read,
                    exact_times=self._options.exact_times,
                    skip_bad=self._options.skip_bad,
                    model=self._assistant.name if self._assistant is not None else "",
                )
                writing = part(progress, 0.7, 0.9 if dry_run else 1.0)
                summary = writer.write(pieces, replay=self._options.replay, progress=writing)
                summary = replace(summary, review=count_open(self._ledger) - waiting)
                if dry_run:
                    raise _Rollback(self._dry(summary, before, part(progress, 0.9, 1.0), most_listed))
                summary = self._note(summary, files, started, before)
        except _Rollback as rolled_back:
            return rolled_back.summary
        return summary

    def _dry(self, summary: ImportSummary, before: int, progress: Progress, most: int | None) -> ImportSummary:
        stated, retired = changes_since(self._ledger, before, progress, most)
        closed = count_retired(self._ledger, before)
        return replace(summary, dry_run=True, stated=stated, retired=retired, closed=closed)

    def _take_gone(self, read: Read, files: Sequence[Found]) -> None:
        """Take up the sources whose files are gone, as documents that state nothing any more."""
        now = Dated(self._ledger.clock(), Precision.INSTANT, self._ledger.zone)
        for name in sorted(self._gone - {file.name for file in files}):
            kind = self._ledger.passages.source(name).kind
            read.documents.append(Document(name, kind, "", _GONE, now, items=Items()))
            read.versions[name] = Version(name, (), now, DateOrigin.ASSUMED)
            read.reports[name] = FileReport(name, kind, gone=True)

    def _note(self, summary: ImportSummary, files: Sequence[Found], started: int, before: int) -> ImportSummary:
        """Note the import and the folders it read; one that changed nothing is no import."""
        if self._mapping is not self._stored:
            store_mapping(self._ledger.connection, self._mapping.text)
        folders = [path for path in self._paths if path.is_dir()]
        for folder in folders:
            place = self._runs.remember(FOLDER, shown(str(folder.resolve())), self._options.kept())
            self._runs.holds(place, [shown(f.name) for f in files if not f.named and f.folder == folder])
        if summary.tx == before and not summary.passages and not summary.proposals:
            return summary
        names = ", ".join(shown(str(path.resolve())) for path in self._paths)
        run = self._runs.begin(FOLDER if folders else FILES, names, self._options.kept(), started=started)
        self._runs.wrote(run, before + 1, summary.tx)
        self._runs.read(run, [file.name for file in summary.files if not file.unchanged])
        self._runs.finish(run)
        Proposals(self._ledger).read_by(run)
        return replace(summary, run=run)
