"""Files into the project: read, understand, write; everything in one SQL transaction or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tenure.errors import InputError
from tenure.ingest.document import Block, BlockKind, Document
from tenure.ingest.extract import Extractor
from tenure.ingest.extract.extractor import release
from tenure.ingest.files import Found, find_files
from tenure.ingest.plan import Group, Piece, in_order
from tenure.ingest.readers import LARGEST, Content, decode, digest_of, looks_binary, read
from tenure.ingest.versions import Former, former_statements
from tenure.instants import DateOrigin
from tenure.keys import Key, fold
from tenure.ledger import Ledger
from tenure.ledger.interchange import import_text
from tenure.ledger.projection import Written
from tenure.ledger.types import AddAlias, Assert, DefineRelation, End, Evidence, Operation
from tenure.passages.store import NewPassage
from tenure.progress import Progress, no_progress, part
from tenure.relations import RelationRegistry

_CHUNK = 2_000
_TWICE = 5_000_000


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
    """

    name: str
    kind: str = ""
    passages: int = 0
    statements: int = 0
    unchanged: bool = False
    missing: int = 0
    refused: tuple[str, ...] = ()


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


class _Rollback(Exception):  # noqa: N818 - carries the result of a dry run out of the transaction
    def __init__(self, summary: ImportSummary) -> None:
        super().__init__("dry run")
        self.summary = summary


