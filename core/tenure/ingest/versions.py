"""A source imported before, in a new version: which of its statements are still there."""

from __future__ import annotations

from collections.abc import Iterable

from tenure.ingest.document import Document
from tenure.ingest.runs import Runs
from tenure.instants import DateOrigin
from tenure.keys import fold
from tenure.ledger import Ledger
from tenure.ledger.types import Assert, End, Op, Operation, Statement
from tenure.relations import RelationRegistry, same_value_form

_MANY = 1_000_000
_Sign = tuple[str, str, str, str, str | None]


class Former:
    """The statements that the former version of a source made and that still stand."""

    def __init__(self, statements: Iterable[Statement], registry: RelationRegistry, lines: frozenset[str]) -> None:
        self._registry = registry
        self._lines = lines
        self._left: dict[_Sign, list[Statement]] = {}
        for statement in statements:
            sign = self._sign(statement.op, statement)
            self._left.setdefault(sign, []).append(statement)

    def still_to_record(self, text: str, operations: Iterable[Operation]) -> list[Operation]:
        """Return the operations of a passage that the former version did not make already."""
        if text in self._lines:
            return []
        return [o for o in operations if not isinstance(o, Assert | End) or not self._take(o)]

    def missing(self) -> list[Statement]:
        """Return the asserts that no operation so far repeated."""
        rest = [s for statements in self._left.values() for s in statements]
        return sorted((s for s in rest if s.op is Op.ASSERT), key=lambda s: s.id)

    def _take(self, operation: Assert | End) -> bool:
        op = Op.ASSERT if isinstance(operation, Assert) else Op.END
        candidates = self._left.get(self._sign(op, operation), [])
        for statement in candidates:
            if self._same_times(statement, operation):
                candidates.remove(statement)
                return True
        return False

    def _same_times(self, statement: Statement, operation: Assert | End) -> bool:
        begins = operation.valid_from if isinstance(operation, Assert) else operation.at
        stops = operation.valid_to if isinstance(operation, Assert) else None
        if statement.valid_from == begins and statement.valid_to == stops:
            return True
        # A date assumed from the file's time moves with every saving; what is said again stays as it was.
        assumed = operation.origin is DateOrigin.ASSUMED is statement.origin
        return assumed and statement.valid_from <= begins and statement.valid_to == stops

    def _sign(self, op: Op, said: Statement | Assert | End) -> _Sign:
        relation = self._registry.get(said.key.relation)
        value = None if said.object is None else same_value_form(said.object, relation)
        return op.value, fold(said.key.subject), fold(relation.name), said.key.scope.normal, value


def former_statements(ledger: Ledger, document: Document) -> Former:
    """Return the standing statements of the stored version of a document's source, those of items left out.

    Of structured data a line that is still there says nothing new, whatever became of its statement.
    """
    passages = ledger.passages.of_source(document.name, _MANY)
    lines = frozenset() if not document.structured else frozenset(p.text for p in passages)
    present = {block.text for block in document.blocks}
    gone = [p.id for p in passages if not document.structured or p.text not in present]
    found = ledger.statements_of_passages(gone)
    items = Runs(ledger).items_among(s.id for s in found)
    standing = [s for s in found if s.closed_tx is None and not s.erased and s.id not in items]
    return Former(standing, ledger.registry, lines)
