"""Puts what was read and extracted into the order of system time, as ledger transactions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tenure.ingest.document import Block, Document
from tenure.ingest.proposals import Proposed
from tenure.ledger.types import AddAlias, DefineRelation, Operation


@dataclass(slots=True)
class Piece:
    """One passage with what it states, or one line of structured data.

    Attributes:
        document: index of its document.
        place: its place in the document; -1 for what stands in no passage.
        block: the text that becomes a passage.
        operations: what it states.
        recorded_at: when it says it was recorded, or None.
        group: pieces of one document with the same group in a row are one transaction.
        of_items: whether it states items of structured data.
        proposed: what it may state and a person has to decide.
    """

    document: int
    place: int
    block: Block
    operations: list[Operation] = field(default_factory=list)
    recorded_at: int | None = None
    group: str | None = None
    of_items: bool = False
    proposed: list[Proposed] = field(default_factory=list)


@dataclass(slots=True)
class Group:
    """One ledger transaction: its pieces and when it is recorded (None: now)."""

    recorded_at: int | None
    pieces: list[Piece]

    @property
    def writes(self) -> bool:
        """Whether there is anything to write in the ledger."""
        return any(piece.operations for piece in self.pieces)

    @property
    def of_items(self) -> bool:
        """Whether it states items of structured data."""
        return self.pieces[0].of_items


def in_order(pieces: Sequence[Piece], documents: Sequence[Document], *, replay: bool, now: int) -> list[Group]:
    """Return the transactions of an import in the order they are written.

    Lines that say when they were recorded are recorded then. With ``replay`` so is everything else,
    at its own date, sorted over all files; else it is recorded now, one transaction a document.
    A date in the future counts as now.
    """
    timed = [(_time(piece, documents, replay=replay, now=now), piece) for piece in pieces]
    # Relations and aliases defined without a time hold for all that is imported: they come first.
    first = min((when for when, _ in timed if when is not None), default=None)
    timed = [(first if _defines(piece) else when, piece) for when, piece in timed]
    timed.sort(
        key=lambda pair: (
            now if pair[0] is None else pair[0],
            not _defines(pair[1]),
            pair[0] is None,
            pair[1].document,
            not pair[1].of_items,
            pair[1].place,
        )
    )
    return list(_grouped(timed, documents))


def _defines(piece: Piece) -> bool:
    only = bool(piece.operations) and all(isinstance(o, DefineRelation | AddAlias) for o in piece.operations)
    return only and piece.recorded_at is None


def _time(piece: Piece, documents: Sequence[Document], *, replay: bool, now: int) -> int | None:
    if piece.recorded_at is not None:
        return piece.recorded_at
    if not replay:
        return None
    document = documents[piece.document]
    whole = document.structured or piece.of_items
    return min(document.dated.at if whole else piece.block.dated.at, now)


def _grouped(timed: Sequence[tuple[int | None, Piece]], documents: Sequence[Document]) -> Iterator[Group]:
    current: Group | None = None
    for when, piece in timed:
        last = current.pieces[-1] if current is not None else None
        together = (
            current is not None
            and last is not None
            and last.document == piece.document
            and current.recorded_at == when
            and last.group == piece.group
            and last.of_items == piece.of_items
            and (piece.group is not None or documents[piece.document].kind != "jsonl")
        )
        if together and current is not None:
            current.pieces.append(piece)
            continue
        if current is not None:
            yield current
        current = Group(when, [piece])
    if current is not None:
        yield current
