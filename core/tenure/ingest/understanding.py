"""From documents to pieces: what each passage states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tenure.ingest.assist import Assistant
from tenure.ingest.document import Document
from tenure.ingest.extract import Extractor
from tenure.ingest.plan import Piece
from tenure.keys import fold
from tenure.ledger import Ledger
from tenure.ledger.types import AddAlias, Assert, DefineRelation, End, Operation
from tenure.progress import Progress, part
from tenure.relations import RelationRegistry

_SWAPS = (
    r"\bfrom\b.+\bto\b|\b(?:replac|swapp|exchang|dropp|abandon|ditch|remov|upgrad|withdr|delet|pull|stripp|ripp)ed\b"
    r"|\bback (?:to|on|in|with|at)\b|\b(?:moved|switched|went|updated|bumped|migrated) to\b|\b(?:is|are) (?:now )?on\b"
    r"|\bstopped using\b|\bdoes without\b|\bno longer\b|\bgot rid\b|\bmoved (?:off|away)\b|\bleft\b|\b(?:runs"
    r"|uses)\b[^.]* v?\d"
    r"|\b(?:reverted|returned|restored) to\b|\btaken out\b"
)
"""Sentences that may name a known value without its relation ("moved from MySQL to PostgreSQL")."""

_MOST_NAMES = 20_000
"""In a ledger of more names than these, texts are read without what it holds."""


def understand(
    ledger: Ledger, documents: Sequence[Document], progress: Progress, assistant: Assistant | None = None
) -> list[Piece]:
    """Return the passages and lines of documents with what they state; writes nothing.

    Subjects of structured lines, of the ledger and of sentences that name them beyond doubt are
    known to all other sentences. With an assistant only what a text model reads as well is stated,
    the rest proposed.

    Raises:
        Cancelled: by ``progress``.
        ModelError: by the assistant.
    """
    asking = part(progress, 0.1, 1.0)
    if assistant is not None:
        progress = part(progress, 0.0, 0.1)
    registry = _registry_with(ledger.registry, documents)
    known = {info.name for info in ledger.all_names()}
    for document in documents:
        known.update(_subjects(entry.operation for entry in document.entries))
    extractor = Extractor(registry, sorted(known), ledger.zone)
    _learn_held(ledger, documents, extractor)
    pieces = _extract_all(extractor, documents, part(progress, 0.0, 0.6))
    # Names that one file makes plain may stand without any mark of a name in another: read again
    # what mentions them.
    learnt = {s for s in _subjects(o for piece in pieces for o in piece.operations) if not extractor.names.knows(s)}
    for subject in sorted(learnt, key=lambda name: (len(name), name)):
        if not extractor.names.is_classed(subject):  # "the billing service", the bare name being plain elsewhere
            extractor.names.learn(subject)
    renamed = _renames(ledger, pieces)
    for alias, name in renamed.items():
        extractor.names.learn_alias(name, alias)
    learnt.update(renamed)
    for operation in (o for piece in pieces for o in piece.operations):
        if isinstance(operation, Assert):
            extractor.names.learn_value(operation.key.subject, operation.key.relation, operation.object)
    _read_again(extractor, documents, pieces, learnt, part(progress, 0.6, 1.0))
    if assistant is not None:
        assistant.confirm(extractor.names, documents, pieces, asking)
        renamed = _renames(ledger, pieces)
    if renamed:
        _under_first_names(documents, pieces, renamed)
    return pieces


def _learn_held(ledger: Ledger, documents: Sequence[Document], extractor: Extractor) -> None:
    """Learn what the ledger holds of the subjects that the texts mention: their aliases and values."""
    told: dict[str, set[str]] = {}
    for info in ledger.all_names():
        told.setdefault(fold(info.name), set()).add(info.subject)
    if len(told) > _MOST_NAMES:
        return
    text = fold(" ".join(block.text for d in documents if not d.structured for block in d.blocks))
    for name, subjects in told.items():
        subject = next(iter(subjects))
        if len(subjects) > 1 or name not in text:
            continue
        if fold(subject) != name:
            extractor.names.learn_alias(subject, name)
        for fact in ledger.facts_of_slots([slot.id for slot in ledger.find_slots(subject=subject)]):
            extractor.names.learn_value(subject, fact.key.relation, fact.object)


def _renames(ledger: Ledger, pieces: Sequence[Piece]) -> dict[str, str]:
    """Return the names that sentences give to renamed subjects, each with the subject's first name.

    A name that the ledger holds a subject of its own under stays that subject's, and so does one that
    something was stated of before the renaming.
    """
    told: dict[str, dict[str, str]] = {}
    given_at: dict[str, int] = {}
    for piece in pieces:
        for operation in piece.operations:
            if isinstance(operation, AddAlias) and not operation.relation:
                alias = fold(operation.alias)
                told.setdefault(alias, {}).setdefault(fold(operation.name), operation.name)
                given_at[alias] = min(given_at.get(alias, piece.block.dated.at), piece.block.dated.at)
    own = {
        fold(subject)
        for piece in pieces
        for subject in _subjects(piece.operations)
        if piece.block.dated.at < given_at.get(fold(subject), piece.block.dated.at)
    }
    given = {alias: next(iter(names.values())) for alias, names in told.items() if len(names) == 1 and alias not in own}
    first: dict[str, str] = {}
    for alias, latest in given.items():
        name, seen = latest, {alias}
        while fold(name) in given and fold(name) not in seen:
            seen.add(fold(name))
            name = given[fold(name)]
        if fold(name) != alias and not ledger.find_keys(subject=alias):
            first[alias] = name
    return first


def _under_first_names(documents: Sequence[Document], pieces: Sequence[Piece], renamed: Mapping[str, str]) -> None:
    """Put what tables and sentences state of a renamed subject under its first name.

    A thing keeps its keys when it is renamed: else a value would be left standing under one of its
    names. Lines of the interchange format are exact and stay as they are written.
    """
    for piece in pieces:
        if documents[piece.document].kind == "jsonl":
            continue
        piece.operations = [_under_first_name(operation, renamed) for operation in piece.operations]


def _under_first_name(operation: Operation, renamed: Mapping[str, str]) -> Operation:
    if isinstance(operation, AddAlias) and not operation.relation:
        return replace(operation, name=renamed.get(fold(operation.name), operation.name))
    if not isinstance(operation, Assert | End):
        return operation
    name = renamed.get(fold(operation.key.subject))
    return operation if name is None else replace(operation, key=replace(operation.key, subject=name))


def _read_again(
    extractor: Extractor, documents: Sequence[Document], pieces: Sequence[Piece], learnt: set[str], progress: Progress
) -> None:
    """Extract again where a name learnt meanwhile is mentioned; the rest stays as it was read."""
    names = [re.escape(fold(name)).replace(r"\-", "[ -]?") for name in sorted(learnt)]
    mentioned = re.compile("|".join([*names, _SWAPS]))
    for number, piece in enumerate(pieces):
        if number % 200 == 0:
            progress("understanding", number / len(pieces))
        document = documents[piece.document]
        around = f"{' '.join(piece.block.headings)} {piece.block.text}"
        if document.structured or not mentioned.search(fold(around)):
            continue
        found = extractor.extract(piece.block)
        piece.operations = [*(e.operation for e in found.stated), *found.aliases]


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
        for place, block in enumerate(document.blocks):
            if place % 200 == 199:
                progress(f"understanding {document.name}", len(pieces) / total)
            found = extractor.extract(block)
            operations: list[Operation] = [e.operation for e in found.stated]
            pieces.append(Piece(index, place, block, [*operations, *found.aliases]))
    return pieces


def _structured(index: int, document: Document) -> list[Piece]:
    return [
        Piece(index, place, block, [entry.operation], entry.recorded_at, entry.group)
        for place, (block, entry) in enumerate(zip(document.blocks, document.entries, strict=True))
    ]