class _NotText(InputError):
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
    pieces = _understand(ledger, documents, part(progress, 0.2, 0.7))
    try:
        with ledger.writing():
            summary = _Writer(ledger, documents, reports, exact_times=exact_times, skip_bad=skip_bad).write(
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
        progress(f"reading {file.name}", index / len(files))
        try:
            content = _content(ledger, file, skip_bad)
            document = read(content) if content is not None else None
        except _NotText as error:
            if file.named and not skip_bad:
                raise
            reports[file.name] = FileReport(file.name, refused=(str(error),))
            continue
        except InputError as error:
            if not skip_bad:
                raise
            reports[file.name] = FileReport(file.name, refused=(str(error),))
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
            raise _NotText(f"'{file.name}' has {stat.st_size:,} bytes; the largest text read is {LARGEST:,}")
        data = file.path.read_bytes()
    except OSError as error:
        raise InputError(f"'{file.path}' cannot be read: {error.strerror}") from error
    digest = digest_of(data)
    if _stored_digest(ledger, file.name) == digest:
        return None
    if looks_binary(data):
        raise _NotText(f"'{file.name}' is a binary file, not text")
    text = decode(data, file.name)
    return Content(file.name, text, digest, ledger.zone, stat.st_mtime_ns // 1000, ledger.clock(), skip_bad)


def _stored_digest(ledger: Ledger, name: str) -> str | None:
    row = ledger.connection.execute("SELECT digest FROM source WHERE name = ?", (name,)).fetchone()
    return str(row[0]) if row is not None else None


# --- understanding ----------------------------------------------------------------------------------


def _understand(ledger: Ledger, documents: Sequence[Document], progress: Progress) -> list[Piece]:
    registry = _registry_with(ledger.registry, documents)
    known = {info.name for info in ledger.all_names()}
    for document in documents:
        known.update(_subjects(entry.operation for entry in document.entries))
    extractor = Extractor(registry, sorted(known), ledger.zone)
    if sum(len(b.text) for d in documents for b in d.blocks) <= _TWICE:
        # Names that one file makes plain may stand without any mark of a name in another.
        learnt = _extract_all(extractor, documents, part(progress, 0.0, 0.5))
        for subject in sorted(_subjects(o for piece in learnt for o in piece.operations)):
            extractor.names.learn(subject)
        return _extract_all(extractor, documents, part(progress, 0.5, 1.0))
    return _extract_all(extractor, documents, progress)


def _registry_with(registry: RelationRegistry, documents: Sequence[Document]) -> RelationRegistry:
    """Return the registry with what the files themselves define."""
    whole = RelationRegistry(list(registry))
    for document in documents:
        for entry in document.entries:
            if isinstance(entry.operation, DefineRelation):
                whole.put(entry.operation.relation)
            elif isinstance(entry.operation, AddAlias) and entry.operation.relation:
                whole.put(whole.with_alias(entry.operation.name, entry.operation.alias))
    return whole


def _subjects(operations: Iterable[Operation]) -> set[str]:
    return {o.key.subject for o in operations if isinstance(o, Assert | End)}


def _extract_all(extractor: Extractor, documents: Sequence[Document], progress: Progress) -> list[Piece]:
    pieces: list[Piece] = []
    total = sum(len(d.blocks) + len(d.entries) for d in documents) or 1
    for index, document in enumerate(documents):
        progress(f"understanding {document.name}", len(pieces) / total)
        if document.structured:
            pieces += _structured(index, document)
            continue
        newest: dict[str, tuple[int, ...]] = {}
        for place, block in enumerate(document.blocks):
            if place % 200 == 199:
                progress(f"understanding {document.name}", len(pieces) / total)
            pieces.append(_piece(index, place, block, extractor, newest))
    return pieces


def _piece(index: int, place: int, block: Block, extractor: Extractor, released: dict[str, tuple[int, ...]]) -> Piece:
    found = extractor.extract(block)
    operations: list[Operation] = [e.operation for e in found.stated]
    operations += _release(block, extractor, released)
    operations += found.aliases
    return Piece(index, place, block, operations)


def _release(block: Block, extractor: Extractor, released: dict[str, tuple[int, ...]]) -> list[Operation]:
    """The version a change log's dated heading names; a release older than one above it says nothing."""
    found = release(block.headings, extractor.names) if block.kind is not BlockKind.SILENT else None
    if found is None or block.origin is not DateOrigin.DOCUMENT:
        return []
    subject, version = found
    numbers = tuple(int(n) for n in version.split("-")[0].split(".") if n.isdigit())
    relation = extractor.names.registry.get("version")
    lowest = released.get(fold(subject))
    if version.count("-") or (lowest is not None and numbers >= lowest):
        return []  # a pre-release, the same heading again, or a patch of an old line after a newer one
    released[fold(subject)] = numbers
    evidence = Evidence(text=block.headings[-1])
    key = Key(subject, relation.name)
    return [Assert(key, version, block.dated.at, precision=block.dated.precision, evidence=evidence)]


def _structured(index: int, document: Document) -> list[Piece]:
    return [
        Piece(index, place, block, [entry.operation], entry.recorded_at, entry.group)
        for place, (block, entry) in enumerate(zip(document.blocks, document.entries, strict=True))
    ]


# --- writing ----------------------------------------------------------------------------------------


class _Writer:
    """Writes one import inside the caller's SQL transaction."""

    def __init__(
        self,
        ledger: Ledger,
        documents: Sequence[Document],
        reports: dict[str, FileReport],
        *,
        exact_times: bool,
        skip_bad: bool,
    ) -> None:
        self._skip_bad = skip_bad
        self._ledger = ledger
        self._documents = documents
        self._reports = reports
        self._exact = exact_times
        self._ids: dict[tuple[int, int], int] = {}
        self._moved_up = self._conflicts = 0

    def write(self, pieces: Sequence[Piece], *, replay: bool, progress: Progress) -> ImportSummary:
        """Write the pieces in the order of system time."""
        self._load(replay)
        former = [former_statements(self._ledger, d) for d in self._documents]
        for piece in pieces:
            piece.operations = former[piece.document].still_to_record(piece.block.text, piece.operations)
        groups = in_order(pieces, self._documents, replay=replay, now=self._ledger.clock())
        new = self._store(groups)
        for index, group in enumerate(groups):
            if index % 50 == 0:
                progress("writing", index / len(groups))
            self._apply(group)
        for document, before in zip(self._documents, former, strict=True):
            self._miss(document, before)
        self._project(new)
        progress("writing", 1.0)
        return self._summary()

    def _load(self, replay: bool) -> None:
        """Load what goes in bulk: exports of a ledger and very long files."""
        for document in self._documents:
            if document.bulk is None:
                continue
            try:
                summary = import_text(
                    self._ledger,
                    document.bulk.split("\n"),
                    skip_bad=self._skip_bad,
                    exact_times=self._exact,
                    replay=replay,
                    source=document.name,
                )
            except InputError as error:
                raise InputError(f"'{document.name}', {error}") from error
            self._moved_up += summary.moved_up
            self._conflicts += summary.conflicts
            self._note(document, statements=summary.statement_count, refused=summary.refused)

    def _store(self, groups: Sequence[Group]) -> list[int]:
        """Store the passages, each with the transaction that its group is going to be."""
        tx = self._ledger.last_tx()
        numbers: dict[tuple[int, int], int] = {}
        for group in groups:
            tx += 1 if group.writes else 0
            for piece in group.pieces:
                numbers[piece.document, piece.place] = tx
        stored: list[int] = []
        for index, document in enumerate(self._documents):
            passages = [_passage(block) for block in document.blocks]
            txs = [numbers[index, place] for place in range(len(passages))]
            added = self._ledger.passages.add(
                document.name, document.kind, passages, digest=document.digest, tx=txs, title=document.title
            )
            self._ids.update({(index, place): number for place, number in enumerate(added.ids)})
            stored += added.ids
            self._note(document, passages=added.new)
        return stored

    def _apply(self, group: Group) -> None:
        operations = [self._with_evidence(piece, o) for piece in group.pieces for o in piece.operations]
        if not operations:
            return
        passages = tuple(self._ids[piece.document, piece.place] for piece in group.pieces)
        summary = self._ledger.apply(
            operations, recorded_at=group.recorded_at, exact_times=self._exact, passages=passages
        )
        self._moved_up += summary.moved_up
        self._conflicts += summary.conflicts
        self._note(self._documents[group.pieces[0].document], statements=summary.statement_count)

    def _with_evidence(self, piece: Piece, operation: Operation) -> Operation:
        if not isinstance(operation, Assert | End):
            return operation
        document = self._documents[piece.document]
        evidence = replace(
            operation.evidence,
            source=operation.evidence.source or document.name,
            passage=self._ids[piece.document, piece.place],
        )
        if document.structured and evidence.text is None:
            evidence = replace(evidence, text=piece.block.text, span=(0, len(piece.block.text)))
        return replace(operation, evidence=evidence)

    def _miss(self, document: Document, former: Former) -> None:
        """End or queue the statements of the former version that the new one no longer makes."""
        missing = former.missing()
        if document.structured:
            ends: list[Operation] = [
                End(s.key, max(document.dated.at, s.valid_from), s.object, document.dated.precision, DateOrigin.DOCUMENT,
                    Evidence(document.name))
                for s in missing
            ]  # fmt: skip
            self._ledger.apply(ends)
        else:
            for statement in missing:
                self._ledger.queue_missing(statement.id, f"'{document.name}' no longer says so")
        if missing:
            self._note(document, missing=len(missing))

    def _project(self, passages: Sequence[int]) -> None:
        """Show the projections also the passages that state nothing, which no transaction named."""
        for start in range(0, len(passages), _CHUNK):
            event = Written(self._ledger.last_tx(), passages=tuple(passages[start : start + _CHUNK]))
            for projection in self._ledger.projections:
                projection.apply(self._ledger.connection, event)

    def _note(
        self,
        document: Document,
        *,
        passages: int = 0,
        statements: int = 0,
        missing: int = 0,
        refused: tuple[str, ...] = (),
    ) -> None:
        report = self._reports[document.name]
        self._reports[document.name] = replace(
            report,
            passages=report.passages + passages,
            statements=report.statements + statements,
            missing=report.missing + missing,
            refused=report.refused + refused,
        )

    def _summary(self) -> ImportSummary:
        files = tuple(self._reports[name] for name in sorted(self._reports))
        return ImportSummary(
            files=files,
            passages=sum(f.passages for f in files),
            statements=sum(f.statements for f in files),
            unchanged=sum(f.unchanged for f in files),
            skipped=sum(len(f.refused) for f in files),
            missing=sum(f.missing for f in files),
            moved_up=self._moved_up,
            conflicts=self._conflicts,
            tx=self._ledger.last_tx(),
        )


def _passage(block: Block) -> NewPassage:
    return NewPassage(
        block.text,
        block.dated.at,
        block.dated.precision,
        block.origin,
        block.line,
        " › ".join(block.headings),
        block.speaker,
    )
