"""What a source said in its former version, as the ledger still holds it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from tenure.ingest.items import DatedItem, ItemKey
from tenure.instants import DateOrigin
from tenure.keys import Scope, fold
from tenure.ledger.types import Op, Statement
from tenure.relations import Cardinality, Relation, RelationRegistry, same_value_form

Line = tuple[str, str, str, str]
"""What holds one value at a time: folded subject, relation and scope; for a set or an event also the value's form."""

DatedLine = tuple[Line, int, int | None]
"""A line with the value's form, and when the value begins and stops (microseconds UTC)."""


class Lines:
    """Tells which line of the ledger an item belongs to, as the registry has its relation.

    Args:
        registry: of the project, with what the files themselves define.
    """

    def __init__(self, registry: RelationRegistry) -> None:
        self.relation: Callable[[str], Relation] = lru_cache(maxsize=50_000)(registry.get)

    def of(self, subject: str, relation: str, scope: Scope, value: str | None) -> Line:
        """Return the line of a value; without a value the line of the key alone."""
        entry = self.relation(relation)
        single = value is None or entry.cardinality is Cardinality.FUNCTIONAL
        form = "" if single or value is None else same_value_form(value, entry)
        return fold(subject), fold(entry.name), scope.normal, form

    def of_item(self, key: ItemKey, value: str) -> Line:
        """Return the line of an item's value."""
        return self.of(key[0], key[1], Scope(key[2]), value)

    def of_dated(self, item: DatedItem) -> DatedLine:
        """Return the line of an item that has its own date, with the value's form whatever the relation."""
        line = self._with_form(self.of_item(item.key, item.object), item.key[1], item.object)
        return line, item.dated.at, item.until.at if item.until is not None else None

    def of_statement(self, statement: Statement) -> Line:
        """Return the line a statement stands in."""
        key = statement.key
        return self.of(key.subject, key.relation, key.scope, statement.object)

    def form(self, relation: str, value: str) -> str:
        """Return the form that a value shares with all spellings of the same value."""
        return same_value_form(value, self.relation(relation))

    def _with_form(self, line: Line, relation: str, value: str) -> Line:
        return (*line[:3], self.form(relation, value))


@dataclass(slots=True)
class Former:
    """What still stands of a source's former version.

    Attributes:
        held: the last assert of each line that no later end of the source took back.
        ended: the end of each line that the source took back and did not state again.
        dated: the statements behind each value with a date of its own: the assert, and the end if one followed.
    """

    held: dict[Line, Statement] = field(default_factory=dict)
    ended: dict[Line, Statement] = field(default_factory=dict)
    dated: dict[DatedLine, tuple[Statement, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, statements: Iterable[Statement], lines: Lines) -> Former:
        """Build it from the statements of one source that are in force."""
        found = cls()
        for statement in sorted(statements, key=lambda s: (s.valid_from, s.id)):
            if statement.erased:
                continue
            if statement.origin is DateOrigin.WRITTEN:
                found._take_dated(statement, lines)
            else:
                found._take(statement, lines)
        return found

    def _take(self, statement: Statement, lines: Lines) -> None:
        line = lines.of_statement(statement)
        if statement.op is Op.ASSERT:
            self.held[line] = statement
            self.ended.pop(line, None)
            return
        for stopped in [m for m in self.held if m[:3] == line[:3]] if statement.object is None else [line]:
            before = self.held.get(stopped)
            if before is not None and (statement.object is None or _same(before, statement, lines)):
                self.ended[stopped] = statement
                del self.held[stopped]

    def _take_dated(self, statement: Statement, lines: Lines) -> None:
        if statement.object is None:
            return
        plain = lines.of_statement(statement)
        line = (*plain[:3], lines.form(statement.key.relation, statement.object))
        if statement.op is Op.ASSERT:
            self.dated[line, statement.valid_from, statement.valid_to] = (statement,)
            return
        begun = [
            at for (known, at, until) in self.dated if known == line and until is None and at < statement.valid_from
        ]
        if begun:
            before = self.dated.pop((line, max(begun), None))
            self.dated[line, max(begun), statement.valid_from] = (*before, statement)


def _same(first: Statement, second: Statement, lines: Lines) -> bool:
    if first.object is None or second.object is None:
        return first.object is second.object
    relation = first.key.relation
    return lines.form(relation, first.object) == lines.form(relation, second.object)
