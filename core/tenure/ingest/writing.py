"""Writes what was understood: passages, statements and projections in one SQL transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from tenure.errors import InputError
from tenure.ingest.document import Block, Document
from tenure.ingest.plan import Group, Piece, in_order
from tenure.ingest.proposals import Proposals
from tenure.ingest.reading import Read
from tenure.ingest.report import ImportSummary
from tenure.ingest.runs import Runs
from tenure.ingest.stating import Stating, stated
from tenure.ingest.versions import Former, former_statements
from tenure.instants import DateOrigin
from tenure.ledger import Ledger
from tenure.ledger.interchange import import_text
from tenure.ledger.projection import Written
from tenure.ledger.types import Assert, End, Evidence, Operation
from tenure.passages.store import NewPassage, same_place
from tenure.progress import Progress

_CHUNK = 2_000
AnyOperation = TypeVar("AnyOperation", bound=Operation)


class Writer:
    """Writes one import inside the caller's SQL transaction; ``model`` read it too, if it has a name."""

    def __init__(self, ledger: Ledger, read: Read, *, exact_times: bool, skip_bad: bool, model: str = "") -> None:
        self._model = model
        self._skip_bad = skip_bad
        self._ledger = ledger
        self._documents = read.documents
        self._versions = read.versions
        self._reports = read.reports
        self._exact = exact_times
        self._runs = Runs(ledger)
        self._blocks = [list(document.blocks) for document in read.documents]
        self._kept: dict[int, list[int]] = {}
        self._ids: dict[tuple[int, int], int] = {}
        self._as_stored: dict[int, str] = {}
        self._moved_up = self._conflicts = self._proposals = 0

    def write(self, pieces: Sequence[Piece], *, replay: bool, progress: Progress) -> ImportSummary:
        """Write the pieces in the order of system time."""
        self._load(replay)
        former = [former_statements(self._ledger, d) for d in self._documents]
        for piece in pieces:
            piece.operations = former[piece.document].still_to_record(piece.block.text, piece.operations)
            self._leave_recorded(piece, former[piece.document])
        stating = Stating(self._ledger, self._documents, self._versions)
        pieces = [*pieces, *self._of_items(stating)]
        groups = in_order(pieces, self._documents, replay=replay, now=self._ledger.clock())
        new = self._store(groups)
        stating.keep_bodies()
        for index, group in enumerate(groups):
            if index % 50 == 0:
                progress("writing", index / len(groups))
            self._apply(group)
        self._propose(pieces)
        for document, before in zip(self._documents, former, strict=True):
            self._miss(document, before)
        self._project(new)
        progress("writing", 1.0)
        return self._summary()

    def _leave_recorded(self, piece: Piece, former: Former) -> None:
        """Put nothing in question that the former version of the source stated already."""
        piece.proposed = [p for p in piece.proposed if former.still_to_record(piece.block.text, [p.operation])]

    def _propose(self, pieces: Sequence[Piece]) -> None:
        proposals = Proposals(self._ledger)
        for piece in pieces:
            source = self._documents[piece.document].name
            for proposed in piece.proposed:
                passage = self._ids[piece.document, piece.place]
                placed = replace(proposed, operation=self._with_evidence(piece, proposed.operation))
                self._proposals += proposals.queue(placed, model=self._model, source=source, passage=passage)

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

    def _of_items(self, stating: Stating) -> list[Piece]:
        """Return what the structured data of the documents states; its lines join the documents' blocks."""
        found: list[Piece] = stating.definitions()
        for index, document in enumerate(self._documents):
            if document.items is not None:
                pieces, blocks, self._kept[index] = stating.pieces(index)
                found += pieces
                self._blocks[index] += blocks
        return [*found, *stating.renames()]

    def _store(self, groups: Sequence[Group]) -> list[int]:
        """Store the passages, each with the transaction that its group is going to be."""
        tx = self._ledger.last_tx()
        numbers: dict[tuple[int, int], int] = {}
        for group in groups:
            tx += 1 if group.writes else 0
            for piece in group.pieces:
                numbers.setdefault((piece.document, piece.place), tx)
        stored: list[int] = []
        for index, document in enumerate(self._documents):
            passages = [_passage(block) for block in self._blocks[index]]
            txs = [numbers[index, place] for place in range(len(passages))]
            self._ledger.passages.forget_digest(document.name)
            added = self._ledger.passages.add(
                document.name, document.kind, passages, digest=document.digest, tx=txs, title=document.title,
                kept=self._kept.get(index, ()),
            )  # fmt: skip
            self._ids.update({(index, place): number for place, number in enumerate(added.ids)})
            stored += added.ids
            if added.new < len(passages):
                kept = zip(self._ledger.passages.get(added.ids), passages, strict=True)
                self._as_stored.update((old.id, old.text) for old, new in kept if old.text != new.text)
            self._note(document, passages=added.new)
        return stored

    def _apply(self, group: Group) -> None:
        operations = [self._with_evidence(piece, o) for piece in group.pieces for o in piece.operations]
        if not operations:
            return
        places = dict.fromkeys((piece.document, piece.place) for piece in group.pieces if piece.place >= 0)
        passages = tuple(self._ids[place] for place in places)
        summary = self._ledger.apply(
            operations, recorded_at=group.recorded_at, exact_times=self._exact, passages=passages,
            list_unknown=not group.of_items,
        )  # fmt: skip
        if group.of_items:
            self._runs.mark_items(summary.statements[: len(stated(operations))])
        self._moved_up += summary.moved_up
        self._conflicts += summary.conflicts
        self._note(self._documents[group.pieces[0].document], statements=summary.statement_count)

    def _with_evidence(self, piece: Piece, operation: AnyOperation) -> AnyOperation:
        if not isinstance(operation, Assert | End):
            return operation
        document = self._documents[piece.document]
        evidence = replace(
            operation.evidence,
            source=operation.evidence.source or document.name,
            passage=self._ids.get((piece.document, piece.place)),
        )
        if document.structured and evidence.text is None:
            evidence = replace(evidence, text=piece.block.text, span=(0, len(piece.block.text)))
        kept = self._as_stored.get(evidence.passage or 0)
        if kept is not None and evidence.span is not None:
            evidence = replace(evidence, span=same_place(evidence.span, piece.block.text, kept))
        return replace(operation, evidence=evidence)

    def _miss(self, document: Document, former: Former) -> None:
        """End or queue the statements of the former version that the new one no longer makes."""
        missing = former.missing()
        if document.structured:
            ends: list[Operation] = [
                End(
                    s.key,
                    max(document.dated.at, s.valid_from),
                    s.object,
                    document.dated.precision,
                    DateOrigin.DOCUMENT,
                    Evidence(document.name),
                )
                for s in missing
            ]
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
            proposals=self._proposals,
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
