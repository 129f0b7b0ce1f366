"""From documents to pieces: what each passage states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from tenure.ingest.document import Block, BlockKind, Document
from tenure.ingest.extract import Extractor
from tenure.ingest.extract.extractor import release
from tenure.ingest.plan import Piece
from tenure.instants import DateOrigin
from tenure.keys import Key
from tenure.ledger import Ledger
from tenure.ledger.types import AddAlias, Assert, DefineRelation, End, Evidence, Operation
from tenure.progress import Progress, part
from tenure.relations import RelationRegistry

_TWICE = 5_000_000
"""Characters up to which the text is read twice, the second time with the names the first one found."""


def understand(ledger: Ledger, documents: Sequence[Document], progress: Progress) -> list[Piece]:
    """Return the passages and lines of documents with what they state; writes nothing.

    Subjects of structured lines, of the ledger and of sentences that name them beyond doubt are
    known to all other sentences.

    Raises:
        Cancelled: by ``progress``.
    """
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
        released = _releases(document, extractor)
        for place, block in enumerate(document.blocks):
            if place % 200 == 199:
                progress(f"understanding {document.name}", len(pieces) / total)
            found = extractor.extract(block)
            operations: list[Operation] = [e.operation for e in found.stated]
            pieces.append(Piece(index, place, block, [*operations, *released.get(place, ()), *found.aliases]))
    return pieces


def _releases(document: Document, extractor: Extractor) -> dict[int, list[Operation]]:
    """The versions that a change log's dated headings name, each at the first block under its heading.

    A patch of an old line after a newer version is no version of the whole, nor is a pre-release.
    """
    seen: dict[tuple[str, str], tuple[int, Block, tuple[int, ...]]] = {}
    for place, block in enumerate(document.blocks):
        found = release(block.headings, extractor.names) if block.kind is not BlockKind.SILENT else None
        if found is not None and block.origin is DateOrigin.DOCUMENT and re.fullmatch(r"[\d.]+", found[1]):
            numbers = tuple(int(n) for n in found[1].split(".") if n)
            seen.setdefault(found, (place, block, numbers))
    relation = extractor.names.registry.get("version")
    stated: dict[int, list[Operation]] = {}
    for (subject, version), (place, block, numbers) in seen.items():
        older = [n for _, b, n in seen.values() if b.dated.at <= block.dated.at]
        if numbers == max(older):
            evidence = Evidence(text=block.headings[-1])
            key, precision = Key(subject, relation.name), block.dated.precision
            stated[place] = [Assert(key, version, block.dated.at, precision=precision, evidence=evidence)]
    return stated


def _structured(index: int, document: Document) -> list[Piece]:
    return [
        Piece(index, place, block, [entry.operation], entry.recorded_at, entry.group)
        for place, (block, entry) in enumerate(zip(document.blocks, document.entries, strict=True))
    ]
