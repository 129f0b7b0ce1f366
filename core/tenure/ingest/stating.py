"""What the structured data of an import states: each file's items against what its source said before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tenure.ingest.bodies import RENAMED, BodyStore, renamed_bodies
from tenure.ingest.document import Block, BlockKind, Document
from tenure.ingest.excerpts import Excerpt
from tenure.ingest.former import Former, Line, Lines
from tenure.ingest.items import Items, no_bodies
from tenure.ingest.plan import Piece
from tenure.ingest.runs import Runs
from tenure.ingest.states import Comparison, Version, aliases, compare, definitions, lines_of
from tenure.instants import DateOrigin
from tenure.keys import Key, fold
from tenure.ledger import Ledger
from tenure.ledger.types import AddAlias, Assert, DefineRelation, End, Evidence, Op, Operation, Statement
from tenure.relations import RelationRegistry

_INDENT = 200
"""How far into its line an excerpt may begin."""


class Stating:
    """Compares the items of the documents of one import with the ledger.

    Args:
        ledger: what the sources said before.
        documents: the files as read.
        versions: by source, the version of each document with items.
    """

    def __init__(self, ledger: Ledger, documents: Sequence[Document], versions: Mapping[str, Version]) -> None:
        self._ledger = ledger
        self._documents = documents
        self._versions = versions
        self._runs = Runs(ledger)
        self._defined = _definitions(documents, ledger.registry)
        registry = RelationRegistry(ledger.registry)
        for definition in self._defined:
            registry.put(definition.relation)
        self._lines = Lines(registry)
        self._named: set[tuple[str, str]] = set()
        self._bodies = BodyStore(ledger)
        self._did: dict[str, str] = {}
        self._does: dict[str, tuple[int, str]] = {}
        self._said = {d.name: lines_of(d.items, self._lines) for d in documents if d.items is not None}

    def definitions(self) -> list[Piece]:
        """Return the piece that defines the relations that the files define; it comes before all that uses them."""
        for index, document in enumerate(self._documents):
            if self._defined and document.items is not None:
                return [Piece(index, -1, _nowhere(self._versions[document.name]), [*self._defined], of_items=True)]
        return []

    def pieces(self, index: int) -> tuple[list[Piece], list[Block], list[int]]:
        """Return what a document's items state: pieces, the blocks that they stand in, and the passages kept.

        The blocks come after those that the document has.
        """
        document = self._documents[index]
        items = document.items or Items()
        version = self._versions[document.name]
        standing = self._standing(document.name)
        found = compare(Former.of(standing, self._lines), items, version, self._lines, self._elsewhere)
        self._look_at_bodies(index, standing)
        home = _Home(document, version, found)
        by_place: dict[int, list[Operation]] = {}
        for operation, excerpt in found.operations:
            place, moved = home.of(operation, excerpt)
            by_place.setdefault(place, []).append(moved)
        names = self._names(items)
        if names:
            first = min(by_place, default=-1)
            by_place[first] = [*names, *by_place.get(first, ())]
        for place in home.own():
            by_place.setdefault(place, [])
        pieces = [
            Piece(index, place, home.block(place), operations, of_items=True)
            for place, operations in sorted(by_place.items())
        ]
        return pieces, home.blocks, _passages(found)

    def renames(self) -> list[Piece]:
        """Return what functions and classes the documents looked at have renamed, within a file or between two."""
        found: dict[int, list[Operation]] = {}
        for old, new in renamed_bodies(self._did, {subject: body for subject, (_, body) in self._does.items()}):
            index = self._does[new][0]
            document = self._documents[index]
            version = self._versions[document.name]
            said = Assert(
                Key(old, RENAMED), new, version.dated.at, precision=version.dated.precision, origin=version.origin,
                evidence=Evidence(document.name),
            )  # fmt: skip
            found.setdefault(index, []).extend((said, AddAlias(name=new, alias=old)))
        return [
            Piece(index, -1, _nowhere(self._versions[self._documents[index].name]), operations, of_items=True)
            for index, operations in found.items()
        ]

    def keep_bodies(self) -> None:
        """Keep what the documents' functions and classes do, for their next versions; their sources must be stored."""
        for document in self._documents:
            if document.items is not None and document.items.bodies is not no_bodies:
                self._bodies.keep(document.name, document.items.bodies())

    def _look_at_bodies(self, index: int, standing: Sequence[Statement]) -> None:
        """Take up what a document's subjects did and do, if some of them are new or gone."""
        document = self._documents[index]
        items = document.items
        if items is None or items.bodies is no_bodies:
            return
        before = {statement.key.subject for statement in standing}
        if before != {key[0] for key in (*items.values, *items.members)}:
            self._did.update(self._bodies.of(document.name, before))
            self._does.update({subject: (index, body) for subject, body in items.bodies().items()})

    def _names(self, items: Items) -> list[AddAlias]:
        """Return the names a file gives its subjects that nothing else has given yet."""
        found = []
        for alias in aliases(items, self._ledger.aliases_of):
            said = fold(alias.name), fold(alias.alias)
            if said not in self._named:
                self._named.add(said)
                found.append(alias)
        return found

    def _standing(self, source: str) -> list[Statement]:
        """Return the statements in force that were made of a source's items."""
        found = [s for s in self._ledger.statements_of_source(source) if s.closed_tx is None and not s.erased]
        made = self._runs.items_among(s.id for s in found)
        return [s for s in found if s.id in made]

    def _elsewhere(self, line: Line, statement: Statement) -> str | None:
        """Return the value that another file states on a line: one of this import, else one imported before."""
        source = statement.evidence.source
        for name, said in self._said.items():
            if name != source and line in said:
                return said[line][1]
        others: dict[str, Statement] = {}
        candidates = [
            s
            for s in self._ledger.statements(statement.key)
            if s.closed_tx is None and not s.erased and s.evidence.source not in {None, source}
        ]
        made = self._runs.items_among(s.id for s in candidates)
        for other in sorted(candidates, key=lambda s: (s.valid_from, s.id)):
            where = other.evidence.source or ""
            alike = other.origin is not DateOrigin.WRITTEN and self._lines.of_statement(other) == line
            if where not in self._said and other.id in made and alike:
                others[where] = other
        return next((o.object for o in others.values() if o.op is Op.ASSERT and o.object is not None), None)


