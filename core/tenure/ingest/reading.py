"""Files read into documents, as the project's mapping wants them; what can't be read is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tenure.errors import InputError
from tenure.ingest.document import Document
from tenure.ingest.files import Found
from tenure.ingest.mapped import applied, chosen_reader
from tenure.ingest.mapping import NO_READER, Mapping
from tenure.ingest.portions import in_portions
from tenure.ingest.readers import LARGEST, Content, claimants, decode, digest_of, looks_binary
from tenure.ingest.report import FileReport
from tenure.ingest.states import Version
from tenure.instants import DateOrigin, Precision
from tenure.ledger import Ledger
from tenure.progress import Progress


class NotTextError(InputError):
    """A file that is no text a person wrote."""


@dataclass(slots=True)
class Read:
    """Files as read.

    Attributes:
        documents: of the files that are new or changed.
        versions: by source, the version of each document with items.
        reports: by source, what became of each file so far.
    """

    documents: list[Document] = field(default_factory=list)
    versions: dict[str, Version] = field(default_factory=dict)
    reports: dict[str, FileReport] = field(default_factory=dict)


class FileReading:
    """Reads files.

    Args:
        ledger: which knows what the project has already.
        mapping: how the files are read.
        stored: the mapping they were read with before; a file it reads in another way is read again.
        skip_bad: leave out malformed lines, and files that can't be read although they were named.
        file_times: whether what has no date of its own counts from its file's time; else from now.
    """

    def __init__(
        self, ledger: Ledger, mapping: Mapping, stored: Mapping, *, skip_bad: bool, file_times: bool = True
    ) -> None:
        self._ledger = ledger
        self._mapping = mapping
        self._stored = stored
        self._skip_bad = skip_bad
        self._file_times = file_times

    def read_all(self, files: Sequence[Found], progress: Progress) -> Read:
        """Read files; one in a folder that is malformed, or no text, is told and left out.

        Raises:
            InputError: a file that was named itself can't be read.
            Cancelled: by ``progress``.
        """
        found = Read()
        for index, file in enumerate(files):
            name = shown(file.name)
            progress(f"reading {name}", index / len(files))
            try:
                content = self._content(file)
                if content is None:
                    found.reports[name] = FileReport(name, unchanged=True)
                    continue
                self._take(found, content)
            except InputError as error:
                if file.named and not self._skip_bad:
                    raise
                found.reports[name] = FileReport(name, refused=(str(error),))
        return found

    def _take(self, found: Read, content: Content) -> None:
        document = self._document(content)
        if document is None:
            found.reports[content.name] = FileReport(content.name, NO_READER)
            return
        if document.items is not None:
            found.versions[document.name] = version_of(document, content)
        found.documents.append(document)
        refused = tuple(map(str, document.refused))
        found.reports[document.name] = FileReport(document.name, document.kind, refused=refused)

    def _document(self, content: Content) -> Document | None:
        """Read one file; None if the mapping leaves it out."""
        reader = chosen_reader(self._mapping, content)
        if reader is None:
            return None
        document = in_portions(reader.read(content))
        if document.items is None:
            return document
        items, clashes = applied(self._mapping, document.items, content)
        return replace(document, items=items, refused=document.refused + clashes)

    def _content(self, file: Found) -> Content | None:
        """Return a file's content, or None if the project has exactly that already."""
        name = file.name
        try:
            stat = file.path.stat()
            if stat.st_size > LARGEST:
                raise NotTextError(f"'{name}' has {stat.st_size:,} bytes; the largest text read is {LARGEST:,}")
            data = file.path.read_bytes()
        except OSError as error:
            raise InputError(f"'{file.path}' cannot be read: {error.strerror}") from error
        if shown(name) != name:
            raise NotTextError(f"'{shown(name)}' has a name that is not UTF-8; rename it to import it")
        digest = digest_of(data)
        if self._stored_digest(name) == digest and not self._mapping.reads_anew(self._stored, name):
            return None
        return Content(
            name,
            "" if _of_bytes(name) else _text(name, data),
            digest,
            self._ledger.zone,
            stat.st_mtime_ns // 1000 if self._file_times else None,
            self._ledger.clock(),
            self._skip_bad,
            data,
            "" if file.named else file.folder.resolve().name,
            file.beside,
            self._mapping.tables_of(name),
        )

    def _stored_digest(self, name: str) -> str | None:
        row = self._ledger.connection.execute("SELECT digest FROM source WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row is not None else None


def version_of(document: Document, content: Content) -> Version:
    """Return the version of a source that a document with items is."""
    dated = document.dated
    assumed = dated.precision is Precision.INSTANT and dated.at in {content.file_time, content.now}
    safe = document.items.safe_text if document.items is not None else None
    lines = (content.text if safe is None else safe).split("\n")
    return Version(document.name, lines, dated, DateOrigin.ASSUMED if assumed else DateOrigin.DOCUMENT)


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


def shown(name: str) -> str:
    """Return a name as it can be shown and stored: what is no UTF-8 in it is escaped."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")