class _Home:
    """Where the excerpts of a comparison are kept: in a block that the document has, else in one of their own."""

    def __init__(self, document: Document, version: Version, found: Comparison) -> None:
        self._document = document
        self._version = version
        self.blocks: list[Block] = []
        self._places: list[tuple[int, int]] = []
        for excerpt in found.excerpts:
            place = next((p for p, b in enumerate(document.blocks) if _offset(b, excerpt) >= 0), None)
            if place is not None:
                self._places.append((place, _offset(document.blocks[place], excerpt)))
                continue
            self._places.append((len(document.blocks) + len(self.blocks), 0))
            headings = (document.name,)
            self.blocks.append(
                Block(excerpt.text, version.dated, version.origin, excerpt.line, headings, BlockKind.SILENT)
            )

    def own(self) -> range:
        """Return the places of the blocks that are not the document's."""
        start = len(self._document.blocks)
        return range(start, start + len(self.blocks))

    def of(self, operation: Operation, excerpt: int) -> tuple[int, Operation]:
        """Return the place of an operation, -1 for none, and the operation with its span there."""
        if excerpt < 0 or not isinstance(operation, Assert | End):
            return -1, operation
        place, offset = self._places[excerpt]
        span = operation.evidence.span
        if not offset or span is None:
            return place, operation
        moved = replace(operation.evidence, span=(span[0] + offset, span[1] + offset))
        return place, replace(operation, evidence=moved)

    def block(self, place: int) -> Block:
        """Return the block at a place."""
        if place < 0:
            return _nowhere(self._version)
        start = len(self._document.blocks)
        return self._document.blocks[place] if place < start else self.blocks[place - start]


def _offset(block: Block, excerpt: Excerpt) -> int:
    """Return where an excerpt begins in a block of the same file, or -1."""
    before = excerpt.line - block.line
    if before < 0:
        return -1
    at = 0
    for _ in range(before):
        at = block.text.find("\n", at) + 1
        if not at:
            return -1
    return block.text.find(excerpt.text, at) if block.text.find(excerpt.text, at) - at < _INDENT else -1


def _nowhere(version: Version) -> Block:
    return Block("", version.dated, version.origin, 0, (), BlockKind.SILENT)


def stated(operations: Iterable[Operation]) -> list[Assert | End]:
    """Return those operations that become statements."""
    return [operation for operation in operations if isinstance(operation, Assert | End)]


def _definitions(documents: Sequence[Document], registry: RelationRegistry) -> list[DefineRelation]:
    found: dict[str, DefineRelation] = {}
    for document in documents:
        if document.items is not None:
            for definition in definitions(document.items, registry):
                found.setdefault(fold(definition.relation.name), definition)
    return list(found.values())


def _passages(found: Comparison) -> list[int]:
    """Return the passages in which what is still said stands."""
    return list(dict.fromkeys(s.evidence.passage for s in found.kept if s.evidence.passage is not None))
